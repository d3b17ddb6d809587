import type { unknownCauses } from '../../../contract/call.ts'
import { common } from './common.ts'
import { doNotCall, type Of, type OutcomeWords } from './outcome-words.ts'
import { notSentNext, notSentWhy } from './reachability.ts'
import { time } from './time.ts'

type UnknownCause = (typeof unknownCauses)[number]

export const queued: OutcomeWords = {
  tag: 'queued',
  title: 'Written down, about to be sent',
  placed: 'notYet',
  why: 'The call is safe on disk and waits for its turn.',
  service: null,
  next: 'Wait a moment.',
}

export const sending: OutcomeWords = {
  tag: 'sending',
  title: 'Sending',
  placed: 'notYet',
  why: 'The call is on its way. The phone may ring at any moment.',
  service: null,
  next: 'Wait for the answer. Do not call again.',
}

const started = (state: Of<'accepted'>): OutcomeWords => ({
  tag: 'accepted',
  title: state.reconciled ? 'Accepted: found in the service’s list' : 'Accepted',
  placed: 'yes',
  why: state.reconciled
    ? `No answer told it, but the run carries this call’s own reference: ${state.workflowRunName}.`
    : `The service started the run, named ${state.workflowRunName}${state.status ? `, and answered “${state.status}” then` : ''}.`,
  service: null,
  next: 'Nothing to do. The run id finds its recording and transcript, once there are some.',
})

const dialling = ({ workflowRunId }: Of<'accepted'>): OutcomeWords => ({
  tag: 'dialling',
  title: 'Found: the service is dialling it',
  placed: 'notYet',
  why: `Run ${workflowRunId} carries this call’s reference, and the carrier does not have it yet.`,
  service: null,
  next: 'Do not call again: the phone may ring at any moment. Rundesk keeps looking.',
})

const orphaned = ({ workflowRunId }: Of<'accepted'>): OutcomeWords => ({
  tag: 'to check',
  title: 'Found, and probably never placed',
  placed: 'unknown',
  why: `Run ${workflowRunId} carries this call’s reference, and for more than five minutes its carrier has not had it. No dial takes so long.`,
  service: null,
  next: 'Look at the run, then close this call by hand. Do not call again before.',
})

export const accepted = (state: Of<'accepted'>): OutcomeWords => {
  if (state.progress === 'started') return started(state)
  return state.progress === 'dialling' ? dialling(state) : orphaned(state)
}

export const notSent = (state: Of<'notSent'>): OutcomeWords => ({
  tag: 'not sent',
  title: 'Not placed: nothing was sent',
  placed: 'no',
  why: notSentWhy[state.cause],
  service: null,
  next: notSentNext[state.cause],
})

const silent: Record<UnknownCause, string> = {
  interrupted: 'The app stopped while the call was on its way.',
  timedOut: 'The service took the call and gave no answer in time.',
  cut: 'The connection was cut before the answer came.',
  serverError: 'The service failed on its side after it had the call.',
  unreadable: 'The answer could not be understood.',
}

const serverErrors: Record<number, string> = {
  500: 'The service broke while it had the call.',
  502: 'A gateway before the service got no good answer from it; the service may have the call.',
  503: 'A part of the service is away for a moment; it may have the call.',
  504: 'A gateway before the service gave up waiting; the service may still have the call.',
}

const answered: Record<UnknownCause, (status: number) => string> = {
  interrupted: () => silent.interrupted,
  timedOut: (status) => `Something between here and the service gave up waiting (status ${status}).`,
  cut: (status) => `The answer broke off after its first part, which said status ${status}.`,
  serverError: (status) => `${serverErrors[status] ?? silent.serverError} Its status was ${status}.`,
  unreadable: (status) => `The service answered with status ${status}, and what it sent could not be understood.`,
}

export const unknown = (state: Of<'unknown'>): OutcomeWords => ({
  tag: 'unknown',
  title: 'Unknown: it may be ringing',
  placed: 'unknown',
  why: state.status === null ? silent[state.cause] : answered[state.cause](state.status),
  service: state.detail || null,
  next: doNotCall,
})

export const candidate = ({ runIds }: Of<'candidate'>): OutcomeWords => ({
  tag: 'to check',
  title: runIds.length === 1 ? 'Unknown: a run that fits was found' : 'Unknown: runs that fit were found',
  placed: 'unknown',
  why: `Same number, same agent, same minutes, and no reference of this call: run ${common.list(runIds.map(String))}.`,
  service: null,
  next: 'Look the run up and decide: close this call by hand as placed or not placed. Do not call again before.',
})

export const notFound = ({ since }: Of<'notFound'>): OutcomeWords => ({
  tag: 'not found',
  title: 'Not placed: the service has no run of it',
  placed: 'no',
  why: `Its lists were read whole, twice, until ${time.clock(since)}, and no run of this call is in them.`,
  service: null,
  next: 'It may be called again. Should a run show up after all, it is told here.',
})

export const closed = (state: Of<'closedByOperator'>): OutcomeWords => {
  const placed = state.verdict === 'placed'
  return {
    tag: placed ? 'closed: placed' : 'closed: not placed',
    title: placed ? 'Closed by hand: it was placed' : 'Closed by hand: it was not placed',
    placed: placed ? 'yes' : 'no',
    why: `${state.who} decided ${time.full(state.at)}${state.note ? `: ${state.note}` : '.'}`,
    service: null,
    next: placed ? 'Nothing to do.' : 'It may be called again.',
  }
}

export const cancelled: OutcomeWords = {
  tag: 'cancelled',
  title: 'Not placed: cancelled before it was sent',
  placed: 'no',
  why: 'It was safe on disk and taken back before anything left.',
  service: null,
  next: 'It may be called again.',
}

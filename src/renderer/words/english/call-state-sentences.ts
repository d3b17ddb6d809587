import type { CallState, CallStateName, unknownCauses } from '../../../contract/call.ts'
import { failure } from './failure.ts'
import { issue } from './issue.ts'

/** Was a call placed: the one question every outcome answers. */
export type Placed = 'yes' | 'no' | 'unknown' | 'notYet'

/** An outcome in words: what happened, was a call placed, why (ours, then the service's), what next. */
export type OutcomeWords = {
  /** One or two words, for lists. */
  tag: string
  title: string
  placed: Placed
  why: string
  service: string | null
  next: string
}

type Of<S extends CallStateName> = Extract<CallState, { state: S }>

const unknownWhy: Record<(typeof unknownCauses)[number], string> = {
  interrupted: 'The app stopped while the call was on its way.',
  timedOut: 'The service took the call and gave no answer in time.',
  cut: 'The connection was cut before the answer came.',
  serverError: 'The service failed on its side after it had the call.',
  unreadable: 'The answer could not be understood.',
}

export const lookFirst = 'Do not call again. Look for the call in the service’s run list or dashboard first.'

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

export const accepted = (state: Of<'accepted'>): OutcomeWords => ({
  tag: 'accepted',
  title: 'Accepted',
  placed: 'yes',
  why: state.reconciled
    ? `The run was found in the service’s list as ${state.workflowRunName}.`
    : `The service started the run as ${state.workflowRunName}.`,
  service: state.status || null,
  next: 'Nothing to do. The run id finds its recording and transcript later.',
})

const rejectedNext: Record<number, string> = {
  401: 'Replace the key of this profile or have it reactivated, then call.',
  403: 'Ask an admin of your organization, then call.',
  404: 'Check the agent, the configuration and the caller ID, then call.',
  422: 'Mend what is named, then call.',
  429: 'Wait a moment, then call.',
}

export const rejected = (state: Of<'rejected'>): OutcomeWords => ({
  tag: 'rejected',
  title: 'Not placed: the service refused',
  placed: 'no',
  why: [
    `The service refused it with status ${state.status}, before any dialling.`,
    ...state.issues.map(issue.located),
  ].join(' '),
  // A list of refused fields is told field by field above; its raw text would only say it twice.
  service: state.issues.length > 0 ? null : state.detail || null,
  next: rejectedNext[state.status] ?? 'Mend the cause, then call.',
})

export const notSent = (state: Of<'notSent'>): OutcomeWords => ({
  tag: 'not sent',
  title: 'Not placed: nothing was sent',
  placed: 'no',
  why: failure.unreachable[state.cause],
  service: null,
  next: 'Mend the cause, then call.',
})

export const carrierRefused = (state: Of<'failedAtProvider'>): OutcomeWords => ({
  tag: 'carrier refused',
  title: 'Not placed: the carrier refused',
  placed: 'no',
  why: 'The service made a run, and its carrier did not take the call.',
  service: state.detail || null,
  next: 'Read the carrier’s words. Another configuration or caller ID may work.',
})

export const carrierInDoubt = (state: Of<'failedAtProvider'>): OutcomeWords => ({
  tag: 'unknown',
  title: 'Unknown: it may be ringing',
  placed: 'unknown',
  why: 'The carrier’s answer does not tell whether it dialled.',
  service: state.detail || null,
  next: lookFirst,
})

export const unknown = (state: Of<'unknown'>): OutcomeWords => ({
  tag: 'unknown',
  title: 'Unknown: it may be ringing',
  placed: 'unknown',
  why: state.status === null ? unknownWhy[state.cause] : `${unknownWhy[state.cause]} Its status was ${state.status}.`,
  service: state.detail || null,
  next: lookFirst,
})

export const candidate = (state: Of<'candidate'>): OutcomeWords => ({
  tag: 'to check',
  title: 'Unknown: a run that fits was found',
  placed: 'unknown',
  why: `Same number and agent, but not surely this call: run ${state.runIds.join(', ')}.`,
  service: null,
  next: 'Look at the run and decide. Do not call again before.',
})

export const notFound: OutcomeWords = {
  tag: 'not found',
  title: 'Not placed, as far as the service’s lists show',
  placed: 'no',
  why: 'The lists were read twice, whole, and hold no such run.',
  service: null,
  next: 'It may be called again.',
}

export const closed = (state: Of<'closedByOperator'>): OutcomeWords => ({
  tag: 'closed',
  title: state.verdict === 'placed' ? 'Closed by hand: it was placed' : 'Closed by hand: it was not placed',
  placed: state.verdict === 'placed' ? 'yes' : 'no',
  why: state.note ? `${state.who} decided: ${state.note}` : `${state.who} decided.`,
  service: null,
  next: 'Nothing to do.',
})

export const cancelled: OutcomeWords = {
  tag: 'cancelled',
  title: 'Not placed: cancelled before it was sent',
  placed: 'no',
  why: 'It was taken back while it waited.',
  service: null,
  next: 'Nothing to do.',
}

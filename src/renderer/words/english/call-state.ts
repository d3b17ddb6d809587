import type { Call, CallState } from '../../../contract/call.ts'
import type { Failure } from '../../../contract/failure.ts'
import {
  accepted,
  cancelled,
  candidate,
  closed,
  notFound,
  notSent,
  queued,
  sending,
  unknown,
} from './call-state-sentences.ts'
import { carrierInDoubt, carrierRefused } from './carrier.ts'
import { failure as failureCatalogue } from './failure.ts'
import { issue } from './issue.ts'
import type { OutcomeWords, Placed } from './outcome-words.ts'
import { notSentWhy } from './reachability.ts'
import { rejected } from './refusals.ts'
import { tagOf } from './state-tags.ts'

/** Words for every state; a new state does not compile before it has some. */
const inWords = (state: CallState): OutcomeWords => {
  switch (state.state) {
    case 'queued':
      return queued
    case 'sending':
      return sending
    case 'accepted':
      return accepted(state)
    case 'rejected':
      return rejected(state)
    case 'notSent':
      return notSent(state)
    case 'failedAtProvider':
      return state.doubt ? carrierInDoubt(state) : carrierRefused(state)
    case 'unknown':
      return unknown(state)
    case 'candidate':
      return candidate(state)
    case 'notFound':
      return notFound(state)
    case 'closedByOperator':
      return closed(state)
    case 'cancelled':
      return cancelled
  }
}

/** Whether a call may have been placed although `triggerCall` itself failed. Only what surely stopped before sending is a no. */
const placedDespite = (failure: Failure): Placed =>
  failure.kind === 'internal' || failure.kind === 'unavailable' ? 'unknown' : 'no'

const ofFailure = (failure: Failure): OutcomeWords => {
  const said = failureCatalogue.inWords(failure)
  const placed = placedDespite(failure)
  return placed === 'no'
    ? {
        tag: 'not sent',
        title: `Not placed: ${said.title.charAt(0).toLowerCase()}${said.title.slice(1)}`,
        placed,
        why: said.why,
        service: said.service,
        next: said.next,
      }
    : {
        tag: 'unknown',
        title: 'Unknown: it may be ringing',
        placed,
        why: said.why,
        service: said.service,
        next: 'Do not call again. Look at Runs first, then at the service’s dashboard.',
      }
}

const placedWords: Record<Placed, string> = {
  yes: 'Was a call placed: yes',
  no: 'Was a call placed: no',
  unknown: 'Was a call placed: unknown',
  notYet: 'Was a call placed: not known yet',
}

/** One line of a call's timeline. */
const event = (state: CallState): string => {
  if (state.state === 'queued') return 'prepared, safe on disk'
  if (state.state === 'sending') return 'sent on its way to the service'
  const { title, why } = inWords(state)
  if (state.state === 'accepted' && state.reconciled)
    return `${title}: run ${state.workflowRunId}, ${state.workflowRunName}`
  return state.state === 'accepted'
    ? `accepted: run ${state.workflowRunId}, ${state.workflowRunName}`
    : `${title}. ${why}`
}

/** A list of refused fields is told by its first one; its raw text is for machines. */
const rejection = ({ issues, detail }: Extract<CallState, { state: 'rejected' }>): string =>
  issues[0] ? issue.located(issues[0]) : detail

/** What became of a call, in short, beside the state's tag; a call that is followed is told by how it goes on. */
const inShort = ({ outcome }: Pick<Call, 'outcome'>): string => {
  if (outcome.state === 'accepted' && outcome.progress === 'started') return `placed, named ${outcome.workflowRunName}`
  if (outcome.state === 'rejected') return `${outcome.status} ${rejection(outcome)}`.trim()
  if (outcome.state === 'failedAtProvider') return outcome.detail
  if (outcome.state === 'notSent') return notSentWhy[outcome.cause]
  return inWords(outcome).title
}

export const callState = {
  inWords,
  ofFailure,
  placed: (placed: Placed) => placedWords[placed],
  inShort,
  event,
  tagOf,
}

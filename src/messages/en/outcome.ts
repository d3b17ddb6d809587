import type { Call, CallState, CallStateName, unknownCauses } from '../../contract/call.ts'
import type { Failure } from '../../contract/failure.ts'
import type { FoundRun } from '../../contract/found-run.ts'
import { foundRunOf, isDoNotCallResult } from '../../domain/answered-calls.ts'
import {
  displayStateOf,
  endOf as recordedEndOf,
  erasedDetail,
  lacksEnd,
  ownRunIdsOf,
  type Placed,
  placedOf,
  runIdOf,
  runNameOf,
  wasNotPlaced,
} from '../../domain/call-state.ts'
import { describeEnd, endedBeforeResult, endOf } from './call-end.ts'
import { stateTags } from './state-tags.ts'
import { common, time } from './common.ts'
import { failure as failures, notSentNext, notSentWhy } from './failure.ts'
import { issue } from './issue.ts'
import {
  decidedBy,
  foundAfterDecision,
  knownRuns,
  nextAfterNotPlaced,
  runFoundOf,
  runNotKnownYet,
  runsOf,
} from './resolved-runs.ts'
import { carrierAdvice, carrierDoubt, refusalAdvice } from './refusals.ts'

/** An outcome: what happened, whether a call was placed, why (our message, then the service's), and what to do next. */
export type OutcomeText = {
  /** One or two words, for lists. */
  tag: string
  title: string
  placed: Placed
  why: string
  service: string | null
  next: string
}

/** What the state of a call adds to its tag and to whether the call was placed. */
type StateText = Omit<OutcomeText, 'tag' | 'placed'>

type StateNamed<S extends CallStateName> = Extract<CallState, { state: S }>

type UnknownCause = (typeof unknownCauses)[number]

const queued: StateText = {
  title: 'Saved, about to be sent',
  why: 'The call is saved and queued.',
  service: null,
  next: 'Wait a moment.',
}

/** The name of the call's run in parentheses, after its ID; empty if it is not known. */
const nameOf = (outcome: CallState): string => {
  const name = runNameOf({ outcome })
  return name ? ` (${name})` : ''
}

const runOf = (outcome: CallState): string => {
  const id = runIdOf({ outcome })
  return id === null ? '' : ` The call is run ${id}${nameOf(outcome)}.`
}

/** The next step of an unknown outcome. A known run may be in progress or over, so the words only refer to it. */
const doNotCall = (outcome: CallState): string => {
  const id = runIdOf({ outcome })
  const reason = id === null ? 'the phone may be ringing' : `run ${id} shows the state of this call`
  return `Don’t call again until this is resolved: ${reason}.`
}

/** A run that was found may be in progress or over, so the words only refer to it. */
const sending = ({ foundRunId: id, ...state }: StateNamed<'sending'>): StateText => ({
  title: id === undefined ? 'Sending' : `Found as run ${id}, waiting for the response`,
  why: `Rundesk is waiting for the service’s response. ${id === undefined ? 'The phone may ring at any moment.' : `Run ${id}${nameOf(state)} shows the state of this call.`}`,
  service: null,
  next: 'Don’t call again.',
})

const started = (state: StateNamed<'accepted'>): StateText => ({
  title: state.reconciled ? 'Accepted: found in the service’s list' : 'Accepted',
  why: state.reconciled
    ? `The service didn’t confirm the call in a response, but run ${state.workflowRunName} has this call’s reference.`
    : `The service started the run, named ${state.workflowRunName}${state.status ? ` (initial status: ${state.status})` : ''}.`,
  service: null,
  next: 'No action needed. After the call, the run has its recording and transcript, if any.',
})

const dialing = ({ workflowRunId }: StateNamed<'accepted'>): StateText => ({
  title: 'Run found, no carrier report when last read',
  why: `Run ${workflowRunId} matches this call. When Rundesk last read the run, the service had no report from its carrier.`,
  service: null,
  next: 'Don’t call again: the phone may ring at any moment.',
})

const orphaned = ({ workflowRunId }: StateNamed<'accepted'>): StateText => ({
  title: 'Unknown: no carrier report when last read',
  why: `Run ${workflowRunId} matches this call. When Rundesk last read the run, the service had no report from its carrier. The phone may or may not have rung.`,
  service: null,
  next: 'First check the run, once the service can be reached. Then resolve this call manually. Don’t call again until you have.',
})

const accepted = (state: StateNamed<'accepted'>): StateText => {
  if (state.progress === 'started')
    return state.end === undefined ? started(state) : { ...describeEnd(state.end), service: null }
  return state.progress === 'dialing' ? dialing(state) : orphaned(state)
}

const notSent = (state: StateNamed<'notSent'>): StateText => ({
  title: 'Not placed: nothing was sent',
  why: notSentWhy[state.cause],
  service: null,
  next: notSentNext[state.cause],
})

const noResponse: Record<UnknownCause, string> = {
  interrupted: 'Rundesk closed before the response arrived.',
  historyLost: 'Part of the history was lost, including this call’s last state.',
  timedOut: 'The service received the call but didn’t respond in time.',
  cut: 'The connection dropped before the response arrived.',
  serverError: 'The service failed after it received the call.',
  unreadable: 'The response couldn’t be read.',
  unexpected: 'The response doesn’t show whether the call was placed.',
}

const serverErrors: Record<number, string> = {
  500: 'The service failed while handling the call.',
  502: 'A gateway received an invalid response from the service, which may still have received the call.',
  503: 'Part of the service is temporarily unavailable; it may have received the call.',
  504: 'A gateway timed out waiting for the service, which may still have received the call.',
}

const withStatus: Partial<Record<UnknownCause, (status: number) => string>> = {
  timedOut: (status) =>
    status === 408 || status === 504
      ? `A server between Rundesk and the service timed out (status ${status}).`
      : `The response (status ${status}) was still incomplete when Rundesk stopped waiting.`,
  cut: (status) => `The response was cut off after its headers (status ${status}).`,
  serverError: (status) => `${serverErrors[status] ?? noResponse.serverError} (Status ${status}.)`,
  unreadable: (status) => `The service responded with status ${status}, but the response couldn’t be read.`,
  unexpected: (status) => `The response (status ${status}) doesn’t show whether the call was placed.`,
}

/** The service's message; null if there is none or it was erased. */
const messageOf = ({ detail }: { detail: string }): string | null => (detail === erasedDetail ? null : detail || null)

const unknownTitle = (state: StateNamed<'unknown'>): string => {
  if (state.cause === 'historyLost') return 'Unknown: the call’s state was lost'
  const id = runIdOf({ outcome: state })
  return id === null ? 'Unknown: the phone may be ringing' : `Unknown: found as run ${id}`
}

const unknown = (state: StateNamed<'unknown'>): StateText => ({
  title: unknownTitle(state),
  why: ((state.status !== null && withStatus[state.cause]?.(state.status)) || noResponse[state.cause]) + runOf(state),
  service: messageOf(state),
  next: doNotCall(state),
})

const candidate = ({ runIds }: StateNamed<'candidate'>): StateText => ({
  title: runIds.length === 1 ? 'Unknown: possible match found' : 'Unknown: possible matches found',
  why:
    runIds.length === 1
      ? `Run ${runIds[0]} was created at that time, but the service’s list doesn’t show whether it’s this call.`
      : `Runs ${common.list(runIds.map(String))} were created at that time, but the service’s list doesn’t show whether one of them is this call.`,
  service: null,
  next: 'Look up the run, then mark this call as placed or not placed. Don’t call again until you have.',
})

const notFound = ({ since }: StateNamed<'notFound'>): StateText => ({
  title: 'Not placed: no matching run found',
  why: `Two complete checks of the service’s run list, the last at ${time.clock(since)}, found no run that could be this call.`,
  service: null,
  next: 'You can call again. If a run is found later, it will appear here.',
})

/** Added to the title of a call that a person resolved as not placed. */
const despiteDecision: Record<FoundRun, string> = {
  own: ', but its run was found',
  possible: ', but a possible run was found',
  answered: ', but the call was answered',
}

const closed = (state: StateNamed<'closedByOperator'>): StateText => {
  const placed = state.decision === 'placed'
  const found = foundRunOf(state)
  return {
    title: placed
      ? 'Resolved manually: placed'
      : `Resolved manually: not placed${found === null ? '' : despiteDecision[found]}`,
    why: `${knownRuns(state)}${decidedBy(state)}`,
    service: null,
    next: placed ? 'No action needed.' : nextAfterNotPlaced(state),
    ...(state.end && isDoNotCallResult(state.end.disposition) && { next: describeEnd(state.end).next }),
  }
}

const cancelled: StateText = {
  title: 'Not placed: canceled before it was sent',
  why: 'The call was canceled before anything was sent.',
  service: null,
  next: 'You can call again.',
}

const rejected = (state: StateNamed<'rejected'>): StateText => {
  const { title, why, next } = refusalAdvice(state)
  return {
    title: `Not placed: ${title}`,
    why: [why, ...state.issues.map(issue.withField)].join(' ') + runOf(state),
    // The rejected fields are listed above; the raw message would only repeat them.
    service: state.issues.length > 0 ? null : messageOf(state),
    next,
  }
}

const carrierRefused = (state: StateNamed<'failedAtProvider'>): StateText => {
  const { title, why, next } = carrierAdvice(state)
  return {
    title: `Not placed: ${title}`,
    why: why + runOf(state),
    service: messageOf(state),
    next,
  }
}

/** The service reports a failure, but the carrier may have dialed. */
const carrierInDoubt = (state: StateNamed<'failedAtProvider'>): StateText => ({
  title: state.workflowRunId === null ? 'Unknown: the carrier may be dialing' : 'Unknown: the carrier may have dialed',
  why: carrierDoubt(state) + runOf(state),
  service: messageOf(state),
  next: doNotCall(state),
})

/** Describes every state. A new state without a message does not compile. */
const textOf = (state: CallState): StateText => {
  switch (state.state) {
    case 'queued':
      return queued
    case 'sending':
      return sending(state)
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

/** True if the next step after this outcome may be to call the number again, or to add it to the do-not-call list. */
const dependsOnList = (state: CallState): boolean =>
  wasNotPlaced(state) ||
  (state.state === 'accepted' && state.end !== undefined && state.end.kind !== 'reached') ||
  isDoNotCallResult(recordedEndOf(state)?.disposition ?? null)

const endUnknown =
  'This call’s profile was removed, so Rundesk can’t check how the call ended. Look the call up in the service’s dashboard.'

/**
 * `isListed`: whether the number is on the do-not-call list, so that the next step is never to call it again or add it.
 * `hasProfile`: false if the call's profile was removed, so that Rundesk can't look up how the call ended.
 */
const describe = (state: CallState, isListed = false, hasProfile = true): OutcomeText => ({
  tag: stateTags[displayStateOf(state)],
  placed: placedOf(state),
  ...textOf(state),
  ...(lacksEnd(state) && !hasProfile && { next: endUnknown }),
  ...(isListed && dependsOnList(state) && { next: 'Don’t call again: the number is on the do-not-call list.' }),
})

/** Whether a call may have been placed although `triggerCall` failed. It is `no` only if the failure proves that nothing was sent. */
const placedDespite = (failure: Failure): Placed =>
  failure.kind === 'internal' || failure.kind === 'unavailable' ? 'unknown' : 'no'

const describeFailure = (failure: Failure): OutcomeText => {
  const text = failures.describe(failure)
  const placed = placedDespite(failure)
  return placed === 'no'
    ? {
        ...text,
        tag: 'not sent',
        title: `Not placed: ${text.title.charAt(0).toLowerCase()}${text.title.slice(1)}`,
        placed,
      }
    : {
        ...text,
        tag: 'unknown',
        title: 'Unknown: the phone may be ringing',
        placed,
        next: 'Don’t call again yet. Check Runs, then the service’s dashboard.',
      }
}

const placedTexts: Record<Placed, string> = {
  yes: 'Call placed: yes',
  no: 'Call placed: no',
  unknown: 'Call placed: unknown',
  notYet: 'Call placed: not confirmed yet',
}

/** Says how the run of a call that a person resolved ended, if `outcome` adds that to `before`; otherwise null. */
const endAfterDecision = (outcome: CallState, before?: CallState): string | null => {
  if (outcome.state !== 'closedByOperator' || before?.state !== 'closedByOperator' || outcome.end === undefined)
    return null
  const isKnown = before.end !== undefined && endOf(before.end) === endOf(outcome.end)
  return isKnown ? null : `This call’s ${runsOf(ownRunIdsOf({ outcome }))}: ${endOf(outcome.end)}.`
}

/**
 * What the look-up after a person's decision found, or how the run ended, if an outcome followed that decision; otherwise
 * null.
 */
const foundSince = (state: CallState, before?: CallState): string | null =>
  before?.state === 'closedByOperator' ? (endAfterDecision(state, before) ?? foundAfterDecision(state)) : null

/** True for an end without a result if the latest outcome has one. */
const hadNoResult = (state: CallState, latest: CallState): boolean =>
  state.state === 'accepted' &&
  state.end?.kind === 'ended' &&
  'end' in latest &&
  latest.end !== undefined &&
  latest.end.kind !== 'ended'

/** True if the call's run was known before, but the service had no report from its carrier yet. */
const isReportOfKnownRun = (state: StateNamed<'accepted'>, before?: CallState): boolean =>
  state.progress === 'started' &&
  before?.state === 'accepted' &&
  before.progress !== 'started' &&
  before.workflowRunId === state.workflowRunId

/** One line of a call's timeline. `before`: the outcome that this one followed, if any; `latest`: the last one. */
const event = (state: CallState, before?: CallState, latest: CallState = state): string => {
  const found = foundSince(state, before)
  if (found !== null) return found
  if (hadNoResult(state, latest)) return endedBeforeResult
  if (state.state === 'queued') return 'Saved'
  if (state.state === 'sending')
    return state.foundRunId === undefined ? 'Sent to the service' : `Found as run ${state.foundRunId}`
  if (state.state === 'accepted' && state.end === undefined && isReportOfKnownRun(state, before))
    return `Accepted: the carrier’s report arrived for run ${state.workflowRunId}`
  const { title, why } = describe(state)
  return state.state === 'accepted' && state.end === undefined
    ? `${title}: run ${state.workflowRunId}, ${state.workflowRunName}`
    : `${title}. ${why}`
}

/** The same line as a tag, except that it doesn't repeat a person's decision after the look-up. */
const shortEvent = (state: CallState, before?: CallState): string =>
  foundSince(state, before) ?? stateTags[displayStateOf(state)]

/** Names only the first rejected field; the raw list is for machines. */
const rejection = ({ issues, detail }: Extract<CallState, { state: 'rejected' }>): string =>
  issues[0] ? issue.withField(issues[0]) : detail

/** The outcome in short, shown next to the state's tag. `hasProfile`: false if the call's profile was removed. */
const summary = ({ outcome }: Pick<Call, 'outcome'>, hasProfile = true): string => {
  if (lacksEnd(outcome) && !hasProfile) return 'placed · end unknown, profile removed'
  if (outcome.state === 'accepted' && outcome.end !== undefined) return endOf(outcome.end)
  if (outcome.state === 'accepted' && outcome.progress === 'started') return `placed · ${outcome.workflowRunName}`
  if (outcome.state === 'rejected') return `${outcome.status} ${rejection(outcome)}`.trim()
  if (outcome.state === 'failedAtProvider') return outcome.detail
  if (outcome.state === 'notSent') return notSentWhy[outcome.cause]
  return runFoundOf(outcome) ?? describe(outcome).title
}

/** Call states: what each one means, whether a call was placed, and what to do next. */
export const callState = {
  describe,
  runNotKnownYet,
  describeFailure,
  placed: (placed: Placed) => placedTexts[placed],
  summary,
  event,
  shortEvent,
  /** The tag of the state with this name, or null if there is no such state. */
  tagOf: (name: string): string | null => new Map<string, string>(Object.entries(stateTags)).get(name) ?? null,
}

import type { CallState } from '../../contract/call.ts'
import type { DisplayState } from '../../contract/call-list.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Brake, ListOptions } from '../../contract/list.ts'

/**
 * What a call's outcome means for its list. `brake`: the next call would fail in the same way, so the list pauses.
 * `busy`: the service was too busy for the call. `notSent`: there was no connection. After these three, the row is
 * called later. All other outcomes affect only the row.
 */
export type CallEffect =
  | { kind: 'placed' | 'carrierFailed' | 'unknown' | 'rowRefused' | 'busy' | 'notSent' }
  | { kind: 'brake'; reason: Brake }

type Rejected = Extract<CallState, { state: 'rejected' }>

const brake = (reason: Brake): CallEffect => ({ kind: 'brake', reason })

/** The request fields that differ between a list's rows; all other fields are the same. */
const rowFields = new Set<string | number>(['phone_number', 'phoneNumber', 'initial_context', 'initialContext'])

const isAboutTheRow = ({ issues }: Rejected): boolean =>
  issues.some(({ path }) => path.some((name) => rowFields.has(name)))

/**
 * Returns the effect of a response that proves that nothing was dialed (specification, section 7, and measurements).
 */
const rejection = (outcome: Rejected): CallEffect => {
  switch (outcome.status) {
    case 401:
    case 403:
      return brake('keyRefused')
    case 402:
      return brake('noCredit')
    case 404:
      return brake(/telephony/i.test(outcome.detail) ? 'configurationNotReady' : 'agentArchived')
    case 409:
      return brake('agentArchived')
    case 429:
      return { kind: 'busy' }
    case 422:
      return isAboutTheRow(outcome) ? { kind: 'rowRefused' } : brake('configurationNotReady')
    case 400:
      // The only other proven cause of this status is a body that the service could not parse, so the row may be the
      // cause.
      return /telephony|not ready|from_phone_number/i.test(outcome.detail)
        ? brake('configurationNotReady')
        : { kind: 'rowRefused' }
    default:
      return brake('serviceUnavailable')
  }
}

/** Causes that persist until someone changes a certificate, a proxy or a policy. */
const lastingCauses: ReadonlySet<string> = new Set(['certificate', 'notTls', 'proxyAuthentication', 'policy'])

/** Returns what a recorded outcome means for the call's list; null while the request is in progress. */
export const effectOf = (outcome: CallState): CallEffect | null => {
  switch (outcome.state) {
    case 'queued':
    case 'sending':
      return null
    case 'rejected':
      return rejection(outcome)
    case 'notSent':
      if (outcome.cause === 'notRecorded') return brake('diskRefused')
      return lastingCauses.has(outcome.cause) ? brake('serviceUnavailable') : { kind: 'notSent' }
    case 'cancelled':
    case 'notFound':
      return { kind: 'notSent' }
    case 'failedAtProvider':
      return { kind: outcome.doubt ? 'unknown' : 'carrierFailed' }
    case 'unknown':
    case 'candidate':
      return { kind: 'unknown' }
    case 'accepted':
      return { kind: outcome.end?.kind === 'failed' ? 'carrierFailed' : 'placed' }
    case 'closedByOperator':
      // The user who resolved the call decides whether to call again.
      return { kind: outcome.decision === 'placed' ? 'placed' : 'rowRefused' }
  }
}

/** True while the call uses one of the organization's slots, or may use one because its outcome is unknown. */
export const usesSlot = (outcome: CallState): boolean => {
  const effect = effectOf(outcome)
  if (effect === null || effect.kind === 'unknown') return true
  return outcome.state === 'accepted' && outcome.progress !== 'orphaned' && outcome.end === undefined
}

/** True if the call was certainly not placed and the row was not the reason, so the row will be called later. */
export const isCalledLater = (effect: CallEffect): boolean =>
  effect.kind === 'brake' || effect.kind === 'busy' || effect.kind === 'notSent'

/**
 * A list pauses if its last 10 outcomes include 5 carrier failures or 3 unknown outcomes, or after 3 unsent requests in
 * a row.
 */
const [lastOutcomes, carrierFailures, unknownOutcomes, unsentInARow] = [10, 5, 3, 3]

/**
 * The latest outcomes of a running list, newest last. A call's later outcome replaces its earlier one, except that a
 * lost response still counts as unknown once its run was found, or the list would never pause while all are lost.
 */
export type Recent = readonly { readonly callId: string; readonly kind: CallEffect['kind'] }[]

/** Returns the outcomes with another one added. `busy` is ignored, because the pace reacts to it. */
export const withOutcome = (recent: Recent, callId: string, { kind }: CallEffect): Recent => {
  if (kind === 'busy') return recent
  const known = recent.findIndex((one) => one.callId === callId)
  if (recent[known]?.kind === 'unknown') return recent
  return known < 0 ? [...recent, { callId, kind }].slice(-lastOutcomes) : recent.with(known, { callId, kind })
}

/** Returns the reason why the latest outcomes pause the list; null if they do not. */
export const brakeOf = (recent: Recent): Brake | null => {
  const count = (kind: CallEffect['kind']): number => recent.filter((one) => one.kind === kind).length
  if (count('carrierFailed') >= carrierFailures) return 'carrierFailures'
  if (count('unknown') >= unknownOutcomes) return 'serviceUnavailable'
  const last = recent.slice(-unsentInARow)
  return last.length === unsentInARow && last.every(({ kind }) => kind === 'notSent') ? 'serviceUnavailable' : null
}

/** What happens to a row whose call was refused before it was recorded. */
export type Refusal =
  | { kind: 'brake'; reason: Brake }
  /** Another call of this app to the number is in progress, so the row is tried again after a minute. */
  | { kind: 'later' }
  | { kind: 'held'; finding: 'calledRecently' | 'unresolvedCall' | 'contextTooLarge' | 'containsKey' }
  | { kind: 'refused'; finding: 'doNotCall' | 'invalidNumber' | 'emergencyNumber' | 'shortNumber' }
  /**
   * The transaction found that the row must not be called now. `isChanged`: the row is waiting now, or the user must
   * decide on it.
   */
  | { kind: 'notNow'; isChanged: boolean }
  /** The list is no longer running, or the app is quitting. */
  | { kind: 'over' }

/** The path of the issue that a call's transaction returns if a list's row must not be called now. */
export const listRowPath = 'listRow'

/** The transaction's reasons that mean that the row is no longer ready or due. */
const changingReasons: ReadonlySet<string> = new Set(['doNotCall', 'consent', 'hours', 'maximum', 'inProgress'])

/** Returns the refusal that the first issue of an invalid call means: about the list, its profile, or the row. */
const refusalOfInvalid = (failure: Extract<Failure, { kind: 'invalid' }>): Refusal => {
  const [issue] = failure.issues
  if (issue?.path[0] === listRowPath)
    return issue.words === 'list'
      ? { kind: 'over' }
      : { kind: 'notNow', isChanged: changingReasons.has(issue.words ?? '') }
  // The profile was removed while the list was being started.
  if (issue?.code === 'profile') return { kind: 'brake', reason: 'profileRemoved' }
  if (issue?.code === 'containsKey') return { kind: 'held', finding: 'containsKey' }
  if (issue?.path[0] === 'initialContext') return { kind: 'held', finding: 'contextTooLarge' }
  return { kind: 'refused', finding: issue?.code === 'emergencyNumber' ? 'emergencyNumber' : 'invalidNumber' }
}

/** States of an earlier call that change within minutes. */
const passingStates: ReadonlySet<string> = new Set<DisplayState>(['queued', 'sending', 'dialing'])

/** Returns what a refusal before recording means. A list cannot confirm a call, so the user decides on the row. */
export const refusalOf = (failure: Failure): Refusal => {
  switch (failure.kind) {
    case 'closing':
      return { kind: 'over' }
    case 'storage':
      return { kind: 'brake', reason: 'diskRefused' }
    case 'keychain':
      return { kind: 'brake', reason: 'keyUnreadable' }
    case 'unauthorized':
    case 'forbidden':
      return { kind: 'brake', reason: 'keyRefused' }
    case 'numberLocked':
      return passingStates.has(failure.call.state) ? { kind: 'later' } : { kind: 'held', finding: 'unresolvedCall' }
    case 'repeat':
      if (failure.reason === 'historyGap') return { kind: 'brake', reason: 'historyGap' }
      if (failure.reason === 'shortNumber' || failure.reason === 'doNotCall')
        return { kind: 'refused', finding: failure.reason }
      return { kind: 'held', finding: 'calledRecently' }
    case 'invalid':
      return refusalOfInvalid(failure)
    case 'notFound':
    case 'refused':
    case 'unreachable':
    case 'unavailable':
    case 'internal':
      return { kind: 'brake', reason: 'serviceUnavailable' }
  }
}

/** How fast a running list calls. Times are in milliseconds, from a monotonic clock. */
export type Pace = {
  /** The user's maximum number of simultaneous calls, and how many of the organization's slots are kept free. */
  readonly chosen: Pick<ListOptions, 'atOnce' | 'freeSlots'>
  /** The number of calls since the start or the last resume that the service placed or refused because of their row. */
  readonly answered: number
  /**
   * How many calls the organization may have in progress, as reported by the service or learned from a refusal; null if
   * unknown.
   */
  readonly limit: number | null
  /** Like `answered`, but since the limit was learned; null if the service reported the limit. */
  readonly answeredAtLimit: number | null
  /** The number of consecutive refusals because of too many calls. */
  readonly refusals: number
  /** No call starts before this time. */
  readonly resumeAt: number
}

/** The first call shows whether calls work at all; the next three show whether they work simultaneously. */
const [afterStart, afterFirst, trialCalls] = [1, 3, 4]
/** First and longest pause after a refusal because of too many calls, in milliseconds. */
const [firstPause, longestPause] = [5_000, 60_000]
/** The longest Retry-After that is honored, in milliseconds: an hour. */
const longestRetryAfter = 3_600_000
/** How many calls are placed at a learned limit before trying one more, because other users' calls may have ended. */
const callsPerTrial = 20

export const createPace = (chosen: Pace['chosen'], limit: number | null): Pace => ({
  chosen,
  answered: 0,
  limit,
  answeredAtLimit: null,
  refusals: 0,
  resumeAt: 0,
})

/** Returns how many calls may be in progress after the trial calls; the user's number if the limit is unknown. */
export const mostAtOnce = ({ chosen, limit }: Pick<Pace, 'chosen' | 'limit'>): number =>
  limit === null ? chosen.atOnce : Math.min(chosen.atOnce, Math.max(1, limit - chosen.freeSlots))

/**
 * Returns how many calls may be in progress now. `others` were placed before the start or the last resume, or are
 * unknown: they use slots, but are not counted as trial calls.
 */
export const slotsOf = (pace: Pace, now: number, others = 0): number => {
  const { chosen, answered, resumeAt } = pace
  if (now < resumeAt) return 0
  const trial = answered === 0 ? afterStart : answered < trialCalls ? afterFirst : chosen.atOnce
  return Math.min(trial + others, mostAtOnce(pace))
}

/** Returns the pace after the service placed a call, or refused it because of its row. */
export const afterAnswered = (pace: Pace): Pace => {
  const next = { ...pace, answered: pace.answered + 1, refusals: 0 }
  if (pace.limit === null || pace.answeredAtLimit === null) return next
  const answeredAtLimit = pace.answeredAtLimit + 1
  return answeredAtLimit < callsPerTrial
    ? { ...next, answeredAtLimit }
    : { ...next, limit: pace.limit + 1, answeredAtLimit: 0 }
}

/**
 * Returns the pace after the service refused a call because too many are in progress or it is busy. `inProgress` is the
 * number of this list's calls in progress; `retryAfterSeconds` is the service's Retry-After.
 */
export const afterRefused = (
  pace: Pace,
  { inProgress, now, retryAfterSeconds }: { inProgress: number; now: number; retryAfterSeconds: number | null },
): Pace => {
  const pause =
    retryAfterSeconds === null
      ? Math.min(longestPause, firstPause * 2 ** pace.refusals)
      : Math.min(longestRetryAfter, retryAfterSeconds * 1000)
  return {
    ...pace,
    // If several refusals arrive, some of the counted calls may be ending, so use the lowest count.
    limit: Math.max(1, Math.min(pace.limit ?? Infinity, inProgress)),
    answeredAtLimit: 0,
    refusals: pace.refusals + 1,
    resumeAt: Math.max(pace.resumeAt, now + pause),
  }
}

import type { CallState } from '../../contract/call.ts'
import type { DisplayState } from '../../contract/call-list.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Brake } from '../../contract/list.ts'

/**
 * What the outcome of a call means for its list. `brake`: the next call would end in the same way, so the list pauses and
 * the row is called later. `busy`: the service refused the call because of its load; the row is called later. `notSent`:
 * no connection was made; the row is called later. Every other outcome belongs to the row.
 */
export type CallEffect =
  | { kind: 'placed' | 'carrierFailed' | 'unknown' | 'rowRefused' | 'busy' | 'notSent' }
  | { kind: 'brake'; reason: Brake }

type Rejected = Extract<CallState, { state: 'rejected' }>

const brake = (reason: Brake): CallEffect => ({ kind: 'brake', reason })

/** Fields of the request that differ between the rows of a list; every other field is the same for all. */
const rowFields = new Set<string | number>(['phone_number', 'phoneNumber', 'initial_context', 'initialContext'])

const isAboutTheRow = ({ issues }: Rejected): boolean =>
  issues.some(({ path }) => path.some((name) => rowFields.has(name)))

/** The answers that prove that nothing was dialed (specification, section 7, and the measured service). */
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
      // The only other proof with this status is a body that the service could not parse, which differs between rows.
      return /telephony|not ready|from_phone_number/i.test(outcome.detail)
        ? brake('configurationNotReady')
        : { kind: 'rowRefused' }
    default:
      return brake('serviceUnavailable')
  }
}

/** Causes that do not pass by themselves: a person must change a certificate, a proxy or a policy. */
const lastingCauses: ReadonlySet<string> = new Set(['certificate', 'notTls', 'proxyAuthentication', 'policy'])

/** Returns what a recorded outcome means for the list of the call; null while its request is open. */
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
      // A person who resolved the call decides whether it is made again.
      return { kind: outcome.decision === 'placed' ? 'placed' : 'rowRefused' }
  }
}

/** True while the call uses one of the organization's slots. What is unknown may use one, but nothing says until when. */
export const usesSlot = (outcome: CallState): boolean => {
  if (outcome.state === 'queued' || outcome.state === 'sending') return true
  return outcome.state === 'accepted' && outcome.progress !== 'orphaned' && outcome.end === undefined
}

/** True if the call was certainly not placed for a reason that is not the row's, so that the row is called later. */
export const isCalledLater = (effect: CallEffect): boolean =>
  effect.kind === 'brake' || effect.kind === 'busy' || effect.kind === 'notSent'

/** How many of the last outcomes pause a list, and how many unsent requests in a row. */
const [lastOutcomes, carrierFailures, unknownOutcomes, unsentInARow] = [10, 5, 3, 3]

/** The last outcomes of a running list, newest last, each with its call. A later outcome of a call replaces the earlier one. */
export type Recent = readonly { readonly callId: string; readonly kind: CallEffect['kind'] }[]

/** Adds an outcome. `busy` says nothing about the calls, and the pace reacts to it. */
export const withOutcome = (recent: Recent, callId: string, { kind }: CallEffect): Recent => {
  if (kind === 'busy') return recent
  const known = recent.findIndex((one) => one.callId === callId)
  return known < 0 ? [...recent, { callId, kind }].slice(-lastOutcomes) : recent.with(known, { callId, kind })
}

/** Returns why the last outcomes pause the list; null if they don't. */
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
  /** The number is busy with another call of this app: the row is tried again after a minute. */
  | { kind: 'later' }
  | { kind: 'held'; finding: 'calledRecently' | 'contextTooLarge' }
  | { kind: 'refused'; finding: 'doNotCall' | 'invalidNumber' | 'emergencyNumber' | 'shortNumber' }
  /** The transaction found that the row is not called now. `isChanged`: the row waits, or a person decides about it. */
  | { kind: 'notNow'; isChanged: boolean }
  /** The list no longer runs, or the app quits. */
  | { kind: 'over' }

/** The path of the issue with which the transaction of a call reports that it does not call the row of a list now. */
export const listRowPath = 'listRow'

/** Reasons of the transaction after which the row is no longer ready and due. */
const changingReasons: ReadonlySet<string> = new Set(['doNotCall', 'consent', 'hours', 'maximum', 'inProgress'])

const refusedNumber = (failure: Extract<Failure, { kind: 'invalid' }>): Refusal => {
  const [issue] = failure.issues
  if (issue?.path[0] === listRowPath)
    return issue.words === 'list'
      ? { kind: 'over' }
      : { kind: 'notNow', isChanged: changingReasons.has(issue.words ?? '') }
  if (issue?.path[0] === 'initialContext') return { kind: 'held', finding: 'contextTooLarge' }
  return { kind: 'refused', finding: issue?.code === 'emergencyNumber' ? 'emergencyNumber' : 'invalidNumber' }
}

/** States of an earlier call that end by themselves within minutes. */
const passingStates: ReadonlySet<string> = new Set<DisplayState>(['queued', 'sending', 'dialing'])

/** Returns what a refusal before the record means. A list cannot answer a question, so a person decides about the row. */
export const refusalOf = (failure: Failure): Refusal => {
  switch (failure.kind) {
    case 'closing':
      return { kind: 'over' }
    case 'storage':
      return { kind: 'brake', reason: 'diskRefused' }
    case 'keychain':
    case 'unauthorized':
    case 'forbidden':
      return { kind: 'brake', reason: 'keyRefused' }
    case 'numberLocked':
      return passingStates.has(failure.call.state) ? { kind: 'later' } : { kind: 'held', finding: 'calledRecently' }
    case 'repeat':
      if (failure.reason === 'historyGap') return { kind: 'brake', reason: 'guardsUnreadable' }
      if (failure.reason === 'shortNumber' || failure.reason === 'doNotCall')
        return { kind: 'refused', finding: failure.reason }
      return { kind: 'held', finding: 'calledRecently' }
    case 'invalid':
      return refusedNumber(failure)
    case 'notFound':
    case 'refused':
    case 'unreachable':
    case 'unavailable':
    case 'internal':
      return { kind: 'brake', reason: 'serviceUnavailable' }
  }
}

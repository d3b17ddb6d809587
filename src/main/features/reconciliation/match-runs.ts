import type { Call, CallState } from '../../../contract/call.ts'
import { dialFailure, runMayRingDespite } from '../../service/proofs.ts'
import { toShownText } from '../../service/wire/detail.ts'
import type { RunListItem } from '../../service/wire/runs.ts'
import { longestDial } from '../../../domain/call-state.ts'
import { isSameNumber } from '../../../domain/phone-number.ts'
import type { TimeRange } from './timing.ts'

/** The format of call IDs (ULID) of this and other installations. */
const callIdShape = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

const referenceIn = ({ initialContext }: RunListItem, name: string): unknown =>
  Object.hasOwn(initialContext, name) ? initialContext[name] : null

/** Returns the called number; older services return it only in the context. */
const calledNumber = ({ calledNumber: number, initialContext }: RunListItem): string | null => {
  const stamped = initialContext['phone_number']
  return number ?? (typeof stamped === 'string' ? stamped : null)
}

const endpoint = /^(?:sips?:|(?:pjsip|sip|iax2|dahdi|local)\/)([^@:/]+)/i

/** Returns the digits of a number in an ordinary spelling: groups of digits with single separators; null for any other. */
const readableDigits = (text: string): string | null => {
  const groups = text.replace(/^(?:tel:)?\+?/i, '').replaceAll(/\((\d+)\) ?/g, '$1')
  return /^\d+(?:[ .\-/]\d+)*$/.test(groups) ? groups.replaceAll(/\D/g, '') : null
}

/** Returns whether all digits occur in the other ones in the same order, so that only some were left out or added. */
const isPartOf = (digits: string, others: string): boolean => {
  let at = 0
  for (const other of others) if (other === digits.charAt(at)) at += 1
  return at >= digits.length
}

/**
 * Returns whether digits may be the call's number with parts left out or added, with parts replaced by one digit, or
 * encoded as hexadecimal ASCII. A number that was called without its country code may be reported with it.
 */
const mayBeMasked = (digits: string, phoneNumber: string): boolean => {
  const called = phoneNumber.normalize('NFKC').replaceAll(/\D/g, '')
  const decoded = /^(?:3\d)+$/.test(digits) ? [digits.replaceAll(/3(\d)/g, '$1')] : []
  // Three or more equal digits may replace others; the digits before and after them keep their positions.
  const shown = digits.replace(/^0+/, '').replaceAll(/(\d)\1{2,}/g, '\\d*')
  if (shown.includes('*') && new RegExp(`^\\d{0,3}${shown}$`).test(called)) return true
  return [digits, ...decoded].some((visible) => {
    const starts = phoneNumber.includes('+') ? [0] : [0, 1, 2, 3]
    // Networks insert digits: Mexico and Argentina a 1 or 9 after the country code.
    if (isPartOf(called, visible)) return true
    return starts.some((start) => isPartOf(visible.slice(start).replace(/^0+/, ''), called))
  })
}

/** Minimum and maximum number of digits of a complete number; an extension may have three. */
const [fewestDigits, mostDigits, fewestOfExtension] = [7, 15, 3]

/**
 * Returns whether the run's number rules the call out. Only a plainly readable number can, because a service may mask,
 * shorten or encode the numbers in its lists.
 */
const hasAnotherNumber = (run: RunListItem, { phoneNumber }: Call): boolean => {
  const number = calledNumber(run)?.trim() ?? ''
  if (number === '' || isSameNumber(number, phoneNumber)) return false
  const [, user] = endpoint.exec(number) ?? []
  const isToEndpoint = endpoint.test(phoneNumber.trim())
  // A phone system may have another number for the same person.
  if ((user !== undefined) !== isToEndpoint) return false
  const digits = readableDigits(user ?? number)
  if (digits === null || digits.length > mostDigits) return false
  return digits.length >= (user === undefined ? fewestDigits : fewestOfExtension) && !mayBeMasked(digits, phoneNumber)
}

const carriesReference = (run: RunListItem, { callId, referenceName }: Call): boolean =>
  referenceName !== null && referenceIn(run, referenceName) === callId

/**
 * Returns the runs that have the call's reference and no other number. This is the only proof that a run belongs to a
 * call.
 */
export const ownRuns = (call: Call, runs: readonly RunListItem[]): RunListItem[] =>
  runs.filter((run) => carriesReference(run, call) && !hasAnotherNumber(run, call))

/** Returns true for a run whose reference is the ID of another call. */
const belongsToAnother = (run: RunListItem, { referenceName }: Call): boolean => {
  const reference = referenceName === null ? null : referenceIn(run, referenceName)
  return typeof reference === 'string' && callIdShape.test(reference)
}

const browserModes = ['smallwebrtc', 'webrtc', 'textchat']

/**
 * Returns true for a run that a call request never creates: one in a browser, of a campaign, or for an incoming call.
 */
const isOfAnotherKind = ({ mode, callType, workflowRunName, initialContext }: RunListItem): boolean =>
  browserModes.includes(mode ?? '') ||
  callType === 'inbound' ||
  // The service gives such names to campaign runs; a call request cannot choose a name.
  (workflowRunName.startsWith('WR-CAMPAIGN-') && Object.hasOwn(initialContext, 'campaign_id'))

const isOfAnotherTime = ({ createdAt }: RunListItem, { from, to }: TimeRange): boolean => {
  const at = Date.parse(createdAt)
  // A run with an unreadable time may belong to any time range.
  return at < from || at > to
}

/**
 * Returns the runs that may belong to the call, without proof. A run is excluded only if the service reports another
 * time, another number, the reference of another call, or another kind of run. A missing value or another agent does
 * not exclude a run; the user decides.
 */
export const possibleRuns = (call: Call, runs: readonly RunListItem[], time: TimeRange): RunListItem[] =>
  runs.filter(
    (run) =>
      // The user may have copied the context with the reference into a call to another number.
      carriesReference(run, call) ||
      !(
        isOfAnotherTime(run, time) ||
        belongsToAnother(run, call) ||
        hasAnotherNumber(run, call) ||
        isOfAnotherKind(run)
      ),
  )

/** What a list or the run itself reports about the carrier; a list has no `steps`. */
export type RunReport = Pick<
  RunListItem,
  'workflowRunId' | 'workflowRunName' | 'carrierCallId' | 'error' | 'disposition'
> & { isCompleted: boolean | null; steps?: readonly unknown[] }

/**
 * Returns true if the service has received any report from the carrier: a status report, or the carrier's ID for the
 * call, unless the error contradicts it.
 */
const hasCarrierReport = ({ carrierCallId, error, steps = [] }: RunReport): boolean =>
  steps.length > 0 || (carrierCallId !== null && error?.startsWith(dialFailure) !== true)

/**
 * Returns the progress of a run. A run with a carrier report or a result was started; any other is being dialed or has
 * been abandoned.
 */
const progressOf = (run: RunReport, age: number): 'started' | 'dialing' | 'orphaned' => {
  if (hasCarrierReport(run) || run.isCompleted === true || run.disposition !== null) return 'started'
  return age > longestDial ? 'orphaned' : 'dialing'
}

/**
 * Returns the outcome of a failed run. An empty or internal error, or one beside a carrier's ID, does not show whether
 * the phone rang (`doubt`).
 */
const failedRun = ({ outcome }: Call, run: RunReport, error: string): CallState => ({
  state: 'failedAtProvider',
  status: outcome.state === 'failedAtProvider' ? outcome.status : null,
  detail: toShownText(error),
  doubt: runMayRingDespite(error) || run.carrierCallId !== null,
  workflowRunId: run.workflowRunId,
})

/**
 * Returns the error with which a run failed before dialing; empty if there is only a result `error`; null if it did not
 * fail.
 */
const startError = ({ error, disposition }: RunReport): string | null => error ?? (disposition === 'error' ? '' : null)

/** Returns a call's outcome according to its own run; `age` is the run's minimum age, in milliseconds. */
export const outcomeOfRun = (call: Call, run: RunReport, age: number): CallState => {
  const { workflowRunId, workflowRunName } = run
  const error = startError(run)
  // An error after a carrier report occurred during the conversation.
  if (error !== null && !hasCarrierReport(run)) return failedRun(call, run, error)
  return {
    state: 'accepted',
    workflowRunId,
    workflowRunName,
    status: '',
    reconciled: true,
    progress: progressOf(run, age),
  }
}

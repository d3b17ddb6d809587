import type { Call, CallState } from '../../../contract/call.ts'
import { runMayRingDespite } from '../../service/proofs.ts'
import { toShownText } from '../../service/wire/detail.ts'
import type { RunListItem } from '../../service/wire/runs.ts'
import { isSameNumber } from '../../../domain/phone-number.ts'
import { longestDial, type TimeRange } from './timing.ts'

/** The format of call ids (ULID), of this app and of other installations. */
const callIdShape = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

const referenceIn = ({ initialContext }: RunListItem, name: string): unknown =>
  Object.hasOwn(initialContext, name) ? initialContext[name] : null

/** The called number; older services return it in the context only. */
const calledNumber = ({ calledNumber: number, initialContext }: RunListItem): string | null => {
  const stamped = initialContext['phone_number']
  return number ?? (typeof stamped === 'string' ? stamped : null)
}

const plainNumber = /^(?:tel:)?\+?[\d\s().\-/]+$/i
const plainEndpoint = /^(?:sips?:|(?:pjsip|sip|iax2|dahdi|local)\/)[\w.+\-@:/]+$/i

const digitsOf = (text: string): string => text.normalize('NFKC').replaceAll(/\D/g, '')

/** A masked number keeps some of its digits, often the first or the last ones, or repeats one digit. */
const mayBeMasked = (digits: string, phoneNumber: string): boolean =>
  digitsOf(phoneNumber).includes(digits) || /^(\d)\1*$/.test(digits)

/**
 * Whether the run's number rules the call out. Only a readable number or endpoint does: a service may mask or shorten the
 * numbers in its lists, or encode them in another way.
 */
const hasAnotherNumber = (run: RunListItem, { phoneNumber }: Call): boolean => {
  const number = calledNumber(run)?.trim() ?? ''
  if (number === '' || isSameNumber(number, phoneNumber)) return false
  if (plainEndpoint.test(number)) return plainEndpoint.test(phoneNumber.trim())
  return plainNumber.test(number) && !mayBeMasked(digitsOf(number), phoneNumber)
}

const carriesReference = (run: RunListItem, { callId, referenceName }: Call): boolean =>
  referenceName !== null && referenceIn(run, referenceName) === callId

/** The runs with the call's reference and not with another number: the only proof that a run belongs to a call. */
export const ownRuns = (call: Call, runs: readonly RunListItem[]): RunListItem[] =>
  runs.filter((run) => carriesReference(run, call) && !hasAnotherNumber(run, call))

/** True for a run whose reference is the id of another call. */
const belongsToAnother = (run: RunListItem, { referenceName }: Call): boolean => {
  const reference = referenceName === null ? null : referenceIn(run, referenceName)
  return typeof reference === 'string' && callIdShape.test(reference)
}

const browserModes = ['smallwebrtc', 'webrtc', 'textchat']

/** True for a run that no request for a call creates: a run in a browser, of a campaign, or of an incoming call. */
const isOfAnotherKind = ({ mode, callType, workflowRunName, initialContext }: RunListItem): boolean =>
  browserModes.includes(mode ?? '') ||
  callType === 'inbound' ||
  // The service gives such names to the runs of its campaigns; a request for a call cannot choose a name.
  (workflowRunName.startsWith('WR-CAMPAIGN-') && Object.hasOwn(initialContext, 'campaign_id'))

const isOfAnotherTime = ({ createdAt }: RunListItem, { from, to }: TimeRange): boolean => {
  const at = Date.parse(createdAt)
  // A run with an unreadable time may be of any time.
  return at < from || at > to
}

/**
 * The runs that may belong to the call, without proof. A run is excluded only if the service reports another time,
 * another number, the reference of another call, or another kind of run. A missing value excludes no run, nor does
 * another agent: a person decides.
 */
export const possibleRuns = (call: Call, runs: readonly RunListItem[], time: TimeRange): RunListItem[] =>
  runs.filter(
    (run) =>
      // A person may have copied the context with the reference into a call to another number.
      carriesReference(run, call) ||
      !(
        isOfAnotherTime(run, time) ||
        belongsToAnother(run, call) ||
        hasAnotherNumber(run, call) ||
        isOfAnotherKind(run)
      ),
  )

/** What a list or the run itself says about the carrier; a list has no `steps`. */
export type RunReport = Pick<
  RunListItem,
  'workflowRunId' | 'workflowRunName' | 'carrierCallId' | 'error' | 'disposition'
> & { isCompleted: boolean | null; steps?: readonly unknown[] }

/** True if the service has any report from the carrier: its id of the call, or one of its status reports. */
const hasCarrierReport = ({ carrierCallId, steps = [] }: RunReport): boolean =>
  carrierCallId !== null || steps.length > 0

/** A run with a report of its carrier or a result was started; one without is being dialed, or was abandoned. */
const progressOf = (run: RunReport, age: number): 'started' | 'dialing' | 'orphaned' => {
  if (hasCarrierReport(run) || run.isCompleted === true || run.disposition !== null) return 'started'
  return age > longestDial ? 'orphaned' : 'dialing'
}

/** The service's error may be empty or internal, and then says nothing about the phone (`doubt`). */
const failedRun = ({ outcome }: Call, run: RunReport, error: string): CallState => ({
  state: 'failedAtProvider',
  status: outcome.state === 'failedAtProvider' ? outcome.status : null,
  detail: toShownText(error),
  doubt: runMayRingDespite(error),
  workflowRunId: run.workflowRunId,
})

/** The error with which the run failed before it was dialed; a result `error` without a text is an empty one. */
const startError = ({ error, disposition }: RunReport): string | null => error ?? (disposition === 'error' ? '' : null)

/** The outcome of a call by its own run; `age` is the least age of the run, in milliseconds. */
export const outcomeOfRun = (call: Call, run: RunReport, age: number): CallState => {
  const { workflowRunId, workflowRunName } = run
  const error = startError(run)
  // An error after a report of the carrier happened during the conversation.
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

import type { Call, CallState } from '../../../contract/call.ts'
import { dialFailure, runMayRingDespite } from '../../service/proofs.ts'
import { belongsToAnother, carriesReference, hasAnotherNumber, type RunIdentity } from '../../service/run-identity.ts'
import { toShownText } from '../../service/wire/detail.ts'
import type { RunListItem } from '../../service/wire/runs.ts'
import { longestDial } from '../../../domain/call-state.ts'
import type { TimeRange } from './timing.ts'

/**
 * Returns the runs that have the call's reference and no other number. This is the only proof that a run belongs to a
 * call.
 */
export const ownRuns = <R extends RunIdentity>(call: Call, runs: readonly R[]): R[] =>
  runs.filter((run) => carriesReference(run, call) && !hasAnotherNumber(run, call))

const browserModes = ['smallwebrtc', 'webrtc', 'textchat']

/** What shows whether a run may belong to a call. A run that was read by its ID has no `mode` and `callType`. */
export type MatchedRun = RunIdentity &
  Pick<RunListItem, 'createdAt' | 'workflowRunName'> &
  Partial<Pick<RunListItem, 'mode' | 'callType'>>

/**
 * Returns true for a run that a call request never creates: one in a browser, of a campaign, or for an incoming call.
 */
const isOfAnotherKind = ({ mode, callType, workflowRunName, initialContext }: MatchedRun): boolean =>
  browserModes.includes(mode ?? '') ||
  callType === 'inbound' ||
  // The service gives such names to campaign runs; a call request cannot choose a name.
  (workflowRunName.startsWith('WR-CAMPAIGN-') && Object.hasOwn(initialContext, 'campaign_id'))

const isOfAnotherTime = ({ createdAt }: MatchedRun, { from, to }: TimeRange): boolean => {
  const at = Date.parse(createdAt)
  // A run with an unreadable time may belong to any time range.
  return at < from || at > to
}

/**
 * Returns the runs that may belong to the call, without proof. A run is excluded only if the service reports another
 * time, another number, the reference of another call, or another kind of run. A missing value or another agent does
 * not exclude a run; the user decides.
 */
export const possibleRuns = <R extends MatchedRun>(call: Call, runs: readonly R[], time: TimeRange): R[] =>
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
  workflowRunName: run.workflowRunName,
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

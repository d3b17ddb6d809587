import type { Call } from '../../contract/call.ts'
import type { RecentRun } from '../../contract/recent.ts'
import type { RunListItem } from '../service/wire-runs.ts'

const stateOf = ({ error, carrierCallId, disposition, isCompleted }: RunListItem): RecentRun['state'] => {
  // An error beside the carrier's id came later, in a conversation that had begun.
  if (error !== null && carrierCallId === null) return 'failed'
  if (disposition !== null || isCompleted === true) return 'ended'
  return carrierCallId === null ? 'dialling' : 'placed'
}

const runIdOf = ({ outcome }: Call): number | null =>
  outcome.state === 'accepted' || outcome.state === 'failedAtProvider' ? outcome.workflowRunId : null

const carriesIdOf = ({ initialContext }: RunListItem, { callId, referenceName }: Call): boolean =>
  referenceName !== null && Object.hasOwn(initialContext, referenceName) && initialContext[referenceName] === callId

/** The call of this computer that made the run: it knows the run's id, or the run carries the call's own. */
const callOf = (run: RunListItem, calls: readonly Call[]): Call | undefined =>
  calls.find((call) => runIdOf(call) === run.workflowRunId || carriesIdOf(run, call))

/** Tells a run of the service's list in the contract's own terms; `calls` are this computer's to the same service and number. */
export const describeRun = (run: RunListItem, calls: readonly Call[]): RecentRun => {
  const call = callOf(run, calls)
  const { workflowRunId, workflowRunName, createdAt, disposition, error, durationSeconds, callerNumber } = run
  return {
    workflowRunId,
    workflowRunName,
    createdAt,
    state: stateOf(run),
    disposition,
    error,
    durationSeconds,
    callerNumber,
    callId: call?.callId ?? null,
    from: call === undefined ? 'elsewhere' : 'thisDesk',
  }
}

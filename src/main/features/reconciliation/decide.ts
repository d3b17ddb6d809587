import type { Call, CallState } from '../../../contract/call.ts'
import { isRefusedRun, isUnresolved, mayGetRun, runIdsOf, wasNotPlaced } from '../../../domain/call-state.ts'
import { betweenReadings, runTimeRange, type TimeRange, quietMilliseconds, serverTimeAt } from './timing.ts'
import { outcomeOfRun, ownRuns, possibleRuns, type RunReport } from './match-runs.ts'
import type { Reading } from './read-runs.ts'
import type { Gap } from './run-positions.ts'

/** Everything that is known about a call whose connection has ended. `…At` times are monotonic. */
export type Evidence = {
  call: Call
  /** The time range of the request by the service's clock; null if that clock is unknown. */
  callTime: TimeRange | null
  /** When the connection ended. */
  endedAt: number
  latest: LatestReading
  /** When the call's run was first seen; null if none was. */
  foundAt: number | null
  /** True for a call of an earlier process that was sent so long ago that dialing has certainly ended. */
  dialIsOver: boolean
  /** The readings before the latest one. */
  earlier: readonly PastReading[]
  /** The moment of the decision. */
  now: { wall: number; monotonic: number }
}

/** Details that the service must provide before a decision without proof. */
export type ServiceDetails = {
  /** False if the agent is not visible with this key, so that the lists belong to another organization. */
  seesAgent: boolean
  /** True if the call may have a run that the lists did not show. */
  mayBeHidden: boolean
}

/**
 * Returns whether two complete, equal readings allow a decision without proof, once the service has added the details.
 */
export const needsServiceDetails = (evidence: Evidence): boolean => {
  const { call, latest } = evidence
  const isUndecided = call.outcome.state === 'unknown' || call.outcome.state === 'failedAtProvider'
  return isUndecided && ownRuns(call, latest.runs).length === 0 && isConclusive(evidence)
}

/**
 * The maximum number of candidates that a user can reasonably check. If there are more, the outcome of the call remains
 * unknown.
 */
export const maxCandidates = 20

const withoutProof = (evidence: Evidence, { seesAgent, mayBeHidden }: ServiceDetails): CallState | null => {
  const { call, latest, callTime, now } = evidence
  if (!seesAgent || !needsServiceDetails(evidence)) return null
  const possible = possibleRuns(call, latest.runs, runTimeRange(callTime)).map((run) => run.workflowRunId)
  const known = runIdsOf(call)
  const runIds = [...new Set([...known, ...possible])]
  if (runIds.length > maxCandidates) return null
  if (possible.length > 0) return { state: 'candidate', runIds: runIds.toSorted((a, b) => a - b) }
  // The service named a run of this call, so lists without it do not prove that there is none.
  if (known.length > 0) return null
  // A service that reported a carrier failure has created a run, so if the lists do not show one, this does not prove
  // that the phone did not ring.
  if (mayBeHidden || call.outcome.state !== 'unknown') return null
  const since = latest.server === null ? now.wall : serverTimeAt(latest.server, now.monotonic)
  return { state: 'notFound', since: new Date(since).toISOString() }
}

/**
 * Returns the minimum age of a run, in milliseconds, since it was first seen; the service's clock is used only for a
 * call whose dialing has ended.
 */
export const ageOf = ({ now, foundAt, dialIsOver, latest }: Evidence, createdAt: string): number => {
  const seenFor = now.monotonic - (foundAt ?? now.monotonic)
  const createdMilliseconds = Date.parse(createdAt)
  if (!dialIsOver || latest.server === null || Number.isNaN(createdMilliseconds)) return seenFor
  return Math.max(seenFor, serverTimeAt(latest.server, now.monotonic) - createdMilliseconds)
}

/**
 * Returns the outcome of a refused call with its own runs. A report from the carrier shows that the call was placed, and
 * so may a run of a call that was refused before a run was created. The user decides between several runs.
 */
export const refusedWithRun = (call: Call, own: readonly RunReport[]): CallState | null => {
  const [run] = own
  if (run === undefined) return null
  const { outcome } = call
  const { workflowRunId, workflowRunName } = run
  const runIds = [...new Set([...runIdsOf(call), ...own.map((one) => one.workflowRunId)])]
  if (runIds.length > 1) return { state: 'candidate', runIds: runIds.toSorted((a, b) => a - b) }
  const byRun = outcomeOfRun(call, run, 0)
  if (byRun.state === 'accepted' && byRun.progress === 'started') return byRun
  const isRefused = outcome.state === 'rejected' || outcome.state === 'failedAtProvider'
  return isRefused && isRefusedRun(outcome) ? { ...outcome, workflowRunId, workflowRunName } : byRun
}

/** Decides a call's outcome from the run lists; returns null if nothing is certain yet. */
export type Decide = (evidence: Evidence, addition: ServiceDetails) => CallState | null

/**
 * Accepts a run with the call's own reference immediately. `candidate` and `notFound` need two complete, equal readings
 * at least 30 s apart, the later one started 120 s after the connection ended; `notFound` also needs every run in the
 * time range to be ruled out. The user decides between two runs with the same reference.
 */
export const decide: Decide = (evidence, addition) => {
  const { call, latest } = evidence
  const own = ownRuns(call, latest.runs)
  if (mayGetRun(call) && !isUnresolved(call.outcome)) return refusedWithRun(call, own)
  const known = call.outcome.state === 'accepted' ? call.outcome.workflowRunId : null
  const followed = own.find((run) => run.workflowRunId === known) ?? own[0]
  if (followed === undefined) return withoutProof(evidence, addition)
  if (own.length === 1 || followed.workflowRunId === known)
    return outcomeOfRun(call, followed, ageOf(evidence, followed.createdAt))
  return { state: 'candidate', runIds: own.map((run) => run.workflowRunId).toSorted((a, b) => a - b) }
}

/**
 * Returns the outcome of a call after the lists showed `found`, at `now` (milliseconds since 1970). A user's decision
 * stays, and only gets that no run may have rung a phone; `record-runs.ts` adds other runs to it.
 */
export const withFinding = ({ outcome }: Call, found: CallState, now: number): CallState => {
  if (outcome.state !== 'closedByOperator') return found
  if (found.state === 'notFound') return { ...outcome, noRunAt: found.since }
  const isAgreed = outcome.decision === 'notPlaced' && wasNotPlaced(found)
  return isAgreed ? { ...outcome, noRunAt: new Date(now).toISOString() } : outcome
}

/** What is kept of a complete reading: the IDs and times of its runs, without their contents. */
export type PastReading = { startedAt: number; runs: ReadonlyMap<number, number> }

/** A reading with its monotonic start time (milliseconds) and the part of it that is kept. */
export type LatestReading = Reading & { startedAt: number; kept: PastReading }

/** The maximum time after its creation until a run becomes visible, in milliseconds. */
const visibleAfter = 5_000

/**
 * Adds the start time to a reading. The part to keep is created only once, because hundreds of calls may share one
 * reading.
 */
export const dateReading = (reading: Reading, startedAt: number): LatestReading => {
  const runs = new Map(reading.runs.map((run) => [run.workflowRunId, Date.parse(run.createdAt)]))
  return { ...reading, startedAt, kept: { startedAt, runs } }
}

/** Returns whether both readings contain the same runs in a time range, except runs newer than the earlier reading. */
const agree = (earlier: PastReading, latest: PastReading, { from, to }: TimeRange): boolean => {
  // A run with an unreadable time may belong to any time range.
  const inTime = ([, at]: readonly [number, number]): boolean => !(at < from || at > to)
  const newest = Math.max(-Infinity, ...[...earlier.runs.values()].filter((at) => !Number.isNaN(at))) - visibleAfter
  return (
    [...earlier.runs].filter(inTime).every(([id]) => latest.runs.has(id)) &&
    [...latest.runs].filter(inTime).every(([id, at]) => at > newest || earlier.runs.has(id))
  )
}

/** Returns the gaps that may contain a run that was created in a time range. */
export const gapsIn = (gaps: readonly Gap[], { from, to }: TimeRange): Gap[] =>
  gaps.filter(({ olderAt, newerAt }) => newerAt >= from && olderAt <= to)

type Readings = {
  callTime: TimeRange | null
  endedAt: number
  latest: LatestReading
  earlier: readonly PastReading[]
}

/**
 * Returns whether the readings certainly show all runs in the call's time range: the latest is complete and started 120
 * s after the connection ended, and one at least 30 s earlier has the same runs.
 */
export const isConclusive = ({ callTime, endedAt, latest, earlier }: Readings): boolean =>
  latest.complete &&
  latest.startedAt - endedAt >= quietMilliseconds &&
  earlier.some(
    (one) => latest.startedAt - one.startedAt >= betweenReadings && agree(one, latest.kept, runTimeRange(callTime)),
  )

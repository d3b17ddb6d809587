import type { Call, CallState } from '../../contract/call.ts'
import { defaultReferenceName } from '../../contract/profile.ts'
import type { RunListItem } from '../service/wire-runs.ts'
import type { Reading } from './read-runs.ts'
import { candidateRuns, outcomeOfRun, ownRuns } from './run-evidence.ts'

/** In milliseconds. A run made by a request is made within moments of it; 120 s after its connection none appears. */
export const quietMilliseconds = 120_000
const betweenReadings = 30_000
const beforeSending = 30_000
const afterEnding = 60_000

/** When the call was on its way, by the service's clock, in milliseconds since 1970. */
export type OnItsWay = { from: number; to: number }

/** One reading of the lists with the moment it was begun, by a clock that only goes forward (milliseconds). */
export type DatedReading = Reading & { startedAt: number }

export type Evidence = {
  call: Call
  onItsWay: OnItsWay
  workflowId: number | null
  /** When the connection was over, by the same clock as the readings. */
  endedAt: number
  serverNow: number
  latest: DatedReading
  /** The newest complete reading begun at least 30 s before the latest. */
  earlier: DatedReading | null
}

/** When an earlier reading is old enough to count beside one begun at `startedAt`. */
export const isFarEnough = (earlier: DatedReading, startedAt: number): boolean =>
  startedAt - earlier.startedAt >= betweenReadings

const idsIn = (runs: RunListItem[], { from, to }: OnItsWay): string =>
  runs
    .filter(
      ({ createdAt }) => Date.parse(createdAt) >= from - beforeSending && Date.parse(createdAt) <= to + afterEnding,
    )
    .map(({ workflowRunId }) => workflowRunId)
    .toSorted((a, b) => a - b)
    .join(' ')

/** Two readings that saw the same runs in the minutes that matter, and the same gaps. */
const agree = (one: Reading, other: Reading, onItsWay: OnItsWay): boolean =>
  idsIn(one.runs, onItsWay) === idsIn(other.runs, onItsWay) && one.unreadable.join(' ') === other.unreadable.join(' ')

const isConclusive = ({ latest, earlier, endedAt, onItsWay }: Evidence): boolean =>
  latest.complete &&
  latest.startedAt - endedAt >= quietMilliseconds &&
  earlier !== null &&
  earlier.complete &&
  isFarEnough(earlier, latest.startedAt) &&
  agree(earlier, latest, onItsWay)

const withoutProof = (evidence: Evidence): CallState | null => {
  const { call, latest, onItsWay, workflowId, serverNow } = evidence
  // A service that said its carrier failed has made a run: that none is seen proves nothing about the phone.
  if (call.outcome.state !== 'unknown' || !isConclusive(evidence)) return null
  const window = { from: onItsWay.from - beforeSending, to: onItsWay.to + afterEnding, workflowId }
  const runIds = candidateRuns(call, latest.runs, window, defaultReferenceName).map((run) => run.workflowRunId)
  if (runIds.length > 0) return { state: 'candidate', runIds }
  return { state: 'notFound', since: new Date(serverNow).toISOString() }
}

/**
 * What the service's lists say became of a call: proof by its own reference at once; "candidate" and "not found" only
 * from two complete, equal readings at least 30 s apart, the later one begun 120 s after the connection ended;
 * null as long as nothing can be said. Two runs with one reference are a person's to judge.
 */
export const judge = (evidence: Evidence): CallState | null => {
  const own = ownRuns(evidence.call, evidence.latest.runs)
  const [first, second] = own
  if (first === undefined) return withoutProof(evidence)
  if (second === undefined) return outcomeOfRun(first, evidence.serverNow)
  return { state: 'candidate', runIds: own.map((run) => run.workflowRunId).toSorted((a, b) => a - b) }
}

import type { Call, CallState } from '../../contract/call.ts'
import { isConclusive, type LatestReading, type PastReading } from './conclusive.ts'
import { minutesAround } from './look-up-times.ts'
import { candidateRuns, outcomeOfRun, ownRuns } from './run-evidence.ts'
import { type OnItsWay, serverTimeAt } from './service-time.ts'

/** Everything that is known about a call whose connection is over. Times called `…At` go only forward. */
export type Evidence = {
  call: Call
  /** When the call was on its way, by the service's clock; null when that clock is not known: any time may be its time. */
  onItsWay: OnItsWay | null
  /** When the connection was over. */
  endedAt: number
  latest: LatestReading
  /** When a run of the call was first seen; null while none was. */
  foundAt: number | null
  /** True for a call of an earlier life of the app that was sent so long ago that no dial of it can go on. */
  isPast: boolean
  /** The readings before the latest. */
  earlier: readonly PastReading[]
  /** When the verdict is wanted. */
  now: { wall: number; monotonic: number }
}

/** What only the service can add before something is said without proof. */
export type Addition = {
  /** The agent's number in the lists; null when this key does not see the agent: then the lists are another organization's. */
  workflowId: number | null
  /** True when a run of the call may be there although none is seen. */
  mayHide: boolean
}

/** Whether two complete, equal readings allow something to be said without proof, once the service has added the rest. */
export const mayConclude = (evidence: Evidence): boolean => {
  const { call, latest } = evidence
  const isOpen = call.outcome.state === 'unknown' || call.outcome.state === 'failedAtProvider'
  return isOpen && ownRuns(call, latest.runs).length === 0 && isConclusive(evidence)
}

const withoutProof = (evidence: Evidence, { workflowId, mayHide }: Addition): CallState | null => {
  const { call, latest, onItsWay, now } = evidence
  if (workflowId === null || !mayConclude(evidence)) return null
  const where = { ...minutesAround(onItsWay), workflowId }
  const runIds = candidateRuns(call, latest.runs, where).map((run) => run.workflowRunId)
  if (runIds.length > 0) return { state: 'candidate', runIds: runIds.toSorted((a, b) => a - b) }
  // A service that said its carrier failed has made a run: that none is seen proves nothing about the phone.
  if (mayHide || call.outcome.state !== 'unknown') return null
  const since = latest.server === null ? now.wall : serverTimeAt(latest.server, now.monotonic)
  return { state: 'notFound', since: new Date(since).toISOString() }
}

/** How old a run is at the least: what was seen of it; only of a call that is long past the service's clock is believed. */
const ageOf = ({ now, foundAt, isPast, latest }: Evidence, createdAt: string): number => {
  const seenFor = now.monotonic - (foundAt ?? now.monotonic)
  if (!isPast || latest.server === null) return seenFor
  return Math.max(seenFor, serverTimeAt(latest.server, now.monotonic) - Date.parse(createdAt))
}

/** What the service's lists say became of a call; null as long as nothing can be said. */
export type Judge = (evidence: Evidence, addition: Addition) => CallState | null

/**
 * Proof by the call's own reference is taken at once; "candidate" and "not found" need two complete, equal readings at
 * least 30 s apart, the later one begun 120 s after the connection ended. Two runs with one reference are a person's to judge.
 */
export const judge: Judge = (evidence, addition) => {
  const { call, latest } = evidence
  const own = ownRuns(call, latest.runs)
  const known = call.outcome.state === 'accepted' ? call.outcome.workflowRunId : null
  const followed = own.find((run) => run.workflowRunId === known) ?? own[0]
  if (followed === undefined) return withoutProof(evidence, addition)
  if (own.length === 1 || followed.workflowRunId === known)
    return outcomeOfRun(call, followed, ageOf(evidence, followed.createdAt))
  return { state: 'candidate', runIds: own.map((run) => run.workflowRunId).toSorted((a, b) => a - b) }
}

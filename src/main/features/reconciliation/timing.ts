import type { Failure } from '../../../contract/failure.ts'
import { longestDial } from '../../../domain/call-state.ts'

/**
 * A point in time as wall-clock and monotonic time, in milliseconds. `monotonic` is null for a time in an earlier
 * process.
 */
export type Moment = { wall: number; monotonic: number | null }

/** A point in time on the service's clock and on both local clocks, in milliseconds. */
export type ServiceMoment = { server: number; wall: number; monotonic: number }

/** A time range by the service's clock, in milliseconds since 1970; a limit is infinite if unknown. */
export type TimeRange = { from: number; to: number }

/** The maximum duration of a request that the settings allow, in milliseconds. */
export const longestRequest = 15 * 60_000

/** How far the two local clocks may drift apart without being set, in milliseconds. */
const clocksDrift = 30_000

// The wall clock can be changed while a call is watched, and the monotonic clock stops while the computer sleeps. The
// age that makes the time range longer is used, so that a run never falls outside it.
const agesOf = ({ wall, monotonic }: Moment, now: ServiceMoment): number[] =>
  monotonic === null ? [now.wall - wall] : [now.wall - wall, now.monotonic - monotonic]

/**
 * Returns whether the wall clock was set back since a moment. Then how long the computer slept is not known, so the age
 * of that moment is unknown.
 */
const wasSetBack = ({ wall, monotonic }: Moment, now: ServiceMoment): boolean =>
  now.wall - wall < (monotonic === null ? 0 : now.monotonic - monotonic - clocksDrift)

/**
 * Returns the time range of a call's request by the service's clock, based on one reading of that clock; `ended` is
 * null while the request is open.
 */
export const callTimeByClocks = (sent: Moment, ended: Moment | null, now: ServiceMoment): TimeRange => {
  const from = wasSetBack(sent, now) ? -Infinity : now.server - Math.max(...agesOf(sent, now))
  const endedAge = ended === null ? 0 : Math.max(0, Math.min(...agesOf(ended, now)))
  const to = Math.max(from, now.server - endedAge)
  // A request of an earlier process ended with that process.
  const isCut = sent.monotonic === null && Number.isFinite(from)
  return { from, to: isCut ? Math.min(to, from + longestRequest) : to }
}

/**
 * Returns the same range, based on the service's time in the response, which later changes of the local clock do not
 * affect; null if it cannot be computed.
 */
export const callTimeByResponse = (sent: Moment, ended: Moment, serverDate: string): TimeRange | null => {
  const took = ended.wall - sent.wall
  const to = Date.parse(serverDate)
  return took < 0 || Number.isNaN(to) ? null : { from: to - took, to }
}

/** Returns the service's time at another moment of this process, in milliseconds since 1970. */
export const serverTimeAt = (known: ServiceMoment, monotonic: number): number =>
  known.server + monotonic - known.monotonic

/** Returns the time range that contains all of these. */
export const spanOf = (times: readonly TimeRange[]): TimeRange => ({
  from: Math.min(...times.map(({ from }) => from)),
  to: Math.max(...times.map(({ to }) => to)),
})

/** Maximum time between the end of a request's connection and the appearance of its run, in milliseconds. */
export const quietMilliseconds = 120_000
/** Minimum time between the starts of two readings that are considered separate, in milliseconds. */
export const betweenReadings = 30_000

/**
 * How far the times of runs may differ from the `Date` header, in milliseconds: the header contains whole seconds, and
 * the times of runs may come from another server.
 */
export const clocksDiffer = 60_000

/** Returns the time range in which a call's run may have been created; unlimited if unknown. */
export const runTimeRange = (callTime: TimeRange | null): TimeRange =>
  callTime === null
    ? { from: -Infinity, to: Infinity }
    : { from: callTime.from - clocksDiffer, to: callTime.to + quietMilliseconds + clocksDiffer }

/**
 * When to poll while the response is open, in milliseconds since the call was sent; these polls end once a run is
 * found.
 */
const whileSending = [10_000, 100_000]
/**
 * When to poll, in milliseconds since the connection ended. Until the decision at 121 s, polls are frequent enough to
 * find a new run within 15 s. Later polls find runs that appear late, and repeat a failed proof.
 */
const afterEnding = [
  13_500, 27_000, 40_500, 54_000, 67_500, 81_000, 94_500, 108_000, 121_000, 133_000, 144_000, 180_000, 240_000, 330_000,
  450_000, 600_000,
]
/** Pause between polls after the last of these times, in milliseconds. */
const longPause = 600_000

/** The first of the two proof readings starts this long after the connection ended, in milliseconds. */
const firstProof = 81_000

/**
 * Returns whether the poll reads every run in the call's time range, which can prove that there is no run: once after
 * 81 s, and again after 120 s.
 */
export const isProofDue = (elapsed: number, proofs: number): boolean =>
  elapsed >= (proofs === 0 ? firstProof : quietMilliseconds)

const nextOf = (times: readonly number[], elapsed: number, pause: number): number => {
  const next = times.find((time) => time > elapsed)
  return next === undefined ? pause : next - elapsed
}

/** Returns the milliseconds until the next poll while the response is open; null if there is none. */
export const waitWhileSending = (elapsed: number): number | null => {
  const wait = nextOf(whileSending, elapsed, Infinity)
  return Number.isFinite(wait) ? wait : null
}

/**
 * Returns the milliseconds until the next poll after the connection ended. After a first proof reading, the pause
 * remains short, because a decision needs a second one.
 */
export const waitAfterEnding = (elapsed: number, proofs: number): number =>
  nextOf(afterEnding, elapsed, proofs === 1 ? betweenReadings : longPause)

/**
 * Returns the shortest wait after `failures` consecutive failed polls, in milliseconds; at most 10 s in the first five
 * minutes.
 */
export const waitAfterFailure = (failures: number, elapsed: number): number =>
  failures === 0 ? 0 : Math.min(2_500 * 2 ** failures, elapsed < 300_000 ? 10_000 : 60_000)

/** Maximum back-off that a service may request, in milliseconds. */
const maxBackOff = 3_600_000

/** Returns the back-off that the service requested with this failure, in milliseconds; 0 if none. */
export const backOffMilliseconds = (failure: Failure | null): number =>
  failure?.kind === 'unavailable' ? Math.min((failure.retryAfterSeconds ?? 0) * 1000, maxBackOff) : 0

/** First and longest pause between reads of a run without a carrier report, in milliseconds. */
const firstRunPause = 2_000
const longestRunPause = 30 * 60_000

/**
 * Returns the milliseconds until the next read of a run without a carrier report, given the time since the run was
 * found. Each pause is longer than the one before; one read is scheduled directly after the maximum duration of
 * dialing.
 */
export const waitForCarrier = (sinceFound: number): number => {
  const pause = Math.min(firstRunPause + 2 * sinceFound, longestRunPause)
  const untilOver = longestDial + 1 - sinceFound
  return untilOver > 0 ? Math.min(pause, untilOver) : pause
}

/** When to search for the run of a call that the carrier refused, in milliseconds since the connection ended. */
const whenRefused = [5_000, 30_000]

/** Returns the milliseconds until the next search for the run of a refused call; null after the last one. */
export const waitForRefusedRun = (elapsed: number): number | null => {
  const wait = nextOf(whenRefused, elapsed, Infinity)
  return Number.isFinite(wait) ? wait : null
}

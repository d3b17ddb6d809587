import type { Failure } from '../../../contract/failure.ts'

/**
 * A moment by the wall clock and by the monotonic clock, in milliseconds. The latter is null for moments of an earlier
 * process.
 */
export type Moment = { wall: number; monotonic: number | null }

/** One moment by the service's clock and by both of ours, in milliseconds. */
export type ServiceMoment = { server: number; wall: number; monotonic: number }

/** A time by the service's clock, in milliseconds since 1970; infinite where it is unknown. */
export type TimeRange = { from: number; to: number }

/** The longest request that the settings allow, in milliseconds. */
const longestRequest = 15 * 60_000

/** How far our two clocks may drift apart without a change, in milliseconds. */
const clocksDrift = 30_000

// The wall clock can be set while a call is watched, and the monotonic clock stops while the computer sleeps. The age that
// makes the time longer is used, so that a run never falls outside it.
const agesOf = ({ wall, monotonic }: Moment, now: ServiceMoment): number[] =>
  monotonic === null ? [now.wall - wall] : [now.wall - wall, now.monotonic - monotonic]

/** A wall clock that was set back hides how long the computer slept, so the age of a moment is unknown. */
const wasSetBack = ({ wall, monotonic }: Moment, now: ServiceMoment): boolean =>
  now.wall - wall < (monotonic === null ? 0 : now.monotonic - monotonic - clocksDrift)

/** The time of a call's request by the service's clock, from one moment of it; `ended` is null while it is open. */
export const callTimeByClocks = (sent: Moment, ended: Moment | null, now: ServiceMoment): TimeRange => {
  const from = wasSetBack(sent, now) ? -Infinity : now.server - Math.max(...agesOf(sent, now))
  const endedAge = ended === null ? 0 : Math.max(0, Math.min(...agesOf(ended, now)))
  const to = Math.max(from, now.server - endedAge)
  // A request of an earlier process ended with that process.
  const isCut = sent.monotonic === null && Number.isFinite(from)
  return { from, to: isCut ? Math.min(to, from + longestRequest) : to }
}

/** The same from the service's clock in the response, which no later change of our clock affects. */
export const callTimeByResponse = (sent: Moment, ended: Moment, serverDate: string): TimeRange | null => {
  const took = ended.wall - sent.wall
  const to = Date.parse(serverDate)
  return took < 0 || Number.isNaN(to) ? null : { from: to - took, to }
}

/** The service's clock at another moment of this process, in milliseconds since 1970. */
export const serverTimeAt = (known: ServiceMoment, monotonic: number): number =>
  known.server + monotonic - known.monotonic

/** The time that contains all of these. */
export const spanOf = (times: readonly TimeRange[]): TimeRange => ({
  from: Math.min(...times.map(({ from }) => from)),
  to: Math.max(...times.map(({ to }) => to)),
})

/** No run of a request appears later than this after its connection ended, in milliseconds. */
export const quietMilliseconds = 120_000
/** Shortest time between the starts of two readings that count as two, in milliseconds. */
export const betweenReadings = 30_000

/**
 * How far the times of runs may differ from the `Date` header, in milliseconds: the header has whole seconds, and another
 * server may date the runs.
 */
export const clocksDiffer = 60_000

/** The time in which the run of a call may have been created; any time if unknown. */
export const runTimeRange = (onItsWay: TimeRange | null): TimeRange =>
  onItsWay === null
    ? { from: -Infinity, to: Infinity }
    : { from: onItsWay.from - clocksDiffer, to: onItsWay.to + quietMilliseconds + clocksDiffer }

/** When to poll while the response is open, in milliseconds since the call was sent; a run found earlier ends these polls. */
const whileSending = [10_000, 100_000]
/**
 * When to poll, in milliseconds since the connection ended. Up to the decision at 121 s, polls are close enough to show a
 * new run within 15 s. Later polls find a run that appears late, and repeat a proof that failed.
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
 * Whether the poll reads every run of the call's time, which can prove that there is no run: once from 81 s on, and again
 * from 120 s on.
 */
export const isProofDue = (elapsed: number, proofs: number): boolean =>
  elapsed >= (proofs === 0 ? firstProof : quietMilliseconds)

const nextOf = (times: readonly number[], elapsed: number, pause: number): number => {
  const next = times.find((time) => time > elapsed)
  return next === undefined ? pause : next - elapsed
}

/** How long to wait until the next poll while the response is open; null if no other poll is worth its request. */
export const waitWhileSending = (elapsed: number): number | null => {
  const wait = nextOf(whileSending, elapsed, Infinity)
  return Number.isFinite(wait) ? wait : null
}

/**
 * How long to wait until the next poll after the connection ended. After a first proof reading the pause stays short,
 * because a decision needs a second one.
 */
export const waitAfterEnding = (elapsed: number, proofs: number): number =>
  nextOf(afterEnding, elapsed, proofs === 1 ? betweenReadings : longPause)

/** Shortest wait after `failures` failed polls in a row; at most 10 s in the first five minutes. */
export const waitAfterFailure = (failures: number, elapsed: number): number =>
  failures === 0 ? 0 : Math.min(2_500 * 2 ** failures, elapsed < 300_000 ? 10_000 : 60_000)

/** Longest back-off that a service may request, in milliseconds. */
const maxBackOff = 3_600_000

/** The back-off that the service requested with this failure, in milliseconds; 0 if none. */
export const backOffMilliseconds = (failure: Failure | null): number =>
  failure?.kind === 'unavailable' ? Math.min((failure.retryAfterSeconds ?? 0) * 1000, maxBackOff) : 0

/** No dial takes longer, in milliseconds: the service stops waiting for a carrier after 300 s. */
export const longestDial = 310_000

/** First and longest pause between two readings of a run without a report from its carrier, in milliseconds. */
const firstRunPause = 2_000
const longestRunPause = 30 * 60_000

/**
 * How long to wait until the next reading of a run without a report from its carrier, by the time since the run was found.
 * Each pause is longer than the one before; one reading follows directly after the longest dial.
 */
export const waitForCarrier = (sinceFound: number): number => {
  const pause = Math.min(firstRunPause + 2 * sinceFound, longestRunPause)
  const untilOver = longestDial + 1 - sinceFound
  return untilOver > 0 ? Math.min(pause, untilOver) : pause
}

/** When to search for the run of a call that the carrier refused, in milliseconds since the connection ended. */
const whenRefused = [5_000, 30_000]

/** How long to wait until the next search for the run of a refused call; null after the last one. */
export const waitForRefusedRun = (elapsed: number): number | null => {
  const wait = nextOf(whenRefused, elapsed, Infinity)
  return Number.isFinite(wait) ? wait : null
}

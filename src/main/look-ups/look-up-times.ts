import type { Failure } from '../../contract/failure.ts'
import type { OnItsWay } from './service-time.ts'

/** A run made by a request is made within moments of it; this long after its connection none appears. In milliseconds. */
export const quietMilliseconds = 120_000
/** How far apart two readings must be begun to count as two, in milliseconds. */
export const betweenReadings = 30_000

/** The service's clock is told in whole seconds, and runs may be stamped by another one near it; in milliseconds. */
const clocksDiffer = 30_000

/** The time in which a run of a call can have been made; any time when it is not known. */
export const minutesAround = (onItsWay: OnItsWay | null): OnItsWay =>
  onItsWay === null
    ? { from: -Infinity, to: Infinity }
    : { from: onItsWay.from - clocksDiffer, to: onItsWay.to + quietMilliseconds + clocksDiffer }

/** When to look, in milliseconds since the call was sent: the answer is late from the first moment on. */
const whileSending = [10_000, 12_500, 15_000, 20_000]
/** When to look, in milliseconds since the connection ended; 90 s and 121 s are the two readings of a verdict. */
const afterEnding = [
  2_000, 4_000, 7_000, 11_000, 15_000, 24_000, 33_000, 42_000, 51_000, 60_000, 70_000, 80_000, 90_000, 100_000, 110_000,
  118_000, 121_000, 124_000, 129_000, 136_000, 145_000,
]

const nextOf = (times: readonly number[], elapsed: number, every: number): number => {
  const next = times.find((time) => time > elapsed)
  return next === undefined ? every : next - elapsed
}

/** How long to wait until the next look while the answer is still out. */
export const waitWhileSending = (elapsed: number): number => nextOf(whileSending, elapsed, 10_000)

/**
 * How long to wait until the next look once the connection is over; rarer the longer nothing is found. Lists that could
 * be read only lately, `readings` times so far, are read again soon: two readings make a verdict.
 */
export const waitAfterEnding = (elapsed: number, readings: number): number => {
  const isNew = elapsed < 600_000 || (readings > 0 && readings < 4)
  return nextOf(afterEnding, elapsed, isNew ? 31_000 : 300_000)
}

/** How long to wait at least after `failures` looks in a row that got no answer; not long while it matters most. */
export const waitAfterFailure = (failures: number, elapsed: number): number =>
  failures === 0 ? 0 : Math.min(2_500 * 2 ** failures, elapsed < 300_000 ? 10_000 : 60_000)

/** The longest that the service is left alone because it asked for it, in milliseconds: its word must not end all looking. */
const longestLeftAlone = 3_600_000

/** For how long the service has asked to be left alone with this failure, in milliseconds; 0 where it has not. */
export const leftAloneFor = (failure: Failure | null): number =>
  failure?.kind === 'unavailable' ? Math.min((failure.retryAfterSeconds ?? 0) * 1000, longestLeftAlone) : 0

/** How often a run that was found before its carrier had it is looked at again. */
export const waitWhileDialling = 10_000

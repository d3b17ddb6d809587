/** Readings of the wall clock and of a monotonic clock, both in milliseconds. */
export type ClockReading = { wall: number; steady: number }

/**
 * How far the two clocks may drift apart, in milliseconds. It must not exceed the time by which lists stop calling
 * before the hours end.
 */
const allowedDrift = 120_000

/**
 * Returns whether, between two readings, the wall clock was set or the computer slept: the clocks drifted apart by more
 * than two minutes. Calling hours then cannot be relied on until the user confirms the time.
 */
export const clockMoved = (before: ClockReading, now: ClockReading): boolean =>
  // Negated, so that NaN is treated as moved.
  !(Math.abs(now.wall - before.wall - (now.steady - before.steady)) <= allowedDrift)

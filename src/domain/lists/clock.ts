/** Readings of the wall clock and of a monotonic clock, both in milliseconds. */
export type ClockReading = { wall: number; steady: number }

/**
 * How far the two clocks may drift apart, in milliseconds: no more than the time before closing at which lists stop
 * calling.
 */
const allowedDrift = 120_000

/**
 * Returns whether, between two readings, the wall clock was set or the computer slept: the clocks drifted apart by more
 * than two minutes. Calling hours cannot be trusted then until a person confirms the time.
 */
export const clockMoved = (before: ClockReading, now: ClockReading): boolean =>
  // Negated, so that a reading that is NaN counts as moved.
  !(Math.abs(now.wall - before.wall - (now.steady - before.steady)) <= allowedDrift)

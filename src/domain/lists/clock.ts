/** A reading of the wall clock and of a clock that is never set, both in milliseconds. */
export type ClockReading = { wall: number; steady: number }

/** How far the wall clock may drift from the steady clock, in milliseconds: as long before closing as lists stop calling. */
const allowedDrift = 120_000

/**
 * Returns whether the wall clock was changed between two readings, or the computer slept: it moved by more than two
 * minutes against the steady clock. Then calling hours cannot be trusted until a person confirms the time.
 */
export const clockMoved = (before: ClockReading, now: ClockReading): boolean =>
  // A reading that is not a number is no proof of a correct clock.
  !(Math.abs(now.wall - before.wall - (now.steady - before.steady)) <= allowedDrift)

/** The page updates the time of an age at most every 10 seconds, so a recent time may be a few seconds ahead of it. */
const tolerance = 60_000

/** Returns whether a time (milliseconds since 1970) was written while the computer's clock was ahead. */
export const isFutureTime = (at: number, now: number): boolean => at - now > tolerance

/** The time of day in milliseconds since 1970, handed in so that a test can hold it or move it. */
export type PracticeClock = { now(): number }

/** A number from 0 up to, not including, 1. Keys are made of it: hand in a source nobody can foresee where that matters. */
export type Randomness = () => number

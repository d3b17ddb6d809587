/** How fast things happen in the practice world, all in milliseconds. */
export type Pace = {
  /** From the request to the carrier's yes: as long as a trigger's answer takes. */
  dialMs: number
  /** From the carrier's yes to the ringing, and on to the answer. */
  ringMs: number
  answerMs: number
  /** How long people talk, how long the result and then the recording take afterwards. */
  talkMs: number
  saveMs: number
  artifactsMs: number
  /** How long the two slow answers are held back. */
  slowMs: number
  verySlowMs: number
}

/** A pace a person can watch: about half a minute a call. */
export const watchablePace: Pace = {
  dialMs: 700,
  ringMs: 1_500,
  answerMs: 6_000,
  talkMs: 20_000,
  saveMs: 2_000,
  artifactsMs: 5_000,
  slowMs: 8_000,
  verySlowMs: 65_000,
}

/** The same, but a trigger answers at once. */
export const promptPace: Pace = { ...watchablePace, dialMs: 0 }

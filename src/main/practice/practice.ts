import type { ParsedJson } from './json.ts'
import type { Randomness, World } from './organization/world.ts'

/** What every endpoint receives. */
export type Practice = {
  readonly clock: PracticeClock
  readonly random: Randomness
  /** The version in the health response. Before 1.45.0, the service silently ignores a chosen caller ID. */
  readonly version: string
  readonly parseJson: (text: string) => ParsedJson
  world: World
  timings: Timings
  /** The origin that serves recordings and transcripts: a host other than the service. */
  storageOrigin: string
}

/** How long each step of a simulated call takes, in milliseconds. */
export type Timings = {
  /** From the request until the carrier accepts the call; the response to the trigger takes just as long. */
  dialMs: number
  /** From the carrier's acceptance until the phone rings, and until someone answers. */
  ringMs: number
  answerMs: number
  /** The duration of the conversation, then the time until the result and the recording are available. */
  talkMs: number
  saveMs: number
  artifactsMs: number
  /** Delays of the two slow responses. */
  slowMs: number
  verySlowMs: number
  /** How long the service waits for a carrier that never responds. */
  silentCarrierMs: number
}

/** Timings that the user can follow: about half a minute per call. */
export const watchableTimings: Timings = {
  dialMs: 700,
  ringMs: 1_500,
  answerMs: 6_000,
  talkMs: 20_000,
  saveMs: 2_000,
  artifactsMs: 5_000,
  slowMs: 8_000,
  verySlowMs: 65_000,
  // Measured: the service responds after 300.3 s.
  silentCarrierMs: 300_000,
}

/** The same, but the trigger responds immediately. */
export const immediateTimings: Timings = { ...watchableTimings, dialMs: 0 }

/** Wall time in milliseconds since 1970. */
export type PracticeClock = { now(): number }

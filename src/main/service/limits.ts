/** How long and how large; times in milliseconds, sizes in bytes. */
export type ServiceLimits = {
  /** How long a call's request stays open. The service gives up on a silent carrier only after 300 s. */
  dialMilliseconds: number
  /** The health endpoint may ask elsewhere for 5 s before it answers. */
  healthMilliseconds: number
  readMilliseconds: number
  /** All tries of one question together, with the pauses between them: longer, nobody waits at a screen. */
  questionMilliseconds: number
  /** A recording may be large, and a company's line slow. */
  downloadMilliseconds: number
  /** Covers the TLS handshake too. */
  connectMilliseconds: number
  answerBytes: number
  listBytes: number
}

export const defaultLimits: ServiceLimits = {
  dialMilliseconds: 330_000,
  healthMilliseconds: 15_000,
  readMilliseconds: 30_000,
  questionMilliseconds: 45_000,
  downloadMilliseconds: 120_000,
  connectMilliseconds: 10_000,
  answerBytes: 1024 * 1024,
  listBytes: 16 * 1024 * 1024,
}

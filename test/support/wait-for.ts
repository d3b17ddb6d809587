import { vi } from 'vitest'

/** Repeats an assertion until it passes, for at most 30 seconds: on a busy machine, vitest's one second is too short. */
export const waitFor = <T>(assertion: () => T | Promise<T>): Promise<T> =>
  // oxlint-disable-next-line no-restricted-properties -- the only place that sets the time
  vi.waitFor(assertion, { timeout: 30_000, interval: 20 })

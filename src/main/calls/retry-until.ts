export type RetryUntilParts = {
  /** Runs an act after some milliseconds, unless it is cancelled first. */
  after: (milliseconds: number, act: () => void) => () => void
  /** True once nobody can write any more: the app ends. */
  isStopped: () => boolean
}

const firstPause = 250
const longestPause = 10_000

/** Tries again and again until an attempt says that it is done, ever more slowly, or until the app ends. */
export const createRetryUntil =
  ({ after, isStopped }: RetryUntilParts) =>
  async (attempt: () => Promise<boolean>): Promise<void> => {
    for (let pause = firstPause; !isStopped(); pause = Math.min(pause * 2, longestPause)) {
      if (await attempt()) return
      await new Promise<void>((resolve) => after(pause, resolve))
    }
  }

export type RetryUntil = ReturnType<typeof createRetryUntil>

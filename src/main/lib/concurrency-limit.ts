/** Returns a function that runs at most `most` tasks concurrently; the others wait. */
export const createConcurrencyLimit = (most: number) => {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((start) => waiting.push(start))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>

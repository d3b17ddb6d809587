/** Lets so many pieces of work run at once; the others wait for their turn, the earliest first. A piece must not throw. */
export const createTurns = (atOnce: number) => {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    async take(work: () => Promise<void>): Promise<void> {
      if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
      running += 1
      try {
        await work()
      } finally {
        running -= 1
        waiting.shift()?.()
      }
    },
  }
}

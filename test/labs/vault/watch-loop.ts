import { readFileSync } from 'node:fs'

/**
 * What was measured of the main thread, in milliseconds: the longest time in which it came to no timer (`own` is without
 * what the machine let it wait, `whole` with it), the longest start of another process, and the slowest answer.
 */
export type Measured = { own: number; whole: number; longestStart: number; slowest: number }

const tick = 5

/** How long the main thread has stood ready and got no processor, in milliseconds: the second number of Linux's account. */
const waitedForProcessor = (): number => Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6

/** Watches the event loop of this process, from `begin` to `stop`. */
export const createWatch = () => {
  const measured: Measured = { own: 0, whole: 0, longestStart: 0, slowest: 0 }
  let last = 0
  let waited = 0
  let starting = 0
  const mark = (): void => {
    last = performance.now()
    waited = waitedForProcessor()
    starting = 0
  }
  const look = (): void => {
    const whole = Math.max(0, performance.now() - last - tick)
    const own = whole - (waitedForProcessor() - waited) - starting
    if (own > measured.own) Object.assign(measured, { own, whole })
    mark()
  }
  return {
    begin() {
      mark()
      setInterval(look, tick).unref()
    },
    /**
     * Starts a process. Node waits until the new one has begun, which on a busy machine takes as long as it takes there:
     * it is measured apart, and is nothing that a keychain does.
     */
    starting<T>(start: () => T): T {
      const before = performance.now()
      const waitedBefore = waitedForProcessor()
      const started = start()
      const took = performance.now() - before - (waitedForProcessor() - waitedBefore)
      starting += took
      measured.longestStart = Math.max(measured.longestStart, took)
      return started
    },
    async answering<T>(answer: Promise<T>): Promise<T> {
      const before = performance.now()
      try {
        return await answer
      } finally {
        measured.slowest = Math.max(measured.slowest, performance.now() - before)
      }
    },
    stop(): Measured {
      // What blocks until the end has let no timer come: it is counted here.
      look()
      return measured
    },
  }
}

import { readFileSync } from 'node:fs'

/**
 * Measurements of the main thread, in milliseconds: its longest block (`own` without the time that it waited for a
 * processor, `whole` with it), the longest startup of another process, and the slowest response.
 */
export type Measurements = { own: number; whole: number; longestStart: number; slowest: number }

/**
 * Longest allowed block of the event loop, in milliseconds. A keychain that doesn't respond blocks it for seconds; a
 * machine under load blocks it for tenths of a second now and then.
 */
export const maxBlockMs = 1_000

const tick = 5

/** Returns the milliseconds that the main thread has waited for a processor: the second number of schedstat. */
const waitedForProcessor = (): number => Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6

/** Measures the event loop of this process, from `start` to `stop`. */
export const createWatch = () => {
  const measured: Measurements = { own: 0, whole: 0, longestStart: 0, slowest: 0 }
  let last = 0
  let waited = 0
  let starting = 0
  const mark = (): void => {
    last = performance.now()
    waited = waitedForProcessor()
    starting = 0
  }
  const measure = (): void => {
    const whole = Math.max(0, performance.now() - last - tick)
    const own = whole - (waitedForProcessor() - waited) - starting
    if (own > measured.own) Object.assign(measured, { own, whole })
    mark()
  }
  return {
    start() {
      mark()
      setInterval(measure, tick).unref()
    },
    /**
     * Starts a process and measures it separately: Node waits until the new process is running, which is slow on a busy
     * machine and is not caused by a keychain.
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
    stop(): Measurements {
      // During a block that lasts until now, no timer could fire, so count it here.
      measure()
      return measured
    },
  }
}

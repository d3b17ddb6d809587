import { setImmediate as nextTurn } from 'node:timers/promises'

/** Longest work between two turns of the event loop, in milliseconds. */
const longestWork = 8

/** Returns a function that lets the event loop run if the work since the last time took 8 ms, or at once with `now`. */
export const createPause = () => {
  let until = performance.now() + longestWork
  return async (when?: 'now'): Promise<void> => {
    if (when !== 'now' && performance.now() < until) return
    await nextTurn()
    until = performance.now() + longestWork
  }
}

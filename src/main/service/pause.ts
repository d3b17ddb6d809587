import { setImmediate as nextTurn } from 'node:timers/promises'

/** Maximum time of work between two turns of the event loop, in milliseconds. */
const longestWork = 8

/**
 * Returns a function that yields to the event loop if the work since the last time took 8 ms, or immediately with
 * `now`.
 */
export const createPause = () => {
  let until = performance.now() + longestWork
  return async (when?: 'now'): Promise<void> => {
    if (when !== 'now' && performance.now() < until) return
    await nextTurn()
    until = performance.now() + longestWork
  }
}

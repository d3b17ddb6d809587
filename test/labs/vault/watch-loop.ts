import { readFileSync } from 'node:fs'

/**
 * The longest time, in milliseconds, in which the main thread came to no timer: without what the machine let it wait for
 * a processor (`own`), and with it (`whole`); how much of it was computing, and how long after the beginning it was.
 */
export type Stall = { own: number; whole: number; computing: number; after: number }

const tick = 5

type Account = { ran: number; waited: number }

/** Linux's own account of the main thread, in milliseconds: how long it ran, and how long it stood ready without a processor. */
const readAccount = (): Account => {
  const [ran = 0, waited = 0] = readFileSync('/proc/self/schedstat', 'utf8').split(' ').map(Number)
  return { ran: ran / 1e6, waited: waited / 1e6 }
}

/** Watches the event loop of this process from now on; `stop` ends it and tells. */
export const watchLoop = (): { stop(): Stall } => {
  const begun = performance.now()
  let longest: Stall = { own: 0, whole: 0, computing: 0, after: 0 }
  let last = begun
  let before = readAccount()
  const look = (): void => {
    const now = performance.now()
    const account = readAccount()
    const whole = Math.max(0, now - last - tick)
    const own = whole - (account.waited - before.waited)
    if (own > longest.own) longest = { own, whole, computing: account.ran - before.ran, after: now - begun }
    last = now
    before = account
  }
  const timer = setInterval(look, tick).unref()
  return {
    stop() {
      clearInterval(timer)
      // What blocks until the end has let no timer come: it is counted here.
      look()
      return longest
    },
  }
}

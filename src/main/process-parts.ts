import { randomBytes, randomUUID } from 'node:crypto'
import { hostname, userInfo } from 'node:os'
import type { DeskParts } from './desk.ts'

/** A number from 0 up to 1 that nobody can foresee: the practice key is made of it. */
export const secureRandom = (): number => randomBytes(6).readUIntBE(0, 6) / 2 ** 48

/** The account name of this computer; an account without an entry in the system's list still has a number. */
const operator = (): string => {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? ''}`.trim()
  }
}

/** The clocks, the chance and the timers of this process, as a desk wants them handed in. */
export const processParts = () =>
  ({
    clock: () => Date.now(),
    monotonic: () => performance.now(),
    randomBytes: (count) => randomBytes(count),
    createUuid: () => randomUUID(),
    after: (milliseconds, act) => {
      const timer = setTimeout(act, milliseconds).unref()
      return () => clearTimeout(timer)
    },
    operator: operator(),
    computer: hostname(),
  }) satisfies Partial<DeskParts>

export type ProcessParts = ReturnType<typeof processParts>

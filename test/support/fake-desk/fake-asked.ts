import type { Asked, SystemTies } from '../../../src/contract/asked.ts'
import { succeed, type Outcome } from '../../../src/contract/failure.ts'

/** What was asked from outside the window, kept until the page takes it. */
export const createFakeAsked = (announce: () => void, ties: Partial<SystemTies>) => {
  let waiting: Asked | null = null
  return {
    ask: (asked: Asked): void => {
      waiting = asked
      announce()
    },
    takeAsked: (): Promise<Outcome<{ asked: Asked | null }>> => {
      const asked = waiting
      waiting = null
      return Promise.resolve(succeed({ asked }))
    },
    systemTies: (): Promise<Outcome<SystemTies>> =>
      Promise.resolve(succeed({ shortcut: 'off', telLinks: 'off', ...ties })),
  }
}

import { isSameNumber } from '../../contract/same-number.ts'

export type RepeatLeaveParts = {
  /** A clock that goes only forward, in milliseconds: a leave must not last longer because a clock was set. */
  monotonic: () => number
  createId: () => string
}

type Leave = { phoneNumber: string; about: string[]; expiresAt: number }

const milliseconds = 2 * 60_000

/**
 * One-time leaves to call a number again. A leave is given out with the question and good for two minutes, for the number
 * and for what was asked about and nothing else: when another call to the number comes in between, it is asked anew.
 */
export const createRepeatLeaves = ({ monotonic, createId }: RepeatLeaveParts) => {
  const leaves = new Map<string, Leave>()

  const forgetExpired = (): void => {
    for (const [id, leave] of leaves) if (leave.expiresAt <= monotonic()) leaves.delete(id)
  }

  return {
    /** `about` names what a person is asked about: earlier calls by their ids, or a gap in the history. */
    give(phoneNumber: string, about: string[]): string {
      forgetExpired()
      const id = createId()
      leaves.set(id, { phoneNumber, about, expiresAt: monotonic() + milliseconds })
      return id
    },
    /** What a leave was given for, once; empty for one that is used, too old, unknown or for another number, and for none. */
    use(id: string | null, phoneNumber: string): string[] {
      forgetExpired()
      const leave = id === null ? undefined : leaves.get(id)
      if (id !== null) leaves.delete(id)
      return leave !== undefined && isSameNumber(leave.phoneNumber, phoneNumber) ? leave.about : []
    },
  }
}

export type RepeatLeaves = ReturnType<typeof createRepeatLeaves>

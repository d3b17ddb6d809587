import type { Call } from '../../contract/call.ts'

export type RepeatLeaveParts = { clock: () => number; createId: () => string }

type Leave = { earlierCallId: string; expiresAt: number }

const milliseconds = 2 * 60_000

/**
 * One-time leaves to call a number again. A leave is given out with the question and good for two minutes, for that
 * one earlier call: when another call to the number comes in between, it is asked anew.
 */
export const createRepeatLeaves = ({ clock, createId }: RepeatLeaveParts) => {
  const leaves = new Map<string, Leave>()

  const forgetExpired = (): void => {
    for (const [id, leave] of leaves) if (leave.expiresAt <= clock()) leaves.delete(id)
  }

  return {
    give(earlier: Pick<Call, 'callId'>): string {
      forgetExpired()
      const id = createId()
      leaves.set(id, { earlierCallId: earlier.callId, expiresAt: clock() + milliseconds })
      return id
    },
    /** The earlier call that a leave was given for, once; null for a leave that is used, too old or unknown. */
    use(id: string): string | null {
      forgetExpired()
      const leave = leaves.get(id)
      leaves.delete(id)
      return leave?.earlierCallId ?? null
    },
  }
}

export type RepeatLeaves = ReturnType<typeof createRepeatLeaves>

export type RepeatLeaveParts = { clock: () => number; createId: () => string }

type Leave = { about: string[]; expiresAt: number }

const milliseconds = 2 * 60_000

/**
 * One-time leaves to call a number again. A leave is given out with the question and good for two minutes, for what was
 * asked about and nothing else: when another call to the number comes in between, it is asked anew.
 */
export const createRepeatLeaves = ({ clock, createId }: RepeatLeaveParts) => {
  const leaves = new Map<string, Leave>()

  const forgetExpired = (): void => {
    for (const [id, leave] of leaves) if (leave.expiresAt <= clock()) leaves.delete(id)
  }

  return {
    /** `about` names what a person is asked about: earlier calls by their ids, or a gap in the history. */
    give(about: string[]): string {
      forgetExpired()
      const id = createId()
      leaves.set(id, { about, expiresAt: clock() + milliseconds })
      return id
    },
    /** What a leave was given for, once; empty for a leave that is used, too old or unknown, and for none. */
    use(id: string | null): string[] {
      forgetExpired()
      const leave = id === null ? undefined : leaves.get(id)
      if (id !== null) leaves.delete(id)
      return leave?.about ?? []
    },
  }
}

export type RepeatLeaves = ReturnType<typeof createRepeatLeaves>

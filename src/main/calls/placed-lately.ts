import { isSameNumber } from '../../contract/same-number.ts'

type Placed = { callId: string; phoneNumber: string; practice: boolean; at: number }

/** Nobody is asked about calls older than this, whatever the setting; in milliseconds. */
const longest = 24 * 60 * 60_000

/**
 * The calls that this run of the app has placed, by a clock that goes only forward. The record tells their wall time,
 * and a wall clock that was set would let a number be rung twice in a minute without a question.
 */
export const createPlacedLately = (monotonic: () => number) => {
  let placed: Placed[] = []
  return {
    note(callId: string, phoneNumber: string, practice: boolean): void {
      const now = monotonic()
      placed = [...placed.filter(({ at }) => now - at < longest), { callId, phoneNumber, practice, at: now }]
    },
    /** The ids of the calls to this number within so many milliseconds. */
    within(milliseconds: number, phoneNumber: string, practice: boolean): string[] {
      const since = monotonic() - milliseconds
      return placed
        .filter((one) => one.at > since && one.practice === practice && isSameNumber(one.phoneNumber, phoneNumber))
        .map(({ callId }) => callId)
    },
  }
}

export type PlacedLately = ReturnType<typeof createPlacedLately>

import type { Call } from '../../../contract/call.ts'
import { mostKept } from './row-source.ts'

/** Calls that were fetched together, from row `start` on, after the call `after`; `calls` is null once they were let go. */
export type Piece = {
  readonly start: number
  readonly length: number
  readonly after: string | null
  calls: readonly Call[] | null
}

/** Rows that came piece by piece, from the top down; those far from sight are let go, and it is known how to fetch them again. */
export const createPieces = () => {
  let pieces: Piece[] = []
  let known = 0

  const holding = (row: number): Piece | undefined => {
    let [low, high] = [0, pieces.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((pieces[middle]?.start ?? 0) <= row) low = middle
      else high = middle - 1
    }
    return pieces[low]
  }

  return {
    known: () => known,
    clear(): void {
      pieces = []
      known = 0
    },
    add(after: string | null, calls: readonly Call[]): void {
      if (calls.length > 0) pieces.push({ start: known, length: calls.length, after, calls })
      known += calls.length
    },
    at(row: number): Call | undefined {
      const piece = holding(row)
      return piece?.calls?.[row - piece.start]
    },
    /** The pieces of these rows that were let go. */
    gone: (first: number, end: number): Piece[] =>
      pieces.filter(({ start, length, calls }) => !calls && start < end && start + length > first),
    letGo(first: number, end: number): void {
      if (known <= mostKept) return
      const [lowest, highest] = [first - mostKept / 3, end + mostKept / 3]
      for (const piece of pieces) if (piece.start + piece.length < lowest || piece.start > highest) piece.calls = null
    },
    *here(): Generator<Call> {
      for (const { calls } of pieces) if (calls) yield* calls
    },
    replace(call: Call): void {
      for (const piece of pieces)
        if (piece.calls?.some(({ callId }) => callId === call.callId))
          piece.calls = piece.calls.map((one) => (one.callId === call.callId ? call : one))
    },
  }
}

import type { Failure } from '../../../contract/failure.ts'
import type { RowSource } from './row-source.ts'

/** So many rows above and below those in sight are fetched before they are needed. */
const ahead = 150

type Range = { readonly first: number; readonly end: number }

type Parts = {
  source: () => RowSource | null
  onFetched: () => void
  onFailed: (failure: Failure) => void
}

/** Fetches what is missing around the rows in sight, one stretch after the other: of those that were scrolled past only the last. */
export const createSight = ({ source, onFetched, onFailed }: Parts) => {
  let seen: Range = { first: 0, end: 40 }
  let wanted: Range | null = null
  let isFetching = false

  const take = (): Range | null => {
    const range = wanted
    wanted = null
    return range
  }

  const fetchWanted = async (): Promise<void> => {
    isFetching = true
    for (let range = take(); range; range = take()) {
      const from = source()
      const failure = from?.isMissing(range.first, range.end) ? await from.want(range.first, range.end) : null
      // What another list answers is nothing for this one.
      if (from === source()) {
        if (failure) onFailed(failure)
        else onFetched()
      }
    }
    isFetching = false
  }

  return {
    seen: () => seen,
    see: (first: number, end: number): void => {
      seen = { first, end }
      const around = { first: Math.max(0, first - ahead), end: end + ahead }
      if (!source()?.isMissing(around.first, around.end)) return
      wanted = around
      if (!isFetching) void fetchWanted()
    },
  }
}

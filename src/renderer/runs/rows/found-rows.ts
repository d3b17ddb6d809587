import type { Call } from '../../../contract/call.ts'
import type { CallPage } from '../../../contract/call-filter.ts'
import type { Failure } from '../../../contract/failure.ts'
import { createPieces, type Piece } from './pieces.ts'
import { type AskPage, type RowSource, rowsAtOnce } from './row-source.ts'

/** Fetches again what was let go. It may come in several parts, each of which begins where the one before it ended. */
const refill = async (ask: AskPage, piece: Piece): Promise<Failure | null> => {
  const calls: Call[] = []
  let after = piece.after
  do {
    const answer = await ask({ after, limit: piece.length - calls.length })
    if (!answer.ok) return answer.failure
    calls.push(...answer.value.calls)
    after = answer.value.next
  } while (after !== null && calls.length < piece.length)
  piece.calls = calls
  return null
}

/** What a search or a filter found, as rows. Each page begins where the one before it ended, so the way down is page by page. */
export const createFoundRows = (ask: AskPage, newest: CallPage): RowSource => {
  const pieces = createPieces()
  const told = { total: 0, exact: true, next: newest.next }

  const add = (after: string | null, { calls, total, totalIs, next }: CallPage): void => {
    pieces.add(after, calls)
    Object.assign(told, { total, exact: totalIs === 'exact', next })
  }
  add(null, newest)

  const fetchUntil = async (isThere: () => boolean): Promise<Failure | null> => {
    while (told.next !== null && !isThere()) {
      const after = told.next
      const answer = await ask({ after, limit: rowsAtOnce })
      if (!answer.ok) return answer.failure
      // Meanwhile the list may have begun anew, or somebody else fetched this page: then it is none of it.
      if (after === told.next) add(after, answer.value)
      pieces.letGo(pieces.known() - rowsAtOnce, pieces.known())
    }
    return null
  }

  return {
    // Beyond what is counted there are more rows, and a few of them are promised so that one can scroll on.
    count: () => {
      const known = pieces.known()
      return told.next === null ? known : Math.max(known + 1, told.exact ? told.total : known + rowsAtOnce)
    },
    at: pieces.at,
    isMissing: (first, end) =>
      (told.next !== null && pieces.known() < end) || pieces.gone(first, Math.min(end, pieces.known())).length > 0,
    async want(first, end) {
      const failure = await fetchUntil(() => pieces.known() >= end)
      if (failure) return failure
      pieces.letGo(first, end)
      const failures = await Promise.all(pieces.gone(first, end).map((piece) => refill(ask, piece)))
      return failures.find((one) => one !== null) ?? null
    },
    wantEnd: (isWanted) => fetchUntil(() => !isWanted()),
    renew(page) {
      pieces.clear()
      add(null, page)
      return null
    },
    here: pieces.here,
    replace: pieces.replace,
  }
}

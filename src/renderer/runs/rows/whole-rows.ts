import type { Call } from '../../../contract/call.ts'
import type { CallPage } from '../../../contract/call-filter.ts'
import type { Failure } from '../../../contract/failure.ts'
import { type AskPage, mostKept, type RowSource, rowsAtOnce } from './row-source.ts'

const pageOf = (place: number): number => Math.floor((place - 1) / rowsAtOnce)

/**
 * The whole history as rows. Its calls are numbered without a gap from the oldest on, so that any of a million rows is one
 * question away, and a call keeps its place while newer ones come.
 */
export const createWholeRows = (ask: AskPage, newest: CallPage): RowSource => {
  const calls = new Map<number, Call>()
  const asked = new Set<number>()
  let total = newest.total

  const put = (page: CallPage): void => page.calls.forEach((call, index) => calls.set(page.place - index, call))
  put(newest)

  const isWhole = (page: number): boolean => {
    const end = Math.min(total, (page + 1) * rowsAtOnce)
    for (let place = page * rowsAtOnce + 1; place <= end; place += 1) if (!calls.has(place)) return false
    return true
  }

  const fetchPage = async (page: number): Promise<Failure | null> => {
    const from = Math.min(total, (page + 1) * rowsAtOnce)
    asked.add(page)
    const answer = await ask({ after: null, from, limit: from - page * rowsAtOnce })
    asked.delete(page)
    if (!answer.ok) return answer.failure
    put(answer.value)
    return null
  }

  const letGo = (lowest: number, highest: number): void => {
    if (calls.size <= mostKept) return
    for (const place of calls.keys())
      if (place < lowest - mostKept / 3 || place > highest + mostKept / 3) calls.delete(place)
  }

  const placesOf = (first: number, end: number) =>
    [Math.max(1, total - end + 1), Math.min(total, total - first)] as const

  const missing = (first: number, end: number): number[] => {
    const [lowest, highest] = placesOf(first, end)
    const pages: number[] = []
    for (let page = pageOf(lowest); page <= pageOf(highest); page += 1)
      if (!asked.has(page) && !isWhole(page)) pages.push(page)
    return pages
  }

  return {
    count: () => total,
    at: (index) => calls.get(total - index),
    isMissing: (first, end) => missing(first, end).length > 0,
    async want(first, end) {
      const failures = await Promise.all(missing(first, end).map(fetchPage))
      const [lowest, highest] = placesOf(first, end)
      letGo(lowest, highest)
      return failures.find((failure) => failure !== null) ?? null
    },
    wantEnd: () => Promise.resolve(null),
    renew(page) {
      const more = page.total - total
      total = page.total
      put(page)
      return more
    },
    here: () => calls.values(),
    replace(call) {
      for (const [place, known] of calls) if (known.callId === call.callId) calls.set(place, call)
    },
  }
}

import type { Call } from '../../../../contract/call.ts'
import type { CallPage } from '../../../../contract/call-list.ts'
import type { Failure, Outcome } from '../../../../contract/failure.ts'

/** Number of calls per page. */
export const pageSize = 100

/** Maximum number of loaded calls. Beyond that, calls far from the viewport are evicted to limit memory use. */
export const maxLoadedRows = 3_000

/** Fetches one page of the list from main. */
export type FetchPage = (page: { after: string | null; from?: number; limit: number }) => Promise<Outcome<CallPage>>

/** The rows of a list of any length. Only rows near the viewport are loaded. Row 0 is the newest call. */
export type RowSource = {
  /** Returns how many rows the list can scroll through. */
  readonly count: () => number
  readonly at: (index: number) => Call | undefined
  readonly isMissing: (first: number, end: number) => boolean
  /** Loads this range's missing rows; resolves with the failure, or null. */
  readonly load: (first: number, end: number) => Promise<Failure | null>
  /** Loads rows down to the oldest one while `isWanted` returns true. Resolves with the failure, or null. */
  readonly loadToEnd: (isWanted: () => boolean) => Promise<Failure | null>
  /**
   * Applies a new page of the newest calls. Returns how many rows older calls have moved down; null if the list was
   * reset.
   */
  readonly applyNewest: (newest: CallPage) => number | null
  readonly loaded: () => Iterable<Call>
  /** Replaces a loaded call with a newer version of it. */
  readonly replace: (call: Call) => void
}

/**
 * Returns the rows of the whole history. Positions are numbered from the oldest call without gaps, so any row can be
 * fetched directly, and a call keeps its position when newer calls are added.
 */
export const createHistoryRows = (fetchPage: FetchPage, newest: CallPage): RowSource => {
  const calls = new Map<number, Call>()
  const loading = new Set<number>()
  let total = newest.total

  const store = (page: CallPage): void => page.calls.forEach((call, index) => calls.set(page.position - index, call))
  store(newest)

  const pageOf = (position: number): number => Math.floor((position - 1) / pageSize)
  const isComplete = (page: number): boolean => {
    const end = Math.min(total, (page + 1) * pageSize)
    for (let position = page * pageSize + 1; position <= end; position += 1) if (!calls.has(position)) return false
    return true
  }

  const loadPage = async (page: number): Promise<Failure | null> => {
    const from = Math.min(total, (page + 1) * pageSize)
    loading.add(page)
    const answer = await fetchPage({ after: null, from, limit: from - page * pageSize })
    loading.delete(page)
    if (!answer.ok) return answer.failure
    store(answer.value)
    return null
  }

  const evictOutside = (lowest: number, highest: number): void => {
    if (calls.size <= maxLoadedRows) return
    for (const position of calls.keys())
      if (position < lowest - maxLoadedRows / 3 || position > highest + maxLoadedRows / 3) calls.delete(position)
  }

  const positionsOf = (first: number, end: number) =>
    [Math.max(1, total - end + 1), Math.min(total, total - first)] as const

  const missingPages = (first: number, end: number): number[] => {
    const [lowest, highest] = positionsOf(first, end)
    const pages: number[] = []
    for (let page = pageOf(lowest); page <= pageOf(highest); page += 1)
      if (!loading.has(page) && !isComplete(page)) pages.push(page)
    return pages
  }

  return {
    count: () => total,
    at: (index) => calls.get(total - index),
    isMissing: (first, end) => missingPages(first, end).length > 0,
    async load(first, end) {
      const failures = await Promise.all(missingPages(first, end).map(loadPage))
      evictOutside(...positionsOf(first, end))
      return failures.find((failure) => failure !== null) ?? null
    },
    loadToEnd: () => Promise.resolve(null),
    applyNewest(page) {
      const added = page.total - total
      total = page.total
      store(page)
      return added
    },
    loaded: () => calls.values(),
    replace(call) {
      for (const [position, known] of calls) if (known.callId === call.callId) calls.set(position, call)
    },
  }
}

/** Returns the rows of a filtered list or search result. Each page starts where the previous one ended. */
export const createSearchRows = (fetchPage: FetchPage, newest: CallPage): RowSource => {
  const pages = createPages()
  const list = { total: 0, exact: true, next: newest.next }

  const append = (after: string | null, { calls, total, totalIs, next }: CallPage): void => {
    pages.append(after, calls)
    Object.assign(list, { total, exact: totalIs === 'exact', next })
  }
  append(null, newest)

  const loadWhile = async (isNeeded: () => boolean): Promise<Failure | null> => {
    while (list.next !== null && isNeeded()) {
      const after = list.next
      const answer = await fetchPage({ after, limit: pageSize })
      if (!answer.ok) return answer.failure
      // In the meantime, the list may have been reset, or another load may have appended this page.
      if (after === list.next) append(after, answer.value)
      pages.evictOutside(pages.length() - pageSize, pages.length())
    }
    return null
  }

  return {
    // If there may be more rows than have been counted, add a few, so that the list can scroll further.
    count: () => {
      const known = pages.length()
      return list.next === null ? known : Math.max(known + 1, list.exact ? list.total : known + pageSize)
    },
    at: pages.at,
    isMissing: (first, end) =>
      (list.next !== null && pages.length() < end) || pages.evictedIn(first, Math.min(end, pages.length())).length > 0,
    async load(first, end) {
      const failure = await loadWhile(() => pages.length() < end)
      if (failure) return failure
      pages.evictOutside(first, end)
      const failures = await Promise.all(pages.evictedIn(first, end).map((page) => reload(fetchPage, page)))
      return failures.find((one) => one !== null) ?? null
    },
    loadToEnd: (isWanted) => loadWhile(isWanted),
    applyNewest(page) {
      pages.clear()
      append(null, page)
      return null
    },
    loaded: pages.loaded,
    replace: pages.replace,
  }
}

/** A page of calls. It starts at row `start`, after the call `after`. `calls` is null once they have been evicted. */
type Page = {
  readonly start: number
  readonly length: number
  readonly after: string | null
  calls: readonly Call[] | null
}

/** Refetches an evicted page. If this takes several requests, each one starts where the previous one ended. */
const reload = async (fetchPage: FetchPage, page: Page): Promise<Failure | null> => {
  const calls: Call[] = []
  let after = page.after
  do {
    const answer = await fetchPage({ after, limit: page.length - calls.length })
    if (!answer.ok) return answer.failure
    calls.push(...answer.value.calls)
    after = answer.value.next
  } while (after !== null && calls.length < page.length)
  page.calls = calls
  return null
}

const createPages = () => {
  let pages: Page[] = []
  let length = 0

  const pageAt = (row: number): Page | undefined => {
    let [low, high] = [0, pages.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((pages[middle]?.start ?? 0) <= row) low = middle
      else high = middle - 1
    }
    return pages[low]
  }

  return {
    length: () => length,
    clear(): void {
      pages = []
      length = 0
    },
    append(after: string | null, calls: readonly Call[]): void {
      if (calls.length > 0) pages.push({ start: length, length: calls.length, after, calls })
      length += calls.length
    },
    at(row: number): Call | undefined {
      const page = pageAt(row)
      return page?.calls?.[row - page.start]
    },
    evictedIn: (first: number, end: number): Page[] =>
      pages.filter((page) => !page.calls && page.start < end && page.start + page.length > first),
    evictOutside(first: number, end: number): void {
      if (length <= maxLoadedRows) return
      const [lowest, highest] = [first - maxLoadedRows / 3, end + maxLoadedRows / 3]
      for (const page of pages) if (page.start + page.length < lowest || page.start > highest) page.calls = null
    },
    *loaded(): Generator<Call> {
      for (const { calls } of pages) if (calls) yield* calls
    },
    replace(call: Call): void {
      for (const page of pages)
        if (page.calls?.some(({ callId }) => callId === call.callId))
          page.calls = page.calls.map((one) => (one.callId === call.callId ? call : one))
    },
  }
}

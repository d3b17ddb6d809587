import type { StoreApi } from 'zustand/vanilla'
import type { Api } from '../../../../contract/api.ts'
import type { CallPage } from '../../../../contract/call-list.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { settle } from '../../../lib/query.ts'
import { createFetchPage, type FetchPage } from './fetch-page.ts'
import {
  isEveryCall,
  isSameQuery,
  mergePage,
  type RunsQuery,
  type RunsState,
  selectionAfter,
  selectionInNewList,
} from '../state.ts'
import type { Call } from '../../../../contract/call.ts'

/** Number of rows to load before a new list is shown, so that the first screen of rows appears all at once. */
const firstScreen = 40
/** Maximum number of changed calls to fetch individually. If there are more, the list is reloaded. */
const maxSingleFetches = 20
/** Number of rows to prefetch above and below the viewport. */
const prefetchRows = 150

type Range = { readonly first: number; readonly end: number }

const totalsOf = ({ total, totalIs, unindexed }: CallPage) => ({ total, totalIs, unindexed })

/**
 * Creates the function that fetches missing rows around the viewport, one range at a time. Ranges that the user has
 * scrolled past are skipped.
 */
const createPrefetcher = (getSource: () => RowSource | null, show: () => void, fail: (failure: Failure) => void) => {
  let viewport: Range = { first: 0, end: 40 }
  let wanted: Range | null = null
  let isFetching = false
  const fetchWanted = async (): Promise<void> => {
    isFetching = true
    while (wanted) {
      const { first, end }: Range = wanted
      wanted = null
      const source = getSource()
      const failure = source?.isMissing(first, end) ? await source.load(first, end) : null
      // The list may have been replaced during the fetch.
      if (source !== getSource()) continue
      if (failure) fail(failure)
      else show()
    }
    isFetching = false
  }
  return {
    viewport: () => viewport,
    showRange: (first: number, end: number): void => {
      viewport = { first, end }
      const range = { first: Math.max(0, first - prefetchRows), end: end + prefetchRows }
      if (!getSource()?.isMissing(range.first, range.end)) return
      wanted = range
      if (!isFetching) void fetchWanted()
    },
  }
}

/**
 * Creates the loader of the Runs list, which puts rows into the store: new lists, rows near the viewport, and changed
 * calls.
 */
export const createRowLoader = (api: Api, store: StoreApi<RunsState>, now: () => number) => {
  let source: RowSource | null = null
  let shifted = 0
  let loads = 0
  /** The query of the last load, which may still be running. */
  let requested: RunsQuery | null = null

  /** Shows the source's rows. `moved` is how many rows older calls have moved down; null for a new list. */
  const publish = (change: Partial<RunsState> = {}, moved: number | null = 0): void => {
    if (source === null) return
    const rows = { count: source.count(), at: source.at, shifted }
    store.setState((state) => ({
      rows,
      status: { step: 'shown' },
      ...change,
      ...(moved === null
        ? selectionInNewList(rows, state, change.query ?? state.query)
        : selectionAfter(rows, state, moved)),
    }))
  }
  /** Any row may be outdated then, so the next load replaces them. */
  const fail = (failure: Failure): false => {
    source = null
    store.setState({ status: { step: 'failed', failure } })
    return false
  }
  const { viewport, showRange } = createPrefetcher(
    () => source,
    () => publish(),
    fail,
  )

  /** Returns whether the newest rows of the list have been loaded again. */
  const load = async (query: RunsQuery): Promise<boolean> => {
    const mine = (loads += 1)
    requested = query
    const fetchPage = createFetchPage(api, store, query, now())
    const newest = await fetchPage({ after: null, limit: pageSize })
    if (mine !== loads) return false
    if (!newest.ok) return fail(newest.failure)
    if (source !== null && isSameQuery(query, store.getState().query)) {
      // If the user has scrolled or selected a row far down a search result, keep the rows in place.
      const { selectedRow } = store.getState()
      const isFarDown = viewport().first > pageSize || (selectedRow >= pageSize && selectedRow < viewport().end)
      const isApplied = isEveryCall(query) || !isFarDown
      const moved = isApplied ? source.applyNewest(newest.value) : 0
      shifted += moved ?? 0
      publish(totalsOf(newest.value), moved)
      return isApplied
    }
    const next = (isEveryCall(query) ? createHistoryRows : createSearchRows)(fetchPage, newest.value)
    const failure = next.isMissing(0, firstScreen) ? await next.load(0, firstScreen) : null
    if (mine !== loads) return false
    if (failure) return fail(failure)
    source = next
    shifted = 0
    publish({ query, ...totalsOf(newest.value) }, null)
    showRange(viewport().first, viewport().end)
    return true
  }

  const refetch = async (callIds: readonly string[]): Promise<void> => {
    if (callIds.length === 0) return
    const answers = callIds.map((callId) => settle(api.listCalls({ search: callId, after: null, limit: 1 })))
    for (const answer of await Promise.all(answers)) {
      if (!answer.ok) return void fail(answer.failure)
      for (const call of answer.value.calls) source?.replace(call)
      store.setState((state) => mergePage(state, answer.value))
    }
    publish()
  }

  return {
    /** Loads the list for a query. A new query replaces the list; the same query adds new calls. */
    load,
    /** Sets the viewport and fetches the missing rows around it. */
    showRange,
    viewport,
    /** Loads these rows. Resolves with false if that fails or the list is replaced. */
    loadRange: async (first: number, end: number): Promise<boolean> => {
      const mine = source
      const failure = await mine?.load(first, end)
      // The list may have been replaced during the fetch.
      if (mine === null || mine !== source) return false
      if (failure) return fail(failure)
      publish()
      return true
    },
    /**
     * Loads rows down to the oldest one while `isWanted` returns true. Resolves with whether it reached the oldest row.
     */
    loadToEnd: async (isWanted: () => boolean): Promise<boolean> => {
      const mine = source
      const failure = await mine?.loadToEnd(() => {
        publish()
        return isWanted() && mine === source
      })
      if (failure) fail(failure)
      else publish()
      return !failure && isWanted() && mine === source
    },
    /** Loads the list again from the start. */
    reset: (): Promise<unknown> => {
      source = null
      return load(requested ?? store.getState().query)
    },
    /** Updates the loaded rows of changed calls. */
    refresh: async (callIds: readonly string[]): Promise<void> => {
      const changed = new Set(callIds)
      const loaded = Array.from(source?.loaded() ?? [], ({ callId }) => callId).filter((callId) => changed.has(callId))
      const isSingle = loaded.length <= maxSingleFetches
      if (!isSingle) source = null
      const isLoaded = await load(requested ?? store.getState().query)
      const newest = new Set(Array.from({ length: isLoaded ? pageSize : 0 }, (_, index) => source?.at(index)?.callId))
      if (isSingle) await refetch(loaded.filter((callId) => !newest.has(callId)))
    },
  }
}

export type RowLoader = ReturnType<typeof createRowLoader>

/** Number of calls per page. */
export const pageSize = 100

/** Maximum number of loaded calls. Beyond that, calls far from the viewport are evicted to limit memory use. */
export const maxLoadedRows = 3_000

/** The rows of a list of any length. Only rows near the viewport are loaded. Row 0 is the newest call. */
type RowSource = {
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

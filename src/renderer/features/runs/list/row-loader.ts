import type { StoreApi } from 'zustand/vanilla'
import type { Api } from '../../../../contract/api.ts'
import type { CallPage } from '../../../../contract/call-list.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { settle } from '../../../lib/query.ts'
import { filterOf, isFiltered } from '../filters/filters.ts'
import { isEveryCall, mergePage, type RunsQuery, type RunsState, selectionAfter, selectionInNewList } from '../state.ts'
import { createHistoryRows, createSearchRows, type FetchPage, pageSize, type RowSource } from './row-source.ts'

/** Number of rows to load before a new list is shown, so that the first screen of rows appears all at once. */
const firstScreen = 40
/** Maximum number of changed calls to fetch individually. If there are more, the list is reloaded. */
const maxSingleFetches = 20
/** Number of rows to prefetch above and below the viewport. */
const prefetchRows = 150

type Range = { readonly first: number; readonly end: number }

const totalsOf = ({ total, totalIs, unindexed }: CallPage) => ({ total, totalIs, unindexed })

/** Returns a function that fetches pages of a query's results from main and stores the notes that come with them. */
const createFetchPage = (
  api: Api,
  store: StoreApi<RunsState>,
  { search, filters }: RunsQuery,
  now: number,
): FetchPage => {
  const filter = isFiltered(filters) ? { filter: filterOf(filters, now) } : {}
  return async (page) => {
    const answer = await settle(api.listCalls({ search, ...filter, ...page }))
    if (answer.ok) store.setState((state) => mergePage(state, answer.value))
    return answer
  }
}

/**
 * Creates the function that fetches missing rows around the viewport, one range at a time. Ranges that the user has
 * scrolled past are skipped.
 */
const createPrefetcher = (
  getSource: () => RowSource | null,
  onFetched: () => void,
  onFailed: (failure: Failure) => void,
) => {
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
      if (failure) onFailed(failure)
      else onFetched()
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

  /** Shows the source's rows. `moved` is how many rows older calls have moved down; null for a new list. */
  const publish = (change: Partial<RunsState> = {}, moved: number | null = 0): void => {
    if (source === null) return
    const rows = { count: source.count(), at: source.at, shifted }
    store.setState((state) => ({
      rows,
      status: { step: 'shown' },
      ...change,
      ...(moved === null ? selectionInNewList(rows, state) : selectionAfter(rows, state, moved)),
    }))
  }
  const fail = (failure: Failure): void => store.setState({ status: { step: 'failed', failure } })
  const { viewport, showRange } = createPrefetcher(
    () => source,
    () => publish(),
    fail,
  )

  const load = async (query: RunsQuery): Promise<void> => {
    const mine = (loads += 1)
    const fetchPage = createFetchPage(api, store, query, now())
    const newest = await fetchPage({ after: null, limit: pageSize })
    if (mine !== loads) return
    if (!newest.ok) return fail(newest.failure)
    const before = store.getState().query
    if (source !== null && query.search === before.search && query.filters === before.filters) {
      // If the user has scrolled far down a search result, keep the rows in place.
      const moved = !isEveryCall(query) && viewport().first > pageSize ? 0 : source.applyNewest(newest.value)
      shifted += moved ?? 0
      return publish(totalsOf(newest.value), moved)
    }
    const next = (isEveryCall(query) ? createHistoryRows : createSearchRows)(fetchPage, newest.value)
    const failure = next.isMissing(0, firstScreen) ? await next.load(0, firstScreen) : null
    if (mine !== loads) return
    if (failure) return fail(failure)
    source = next
    shifted = 0
    publish({ query, ...totalsOf(newest.value) }, null)
    showRange(viewport().first, viewport().end)
  }

  const refetch = async (callIds: readonly string[]): Promise<void> => {
    if (callIds.length === 0) return
    const answers = callIds.map((callId) => settle(api.listCalls({ search: callId, after: null, limit: 1 })))
    for (const answer of await Promise.all(answers)) {
      if (!answer.ok) continue
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
    /** Updates the loaded rows of changed calls. */
    refresh: async (callIds: readonly string[]): Promise<void> => {
      const changed = new Set(callIds)
      const loaded = Array.from(source?.loaded() ?? [], ({ callId }) => callId).filter((callId) => changed.has(callId))
      const isSingle = loaded.length <= maxSingleFetches
      if (!isSingle) source = null
      await load(store.getState().query)
      // The newest calls have just been loaded.
      const newest = new Set(Array.from({ length: pageSize }, (_, index) => source?.at(index)?.callId))
      if (isSingle) await refetch(loaded.filter((callId) => !newest.has(callId)))
    },
  }
}

export type RowLoader = ReturnType<typeof createRowLoader>

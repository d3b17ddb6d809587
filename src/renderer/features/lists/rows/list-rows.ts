import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Api } from '../../../../contract/api.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { FindingCode, ListRow, RowState } from '../../../../contract/list.ts'
import { settle } from '../../../lib/query.ts'

/** Number of rows per request. */
const pageSize = 200
/** Number of rows beyond the visible ones that are loaded while the user scrolls toward them. */
const rowsAhead = pageSize / 2
/** Maximum number of loaded pages. Pages far from the viewport are evicted to limit memory use. */
const maxPages = 20

/** Which rows of a list to return, and in which order. */
export type RowsRequest = {
  readonly states: readonly RowState[]
  readonly finding: FindingCode | null
  readonly search: string
  readonly order: 'file' | 'latest'
}

type RowsState = { readonly total: number; readonly version: number; readonly failure: Failure | null }

/** The rows of a list that match a request. Only those near the viewport are loaded. */
export type ListRows = {
  readonly store: StoreApi<RowsState>
  readonly at: (index: number) => ListRow | undefined
  /** Returns the index of a row, given its number in the file; -1 if the row is not loaded. */
  readonly indexOf: (row: number) => number
  /** Sets the visible range, and fetches its missing rows and those that scrolling will show next. */
  readonly showRange: (first: number, end: number) => void
  /** Refetches the visible rows after a change, and evicts the others. */
  readonly refresh: () => Promise<void>
}

/** Creates the store of a list's rows. Nothing is loaded before the first range is shown. */
export const createListRows = (api: Api, listId: string, request: RowsRequest): ListRows => {
  const pages = new Map<number, readonly ListRow[]>()
  const store = createStore<RowsState>(() => ({ total: 0, version: 0, failure: null }))
  let shown = { first: 0, end: pageSize }

  const pagesOf = ({ first, end }: typeof shown): number[] => {
    const from = Math.floor(first / pageSize)
    const to = Math.max(from, Math.floor(Math.max(0, end - 1) / pageSize))
    return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  }

  const loading = new Map<number, Promise<void>>()
  const fetchPage = async (page: number): Promise<void> => {
    const { states, ...wanted } = request
    const input = { listId, ...wanted, states: [...states], from: page * pageSize, limit: pageSize }
    const answer = await settle(api.listRows(input))
    loading.delete(page)
    if (answer.ok) pages.set(page, answer.value.rows)
    store.setState(({ version, total }) => ({
      version: version + 1,
      total: answer.ok ? answer.value.total : total,
      failure: answer.ok ? null : answer.failure,
    }))
  }
  const load = (page: number): Promise<void> => {
    const pending = loading.get(page) ?? fetchPage(page)
    loading.set(page, pending)
    return pending
  }

  const refetch = async (): Promise<void> => {
    // Pending responses may predate the change.
    await Promise.all(loading.values())
    const wanted = pagesOf(shown)
    // Evicted rows are refetched when the user scrolls to them. Visible rows stay until their new versions arrive.
    for (const page of pages.keys()) if (!wanted.includes(page)) pages.delete(page)
    await Promise.all(wanted.map(load))
  }
  let refreshing: Promise<void> | null = null
  let queued: Promise<void> | null = null
  const refresh = async (): Promise<void> => {
    refreshing = refetch()
    await refreshing
    refreshing = null
  }
  const refreshAfter = async (current: Promise<void>): Promise<void> => {
    await current
    queued = null
    await refresh()
  }

  const dropFarPages = (near: readonly number[]): void => {
    if (pages.size <= maxPages) return
    const [first = 0] = near
    const byDistance = [...pages.keys()].toSorted((one, other) => Math.abs(other - first) - Math.abs(one - first))
    for (const page of byDistance.slice(0, pages.size - maxPages)) pages.delete(page)
  }

  return {
    store,
    at: (index) => pages.get(Math.floor(index / pageSize))?.[index % pageSize],
    indexOf: (row) => {
      for (const [page, rows] of pages) {
        const at = rows.findIndex((one) => one.row === row)
        if (at >= 0) return page * pageSize + at
      }
      return -1
    },
    showRange: (first, end) => {
      const wanted = pagesOf({
        first: first < shown.first ? Math.max(0, first - rowsAhead) : first,
        end: first > shown.first ? Math.min(end + rowsAhead, Math.max(end, store.getState().total)) : end,
      })
      shown = { first, end }
      dropFarPages(wanted)
      for (const page of wanted) if (!pages.has(page)) void load(page)
    },
    // Any number of changes during a refresh cause only one more refresh.
    refresh: () => (refreshing ? (queued ??= refreshAfter(refreshing)) : refresh()),
  }
}

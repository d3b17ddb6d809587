import type { StoreApi } from 'zustand/vanilla'
import type { Call } from '../../contract/call.ts'
import type { CallPage } from '../../contract/call-filter.ts'
import type { Desk } from '../../contract/desk.ts'
import { settle } from '../shell/settle.ts'
import { filterOf, type Wish } from './filters/wish.ts'
import type { RunsState } from './runs-store.ts'

/** How many calls are asked for at a time. */
export const pageSize = 100
const largestPage = 200

export type RunsPages = { readonly reload: () => Promise<void>; readonly loadMore: () => Promise<void> }

type Question = { readonly search: string; readonly wish: Wish }

/** Reads pages of calls into the store, newest first; an answer that a newer question overtook is dropped. */
export const createRunsPages = (desk: Desk, store: StoreApi<RunsState>, now: () => number): RunsPages => {
  let turn = 0
  /** After which call the next page begins. A page may be short, or empty, and not the last one. */
  let cursor: string | null = null
  const show = (
    question: Question,
    calls: readonly Call[],
    told: Pick<RunsState, 'total' | 'totalIs' | 'unindexed' | 'notes' | 'more'>,
  ) => {
    const { selected, opened } = store.getState()
    const isThere = calls.some(({ callId }) => callId === selected) || opened?.callId === selected
    const kept = isThere ? selected : (calls[0]?.callId ?? null)
    store.setState({
      search: question.search,
      shownWish: question.wish,
      calls,
      ...told,
      at: { step: 'shown' },
      selected: kept,
    })
  }

  /** Asks page after page until `wanted` calls are there or the history ends. */
  const load = async (question: Question, before: readonly Call[], wanted: number): Promise<void> => {
    const mine = (turn += 1)
    const filter = filterOf(question.wish, now())
    let calls = before
    let after = before.length === 0 ? null : cursor
    let page: CallPage | null = null
    let notes = before.length === 0 ? {} : store.getState().notes
    while ((page?.more ?? true) && calls.length < wanted) {
      const limit = Math.min(largestPage, Math.max(pageSize, wanted - calls.length))
      // One page after the other: each begins where the one before it ended.
      const answer = await settle(desk.listCalls({ search: question.search, filter, after, limit }))
      if (mine !== turn) return
      if (!answer.ok) return store.setState({ at: { step: 'failed', failure: answer.failure } })
      page = answer.value
      calls = [...calls, ...page.calls]
      notes = { ...notes, ...page.notes }
      after = page.next
    }
    if (page === null) return
    cursor = after
    const { total, totalIs, unindexed, more } = page
    show(question, calls, { total, totalIs, unindexed, more, notes })
  }

  let loadingMore = false
  return {
    reload: async () => {
      const { typed, wish, calls, search, shownWish } = store.getState()
      const isSame = typed.trim() === search && wish === shownWish
      await load({ search: typed.trim(), wish }, [], isSame ? Math.max(pageSize, calls.length) : pageSize)
    },
    loadMore: async () => {
      const { search, shownWish, calls, more } = store.getState()
      if (!more || loadingMore) return
      loadingMore = true
      await load({ search, wish: shownWish }, calls, calls.length + pageSize)
      loadingMore = false
    },
  }
}

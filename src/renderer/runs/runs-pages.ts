import type { StoreApi } from 'zustand/vanilla'
import type { Call } from '../../contract/call.ts'
import type { Desk } from '../../contract/desk.ts'
import { settle } from '../shell/settle.ts'
import type { RunsState } from './runs-store.ts'

/** How many calls are asked for at a time. */
export const pageSize = 100
const largestPage = 200

export type RunsPages = { readonly reload: () => Promise<void>; readonly loadMore: () => Promise<void> }

/** Reads pages of calls into the store, newest first; an answer that a newer question overtook is dropped. */
export const createRunsPages = (desk: Desk, store: StoreApi<RunsState>): RunsPages => {
  let turn = 0
  /** After which call the next page begins. A page may be short, or empty, and not the last one. */
  let cursor: string | null = null
  const show = (search: string, calls: readonly Call[], total: number, more: boolean) => {
    const { selected, opened } = store.getState()
    const isThere = calls.some(({ callId }) => callId === selected) || opened?.callId === selected
    const kept = isThere ? selected : (calls[0]?.callId ?? null)
    store.setState({ search, calls, total, more, at: { step: 'shown' }, selected: kept })
  }

  /** Asks page after page until `wanted` calls are there or the history ends. */
  const load = async (search: string, before: readonly Call[], wanted: number): Promise<void> => {
    const mine = (turn += 1)
    let calls = before
    let after = before.length === 0 ? null : cursor
    let more = true
    let total = 0
    while (more && calls.length < wanted) {
      const limit = Math.min(largestPage, Math.max(pageSize, wanted - calls.length))
      // One page after the other: each begins where the one before it ended.
      const answer = await settle(desk.listCalls({ search, after, limit }))
      if (mine !== turn) return
      if (!answer.ok) return store.setState({ at: { step: 'failed', failure: answer.failure } })
      calls = [...calls, ...answer.value.calls]
      ;({ more, total, next: after } = answer.value)
    }
    cursor = after
    show(search, calls, total, more)
  }

  let loadingMore = false
  return {
    reload: async () => {
      const { typed, calls, search } = store.getState()
      const wanted = typed.trim() === search ? Math.max(pageSize, calls.length) : pageSize
      await load(typed.trim(), [], wanted)
    },
    loadMore: async () => {
      const { search, calls, more } = store.getState()
      if (!more || loadingMore) return
      loadingMore = true
      await load(search, calls, calls.length + pageSize)
      loadingMore = false
    },
  }
}

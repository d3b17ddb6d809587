import { useCallback, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Api } from '../../../contract/api.ts'
import type { Failure, Outcome } from '../../../contract/failure.ts'
import type { List, ListRow } from '../../../contract/list.ts'
import type { Input, Output } from '../../../contract/operations.ts'
import { useListQuery, useListsStore } from '../../lib/lists.ts'
import { useNow, usePage } from '../../lib/page.ts'
import { createQuery, settle, valueOf } from '../../lib/query.ts'
import { hasNewFinding } from './rows/row-tag.tsx'

type ActionState = {
  /** The names of the operations that are running. */
  readonly pending: readonly string[]
  readonly failure: Failure | null
  /** How many operations have returned a checked list. */
  readonly checks: number
}

export type ListAction = ActionState & {
  readonly isPending: boolean
  /** Removes the failure. */
  readonly clear: () => void
  /**
   * Runs an operation that returns the changed list, stores the list and announces the result; resolves with null if
   * the operation fails. Does nothing and resolves with null while an operation with the same name is running, so that a
   * second key press has no effect; operations with other names are sent immediately.
   */
  readonly run: (
    ask: () => Promise<Outcome<List>>,
    announcement?: ((list: List) => string) | null,
    name?: string,
  ) => Promise<List | null>
}

/** Runs operations on a list: one at a time of each name. */
export const useListAction = (): ListAction => {
  const { announce } = usePage()
  const { update } = useListsStore()
  const [store] = useState(() => createStore<ActionState>(() => ({ pending: [], failure: null, checks: 0 })))
  const state = useStore(store)
  const run = useCallback<ListAction['run']>(
    async (ask, announcement, name = '') => {
      const before = store.getState()
      if (before.pending.includes(name)) return null
      store.setState({ pending: [...before.pending, name] })
      const answer = await settle(ask())
      const { pending, failure, checks } = store.getState()
      // Another operation may have failed in the meantime.
      const left = failure === before.failure ? null : failure
      store.setState({
        pending: pending.filter((one) => one !== name),
        failure: answer.ok ? left : answer.failure,
        checks: answer.ok && answer.value.checked ? checks + 1 : checks,
      })
      if (!answer.ok) return null
      update(answer.value)
      if (announcement) announce(announcement(answer.value))
      return answer.value
    },
    [announce, update, store],
  )
  const clear = useCallback(() => store.setState({ failure: null }), [store])
  return { ...state, isPending: state.pending.length > 0, run, clear }
}

/** Returns how many rows of the list can be copied to a new one, by state. */
export const useCopyable = (listId: string) => {
  const { api, now } = usePage()
  return useListQuery(
    listId,
    useMemo(() => createQuery(() => api.countCopyableRows({ listId }), now), [api, now, listId]),
  )
}

/** Returns the page with a single row: without a filter, rows are in the order of their numbers. */
const pageOfRow = (listId: string, row: number) => ({
  listId,
  states: [],
  finding: null,
  search: '',
  order: 'file' as const,
  from: row - 1,
  limit: 1,
})

/** Returns a row by its number in the file, reloaded after each change of the list; null until it is loaded. */
export const useRow = (listId: string, row: number): ListRow | null => {
  const { api, now } = usePage()
  const query = useMemo(() => createQuery(() => api.listRows(pageOfRow(listId, row)), now), [api, now, listId, row])
  return valueOf(useListQuery(listId, query))?.rows[0] ?? null
}

/**
 * Returns when the ready rows are expected to be called; null if unknown. Reloaded when `revision` changes, when a
 * time in it has passed, and every minute, because main reads all rows of the list for it.
 */
export const useForecast = (listId: string, revision: string): Output<'forecastList'> => {
  const { api, now } = usePage()
  const query = useMemo(() => createQuery(() => api.forecastList({ listId }), now), [api, now, listId])
  const minute = useNow(60_000)
  const refresh = useCallback(() => void query.refresh(), [query])
  useEffect(refresh, [refresh, revision, minute])
  const forecast = useStore(query.store, valueOf)
  const { endsAt = null, resumesAt = null, startsAt = null } = forecast ?? {}
  useEffect(() => {
    const times = [endsAt, resumesAt, startsAt].flatMap((time) => (time === null ? [] : [Date.parse(time)]))
    if (times.length === 0) return undefined
    const timer = setTimeout(refresh, Math.min(...times) - now())
    return () => clearTimeout(timer)
  }, [endsAt, resumesAt, startsAt, now, refresh])
  return forecast
}

/**
 * Returns a row that was held instead of released or called again, because its number has a call that the user didn't see;
 * null for any other. `changed`: what the action returned.
 */
export const readWithNewFinding = async (
  api: Pick<Api, 'listRows'>,
  listId: string,
  row: number,
  { action, changed }: { action: Input<'changeRow'>['action']; changed: Outcome<ListRow> },
): Promise<ListRow | null> => {
  if (changed.ok) return action.kind === 'callAgain' && changed.value.state === 'held' ? changed.value : null
  if (action.kind !== 'release') return null
  const read = await settle(api.listRows(pageOfRow(listId, row)))
  const current = read.ok ? read.value.rows[0] : undefined
  return current && hasNewFinding(current, action.findings) ? current : null
}

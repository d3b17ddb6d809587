import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Api } from '../../contract/api.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Brake, List } from '../../contract/list.ts'
import type { ListPolicy } from '../../contract/policy.ts'
import { isWithoutOpenRows, totalsOf } from './list-totals.ts'
import { usePage } from './page.ts'
import { createQuery, type Query, type QueryState, valueOf } from './query.ts'

/** Why a list didn't resume from its banner, and how many rows were ready after that; null if that couldn't be read. */
type ResumeFailure = { readonly failure: Failure; readonly calls: number | null }
type Shown = { readonly listId: string | null; readonly resumeFailure: ResumeFailure | null }

export type ListsStore = {
  /** The lists of all profiles, newest first. */
  readonly all: Query<List[]>
  /**
   * The ID of the list that the Lists screen shows; null shows its start page. `resumeFailure` says why that list didn't
   * resume from its banner, until the user leaves the Lists screen or presses another button of the list.
   */
  readonly shown: StoreApi<Shown>
  readonly show: (listId: string | null, resumeFailure?: ResumeFailure) => void
  /** Replaces a list with the newer version that an operation returned. */
  readonly update: (list: List) => void
  readonly close: () => void
}

/** Creates the store, which is reloaded when main announces a change. */
export const createListsStore = (api: Api, now: () => number): ListsStore => {
  const all = createQuery(() => api.listLists({}), now)
  const shown = createStore<Shown>(() => ({ listId: null, resumeFailure: null }))
  const close = api.onListsChanged(() => void all.refresh())
  void all.load()
  return {
    all,
    shown,
    show: (listId, resumeFailure) => shown.setState({ listId, resumeFailure: resumeFailure ?? null }),
    update: (list) => {
      const known = valueOf(all.store.getState()) ?? []
      const isKnown = known.some(({ listId }) => listId === list.listId)
      all.setData(isKnown ? known.map((one) => (one.listId === list.listId ? list : one)) : [list, ...known])
    },
    close,
  }
}

export const ListsContext = createContext<ListsStore | null>(null)

/** Returns the store. Throws outside the workspace. */
export const useListsStore = (): ListsStore => {
  const store = useContext(ListsContext)
  if (!store) throw new Error('A component was rendered outside the workspace.')
  return store
}

const none: readonly List[] = []

/** Returns the loaded lists of all profiles, newest first. */
export const useLists = (store: ListsStore): readonly List[] => useStore(store.all.store, valueOf) ?? none

/** Returns the lists that need the user's attention because Rundesk paused them. */
export const pausedLists = (lists: readonly List[]): List[] =>
  lists.filter(({ state, brake }) => state === 'paused' && brake !== null)

/** Returns the share of a list that is finished, as a whole percentage. */
export const percentOf = ({ counts }: Pick<List, 'counts'>): number => {
  const { finished, unresolved, active, waiting } = totalsOf(counts)
  const all = finished + unresolved + active + waiting
  return all === 0 ? 0 : Math.floor((finished / all) * 100)
}

/** Returns what this computer's policy allows lists. */
export const useListPolicy = (): ListPolicy => {
  const { api, now } = usePage()
  const [policy] = useState(() => createQuery(() => api.readPolicy({}), now))
  useEffect(() => void policy.load(), [policy])
  return valueOf(useStore(policy.store))?.lists ?? {}
}

/** Brakes whose text only says which rows Resume calls. */
const onlyResume: ReadonlySet<Brake> = new Set(['maxCalls', 'restarted'])

/** Returns whether the text of a list's brake is true: most texts say that the list can be resumed. */
export const hasBrakeText = ({ brake, counts }: Pick<List, 'brake' | 'counts'>): boolean =>
  brake !== null && (totalsOf(counts).waiting > 0 || !(isWithoutOpenRows({ counts }) || onlyResume.has(brake.reason)))

/** Calls `reload` immediately and after each change of the list. */
export const useListChanges = (listId: string, reload: () => void): void => {
  const { api } = usePage()
  useEffect(() => {
    reload()
    return api.onListsChanged(({ listId: changed }) => {
      if (changed === listId) reload()
    })
  }, [api, listId, reload])
}

/** Returns the state of a query about a list, which is loaded immediately and after each change of the list. */
export const useListQuery = <T>(listId: string, query: Query<T>): QueryState<T> => {
  useListChanges(
    listId,
    useCallback(() => void query.refresh(), [query]),
  )
  return useStore(query.store)
}

/** Returns the groups of rows with the same finding. */
export const useFindings = (listId: string) => {
  const { api, now } = usePage()
  return useListQuery(
    listId,
    useMemo(() => createQuery(() => api.listFindings({ listId }), now), [api, now, listId]),
  )
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { SavedView } from '../../../../contract/call-list.ts'
import type { Failure, Outcome } from '../../../../contract/failure.ts'
import type { PageDeps } from '../../../lib/page.ts'
import { settle } from '../../../lib/query.ts'
import { daysBetween, facetKey, filterOf, type Filters } from './filters.ts'
import type { RunsQuery } from '../state.ts'

type ViewsState = {
  views: readonly SavedView[]
  /** The view that was applied last, even if the filters have changed since; null if there is none. */
  appliedId: string | null
  failure: Failure | null
}

export type ViewsStore = {
  readonly store: StoreApi<ViewsState>
  readonly load: () => Promise<void>
  /**
   * Saves the query under a name, either as a new view or in place of an existing one. Resolves with whether it was
   * saved.
   */
  readonly save: (name: string, query: RunsQuery, viewId?: string) => Promise<boolean>
  readonly rename: (view: SavedView, name: string) => Promise<boolean>
  readonly remove: (viewId: string) => Promise<boolean>
  readonly apply: (viewId: string | null) => void
}

export const queryOf = ({ search, filter, days }: SavedView): RunsQuery => {
  const { from, until, learned = [], ...rest } = filter
  return { search, filters: { ...rest, learned, days: days === null ? daysBetween(from, until) : { kind: days } } }
}

const comparable = ({ states, agentUuids, profileIds, learned, practice, days }: Filters): string =>
  JSON.stringify([
    states.toSorted(),
    agentUuids.toSorted(),
    profileIds.toSorted(),
    learned.map(facetKey).toSorted(),
    practice,
    days,
  ])

/** Returns whether two queries are equal, regardless of the order in which filter values were selected. */
export const isSameQuery = (one: RunsQuery, other: RunsQuery): boolean =>
  one.search === other.search && comparable(one.filters) === comparable(other.filters)

/** Returns a version 4 UUID made from 16 random bytes. */
const uuidOf = (bytes: Uint8Array): string => {
  const digits = Array.from(bytes, (byte, index) => {
    if (index === 6) return (byte & 0x0f) | 0x40
    return index === 8 ? (byte & 0x3f) | 0x80 : byte
  }).map((byte) => byte.toString(16).padStart(2, '0'))
  const part = (from: number, to: number) => digits.slice(from, to).join('')
  return [part(0, 4), part(4, 6), part(6, 8), part(8, 10), part(10, 16)].join('-')
}

/** Returns the store of the saved views: named searches with filters, which main stores. */
export const createViews = ({ api, now, randomBytes }: PageDeps): ViewsStore => {
  const store = createStore<ViewsState>(() => ({ views: [], appliedId: null, failure: null }))
  const apply = (views: Outcome<SavedView[]>, change: Partial<ViewsState> = {}): boolean => {
    if (views.ok) store.setState({ views: views.value, failure: null, ...change })
    else store.setState({ failure: views.failure })
    return views.ok
  }
  return {
    store,
    load: async () => void apply(await settle(api.listViews({}))),
    save: async (name, { search, filters }, viewId = uuidOf(randomBytes(16))) => {
      const { kind } = filters.days
      const days = kind === 'any' || kind === 'between' ? null : kind
      const view = { viewId, name, search, filter: filterOf(filters, now()), days }
      return apply(await settle(api.saveView(view)), { appliedId: viewId })
    },
    rename: async (view, name) => apply(await settle(api.saveView({ ...view, name }))),
    remove: async (viewId) => {
      const { appliedId } = store.getState()
      return apply(await settle(api.deleteView({ viewId })), { appliedId: appliedId === viewId ? null : appliedId })
    },
    apply: (appliedId) => store.setState({ appliedId }),
  }
}

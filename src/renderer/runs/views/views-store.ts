import { createStore, type StoreApi } from 'zustand/vanilla'
import type { SavedView } from '../../../contract/call-filter.ts'
import type { Failure, Outcome } from '../../../contract/failure.ts'
import type { Parts } from '../../shell/parts.ts'
import { settle } from '../../shell/settle.ts'
import { daysBetween } from '../filters/days.ts'
import { filterOf, type Wish } from '../filters/wish.ts'
import type { Asked } from '../rows/list-state.ts'

export type ViewsState = {
  views: readonly SavedView[]
  /** The view that was put on last, also when its filters were changed since; null after a clear or without one. */
  appliedId: string | null
  failure: Failure | null
}

export type ViewsStore = {
  readonly store: StoreApi<ViewsState>
  readonly ask: () => Promise<void>
  /** Keeps what is asked for under a name, as a new view or in the place of one. False when it could not be kept. */
  readonly save: (name: string, asked: Asked, viewId?: string) => Promise<boolean>
  readonly rename: (view: SavedView, name: string) => Promise<boolean>
  readonly remove: (viewId: string) => Promise<boolean>
  readonly apply: (viewId: string | null) => void
}

/** The search and the filters that a view stands for. */
export const askedOf = ({ search, filter, days }: SavedView): Asked => {
  const { from, until, ...facts } = filter
  return { search, wish: { ...facts, days: days === null ? daysBetween(from, until) : { kind: days } } }
}

const plain = ({ states, agentUuids, profileIds, practice, days }: Wish): string =>
  JSON.stringify([states.toSorted(), agentUuids.toSorted(), profileIds.toSorted(), practice, days])

/** Whether two askings are the same, whatever the order in which things were ticked. */
export const isSameAsked = (one: Asked, other: Asked): boolean =>
  one.search === other.search && plain(one.wish) === plain(other.wish)

/** A random UUID of sixteen random bytes. */
const uuidOf = (bytes: Uint8Array): string => {
  const digits = Array.from(bytes, (byte, index) => {
    if (index === 6) return (byte & 0x0f) | 0x40
    return index === 8 ? (byte & 0x3f) | 0x80 : byte
  }).map((byte) => byte.toString(16).padStart(2, '0'))
  const part = (from: number, to: number) => digits.slice(from, to).join('')
  return [part(0, 4), part(4, 6), part(6, 8), part(8, 10), part(10, 16)].join('-')
}

/** Makes the saved views: searches with their filters under a name, kept on this computer. */
export const createViews = ({ desk, now, randomBytes }: Parts): ViewsStore => {
  const store = createStore<ViewsState>(() => ({ views: [], appliedId: null, failure: null }))
  const take = (views: Outcome<SavedView[]>, change: Partial<ViewsState> = {}): boolean => {
    if (views.ok) store.setState({ views: views.value, failure: null, ...change })
    else store.setState({ failure: views.failure })
    return views.ok
  }
  return {
    store,
    ask: async () => void take(await settle(desk.listViews({}))),
    save: async (name, { search, wish }, viewId = uuidOf(randomBytes(16))) => {
      const { kind } = wish.days
      const days = kind === 'any' || kind === 'between' ? null : kind
      const view = { viewId, name, search, filter: filterOf(wish, now()), days }
      return take(await settle(desk.saveView(view)), { appliedId: viewId })
    },
    rename: async (view, name) => take(await settle(desk.saveView({ ...view, name }))),
    remove: async (viewId) => {
      const { appliedId } = store.getState()
      return take(await settle(desk.deleteView({ viewId })), { appliedId: appliedId === viewId ? null : appliedId })
    },
    apply: (appliedId) => store.setState({ appliedId }),
  }
}

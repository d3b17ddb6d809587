import type { StoreApi } from 'zustand/vanilla'
import type { SavedView } from '../../contract/call-filter.ts'
import type { Desk } from '../../contract/desk.ts'
import { anyCall, type Wish } from './filters/wish.ts'
import type { Choice } from './rows/choice.ts'
import type { ListRows } from './rows/list-rows.ts'
import { createRunById } from './run-by-id.ts'
import type { RunsState } from './runs-store.ts'
import { askedOf, type ViewsStore } from './views/views-store.ts'

/** How long typing must pause before it is searched for, in milliseconds. */
const searchPause = 120

type Parts = {
  desk: Desk
  store: StoreApi<RunsState>
  list: ListRows
  choice: Choice
  views: ViewsStore
  open: (callId: string) => void
}

/** Everything by which a person says what to see: words, filters, views, a call from elsewhere. */
export const createAsking = ({ desk, store, list, choice, views, open }: Parts) => {
  const lookForRun = createRunById(desk, store)
  let timer: ReturnType<typeof setTimeout> | undefined

  const reload = async (): Promise<void> => {
    const { typed, wish } = store.getState()
    const search = typed.trim()
    await Promise.all([list.load({ search, wish }), lookForRun(search)])
  }
  const askNow = (change: Partial<RunsState>): Promise<void> => {
    clearTimeout(timer)
    choice.stay()
    store.setState(change)
    return reload()
  }

  return {
    reload,
    type: (typed: string): void => {
      choice.stay()
      store.setState({ typed })
      clearTimeout(timer)
      timer = setTimeout(() => void reload(), searchPause)
    },
    /** Changes some of the filters and asks at once. */
    narrow: (change: Partial<Wish>): void => void askNow({ wish: { ...store.getState().wish, ...change } }),
    /** Takes the search and every filter away. */
    clear: (): void => {
      views.apply(null)
      void askNow({ typed: '', wish: anyCall })
    },
    /** Puts a saved view on. */
    applyView: (view: SavedView): void => {
      const { search, wish } = askedOf(view)
      views.apply(view.viewId)
      void askNow({ typed: search, wish })
    },
    /** Opens a call from elsewhere: whatever was searched for gives way, and the list goes to where the call stands. */
    show: (callId: string): void => {
      open(callId)
      void askNow({ typed: '', wish: anyCall }).then(() => choice.find(callId))
    },
    /** Opens the run whose id was typed, or chooses the newest of what was found. */
    openFirst: async (): Promise<void> => {
      if (store.getState().typed.trim() !== store.getState().asked.search) await askNow({})
      const [first] = store.getState().runById?.calls ?? []
      if (first) open(first.callId)
      else choice.choose(0)
    },
  }
}

export type Asking = ReturnType<typeof createAsking>

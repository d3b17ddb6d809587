import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Call, CallDetail } from '../../contract/call.ts'
import type { CalledAgent, CallPage } from '../../contract/call-filter.ts'
import type { Failure } from '../../contract/failure.ts'
import type { FactStore } from '../shell/fact.ts'
import type { Parts } from '../shell/parts.ts'
import { settle } from '../shell/settle.ts'
import { anyCall, type Wish } from './filters/wish.ts'
import { createNotes, type NotesStore } from './note/notes-store.ts'
import { createDrawer } from './drawer.ts'
import { createRunsPages } from './runs-pages.ts'

const searchPause = 120

/** The calls on the screen; `search` is what they were found by, which lags a moment behind the field. */
export type RunsState = {
  typed: string
  wish: Wish
  search: string
  shownWish: Wish
  calls: readonly Call[]
  /** What people wrote to the calls that are shown, by their ids. */
  notes: Readonly<Record<string, string>>
  total: number
  totalIs: CallPage['totalIs']
  unindexed: number
  more: boolean
  /** The agents that may be filtered by. */
  agents: readonly CalledAgent[]
  at: { step: 'asking' } | { step: 'shown' } | { step: 'failed'; failure: Failure }
  selected: string | null
  opened: OpenedRun | null
}

/** The call in the drawer. */
export type OpenedRun = { callId: string; detail: FactStore<CallDetail> }

export type RunsStore = {
  readonly store: StoreApi<RunsState>
  readonly notes: NotesStore
  readonly type: (text: string) => void
  /** Changes some of the filters and asks at once. */
  readonly narrow: (change: Partial<Wish>) => void
  /** Takes the search and every filter away. */
  readonly clear: () => void
  readonly reload: () => Promise<void>
  /** Reads which agents were called; a list that cannot be read leaves the one before. */
  readonly askAgents: () => Promise<void>
  readonly loadMore: () => Promise<void>
  readonly select: (callId: string) => void
  readonly move: (by: number) => void
  readonly open: (callId: string) => void
  /** Opens a call from elsewhere: whatever was searched for gives way, so that the call stands in the list. */
  readonly show: (callId: string) => void
  /** Opens the chosen call and the field for its note. */
  readonly writeNote: () => Promise<void>
  readonly closeDrawer: () => void
  readonly close: () => void
}

const blank: RunsState = {
  typed: '',
  wish: anyCall,
  search: '',
  shownWish: anyCall,
  calls: [],
  notes: {},
  total: 0,
  totalIs: 'exact',
  unindexed: 0,
  more: false,
  agents: [],
  at: { step: 'asking' },
  selected: null,
  opened: null,
}

/** Makes the history's screen: pages of calls, newest first, read again when main announces a change. */
export const createRunsStore = ({ desk, now }: Parts): RunsStore => {
  const store = createStore<RunsState>(() => blank)
  let timer: ReturnType<typeof setTimeout> | undefined
  const { reload, loadMore } = createRunsPages(desk, store, now)

  const notes = createNotes(desk)
  const { open, refreshOpened, writeNote } = createDrawer({ desk, now, store, notes })
  const close = desk.onCallsChanged(({ callIds }) => {
    // A history that was never looked at is not read in the background.
    if (store.getState().at.step !== 'asking') void reload().then(() => refreshOpened(callIds))
  })

  const askNow = (change: Partial<RunsState>) => {
    clearTimeout(timer)
    store.setState(change)
    void reload()
  }

  return {
    store,
    askAgents: async () => {
      const agents = await settle(desk.listCalledAgents({}))
      if (agents.ok) store.setState({ agents: agents.value })
    },
    notes,
    writeNote,
    narrow: (change) => askNow({ wish: { ...store.getState().wish, ...change } }),
    clear: () => askNow({ typed: '', wish: anyCall }),
    reload,
    loadMore,
    open,
    close,
    type: (typed) => {
      store.setState({ typed })
      clearTimeout(timer)
      timer = setTimeout(() => void reload(), searchPause)
    },
    select: (selected) => store.setState({ selected }),
    move: (by) => {
      const { calls, selected, opened } = store.getState()
      const from = calls.findIndex(({ callId }) => callId === selected)
      const to = calls[Math.min(calls.length - 1, Math.max(0, from + by))]
      if (!to) return
      store.setState({ selected: to.callId })
      if (opened) open(to.callId)
    },
    show: (callId) => {
      clearTimeout(timer)
      store.setState({ typed: '', wish: anyCall })
      open(callId)
      void reload()
    },
    closeDrawer: () => store.setState({ opened: null }),
  }
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CallDetail } from '../../contract/call.ts'
import type { CalledAgent } from '../../contract/call-filter.ts'
import type { FactStore } from '../shell/fact.ts'
import type { Parts } from '../shell/parts.ts'
import { settle } from '../shell/settle.ts'
import { createDrawer } from './drawer.ts'
import { anyCall, type Wish } from './filters/wish.ts'
import { createNotes, type NotesStore } from './note/notes-store.ts'
import { createChoice } from './rows/choice.ts'
import { followChanges } from './rows/follow-changes.ts'
import { createListRows } from './rows/list-rows.ts'
import { blankList, type ListState } from './rows/list-state.ts'

const searchPause = 120

/** The screen: what a person wishes to see, the list that answers it, and the call in the drawer. */
export type RunsState = ListState & {
  typed: string
  wish: Wish
  /** The agents that may be filtered by. */
  agents: readonly CalledAgent[]
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
  /** These rows are in sight. */
  readonly see: (first: number, end: number) => void
  readonly choose: (row: number) => void
  /** Moves the choice by so many rows; by Infinity to the oldest. */
  readonly move: (by: number) => void
  /** Moves the choice by as many rows as are in sight. */
  readonly turnPage: (direction: 1 | -1) => void
  readonly open: (callId: string) => void
  /** Opens a call from elsewhere: whatever was searched for gives way, and the list goes to where the call stands. */
  readonly show: (callId: string) => void
  /** Opens the chosen call and the field for its note. */
  readonly writeNote: () => Promise<void>
  readonly closeDrawer: () => void
  readonly close: () => void
}

/** Makes the history's screen: the list, newest first, which follows what main announces, and the drawer beside it. */
export const createRunsStore = ({ desk, now }: Parts): RunsStore => {
  const store = createStore<RunsState>(() => ({ ...blankList, typed: '', wish: anyCall, agents: [], opened: null }))
  let timer: ReturnType<typeof setTimeout> | undefined
  const notes = createNotes(desk)
  const list = createListRows({ desk, store, now })
  const { open, refreshOpened, writeNote } = createDrawer({ desk, now, store, notes })
  const choice = createChoice({ desk, store, list })

  const reload = () => list.load({ search: store.getState().typed.trim(), wish: store.getState().wish })
  const askNow = (change: Partial<RunsState>): Promise<void> => {
    clearTimeout(timer)
    choice.stay()
    store.setState(change)
    return reload()
  }

  // A history that was never looked at is not read in the background.
  const isLookedAt = () => store.getState().at.step !== 'asking'
  const endCalls = followChanges(desk, isLookedAt, async (callIds) => {
    await list.refresh(callIds)
    refreshOpened(callIds)
  })
  // The drawer goes along with the choice, also where the row of it has to be fetched first.
  const endChoice = store.subscribe(({ selected, opened }) => {
    if (opened && selected !== null && opened.callId !== selected) open(selected)
  })

  return {
    store,
    notes,
    reload,
    open,
    writeNote,
    ...choice,
    see: list.see,
    narrow: (change) => void askNow({ wish: { ...store.getState().wish, ...change } }),
    clear: () => void askNow({ typed: '', wish: anyCall }),
    askAgents: async () => {
      const agents = await settle(desk.listCalledAgents({}))
      if (agents.ok) store.setState({ agents: agents.value })
    },
    type: (typed) => {
      choice.stay()
      store.setState({ typed })
      clearTimeout(timer)
      timer = setTimeout(() => void reload(), searchPause)
    },
    show: (callId) => {
      open(callId)
      void askNow({ typed: '', wish: anyCall }).then(() => choice.find(callId))
    },
    closeDrawer: () => store.setState({ opened: null }),
    close: () => {
      endCalls()
      endChoice()
    },
  }
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CallDetail } from '../../contract/call.ts'
import type { CalledAgent } from '../../contract/call-filter.ts'
import type { FactStore } from '../shell/fact.ts'
import type { Parts } from '../shell/parts.ts'
import { settle } from '../shell/settle.ts'
import { type Asking, createAsking } from './asking.ts'
import { createDrawer } from './drawer.ts'
import { anyCall, type Wish } from './filters/wish.ts'
import { createExport, type ExportStore } from './export/export-store.ts'
import { createNotes, type NotesStore } from './note/notes-store.ts'
import type { RunById } from './run-by-id.ts'
import { type Choice, createChoice } from './rows/choice.ts'
import { followChanges } from './rows/follow-changes.ts'
import { createListRows } from './rows/list-rows.ts'
import { blankList, type ListState } from './rows/list-state.ts'
import { createViews, type ViewsStore } from './views/views-store.ts'

/** The screen: what a person wishes to see, the list that answers it, and the call in the drawer. */
export type RunsState = ListState & {
  typed: string
  wish: Wish
  /** The agents that may be filtered by. */
  agents: readonly CalledAgent[]
  /** The run whose id was typed; null when none was, or there is no such run. */
  runById: RunById | null
  opened: OpenedRun | null
}

/** The call in the drawer. */
export type OpenedRun = { callId: string; detail: FactStore<CallDetail> }

export type RunsStore = Asking &
  Choice & {
    readonly store: StoreApi<RunsState>
    readonly notes: NotesStore
    readonly exports: ExportStore
    readonly views: ViewsStore
    /** Reads which agents were called; a list that cannot be read leaves the one before. */
    readonly askAgents: () => Promise<void>
    /** These rows are in sight. */
    readonly see: (first: number, end: number) => void
    readonly open: (callId: string) => void
    /** Opens the chosen call and the field for its note. */
    readonly writeNote: () => Promise<void>
    readonly closeDrawer: () => void
    readonly close: () => void
  }

/** Makes the history's screen: the list, newest first, which follows what main announces, and the drawer beside it. */
export const createRunsStore = (parts: Parts): RunsStore => {
  const { desk, now } = parts
  const store = createStore<RunsState>(() => ({
    ...blankList,
    typed: '',
    wish: anyCall,
    agents: [],
    runById: null,
    opened: null,
  }))
  const notes = createNotes(desk)
  const exports = createExport(desk, now)
  const views = createViews(parts)
  const list = createListRows({ desk, store, now })
  const { open, refreshOpened, writeNote } = createDrawer({ desk, now, store, notes })
  const choice = createChoice({ desk, store, list })

  const asking = createAsking({ desk, store, list, choice, views, open })

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
    exports,
    views,
    open,
    writeNote,
    ...choice,
    see: list.see,
    ...asking,
    askAgents: async () => {
      const agents = await settle(desk.listCalledAgents({}))
      if (agents.ok) store.setState({ agents: agents.value })
    },
    closeDrawer: () => store.setState({ opened: null }),
    close: () => {
      endCalls()
      exports.close()
      endChoice()
    },
  }
}

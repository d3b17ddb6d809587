import type { StoreApi } from 'zustand/vanilla'
import type { Desk } from '../../contract/desk.ts'
import { createFact } from '../shell/fact.ts'
import type { NotesStore } from './note/notes-store.ts'
import type { RunsState } from './runs-store.ts'

type DrawerParts = {
  desk: Desk
  now: () => number
  store: StoreApi<Pick<RunsState, 'selected' | 'chosen' | 'opened'>>
  notes: NotesStore
}

/** Opens calls in the drawer, keeps the open one fresh, and begins its note. */
export const createDrawer = ({ desk, now, store, notes }: DrawerParts) => {
  const open = (callId: string): void => {
    const detail = createFact(() => desk.getCall({ callId }), now)
    void detail.ask()
    // A call from elsewhere is in no row that is known.
    store.setState(({ selected, chosen }) => ({
      selected: callId,
      chosen: selected === callId ? chosen : -1,
      opened: { callId, detail },
    }))
  }
  return {
    open,
    refreshOpened: (callIds: readonly string[]): void => {
      const { opened } = store.getState()
      if (opened && callIds.includes(opened.callId)) void opened.detail.askAfresh()
    },
    /** Begins the note of the chosen call, with what is written there already. */
    writeNote: async (): Promise<void> => {
      const { selected } = store.getState()
      if (selected === null) return
      if (store.getState().opened?.callId !== selected) open(selected)
      const detail = store.getState().opened?.detail
      await detail?.ask()
      const known = detail?.store.getState().known
      if (known) notes.begin(selected, known.value.note?.text ?? '')
    },
  }
}

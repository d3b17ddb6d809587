import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Call } from '../../contract/call.ts'
import type { Desk } from '../../contract/desk.ts'
import { settle } from '../shell/settle.ts'

const searchPause = 60
const mostCalls = 6

export type PaletteState = {
  open: boolean
  typed: string
  /** Calls of this computer that match what was typed, newest first; of the last text that was answered. */
  calls: readonly Call[]
  /** A run id that lies on the clipboard; main tells this much of it and nothing else. */
  clipboardRunId: number | null
}

export type PaletteStore = {
  readonly store: StoreApi<PaletteState>
  readonly show: () => void
  readonly hide: () => void
  readonly type: (text: string) => void
}

const closed: PaletteState = { open: false, typed: '', calls: [], clipboardRunId: null }

/** Makes the palette: it searches the history while one types, and asks once at opening what lies on the clipboard. */
export const createPaletteStore = (desk: Pick<Desk, 'listCalls' | 'findOnClipboard'>): PaletteStore => {
  const store = createStore<PaletteState>(() => closed)
  let timer: ReturnType<typeof setTimeout> | undefined

  const search = async (text: string): Promise<void> => {
    const found = await settle(desk.listCalls({ search: text, after: null, limit: mostCalls }))
    // An answer to a text that has changed since would offer the wrong calls. One that failed offers none.
    if (store.getState().open && store.getState().typed === text)
      store.setState({ calls: found.ok ? found.value.calls : [] })
  }

  const lookAtClipboard = async (): Promise<void> => {
    const found = await settle(desk.findOnClipboard({}))
    if (found.ok && store.getState().open) store.setState({ clipboardRunId: found.value.workflowRunId })
  }

  return {
    store,
    show: () => {
      store.setState({ ...closed, open: true })
      void lookAtClipboard()
    },
    hide: () => {
      clearTimeout(timer)
      store.setState(closed)
    },
    type: (typed) => {
      clearTimeout(timer)
      store.setState({ typed })
      if (typed.trim() === '') store.setState({ calls: [] })
      else timer = setTimeout(() => void search(typed), searchPause)
    },
  }
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Call } from '../../contract/call.ts'
import type { Desk } from '../../contract/desk.ts'
import { runIdIn } from '../../contract/run-id-text.ts'
import { settle } from '../shell/settle.ts'

const searchPause = 60
const mostCalls = 6

export type PaletteState = {
  open: boolean
  typed: string
  /** Calls of this computer that match what was typed, newest first; of the last text that was answered. */
  calls: readonly Call[]
  /** The text that `calls` belong to. */
  answered: string
  /** Enter was pressed before what is typed was answered: the first thing found is meant. */
  entering: boolean
  /** A run id that lies on the clipboard; main tells this much of it and nothing else. */
  clipboardRunId: number | null
  /** The calls of this computer that became that run, of whatever profile. */
  clipboardCalls: readonly Call[]
}

export type PaletteStore = {
  readonly store: StoreApi<PaletteState>
  readonly show: () => void
  readonly hide: () => void
  readonly type: (text: string) => void
  /** Enter before the answer: asks at once, and lets the first thing found be done then. */
  readonly enterSoon: () => void
  /** Ends the waiting for that, done or given up. */
  readonly endEnter: () => void
}

const closed: PaletteState = {
  open: false,
  typed: '',
  calls: [],
  answered: '',
  entering: false,
  clipboardRunId: null,
  clipboardCalls: [],
}

/** Makes the palette: it searches the history while one types, and asks once at opening what lies on the clipboard. */
export const createPaletteStore = (
  desk: Pick<Desk, 'listCalls' | 'listCallsOfRun' | 'findOnClipboard'>,
): PaletteStore => {
  const store = createStore<PaletteState>(() => closed)
  let timer: ReturnType<typeof setTimeout> | undefined

  /** The calls that became a run, over all profiles; a question that failed finds none. */
  const callsOfRun = async (workflowRunId: number): Promise<readonly Call[]> => {
    const found = await settle(desk.listCallsOfRun({ workflowRunId }))
    return found.ok ? found.value : []
  }

  const callsLike = async (text: string): Promise<readonly Call[]> => {
    const found = await settle(desk.listCalls({ search: text, after: null, limit: mostCalls }))
    return found.ok ? found.value.calls : []
  }

  const search = async (text: string): Promise<void> => {
    const runId = runIdIn(text)
    const [exact, alike] = await Promise.all([runId === null ? [] : callsOfRun(runId), callsLike(text)])
    // An answer to a text that has changed since would offer the wrong calls.
    if (!store.getState().open || store.getState().typed !== text) return
    const rest = alike.filter(({ callId }) => !exact.some((one) => one.callId === callId))
    store.setState({ calls: [...exact, ...rest].slice(0, mostCalls), answered: text })
  }

  const lookAtClipboard = async (): Promise<void> => {
    const found = await settle(desk.findOnClipboard({}))
    const runId = found.ok ? found.value.workflowRunId : null
    if (runId === null || !store.getState().open) return
    store.setState({ clipboardRunId: runId })
    const clipboardCalls = await callsOfRun(runId)
    if (store.getState().open && store.getState().clipboardRunId === runId) store.setState({ clipboardCalls })
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
      store.setState({ typed, entering: false })
      if (typed.trim() === '') store.setState({ calls: [], answered: typed })
      else timer = setTimeout(() => void search(typed), searchPause)
    },
    enterSoon: () => {
      clearTimeout(timer)
      store.setState({ entering: true })
      void search(store.getState().typed)
    },
    endEnter: () => store.setState({ entering: false }),
  }
}

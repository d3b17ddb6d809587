import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Desk } from '../../../contract/desk.ts'
import type { Failure } from '../../../contract/failure.ts'
import { settle } from '../../shell/settle.ts'

export type DiagnosticsState = {
  step: 'none' | 'gathering' | 'shown' | 'saving'
  /** What is shown, and would be saved to the letter. */
  shown: { diagnosticsId: string; text: string } | null
  /** The name of the file that was saved last. */
  saved: string | null
  failure: Failure | null
}

export type DiagnosticsStore = {
  readonly store: StoreApi<DiagnosticsState>
  readonly show: () => Promise<void>
  readonly save: () => Promise<void>
  readonly hide: () => void
}

const nothing: DiagnosticsState = { step: 'none', shown: null, saved: null, failure: null }

/** Makes the diagnostics in two steps: they are shown first, and only what was shown can be saved. */
export const createDiagnosticsStore = (desk: Pick<Desk, 'showDiagnostics' | 'saveDiagnostics'>): DiagnosticsStore => {
  const store = createStore<DiagnosticsState>(() => nothing)
  return {
    store,
    hide: () => store.setState({ step: 'none', shown: null, failure: null }),
    async show() {
      if (store.getState().step !== 'none') return
      store.setState({ ...nothing, step: 'gathering' })
      const told = await settle(desk.showDiagnostics({}))
      if (told.ok) store.setState({ step: 'shown', shown: told.value })
      else store.setState({ step: 'none', failure: told.failure })
    },
    async save() {
      const { step, shown } = store.getState()
      if (step !== 'shown' || shown === null) return
      store.setState({ step: 'saving', failure: null })
      const saved = await settle(desk.saveDiagnostics({ diagnosticsId: shown.diagnosticsId }))
      if (!saved.ok) return store.setState({ step: 'shown', failure: saved.failure })
      const { file } = saved.value
      // No file: the person chose none, and may still read.
      store.setState(file === null ? { step: 'shown' } : { step: 'none', shown: null, saved: file })
    },
  }
}

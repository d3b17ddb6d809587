import { createStore, type StoreApi } from 'zustand/vanilla'
import type { exportFormats } from '../../../../contract/call-list.ts'
import type { Api } from '../../../../contract/api.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { settle } from '../../../lib/query.ts'
import { filterOf } from '../filters/filters.ts'
import type { RunsQuery } from '../state.ts'

type ExportFormat = (typeof exportFormats)[number]

/** `choosing` while the file dialog is open, `writing` while main writes the file. */
export type ExportState =
  | { readonly step: 'none' }
  | { readonly step: 'choosing' }
  | { readonly step: 'writing'; readonly calls: number }
  | { readonly step: 'written'; readonly file: string; readonly calls: number; readonly format: ExportFormat }
  | { readonly step: 'failed'; readonly failure: Failure }

export type ExportStore = {
  readonly store: StoreApi<ExportState>
  /** Exports every call that matches the query. Does nothing while an export is running. */
  readonly start: (query: RunsQuery, format: ExportFormat) => Promise<void>
  readonly cancel: () => void
  /** Clears the result of the last export. */
  readonly clear: () => void
  /** Clears the success notice of the last export, but not a failure. */
  readonly clearSuccess: () => void
  readonly close: () => void
}

const none: ExportState = { step: 'none' }

/** Returns the store for exporting calls. Main shows the file dialog, writes the file and reports progress. */
export const createExport = (api: Api, now: () => number): ExportStore => {
  const store = createStore<ExportState>(() => none)
  const put = (state: ExportState) => store.setState(state, true)
  const isRunning = () => ['choosing', 'writing'].includes(store.getState().step)
  const close = api.onExportChanged(({ calls }) => {
    if (isRunning()) put({ step: 'writing', calls })
  })
  return {
    store,
    close,
    clear: () => put(none),
    clearSuccess: () => {
      if (store.getState().step === 'written') put(none)
    },
    cancel: () => void settle(api.cancelExport({})),
    start: async ({ search, filters }, format) => {
      if (isRunning()) return
      put({ step: 'choosing' })
      const written = await settle(api.exportCalls({ search, filter: filterOf(filters, now()), format }))
      if (!written.ok) return put({ step: 'failed', failure: written.failure })
      const { file, calls } = written.value
      // If there is no file, the dialog or the export was canceled.
      put(file === null ? none : { step: 'written', file, calls, format })
    },
  }
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { exportFormats } from '../../../contract/call-filter.ts'
import type { Desk } from '../../../contract/desk.ts'
import type { Failure } from '../../../contract/failure.ts'
import { settle } from '../../shell/settle.ts'
import { filterOf } from '../filters/wish.ts'
import type { Asked } from '../rows/list-state.ts'

export type ExportFormat = (typeof exportFormats)[number]

/** `choosing` while the person says where the file goes, `writing` while it is written. */
export type ExportState =
  | { readonly step: 'none' }
  | { readonly step: 'choosing' }
  | { readonly step: 'writing'; readonly calls: number }
  | { readonly step: 'written'; readonly file: string; readonly calls: number; readonly format: ExportFormat }
  | { readonly step: 'failed'; readonly failure: Failure }

export type ExportStore = {
  readonly store: StoreApi<ExportState>
  /** Exports what is asked for, all of it; one export at a time. */
  readonly begin: (asked: Asked, format: ExportFormat) => Promise<void>
  readonly cancel: () => void
  /** Takes away what was said of the last export. */
  readonly clear: () => void
  readonly close: () => void
}

const none: ExportState = { step: 'none' }

/** Makes the export of calls: main asks where to, writes, and tells how far it has come. */
export const createExport = (desk: Desk, now: () => number): ExportStore => {
  const store = createStore<ExportState>(() => none)
  const put = (state: ExportState) => store.setState(state, true)
  const isUnderWay = () => ['choosing', 'writing'].includes(store.getState().step)
  const close = desk.onExportChanged(({ calls }) => {
    if (isUnderWay()) put({ step: 'writing', calls })
  })
  return {
    store,
    close,
    clear: () => put(none),
    cancel: () => void settle(desk.cancelExport({})),
    begin: async ({ search, wish }, format) => {
      if (isUnderWay()) return
      put({ step: 'choosing' })
      const written = await settle(desk.exportCalls({ search, filter: filterOf(wish, now()), format }))
      if (!written.ok) return put({ step: 'failed', failure: written.failure })
      const { file, calls } = written.value
      // No file: the person chose none, or ended it, and knows.
      put(file === null ? none : { step: 'written', file, calls, format })
    },
  }
}

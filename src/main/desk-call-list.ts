import { succeed } from '../contract/failure.ts'
import type { Operations } from '../contract/operations.ts'
import { type CallHistory, createNoteCall } from './calls/call-history.ts'
import { createExportCalls, type ExportCallsParts } from './calls/export-calls.ts'
import type { DeskParts } from './desk.ts'
import type { Storage } from './storage/storage.ts'

export type DeskCallListParts = Pick<DeskParts, 'clock' | 'announce' | 'chooseFile'> & {
  endOf: ExportCallsParts['endOf']
  storage: Storage
  callHistory: CallHistory
}

export type CallListOperations = Pick<
  Operations,
  | 'listCalls'
  | 'listCallsOfRun'
  | 'listCalledAgents'
  | 'noteCall'
  | 'listViews'
  | 'saveView'
  | 'deleteView'
  | 'exportCalls'
  | 'cancelExport'
>

/** Without a window there is no dialog: what asks for one is told so. */
const noDialog = (): Promise<never> => Promise.reject(new Error('There is no dialog without a window.'))

/** Everything about the list of the history: finding calls, notes to them, saved views, exports. */
export const createDeskCallList = (parts: DeskCallListParts): CallListOperations => {
  const { storage, callHistory, clock, announce, chooseFile = noDialog } = parts
  const noteCall = createNoteCall({ storage, clock, announce: (callIds) => announce('callsChanged', { callIds }) })
  const exports = createExportCalls({
    storage,
    clock,
    chooseFile,
    endOf: parts.endOf,
    announce: (calls) => announce('exportChanged', { calls }),
  })
  return {
    listCalls: (page) => callHistory.list(page),
    listCallsOfRun: (input) => callHistory.ofRun(input),
    listCalledAgents: () => storage.ask('calledAgents', {}),
    noteCall,
    listViews: () => storage.ask('listViews', {}),
    saveView: (view) => storage.ask('saveView', { view }),
    deleteView: (input) => storage.ask('deleteView', input),
    exportCalls: (asked) => exports.run(asked),
    cancelExport: async () => {
      exports.cancel()
      return succeed({})
    },
  }
}

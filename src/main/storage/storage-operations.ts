import type { DatabaseSync } from 'node:sqlite'
import { createAuditTable } from './audit-table.ts'
import { createCalledAgents } from './called-agents.ts'
import { createCallList } from './call-list.ts'
import { createCallProof } from './call-proof.ts'
import { createCallNotes } from './call-notes.ts'
import { createCallReader } from './call-reader.ts'
import { createCallsToNumber } from './calls-to-number.ts'
import { createCallWriter } from './call-writer.ts'
import { createPlaceCall } from './place-call.ts'
import { createProfilesTable } from './profiles-table.ts'
import { rememberStatements } from './remember-statements.ts'
import { createReturnCall } from './return-call.ts'
import { createSentContexts } from './sent-contexts.ts'
import { createSettingsTable } from './settings-table.ts'
import { createUpkeepOperations, type UpkeepOperationsParts } from './upkeep-operations.ts'
import { createViewsTable } from './views-table.ts'

/** Everything that may be asked of the database, each with one object in and a plain value (or a promise of one) out. */
export const createStorageOperations = (opened: DatabaseSync, parts: UpkeepOperationsParts) => {
  const database = rememberStatements(opened)
  const writer = createCallWriter(database)
  return {
    ...createCallReader(database),
    ...createCallProof(database),
    ...createCallList(database, parts.search),
    ...createCalledAgents(database, parts.search),
    noteCall: createCallNotes(database).noteCall,
    ...createViewsTable(database),
    ...createSentContexts(database),
    ...createCallsToNumber(database),
    moveCall: writer.moveCall,
    ...createPlaceCall(database, writer),
    ...createReturnCall(database, writer),
    ...createProfilesTable(database),
    ...createSettingsTable(database),
    ...createAuditTable(database),
    ...createUpkeepOperations(database, parts),
  }
}

export type StorageOperations = ReturnType<typeof createStorageOperations>
export type StorageOperationName = keyof StorageOperations

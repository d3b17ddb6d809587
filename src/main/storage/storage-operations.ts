import type { DatabaseSync } from 'node:sqlite'
import { createCallReader } from './call-reader.ts'
import { createCallWriter } from './call-writer.ts'
import { createProfilesTable } from './profiles-table.ts'
import { createSettingsTable } from './settings-table.ts'

/** Everything that may be asked of the database, each with one object in and a plain value out. */
export const createStorageOperations = (database: DatabaseSync) => ({
  ...createCallReader(database),
  ...createCallWriter(database),
  ...createProfilesTable(database),
  ...createSettingsTable(database),
})

export type StorageOperations = ReturnType<typeof createStorageOperations>
export type StorageOperationName = keyof StorageOperations

import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { assertPragmas, cacheStatements, readPragma } from '../database.ts'
import { StorageError } from '../errors.ts'
import { newestVersion, versionOf } from '../migrate.ts'

/**
 * Opens a second connection to the history, for the thread that imports and checks lists. Its chunks are not synced
 * individually: `durably` syncs the last transaction of an import or check, and everything before it in the WAL.
 */
export const openListDatabase = (file: string): DatabaseSync => {
  // SQLite would create an empty file, which would look like a lost history.
  if (!existsSync(file)) throw new StorageError('unavailable')
  const database = new DatabaseSync(file)
  try {
    assertPragmas(database)
    if (versionOf(database) !== newestVersion()) throw new StorageError('newerVersion')
    database.exec('PRAGMA synchronous = NORMAL')
    return cacheStatements(database)
  } catch (error) {
    database.close()
    throw error
  }
}

/** Runs a transaction that is on disk when this returns, unlike others on this connection. */
export const durably = <T>(database: DatabaseSync, run: () => T): T => {
  const usual = Number(readPragma(database, 'synchronous'))
  database.exec('PRAGMA synchronous = FULL')
  try {
    return run()
  } finally {
    database.exec(`PRAGMA synchronous = ${usual}`)
  }
}

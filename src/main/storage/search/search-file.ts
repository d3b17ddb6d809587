import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { closeToOthers, readPragma } from '../open-database.ts'
import { reasonOf, sqliteCode, StorageError } from '../storage-error.ts'
import { inTransaction } from '../transaction.ts'
import { firstProgress, isSameHistory, readProgress, writeProgress } from './search-progress.ts'
import { searchSchema, searchVersion } from './search-schema.ts'

/** The search file beside the history at `file`. */
export const searchFileOf = (file: string): string => join(dirname(file), 'rundesk-search.db')

/** Removes the search file. Nothing is lost with it: it is made anew from the history. */
export const removeSearchFile = (file: string): void => {
  for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(searchFileOf(file) + ending, { force: true })
}

/**
 * Each pragma with the value it must read back. A commit does not wait for the disk: after a loss of power the file is an
 * older one that is whole, and follows again. Checkpoints are made when nobody waits.
 */
const pragmas: readonly [name: string, set: string, expected: number | string][] = [
  ['journal_mode', 'WAL', 'wal'],
  ['synchronous', 'NORMAL', 1],
  ['trusted_schema', 'OFF', 0],
  // SECURITY: it holds what the history holds, and is erased as thoroughly.
  ['secure_delete', 'ON', 1],
  ['temp_store', 'MEMORY', 2],
]

const setPragmas = (search: DatabaseSync): void => {
  for (const [name, value] of pragmas) search.exec(`PRAGMA ${name} = ${value}`)
  for (const [name, , expected] of pragmas) if (readPragma(search, name) !== expected) throw new StorageError('pragma')
}

const prepare = (search: DatabaseSync, history: DatabaseSync): void => {
  setPragmas(search)
  if (readPragma(search, 'user_version') === searchVersion) return
  inTransaction(search, () => {
    search.exec(searchSchema)
    writeProgress(search, firstProgress(history))
    search.exec(`PRAGMA user_version = ${searchVersion}`)
  })
}

const openOnce = (file: string, history: DatabaseSync): DatabaseSync => {
  const place = searchFileOf(file)
  // SECURITY: made by us with a closed mode; SQLite would make it readable to others.
  writeFileSync(place, '', { mode: 0o600, flag: 'a' })
  const search = new DatabaseSync(place)
  try {
    prepare(search, history)
    const progress = readProgress(search)
    if (progress === null || !isSameHistory(history, progress)) throw new StorageError('corrupt')
    closeToOthers(place)
    return search
  } catch (error) {
    search.close()
    throw error
  }
}

/** Whether the file itself is to blame: it is damaged, or its tables are not the ones that this app made. */
export const isUseless = (error: unknown): boolean => reasonOf(error) === 'corrupt' || sqliteCode(error) === 1

/**
 * Opens the search file beside the history at `file`. One that is damaged, of another form, or of another history is
 * made anew. Throws what `reasonOf` understands where there can be none, such as on a full disk.
 */
export const openSearchFile = (file: string, history: DatabaseSync): DatabaseSync => {
  try {
    return openOnce(file, history)
  } catch (error) {
    if (!isUseless(error)) throw error
    removeSearchFile(file)
    return openOnce(file, history)
  }
}

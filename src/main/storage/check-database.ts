import type { DatabaseSync } from 'node:sqlite'
import { readCall } from './call-row.ts'
import { everyCall } from './row-digest.ts'
import { StorageError } from './storage-error.ts'

/**
 * Asks SQLite whether the file is sound and throws `corrupt` when it is not. `quick` reads every page, `full` compares
 * every index with its table as well.
 */
export const assertSound = (database: DatabaseSync, depth: 'quick' | 'full'): void => {
  const pragma = depth === 'quick' ? 'quick_check' : 'integrity_check'
  const row = database.prepare(`PRAGMA ${pragma}(1)`).get()
  if (Object.values(row ?? {})[0] !== 'ok') throw new StorageError('corrupt')
}

/** Reads every call, and throws `corrupt` at the first that no version of this app can have written. */
export const assertReadable = (database: DatabaseSync): void => {
  for (const row of everyCall(database)) readCall(row)
}

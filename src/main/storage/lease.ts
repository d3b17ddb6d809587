import { existsSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { sqliteCode, StorageError } from './storage-error.ts'

export type Lease = { release(): void }

/**
 * Takes the data folder for this process alone: an exclusive lock on a small file, which the operating system frees
 * when the process ends, however it ends. Throws `inUse` while another desk has it.
 */
export const takeLease = (file: string): Lease => {
  // SECURITY: made by us with a closed mode; SQLite would make it readable to others.
  if (!existsSync(file)) writeFileSync(file, '', { mode: 0o600, flag: 'a' })
  const database = new DatabaseSync(file)
  try {
    // Nothing is ever written here: the journal stays in memory, and the folder keeps one file less.
    database.exec('PRAGMA journal_mode = MEMORY')
    // Two desks that start in the same moment must not both be refused: one of them waits a moment for the other.
    database.exec('PRAGMA busy_timeout = 100')
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    throw sqliteCode(error) === 5 ? new StorageError('inUse') : error
  }
  return {
    release() {
      // Said aloud: a driver that closes late would keep the lock, and this desk would shut itself out.
      database.exec('ROLLBACK')
      database.close()
    },
  }
}

import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from './database.ts'
import { causeOf, probe, reasonOf, type StorageReason } from './errors.ts'

/** Tracks whether the history can be written. After a failure, each query tries a write again. */
export const createWriteState = (database: DatabaseSync, file: string) => {
  const folder = dirname(file)
  let refused = tryWrite(database, folder)
  return {
    stopped: (): StorageReason | null => (refused === null ? null : (refused = tryWrite(database, folder))),
    /** Runs a write and records whether it succeeded. */
    watch<T>(write: () => T): T {
      try {
        const value = write()
        // On a full disk, a write that is smaller than a call's may still succeed.
        if (refused !== 'full' || isRecordedCall(value)) refused = null
        return value
      } catch (error) {
        refused = reasonOf(causeOf(error, folder))
        throw error
      }
    },
  }
}

/** Returns whether this is the result of a call that was recorded; a refused one writes little or nothing. */
const isRecordedCall = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'placed' in result && result.placed === 'now'

/**
 * Commits one unchanged page, which waits for the disk, and writes a test file, because SQLite reuses the space of its WAL
 * on a full disk: also when the history is opened, because a killed app leaves its WAL. Returns why one of them failed, or
 * null.
 */
const tryWrite = (database: DatabaseSync, folder: string): StorageReason | null => {
  try {
    const touch = () => database.exec('UPDATE chain_head SET events = events')
    inTransaction(database, touch, 0)
    return probe(folder, { sync: false })
  } catch (error) {
    return reasonOf(causeOf(error, folder))
  }
}

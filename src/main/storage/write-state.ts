import type { DatabaseSync } from 'node:sqlite'
import { reasonOf, type StorageReason } from './storage-error.ts'
import { inTransaction } from './transaction.ts'
import { withoutWaiting } from './without-waiting.ts'

/** Writes one page as it is: the smallest act that the disk must take durably, as it must take a call. */
const tryToWrite = (database: DatabaseSync): StorageReason | null => {
  try {
    const touch = () => database.exec('UPDATE chain_head SET events = events')
    withoutWaiting(database, () => inTransaction(database, touch))
    return null
  } catch (error) {
    return reasonOf(error)
  }
}

/** Knows whether the history can be written now. Trouble is asked about again each time, and passes by itself. */
export const createWriteState = (database: DatabaseSync) => {
  let refused = tryToWrite(database)
  return {
    stopped: (): StorageReason | null => (refused === null ? null : (refused = tryToWrite(database))),
    /** Runs a write and remembers whether the disk took it. */
    watch<T>(write: () => T): T {
      try {
        const value = write()
        refused = null
        return value
      } catch (error) {
        refused = reasonOf(error)
        throw error
      }
    },
  }
}

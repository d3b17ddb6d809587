import type { DatabaseSync } from 'node:sqlite'

/**
 * Runs `act` in one write transaction: all of it is committed, or none of it. Every write goes through here: the lock is
 * asked for by a statement of its own, so that one that is refused leaves nothing open behind it.
 */
export const inTransaction = <T>(database: DatabaseSync, act: () => T): T => {
  database.exec('BEGIN IMMEDIATE')
  try {
    const value = act()
    database.exec('COMMIT')
    return value
  } catch (error) {
    // A failed COMMIT (a full disk) may have ended the transaction already.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

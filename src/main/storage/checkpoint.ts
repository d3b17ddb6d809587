import type { DatabaseSync } from 'node:sqlite'

/**
 * Empties the WAL into the database, so that nothing of what was taken out is left in it. Waits for nobody: false when
 * another program is reading just now, and then it is to be tried again.
 */
export const emptyWal = (database: DatabaseSync): boolean => {
  database.exec('PRAGMA busy_timeout = 0')
  try {
    return Number(database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] ?? 1) === 0
  } finally {
    database.exec('PRAGMA busy_timeout = 5000')
  }
}

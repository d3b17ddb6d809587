import type { DatabaseSync } from 'node:sqlite'

/** Runs an act that gives up at once where another program holds the database, instead of waiting for five seconds. */
export const withoutWaiting = <T>(database: DatabaseSync, act: () => T): T => {
  database.exec('PRAGMA busy_timeout = 0')
  try {
    return act()
  } finally {
    database.exec('PRAGMA busy_timeout = 5000')
  }
}

/**
 * Empties the WAL into the database, so that nothing of what was taken out is left in it. Waits for nobody: false when
 * another program is reading just now, and then it is to be tried again.
 */
export const emptyWal = (database: DatabaseSync): boolean =>
  withoutWaiting(database, () => Number(database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] ?? 1) === 0)

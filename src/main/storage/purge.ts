import type { DatabaseSync } from 'node:sqlite'
import { lastThree, removePerson } from './personal-data.ts'
import { withoutWords } from './redact.ts'
import { inTransaction } from './transaction.ts'

/** How many calls are purged in one transaction: a call that is placed meanwhile waits for no more than these. */
const batch = 25

/**
 * Takes numbers, contexts and words out of a few calls that have not changed since `before` (ISO 8601) and
 * returns how many there were. What is not resolved yet keeps everything.
 */
export const purgeBatch = (database: DatabaseSync, before: string, at: string): number =>
  inTransaction(database, () => {
    const rows = database
      .prepare(
        `SELECT * FROM calls WHERE purged_at IS NULL AND unresolved = 0 AND changed_at < ?
         ORDER BY changed_at LIMIT ${batch}`,
      )
      .all(before)
    for (const row of rows) removePerson(database, row, { left: lastThree, change: withoutWords, at })
    return rows.length
  })

import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as pause } from 'node:timers/promises'
import { lastThree, removePerson } from './personal-data.ts'
import { withoutWords } from './redact.ts'
import type { Search } from './search/search.ts'
import { inTransaction } from './transaction.ts'
import { emptyWal } from './without-waiting.ts'

/** How many calls are purged in one transaction: a call that is placed meanwhile waits for no more than these. */
const batch = 25

/**
 * Takes numbers, contexts and words out of a few calls that have not changed since `before` (ISO 8601) and
 * returns how many there were. What is not resolved yet keeps everything.
 */
const purgeBatch = (database: DatabaseSync, before: string, at: string): number =>
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

/** Purges everything that is due, in the history and in the search file that follows it; returns how many calls. */
export const purge = async (
  database: DatabaseSync,
  search: Search | null,
  { before, now }: { before: string; now: string },
): Promise<number> => {
  let calls = 0
  for (let count = purgeBatch(database, before, now); count > 0; count = purgeBatch(database, before, now)) {
    calls += count
    // Between two batches the thread answers whoever has asked meanwhile.
    await pause()
    await search?.followPurge(false)
  }
  if (calls === 0) return 0
  emptyWal(database)
  await search?.followPurge(true)
  return calls
}

import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as pause } from 'node:timers/promises'
import { inTransaction, truncateWal } from './database.ts'
import {
  addPendingErasure,
  type Erasure,
  eraseCalls,
  eraseFreeTexts,
  eraseMentions,
  lastThreeDigits,
  listPendingErasures,
  removePendingErasure,
  removePerson,
  unresolvedCallsTo,
  withoutTexts,
} from './erase.ts'
import { createDoNotCallFinder, eraseDoNotCall } from './do-not-call.ts'
import { eraseListMentions, eraseListRows, purgeLists } from './lists/list-erase.ts'
import type { Maintenance } from './maintenance-thread.ts'
import type { SearchIndex } from './search/search-index.ts'

export type ErasureResult =
  /** Nothing was erased, because the outcome of these calls to the number is not known yet. */
  | { erased: false; unresolved: string[] }
  /**
   * `remaining` names files that may still contain the person's data: damaged ones, or a WAL that another program
   * reads.
   */
  | { erased: true; calls: number; remaining: string[] }

/**
 * Erases a person's data from the history, the search index and the backups. `finishPending` resumes interrupted
 * erasures.
 */
export const createErasePerson = (database: DatabaseSync, maintenance: Maintenance, search: SearchIndex | null) => {
  const doNotCall = createDoNotCallFinder(database)

  /** Erases the person's own calls, and records in the same transaction that the rest of the erasure is pending. */
  const start = ({ phoneNumber, keepDoNotCall }: Erasure, now: string): ErasureResult =>
    inTransaction(database, () => {
      const unresolved = unresolvedCallsTo(database, phoneNumber)
      if (unresolved.length > 0) return { erased: false, unresolved }
      const calls = eraseCalls(database, phoneNumber, now)
      eraseDoNotCall(database, phoneNumber, keepDoNotCall)
      eraseListRows(database, phoneNumber)
      addPendingErasure(database, phoneNumber)
      return { erased: true, calls, remaining: [] }
    })

  /** Erases mentions in other calls and list rows in batches, so that a new call waits for only one batch. */
  const eraseAllMentions = async (phoneNumber: string): Promise<void> => {
    for (const eraseSome of [eraseMentions, eraseListMentions])
      for (let last: number | null = 0; last !== null;) {
        const after: number = last
        last = inTransaction(database, () => eraseSome(database, phoneNumber, after))
        await pause()
      }
    inTransaction(database, () => eraseFreeTexts(database, phoneNumber))
  }

  /**
   * Returns whether the number has a do-not-call entry. After an interruption, the user's choice is no longer known,
   * but an entry that was kept shows it.
   */
  const isDoNotCall = (phoneNumber: string, at: string): boolean =>
    [true, false].some((practice) => doNotCall.find({ phoneNumber, practice, at }) !== null)

  const finish = async (phoneNumber: string, now: string): Promise<string[]> => {
    await eraseAllMentions(phoneNumber)
    await search?.removeErased()
    const remaining = await maintenance.eraseFromBackups(
      { phoneNumber, keepDoNotCall: isDoNotCall(phoneNumber, now) },
      now,
    )
    inTransaction(database, () => removePendingErasure(database, phoneNumber))
    // SECURITY: rewrites every page, so that no erased bytes remain in unused space.
    database.exec('VACUUM')
    return truncateWal(database) ? remaining : [...remaining, 'rundesk.db-wal']
  }

  const erase = async (erasure: Erasure, now: string): Promise<ErasureResult> => {
    const started = start(erasure, now)
    return started.erased ? { ...started, remaining: await finish(erasure.phoneNumber, now) } : started
  }

  return {
    erase: (erasure: Erasure, now: string): Promise<ErasureResult> =>
      maintenance.runExclusive(() => erase(erasure, now)),
    /** Completes the erasures of an earlier process; one with a new unresolved call remains pending. */
    finishPending: (now: string): Promise<null> =>
      maintenance.runExclusive(async () => {
        for (const phoneNumber of listPendingErasures(database)) await erase({ phoneNumber, keepDoNotCall: false }, now)
        return null
      }),
  }
}

/** The number of calls that are purged per transaction: a new call waits for only one batch. */
const batchSize = 25

/**
 * Purges one batch of resolved calls that have not changed since `before` (ISO 8601) and returns how many there were.
 */
const purgeBatch = (database: DatabaseSync, before: string, at: string): number =>
  inTransaction(database, () => {
    const rows = database
      .prepare(
        `SELECT * FROM calls WHERE purged_at IS NULL AND unresolved = 0 AND changed_at < ?
         ORDER BY changed_at LIMIT ${batchSize}`,
      )
      .all(before)
    for (const row of rows) removePerson(database, row, { remainder: lastThreeDigits, change: withoutTexts, at })
    return rows.length
  })

/**
 * Removes numbers, contexts and free text of all resolved calls that have not changed since `before`, from the history
 * and the search index, and of lists that have not been used since then. Returns the number of calls.
 */
export const purge = async (
  database: DatabaseSync,
  search: SearchIndex | null,
  { before, now }: { before: string; now: string },
): Promise<number> => {
  let calls = 0
  for (let count = purgeBatch(database, before, now); count > 0; count = purgeBatch(database, before, now)) {
    calls += count
    // Allow the thread to handle requests between batches.
    await pause()
    await search?.removePurged(false)
  }
  const lists = await purgeLists(database, { before, now })
  if (lists > 0 && calls === 0) truncateWal(database)
  if (calls === 0) return 0
  truncateWal(database)
  await search?.removePurged(true)
  return calls
}

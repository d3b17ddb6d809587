import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as pause } from 'node:timers/promises'
import type { HistoryCheck, HistoryHealth } from '../../contract/app-status.ts'
import { appendOwnAction } from './audit.ts'
import { backupFolder, listBackups, newestBackupAt } from './backup.ts'
import { checkAndStoreClock } from './clock-marks.ts'
import { inTransaction, truncateWal } from './database.ts'
import {
  type Erasure,
  eraseCalls,
  eraseFreeTexts,
  eraseMentions,
  lastThreeDigits,
  removePerson,
  unresolvedCallsTo,
  withoutTexts,
} from './erase.ts'
import { reasonOf, type StorageReason } from './errors.ts'
import type { Maintenance } from './maintenance-thread.ts'
import { recordTextChange, writeNote } from './call-rows.ts'
import { acknowledgeRecovery, type LastRecovery, lastRecovery, readNotice, type RecoveryNotice } from './recover.ts'
import type { SearchIndex } from './search/search-index.ts'
import { createDoNotCallFinder, eraseDoNotCall } from './do-not-call.ts'
import { type ErasedRows, eraseListMentions, eraseListRows, purgeLists } from './lists/list-erase.ts'
import { listsOfRows } from './lists/list-rows.ts'
import {
  addPendingErasure,
  listPendingErasures,
  markMentionsErased,
  type PendingErasure,
  removePendingErasure,
} from './pending-erasures.ts'

type StorageHealth = {
  /** Why the history is read-only; null when calls can be recorded. */
  stopped: StorageReason | null
  /** The result and the time of the last check of the whole history; null before the first one. */
  check: (HistoryCheck & { at: string }) | null
  backups: { count: number; newestAt: string | null; failed: StorageReason | null }
  recovered: RecoveryNotice | null
  /** Stays after the notice was acknowledged. */
  lastRecovery: LastRecovery | null
  unfinishedErasures: HistoryHealth['unfinishedErasures']
}

export type MaintenanceDeps = {
  file: string
  maintenance: Maintenance
  stopped: () => StorageReason | null
  /** Invoked with the error of a step that failed although the operation succeeds; returns its reason. */
  reportFailure: (error: unknown) => StorageReason
  /** Returns the reason of an error, and reports a programming error. */
  report: (error: unknown) => StorageReason
  /** Null if the history is read-only. */
  search: SearchIndex | null
}

/** With null, no personal data is removed. */
type Due = { now: string; keepPersonalDataDays: number | null }

/** The operations that check, back up and purge the history. Times are ISO 8601. */
export const createMaintenanceOperations = (database: DatabaseSync, deps: MaintenanceDeps) => {
  const { file, maintenance, stopped, search, report } = deps
  const people = createErasePerson(database, deps)

  const dueTasks = ({ now, keepPersonalDataDays }: Due, changed: Changed): (() => Promise<unknown>)[] => {
    const { trusted, certain } = checkAndStoreClock(database, now)
    // The setting may have been lost with a part of the history.
    const purgesAfter = readNotice(database) === null ? keepPersonalDataDays : null
    const purgeOld = async (days: number, until: string) => {
      const before = new Date(Date.parse(until) - days * day).toISOString()
      await maintenance.runExclusive(() => purge(database, search, { before, now }))
    }
    const check = async () => {
      await maintenance.verify(now)
      if (!(await maintenance.checkSearch())) search?.remove()
    }
    const isBackupDue = backupIsDue(newestBackupAt(backupFolder(file), now), lastRecovery(database)?.at ?? null, now)
    return [
      () => people.finishPending(now, changed),
      ...(checkIsDue(maintenance.lastResults().check?.at ?? null, now) ? [check] : []),
      ...(purgesAfter === null || certain === null ? [] : [() => purgeOld(purgesAfter, certain)]),
      ...(isBackupDue ? [() => maintenance.backUp(now, trusted)] : []),
    ]
  }

  return {
    storageHealth(_input: Record<string, never>): StorageHealth {
      const { check, backupFailure } = maintenance.lastResults()
      const backups = listBackups(backupFolder(file))
      return {
        stopped: stopped(),
        check: check && { ...check.result, at: check.at },
        backups: { count: backups.length, newestAt: backups[0]?.at ?? null, failed: backupFailure },
        recovered: readNotice(database),
        lastRecovery: lastRecovery(database),
        unfinishedErasures: people.unfinished(),
      }
    },
    verifyHistory: ({ now }: { now: string }): Promise<HistoryCheck> => maintenance.verify(now),
    backUp: ({ now }: { now: string }): Promise<null> =>
      maintenance.backUp(now, checkAndStoreClock(database, now).trusted),
    purgePersonalData: async ({ before, now }: { before: string; now: string }): Promise<{ calls: number }> => ({
      calls: await maintenance.runExclusive(() => purge(database, search, { before, now })),
    }),
    /** Marks the notice of a restored history as read. */
    acknowledgeRecovery(_input: Record<string, never>): null {
      acknowledgeRecovery(database)
      return null
    },
    /** Erases a person's data from the history and its backups; refused while a call to them is unresolved. */
    erasePerson: ({
      phoneNumber,
      keepDoNotCall = false,
      now,
    }: Partial<Erasure> & { phoneNumber: string; now: string }): Promise<ErasureResult> =>
      people.erase({ phoneNumber, keepDoNotCall }, now),
    /**
     * Runs the tasks due at `now`; invoked on startup and every hour. If a task fails, the others still run. `erased` has
     * the calls and lists that finishing erasures changed; absent if there was nothing to finish.
     */
    async maintain(due: Due): Promise<Maintained> {
      const failures: StorageReason[] = []
      const changed: Changed = { rows: new Map(), calls: new Set() }
      const isErasing = listPendingErasures(database).length > 0
      for (const task of dueTasks(due, changed))
        try {
          await task()
        } catch (error) {
          failures.push(report(error))
        }
      const listIds = listsOfRows(database, changed.rows.keys())
      return { failures, ...(isErasing ? { erased: { callIds: [...changed.calls], listIds } } : {}) }
    },
  }
}

const day = 24 * 60 * 60_000

/**
 * Returns whether a backup is due: when there is none, when the newest is a day old or dated a day ahead (the clock was
 * corrected), or when it is older than the last recovery.
 */
const backupIsDue = (newestAt: string | null, recoveredAt: string | null, now: string): boolean =>
  newestAt === null ||
  Math.abs(Date.parse(now) - Date.parse(newestAt)) >= day ||
  (recoveredAt !== null && newestAt <= recoveredAt)

/** Returns whether a check of the whole history is due: once per launch of the app and once a day. */
const checkIsDue = (checkedAt: string | null, now: string): boolean =>
  checkedAt === null || Math.abs(Date.parse(now) - Date.parse(checkedAt)) >= day

type Maintained = { failures: StorageReason[]; erased?: { callIds: string[]; listIds: string[] } }

type ErasureResult =
  /** Nothing was erased, because the outcome of these calls to the number is not known yet. */
  | { erased: false; unresolved: string[] }
  /**
   * `callIds` are the person's calls, and `mentioning` other calls that mentioned them. `listRows` is the number of list
   * rows that belonged to the person; `listIds` are the lists with a changed row.
   * `remaining` names files that may still contain the person's data: damaged ones, or a WAL that another program
   * reads. `unfinished`: why a step failed after the person's own data was erased, and whether mentions may be left;
   * `finishPending` repeats it.
   */
  | {
      erased: true
      callIds: string[]
      mentioning: string[]
      listRows: number
      listIds: string[]
      remaining: string[]
      unfinished: { hasMentions: boolean; reason: StorageReason } | null
    }

/** What an erasure has changed: list rows, and the IDs of calls that mentioned the person. */
type Changed = { rows: ErasedRows; calls: Set<string> }

/** What has been changed, and the newest list whose rows are read; null reads all lists. */
type MentionsIn = { changed: Changed; lastList: number | null }
type FinishOptions = MentionsIn & { completed?: () => void }

/**
 * Erases a person's data from the history, the search index and the backups. `finishPending` resumes interrupted
 * erasures.
 */
const createErasePerson = (
  database: DatabaseSync,
  { maintenance, search, reportFailure }: Pick<MaintenanceDeps, 'maintenance' | 'search' | 'reportFailure'>,
) => {
  const doNotCall = createDoNotCallFinder(database)
  /** Why the last attempt to complete an erasure failed. */
  let lastFailure: StorageReason | null = null

  /**
   * Erases the person's own calls and list rows, and records in the same transaction that the rest of the erasure is
   * pending.
   */
  const start = ({ phoneNumber, keepDoNotCall }: Erasure, now: string, changed: ErasedRows) =>
    inTransaction(database, () => {
      const unresolved = unresolvedCallsTo(database, phoneNumber)
      if (unresolved.length > 0) return { erased: false as const, unresolved }
      const callIds = eraseCalls(database, phoneNumber, now)
      eraseDoNotCall(database, { phoneNumber, keepDoNotCall }, now)
      eraseListRows(database, phoneNumber, changed)
      return { erased: true as const, callIds, pending: addPendingErasure(database, phoneNumber) }
    })

  /**
   * Erases mentions in list rows and other calls in batches, so that a new call waits for only one batch. List rows are
   * first: a call that was recorded from a row before is then read, too.
   */
  const eraseMentionsInBatches = async (phoneNumber: string, { changed, lastList }: MentionsIn): Promise<void> => {
    const inCalls = (after: number) => eraseMentions(database, phoneNumber, after, changed.calls)
    const inLists = (after: number) =>
      eraseListMentions(database, phoneNumber, after, { changed: changed.rows, lastList })
    for (const eraseSome of [inLists, inCalls])
      for (let last: number | null = 0; last !== null;) {
        const after: number = last
        last = inTransaction(database, () => eraseSome(after))
        await pause()
      }
    inTransaction(database, () => {
      eraseFreeTexts(database, phoneNumber, changed.calls)
      markMentionsErased(database, phoneNumber)
    })
  }

  /**
   * Returns whether the number has a do-not-call entry. After an interruption, the user's choice is no longer known,
   * but an entry that was kept shows it.
   */
  const isDoNotCall = (phoneNumber: string, at: string): boolean =>
    [true, false].some((practice) => doNotCall.find({ phoneNumber, practice, at }) !== null)

  /** `completed` runs in the transaction that ends the erasure. */
  const finish = async (
    { phoneNumber, erasureId, hasMentions }: PendingErasure,
    now: string,
    { completed, ...of }: FinishOptions,
  ): Promise<string[]> => {
    if (hasMentions) await eraseMentionsInBatches(phoneNumber, of)
    await search?.removeErased()
    const remaining = await maintenance.eraseFromBackups(
      { phoneNumber, keepDoNotCall: isDoNotCall(phoneNumber, now), erasureId },
      now,
    )
    // SECURITY: rewrites every page, so that no erased bytes remain in unused space.
    database.exec('VACUUM')
    // If this fails, the pending erasure is repeated.
    const isClear = truncateWal(database)
    inTransaction(database, () => {
      removePendingErasure(database, phoneNumber)
      completed?.()
    })
    try {
      truncateWal(database)
    } catch (error) {
      // The erasure is done: only the number in the request's page is left, until SQLite's next checkpoint overwrites it.
      reportFailure(error)
    }
    return isClear ? remaining : [...remaining, 'rundesk.db-wal']
  }

  const erase = async (erasure: Erasure, now: string): Promise<ErasureResult> => {
    const changed: Changed = { rows: new Map(), calls: new Set() }
    const started = start(erasure, now, changed.rows)
    if (!started.erased) return started
    const { pending, ...erased } = started
    // A list that is copied meanwhile has the mentions of the original.
    const of = { changed, lastList: null }
    let hasMentions = true
    const finishNow = async (): Promise<string[]> => {
      await eraseMentionsInBatches(erasure.phoneNumber, of)
      hasMentions = false
      return finish({ ...pending, hasMentions }, now, of)
    }
    const finished = await finishNow().then(
      (remaining) => ({ remaining, unfinished: null }),
      (error: unknown) => {
        lastFailure = reportFailure(error)
        return { remaining: [], unfinished: { hasMentions, reason: lastFailure } }
      },
    )
    const listRows = [...changed.rows.values()].filter((isOwn) => isOwn).length
    const listIds = listsOfRows(database, changed.rows.keys())
    return { ...erased, mentioning: [...changed.calls], listRows, listIds, ...finished }
  }

  return {
    erase: (erasure: Erasure, now: string): Promise<ErasureResult> =>
      maintenance.runExclusive(() => erase(erasure, now)),
    unfinished: (): HistoryHealth['unfinishedErasures'] => {
      const pending = listPendingErasures(database)
      const hasMentions = pending.some((one) => one.hasMentions)
      return pending.length === 0 ? null : { count: pending.length, hasMentions, reason: lastFailure }
    },
    /**
     * Completes interrupted erasures, notes each in the audit log, and adds what it changes to `changed`. What was added
     * since the request is kept.
     */
    finishPending: (now: string, changed: Changed): Promise<void> =>
      maintenance.runExclusive(async () => {
        try {
          for (const pending of listPendingErasures(database))
            await finish(pending, now, {
              changed,
              lastList: pending.lastList,
              completed: () => appendOwnAction(database, { action: 'finishErasure', at: now, about: null }),
            })
        } catch (error) {
          lastFailure = reasonOf(error)
          throw error
        }
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

/** Purges one batch of the notes that were added, before `before` (ISO 8601), to calls that had been purged or erased. */
const purgeNotes = (database: DatabaseSync, before: string): number =>
  inTransaction(database, () => {
    const rows = database
      .prepare(
        `SELECT call_id, sequence FROM call_notes JOIN calls USING (call_id)
         WHERE purged_at IS NOT NULL AND noted_at < ? LIMIT ${batchSize}`,
      )
      .all(before)
    for (const row of rows) {
      writeNote(database, String(row['call_id']), { text: '', at: before })
      recordTextChange(database, Number(row['sequence']))
    }
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
  const inBatches = async (purgeSome: () => number): Promise<number> => {
    let all = 0
    for (let count = purgeSome(); count > 0; count = purgeSome()) {
      all += count
      // Allow the thread to handle requests between batches.
      await pause()
      await search?.removePurged(false)
    }
    return all
  }
  const calls = await inBatches(() => purgeBatch(database, before, now))
  const notes = await inBatches(() => purgeNotes(database, before))
  const lists = await purgeLists(database, { before, now })
  if (calls + notes + lists > 0) truncateWal(database)
  if (calls + notes > 0) await search?.removePurged(true)
  return calls
}

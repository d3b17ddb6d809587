import { existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { assertSchema } from './assert-schema.ts'
import { backupFolder, listBackups, makeBackup } from './backup.ts'
import { assertIntegrity, readChainHead } from './chain.ts'
import { acquireLease, assertPragmas, createPrivateFolder, restrictToOwner } from './database.ts'
import {
  causeOf,
  probeFileIn,
  reasonOf,
  sqliteCode,
  StorageError,
  type StorageReason,
  withoutSqlErrors,
} from './errors.ts'
import { createFileIdentityCheck, listDamaged } from './files.ts'
import {
  findShortfall,
  hadHistory,
  type HighWaterMark,
  isUntouched,
  type KnownLength,
  type Shortfall,
  readLength,
} from './high-water-mark.ts'
import type { Maintenance } from './maintenance-thread.ts'
import {
  createStorageOperations,
  readOperations,
  type StorageOperationName,
  type StorageOperations,
  writeOperations,
} from './operations.ts'
import type { OpenedDatabase } from './reconnecting-database.ts'
import { settleRecoveredLists } from './lists/list-lifecycle.ts'
import { noteShortfall, recover } from './recover.ts'
import { findChanged, findUnreadable, noteDamage } from './noted-damage.ts'
import { migrate, newestVersion, versionOf } from './migrate.ts'
import { createSearchIndex, startIndexer } from './search/search-index.ts'
import { createWriteState } from './write-state.ts'

type OpenOptions = {
  file: string
  /** Returns the time as ISO 8601. */
  now: () => string
  maintenance: Maintenance
  mark: HighWaterMark
  /** Returns whether damage was reported since the file was last opened; if so, every call is read as well. */
  isSuspected: () => boolean
  /** Invoked when a row is read that no version of this app can have written. */
  onUnreadableRow: () => void
  /** Whether this process has opened the history before; if so, a missing file was lost. */
  wasOpen: boolean
  /** Returns the reason of an error, and reports a programming error. */
  report: (error: unknown) => StorageReason
}

/** Locks the data folder for this process and opens the history in it. Throws errors that `reasonOf` maps. */
export const openDatabase = (options: OpenOptions): OpenedDatabase => {
  const folder = dirname(options.file)
  createPrivateFolder(folder)
  const leaseFile = join(folder, 'rundesk.lease')
  const lease = acquireLease(leaseFile)
  try {
    return openLeased(options, leaseFile, () => lease.release())
  } catch (error) {
    lease.release()
    throw causeOf(error, folder)
  }
}

const openLeased = (options: OpenOptions, leaseFile: string, release: () => void): OpenedDatabase => {
  const { file, mark, isSuspected } = options
  removeLeftovers(file)
  const { database, newer, restored } = openVerified(options)
  try {
    if (!newer) mark.begin(database)
  } catch (error) {
    database.close()
    throw error
  }
  const { run, close } = newer ? createNewerRunner(database, options) : createRunner(database, options)
  const isSameFile = createFileIdentityCheck([leaseFile, file, `${file}-wal`])
  return {
    // `createStorage` accepts only names from this table.
    run: (name, input) => run(name as StorageOperationName, input),
    restored,
    intact: () => isSameFile() && !isSuspected(),
    close(isEnd) {
      const end = isEnd && !newer && !isSuspected() ? mark.prepareEnd(database) : () => undefined
      close()
      database.close()
      end()
      mark.release()
      release()
    },
  }
}

/**
 * Removes the working copies of an interrupted recovery, because they contain personal data that an erasure would miss.
 */
const removeLeftovers = (file: string): void => {
  for (const suffix of ['.restoring', '.salvage', '.salvage-wal', '.salvage-shm', '.salvage-journal'])
    rmSync(file + suffix, { force: true })
  rmSync(probeFileIn(dirname(file)), { force: true })
}

type VerifiedDatabase = { database: DatabaseSync; newer: boolean; restored: boolean }

/**
 * Opens the database, checks that it is intact, complete and durable, and migrates it. Replaces a damaged or missing
 * database with its newest good backup and stores a notice. Throws errors that `reasonOf` maps.
 */
const openVerified = (options: OpenOptions): VerifiedDatabase => {
  const { file, now, isSuspected, mark } = options
  const known = mark.read()
  if (!isLost(options, known)) {
    try {
      return withCompleteHistory(openOnce(options, { known, readEveryCall: isSuspected() }), options, known)
    } catch (error) {
      if (reasonOf(error) !== 'corrupt') throw error
    }
  }
  recover(file, now(), known)
  const opened = openOnce(options, { known: null, readEveryCall: false })
  noteRestoredDamage(opened.database, isSuspected())
  return { ...opened, restored: true }
}

/** Notes the damaged calls of a restored history, because the same calls in its backup must not restore it each time. */
const noteRestoredDamage = (database: DatabaseSync, readEveryCall: boolean): void => {
  try {
    noteDamage(database, findChanged(database))
    if (readEveryCall) noteDamage(database, findUnreadable(database))
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Returns whether a missing file means a lost history: there is a mark of an earlier history, a backup, or a damaged
 * file, or it was open before.
 */
const isLost = ({ file, wasOpen }: OpenOptions, known: KnownLength): boolean =>
  !existsSync(file) &&
  (wasOpen || hadHistory(known) || listBackups(backupFolder(file)).length > 0 || listDamaged(dirname(file)).length > 0)

/** Damaged content stays in the history, so that the user can compare it; each check of the history reports it. */
const unverified: Shortfall = { cause: 'unverified', missing: null }

/**
 * Compares a structurally intact history with its earlier length, and compares the calls that the guards read with
 * their digests. If calls are missing, it is replaced by a backup with more calls, if there is one; otherwise, rows of
 * lists that may have been called are held. A notice is stored in either case, but only once for the same changed calls.
 */
const withCompleteHistory = (
  opened: VerifiedDatabase,
  { file, now }: OpenOptions,
  known: KnownLength,
): VerifiedDatabase => {
  const { database } = opened
  if (opened.newer) return opened
  try {
    const lost = findShortfall(database, known)
    const damaged = findChanged(database)
    const shortfall = lost ?? (damaged.length === 0 ? null : unverified)
    if (shortfall === null) return opened
    const [newest] = listBackups(backupFolder(file))
    if (newest !== undefined && newest.events > readChainHead(database).events) throw new StorageError('corrupt')
    // A changed call is not a missing one.
    if (lost !== null) settleRecoveredLists(database, now())
    noteShortfall(database, now(), shortfall)
    noteDamage(database, damaged)
    return { ...opened, restored: true }
  } catch (error) {
    database.close()
    throw error
  }
}

/** `known` determines whether the whole file is checked; if it is null, it always is. */
type OpenChecks = { known: KnownLength | null; readEveryCall: boolean }

const openOnce = (options: OpenOptions, checks: OpenChecks): VerifiedDatabase => {
  createPrivateFolder(dirname(options.file))
  // Must run before SQLite opens the file, which may create a WAL next to it.
  const cleanEnd = checks.known?.cleanEnd ?? null
  const unresolved = cleanEnd !== null && isUntouched(options.file, cleanEnd) ? cleanEnd.unresolved : null
  const database = new DatabaseSync(options.file)
  try {
    // Another connection of this app may be closing, which locks the file for a moment.
    database.exec('PRAGMA busy_timeout = 5000')
    return prepare(database, options, { unresolved, readEveryCall: checks.readEveryCall })
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * After a clean shutdown, only what the guards against a second call depend on is checked; the whole file is checked in
 * the background (`maintenanceTasks.verify`). Otherwise the whole file is checked before the first call.
 */
const assertUsable = (database: DatabaseSync, now: string, unresolved: number | null): void => {
  if (unresolved === null || !areGuardedCallsFound(database, unresolved, now)) assertIntegrity(database)
}

type PrepareChecks = { unresolved: number | null; readEveryCall: boolean }

const prepare = (
  database: DatabaseSync,
  options: OpenOptions,
  { unresolved, readEveryCall }: PrepareChecks,
): VerifiedDatabase => {
  const version = versionOf(database)
  if (version > newestVersion()) {
    openReadOnly(database)
    return { database, newer: true, restored: false }
  }
  // An empty file next to backups is a lost history, not a new one.
  if (version === 0 && listBackups(backupFolder(options.file)).length > 0) throw new StorageError('corrupt')
  assertPragmas(database)
  withoutSqlErrors(() =>
    assertUsable(database, options.now(), version === newestVersion() && !readEveryCall ? unresolved : null),
  )
  if (version > 0 && version < newestVersion()) backUpBeforeMigration(database, options)
  migrate(database)
  if (unresolved === null) assertSchema(database)
  if (readEveryCall && findUnreadable(database).length > 0) throw new StorageError('corrupt')
  if (database.prepare('SELECT 1 FROM chain_head').get() === undefined) throw new StorageError('corrupt')
  restrictToOwner(options.file)
  return { database, newer: false, restored: false }
}

/** Opens a newer app's database for reading, without changing anything. */
const openReadOnly = (database: DatabaseSync): void => {
  for (const pragma of ['query_only = ON', 'trusted_schema = OFF', 'busy_timeout = 5000'])
    database.exec(`PRAGMA ${pragma}`)
}

const backUpBeforeMigration = (database: DatabaseSync, { file, now, maintenance }: OpenOptions): void => {
  try {
    makeBackup(database, backupFolder(file), now())
    maintenance.noteBackup(null)
  } catch (error) {
    // Reports the failure but continues, because each migration is a single transaction.
    maintenance.noteBackup(reasonOf(error))
  }
}

type Run = (name: StorageOperationName, input: unknown) => unknown

const createDispatch =
  (operations: StorageOperations): Run =>
  (name, input) => {
    // `createStorage` checked the types on the other thread; here, all operations have the same shape.
    const operation = operations[name] as (input: unknown) => unknown
    return operation(input)
  }

const isUnreadableRow = (error: unknown): boolean => error instanceof StorageError && error.reason === 'corrupt'

const createRunner = (
  database: DatabaseSync,
  { file, maintenance, mark, onUnreadableRow, report }: OpenOptions,
): { run: Run; close: () => void } => {
  const folder = dirname(file)
  const writeState = createWriteState(database, file)
  const search = createSearchIndex({ file, history: database })
  const indexer = startIndexer(search)
  const reportError = (error: unknown): unknown => {
    if (isUnreadableRow(error)) onUnreadableRow()
    return causeOf(error, folder)
  }
  const reportFailure = (error: unknown): StorageReason => report(reportError(error))
  const dispatch = createDispatch(
    createStorageOperations(database, {
      file,
      maintenance,
      search,
      stopped: writeState.stopped,
      report,
      reportFailure,
    }),
  )
  return {
    run(name, input) {
      const handleError = (error: unknown): never => {
        throw reportError(error)
      }
      /** Reports a change only after the mark contains it. */
      const dispatchMarked = (): unknown => {
        const result = dispatch(name, input)
        if (!readOperations.has(name)) mark.advance(database)
        return result
      }
      /** After its last write: a check of the history may delete a wrong search file, which is rebuilt. */
      const wakeIndexer = (): void => {
        if (!readOperations.has(name)) indexer.wake()
      }
      try {
        const result = writeOperations.has(name) ? writeState.watch(dispatchMarked) : dispatchMarked()
        if (result instanceof Promise) return result.catch(handleError).finally(wakeIndexer)
        wakeIndexer()
        return result
      } catch (error) {
        return handleError(error)
      }
    },
    close() {
      indexer.stop()
      search.end()
    },
  }
}

const createNewerRunner = (
  database: DatabaseSync,
  { file, maintenance, report }: OpenOptions,
): { run: Run; close: () => void } => {
  const parts = { file, maintenance, search: null, report, reportFailure: report }
  const dispatch = createDispatch(createStorageOperations(database, { ...parts, stopped: () => 'newerVersion' }))
  return {
    async run(name, input) {
      if (!readOperations.has(name)) throw new StorageError('newerVersion')
      try {
        return await dispatch(name, input)
      } catch (error) {
        // A row or column that this app does not know was written by a newer version of the app, so it does not mean
        // damage.
        throw isUnreadableRow(error) || sqliteCode(error) === 1 ? new StorageError('newerVersion') : error
      }
    },
    close: () => undefined,
  }
}

/** How far the guard against a second call looks back, in milliseconds: one day, the maximum of the setting. */
const guardedTime = 24 * 60 * 60_000

/** Returns the sequence number of the last call that is older than a day, read without an index. */
const lastUnguarded = (database: DatabaseSync, now: string): number => {
  const newest = database.prepare('SELECT prepared_at FROM calls ORDER BY sequence DESC LIMIT 1').get()?.['prepared_at']
  // If the clock was set back, the newest call is in the future.
  const until = Math.min(Date.parse(now), typeof newest === 'string' ? Date.parse(newest) : Infinity)
  if (Number.isNaN(until)) return 0
  const since = new Date(until - guardedTime).toISOString()
  const row = database
    .prepare('SELECT sequence FROM calls NOT INDEXED WHERE prepared_at < ? ORDER BY sequence DESC LIMIT 1')
    .get(since)
  return Number(row?.['sequence'] ?? 0)
}

/** Counts the calls that are missing from an index that the guards use. */
const unfoundSince = `SELECT count(*) AS unfound FROM calls AS one NOT INDEXED WHERE sequence > ? AND NOT (
    EXISTS (SELECT 1 FROM calls AS found INDEXED BY calls_by_number WHERE found.number_tail = one.number_tail
      AND found.practice = one.practice AND found.sequence = one.sequence)
    AND EXISTS (SELECT 1 FROM calls AS found INDEXED BY sqlite_autoindex_calls_1 WHERE found.call_id = one.call_id
      AND found.sequence = one.sequence)
    AND (one.unresolved = 0 OR EXISTS (SELECT 1 FROM calls AS found INDEXED BY calls_unresolved
      WHERE found.sequence = one.sequence AND found.unresolved = 1)))`

const endsWithItsHead = (database: DatabaseSync): boolean => {
  const { events, hash } = readLength(database)
  const last = database.prepare('SELECT sequence, hash FROM call_events ORDER BY sequence DESC LIMIT 1').get()
  return Number(last?.['sequence'] ?? 0) === events && (last?.['hash'] ?? '') === hash
}

/**
 * Returns whether the indexes used by the guards against a second call contain every call that the guards need: the
 * calls whose outcome is unknown, of which there must be `unresolved`, and those of the last day before `now` (ISO
 * 8601). It takes 2 µs per call of the last day.
 */
const areGuardedCallsFound = (database: DatabaseSync, unresolved: number, now: string): boolean => {
  try {
    const found = database
      .prepare('SELECT count(*) AS found FROM calls INDEXED BY calls_unresolved WHERE unresolved = 1')
      .get()
    if (found?.['found'] !== unresolved || !endsWithItsHead(database)) return false
    return database.prepare(unfoundSince).get(lastUnguarded(database, now))?.['unfound'] === 0
  } catch (error) {
    if (reasonOf(error) === 'corrupt') return false
    throw error
  }
}

import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { assertSchema } from './assert-schema.ts'
import { appendOwnAction } from './audit.ts'
import { type BackupFile, backupFolder, listBackups } from './backup.ts'
import type { Row } from './call-rows.ts'
import { assertIntegrity } from './chain.ts'
import { inTransaction } from './database.ts'
import { reasonOf, withoutSqlErrors } from './errors.ts'
import { countMissing, type KnownLength, type Shortfall } from './high-water-mark.ts'
import { damagedFileName, listDamaged, moveIntoPlace, setAside, setAsideAt } from './files.ts'
import { recoverRows } from './recover-rows.ts'
import { migrate, newestVersion, versionOf } from './migrate.ts'
import { removeSearchFile } from './search/search-file.ts'

/**
 * Replaces a damaged or missing database with its newest good backup (or an empty one), adds the provably intact rows
 * of the damaged file, and keeps the damaged file. Every step that may run out of disk space comes before the first
 * rename; if the process is killed at any moment, either the old or the new state remains.
 */
export const recover = (file: string, now: string, known: KnownLength): void => {
  const staged = `${file}.restoring`
  rmSync(staged, { force: true })
  buildReplacement(staged, file, now, known)
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${file}.salvage${suffix}`, { force: true })
  // The search file indexes the history that is being replaced.
  removeSearchFile(file)
  setAside(file, now)
  moveIntoPlace(staged, file)
}

const buildReplacement = (staged: string, file: string, now: string, known: KnownLength): void => {
  const backup = listBackups(backupFolder(file)).find((candidate) => isGood(candidate, now)) ?? null
  if (backup !== null) copyFileSync(backup.file, staged)
  const source = sourceOf(file, backup)
  const database = new DatabaseSync(staged)
  try {
    // Without a WAL, the database is a single file that can be renamed.
    for (const pragma of ['journal_mode = MEMORY', 'temp_store = MEMORY']) database.exec(`PRAGMA ${pragma}`)
    migrate(database)
    const recovered = recoverRows(database, source, `${file}.salvage`, now)
    const { lostEntries, lostSettings, lostRegisters, ...counts } = recovered
    const damagedFile = source === null ? null : basename(source === file ? damagedFileName(file, now) : source)
    inTransaction(database, () => {
      const loss = { cause: 'damaged', missing: countMissing(database, known) } as const
      writeNotice(database, { ...loss, at: now, gapFrom: backup?.at ?? null, damagedFile, ...counts })
      const lost = {
        calls: loss.missing,
        entries: lostEntries,
        settings: lostSettings,
        lists: counts.lostLists,
        registers: lostRegisters,
      }
      appendOwnAction(database, { action: 'recoverHistory', at: now, about: describeLost(lost) })
    })
  } finally {
    database.close()
  }
}

/** Returns whether a backup may replace the database; sets a damaged backup aside. */
const isGood = ({ file }: BackupFile, now: string): boolean => {
  const backup = new DatabaseSync(file)
  let good = false
  try {
    withoutSqlErrors(() => assertIntegrity(backup))
    const version = versionOf(backup)
    // A backup by a newer version of the app cannot be used, but is not damaged.
    if (version > newestVersion()) return false
    if (version === newestVersion()) assertSchema(backup)
    good = version > 0
  } catch (error) {
    if (reasonOf(error) !== 'corrupt') throw error
  } finally {
    backup.close()
  }
  if (!good) setAside(file, now)
  return good
}

/** Returns the file from which rows are read: the damaged one, or one set aside just before the app was killed. */
const sourceOf = (file: string, backup: BackupFile | null): string | null => {
  if (existsSync(file)) return file
  const [newest] = listDamaged(dirname(file))
  return newest !== undefined && isNewerThan(newest, backup) ? newest : null
}

/**
 * Returns whether a damaged file is newer than the backup. An older one contains nothing that the backup lacks, except
 * data that has been erased since.
 */
const isNewerThan = (damaged: string, backup: BackupFile | null): boolean =>
  setAsideAt(damaged) > (backup?.at.replace(/[:.]/g, '-') ?? '')

/**
 * Stores the notice that an intact history lacks calls that no backup contains. Until the user acknowledges it, every
 * call needs a confirmation.
 */
export const noteShortfall = (database: DatabaseSync, at: string, shortfall: Shortfall): void => {
  const last = textOrNull(database.prepare('SELECT at FROM call_events ORDER BY sequence DESC LIMIT 1').get()?.['at'])
  // Without its mark, any call may be missing.
  const gapFrom = shortfall.cause === 'shorter' ? last : null
  inTransaction(database, () => {
    const found = { lostLists: null, damagedFile: null, salvaged: 0, unreadable: null }
    writeNotice(database, { ...shortfall, ...found, at, gapFrom })
    appendOwnAction(database, { action: 'findShortfall', at, about: describeShortfall(shortfall) })
  })
}

/** Why calls may be missing. `damaged`: the file was damaged; the others are the cause of a `Shortfall`. */
type HistoryLoss = { cause: 'damaged' | Shortfall['cause']; missing: number | null }

/**
 * The notice of a history that lost calls: calls between `gapFrom` (null means the beginning) and `at` may be missing.
 * `damagedFile` is the name of the file that was set aside, or null if it was missing; `salvaged` is the number of
 * calls recovered from it, and `unreadable` the number of those that failed their checks. `lostLists` is the number of
 * lists that are missing, at least. Null: unknown. `startedFrom` explains the cause; `lostAll` is true if one of the
 * merged losses was that of the whole history, whatever the cause is.
 */
export type RecoveryNotice = HistoryLoss & {
  startedFrom: 'backup' | 'empty' | null
  lostAll: boolean
  lostLists: number | null
  at: string
  gapFrom: string | null
  damagedFile: string | null
  salvaged: number
  unreadable: number | null
}

type StoredNotice = Omit<RecoveryNotice, 'startedFrom' | 'lostAll'>

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null)

const causeOf = (value: unknown): HistoryLoss['cause'] =>
  value === 'shorter' || value === 'unverified' ? value : 'damaged'

/** Without a damaged file, the history file was missing; the gap then starts at the backup, if there was one. */
const startOf = ({ cause, damagedFile, gapFrom }: StoredNotice): RecoveryNotice['startedFrom'] => {
  if (cause !== 'damaged' || damagedFile !== null) return null
  return gapFrom === null ? 'empty' : 'backup'
}

const readRow = (row: Row): RecoveryNotice => {
  const stored = readStored(row)
  const startedFrom = startOf(stored)
  return { ...stored, startedFrom, lostAll: startedFrom === 'empty' }
}

const readStored = (row: Row): StoredNotice => ({
  cause: causeOf(row['cause']),
  missing: numberOrNull(row['missing']),
  lostLists: numberOrNull(row['lost_lists']),
  at: String(row['at']),
  gapFrom: textOrNull(row['gap_from']),
  damagedFile: textOrNull(row['damaged_file']),
  salvaged: Number(row['salvaged']),
  unreadable: numberOrNull(row['unreadable']),
})

const earlierOf = (one: string | null, other: string | null): string | null =>
  one === null || other === null ? null : one < other ? one : other

const sumOfKnown = (one: number | null, other: number | null): number | null =>
  one === null ? other : one + (other ?? 0)

/** If either is known to have lost something, both together have. */
const causes = ['shorter', 'damaged', 'unverified'] as const

/**
 * Merges two unacknowledged gaps into one, from the start of the earlier to the end of the later. Every loss is counted
 * from what the one before left, so the sum of the known numbers is the least that is missing. The recovered calls are
 * those of one file, the newest that was kept.
 */
const mergeNotices = (earlier: RecoveryNotice, later: RecoveryNotice): RecoveryNotice => {
  const { damagedFile, salvaged, unreadable } = later.damagedFile === null ? earlier : later
  const cause = causes.find((one) => one === earlier.cause || one === later.cause) ?? later.cause
  const isFileMissing = cause === 'damaged' && damagedFile === null
  return {
    cause,
    missing: sumOfKnown(earlier.missing, later.missing),
    lostLists: sumOfKnown(earlier.lostLists, later.lostLists),
    at: later.at,
    gapFrom: earlierOf(earlier.gapFrom, later.gapFrom),
    damagedFile,
    startedFrom: isFileMissing ? (later.startedFrom ?? earlier.startedFrom) : null,
    lostAll: earlier.lostAll || later.lostAll,
    salvaged,
    unreadable,
  }
}

/** Returns the notice that has not been acknowledged yet, or null. */
export const readNotice = (database: DatabaseSync): RecoveryNotice | null => {
  const rows = database.prepare('SELECT * FROM recoveries WHERE noted = 0 ORDER BY at').all().map(readRow)
  return rows.length === 0 ? null : rows.reduce(mergeNotices)
}

/** When the history was restored or found incomplete, and why. */
export type Recovery = Pick<RecoveryNotice, 'at' | 'cause'>

const readRecovery = (row: Row): Recovery => ({ at: String(row['at']), cause: causeOf(row['cause']) })

/** Returns the recoveries at or after a time (ISO 8601), acknowledged or not, oldest first. */
export const recoveriesSince = (database: DatabaseSync, since: string): Recovery[] =>
  database.prepare('SELECT at, cause FROM recoveries WHERE at >= ? ORDER BY at').all(since).map(readRecovery)

/** The last recovery, and what is known to be missing since then. */
export type LastRecovery = Recovery & Pick<RecoveryNotice, 'missing' | 'lostLists' | 'lostAll'>

/** Returns the last recovery, acknowledged or not; null if there was none. */
export const lastRecovery = (database: DatabaseSync): LastRecovery | null => {
  const row = database.prepare('SELECT * FROM recoveries ORDER BY at DESC LIMIT 1').get()
  if (row === undefined) return null
  const { at, cause, missing, lostLists, lostAll } = readRow(row)
  return { at, cause, missing, lostLists, lostAll }
}

const writeNotice = (database: DatabaseSync, notice: StoredNotice): void => {
  const { cause, missing, lostLists, at, gapFrom, damagedFile, salvaged, unreadable } = notice
  database
    .prepare(
      `INSERT INTO recoveries (at, cause, missing, lost_lists, gap_from, damaged_file, salvaged, unreadable)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(at, cause, missing, lostLists, gapFrom, damagedFile, salvaged, unreadable)
}

/** Marks every notice as read. */
export const acknowledgeRecovery = (database: DatabaseSync): void => {
  database.exec('UPDATE recoveries SET noted = 1')
}

/** The numbers of rows that are missing or could not be read; null if unknown. */
type Lost = {
  calls: number | null
  entries: number | null
  settings: number | null
  lists: number | null
  registers: number | null
}

/**
 * Returns how many calls are missing at least: a loss before the restored backup, or after the last recorded length,
 * isn't counted.
 */
const missingCalls = (count: number): string => `at least ${counted(count, 'call is', 'calls are')} missing`

/** Returns how many lists are missing at least: unreadable ones aren't counted. */
const missingLists = (count: number): string => `at least ${counted(count, 'call list is', 'call lists are')} missing`

const counted = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`

const listed = (names: readonly string[]): string => {
  const last = names.at(-1) ?? ''
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last
}

const describeLost = ({ calls, entries, settings, lists, registers }: Lost): string => {
  const lost = [
    ...(entries ? [counted(entries, 'audit entry', 'audit entries')] : []),
    ...(settings ? [counted(settings, 'setting', 'settings')] : []),
  ]
  const unknown = [
    ...(calls === null ? ['calls'] : []),
    ...(lists === null ? ['call lists'] : []),
    ...(registers === null ? ['do-not-call imports'] : []),
    ...(entries === null ? ['audit entries'] : []),
    ...(settings === null ? ['settings'] : []),
  ]
  const sentences = [
    ...(calls ? [missingCalls(calls)] : []),
    ...(lists ? [missingLists(lists)] : []),
    ...(registers
      ? [`at least ${counted(registers, 'do-not-call import is', 'do-not-call imports are')} incomplete`]
      : []),
    ...(lost.length > 0 ? [`${lost.join(' and ')} could not be read`] : []),
    ...(unknown.length > 0 ? [`it is not known how many ${listed(unknown)} are missing`] : []),
  ]
  return sentences.join('; ') || 'every audit entry and every setting could be read'
}

const describeShortfall = ({ cause, missing }: Shortfall): string => {
  const others = 'call lists, profiles, do-not-call numbers and settings may be missing or outdated'
  if (cause === 'unverified') return `whether calls are missing is not known; ${others}`
  return `${missing ? missingCalls(missing) : 'the newest changes are missing'}; ${others}`
}

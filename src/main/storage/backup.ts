import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { assertIntegrity, readChainHead, verifyChain } from './chain.ts'
import { createPrivateFolder } from './database.ts'
import { StorageError } from './errors.ts'
import { moveIntoPlace } from './files.ts'
import { versionOf } from './migrate.ts'

const backupsKept = 7

/** Maximum age of a backup, in milliseconds. Older ones are deleted if the clock is trusted. */
const maxAge = 30 * 24 * 60 * 60 * 1000

const pattern = /^rundesk-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z-e(\d{1,15})\.db$/

/**
 * `at` is the time of the backup according to the clock at that time (ISO 8601); `events` is the length of its history.
 */
export type BackupFile = { file: string; at: string; events: number }

/** Returns the folder of the backups of the database `file`. */
export const backupFolder = (file: string): string => join(dirname(file), 'backups')

/** Returns the name of a backup made at `at` (ISO 8601), without characters that file systems reject. */
const backupName = (at: string, events: number): string => `rundesk-${at.replace(/[:.]/g, '-')}-e${events}.db`

/** Checks a finished copy: intact, of the same version, and with a valid chain if the original's chain is valid. */
const assertCopy = (part: string, original: DatabaseSync): void => {
  const copy = new DatabaseSync(part)
  try {
    assertIntegrity(copy)
    if (versionOf(copy) !== versionOf(original)) throw new StorageError('corrupt')
    // A chain that was already broken is copied as it is: a backup with one doubtful event is better than none.
    if (!verifyChain(copy).intact && verifyChain(original).intact) throw new StorageError('corrupt')
  } finally {
    copy.close()
  }
}

/**
 * Copies the database into `folder`, checks and syncs the copy, renames it into place and removes old backups. Returns
 * the file. If it throws, no partial file remains.
 */
export const makeBackup = (database: DatabaseSync, folder: string, at: string, clockIsTrusted = false): string => {
  createPrivateFolder(folder)
  removeUnfinishedBackups(folder)
  const file = join(folder, backupName(at, readChainHead(database).events))
  const part = `${file}.part`
  try {
    // SECURITY: the file is created before SQLite writes to it, so that it is never readable by others.
    writeFileSync(part, '', { mode: 0o600 })
    database.prepare('VACUUM INTO ?').run(part)
    assertCopy(part, database)
    moveIntoPlace(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
  removeOldBackups(folder, file, clockIsTrusted)
  return file
}

const readName = (folder: string, name: string): BackupFile[] => {
  const match = pattern.exec(name)
  if (match === null) return []
  const [, day, hour, minute, second, milliseconds, events] = match
  return [
    { file: join(folder, name), at: `${day}T${hour}:${minute}:${second}.${milliseconds}Z`, events: Number(events) },
  ]
}

const namesIn = (folder: string): string[] =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(folder) : []

/** Orders by length of the history, because a history only grows and a clock may be wrong; then by time. */
const newestFirst = (one: BackupFile, other: BackupFile): number =>
  other.events - one.events || (one.at < other.at ? 1 : -1)

/** Lists the finished backups, newest first. */
export const listBackups = (folder: string): BackupFile[] =>
  namesIn(folder)
    .flatMap((name) => readName(folder, name))
    .toSorted(newestFirst)

/**
 * Returns the time of the newest backup; ignores backups dated after `now`, which were made while the clock was wrong.
 */
export const newestBackupAt = (folder: string, now: string): string | null =>
  listBackups(folder).find(({ at }) => at <= now)?.at ?? null

/**
 * Removes the backups beyond `backupsKept` and those older than `maxAge`, because if the app is rarely used, purged
 * personal data would remain in them. Never removes `made`.
 */
const removeOldBackups = (folder: string, made: string, clockIsTrusted: boolean): void => {
  const others = listBackups(folder).filter(({ file }) => file !== made)
  const madeAt = Date.parse(listBackups(folder).find(({ file }) => file === made)?.at ?? '')
  for (const [index, { file, at }] of others.entries()) {
    const isExpired = clockIsTrusted && madeAt - Date.parse(at) > maxAge
    if (index >= backupsKept - 1 || isExpired) rmSync(file, { force: true })
  }
}

/** Removes the partial copies that a killed app left behind. */
export const removeUnfinishedBackups = (folder: string): void => {
  for (const name of namesIn(folder)) if (/\.part(-journal|-wal|-shm)?$/.test(name)) rmSync(join(folder, name))
}

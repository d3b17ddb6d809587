import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { backupFolder, listBackups } from './backup-files.ts'
import { makeBackup } from './backup.ts'
import { assertReadable, assertSound } from './check-database.ts'
import { listDamaged } from './damaged-files.ts'
import { migrate, newestVersion, versionOf } from './migrate.ts'
import { assertPragmas, closeToOthers, openFile } from './open-database.ts'
import { recover } from './recover.ts'
import { reasonOf, StorageError, type StorageReason } from './storage-error.ts'

export type OpenParts = {
  file: string
  /** Now, as ISO 8601. */
  now: () => string
  /** Whether something gave rise to doubt: then every call is read, too. */
  doubted: boolean
  /** Whether this process has had a history here before. */
  existed: boolean
  /** Told how the backup before a migration went: null when it is there. */
  onBackup: (failure: StorageReason | null) => void
}

export type Database = { database: DatabaseSync; newer: boolean; restored: boolean }

const backUpFirst = (database: DatabaseSync, { file, now, onBackup }: OpenParts): void => {
  try {
    makeBackup(database, backupFolder(file), now())
    onBackup(null)
  } catch (error) {
    // Told, and not in the way: each step of a migration is whole or not there at all.
    onBackup(reasonOf(error))
  }
}

/** A database of a newer app: what it holds may be read, and nothing of it is touched. */
const openNewer = (database: DatabaseSync): Database => {
  database.exec('PRAGMA query_only = ON')
  database.exec('PRAGMA trusted_schema = OFF')
  database.exec('PRAGMA busy_timeout = 5000')
  return { database, newer: true, restored: false }
}

const prepare = (database: DatabaseSync, parts: OpenParts): Database => {
  const version = versionOf(database)
  if (version > newestVersion) return openNewer(database)
  // An empty file where there are backups is a history that was lost, not one that begins.
  if (version === 0 && listBackups(backupFolder(parts.file)).length > 0) throw new StorageError('corrupt')
  assertPragmas(database)
  assertSound(database)
  if (version > 0 && version < newestVersion) backUpFirst(database, parts)
  migrate(database)
  if (parts.doubted) assertReadable(database)
  if (database.prepare('SELECT 1 FROM chain_head').get() === undefined) throw new StorageError('corrupt')
  closeToOthers(parts.file)
  return { database, newer: false, restored: false }
}

const openOnce = (parts: OpenParts): Database => {
  const database = openFile(parts.file)
  try {
    return prepare(database, parts)
  } catch (error) {
    database.close()
    throw error
  }
}

/** No file where there are backups or damaged files, or where there was one a moment ago, is a history that was lost. */
const isLost = ({ file, existed }: OpenParts): boolean =>
  !existsSync(file) && (existed || listBackups(backupFolder(file)).length > 0 || listDamaged(dirname(file)).length > 0)

/**
 * Opens the database, makes sure that it is sound and durable, and brings it to the newest version. One that is damaged
 * or has vanished is replaced by its newest good backup, and what happened is kept to be told.
 * Throws `StorageError` or the driver's own error; `reasonOf` tells which.
 */
export const openSound = (parts: OpenParts): Database => {
  if (!isLost(parts)) {
    try {
      return openOnce(parts)
    } catch (error) {
      if (reasonOf(error) !== 'corrupt') throw error
    }
  }
  recover(parts.file, parts.now())
  // Not doubted again: a row that the backup has no better must not have the history restored for ever.
  return { ...openOnce({ ...parts, doubted: false }), restored: true }
}

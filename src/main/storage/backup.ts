import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { backupName, removeUnfinished, tidyBackups } from './backup-files.ts'
import { assertSound } from './check-database.ts'
import { putInPlace } from './durable-files.ts'
import { readHead } from './event-chain.ts'
import { versionOf } from './migrate.ts'
import { closedFolder } from './open-database.ts'
import { StorageError } from './storage-error.ts'
import { verifyChain } from './verify-chain.ts'

/** The version from which on the chain has a head; an older file is copied for its migration and checked by SQLite alone. */
const chainVersion = 3

/** Reads a finished copy as a stranger would: sound, of the same version, and its chain no worse than the original's. */
const assertCopy = (part: string, original: DatabaseSync): void => {
  const copy = new DatabaseSync(part)
  try {
    assertSound(copy)
    const version = versionOf(copy)
    if (version !== versionOf(original)) throw new StorageError('corrupt')
    if (version < chainVersion || verifyChain(copy).intact) return
    // A chain that is broken already is copied as it is: a backup with one doubtful event is better than none.
    if (readHead(copy).firstBroken === null && verifyChain(original).intact) throw new StorageError('corrupt')
  } finally {
    copy.close()
  }
}

/** How many events the history has; null in a file from before they were counted. */
const eventsIn = (database: DatabaseSync): number | null =>
  versionOf(database) < chainVersion ? null : readHead(database).events

/**
 * Copies the database into `folder` under the name of the time `at`: written aside, checked, on the disk, then put in
 * its place. Older ones are tidied away. Returns the file; throws the reason, and then nothing is left behind.
 */
export const makeBackup = (database: DatabaseSync, folder: string, at: string, clockIsBelieved = false): string => {
  closedFolder(folder)
  removeUnfinished(folder)
  const file = join(folder, backupName(at, eventsIn(database)))
  const part = `${file}.part`
  try {
    // SECURITY: there before SQLite fills it, so that it is never open to others.
    writeFileSync(part, '', { mode: 0o600 })
    database.prepare('VACUUM INTO ?').run(part)
    assertCopy(part, database)
    putInPlace(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
  tidyBackups(folder, file, clockIsBelieved)
  return file
}

import { copyFileSync, rmSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { backupFolder, listBackups, removeUnfinished } from './backup-files.ts'
import { assertSound } from './check-database.ts'
import { listDamaged } from './damaged-files.ts'
import { putInPlace } from './durable-files.ts'
import { eraseFrom } from './erase.ts'
import { migrate } from './migrate.ts'
import { forgetErasure } from './pending-erasures.ts'
import { reasonOf } from './storage-error.ts'
import { inTransaction } from './transaction.ts'

type Erasure = { file: string; phoneNumber: string; at: string }

const eraseFromCopy = (part: string, { phoneNumber, at }: Erasure): void => {
  const copy = new DatabaseSync(part)
  try {
    // SECURITY: a journal on the disk would keep what is being taken out.
    for (const pragma of ['journal_mode = MEMORY', 'temp_store = MEMORY', 'secure_delete = ON'])
      copy.exec(`PRAGMA ${pragma}`)
    assertSound(copy)
    migrate(copy)
    inTransaction(copy, () => {
      eraseFrom(copy, phoneNumber, at)
      forgetErasure(copy, phoneNumber)
    })
    copy.exec('VACUUM')
    assertSound(copy)
  } finally {
    copy.close()
  }
}

/** Rewrites one backup without the person; false when it is too damaged for that, and then it stays as it is. */
const eraseFromBackup = (backup: string, erasure: Erasure): boolean => {
  const part = `${backup}.part`
  try {
    copyFileSync(backup, part)
    eraseFromCopy(part, erasure)
    putInPlace(part, backup)
    return true
  } catch (error) {
    rmSync(part, { force: true })
    if (reasonOf(error) === 'corrupt') return false
    throw error
  }
}

/**
 * Takes a person out of every backup and returns the names of the files in which they may still stand: damaged ones,
 * which cannot be rewritten and are never deleted by themselves.
 */
export const eraseFromBackups = (erasure: Erasure): string[] => {
  const folder = backupFolder(erasure.file)
  removeUnfinished(folder)
  const unreadable = listBackups(folder).filter(({ file }) => !eraseFromBackup(file, erasure))
  const damaged = [...listDamaged(dirname(erasure.file)), ...listDamaged(folder)]
  return [...unreadable.map(({ file }) => basename(file)), ...damaged.map((file) => basename(file))]
}

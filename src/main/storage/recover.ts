import { copyFileSync, rmSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type BackupFile, backupFolder, listBackups } from './backup-files.ts'
import { assertSound } from './check-database.ts'
import { listDamaged, setAside, setAsideAt } from './damaged-files.ts'
import { putInPlace } from './durable-files.ts'
import { newestVersion, versionOf } from './migrate.ts'
import { writeNotice } from './recovery-notice.ts'
import { salvage } from './salvage.ts'
import { reasonOf } from './storage-error.ts'

/** Whether a backup may take the place of the database; one that is damaged itself is set aside like any other. */
const isGood = ({ file }: BackupFile, now: string): boolean => {
  const backup = new DatabaseSync(file)
  let good = false
  try {
    assertSound(backup, 'full')
    good = versionOf(backup) > 0 && versionOf(backup) <= newestVersion
  } catch (error) {
    if (reasonOf(error) !== 'corrupt') throw error
  } finally {
    backup.close()
  }
  if (!good) setAside(file, now)
  return good
}

/** Puts the newest good backup beside the database, ready to take its place. */
const stageBackup = (file: string, now: string): BackupFile | null => {
  const backup = listBackups(backupFolder(file)).find((found) => isGood(found, now)) ?? null
  if (backup !== null) copyFileSync(backup.file, `${file}.restoring`)
  return backup
}

/** A file set aside before this backup was made has nothing that the backup has not, save what was erased since. */
const worthSalvaging = (damaged: string | undefined, backup: BackupFile | null): string | null =>
  damaged !== undefined && setAsideAt(damaged) > (backup?.at.replace(/[:.]/g, '-') ?? '') ? damaged : null

/**
 * Sets a damaged database aside and puts its newest good backup in its place, or nothing when there is none.
 * Everything that can fail for want of room comes before the first rename. The function it returns, called with the
 * opened replacement, takes over what can still be read from the damaged file and writes down what happened.
 */
export const recover = (file: string, now: string): ((database: DatabaseSync) => void) => {
  const backup = stageBackup(file, now)
  setAside(file, now)
  if (backup !== null) putInPlace(`${file}.restoring`, file)
  const damaged = worthSalvaging(listDamaged(dirname(file))[0], backup)
  return (database) => {
    const found = salvage(database, damaged, `${file}.salvage`, now)
    for (const part of ['', '-wal', '-shm', '-journal']) rmSync(`${file}.salvage${part}`, { force: true })
    const damagedFile = damaged === null ? null : basename(damaged)
    writeNotice(database, { at: now, gapFrom: backup?.at ?? null, damagedFile, ...found })
  }
}

import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type BackupFile, backupFolder, listBackups } from './backup-files.ts'
import { assertSound } from './check-database.ts'
import { asideName, listDamaged, setAside, setAsideAt } from './damaged-files.ts'
import { putInPlace } from './durable-files.ts'
import { migrate, newestVersion, versionOf } from './migrate.ts'
import { noteRecovered } from './note-recovered.ts'
import { writeNotice } from './recovery-notice.ts'
import { removeSearchFile } from './search/search-file.ts'
import { salvage } from './salvage.ts'
import { reasonOf } from './storage-error.ts'

/** Whether a backup may take the place of the database; one that is damaged itself is set aside like any other. */
const isGood = ({ file }: BackupFile, now: string): boolean => {
  const backup = new DatabaseSync(file)
  let good = false
  try {
    assertSound(backup)
    const version = versionOf(backup)
    // A newer app made it: it is of no use to this one, and not damaged.
    if (version > newestVersion) return false
    good = version > 0
  } catch (error) {
    if (reasonOf(error) !== 'corrupt') throw error
  } finally {
    backup.close()
  }
  if (!good) setAside(file, now)
  return good
}

/** A file set aside before this backup was made has nothing that the backup has not, save what was erased since. */
const isWorthSalvaging = (damaged: string, backup: BackupFile | null): boolean =>
  setAsideAt(damaged) > (backup?.at.replace(/[:.]/g, '-') ?? '')

/** What there is to salvage from: the damaged file, or one that was set aside just before the app was killed. */
const sourceOf = (file: string, backup: BackupFile | null): string | null => {
  if (existsSync(file)) return file
  const [newest] = listDamaged(dirname(file))
  return newest !== undefined && isWorthSalvaging(newest, backup) ? newest : null
}

const nameOf = (source: string | null, file: string, now: string): string | null =>
  source === null ? null : basename(source === file ? asideName(file, now) : source)

/** Makes the replacement whole: the newest good backup, what can be salvaged, and the word of what happened. */
const fill = (staged: string, file: string, now: string): void => {
  const backup = listBackups(backupFolder(file)).find((found) => isGood(found, now)) ?? null
  if (backup !== null) copyFileSync(backup.file, staged)
  const source = sourceOf(file, backup)
  const database = new DatabaseSync(staged)
  try {
    // One file without a log beside it: it is renamed as it is.
    for (const pragma of ['journal_mode = MEMORY', 'temp_store = MEMORY']) database.exec(`PRAGMA ${pragma}`)
    migrate(database)
    const { lostActs, lostSettings, ...counts } = salvage(database, source, `${file}.salvage`, now)
    writeNotice(database, { at: now, gapFrom: backup?.at ?? null, damagedFile: nameOf(source, file, now), ...counts })
    noteRecovered(database, now, { entries: lostActs, settings: lostSettings })
  } finally {
    database.close()
  }
}

/**
 * Replaces a damaged or vanished database by its newest good backup, or by an empty one when there is none, with
 * everything that can still be trusted in the damaged file, which is set aside and never deleted. Whatever may fail for
 * want of room comes before the first rename, and a kill at any moment leaves either the old state or the new one.
 */
export const recover = (file: string, now: string): void => {
  const staged = `${file}.restoring`
  rmSync(staged, { force: true })
  fill(staged, file, now)
  for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(`${file}.salvage${ending}`, { force: true })
  // It followed a history that is not there any more.
  removeSearchFile(file)
  setAside(file, now)
  putInPlace(staged, file)
}

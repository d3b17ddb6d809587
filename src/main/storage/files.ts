import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const sync = (path: string, flags: string): void => {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Syncs renames and deletions in a folder. Windows does this itself and cannot open folders. */
export const syncFolder = (folder: string): void => {
  if (process.platform !== 'win32') sync(folder, 'r')
}

/** Syncs a finished file and renames it, so that `file` is never partially written. */
export const moveIntoPlace = (part: string, file: string): void => {
  sync(part, 'r+')
  renameSync(part, file)
  syncFolder(dirname(file))
}

const fileIdentity = (file: string): string | null => {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true })
  return found === undefined ? null : `${found.dev}:${found.ino}`
}

/**
 * Returns a function that checks whether the same files are still at these paths. SQLite reports no error if its open
 * file is deleted or replaced, and every later record would be lost.
 */
export const createFileIdentityCheck = (files: readonly string[]): (() => boolean) => {
  const before = files.map((file) => [file, fileIdentity(file)] as const)
  return () => before.every(([file, was]) => was === null || fileIdentity(file) === was)
}

const mark = '.damaged-'

/** The files of a database: the database, its WAL and the WAL's index. */
export const databaseFiles = (file: string): string[] => ['', '-wal', '-shm'].map((ending) => file + ending)

/** Returns the name for a damaged file that is set aside at `at` (ISO 8601). */
export const damagedFileName = (file: string, at: string): string => `${file}${mark}${at.replace(/[:.]/g, '-')}`

/**
 * Renames a damaged database, which is never deleted. The WAL is renamed first, because SQLite would apply it to the
 * replacement.
 */
export const setAside = (file: string, at: string): void => {
  const targets = databaseFiles(damagedFileName(file, at))
  for (const [index, part] of [...databaseFiles(file).entries()].toReversed())
    if (existsSync(part)) renameSync(part, targets[index] ?? damagedFileName(file, at))
  syncFolder(dirname(file))
}

/** Lists the damaged databases in a folder, newest first. */
export const listDamaged = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.includes(mark) && !/-(wal|shm)$/.test(name))
        .toSorted()
        .toReversed()
        .map((name) => join(folder, name))
    : []

/** Returns when a file was set aside, in the format of a backup's name. */
export const setAsideAt = (file: string): string => basename(file).split(mark)[1] ?? ''

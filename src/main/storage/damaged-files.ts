import { existsSync, readdirSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { syncFolder } from './durable-files.ts'

const mark = '.damaged-'

/** All parts of a database: the file, what is not in it yet, and the index of that. */
export const partsOf = (file: string): string[] => ['', '-wal', '-shm'].map((ending) => file + ending)

/**
 * Sets a damaged file aside with its parts, under a name with the time; it is never deleted. Returns its new place, or
 * null when there is no such file.
 */
export const setAside = (file: string, at: string): string | null => {
  if (!existsSync(file)) return null
  const aside = `${file}${mark}${at.replace(/[:.]/g, '-')}`
  for (const [index, part] of partsOf(file).entries())
    if (existsSync(part)) renameSync(part, partsOf(aside)[index] ?? aside)
  syncFolder(dirname(file))
  return aside
}

/** The damaged files that were set aside in a folder, newest first, without their parts. */
export const listDamaged = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.includes(mark) && !/-(wal|shm)$/.test(name))
        .toSorted()
        .toReversed()
        .map((name) => join(folder, name))
    : []

/** The time at which a file was set aside, as it stands in its name; it compares with that of a backup. */
export const setAsideAt = (file: string): string => basename(file).split(mark)[1] ?? ''

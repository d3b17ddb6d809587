import { existsSync, readdirSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { syncFolder } from './durable-files.ts'

const mark = '.damaged-'

/** All parts of a database: the file, what is not in it yet, and the index of that. */
export const partsOf = (file: string): string[] => ['', '-wal', '-shm'].map((ending) => file + ending)

/** The place to which a damaged file is set aside at `at` (ISO 8601). */
export const asideName = (file: string, at: string): string => `${file}${mark}${at.replace(/[:.]/g, '-')}`

/**
 * Sets a damaged file aside with its parts, under a name with the time; it is never deleted. The log goes first: beside
 * a file that takes this one's place it would be written into it.
 */
export const setAside = (file: string, at: string): void => {
  const places = partsOf(asideName(file, at))
  for (const [index, part] of [...partsOf(file).entries()].toReversed())
    if (existsSync(part)) renameSync(part, places[index] ?? asideName(file, at))
  syncFolder(dirname(file))
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

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readPng } from './small-png.ts'
import type { Pixels } from './shades.ts'

const repository = new URL('../../../', import.meta.url).pathname

/** Where the pictures are that people looked at and took for right. */
export const keptPictures = join(repository, 'docs/pictures/states')
/** Where a comparison that failed leaves what it saw and how that differs. */
export const failedPictures = join(repository, '.cache/pictures')

/** The picture that is kept under a path; null when there is none yet. */
export const readKept = (path: string): Pixels | null => {
  const file = join(keptPictures, path)
  return existsSync(file) ? readPng(readFileSync(file)) : null
}

/** Writes a file below a folder that need not be there yet, and gives its whole path. */
export const putBelow = (folder: string, path: string, bytes: Buffer): string => {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, bytes)
  return file
}

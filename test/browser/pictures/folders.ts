import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readPng } from './small-png.ts'
import type { Pixels } from './shades.ts'

const repository = new URL('../../../', import.meta.url).pathname

/** The folder with the reference pictures, each of which was reviewed before it was committed. */
export const referencePictures = join(repository, 'docs/pictures/states')
/** The folder for the pictures of failed comparisons. */
export const failedPictures = join(repository, '.cache/pictures')

/** Reads a reference picture; null if there is none. */
export const readReference = (path: string): Pixels | null => {
  const file = join(referencePictures, path)
  return existsSync(file) ? readPng(readFileSync(file)) : null
}

/** Writes a file below a folder, creating folders if necessary, and returns the file's full path. */
export const writeBelow = (folder: string, path: string, bytes: Buffer): string => {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, bytes)
  return file
}

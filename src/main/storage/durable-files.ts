import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'

const sync = (path: string, flags: string): void => {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Puts what was renamed or removed in a folder on the disk; Windows does so by itself and lets no folder be opened. */
export const syncFolder = (folder: string): void => {
  if (process.platform !== 'win32') sync(folder, 'r')
}

/** Puts a finished file on the disk and then in its place, so that the place never holds half a file. */
export const putInPlace = (part: string, file: string): void => {
  sync(part, 'r+')
  renameSync(part, file)
  syncFolder(dirname(file))
}

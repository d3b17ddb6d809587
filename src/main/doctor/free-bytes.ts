import { statfs } from 'node:fs/promises'
import type { FreeBytes } from './checks/disk.ts'

/** Asks the file system of a folder how much room it has left for this user, in bytes; null when it does not tell. */
export const createFreeBytes =
  (folder: string | null): FreeBytes =>
  async () => {
    if (folder === null) return null
    try {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    } catch {
      // Told as not told: a folder that cannot be read at all is the database's finding.
      return null
    }
  }

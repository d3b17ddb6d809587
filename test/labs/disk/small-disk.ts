import { execFileSync } from 'node:child_process'
import { closeSync, fsyncSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of a few megabytes that belongs to one trial. */
export type SmallDisk = {
  /** Where the data folder is to be. */
  readonly dataFolder: string
  /** Leaves so many bytes of room, and takes the room away again with `empty`. */
  fill(bytesLeft: number): void
  empty(): void
  setReadOnly(readOnly: boolean): void
  remove(): void
}

const size = 8 * 1024 * 1024

const mount = (...args: string[]): void => void execFileSync('mount', args, { stdio: 'ignore' })

/** Makes the disk as a file system in memory; null where this user may not mount one. */
export const mountSmallDisk = (): SmallDisk | null => {
  const place = mkdtempSync(join(tmpdir(), 'rundesk-disk-'))
  try {
    mount('-t', 'tmpfs', '-o', `size=${size},mode=0700`, 'rundesk-lab', place)
  } catch {
    rmSync(place, { recursive: true, force: true })
    return null
  }
  const ballast = join(place, 'ballast')
  const dataFolder = join(place, 'data')
  mkdirSync(dataFolder, { mode: 0o700 })
  return {
    dataFolder,
    fill(bytesLeft) {
      const { bavail, bsize } = statfsSync(place)
      const bytes = Math.max(0, bavail * bsize - bytesLeft)
      const handle = openSync(ballast, 'a')
      writeSync(handle, Buffer.alloc(bytes))
      fsyncSync(handle)
      closeSync(handle)
    },
    empty: () => rmSync(ballast, { force: true }),
    setReadOnly: (readOnly) => mount('-o', `remount,${readOnly ? 'ro' : 'rw'}`, place),
    remove() {
      execFileSync('umount', ['--lazy', place], { stdio: 'ignore' })
      rmSync(place, { recursive: true, force: true })
    },
  }
}

/** An ordinary folder, for trials that need no disk of their own. */
export const ordinaryFolder = (): Pick<SmallDisk, 'dataFolder' | 'remove'> => {
  const place = mkdtempSync(join(tmpdir(), 'rundesk-disk-'))
  return { dataFolder: join(place, 'data'), remove: () => rmSync(place, { recursive: true, force: true }) }
}

import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file beside the databases of this bench; each sync writes what a commit writes to its log. */
export type DiskProbe = {
  /** Milliseconds of one write with its sync. */
  sync(): number
  close(): void
}

const pageBytes = 4096 + 24
const pages = 8
const logPages = 1000

/** Opens the probe's file and fills it once, as a log that is used again is full. */
export const createDiskProbe = (): DiskProbe => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-bench-disk-'))
  const file = openSync(join(folder, 'log'), 'w')
  const bytes = Buffer.alloc(pageBytes * pages, 1)
  writeSync(file, Buffer.alloc(pageBytes * logPages))
  fdatasyncSync(file)
  let turn = 0
  return {
    sync() {
      const start = performance.now()
      writeSync(file, bytes, 0, bytes.length, ((turn += 1) % (logPages / pages)) * bytes.length)
      fdatasyncSync(file)
      return performance.now() - start
    },
    close() {
      closeSync(file)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

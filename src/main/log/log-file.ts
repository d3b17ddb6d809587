import { appendFileSync, chmodSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const limit = 2 * 1024 * 1024

/** How large the file is now; 0 when there is none. */
const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** SECURITY: a file that was there before us may be open to others; ours is made closed. */
const closeToOthers = (path: string, mode: number): void => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found !== undefined && (found.mode & 0o777) !== mode) chmodSync(path, mode)
}

const append = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  closeToOthers(dirname(file), 0o700)
  closeToOthers(file, 0o600)
  if (sizeOf(file) > limit) renameSync(file, `${file}.1`)
  appendFileSync(file, `${text}\n`, { mode: 0o600 })
}

const missing = (lines: number): string => JSON.stringify({ level: 'warn', event: 'linesNotWritten', lines })

/**
 * Appends lines to a file of about 2 MiB at most and one older file of the same size; both are closed to other users.
 * A disk that takes no line stops nothing: the lines are counted, and the count is written before the next that it takes.
 */
export const createLogFile = (file: string): ((line: string) => void) => {
  let lost = 0
  return (line) => {
    try {
      append(file, lost === 0 ? line : `${missing(lost)}\n${line}`)
      lost = 0
    } catch {
      // Told by the next line that is written; there is no other place to tell it.
      lost += 1
    }
  }
}

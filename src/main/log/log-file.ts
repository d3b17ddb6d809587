import { appendFileSync, chmodSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const limit = 2 * 1024 * 1024

/** Appends lines to a file of at most 2 MiB and one older file of the same size; both are closed to other users. */
export const createLogFile = (file: string): ((line: string) => void) => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  appendFileSync(file, '')
  chmodSync(file, 0o600)
  let size = statSync(file).size
  return (line) => {
    if (size > limit) {
      renameSync(file, `${file}.1`)
      size = 0
    }
    appendFileSync(file, `${line}\n`, { mode: 0o600 })
    size += line.length + 1
  }
}

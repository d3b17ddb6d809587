import { appendFileSync, chmodSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Scrub } from './redact.ts'

type LogLevel = 'info' | 'warn' | 'error'

/** Writes one event with its fields. String fields are redacted. */
export type Log = (level: LogLevel, event: string, fields?: Record<string, string | number | boolean | null>) => void

type LogDeps = { clock: () => number; scrub: Scrub; write: (line: string) => void }

/** Creates a log of JSON lines: time, level, event, fields. */
export const createLog =
  ({ clock, scrub, write }: LogDeps): Log =>
  (level, event, fields = {}) => {
    const clean = Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? scrub(value) : value,
    ])
    write(JSON.stringify({ at: new Date(clock()).toISOString(), level, event, ...Object.fromEntries(clean) }))
  }

const logFileIn = (dataFolder: string): string => join(dataFolder, 'logs', 'rundesk.log')

/** Creates the log of a data folder: `logs/rundesk.log`. */
export const createProcessLog = (dataFolder: string, scrub: Scrub): Log =>
  createLog({ clock: () => Date.now(), scrub, write: createLogFile(logFileIn(dataFolder)) })

/** Size, in bytes, above which the file is renamed before the next line. */
const maxBytes = 2 * 1024 * 1024

/**
 * Appends lines to a file of about 2 MiB and keeps one older file. Only this user can read them. A failed write does
 * not throw: lost lines are counted, and the count is written before the next line.
 */
export const createLogFile = (file: string): ((line: string) => void) => {
  let lost = 0
  return (line) => {
    try {
      const notice = JSON.stringify({ level: 'warn', event: 'linesNotWritten', lines: lost })
      append(file, lost === 0 ? line : `${notice}\n${line}`)
      lost = 0
    } catch {
      // The number is reported with the next line that can be written.
      lost += 1
    }
  }
}

const append = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  setMode(dirname(file), 0o700)
  setMode(file, 0o600)
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > maxBytes) renameSync(file, `${file}.1`)
  appendFileSync(file, `${text}\n`, { mode: 0o600 })
}

/** SECURITY: an existing file may be readable by others. */
const setMode = (path: string, mode: number): void => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found !== undefined && (found.mode & 0o777) !== mode) chmodSync(path, mode)
}

/** Reads the last lines of a data folder's log, up to `most` bytes, oldest first; empty if there is no log. */
export const readLogTail = async (dataFolder: string, most: number): Promise<string[]> => {
  try {
    const file = await open(logFileIn(dataFolder), 'r')
    try {
      const { size } = await file.stat()
      const from = Math.max(0, size - most)
      const { bytesRead, buffer } = await file.read(Buffer.alloc(size - from), 0, size - from, from)
      const lines = buffer.subarray(0, bytesRead).toString('utf8').split('\n')
      // SECURITY: the first line may be truncated in the middle of something that must be masked.
      return (from > 0 ? lines.slice(1) : lines).filter((line) => line !== '')
    } finally {
      await file.close()
    }
  } catch {
    // No line has been written yet.
    return []
  }
}

/** Returns the log fields of an unexpected error: name, message and stack, but no other properties. */
export const errorFields = (error: unknown): { kind: string; message: string; stack: string } =>
  error instanceof Error
    ? { kind: error.name, message: error.message, stack: error.stack ?? '' }
    : { kind: typeof error, message: '', stack: '' }

/** Returns a function that logs an error under an event name. */
export const logErrorsAs =
  (log: Log, event: string): ((error: unknown) => void) =>
  (error) =>
    log('error', event, errorFields(error))

/** Letters that do not form words and cannot be mistaken for digits. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'

/**
 * Creates a reference such as `KTRW-BXQD-MHPZ`, with which support finds an error in the log. It has no digits, because
 * the log masks everything that looks like a phone number.
 */
export const createReference = (randomBytes: (count: number) => Uint8Array): string =>
  // 240 is the largest multiple of 20 in a byte, so all letters are equally likely.
  Array.from({ length: 3 }, () =>
    Array.from(
      randomBytes(16)
        .filter((byte) => byte < 240)
        .subarray(0, 4),
      (byte) => letters[byte % letters.length],
    ).join(''),
  ).join('-')

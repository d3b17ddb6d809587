import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '../../domain/error-code.ts'
import type { Failure } from '../../contract/failure.ts'

export type StorageReason = Extract<Failure, { kind: 'storage' }>['reason']

/** What the log gets of a programming error: its name, SQLite's code, and where it was thrown. */
export type ErrorTrace = { kind: string; code: number | null; stack: string }

/** Why the database cannot be used. It contains no SQL or data. */
export class StorageError extends Error {
  readonly reason: StorageReason
  /** SQLite's result code; undefined if the error is not from SQLite. */
  readonly errcode: number | undefined
  /** The programming error that another thread reported; null if there is none. */
  readonly trace: ErrorTrace | null

  constructor(reason: StorageReason, errcode?: number, trace: ErrorTrace | null = null) {
    super(`storage: ${reason}`)
    this.name = 'StorageError'
    this.reason = reason
    this.errcode = errcode
    this.trace = trace
  }
}

/** SQLite's primary result codes. */
const reasonByCode = new Map<number, StorageReason>([
  [1, 'internal'],
  [5, 'locked'],
  [6, 'locked'],
  [8, 'readOnly'],
  [10, 'diskError'],
  [11, 'corrupt'],
  [13, 'full'],
  [14, 'unavailable'],
  [19, 'internal'],
  [20, 'internal'],
  [21, 'internal'],
  [25, 'internal'],
  [26, 'corrupt'],
])

/** Codes of errors from the file system. */
const reasonByErrno = new Map<string, StorageReason>([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EROFS', 'readOnly'],
  ['EACCES', 'readOnly'],
  ['EPERM', 'readOnly'],
  ['EIO', 'diskError'],
  ['EFBIG', 'diskError'],
])

const numberIn = (error: object): number | undefined => {
  const code = 'errcode' in error ? error.errcode : 'rawCode' in error ? error.rawCode : undefined
  return typeof code === 'number' ? code : undefined
}

/** Returns SQLite's primary result code of a driver error; undefined for any other error. */
export const sqliteCode = (error: unknown): number | undefined => {
  if (typeof error !== 'object' || error === null) return undefined
  const code = numberIn(error)
  // The low byte is the primary code.
  return code === undefined ? undefined : code & 0xff
}

/** SQLITE_ERROR */
const sqlError = 1

/** Throws `corrupt` if SQLite rejects the app's SQL, which means that the stored definition of a table is damaged. */
export const withoutSqlErrors = (check: () => void): void => {
  try {
    check()
  } catch (error) {
    throw sqliteCode(error) === sqlError ? new StorageError('corrupt', sqlError) : error
  }
}

/** Maps any error to a reason: `internal` if it is neither from SQLite nor from the file system. */
export const reasonOf = (error: unknown): StorageReason => {
  if (error instanceof StorageError) return error.reason
  if (typeof error !== 'object' || error === null) return 'internal'
  const byErrno = reasonByErrno.get(errorCode(error) ?? '')
  if (byErrno !== undefined) return byErrno
  const code = sqliteCode(error)
  if (code !== undefined) return reasonByCode.get(code) ?? 'unavailable'
  return 'syscall' in error ? 'unavailable' : 'internal'
}

/**
 * Returns what the log may have of a programming error; null for any other error. SECURITY: without the message, which may
 * contain data.
 */
export const traceOf = (error: unknown): ErrorTrace | null => {
  if (error instanceof StorageError) return error.trace
  if (reasonOf(error) !== 'internal') return null
  if (!(error instanceof Error)) return { kind: typeof error, code: null, stack: '' }
  const frames = (error.stack ?? '')
    .replace(error.message, '')
    .split('\n')
    .filter((line) => /^ +at /.test(line))
  return { kind: error.name, code: sqliteCode(error) ?? null, stack: frames.join('\n') }
}

/** Codes by which SQLite hides the file system's error: I/O error, full, cannot open. */
const hidingCodes = new Set([10, 13, 14])

/** SQLite's codes for a failed or short read, which a test write cannot explain. */
const readCodes = new Set([266, 522])

const isFailedRead = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && readCodes.has(numberIn(error) ?? 0)

/**
 * The number of bytes in a test write, which determines why SQLite could not write: more than in any single write by
 * SQLite.
 */
const probeSize = 65_536

export const probeFileIn = (folder: string): string => join(folder, 'rundesk.probe')

/**
 * Writes and removes a file in a folder; returns why that failed, or null. `sync` also finds an error that the disk reports
 * late, but waits for the disk.
 */
export const probe = (folder: string, { sync }: { sync: boolean }): StorageReason | null => {
  const path = probeFileIn(folder)
  try {
    const handle = openSync(path, 'w', 0o600)
    try {
      // A short write does not report a reason, but the next write does. Writes at a position, as SQLite does.
      for (let end = 0; end < probeSize;)
        end += writeSync(handle, Buffer.alloc(probeSize - end), 0, probeSize - end, end)
      if (sync) fsyncSync(handle)
    } finally {
      closeSync(handle)
      rmSync(path, { force: true })
    }
    return null
  } catch (error) {
    return reasonByErrno.get(errorCode(error) ?? '') ?? null
  }
}

/**
 * Returns an error with the file system's reason for an SQLite failure in `folder`, because SQLite reports a full disk,
 * a failing disk and a read-only disk with the same codes, depending on which of its files it could not write.
 */
export const causeOf = (error: unknown, folder: string): unknown => {
  const code = sqliteCode(error)
  if (code === undefined || !hidingCodes.has(code) || isFailedRead(error)) return error
  return new StorageError(probe(folder, { sync: true }) ?? reasonOf(error), code)
}

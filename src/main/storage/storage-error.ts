import { errorCode } from '../../contract/error-code.ts'
import type { Failure } from '../../contract/failure.ts'

export type StorageReason = Extract<Failure, { kind: 'storage' }>['reason']

/** A reason why the database cannot be used; it carries no SQL, no path and no data. */
export class StorageError extends Error {
  readonly reason: StorageReason

  constructor(reason: StorageReason) {
    super(`storage: ${reason}`)
    this.name = 'StorageError'
    this.reason = reason
  }
}

/** SQLite's primary result codes, which every driver reports in one field or another. */
const reasonByCode = new Map<number, StorageReason>([
  [5, 'locked'],
  [6, 'locked'],
  [8, 'readOnly'],
  [10, 'diskError'],
  [11, 'corrupt'],
  [13, 'full'],
  [14, 'unavailable'],
  [26, 'corrupt'],
])

/** The finer codes that say more than their primary one: the shared-memory file did not get its room on the disk. */
const reasonByFineCode = new Map<number, StorageReason>([[4874, 'full']])

/** What the file system itself answers where we ask it without SQLite. */
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

/** SQLite's primary result code of an error that its driver threw; undefined for any other error. */
export const sqliteCode = (error: unknown): number | undefined => {
  if (typeof error !== 'object' || error === null) return undefined
  const code = numberIn(error)
  // The low byte is the primary code; the rest tells finer kinds that we mostly treat alike.
  return code === undefined ? undefined : code & 0xff
}

/** Turns anything the driver or the file system threw into a reason; what is not recognised is `unavailable`. */
export const reasonOf = (error: unknown): StorageReason => {
  if (error instanceof StorageError) return error.reason
  if (typeof error !== 'object' || error === null) return 'unavailable'
  const byErrno = reasonByErrno.get(errorCode(error) ?? '')
  if (byErrno !== undefined) return byErrno
  const code = numberIn(error)
  if (code === undefined) return 'unavailable'
  return reasonByFineCode.get(code) ?? reasonByCode.get(code & 0xff) ?? 'unavailable'
}

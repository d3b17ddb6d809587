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
  [11, 'corrupt'],
  [13, 'full'],
  [14, 'unavailable'],
  [26, 'corrupt'],
])

const resultCode = (error: object): number | undefined => {
  const code = 'errcode' in error ? error.errcode : 'rawCode' in error ? error.rawCode : undefined
  // The low byte is the primary code; the rest tells finer kinds that we treat alike.
  return typeof code === 'number' ? code & 0xff : undefined
}

/** Turns anything the driver threw into a reason; what is not recognised is `unavailable`. */
export const reasonOf = (error: unknown): StorageReason => {
  if (error instanceof StorageError) return error.reason
  if (typeof error !== 'object' || error === null) return 'unavailable'
  const code = resultCode(error)
  return (code === undefined ? undefined : reasonByCode.get(code)) ?? 'unavailable'
}

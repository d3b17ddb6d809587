import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Row } from './call-rows.ts'

/**
 * An erasure that was started but is not complete, for example because the app was killed. The transaction that stored it
 * has erased the person's own calls, list rows and do-not-call entries, so those that exist now are newer.
 */
export type PendingErasure = {
  phoneNumber: string
  /** Identifies the request; null if an older version of the app has stored it. */
  erasureId: string | null
  /** The newest list at the time of the request; null if unknown. */
  lastList: number | null
  /** Whether the number may still be mentioned in this database. */
  hasMentions: boolean
}

const readPending = (row: Row): PendingErasure => ({
  phoneNumber: String(row['phone_number']),
  erasureId: typeof row['erasure_id'] === 'string' ? row['erasure_id'] : null,
  lastList: typeof row['last_list'] === 'number' ? row['last_list'] : null,
  hasMentions: row['has_mentions'] === 1,
})

export const listPendingErasures = (database: DatabaseSync): PendingErasure[] =>
  database.prepare('SELECT * FROM pending_erasures').all().map(readPending)

/** Returns the erasure of a number that is pending in this database, or null. */
export const findPendingErasure = (database: DatabaseSync, phoneNumber: string): PendingErasure | null => {
  const row = database.prepare('SELECT * FROM pending_erasures WHERE phone_number = ?').get(phoneNumber)
  return row === undefined ? null : readPending(row)
}

/** Marks a number as being erased, in the transaction that erases its calls; replaces an earlier request. */
export const addPendingErasure = (database: DatabaseSync, phoneNumber: string): PendingErasure => {
  const lastList = Number(database.prepare('SELECT max(list_number) AS last FROM lists').get()?.['last'] ?? 0)
  const pending: PendingErasure = { phoneNumber, erasureId: randomUUID(), lastList, hasMentions: true }
  database
    .prepare('INSERT OR REPLACE INTO pending_erasures (phone_number, erasure_id, last_list) VALUES (?, ?, ?)')
    .run(phoneNumber, pending.erasureId, lastList)
  return pending
}

/** Records that the number is no longer mentioned, in the caller's transaction, so that later texts are kept. */
export const markMentionsErased = (database: DatabaseSync, phoneNumber: string): void => {
  database.prepare('UPDATE pending_erasures SET has_mentions = 0 WHERE phone_number = ?').run(phoneNumber)
}

/** Marks an erasure as complete, in the caller's transaction. */
export const removePendingErasure = (database: DatabaseSync, phoneNumber: string): void => {
  database.prepare('DELETE FROM pending_erasures WHERE phone_number = ?').run(phoneNumber)
}

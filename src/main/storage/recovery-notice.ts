import type { DatabaseSync } from 'node:sqlite'
import type { Row } from './call-row.ts'
import { inTransaction } from './transaction.ts'

/**
 * What a person must know about a history that was restored: calls between `gapFrom` (null: any time before) and `at`
 * may be missing. `damagedFile` is the name of the file that was set aside, null when the file had vanished;
 * `salvaged` counts the calls that were taken over from it, `unreadable` those that could not be trusted.
 */
export type RecoveryNotice = {
  at: string
  gapFrom: string | null
  damagedFile: string | null
  salvaged: number
  unreadable: number
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const readRow = (row: Row): RecoveryNotice => ({
  at: String(row['at']),
  gapFrom: textOrNull(row['gap_from']),
  damagedFile: textOrNull(row['damaged_file']),
  salvaged: Number(row['salvaged']),
  unreadable: Number(row['unreadable']),
})

const earlierOf = (one: string | null, other: string | null): string | null =>
  one === null || other === null ? null : one < other ? one : other

/** Two gaps of which neither was taken note of are one, from the start of the earlier to the end of the later. */
const asOne = (earlier: RecoveryNotice, later: RecoveryNotice): RecoveryNotice => ({
  ...later,
  gapFrom: earlierOf(earlier.gapFrom, later.gapFrom),
})

/** The recovery that nobody has taken note of yet, or null. */
export const readNotice = (database: DatabaseSync): RecoveryNotice | null => {
  const rows = database.prepare('SELECT * FROM recoveries WHERE noted = 0 ORDER BY at').all().map(readRow)
  return rows.length === 0 ? null : rows.reduce(asOne)
}

/** When the history was last restored (ISO 8601), noted or not. */
export const lastRecovery = (database: DatabaseSync): string | null =>
  textOrNull(database.prepare('SELECT max(at) AS last FROM recoveries').get()?.['last'])

/** Keeps what happened until somebody has taken note of it. */
export const writeNotice = (database: DatabaseSync, notice: RecoveryNotice): void => {
  const { at, gapFrom, damagedFile, salvaged, unreadable } = notice
  const sql = 'INSERT INTO recoveries (at, gap_from, damaged_file, salvaged, unreadable) VALUES (?, ?, ?, ?, ?)'
  inTransaction(database, () => database.prepare(sql).run(at, gapFrom, damagedFile, salvaged, unreadable))
}

/** A person has taken note of what happened. */
export const noteRecovery = (database: DatabaseSync): void => {
  database.exec('UPDATE recoveries SET noted = 1')
}

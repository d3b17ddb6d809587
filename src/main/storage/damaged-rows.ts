import type { DatabaseSync } from 'node:sqlite'
import type { Row } from './call-rows.ts'

/**
 * The number of consecutive missing row IDs that end a scan: if the last row ID is unknown, and if it is known but may
 * be too large because of a damaged page.
 */
const missedRowsLimit = { uncounted: 10_000, counted: 1_000_000 }

type RecoverableTable =
  | 'calls'
  | 'call_events'
  | 'audit_entries'
  | 'settings'
  | 'profiles'
  | 'call_notes'
  | 'call_results'
  | 'reminders'
  | 'do_not_call'
  | 'views'
  | 'lists'
  | 'do_not_call_imports'

/** Returns the highest row ID that SQLite has assigned; it is stored on another page of the file. */
export const lastSequence = (damaged: DatabaseSync, table: RecoverableTable): number | null =>
  tryRead(() => {
    const last = damaged.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').get(table)?.['seq']
    return typeof last === 'number' ? last : null
  })

/** Returns the last row ID; null if the file does not contain it. */
export const lastRow = (damaged: DatabaseSync, table: RecoverableTable): number | null =>
  tryRead(() => Number(damaged.prepare(`SELECT max(rowid) AS last FROM ${table}`).get()?.['last'] ?? 0)) ??
  lastSequence(damaged, table)

/** Creates a function that finds the row after a gap of deleted rows; it returns null if there is none. */
const createNext = (damaged: DatabaseSync, table: RecoverableTable): ((number: number) => number | null) => {
  const find = tryRead(() => damaged.prepare(`SELECT min(rowid) AS next FROM ${table} WHERE rowid > ?`))
  return (number) =>
    tryRead(() => {
      const next = find?.get(number)?.['next']
      return typeof next === 'number' ? next : null
    })
}

/**
 * Yields the rows of a damaged file's table after the row ID `after`. Only rows on a damaged page are lost. They are
 * yielded as null, or skipped if the number of rows is unknown.
 */
export function* scanRows(damaged: DatabaseSync, table: RecoverableTable, after = 0): Generator<Row | null> {
  const last = lastRow(damaged, table)
  const find = tryRead(() => damaged.prepare(`SELECT * FROM ${table} WHERE rowid = ?`))
  if (find === null && last === null) return
  const next = createNext(damaged, table)
  const most = last === null ? missedRowsLimit.uncounted : missedRowsLimit.counted
  let number = after + 1
  for (let missed = 0; number <= (last ?? Infinity) && missed < most; number += 1) {
    const row = find === null ? null : tryRead(() => ({ row: find.get(number) }))
    missed = row?.row === undefined ? missed + 1 : 0
    if (row === null && last !== null) yield null
    if (row?.row !== undefined) yield row.row
    if (row !== null && row.row === undefined) number = (next(number) ?? number + 1) - 1
  }
}

/** Returns the readable rows of a damaged file's table. */
export const readRows = <T>(damaged: DatabaseSync, table: RecoverableTable, read: (row: Row) => T): T[] => {
  const found: T[] = []
  for (const row of scanRows(damaged, table)) {
    const kept = row === null ? null : tryRead(() => ({ value: read(row) }))
    if (kept !== null) found.push(kept.value)
  }
  return found
}

/** Returns the result of `read`, or null if the damaged file makes it throw. */
export const tryRead = <T>(read: () => T): T | null => {
  try {
    return read()
  } catch {
    // The caller counts what is unreadable, and the damaged file is kept.
    return null
  }
}

import type { DatabaseSync } from 'node:sqlite'
import type { Row } from './call-row.ts'
import { readable } from './readable.ts'

/**
 * How many numbers without a row are tried one by one before the end of a table is believed: of one that cannot be counted,
 * and of one whose last number is known, which a damaged page may have made far too high.
 */
const patience = { uncounted: 10_000, counted: 1_000_000 }

/** The tables that are read row by row when their file is damaged. */
export type SalvagedTable = 'calls' | 'audit_entries' | 'settings' | 'profiles' | 'call_notes' | 'views'

/** What SQLite itself remembers of the highest number that a table gave out; it stands on another page of the file. */
const givenOut = (damaged: DatabaseSync, table: SalvagedTable): number | null =>
  readable(() => {
    const last = damaged.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').get(table)?.['seq']
    return typeof last === 'number' ? last : null
  })

/** The number of the last row; null where the file does not tell. */
export const lastRow = (damaged: DatabaseSync, table: SalvagedTable): number | null =>
  readable(() => Number(damaged.prepare(`SELECT max(rowid) AS last FROM ${table}`).get()?.['last'] ?? 0)) ??
  givenOut(damaged, table)

/** Finds the row behind a gap, which rows that were deleted have left; null where the file does not tell. */
const createNext = (damaged: DatabaseSync, table: SalvagedTable): ((number: number) => number | null) => {
  const find = readable(() => damaged.prepare(`SELECT min(rowid) AS next FROM ${table} WHERE rowid > ?`))
  return (number) =>
    readable(() => {
      const next = find?.get(number)?.['next']
      return typeof next === 'number' ? next : null
    })
}

/**
 * The rows of a table of a damaged file after one of them, one by one: a bad page costs the rows on it, which come as
 * null, and no others. Where nobody knows how many rows there were, those that cannot be read do not come at all.
 */
export function* everyRow(damaged: DatabaseSync, table: SalvagedTable, after = 0): Generator<Row | null> {
  const last = lastRow(damaged, table)
  const find = readable(() => damaged.prepare(`SELECT * FROM ${table} WHERE rowid = ?`))
  if (find === null) return
  const next = createNext(damaged, table)
  const most = last === null ? patience.uncounted : patience.counted
  let number = after + 1
  for (let missed = 0; number <= (last ?? Infinity) && missed < most; number += 1) {
    const row = readable(() => ({ row: find.get(number) }))
    missed = row?.row === undefined ? missed + 1 : 0
    if (row === null && last !== null) yield null
    if (row?.row !== undefined) yield row.row
    if (row !== null && row.row === undefined) number = (next(number) ?? number + 1) - 1
  }
}

/** What can be read of a table of a damaged file, without the rows that cannot. */
export const readRows = <T>(damaged: DatabaseSync, table: SalvagedTable, read: (row: Row) => T): T[] => {
  const found: T[] = []
  for (const row of everyRow(damaged, table)) {
    const kept = row === null ? null : readable(() => ({ value: read(row) }))
    if (kept !== null) found.push(kept.value)
  }
  return found
}

import type { DatabaseSync } from 'node:sqlite'
import type { Row } from './call-row.ts'
import { readable } from './readable.ts'

/** How many numbers without a row are tried before the end of a table that cannot be counted is believed. */
const patience = 10_000

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

/**
 * The rows of a table of a damaged file after one of them, one by one: a bad page costs the rows on it, which come as
 * null, and no others. Where nobody knows how many rows there were, those that cannot be read do not come at all.
 */
export function* everyRow(damaged: DatabaseSync, table: SalvagedTable, after = 0): Generator<Row | null> {
  const last = lastRow(damaged, table)
  const find = readable(() => damaged.prepare(`SELECT * FROM ${table} WHERE rowid = ?`))
  if (find === null) return
  for (let number = after + 1, missed = 0; number <= (last ?? Infinity) && missed < patience; number += 1) {
    const row = readable(() => ({ row: find.get(number) }))
    missed = row?.row === undefined ? missed + 1 : 0
    if (row === null && last !== null) yield null
    if (row?.row !== undefined) yield row.row
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

import type { DatabaseSync } from 'node:sqlite'
import type { List } from '../../../contract/list.ts'
import { inTransaction } from '../database.ts'
import { StorageError } from '../errors.ts'
import { durably } from './list-database.ts'
import { createCallIds, endOfRows, inChunks, rowIdOf, rowsPerChunk } from './list-rows.ts'
import { findListRecord, insertList, type NewList, readListIn } from './lists-table.ts'

/** A row as it is in the file. `row` is 1-based and does not count the header. */
export type ReadRow = { row: number; cells: readonly string[] }

/** A row of another list. `copiedAfter`: the newest event of the calls because of which it is, or first was, copied. */
export type CopiedRow = ReadRow & { copiedAfter: number | null }

/** Inserts rows of a list in the caller's transaction. They are held until they are checked. */
export const insertRows = (database: DatabaseSync, list: number, rows: readonly (ReadRow | CopiedRow)[]): void => {
  const insert = database.prepare(
    "INSERT INTO list_rows (id, list, row, state, call_id, cells, copied_after) VALUES (?, ?, ?, 'held', ?, ?, ?)",
  )
  const callIds = createCallIds(rows.length)
  for (const [index, { row, cells, ...copied }] of rows.entries()) {
    const copiedAfter = 'copiedAfter' in copied ? copied.copiedAfter : null
    insert.run(rowIdOf(list, row), list, row, callIds[index] ?? null, JSON.stringify(cells), copiedAfter)
  }
}

/** Completes the import of a list in the caller's transaction and makes it a draft. */
export const finishReading = (database: DatabaseSync, list: number, about: Partial<FinishedFile>): void => {
  const { source, fingerprint, headers, targets } = about
  database
    .prepare(
      `UPDATE lists SET state = 'draft', source = coalesce(?, source), fingerprint = coalesce(?, fingerprint),
         headers = coalesce(?, headers), targets = coalesce(?, targets) WHERE list_number = ? AND state = 'reading'`,
    )
    .run(
      source === undefined ? null : JSON.stringify(source),
      fingerprint ?? null,
      headers === undefined ? null : JSON.stringify(headers),
      targets === undefined ? null : JSON.stringify(targets),
      list,
    )
}

/** What is known about a file once it has been read completely. */
type FinishedFile = Pick<List, 'source' | 'headers' | 'targets'> & { fingerprint: string | null }

/**
 * Writes the rows of a file in transactions of at most `rowsPerChunk` rows, so that a call waits for at most one of
 * them. The list is in state `reading` until `finish`; a list that an earlier process left in that state is removed.
 */
export const createListImport = (database: DatabaseSync) => {
  const openList = (listId: string): number => {
    const row = findListRecord(database, listId)
    // Another process has restored the history or removed the list.
    if (row?.['state'] !== 'reading') throw new StorageError('unavailable')
    return Number(row['list_number'])
  }

  return {
    begin: (list: NewList): void => void inTransaction(database, () => insertList(database, list)),

    append(listId: string, rows: readonly ReadRow[]): void {
      const list = openList(listId)
      inChunks(database, rows, (chunk) => insertRows(database, list, chunk))
    },

    /** Makes the list a draft and returns it. `now` is in milliseconds. */
    finish(listId: string, about: Partial<FinishedFile>, now: number): List {
      const finish = (): List => {
        finishReading(database, openList(listId), about)
        const row = findListRecord(database, listId)
        if (row === undefined) throw new StorageError('unavailable')
        return readListIn(database, row, now)
      }
      return durably(database, () => inTransaction(database, finish))
    },

    /** Removes a list that was not read completely, for example because the file was unreadable. */
    cancel(listId: string): void {
      const row = findListRecord(database, listId)
      if (row?.['state'] !== 'reading') return
      while (removeSomeRows(database, Number(row['list_number']))) continue
    },
  }
}

/** Removes the next rows of a list with their data and, finally, the list; returns whether more are left. */
export const removeSomeRows = (database: DatabaseSync, list: number): boolean =>
  inTransaction(database, () => {
    const last = database
      .prepare(`SELECT id FROM list_rows WHERE id >= ? AND id < ? ORDER BY id LIMIT 1 OFFSET ${rowsPerChunk - 1}`)
      .get(rowIdOf(list, 0), endOfRows(list))?.['id']
    const until = typeof last === 'number' ? last : endOfRows(list)
    for (const table of ['list_calls', 'list_findings'])
      database.prepare(`DELETE FROM ${table} WHERE row_id >= ? AND row_id <= ?`).run(rowIdOf(list, 0), until)
    database.prepare('DELETE FROM list_rows WHERE id >= ? AND id <= ?').run(rowIdOf(list, 0), until)
    if (typeof last === 'number') return true
    for (const table of ['list_counts', 'list_unclear', 'list_fixes'])
      database.prepare(`DELETE FROM ${table} WHERE list = ?`).run(list)
    database.prepare('DELETE FROM lists WHERE list_number = ?').run(list)
    return false
  })

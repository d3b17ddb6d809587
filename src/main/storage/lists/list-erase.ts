import { setImmediate as pause } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import { sinceBackup } from '../../../domain/lists/checked-row.ts'
import { numberTail } from '../../../domain/phone-number.ts'
import { readJson, type Row } from '../call-rows.ts'
import { inTransaction } from '../database.ts'
import { createNumberRedactor, erasedText, type NumberRedactor } from '../number-redactor.ts'
import { listPendingErasures } from '../pending-erasures.ts'
import { endOfRows, rowIdOf } from './list-rows.ts'

/** The number of rows that are read per transaction: a new call waits for only one batch. */
const batchSize = 500

/** Erases a person's row. Only its existence and its result remain, and it is never called again. */
const eraseSql = `UPDATE list_rows SET cells = '[]', context = '{}', phone_number = NULL, phone_number_display = ?,
    number_tail = NULL, time_zones = '', note = '', decision = 'leaveOut', held_manually = 0,
    state = CASE WHEN state IN ('held', 'ready', 'refused', 'stopped') THEN 'skipped' ELSE state END
  WHERE id = ?`

/** Erases a row and its findings, except that it may have been called since the backup of a recovered history. */
const eraseRow = (database: DatabaseSync, id: number): void => {
  database.prepare(eraseSql).run('', id)
  database.prepare('DELETE FROM list_findings WHERE row_id = ? AND name <> ?').run(id, sinceBackup)
}

/** The rows that an erasure changed, by row ID: true if the row belonged to the person, false if it mentioned them. */
export type ErasedRows = Map<number, boolean>

/** Erases list rows with this number, in the caller's transaction, and adds them to `changed`. */
export const eraseListRows = (database: DatabaseSync, phoneNumber: string, changed: ErasedRows): void => {
  const person = createNumberRedactor(phoneNumber)
  const rows = database
    .prepare(
      `SELECT id, phone_number FROM lists CROSS JOIN list_rows ON list_rows.list = lists.list_number
       WHERE list_rows.number_tail = ?`,
    )
    .all(numberTail(phoneNumber))
  for (const row of rows) {
    if (!person.matchesNumber(String(row['phone_number']))) continue
    eraseRow(database, Number(row['id']))
    changed.set(Number(row['id']), true)
  }
}

/**
 * Erases a number from the rows after row ID `after`, in the caller's transaction. A row with the number as a whole
 * cell belongs to the person; in any other row, only the mention is erased. Adds both to `changed`. Keeps the rows of the
 * lists after `lastList`; null erases from all lists. Returns the last row ID it read, or null at the end.
 */
export const eraseListMentions = (
  database: DatabaseSync,
  phoneNumber: string,
  after: number,
  { changed, lastList }: { changed: ErasedRows; lastList: number | null },
): number | null => {
  const person = createNumberRedactor(phoneNumber)
  const end = lastList === null ? Number.MAX_SAFE_INTEGER : endOfRows(lastList)
  const rows = database
    .prepare(`SELECT id, cells, context, note FROM list_rows WHERE id > ? AND id < ? ORDER BY id LIMIT ${batchSize}`)
    .all(after, end)
  for (const row of rows) eraseMention(database, row, { person, changed })
  return rows.length === 0 ? null : Number(rows.at(-1)?.['id'])
}

/**
 * Erases the people whose erasure from a list is pending from the rows of its copy after row ID `after`, in the
 * transaction that inserts them: finishing the erasure does not read later lists.
 */
export const eraseFromListCopy = (database: DatabaseSync, list: number, copy: number, after: number): void => {
  for (const { phoneNumber, hasMentions, lastList } of listPendingErasures(database)) {
    if (!hasMentions || (lastList !== null && list > lastList)) continue
    const rows = { changed: new Map(), lastList: copy }
    for (let last: number | null = after; last !== null;) last = eraseListMentions(database, phoneNumber, last, rows)
  }
}

/** Returns whether a cell contains nothing but the number. */
const isOnlyNumber = (cell: string, person: NumberRedactor): boolean =>
  person.occursIn(cell) && !/[\p{L}\d]/u.test(person.redact(cell).replaceAll(erasedText, ''))

const eraseMention = (
  database: DatabaseSync,
  row: Row,
  { person, changed }: { person: NumberRedactor; changed: ErasedRows },
): void => {
  const texts = ['cells', 'context', 'note'].map((column) => String(row[column]))
  if (!texts.some((text) => person.occursIn(text))) return
  // `insertRows` wrote an array of strings, and `createListCheck` an object with string values.
  const cells = readJson(row['cells']) as string[]
  const context = readJson(row['context']) as Record<string, string>
  const id = Number(row['id'])
  const isOwn = cells.some((cell) => isOnlyNumber(cell, person))
  changed.set(id, isOwn)
  if (isOwn) return eraseRow(database, id)
  const redacted = Object.entries(context).map(([name, text]) => [name, person.redact(text)])
  database
    .prepare('UPDATE list_rows SET cells = ?, context = ?, note = ? WHERE id = ?')
    .run(
      JSON.stringify(cells.map(person.redact)),
      JSON.stringify(Object.fromEntries(redacted)),
      person.redact(String(row['note'])),
      id,
    )
}

/** Lists that have not been used since a time, so that the retention period of their rows is over. */
const unusedSql = `SELECT list_number FROM lists WHERE purged_at IS NULL
    AND state IN ('draft', 'paused', 'finished', 'stopped') AND created_at < ?1 AND coalesce(started_at, '') < ?1
    AND coalesce(ended_at, '') < ?1
    AND NOT EXISTS (SELECT 1 FROM list_rows WHERE list = list_number AND changed_at >= ?2)`

/** Purges one batch of a list's rows; returns the last row ID, or null at the end. */
const purgeBatch = (database: DatabaseSync, list: number, after: number): number | null =>
  inTransaction(database, () => {
    const rows = database
      .prepare(`SELECT id, phone_number FROM list_rows WHERE id > ? AND id < ? ORDER BY id LIMIT ${batchSize}`)
      .all(after, endOfRows(list))
    for (const { id, phone_number: number } of rows)
      // The last digits are enough to distinguish rows, as for calls.
      database.prepare(eraseSql).run(typeof number === 'string' ? `…${number.slice(-3)}` : '', Number(id))
    return rows.length === 0 ? null : Number(rows.at(-1)?.['id'])
  })

/**
 * Removes numbers, values and notes from the rows of lists that have not been used since `before`. Returns the number
 * of lists.
 */
export const purgeLists = async (
  database: DatabaseSync,
  { before, now }: { before: string; now: string },
): Promise<number> => {
  const lists = database.prepare(unusedSql).all(before, Date.parse(before))
  for (const row of lists) {
    const list = Number(row['list_number'])
    for (let last: number | null = rowIdOf(list, 0); last !== null;) {
      last = purgeBatch(database, list, last)
      // Allow the thread to handle requests between batches.
      await pause()
    }
    inTransaction(database, () =>
      database
        .prepare(
          `UPDATE lists SET purged_at = ?1, ended_at = coalesce(ended_at, ?1),
             state = CASE state WHEN 'finished' THEN state ELSE 'stopped' END WHERE list_number = ?2`,
        )
        .run(now, list),
    )
  }
  return lists.length
}

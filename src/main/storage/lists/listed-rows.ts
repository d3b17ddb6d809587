import type { DatabaseSync } from 'node:sqlite'
import { createDoNotCallFinder, findListedRows, refuseListed } from '../do-not-call.ts'
import type { Row } from '../call-rows.ts'
import { changesPerChunk, inChunks, listsOfRows, rowIdOf, settleRows } from './list-rows.ts'

type SettleInput = {
  /** Null for all lists. */
  listId: string | null
  /** When the rows are compared with the do-not-call list; determines which imports have expired (ISO 8601). */
  at: string
}

const selectRows = `SELECT row FROM list_rows WHERE list = ? AND state IN ('ready', 'held')`
const selectRefused = `SELECT row FROM list_findings JOIN list_rows ON id = row_id
  WHERE list_findings.list = ? AND code = 'doNotCall' AND state = 'refused'`

/**
 * Compares the rows of lists that have not ended with the do-not-call list, in chunks, on the list thread's connection:
 * refuses rows whose number is listed, and removes the finding from rows whose number isn't anymore. A running list calls
 * no row that was refused at its start, so it keeps those findings. `betweenChunks` may throw to end the comparison, which
 * the next one continues. Returns the IDs of the lists whose rows have changed.
 */
export const settleListedRows = (
  database: DatabaseSync,
  { listId, at }: SettleInput,
  betweenChunks: () => void,
): string[] => {
  const finder = createDoNotCallFinder(database)
  const stateOf = (list: number): unknown =>
    database.prepare('SELECT state FROM lists WHERE list_number = ?').get(list)?.['state']
  const rowsOf = (sql: string, list: number): number[] =>
    database
      .prepare(sql)
      .all(list)
      .map((row) => Number(row['row']))
  const changed = new Set<number>()

  const refuse = (list: number, rows: readonly number[]): void => {
    const state = stateOf(list)
    if (state !== 'draft' && state !== 'running' && state !== 'paused') return
    // A call of the row may have been recorded in the meantime.
    const select = database.prepare("SELECT row FROM list_rows WHERE id = ? AND state IN ('ready', 'held')")
    const uncalled = rows.filter((row) => select.get(rowIdOf(list, row)) !== undefined)
    refuseListed(database, { list, isDraft: state === 'draft' }, uncalled, Date.parse(at))
    for (const row of uncalled) changed.add(rowIdOf(list, row))
  }

  const removeFindings = (list: number, practice: boolean, rows: readonly number[]): void => {
    const state = stateOf(list)
    if (state !== 'draft' && state !== 'paused') return
    const select = database.prepare("SELECT phone_number FROM list_rows WHERE id = ? AND state = 'refused'")
    const remove = database.prepare("DELETE FROM list_findings WHERE row_id = ? AND code = 'doNotCall'")
    // An entry may have been added in the meantime.
    const unlisted = rows.filter((row) => {
      const phoneNumber = select.get(rowIdOf(list, row))?.['phone_number']
      return typeof phoneNumber === 'string' && finder.find({ phoneNumber, practice, at }) === null
    })
    for (const row of unlisted) remove.run(rowIdOf(list, row))
    settleRows(database, list, unlisted, Date.parse(at), { ofDraft: state === 'draft' })
    for (const row of unlisted) changed.add(rowIdOf(list, row))
  }

  const chunks = { size: changesPerChunk, beforeChunk: betweenChunks }

  const settle = (row: Row): void => {
    betweenChunks()
    const [list, practice] = [Number(row['list_number']), row['practice'] === 1]
    const [open, refused] = [rowsOf(selectRows, list), rowsOf(selectRefused, list)]
    if (open.length + refused.length === 0) return
    const listed = new Set(findListedRows(database, { list, practice, at }))
    inChunks(
      database,
      open.filter((one) => listed.has(one)),
      (chunk) => refuse(list, chunk),
      chunks,
    )
    inChunks(
      database,
      refused.filter((one) => !listed.has(one)),
      (chunk) => removeFindings(list, practice, chunk),
      chunks,
    )
  }

  database
    .prepare(
      "SELECT list_number, practice FROM lists WHERE state IN ('draft', 'running', 'paused') AND list_id = coalesce(?, list_id)",
    )
    .all(listId)
    .forEach(settle)
  return listsOfRows(database, changed)
}

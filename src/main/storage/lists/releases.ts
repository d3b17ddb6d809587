import type { DatabaseSync } from 'node:sqlite'
import type { CheckedRow } from '../../../domain/lists/checked-row.ts'
import { isSameNumber } from '../../../domain/phone-number.ts'
import { rowIdOf } from './list-rows.ts'
import type { Finding, RowDecision } from './row-state.ts'

/** A finding of a row. `event` is the first event of the newest call because of which the row has it. */
export type RowFinding = { row: number; finding: Finding; event?: number }

/** SQL: a row that was not called. */
export const isUncalled = `attempts = 0 AND state IN ('held', 'ready', 'refused', 'skipped')`

/**
 * Removes the release of rows that have a finding that did not exist when the user released them, or another number. A
 * decision to call a group anyway doesn't cover the calls to another number of a row either, so that the end of the check
 * holds the group again.
 */
export const forgetReleases = (
  database: DatabaseSync,
  list: number,
  rows: readonly CheckedRow[],
  decisions: Map<number, RowDecision | null>,
): void => {
  const known = database.prepare('SELECT 1 FROM list_findings WHERE row_id = ? AND code = ? AND name = ?')
  const before = database.prepare(`SELECT phone_number FROM list_rows WHERE id = ? AND ${isUncalled}`)
  const remove = database.prepare('UPDATE list_rows SET decision = NULL WHERE id = ?')
  const reopen = database.prepare(
    `UPDATE list_fixes SET rows = 0 WHERE list = ? AND fix = 'callAnyway'
       AND code IN ('calledRecently', 'unresolvedCall', 'duplicate')
       AND (code, name) IN (SELECT code, name FROM list_findings WHERE row_id = ?)`,
  )
  for (const { row, phoneNumber, findings } of rows) {
    const id = rowIdOf(list, row)
    const number = before.get(id)?.['phone_number']
    const isOther = typeof number === 'string' && phoneNumber !== null && !isSameNumber(number, phoneNumber)
    if (isOther) reopen.run(list, id)
    if (decisions.get(row) !== 'call') continue
    if (!isOther && findings.every(({ code, name }) => known.get(id, code, name) !== undefined)) continue
    decisions.delete(row)
    remove.run(id)
  }
}

/** Removes the release of these rows, and the decision on their group, if it was made before the event of a finding. */
export const removeReleases = (database: DatabaseSync, list: number, found: readonly RowFinding[]): void => {
  const remove = database.prepare(
    `UPDATE list_rows SET decision = NULL
     WHERE id = ? AND decision = 'call' AND coalesce(decided_after, 0) < ? AND ${isUncalled}`,
  )
  const reopen = database.prepare(
    `UPDATE list_fixes SET rows = 0
     WHERE list = ? AND code = ? AND name = ? AND fix = 'callAnyway' AND coalesce(decided_after, 0) < ?
       AND EXISTS (SELECT 1 FROM list_rows WHERE id = ? AND decision IS NULL)`,
  )
  for (const { row, finding, event = 0 } of found) {
    remove.run(rowIdOf(list, row), event)
    reopen.run(list, finding.code, finding.name, event, rowIdOf(list, row))
  }
}

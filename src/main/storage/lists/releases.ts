import type { DatabaseSync } from 'node:sqlite'
import type { CheckedRow } from '../../../domain/lists/checked-row.ts'
import { isSameNumber } from '../../../domain/phone-number.ts'
import { rowIdOf } from './list-rows.ts'
import type { Finding, RowDecision } from './row-state.ts'

/**
 * A finding of a row. `event` is the first event of the newest call because of which the row has it; infinite if a call
 * has no events.
 */
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

/**
 * Removes the release of these rows, and the decision on their group, if it was made before the event of a finding, or
 * if the finding showed only earlier calls then.
 */
export const removeReleases = (database: DatabaseSync, list: number, found: readonly RowFinding[]): void => {
  const isOlder = `min(coalesce(decided_after, 0), coalesce((SELECT event FROM list_findings
    WHERE row_id = ?1 AND code = ?2 AND name = ?3), 0)) < ?4`
  const remove = database.prepare(
    `UPDATE list_rows SET decision = NULL WHERE id = ?1 AND decision = 'call' AND ${isOlder} AND ${isUncalled}`,
  )
  const reopen = database.prepare(
    `UPDATE list_fixes SET rows = 0
     WHERE list = ?5 AND code = ?2 AND name = ?3 AND fix = 'callAnyway' AND ${isOlder}
       AND EXISTS (SELECT 1 FROM list_rows WHERE id = ?1 AND decision IS NULL)`,
  )
  for (const { row, finding, event = 0 } of found) {
    const of = [rowIdOf(list, row), finding.code, finding.name, event] as const
    remove.run(...of)
    reopen.run(...of, list)
  }
}

import type { DatabaseSync } from 'node:sqlite'
import { type List, noCounts, type RowState, rowStates } from '../../../contract/list.ts'
import { sinceBackup } from '../../../domain/lists/checked-row.ts'
import type { Row } from '../call-rows.ts'
import { endOfRows, hasDisprovedCall, rowIdOf } from './list-rows.ts'

/** Whether a row may have been called without a record; `list_unclear` has the counts. */
export const isUnclear = `(may_lack_call AND EXISTS (SELECT 1 FROM list_findings
  WHERE row_id = list_rows.id AND code = 'calledRecently' AND name = '${sinceBackup}'))`

/** States that don't show a disproved call. Ready rows are not counted, because a list may have many. */
const countedStates = ['held', 'refused', 'skipped', 'resolvedNotPlaced'] as const

/** SQL: the IDs of rows that have a call, by their state or by their calls; of a long list, one of them is fast. */
const ofStates = `SELECT row_id FROM list_rows AS one CROSS JOIN list_calls ON row_id = one.id
  WHERE one.list = ?2 AND one.state IN (SELECT value FROM json_each(?1))`
const ofCalls = 'SELECT row_id FROM list_calls WHERE row_id > ?2 AND row_id < ?3'

/** Returns the states of the rows with a disproved call that are neither erased nor in `unclear`. */
const statesOfDisproved = (database: DatabaseSync, list: number, counts: List['counts']): RowState[] => {
  const sum = (states: readonly RowState[]): number => states.reduce((rows, state) => rows + counts[state], 0)
  const counted = sum(countedStates)
  // Stopped rows have no call.
  const isMostlyCounted = counted > sum(rowStates) - counted - counts.stopped
  const [ids, of] = isMostlyCounted ? [ofCalls, [rowIdOf(list, 0), endOfRows(list)]] : [ofStates, [list]]
  return (
    database
      .prepare(
        `SELECT state FROM list_rows WHERE id IN (${ids}) AND +state IN (SELECT value FROM json_each(?1))
           AND ${hasDisprovedCall} AND cells <> '[]' AND NOT ${isUnclear}`,
      )
      .all(JSON.stringify(countedStates), ...of)
      // The query selects only the counted states.
      .map(({ state }) => state as RowState)
  )
}

/**
 * Counts the erased rows, and those with a disproved call, that are not in `unclear`. All rows of a purged list are
 * erased, so they need not be read. A list that was never started has no calls.
 */
export const readNotCopied = (
  database: DatabaseSync,
  { list_number: list, purged_at: purgedAt, started_at: startedAt }: Row,
  { counts: all, unclear }: Pick<List, 'counts' | 'unclear'>,
): List['notCopied'] => {
  const counts = noCounts()
  if (purgedAt !== null) {
    for (const state of rowStates) counts[state] = all[state] - unclear[state]
    return counts
  }
  const erased = database
    .prepare(
      `SELECT state, count(*) AS rows FROM list_rows WHERE list = ? AND cells = '[]' AND NOT ${isUnclear} GROUP BY state`,
    )
    .all(list ?? null)
  // The states of rows are those of `RowState`.
  for (const { state, rows } of erased) counts[state as RowState] = Number(rows)
  const disproved = startedAt === null ? [] : statesOfDisproved(database, Number(list), all)
  for (const state of disproved) counts[state] += 1
  return counts
}

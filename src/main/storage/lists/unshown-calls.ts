import type { DatabaseSync } from 'node:sqlite'
import type { List } from '../../../contract/list.ts'
import { isUnresolved, longestCall, preventsCall, repeatSinceOf } from '../../../domain/call-state.ts'
import { isSameNumber } from '../../../domain/phone-number.ts'
import { readJson, readOutcome, type Row } from '../call-rows.ts'
import { createKnownCalls } from './known-calls.ts'
import { findingsOf, holdRow } from './list-rows.ts'
import { findListRecord } from './lists-table.ts'
import type { Finding, StoredFinding } from './row-state.ts'

export type RowInList = { list: number; found: Row }

/** Selects the calls to a row's number that may prevent its call, without the row's own. */
const selectOfRow = `SELECT call_id, phone_number, prepared_at, outcome, changed_at FROM calls
  WHERE number_tail = ? AND practice = (SELECT practice FROM lists WHERE list_number = ?)
    AND (prepared_at >= min(?, ?) OR unresolved = 1)
    AND call_id NOT IN (SELECT call_id FROM list_calls WHERE row_id = ?)`

/**
 * Returns the finding for a call to a row's number because of which the row would not be called at `at`, and that no
 * finding of the row shows; null if there is none.
 */
const findUnshownCall = (
  database: DatabaseSync,
  row: Row,
  findings: readonly StoredFinding[],
  times: Parameters<typeof preventsCall>[1],
): Finding | null => {
  const { isShown } = createKnownCalls(database, row, findings)
  const since = new Date(Date.parse(times.at) - longestCall).toISOString()
  const calls = database
    .prepare(selectOfRow)
    .all(row['number_tail'] ?? null, row['list'] ?? null, times.repeatSince, since, row['id'] ?? null)
    .filter((call) => isSameNumber(String(row['phone_number']), String(call['phone_number'])))
    .map((call) => ({
      callId: String(call['call_id']),
      outcome: readOutcome(call),
      preparedAt: String(call['prepared_at']),
    }))
    .filter((call) => preventsCall(call, times) && !isShown(call.callId))
  if (calls.length === 0) return null
  return { code: calls.some(({ outcome }) => isUnresolved(outcome)) ? 'unresolvedCall' : 'calledRecently', name: '' }
}

/** Holds a row with the calls to its number that its findings don't show; returns whether there are any. */
export const holdUnshown = (
  database: DatabaseSync,
  { list, found }: RowInList,
  { listId, at, repeatMinutes }: { listId: string; at: number; repeatMinutes: number },
): boolean => {
  // `saveListPlan` and `insertList` wrote the options.
  const { recentDays } = readJson(findListRecord(database, listId)?.['options']) as List['options']
  const repeatSince = repeatSinceOf(Math.max(recentDays * 86_400_000, repeatMinutes * 60_000), at)
  const findings = findingsOf(database, Number(found['id']))
  const finding = findUnshownCall(database, found, findings, { repeatSince, at: new Date(at).toISOString() })
  if (finding !== null) holdRow(database, list, Number(found['row']), finding, at)
  return finding !== null
}

import type { DatabaseSync } from 'node:sqlite'
import type { List } from '../../../contract/list.ts'
import { repeatSinceOf } from '../../../domain/call-state.ts'
import { readJson, type Row } from '../call-rows.ts'
import { findUnshownCall } from './earlier-calls.ts'
import { findingsOf, holdRow } from './list-rows.ts'
import { findListRecord } from './lists-table.ts'

export type RowInList = { list: number; found: Row }

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

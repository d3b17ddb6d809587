import type { DatabaseSync } from 'node:sqlite'
import { wasAnsweredDespite } from '../../../domain/answered-calls.ts'
import { isUnresolved, longestCall, mayHaveRung, preventsCall } from '../../../domain/call-state.ts'
import { isSameNumber } from '../../../domain/phone-number.ts'
import { readOutcome, type Row } from '../call-rows.ts'
import { eventsOfCall, firstEvent, isCopiedBecauseOf, lastEvent } from './known-calls.ts'
import { endOfRows, rowIdOf } from './list-rows.ts'
import type { RowFinding } from './releases.ts'

type Times = { repeatSince: string; at: string }

const columns = `list_rows.row, list_rows.phone_number, copied_after, calls.call_id AS earlier_call,
  calls.phone_number AS called, calls.prepared_at, calls.outcome, calls.changed_at, ${firstEvent} AS event`

/** Returns the uncalled rows with the calls that may be recent or unresolved and may have the same number. */
const selectCalls = (database: DatabaseSync, list: Row, { repeatSince, at }: Times): Iterable<Row> =>
  database
    .prepare(
      `SELECT ${columns}
       FROM list_rows CROSS JOIN calls ON calls.number_tail = list_rows.number_tail AND calls.practice = ?
       WHERE list_rows.list = ? AND list_rows.number_tail IS NOT NULL AND list_rows.attempts = 0
         AND (calls.prepared_at >= min(?, ?) OR calls.unresolved = 1)`,
    )
    .iterate(
      list['practice'] ?? null,
      list['list_number'] ?? null,
      repeatSince,
      new Date(Date.parse(at) - longestCall).toISOString(),
    )

/** SQL: the fingerprint of the file that the rows of a list are from, also if they were copied from another list. */
export const fileOf = 'coalesce(origin_fingerprint, fingerprint)'

/**
 * Returns the same with the calls of other lists from the same file, however old. Reads nothing if there is none, or for a
 * practice list, because people practice with the same file again.
 */
function* selectCallsOfFile(database: DatabaseSync, list: Row): Iterable<Row> {
  const file = list['origin_fingerprint'] ?? list['fingerprint'] ?? null
  if (file === null || list['practice'] === 1) return
  const others = database
    .prepare(
      `SELECT list_number FROM lists
       WHERE ${fileOf} = ? AND profile_id = ? AND list_number <> ? AND state NOT IN ('reading', 'removing')`,
    )
    .all(file, list['profile_id'] ?? null, list['list_number'] ?? null)
  const select = database.prepare(
    `SELECT ${columns}
     FROM list_calls CROSS JOIN calls USING (call_id)
       CROSS JOIN list_rows ON list_rows.list = ? AND list_rows.number_tail = calls.number_tail
     WHERE list_calls.row_id > ? AND list_calls.row_id < ? AND list_rows.attempts = 0 AND calls.practice = ?
       AND (copied_after IS NULL OR copied_after < ${lastEvent})`,
  )
  for (const one of others) {
    const number = Number(one['list_number'])
    yield* select.iterate(list['list_number'] ?? null, rowIdOf(number, 0), endOfRows(number), list['practice'] ?? null)
  }
}

/**
 * Returns the rows whose number has an earlier call because of which the row would not be called at `at`, or that rang or
 * may have rung for another list from the same file. An unresolved call takes precedence, because the repeat time does
 * not matter for it.
 */
export const findCalled = (database: DatabaseSync, list: Row, times: Times): RowFinding[] => {
  const found = new Map<number, { isOpen: boolean; event: number }>()
  const add = (row: Row, prevents: (earlier: Parameters<typeof preventsCall>[0]) => boolean): void => {
    const earlier = { outcome: readOutcome(row), preparedAt: String(row['prepared_at']) }
    if (!isSameNumber(String(row['phone_number']), String(row['called'])) || !prevents(earlier)) return
    const key = Number(row['row'])
    const { isOpen = false, event = 0 } = found.get(key) ?? {}
    const { known } = wasAnsweredDespite(earlier.outcome)
      ? eventsOfCall(database, row['earlier_call'])
      : { known: Number(row['event'] ?? Infinity) }
    found.set(key, {
      isOpen: isOpen || isUnresolved(earlier.outcome),
      event: Math.max(event, known),
    })
  }
  for (const row of selectCalls(database, list, times)) add(row, (earlier) => preventsCall(earlier, times))
  for (const row of selectCallsOfFile(database, list))
    add(row, ({ outcome }) => mayHaveRung(outcome) && !isCopiedBecauseOf(database, row['earlier_call'], row))
  return [...found].map(([row, { isOpen, event }]) => ({
    row,
    event,
    finding: { code: isOpen ? 'unresolvedCall' : 'calledRecently', name: '' },
  }))
}

/**
 * Returns whether a call was placed for another list from the same file as a row, and the row was not copied because of
 * it. It may have been placed, or its outcome may have changed, since the check.
 */
export const isCallOfFile = (
  database: DatabaseSync,
  { id, list }: { id: number; list: number },
  callId: string,
): boolean => {
  const found = database
    .prepare(
      `SELECT own.copied_after FROM calls CROSS JOIN list_calls USING (call_id)
         CROSS JOIN lists ON list_number = list_calls.row_id / ${rowIdOf(1, 0)}
         CROSS JOIN list_rows AS own ON own.id = ?2
       WHERE calls.call_id = ?1 AND list_number <> ?3 AND lists.state NOT IN ('reading', 'removing')
         AND (lists.profile_id, ${fileOf}) = (SELECT profile_id, ${fileOf} FROM lists WHERE list_number = ?3)`,
    )
    .get(callId, id, list)
  return found !== undefined && !isCopiedBecauseOf(database, callId, found)
}

/**
 * Treats the other paused lists from the same file as unchecked, because their numbers may have been called for this one.
 */
export const requireCheckOfFile = (database: DatabaseSync, list: number): void =>
  void database
    .prepare(
      `UPDATE lists SET checked_plan = NULL WHERE state = 'paused' AND practice = 0 AND list_number <> ?1
         AND (profile_id, ${fileOf}) = (SELECT profile_id, ${fileOf} FROM lists WHERE list_number = ?1)`,
    )
    .run(list)

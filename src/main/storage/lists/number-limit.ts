import type { DatabaseSync } from 'node:sqlite'
import type { Call } from '../../../contract/call.ts'
import type { List, ListOptions } from '../../../contract/list.ts'
import { mayHaveRung } from '../../../domain/call-state.ts'
import { roomForCall } from '../../../domain/lists/retry.ts'
import { isSameNumber, numberKey, numberTail } from '../../../domain/phone-number.ts'
import { readJson, readOutcome, type Row } from '../call-rows.ts'
import { atOnce } from './list-rows.ts'

const week = 7 * 86_400_000

/**
 * Returns the times of calls to a number in the last week, including times in the future from before the clock was set
 * back.
 */
export const timesOfCalls = (
  database: DatabaseSync,
  { phoneNumber, practice }: Pick<Call, 'phoneNumber' | 'practice'>,
  now: number,
): number[] =>
  database
    .prepare(
      `SELECT phone_number, prepared_at, changed_at, state, outcome FROM calls
       WHERE number_tail = ? AND practice = ? AND prepared_at >= ?`,
    )
    .all(numberTail(phoneNumber), practice ? 1 : 0, new Date(now - week).toISOString())
    .filter((row) => isSameNumber(String(row['phone_number']), phoneNumber))
    .filter((row) => row['state'] === 'accepted' || mayHaveRung(readOutcome(row)))
    .map((row) => Date.parse(String(row['prepared_at'])))

/**
 * Returns a function that returns whether a ready row of a list is due later because of the maximum of calls to its
 * number.
 */
export const createLimitCheck = (database: DatabaseSync, list: number): ((row: Row) => boolean) => {
  const found = database.prepare('SELECT practice, options FROM lists WHERE list_number = ?').get(list)
  if (found === undefined) return () => false
  const practice = found['practice'] === 1
  // `saveListPlan` and `insertList` wrote the options.
  const { retry } = readJson(found['options']) as List['options']
  return (row) => {
    // `list-gate.ts` wrote when the number may be called again, which calling hours may put off.
    const at = Number(row['not_before'] ?? row['due_at'])
    if (row['state'] !== 'ready' || at <= atOnce || typeof row['phone_number'] !== 'string') return false
    return roomForCall(0, timesOfCalls(database, { phoneNumber: row['phone_number'], practice }, at), retry) === at
  }
}

/** The maximum number of calls to a number in a week that an option allows, which is more than in a day. */
const mostPerWeek = 7

/**
 * SQL: the number of recent calls and of rows of the list that may have the number of a ready row, up to `mostPerWeek` each. ?3
 * and ?4 are the `parameters` of `createNumberLimit`, so that the statement's text is always the same.
 */
export const sameNumberColumns = `
  iif(state = 'ready', (SELECT count(*) FROM (SELECT 1 FROM calls WHERE calls.number_tail = list_rows.number_tail
    AND practice = ?3 AND prepared_at >= ?4 LIMIT ${mostPerWeek})), 0) AS recent_calls,
  iif(state = 'ready', (SELECT count(*) FROM (SELECT 1 FROM list_rows AS other WHERE other.list = list_rows.list
    AND other.number_tail = list_rows.number_tail LIMIT ${mostPerWeek})), 0) AS same_rows`

type LimitInput = { practice: boolean; retry: ListOptions['retry']; now: number }

/**
 * Plans the calls of ready rows by the maximum of calls to a number. `dueAt` must be given the rows in the order of their
 * calls, with `sameNumberColumns`; it returns when each call is due, in milliseconds since 1970.
 */
export const createNumberLimit = (database: DatabaseSync, { practice, retry, now }: LimitInput) => {
  const fewest = Math.min(retry.perDay, retry.perWeek)
  /** The last calls to numbers of several rows that may reach the maximum, and those that are planned. */
  const calls = new Map<string, readonly number[]>()
  return {
    parameters: [practice ? 1 : 0, new Date(now - week).toISOString()] as const,
    dueAt(row: Row): number {
      const at = Number(row['due_at'])
      const [recent, rows] = [Number(row['recent_calls']), Number(row['same_rows'])]
      // The row itself is one of the rows.
      if (recent + rows <= fewest) return at
      const phoneNumber = String(row['phone_number'])
      const timesOfEarlier = () => (recent === 0 ? [] : timesOfCalls(database, { phoneNumber, practice }, now))
      if (rows === 1) return roomForCall(Math.max(now, at), timesOfEarlier(), retry)
      const key = numberKey(phoneNumber)
      const known = calls.get(key) ?? timesOfEarlier()
      const planned = roomForCall(Math.max(now, at), known, retry)
      const latest = [...known, planned].toSorted((one, other) => one - other).slice(-mostPerWeek)
      calls.set(key, latest)
      return planned
    },
  }
}

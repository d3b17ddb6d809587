import type { DatabaseSync } from 'node:sqlite'
import { lookUpEndOf, wasNotPlaced } from '../../../domain/call-state.ts'
import { isSameNumber } from '../../../domain/phone-number.ts'
import { newestToNumber, readOutcome, type Row } from '../call-rows.ts'
import { isReleasedAfter, lastEvent } from './known-calls.ts'

/** Selects those of the newest placed calls to a number, as the guards read them, that a user resolved. */
const selectSql = `SELECT phone_number, prepared_at, outcome, changed_at,
    ${lastEvent} AS event
  FROM calls WHERE state = 'closedByOperator' AND sequence IN (
    SELECT sequence FROM calls WHERE number_tail = ?1 AND practice = (SELECT practice FROM lists WHERE list_number = ?2)
      AND state IN ('accepted', 'closedByOperator') ORDER BY sequence DESC LIMIT ${newestToNumber})`

/**
 * Creates a function that returns until when a row waits because the run of a call to its number is looked up although a
 * user resolved the call as not placed (ISO 8601); null if there is no such call, or the user released the row since. It
 * reads the calls to each number once, so it must be used only for rows that are read at the same time.
 */
export const createLookUps = (database: DatabaseSync): ((row: Row) => string | null) => {
  const select = database.prepare(selectSql)
  const known = new Map<string, Row[]>()

  const callsTo = (tail: string, list: number): Row[] => {
    const key = `${list} ${tail}`
    const calls = known.get(key) ?? select.all(tail, list)
    known.set(key, calls)
    return calls
  }

  return (row) => {
    const { state, number_tail: tail } = row
    if (typeof tail !== 'string' || !(state === 'ready' || state === 'held')) return null
    const ends = callsTo(tail, Number(row['list'])).flatMap((call) => {
      const outcome = readOutcome(call)
      const isReleased = isReleasedAfter(row, call['event'])
      const isWaiting = wasNotPlaced(outcome) && isSameNumber(String(call['phone_number']), String(row['phone_number']))
      return isReleased || !isWaiting ? [] : (lookUpEndOf({ outcome, preparedAt: String(call['prepared_at']) }) ?? [])
    })
    return ends.length === 0 ? null : new Date(Math.max(...ends)).toISOString()
  }
}

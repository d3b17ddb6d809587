import type { DatabaseSync } from 'node:sqlite'
import type { Call } from '../../../contract/call.ts'
import { mayHaveRung } from '../../../domain/call-state.ts'
import { isSameNumber, numberTail } from '../../../domain/phone-number.ts'
import { readOutcome } from '../call-rows.ts'
import { firstEvent } from './known-calls.ts'
import type { RowFinding } from './releases.ts'

/** A call that main has recorded, also if its number was erased since. */
export type RecentCall = Pick<Call, 'callId' | 'phoneNumber'>

/**
 * Returns the rows whose number was called recently and erased since, so that only main's memory has it, with the first
 * event of the call.
 */
export const findRowsOfErasedCalls = (
  database: DatabaseSync,
  list: number,
  recentCalls: readonly RecentCall[],
): Omit<RowFinding, 'finding'>[] => {
  const findCall = database.prepare(
    `SELECT outcome, ${firstEvent} AS event FROM calls WHERE call_id = ? AND number_tail = ''`,
  )
  const findRows = database.prepare(
    'SELECT row, phone_number FROM list_rows WHERE list = ? AND number_tail = ? AND attempts = 0',
  )
  return recentCalls.flatMap(({ callId, phoneNumber }) => {
    const call = findCall.get(callId)
    if (call === undefined || !mayHaveRung(readOutcome(call))) return []
    const rows = findRows.all(list, numberTail(phoneNumber))
    const event = Number(call['event'] ?? Infinity)
    return rows
      .filter((row) => isSameNumber(String(row['phone_number']), phoneNumber))
      .map((row) => ({ row: Number(row['row']), event }))
  })
}

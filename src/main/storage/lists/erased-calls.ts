import type { DatabaseSync } from 'node:sqlite'
import type { Call } from '../../../contract/call.ts'
import { mayHaveRung } from '../../../domain/call-state.ts'
import { isSameNumber, numberTail } from '../../../domain/phone-number.ts'
import { readOutcome } from '../call-rows.ts'

/** A call that main has recorded, also if its number was erased since. */
export type RecentCall = Pick<Call, 'callId' | 'phoneNumber'>

/** Returns the rows whose number was called recently and erased since, so that only main's memory has it. */
export const findRowsOfErasedCalls = (
  database: DatabaseSync,
  list: number,
  recentCalls: readonly RecentCall[],
): number[] => {
  const findCall = database.prepare("SELECT outcome FROM calls WHERE call_id = ? AND number_tail = ''")
  const findRows = database.prepare(
    'SELECT row, phone_number FROM list_rows WHERE list = ? AND number_tail = ? AND attempts = 0',
  )
  return recentCalls.flatMap(({ callId, phoneNumber }) => {
    const call = findCall.get(callId)
    if (call === undefined || !mayHaveRung(readOutcome(call))) return []
    const rows = findRows.all(list, numberTail(phoneNumber))
    return rows.flatMap((row) => (isSameNumber(String(row['phone_number']), phoneNumber) ? [Number(row['row'])] : []))
  })
}

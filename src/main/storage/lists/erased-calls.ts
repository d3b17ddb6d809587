import type { DatabaseSync } from 'node:sqlite'
import type { Call } from '../../../contract/call.ts'
import { mayHaveRung, preventsCall } from '../../../domain/call-state.ts'
import { isSameNumber, numberTail } from '../../../domain/phone-number.ts'
import { readOutcome } from '../call-rows.ts'
import { firstEvent } from './known-calls.ts'
import type { RowFinding } from './releases.ts'

/**
 * A call in main's memory, also if its number was erased since. `isRecent` is based on the monotonic clock and the minutes
 * after a call during which another call to its number needs a confirmation.
 */
export type RememberedCall = Pick<Call, 'callId' | 'phoneNumber'> & { isRecent: boolean }

/**
 * Returns the rows whose number has an earlier call that prevents another, and was erased since, so that only main's memory
 * has it, with the first event of the call.
 */
export const findRowsOfErasedCalls = (
  database: DatabaseSync,
  list: number,
  recentCalls: readonly RememberedCall[],
  times: Parameters<typeof preventsCall>[1],
): Omit<RowFinding, 'finding'>[] => {
  const findCall = database.prepare(
    `SELECT outcome, prepared_at, ${firstEvent} AS event FROM calls WHERE call_id = ? AND number_tail = ''`,
  )
  const findRows = database.prepare(
    'SELECT row, phone_number FROM list_rows WHERE list = ? AND number_tail = ? AND attempts = 0',
  )
  return recentCalls.flatMap(({ callId, phoneNumber, isRecent }) => {
    const call = findCall.get(callId)
    if (call === undefined) return []
    const earlier = { outcome: readOutcome(call), preparedAt: String(call['prepared_at']) }
    if (!(isRecent && mayHaveRung(earlier.outcome)) && !preventsCall(earlier, times)) return []
    const rows = findRows.all(list, numberTail(phoneNumber))
    const event = Number(call['event'] ?? Infinity)
    return rows
      .filter((row) => isSameNumber(String(row['phone_number']), phoneNumber))
      .map((row) => ({ row: Number(row['row']), event }))
  })
}

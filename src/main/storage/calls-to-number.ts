import type { DatabaseSync } from 'node:sqlite'
import type { Call } from '../../contract/call.ts'
import { isSameNumber, numberTail } from '../../contract/same-number.ts'
import { readCall } from './call-row.ts'

/** Reads the calls to one number, by the index that the guards before a second ring use. */
export const createCallsToNumber = (database: DatabaseSync) => ({
  /** Newest first, of every profile; the number may be written in any way. Practice and real calls are apart. */
  callsToNumber({ phoneNumber, practice, limit }: { phoneNumber: string; practice: boolean; limit: number }): Call[] {
    return database
      .prepare('SELECT * FROM calls WHERE number_tail = ? AND practice = ? ORDER BY sequence DESC')
      .all(numberTail(phoneNumber), practice ? 1 : 0)
      .map(readCall)
      .filter((call) => isSameNumber(call.phoneNumber, phoneNumber))
      .slice(0, limit)
  },
})

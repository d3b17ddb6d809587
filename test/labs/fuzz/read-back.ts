import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import type { Call } from '../../../src/contract/call.ts'
import type { DialResult } from '../../../src/main/service/trigger-call.ts'
import { createCallWriter } from '../../../src/main/storage/calls.ts'
import { verifyChain } from '../../../src/main/storage/chain.ts'
import { cacheStatements } from '../../../src/main/storage/database.ts'
import { migrate } from '../../../src/main/storage/migrate.ts'
import { aCall } from '../../support/a-call.ts'

const at = '2026-11-21T09:15:00.000Z'

/** Writes results with the app's storage code and reads them back. */
export type ReadBack = {
  /** Returns what is wrong with the record, or null if it is unchanged after it was read back. */
  check: (result: DialResult) => string | null
  /** Returns whether the whole history passes its own check, and closes it. */
  close: () => boolean
}

/** Creates a history in memory, so that a trial takes only microseconds. */
export const createReadBack = (): ReadBack => {
  const database = cacheStatements(new DatabaseSync(':memory:'))
  migrate(database)
  const writer = createCallWriter(database)

  const write = (call: Call, { outcome, serverDate }: DialResult): Call | null => {
    writer.insert(call, { name: 'Jane' }, [call.outcome])
    writer.moveCall({ callId: call.callId, from: ['sending'], outcome, at, endedAt: at, serverDate })
    return writer.find(call.callId)
  }

  return {
    check(result) {
      const call = aCall({ outcome: { state: 'sending', since: at } })
      try {
        const read = write(call, result)
        const expected = { ...call, ...result, changedAt: at, endedAt: at }
        return isDeepStrictEqual(read, expected) ? null : 'the record is not the same after it was read'
      } catch (error) {
        return `the record cannot be read: ${error instanceof Error ? error.message : 'no error'}`
      }
    },
    close() {
      const { intact } = verifyChain(database)
      database.close()
      return intact
    },
  }
}

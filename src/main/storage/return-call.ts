import type { DatabaseSync } from 'node:sqlite'
import type { Call } from '../../contract/call.ts'
import { isGuess } from '../../contract/call-resolution.ts'
import type { InitialContext } from '../../contract/initial-context.ts'
import type { CallWriter } from './call-writer.ts'
import { inTransaction } from './transaction.ts'

/** A call that this very process has on its way, as it was recorded when it was sent; `at` is now (ISO 8601). */
export type Return = { call: Call; initialContext: InitialContext; at: string }

/** Puts calls back on record whose answer is still out, after a history was restored or another desk had it. */
export const createReturnCall = (database: DatabaseSync, writer: CallWriter) => ({
  /**
   * The call is "sending" again where the record lost it, or held a guess about it: nothing can be known of a call before
   * its request is over. What the service or a person has said stands. Gives the call as it is recorded afterwards.
   */
  returnCall({ call, initialContext, at }: Return): Call {
    const known = writer.find(call.callId)
    if (known === null) {
      inTransaction(database, () => writer.insert(call, initialContext, [{ state: 'queued' }, call.outcome]))
      return call
    }
    if (!isGuess(known.outcome)) return known
    const step = {
      callId: call.callId,
      from: [known.outcome.state],
      expected: known.outcome,
      outcome: call.outcome,
      at,
    }
    return writer.moveCall({ ...step, endedAt: null, serverDate: null }) ?? known
  },
})

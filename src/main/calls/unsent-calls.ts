import type { Call, CallState } from '../../contract/call.ts'
import { type Outcome, succeed } from '../../contract/failure.ts'
import type { CallLedger } from './call-ledger.ts'
import type { RetryUntil } from './retry-until.ts'

export type UnsentCallsParts = {
  ledger: Pick<CallLedger, 'find' | 'settleOwn' | 'now'>
  watch: (call: Call) => void
  retry: RetryUntil
  /** Told when it is known that nothing in the history says any more that such a call is on its way. */
  onSettled: (callId: string) => void
}

const notSent: CallState = { state: 'notSent', cause: 'notRecorded' }

/**
 * Calls whose record failed, so that nothing was sent. A disk that reports an error may have kept the record all the same:
 * it would say "sending" of a call of which not a byte left. It is made to say so as soon as it can be read.
 */
export const createUnsentCalls = ({ ledger, watch, retry, onSettled }: UnsentCallsParts) => {
  const open = new Map<string, { attempt: Promise<Outcome<null>> | null; endedAt: string }>()

  const settle = async (callId: string, endedAt: string): Promise<Outcome<null>> => {
    const found = await ledger.find(callId)
    if (!found.ok) return found
    // Most often there is nothing: then nothing is written to a disk that is in trouble.
    const written =
      found.value === null ? found : await ledger.settleOwn(callId, notSent, { endedAt, serverDate: null })
    if (!written.ok) return written
    open.delete(callId)
    onSettled(callId)
    if (written.value !== null) watch(written.value)
    return succeed(null)
  }

  /** One attempt at a time for each call, shared by all who wait: none may begin once a call of this id can be on its way. */
  const settleNow = (callId: string): Promise<Outcome<null>> => {
    const entry = open.get(callId)
    if (entry === undefined) return Promise.resolve(succeed(null))
    entry.attempt ??= settle(callId, entry.endedAt).finally(() => (entry.attempt = null))
    return entry.attempt
  }

  return {
    /** The record of this call failed. */
    add(callId: string): void {
      open.set(callId, { attempt: null, endedAt: ledger.now() })
      void retry(async () => (await settleNow(callId)).ok)
    },
    /** Tries to settle such a call now; a call that is none of them is settled already. */
    settleNow,
  }
}

import type { Call, CallState } from '../../contract/call.ts'
import { type Outcome, succeed } from '../../contract/failure.ts'
import type { CallLedger } from './call-ledger.ts'
import type { OwnCalls } from './own-calls.ts'
import type { RetryUntil } from './retry-until.ts'

export type UnsentCallsParts = {
  ledger: Pick<CallLedger, 'find' | 'settleOwn' | 'now'>
  own: Pick<OwnCalls, 'begin' | 'end'>
  watch: (call: Call) => void
  retry: RetryUntil
}

type Unsent = { record: Call; endedAt: string; attempt: Promise<Outcome<null>> | null }

const notSent: CallState = { state: 'notSent', cause: 'notRecorded' }

/**
 * Calls whose record failed, so that nothing was sent. A disk that reports an error may have kept the record all the same:
 * it would say "sending" of a call of which not a byte left. It is made to say so as soon as it can be read.
 */
export const createUnsentCalls = ({ ledger, own, watch, retry }: UnsentCallsParts) => {
  const open = new Map<string, Unsent>()

  const settle = async ({ record: { callId, preparedAt }, endedAt }: Unsent): Promise<Outcome<null>> => {
    const found = await ledger.find(callId)
    if (!found.ok) return found
    // Most often there is nothing: then nothing is written to a disk that is in trouble. SECURITY: and what another
    // attempt with this id has recorded, in an earlier life of the app, may have been sent.
    const isOurs = found.value?.preparedAt === preparedAt
    const written = isOurs ? await ledger.settleOwn(callId, notSent, { endedAt, serverDate: null }) : succeed(null)
    if (!written.ok) return written
    open.delete(callId)
    own.end(callId)
    if (written.value !== null) watch(written.value)
    return succeed(null)
  }

  /** One attempt at a time for each call, shared by all who wait: none may begin once a call of this id can be on its way. */
  const settleNow = (callId: string): Promise<Outcome<null>> => {
    const entry = open.get(callId)
    if (entry === undefined) return Promise.resolve(succeed(null))
    entry.attempt ??= settle(entry).finally(() => (entry.attempt = null))
    return entry.attempt
  }

  return {
    /** This record was asked for, and that failed. */
    add(record: Call): void {
      const { callId } = record
      own.begin(callId)
      open.set(callId, { record, endedAt: ledger.now(), attempt: null })
      void retry(async () => (await settleNow(callId)).ok)
    },
    /** Tries to settle such a call now; a call that is none of them is settled already. */
    settleNow,
  }
}

export type UnsentCalls = ReturnType<typeof createUnsentCalls>

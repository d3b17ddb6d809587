import type { Call, CallState } from '../../contract/call.ts'
import type { Outcome } from '../../contract/failure.ts'
import type { CallLedger, Ending } from './call-ledger.ts'
import type { OwnCall } from './own-calls.ts'
import type { RetryUntil } from './retry-until.ts'

export type SettleCallParts = {
  ledger: Pick<CallLedger, 'settleOwn' | 'putBack'>
  /** Told of the call as it stands when its outcome is written. */
  watch: (call: Call) => void
  retry: RetryUntil
}

/** Writes an answer down however long the disk refuses it; until then the call stands as "sending", never as less. */
export const createSettleCall = ({ ledger, watch, retry }: SettleCallParts) => {
  const write = async (own: OwnCall, outcome: CallState, ending: Ending): Promise<Outcome<Call | null>> => {
    const written = await ledger.settleOwn(own.call.callId, outcome, ending)
    if (!written.ok || written.value !== null) return written
    // The history was replaced while the answer was out, and does not know this call.
    const back = await ledger.putBack(own)
    return back.ok ? ledger.settleOwn(own.call.callId, outcome, ending) : back
  }

  return (own: OwnCall, outcome: CallState, ending: Ending): Promise<void> =>
    retry(async () => {
      const written = await write(own, outcome, ending)
      if (written.ok && written.value !== null) watch(written.value)
      return written.ok
    })
}

import type { Call } from '../../contract/call.ts'
import type { CallLedger, Ending } from './call-ledger.ts'

export type SettleCallParts = {
  ledger: Pick<CallLedger, 'settle'>
  /** Told of the call as it stands when its outcome is written. */
  watch: (call: Call) => void
  /** Waits between attempts to write down an answer that the disk did not take. */
  wait: (milliseconds: number) => Promise<void>
}

/** Writes an answer down however long the disk refuses it; until then the call stands as "sending", never as less. */
export const createSettleCall =
  ({ ledger, watch, wait }: SettleCallParts) =>
  async (callId: string, outcome: Call['outcome'], ending: Ending): Promise<void> => {
    for (let pause = 250; ; pause = Math.min(pause * 2, 10_000)) {
      const moved = await ledger.settle(callId, outcome, ending)
      if (moved.ok) return moved.value === null ? undefined : watch(moved.value)
      await wait(pause)
    }
  }

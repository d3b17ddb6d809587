import type { Call } from '../../contract/call.ts'
import { invalid, type Outcome, succeed } from '../../contract/failure.ts'
import type { Input } from '../../contract/operations.ts'
import type { CallHistory } from './call-history.ts'
import type { CallLedger } from './call-ledger.ts'
import type { OwnCalls } from './own-calls.ts'

export type CloseCallParts = {
  history: CallHistory
  ledger: CallLedger
  own: Pick<OwnCalls, 'isUnderWay'>
  /** Whose word it is: the account name of this computer. */
  operator: string
  /** Told of the closed call, so that nobody goes on looking for it. */
  watch: (call: Call) => void
}

/** Lets a person say what became of a call; refused while its answer is still out, and when it is resolved already. */
export const createCloseCall =
  ({ history, ledger, own, operator, watch }: CloseCallParts) =>
  async ({ callId, verdict, note }: Input<'closeCall'>): Promise<Outcome<Call>> => {
    const found = await history.get({ callId })
    if (!found.ok) return found
    // Whatever the record says: its own answer is still to come.
    if (own.isUnderWay(callId)) return invalid(['callId'], 'resolved')
    const at = ledger.now()
    const outcome = { state: 'closedByOperator', verdict, who: operator, at, note } as const
    const closed = await ledger.resolve(found.value.call, outcome, at)
    if (!closed.ok) return closed
    if (closed.value === null) return invalid(['callId'], 'resolved')
    watch(closed.value)
    return succeed(closed.value)
  }

import type { Call, CallDraft } from '../../../src/contract/call.ts'
import { isUnresolved, mayHaveRung } from '../../../src/contract/call-resolution.ts'
import type { Failure } from '../../../src/contract/failure.ts'

const earlierOf = ({ callId, outcome, preparedAt, profileName, phoneNumberDisplay }: Call) => ({
  callId,
  state: outcome.state,
  at: preparedAt,
  profileName,
  phoneNumberDisplay,
})

/** The two guards of the real desk over an array: a number with an open question is locked, a recent one asks once. */
export const createFakeGuards = (now: () => number, repeatMinutes: () => number) => {
  const leaves = new Map<string, string>()
  return (draft: CallDraft, calls: readonly Call[]): Failure | null => {
    const same = calls.filter(({ phoneNumber }) => phoneNumber === draft.phoneNumber).toReversed()
    const locking = same.find(({ outcome }) => isUnresolved(outcome))
    if (locking) return { kind: 'numberLocked', call: earlierOf(locking) }
    const since = now() - repeatMinutes() * 60_000
    const rang = same.find(({ outcome, preparedAt }) => Date.parse(preparedAt) >= since && mayHaveRung(outcome))
    const confirmed = draft.confirmation === null ? undefined : leaves.get(draft.confirmation)
    if (draft.confirmation !== null) leaves.delete(draft.confirmation)
    if (!rang || rang.callId === confirmed) return null
    const confirmation = crypto.randomUUID()
    leaves.set(confirmation, rang.callId)
    return { kind: 'repeat', reason: 'calledLately', call: earlierOf(rang), confirmation }
  }
}

import { isDeepStrictEqual } from 'node:util'
import type { Call, CallState } from '../../../src/contract/call.ts'
import { isUnresolved } from '../../../src/contract/call-resolution.ts'
import { fail, type Outcome, succeed } from '../../../src/contract/failure.ts'
import type { CallLedgerParts } from '../../../src/main/calls/call-ledger.ts'
import type { CallStep } from '../../../src/main/storage/call-writer.ts'

export type MemoryStorageParts = {
  /** True while the disk takes nothing. */
  isFull: () => boolean
  /** True for a write that the disk keeps, and says to have failed. */
  isTorn?: () => boolean
  /** Told of every step that was written. */
  onMoved: (before: Call, after: Call) => void
}

/** The part of the storage that calls move in, without a disk: compare-and-set as in the real one. */
export const createMemoryStorage = ({ isFull, isTorn = () => false, onMoved }: MemoryStorageParts) => {
  const calls = new Map<string, Call>()

  const isExpected = (found: CallState, { from, expected }: CallStep): boolean =>
    from.includes(found.state) && (expected === undefined || isDeepStrictEqual(found, expected))

  const moveCall = (step: CallStep): Outcome<Call | null> => {
    const before = calls.get(step.callId)
    if (isFull()) return fail({ kind: 'storage', reason: 'full' })
    if (before === undefined || !isExpected(before.outcome, step)) return succeed(null)
    const { outcome, at: changedAt, endedAt = before.endedAt, serverDate = before.serverDate } = step
    const call: Call = { ...before, outcome, changedAt, endedAt, serverDate }
    calls.set(call.callId, call)
    onMoved(before, call)
    return isTorn() ? fail({ kind: 'storage', reason: 'diskError' }) : succeed(call)
  }

  const answers = {
    moveCall,
    getCall: ({ callId }: { callId: string }) => {
      const call = calls.get(callId)
      return succeed(call === undefined ? null : { call, initialContext: {}, events: [] })
    },
    callsInStates: ({ states }: { states: readonly string[] }) =>
      succeed([...calls.values()].filter(({ outcome }) => states.includes(outcome.state))),
  }

  // The ledger asks for these three and nothing else; a message port to a thread has no types either.
  const ask = (async (name: keyof typeof answers, input: never) => {
    await Promise.resolve()
    return answers[name](input)
  }) as CallLedgerParts['storage']['ask']

  return {
    ask,
    insert: (call: Call): void => void calls.set(call.callId, call),
    get: (callId: string): Call | undefined => calls.get(callId),
    unresolved: (): Call[] => [...calls.values()].filter(({ outcome }) => isUnresolved(outcome)),
  }
}

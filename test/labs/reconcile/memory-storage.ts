import { isDeepStrictEqual } from 'node:util'
import type { Call, CallState } from '../../../src/contract/call.ts'
import { isUnresolved, keepFoundRun, runIdsOf } from '../../../src/domain/call-state.ts'
import { isSameNumber } from '../../../src/domain/phone-number.ts'
import { fail, type Outcome, succeed } from '../../../src/contract/failure.ts'
import type { CallOutcomesDeps } from '../../../src/main/features/calls/outcomes.ts'
import type { CallStep } from '../../../src/main/storage/calls.ts'

type MemoryStorageDeps = {
  /** Returns whether the disk is full. */
  isFull: () => boolean
  /** Returns whether a write is stored but reported as failed. */
  isTorn?: () => boolean
  /** Receives every stored change. */
  onMoved: (before: Call, after: Call) => void
}

/** Stores calls in memory with the same compare-and-set as the real storage. */
export const createMemoryStorage = ({ isFull, isTorn = () => false, onMoved }: MemoryStorageDeps) => {
  const calls = new Map<string, Call>()

  const unresolved = (): Call[] => [...calls.values()].filter(({ outcome }) => isUnresolved(outcome))

  const isExpected = (found: CallState, { from, expected }: CallStep): boolean =>
    from.includes(found.state) && (expected === undefined || isDeepStrictEqual(found, expected))

  const moveCall = (step: CallStep): Outcome<Call | null> => {
    const before = calls.get(step.callId)
    if (isFull()) return fail({ kind: 'storage', reason: 'full' })
    if (before === undefined || !isExpected(before.outcome, step)) return succeed(null)
    const { at: changedAt, endedAt = before.endedAt, serverDate = before.serverDate } = step
    const outcome = keepFoundRun(before.outcome, step.outcome)
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
    callsNotPlaced: ({ callIds, phoneNumbers }: { callIds: readonly string[]; phoneNumbers: readonly string[] }) =>
      succeed(
        [...calls.values()]
          .filter(({ outcome }) => ['rejected', 'notFound', 'closedByOperator'].includes(outcome.state))
          .filter(
            ({ callId, phoneNumber }) =>
              callIds.includes(callId) || phoneNumbers.some((number) => isSameNumber(number, phoneNumber)),
          )
          .toReversed(),
      ),
    unresolvedCalls: () => succeed(unresolved()),
    callsOfRun: ({ workflowRunId }: { workflowRunId: number }) =>
      succeed([...calls.values()].filter((call) => runIdsOf(call).includes(workflowRunId))),
    callsInStates: ({ states }: { states: readonly string[] }) =>
      succeed([...calls.values()].filter(({ outcome }) => states.includes(outcome.state))),
  }

  // The code under test uses only these operations; the type covers all of them.
  const run = (async (name: keyof typeof answers, input: never) => {
    await Promise.resolve()
    return answers[name](input)
  }) as CallOutcomesDeps['storage']['run']

  return {
    run,
    insert: (call: Call): void => void calls.set(call.callId, call),
    get: (callId: string): Call | undefined => calls.get(callId),
    unresolved,
  }
}

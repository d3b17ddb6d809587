import type { Call, CallState } from '../../../src/contract/call.ts'
import { isUnresolved } from '../../../src/contract/call-resolution.ts'
import { invalid, succeed, type Outcome } from '../../../src/contract/failure.ts'
import type { LookUp } from '../../../src/contract/look-up.ts'
import type { Input } from '../../../src/contract/operations.ts'

type Options = {
  now: () => number
  calls: readonly Call[]
  /** Writes what was found out about a call. */
  put: (call: Call, outcome: CallState) => Call
  announce: () => void
  /** What a look-up says beyond the ordinary, for the call in question. */
  lookUpOf: (call: Call) => Partial<LookUp>
  /** What asking the service now finds; the call's own outcome leaves it as it is. */
  foundOf: (call: Call) => CallState
}

/** Look-ups of every unresolved call in an array, as the real desk tells them. */
export const createFakeLookUps = ({ now, calls, put, announce, lookUpOf, foundOf }: Options) => {
  const attempts = new Map<string, number>()
  const iso = (ms: number): string => new Date(ms).toISOString()

  const lookUp = (call: Call): LookUp => {
    const tries = attempts.get(call.callId) ?? 1
    const ended = call.endedAt === null ? null : Date.parse(call.endedAt)
    return {
      callId: call.callId,
      step: 'waiting',
      lists: 'readable',
      foundRunId: null,
      attempts: tries,
      lastAskedAt: iso(now() - 4_000),
      lastFailure: null,
      nextAskAt: iso(now() + 11_000),
      quietUntil: ended === null ? null : iso(ended + 120_000),
      window: { from: iso(Date.parse(call.preparedAt) - 5_000), to: iso((ended ?? now()) + 30_000) },
      ...lookUpOf(call),
    }
  }
  const openCall = (callId: string): Call | undefined =>
    calls.find((call) => call.callId === callId && isUnresolved(call.outcome))

  return {
    listLookUps: (): Promise<Outcome<LookUp[]>> =>
      Promise.resolve(succeed(calls.filter(({ outcome }) => isUnresolved(outcome)).map(lookUp))),
    lookUpCall: ({ callId }: Input<'lookUpCall'>): Promise<Outcome<Call>> => {
      const call = openCall(callId)
      if (!call) return Promise.resolve(invalid(['callId'], 'resolved'))
      attempts.set(callId, (attempts.get(callId) ?? 1) + 1)
      const found = foundOf(call)
      announce()
      return Promise.resolve(succeed(found === call.outcome ? call : put(call, found)))
    },
    closeCall: ({ callId, verdict, note }: Input<'closeCall'>): Promise<Outcome<Call>> => {
      const call = calls.find((one) => one.callId === callId)
      if (!call || (!isUnresolved(call.outcome) && call.outcome.state !== 'notFound'))
        return Promise.resolve(invalid(['callId'], 'resolved'))
      const closed = put(call, { state: 'closedByOperator', verdict, who: 'ana', at: iso(now()), note })
      announce()
      return Promise.resolve(succeed(closed))
    },
  }
}

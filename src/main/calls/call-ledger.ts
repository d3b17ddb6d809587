import { isDeepStrictEqual } from 'node:util'
import type { Call, CallState } from '../../contract/call.ts'
import { isGuess } from '../../contract/call-resolution.ts'
import { type Outcome, succeed } from '../../contract/failure.ts'
import type { Storage } from '../storage/storage.ts'
import { mayResolve, statesBefore } from './call-transitions.ts'
import type { OwnCall } from './own-calls.ts'

export type CallLedgerParts = {
  storage: Pick<Storage, 'ask'>
  clock: () => number
  announce: (callIds: string[]) => void
  /** Told of each call as it stands after a step, once that is durable. */
  onMoved?: (call: Call) => void
}

/** When the connection of a call was over, and what the service's clock said (ISO 8601). */
export type Ending = { endedAt: string; serverDate: string | null }

/** Writes what becomes of calls. Every step is durable before it is announced. */
export const createCallLedger = ({ storage, clock, announce, onMoved = () => {} }: CallLedgerParts) => {
  const now = (): string => new Date(clock()).toISOString()

  const told = (moved: Outcome<Call | null>): Outcome<Call | null> => {
    if (moved.ok && moved.value !== null) {
      announce([moved.value.callId])
      onMoved(moved.value)
    }
    return moved
  }

  /** Writes how a call that was being sent came out; null when another writer was there first. */
  const settle = async (callId: string, outcome: CallState, ending: Ending): Promise<Outcome<Call | null>> => {
    const from = statesBefore(outcome.state)
    return told(await storage.ask('moveCall', { callId, from, outcome, at: now(), ...ending }))
  }

  /**
   * Writes what this process itself knows of a call that it placed. A guess that was made meanwhile gives way to it. What
   * stands there already (perhaps by an earlier attempt of which the disk said that it failed) stays, and is told.
   * Null when there is no such call.
   */
  const settleOwn = async (callId: string, outcome: CallState, ending: Ending): Promise<Outcome<Call | null>> => {
    const step = { callId, outcome, at: now(), ...ending }
    const moved = told(await storage.ask('moveCall', { ...step, from: ['sending'] }))
    if (!moved.ok || moved.value !== null) return moved
    const found = await find(callId)
    if (!found.ok || found.value === null) return found
    const { outcome: expected } = found.value
    const stands = isDeepStrictEqual(expected, outcome) || (!isGuess(expected) && !mayResolve(expected, outcome))
    if (stands) return told(found)
    const replaced = told(await storage.ask('moveCall', { ...step, from: [expected.state], expected }))
    return replaced.ok && replaced.value === null ? find(callId) : replaced
  }

  /** Puts a call that is on its way back on record, after a history was restored; gives it as it stands then. */
  const putBack = async ({ call, initialContext }: OwnCall): Promise<Outcome<Call>> => {
    const back = await storage.ask('returnCall', { call, initialContext, at: now() })
    if (back.ok) told(back)
    return back
  }

  /** Writes what was found out about a call later, at `at`; null when the call has moved on since `call` was read. */
  const resolve = async (call: Call, outcome: CallState, at = now()): Promise<Outcome<Call | null>> => {
    if (!mayResolve(call.outcome, outcome)) return succeed(null)
    const { callId, outcome: expected } = call
    return told(await storage.ask('moveCall', { callId, from: [expected.state], expected, outcome, at }))
  }

  /** The call as it stands now; null when there is none. */
  const find = async (callId: string): Promise<Outcome<Call | null>> => {
    const found = await storage.ask('getCall', { callId })
    return found.ok ? succeed(found.value?.call ?? null) : found
  }

  /**
   * Settles what another run of the app left behind: a call that was being sent when that run ended is unknown, one that
   * was only queued has certainly not been sent. Its connection was over by now, at the latest. `isOurs` names those of
   * which this process knows more itself.
   */
  const settleInterrupted = async (isOurs: (callId: string) => boolean = () => false): Promise<Outcome<null>> => {
    const left = await storage.ask('callsInStates', { states: ['queued', 'sending'] })
    if (!left.ok) return left
    for (const { callId, outcome } of left.value.filter((call) => !isOurs(call.callId))) {
      const becomes: CallState = outcome.state === 'queued' ? { state: 'cancelled' } : interrupted
      const moved = await settle(callId, becomes, { endedAt: now(), serverDate: null })
      if (!moved.ok) return moved
    }
    return succeed(null)
  }

  return { now, announce, settle, settleOwn, putBack, resolve, find, settleInterrupted }
}

const interrupted: CallState = { state: 'unknown', cause: 'interrupted', status: null, detail: '' }

export type CallLedger = ReturnType<typeof createCallLedger>

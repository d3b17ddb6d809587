import type { Call, CallState } from '../../contract/call.ts'
import { type Outcome, succeed } from '../../contract/failure.ts'
import type { Storage } from '../storage/storage.ts'
import { mayResolve, statesBefore } from './call-transitions.ts'

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

  /** Writes what was found out about a call later; null when the call has moved on since `call` was read. */
  const resolve = async (call: Call, outcome: CallState): Promise<Outcome<Call | null>> => {
    if (!mayResolve(call.outcome, outcome)) return succeed(null)
    const { callId, outcome: expected } = call
    return told(await storage.ask('moveCall', { callId, from: [expected.state], expected, outcome, at: now() }))
  }

  /** The call as it stands now; null when there is none. */
  const find = async (callId: string): Promise<Outcome<Call | null>> => {
    const found = await storage.ask('getCall', { callId })
    return found.ok ? succeed(found.value?.call ?? null) : found
  }

  /**
   * Settles what the last run of the app left behind: a call that was being sent when the app ended is unknown,
   * one that was only queued has certainly not been sent. Its connection was over by now, at the latest.
   */
  const settleInterrupted = async (): Promise<Outcome<null>> => {
    const left = await storage.ask('callsInStates', { states: ['queued', 'sending'] })
    if (!left.ok) return left
    for (const { callId, outcome } of left.value) {
      const becomes: CallState = outcome.state === 'queued' ? { state: 'cancelled' } : interrupted
      const moved = await settle(callId, becomes, { endedAt: now(), serverDate: null })
      if (!moved.ok) return moved
    }
    return succeed(null)
  }

  return { now, announce, settle, resolve, find, settleInterrupted }
}

const interrupted: CallState = { state: 'unknown', cause: 'interrupted', status: null, detail: '' }

export type CallLedger = ReturnType<typeof createCallLedger>

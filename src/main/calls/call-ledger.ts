import type { Call, CallState } from '../../contract/call.ts'
import { type Outcome, succeed } from '../../contract/failure.ts'
import type { Storage } from '../storage/storage.ts'
import { statesBefore } from './call-transitions.ts'

export type CallLedgerParts = {
  storage: Pick<Storage, 'ask'>
  clock: () => number
  announce: (callIds: string[]) => void
}

/** Writes what becomes of calls. Every step is durable before it is announced. */
export const createCallLedger = ({ storage, clock, announce }: CallLedgerParts) => {
  const now = (): string => new Date(clock()).toISOString()

  /** Moves a call to a state it may go to; null when another writer was there first. */
  const move = async (callId: string, outcome: CallState): Promise<Outcome<Call | null>> => {
    const moved = await storage.ask('moveCall', { callId, from: statesBefore(outcome.state), outcome, at: now() })
    if (moved.ok && moved.value !== null) announce([callId])
    return moved
  }

  /**
   * Settles what the last run of the app left behind: a call that was being sent when the app ended is unknown,
   * one that was only queued has certainly not been sent.
   */
  const settleInterrupted = async (): Promise<Outcome<null>> => {
    const left = await storage.ask('callsInStates', { states: ['queued', 'sending'] })
    if (!left.ok) return left
    for (const { callId, outcome } of left.value) {
      const moved = await move(callId, outcome.state === 'queued' ? { state: 'cancelled' } : interrupted)
      if (!moved.ok) return moved
    }
    return succeed(null)
  }

  return { now, move, settleInterrupted }
}

const interrupted: CallState = { state: 'unknown', cause: 'interrupted', status: null, detail: '' }

export type CallLedger = ReturnType<typeof createCallLedger>

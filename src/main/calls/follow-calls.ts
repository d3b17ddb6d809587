import type { Call } from '../../contract/call.ts'
import type { DialResult } from '../service/service-client.ts'
import type { CallLedger } from './call-ledger.ts'
import type { OwnCall, OwnCalls } from './own-calls.ts'
import type { QuitWaits } from './quit-waits.ts'
import { createSettleCall, type SettleCallParts } from './settle-call.ts'

export type FollowCallsParts = Omit<SettleCallParts, 'ledger'> & {
  ledger: CallLedger
  own: OwnCalls
  /** A clock that goes only forward, in milliseconds. */
  monotonic: () => number
  /** Told of each call that is on its way, and again when its outcome is written. */
  watch: (call: Call) => void
}

/** Follows calls that are on their way until their answers are written down. */
export const createFollowCalls = (parts: FollowCallsParts) => {
  const { ledger, own, monotonic, watch } = parts
  const waiting = new Map<string, Promise<void>>()
  const listeners = new Set<() => void>()
  const settle = createSettleCall(parts)

  const progressed = (): void => {
    for (const listener of listeners) listener()
  }

  const answer = (sent: OwnCall, { outcome, serverDate }: DialResult): Promise<void> => {
    sent.answered = true
    progressed()
    return settle(sent, outcome, { endedAt: ledger.now(), serverDate })
  }

  return {
    /** Takes a call that is durable and whose request goes out. */
    follow(sent: OwnCall, dialling: Promise<DialResult>): void {
      const { call } = sent
      own.send(sent)
      const work = dialling
        .then((result) => answer(sent, result))
        .finally(() => {
          own.settle(call.callId)
          waiting.delete(call.callId)
          progressed()
        })
      waiting.set(call.callId, work)
      ledger.announce([call.callId])
      watch(call)
    },
    /** One promise for each call that is followed; each ends when its answer is written, or nobody tries any more. */
    waiting: (): Promise<void>[] => [...waiting.values()],
    /** What quitting has to wait for, now. */
    waits(): QuitWaits {
      const out = own.underWay().filter(({ answered }) => !answered)
      const left = Math.max(0, ...out.map(({ until }) => until - monotonic()))
      return { calls: out.length, unwritten: own.underWay().length - out.length, milliseconds: Math.ceil(left) }
    },
    /** Tells whenever an answer came or was written; gives the way to hear no more. */
    onProgress(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

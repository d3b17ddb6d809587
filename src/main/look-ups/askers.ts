import type { Call } from '../../contract/call.ts'
import { type Failure, fail, type Outcome, succeed } from '../../contract/failure.ts'

/** Somebody waits for a look: `call` is how the call stands now, `again` that its time came while it was looked at. */
type Asker = { call: Call; again: boolean; answer: Promise<Outcome<Call>>; tell: (answer: Outcome<Call>) => void }

/** Those who wait for a look at a call: one answer a call, however many ask. */
export const createAskers = () => {
  const askers = new Map<string, Asker>()

  /** Answers all who wait for a call; true when another look at it is wanted. */
  const finish = (callId: string, failure: Failure | null): boolean => {
    const asker = askers.get(callId)
    askers.delete(callId)
    asker?.tell(failure === null ? succeed(asker.call) : fail(failure))
    return asker?.again === true
  }

  return {
    /** The answer that is waited for already; `comesAgain` says that another look is wanted after it. */
    join(callId: string, comesAgain: boolean): Promise<Outcome<Call>> | null {
      const asker = askers.get(callId)
      if (asker === undefined) return null
      asker.again ||= comesAgain
      return asker.answer
    },
    open(call: Call): Promise<Outcome<Call>> {
      const { promise, resolve } = Promise.withResolvers<Outcome<Call>>()
      askers.set(call.callId, { call, again: false, answer: promise, tell: resolve })
      return promise
    },
    /** Takes note of where a call stands now. */
    note(call: Call): void {
      const asker = askers.get(call.callId)
      if (asker !== undefined) asker.call = call
    },
    finish,
    finishAll(): void {
      for (const callId of askers.keys()) finish(callId, null)
    },
  }
}

import type { Call } from '../../contract/call.ts'
import type { InitialContext } from '../../contract/initial-context.ts'
import { isSameNumber } from '../../contract/same-number.ts'

/** A call that this process sends itself, as it was recorded when it was sent. */
export type OwnCall = {
  readonly call: Call
  readonly initialContext: InitialContext
  /** When its request is over at the latest, by the clock that goes only forward (milliseconds). */
  readonly until: number
  /** Whether its answer is known, and only not written down yet. */
  answered: boolean
}

/**
 * What this process knows by itself of the calls that it places, whatever the history on disk says of them: a file may be
 * damaged, vanish, or be another desk's for a while, and a call that is on its way is on its way all the same.
 */
export const createOwnCalls = () => {
  const underWay = new Map<string, OwnCall>()
  const sent = new Map<string, Call>()
  const unsure = new Set<string>()

  return {
    /** A record is asked for: until it is known what became of that, a call of this id may stand in the history. */
    begin: (callId: string): void => void unsure.add(callId),
    /** Nothing stands in the history any more that this process would have to answer for. */
    end: (callId: string): void => void unsure.delete(callId),
    /** The call is durable, and this process sends it. */
    send(own: OwnCall): void {
      sent.set(own.call.callId, own.call)
      underWay.set(own.call.callId, own)
    },
    /** Its answer is written down. */
    settle: (callId: string): void => void underWay.delete(callId),

    underWay: (): OwnCall[] => [...underWay.values()],
    isUnderWay: (callId: string): boolean => underWay.has(callId),
    /** Whether what the history says of a call is for this process alone to settle. */
    isOurs: (callId: string): boolean => underWay.has(callId) || unsure.has(callId),
    /** A call that this process has sent, as it was then. */
    sent: (callId: string): Call | undefined => sent.get(callId),
    /** A call to the same telephone that is under way; practice rings nobody and stands in nobody's way. */
    toNumber: (phoneNumber: string, practice: boolean): Call | undefined =>
      [...underWay.values()].find(
        ({ call }) => call.practice === practice && isSameNumber(call.phoneNumber, phoneNumber),
      )?.call,
  }
}

export type OwnCalls = ReturnType<typeof createOwnCalls>

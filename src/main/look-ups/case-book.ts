import { isUnresolved } from '../../contract/call-resolution.ts'
import { type LookUpCase, nextWait } from './look-up-case.ts'

export type CaseBookParts = {
  /** Wall time, and a clock that goes only forward; both in milliseconds. */
  clock: () => number
  monotonic: () => number
  /** Runs `act` after some milliseconds, unless it is cancelled first. */
  after: (milliseconds: number, act: () => void) => () => void
  announce: () => void
}

/** The open cases and when each is looked at next. `look` is called when a case's time has come. */
export const createCaseBook = (
  { clock, monotonic, after, announce }: CaseBookParts,
  look: (callId: string) => void,
) => {
  const cases = new Map<string, LookUpCase>()
  const timers = new Map<string, () => void>()
  let stopped = false

  const cancelTimer = (callId: string): void => {
    timers.get(callId)?.()
    timers.delete(callId)
  }

  const set = (known: LookUpCase): LookUpCase => {
    if (stopped) return known
    cases.set(known.call.callId, known)
    announce()
    return known
  }

  const drop = (callId: string): void => {
    cancelTimer(callId)
    if (cases.delete(callId)) announce()
  }

  return {
    cancelTimer,
    set,
    drop,
    get: (callId: string): LookUpCase | undefined => cases.get(callId),
    all: (): LookUpCase[] => [...cases.values()],
    /** Keeps a case and sets its next time; one that is resolved is closed. */
    schedule(known: LookUpCase): void {
      const { callId, outcome } = known.call
      if (stopped || !isUnresolved(outcome)) return drop(callId)
      cancelTimer(callId)
      const wait = nextWait(known, monotonic())
      set({ ...known, step: wait === null ? 'stopped' : 'waiting', nextAskWall: wait === null ? null : clock() + wait })
      if (wait !== null)
        timers.set(
          callId,
          after(wait, () => look(callId)),
        )
    },
    stop(): void {
      stopped = true
      for (const callId of timers.keys()) cancelTimer(callId)
      cases.clear()
    },
  }
}

export type CaseBook = ReturnType<typeof createCaseBook>

import { isUnresolved } from '../../contract/call-resolution.ts'
import type { Failure } from '../../contract/failure.ts'
import type { LookUpCase, Now } from './look-up-case.ts'
import { createLeftAlone } from './left-alone.ts'
import { nextWait } from './next-wait.ts'

export type CaseBookParts = {
  /** Wall time, and a clock that goes only forward; both in milliseconds. */
  clock: () => number
  monotonic: () => number
  /** Runs `act` after some milliseconds, unless it is cancelled first. */
  after: (milliseconds: number, act: () => void) => () => void
  /** Told that something about the cases has changed. */
  announce: () => void
}

/** Says a thing once for all that changed in one go: two hundred cases that change together are one change. */
const createOnce = (act: () => void): (() => void) => {
  let waiting = false
  return () => {
    if (waiting) return
    waiting = true
    queueMicrotask(() => {
      waiting = false
      act()
    })
  }
}

/** The open cases and when each is looked at next. `look` is called when a case's time has come. */
export const createCaseBook = (parts: CaseBookParts, look: (known: LookUpCase) => void) => {
  const { clock, monotonic, after } = parts
  const cases = new Map<string, LookUpCase>()
  const timers = new Map<string, () => void>()
  const leftAlone = createLeftAlone(monotonic)
  const announce = createOnce(parts.announce)
  let stopped = false

  const cancelTimer = (callId: string): void => {
    timers.get(callId)?.()
    timers.delete(callId)
  }

  const set = (known: LookUpCase): void => {
    if (stopped) return
    cases.set(known.call.callId, known)
    announce()
  }

  const drop = (callId: string): void => {
    cancelTimer(callId)
    if (cases.delete(callId)) announce()
  }

  const ring = (callId: string): void => {
    timers.delete(callId)
    const known = cases.get(callId)
    if (known !== undefined) look(known)
  }

  /** Keeps a case and sets its next time; one that is resolved is closed. */
  const schedule = (known: LookUpCase): void => {
    const { callId, outcome } = known.call
    if (stopped || !isUnresolved(outcome)) return drop(callId)
    cancelTimer(callId)
    const next = nextWait(known, monotonic())
    const wait = next === null ? null : Math.max(next, leftAlone.left(known.call.profileId))
    // While the answer is out, it is what goes on, and not a person.
    const step = wait === null && known.endedAt !== null ? 'stopped' : 'waiting'
    set({ ...known, step, nextAskWall: wait === null ? null : clock() + wait })
    if (wait !== null)
      timers.set(
        callId,
        after(wait, () => ring(callId)),
      )
  }

  return {
    now: (): Now => ({ wall: clock(), monotonic: monotonic() }),
    cancelTimer,
    set,
    drop,
    isStopped: (): boolean => stopped,
    get: (callId: string): LookUpCase | undefined => cases.get(callId),
    all: (): LookUpCase[] => [...cases.values()],
    schedule,
    /** Leaves the service of a profile alone for as long as it asked with this failure, for every call of that profile. */
    leaveAlone(profileId: string, failure: Failure): void {
      if (!leftAlone.note(profileId, failure)) return
      for (const known of cases.values()) if (known.call.profileId === profileId) schedule(known)
    },
    /** Ends all waiting. Nothing is kept or looked at from now on. */
    stop(): void {
      stopped = true
      for (const callId of timers.keys()) cancelTimer(callId)
      cases.clear()
    },
  }
}

export type CaseBook = ReturnType<typeof createCaseBook>

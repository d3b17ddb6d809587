import type { CallService } from './call-service.ts'
import type { QuitWaits } from './quit-waits.ts'

export type EndCallsParts = {
  calls: Pick<CallService, 'stopPlacing' | 'settled' | 'waits' | 'onProgress'>
  /** A clock that goes only forward, in milliseconds. */
  monotonic: () => number
  /** Runs an act after some milliseconds, unless it is cancelled first. */
  after: (milliseconds: number, act: () => void) => () => void
  /** Told what is still waited for, at the start and whenever that changes. */
  tell: (waits: QuitWaits & { mayLeave: boolean }) => void
}

/** How long a disk may refuse an answer, in milliseconds, before that is told. */
const patience = 5_000
/** How long it is told before the app ends by itself: whoever asked it to end may not be there to read. In milliseconds. */
const timeToRead = 30_000

/** What is true of answers that were known when the app ended, and are not in its history. */
const unwrittenSentence = (calls: number): string =>
  `Rundesk ended although the disk did not take the answers of ${calls} ${calls === 1 ? 'call' : 'calls'}. ` +
  'The next start takes them for unknown and looks for them in the service.'

/**
 * Ends calling. No call begins any more; the answers that are out are waited for, and their being written. A disk that
 * refuses them does not keep the app for ever: once every request is over, that is told, and then it ends without them.
 * The next start takes such a call for unknown, and looks for it.
 */
export const createEndCalls = ({ calls, monotonic, after, tell }: EndCallsParts) => {
  const left = Promise.withResolvers<void>()
  let step: 'open' | 'waiting' | 'told' = 'open'
  /** When the app ends by itself after that has been told. */
  let endsAt = 0
  let cancel = (): void => {}

  const say = (): void => {
    const waits = calls.waits()
    if (waits.calls + waits.unwritten === 0) return
    const mayLeave = step === 'told'
    tell({ ...waits, mayLeave, ...(mayLeave && { milliseconds: Math.max(0, Math.ceil(endsAt - monotonic())) }) })
  }

  const tellTheTruth = (): void => {
    step = 'told'
    endsAt = monotonic() + timeToRead
    cancel = after(timeToRead, left.resolve)
    say()
  }

  const refusedOnly = (): boolean => {
    const { calls: out, unwritten } = calls.waits()
    return out === 0 && unwritten > 0
  }

  /** The clock of the patience runs from the moment on when nothing but the disk is waited for. */
  const watchTheDisk = (): void => {
    if (step === 'told') return say()
    cancel()
    if (refusedOnly()) cancel = after(patience, tellTheTruth)
    // Between an answer and its record there are milliseconds, which nobody can read.
    else say()
  }

  return {
    /** Resolves when everything is written or given up, with how many known answers are not written, and that in words. */
    async end(): Promise<{ unwritten: number; sentence: string }> {
      step = 'waiting'
      calls.stopPlacing()
      say()
      const forget = calls.onProgress(watchTheDisk)
      if (refusedOnly()) watchTheDisk()
      await Promise.race([calls.settled(), left.promise])
      forget()
      cancel()
      const { unwritten } = calls.waits()
      return { unwritten, sentence: unwrittenSentence(unwritten) }
    },
    /** The person who was told goes without waiting any longer; before that this only says again what is waited for. */
    leave(): void {
      if (step === 'told') left.resolve()
      else say()
    },
  }
}

export type EndCalls = ReturnType<typeof createEndCalls>

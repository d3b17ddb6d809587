import type { Call } from '../../contract/call.ts'
import { type Outcome, succeed } from '../../contract/failure.ts'
import type { Storage } from '../storage/storage.ts'
import type { CallLedger } from './call-ledger.ts'
import type { OwnCalls } from './own-calls.ts'

export type ResumeCallsParts = {
  storage: Pick<Storage, 'ask'>
  ledger: Pick<CallLedger, 'settleInterrupted' | 'putBack'>
  own: Pick<OwnCalls, 'underWay' | 'isUnderWay' | 'isOurs'>
  watch: (call: Call) => void
  /** Runs an act after some milliseconds, unless it is cancelled first. */
  after: (milliseconds: number, act: () => void) => () => void
}

const betweenTries = 2_000

/**
 * Settles what an earlier run left behind, or another desk that had the data folder before, and watches what is
 * unresolved. A history that cannot be written yet is tried again until it can: until then nothing may be placed. When the
 * history was in trouble meanwhile it is all done anew, for it may have been restored, or have been another desk's; the
 * calls that are on their way are put back on record first.
 */
export const createResumeCalls = ({ storage, ledger, own, watch, after }: ResumeCallsParts) => {
  /** How often the history has been in doubt, and after which of these times everything was done. */
  let doubts = 0
  let done = -1
  let running: Promise<Outcome<null>> | null = null
  let resting = false
  let stopped = false
  let cancel = (): void => {}

  const putBack = async (): Promise<Outcome<null>> => {
    for (const one of own.underWay()) {
      const back = await ledger.putBack(one)
      if (!back.ok) return back
      // Its answer may have been written in the meantime; then that is what is watched.
      if (own.isUnderWay(one.call.callId)) watch(back.value)
    }
    return succeed(null)
  }

  const settleAndWatch = async (): Promise<Outcome<null>> => {
    const doubt = doubts
    const back = await putBack()
    if (!back.ok) return back
    const settled = await ledger.settleInterrupted(own.isOurs)
    if (!settled.ok) return settled
    const unresolved = await storage.ask('unresolvedCalls', {})
    if (!unresolved.ok) return unresolved
    for (const call of unresolved.value) if (!own.isOurs(call.callId)) watch(call)
    done = doubt
    return succeed(null)
  }

  /** Done once after each doubt; everyone who asks meanwhile waits for the same try. */
  const ensure = async (): Promise<Outcome<null>> => {
    if (done === doubts) return succeed(null)
    running ??= settleAndWatch().finally(() => (running = null))
    const tried = await running
    // A doubt that came up meanwhile wants another round.
    return tried.ok ? ensure() : tried
  }

  const untilDone = async (): Promise<Outcome<null>> => {
    resting = false
    const tried = await ensure()
    resting = true
    if (!tried.ok && !stopped) cancel = after(betweenTries, () => void untilDone())
    return tried
  }

  return {
    ensure,
    /** Tries now, answers with what came of it, and goes on trying when it failed. */
    start: untilDone,
    /** The history is in trouble, or works again: what was settled before may not be settled any more. */
    doubt(): void {
      doubts += 1
      if (!resting || stopped) return
      cancel()
      cancel = after(0, () => void untilDone())
    },
    stop(): void {
      stopped = true
      cancel()
    },
  }
}

export type ResumeCalls = ReturnType<typeof createResumeCalls>

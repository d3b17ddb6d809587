import type { Call } from '../../contract/call.ts'
import { type Outcome, succeed } from '../../contract/failure.ts'
import type { Storage } from '../storage/storage.ts'
import type { CallLedger } from './call-ledger.ts'

export type ResumeCallsParts = {
  storage: Pick<Storage, 'ask'>
  ledger: Pick<CallLedger, 'settleInterrupted'>
  watch: (call: Call) => void
  /** Runs an act after some milliseconds, unless it is cancelled first. */
  after: (milliseconds: number, act: () => void) => () => void
}

const betweenTries = 2_000

/**
 * Settles what an earlier run left behind, or another desk that had the data folder before, and watches what is
 * unresolved. A history that cannot be written yet is tried again until it can: until then nothing may be placed.
 */
export const createResumeCalls = ({ storage, ledger, watch, after }: ResumeCallsParts) => {
  let done = false
  let running: Promise<Outcome<null>> | null = null
  let cancel = (): void => {}

  const settleAndWatch = async (): Promise<Outcome<null>> => {
    const settled = await ledger.settleInterrupted()
    if (!settled.ok) return settled
    const unresolved = await storage.ask('unresolvedCalls', {})
    if (!unresolved.ok) return unresolved
    for (const call of unresolved.value) watch(call)
    done = true
    return succeed(null)
  }

  /** Done once; everyone who asks meanwhile waits for the same try. */
  const ensure = (): Promise<Outcome<null>> => {
    if (done) return Promise.resolve(succeed(null))
    running ??= settleAndWatch().finally(() => (running = null))
    return running
  }

  const untilDone = async (): Promise<Outcome<null>> => {
    const tried = await ensure()
    if (!tried.ok) cancel = after(betweenTries, () => void untilDone())
    return tried
  }

  return {
    ensure,
    /** Tries now, answers with what came of it, and goes on trying when it failed. */
    start: untilDone,
    stop: (): void => cancel(),
  }
}

export type ResumeCalls = ReturnType<typeof createResumeCalls>

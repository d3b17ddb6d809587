import type { Call, CallState } from '../../../contract/call.ts'
import { type Outcome, succeed } from '../../../contract/failure.ts'
import { longestCall } from '../../../domain/call-state.ts'
import type { Storage } from '../../storage/storage.ts'
import type { InFlightCalls } from './guards.ts'
import type { CallOutcomes, Retry } from './outcomes.ts'

/** Pause between attempts to settle earlier calls, in milliseconds. */
const retryMilliseconds = 2_000

/**
 * Settles the calls of an earlier process, or of another app that used the data folder, and watches the calls whose run
 * is to be looked up. No call is recorded until this succeeds, so it is retried until the history is writable. It runs
 * again after a storage failure, because the history may have been restored; calls in flight are recorded again first.
 */
export const createResume = ({
  storage,
  outcomes,
  inFlight,
  watch,
  after,
}: {
  storage: Pick<Storage, 'run'>
  outcomes: Pick<CallOutcomes, 'settleInterrupted' | 'restore' | 'now'>
  inFlight: Pick<InFlightCalls, 'all' | 'has' | 'isOwn'>
  watch: (call: Call) => void
  after: (milliseconds: number, action: () => void) => () => void
}) => {
  /** Number of storage changes reported so far, and that number when everything was last settled. */
  let changes = 0
  let settledAfter = -1
  let running: Promise<Outcome<null>> | null = null
  let idle = false
  let stopped = false
  let cancel = (): void => {}

  const restoreInFlight = async (): Promise<Outcome<null>> => {
    for (const one of inFlight.all()) {
      const restored = await outcomes.restore(one)
      if (!restored.ok) return restored
      // If its outcome was written in the meantime, the call is already watched.
      if (inFlight.has(one.call.callId)) watch(restored.value)
    }
    return succeed(null)
  }

  const settleAndWatch = async (): Promise<Outcome<null>> => {
    const change = changes
    const restored = await restoreInFlight()
    if (!restored.ok) return restored
    const settled = await outcomes.settleInterrupted(inFlight.isOwn)
    if (!settled.ok) return settled
    const since = new Date(Date.parse(outcomes.now()) - longestCall).toISOString()
    const lookedUp = await storage.run('callsToLookUp', { since })
    if (!lookedUp.ok) return lookedUp
    for (const call of lookedUp.value) if (!inFlight.isOwn(call.callId)) watch(call)
    settledAfter = change
    return succeed(null)
  }

  /** Settles once after each storage change; concurrent callers share one attempt. */
  const ensure = async (): Promise<Outcome<null>> => {
    if (settledAfter === changes) return succeed(null)
    running ??= settleAndWatch().finally(() => (running = null))
    const tried = await running
    // A storage change during the attempt requires another attempt.
    return tried.ok ? ensure() : tried
  }

  const start = async (): Promise<Outcome<null>> => {
    idle = false
    const tried = await ensure()
    idle = true
    if (!tried.ok && !stopped) cancel = after(retryMilliseconds, () => void start())
    return tried
  }

  return {
    ensure,
    /** Makes an attempt now, returns the result, and retries after a failure. */
    start,
    /** Invoked when the storage fails or works again, because earlier calls may have to be settled again. */
    storageChanged(): void {
      changes += 1
      if (!idle || stopped) return
      cancel()
      cancel = after(0, () => void start())
    },
    stop(): void {
      stopped = true
      cancel()
    },
  }
}

type UnsentCall = { record: Call; endedAt: string; attempt: Promise<Outcome<null>> | null }

const notSent: CallState = { state: 'notSent', cause: 'notRecorded' }

/**
 * Tracks calls that could not be recorded, so nothing was sent. The record may have been written despite the reported
 * error; such a record has the state `sending` and is corrected as soon as it can be read.
 */
export const createUnsentCalls = ({
  outcomes,
  inFlight,
  watch,
  retry,
}: {
  outcomes: Pick<CallOutcomes, 'find' | 'settleInFlight' | 'now'>
  inFlight: Pick<InFlightCalls, 'beginRecord' | 'endRecord'>
  watch: (call: Call) => void
  retry: Retry
}) => {
  const unsent = new Map<string, UnsentCall>()

  const settle = async ({ record: { callId, preparedAt }, endedAt }: UnsentCall): Promise<Outcome<null>> => {
    const found = await outcomes.find(callId)
    if (!found.ok) return found
    // SECURITY: a call with the same ID that an earlier process recorded may have been sent, so its record is kept as
    // it is. Usually there is no record, and nothing is written to a failing disk.
    const isOwn = found.value?.preparedAt === preparedAt
    const end = { endedAt, serverDate: null }
    const written = isOwn ? await outcomes.settleInFlight(callId, notSent, end) : succeed(null)
    if (!written.ok) return written
    unsent.delete(callId)
    inFlight.endRecord(callId)
    if (written.value !== null) watch(written.value)
    return succeed(null)
  }

  /** One attempt at a time per call, shared by all callers: none may start after the call with this ID was sent. */
  const settleNow = (callId: string): Promise<Outcome<null>> => {
    const call = unsent.get(callId)
    if (call === undefined) return Promise.resolve(succeed(null))
    call.attempt ??= settle(call).finally(() => (call.attempt = null))
    return call.attempt
  }

  return {
    /** Adds a call whose record was requested and for which storage reported a failure. */
    add(record: Call): void {
      const { callId } = record
      inFlight.beginRecord(callId)
      unsent.set(callId, { record, endedAt: outcomes.now(), attempt: null })
      void retry(async () => (await settleNow(callId)).ok)
    },
    /** Tries to settle such a call now; succeeds immediately for any other call. */
    settleNow,
  }
}

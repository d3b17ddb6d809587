import { isDeepStrictEqual } from 'node:util'
import type { Call, CallState, CallStateName } from '../../../contract/call.ts'
import { type Outcome, succeed } from '../../../contract/failure.ts'
import { addsEndOnly } from '../../../domain/answered-calls.ts'
import {
  decisionOf,
  isProvisional,
  isUnresolved,
  ownRunIdsOf,
  runDespiteDecisionOf,
  runIdOf,
  runIdsOf,
} from '../../../domain/call-state.ts'
import type { Run } from '../../../contract/run.ts'
import { type EndReport, endOfRun, hasResult } from '../../../domain/call-end.ts'
import type { Storage } from '../../storage/storage.ts'
import type { InFlightCall } from './guards.ts'

export type CallOutcomesDeps = {
  storage: Pick<Storage, 'run'>
  clock: () => number
  announce: (callIds: string[]) => void
  /** Invoked with each call after its new state is durable. */
  onMoved?: (call: Call) => void
}

/** When a call's connection ended (at the latest), and the service's time in the response; both ISO 8601. */
export type RequestEnd = { endedAt: string; serverDate: string | null }

const interrupted: CallState = { state: 'unknown', cause: 'interrupted', status: null, detail: '' }

/** Writes the outcomes of calls. Every state is durable before it is announced. */
export const createCallOutcomes = ({ storage, clock, announce, onMoved = () => {} }: CallOutcomesDeps) => {
  const now = (): string => new Date(clock()).toISOString()

  const announced = (moved: Outcome<Call | null>): Outcome<Call | null> => {
    if (moved.ok && moved.value !== null) {
      announce([moved.value.callId])
      onMoved(moved.value)
    }
    return moved
  }

  /** Writes the outcome of a call in flight; null if another outcome was written first. */
  const settle = async (callId: string, outcome: CallState, end: RequestEnd): Promise<Outcome<Call | null>> => {
    const from = statesBefore(outcome.state)
    return announced(await storage.run('moveCall', { callId, from, outcome, at: now(), ...end }))
  }

  /**
   * Writes the outcome of a call that this process sent. It replaces only a provisional outcome, because a write that
   * was reported as failed may have succeeded. Returns the call as it is now, or null if there is none.
   */
  const settleInFlight = async (
    callId: string,
    outcome: CallState,
    end: RequestEnd,
    repeats = 3,
  ): Promise<Outcome<Call | null>> => {
    const step = { callId, outcome, at: now(), ...end }
    const moved = announced(await storage.run('moveCall', { ...step, from: ['sending'] }))
    if (!moved.ok || moved.value !== null) return moved
    const found = await find(callId)
    if (!found.ok || found.value === null) return found
    const { outcome: expected } = found.value
    // After a restore of the history, the call is `sending` again, possibly since the first attempt.
    const isOpen = expected.state === 'sending' || isProvisional(expected) || mayResolve(expected, outcome)
    if (!isOpen || isDeepStrictEqual(expected, outcome)) return announced(found)
    const replaced = announced(await storage.run('moveCall', { ...step, from: [expected.state], expected }))
    if (!replaced.ok || replaced.value !== null) return replaced
    // The record changed after it was read.
    return repeats > 0 ? settleInFlight(callId, outcome, end, repeats - 1) : find(callId)
  }

  /** Records a call in flight again after the history was restored; returns the recorded call. */
  const restore = async ({ call, initialContext }: InFlightCall): Promise<Outcome<Call>> => {
    const restored = await storage.run('restoreCall', { call, initialContext, at: now() })
    if (restored.ok) announced(restored)
    return restored
  }

  /** Writes a later finding, dated `at`; returns null if the call has changed since `call` was read. */
  const resolve = async (call: Call, outcome: CallState, at = now()): Promise<Outcome<Call | null>> => {
    if (!mayResolve(call.outcome, outcome)) return succeed(null)
    const { callId, outcome: expected } = call
    return announced(await storage.run('moveCall', { callId, from: [expected.state], expected, outcome, at }))
  }

  /**
   * Writes how a call's run ended; returns null if the run is still in progress or nothing changed. A later report
   * replaces an earlier one, except that a run without a result, which may be older than the recorded end, doesn't
   * replace an end with a result or (while `mayGetResult`) "reached". A person's decision remains.
   */
  const recordEnd = async (
    callId: string,
    run: EndReport & Pick<Run, 'workflowRunId'>,
    mayGetResult: boolean,
  ): Promise<Outcome<Call | null>> => {
    const reported = endOfRun(run, mayGetResult)
    if (reported === null) return succeed(null)
    for (let attempt = 1; ; attempt += 1) {
      const found = await find(callId)
      if (!found.ok || found.value === null) return found
      const { outcome: expected, phoneNumber } = found.value
      if (expected.state !== 'accepted' && expected.state !== 'closedByOperator') return succeed(null)
      const [own, ...others] = ownRunIdsOf({ outcome: expected })
      if (own !== run.workflowRunId || others.length > 0) return succeed(null)
      const isErased = phoneNumber === '' || phoneNumber.startsWith('…')
      // Do not store new texts about a person whose data was erased. Without an end, the call would use a list's slot.
      const end = isErased ? { ...reported, disposition: null } : reported
      const isPending = expected.state === 'accepted' && expected.progress !== 'started'
      if (isPending || isDeepStrictEqual(expected.end, end)) return succeed(null)
      if (expected.end !== undefined && !hasResult(reported) && hasResult(expected.end)) return succeed(null)
      if (mayGetResult && end.kind === 'ended' && expected.end?.kind === 'reached') return succeed(null)
      const step = { callId, from: [expected.state], expected, outcome: { ...expected, end }, at: now() }
      const written = await storage.run('moveCall', step)
      // A list may call a row of a call that was resolved as not placed as soon as that call is over.
      if (!addsEndOnly(expected, step.outcome) || runDespiteDecisionOf(expected) !== null) announced(written)
      else if (written.ok && written.value !== null) announce([callId])
      // If nothing was written, the record changed after it was read.
      if (!written.ok || written.value !== null || attempt === 4) return written
    }
  }

  /** Returns the current call; null if there is none. */
  const find = async (callId: string): Promise<Outcome<Call | null>> => {
    const found = await storage.run('getCall', { callId })
    return found.ok ? succeed(found.value?.call ?? null) : found
  }

  /**
   * Settles the calls of an earlier process: `sending` becomes `unknown`, and `queued`, which was never sent, becomes
   * `cancelled`. Their connections have ended by now. Skips calls of this process, according to `isOwn`.
   */
  const settleInterrupted = async (isOwn: (callId: string) => boolean = () => false): Promise<Outcome<null>> => {
    const unfinished = await storage.run('callsInStates', { states: ['queued', 'sending'] })
    if (!unfinished.ok) return unfinished
    for (const { callId, outcome } of unfinished.value.filter((call) => !isOwn(call.callId))) {
      const next: CallState = outcome.state === 'queued' ? { state: 'cancelled' } : interrupted
      const moved = await settle(callId, next, { endedAt: now(), serverDate: null })
      if (!moved.ok) return moved
    }
    return succeed(null)
  }

  return { now, announce, settle, settleInFlight, restore, resolve, recordEnd, find, settleInterrupted }
}

export type CallOutcomes = ReturnType<typeof createCallOutcomes>

// `queued` is durable; `sending` is durable before the socket opens; anything unclear after that is `unknown`. Storage
// changes a call's state only if the transition is listed here. Later findings (by reconciliation or the user) replace
// only the outcome that they are about. Not in this table: the response to the sending process replaces a
// provisional outcome (settleInFlight), a call in flight is `sending` again after a restore (restore), its run may be
// found before its response (addsFoundRun), and the lists may show runs, or none, after a person's decision (addsRuns).
const transitions: Readonly<Record<CallStateName, readonly CallStateName[]>> = {
  queued: ['sending', 'cancelled'],
  sending: ['accepted', 'rejected', 'notSent', 'failedAtProvider', 'unknown'],
  accepted: ['accepted', 'failedAtProvider', 'closedByOperator'],
  rejected: ['accepted', 'rejected', 'failedAtProvider', 'candidate'],
  notSent: [],
  failedAtProvider: ['accepted', 'failedAtProvider', 'candidate', 'notFound', 'closedByOperator'],
  unknown: ['accepted', 'failedAtProvider', 'candidate', 'notFound', 'closedByOperator'],
  candidate: ['accepted', 'failedAtProvider', 'closedByOperator'],
  notFound: ['accepted', 'failedAtProvider', 'candidate', 'closedByOperator'],
  closedByOperator: [],
  cancelled: [],
}

/** Returns the states from which a call may become `to`. */
export const statesBefore = (to: CallStateName): CallStateName[] => {
  // Object.keys loses the type of the keys; the table has exactly one entry per state.
  const names = Object.keys(transitions) as CallStateName[]
  return names.filter((from) => transitions[from].includes(to))
}

/**
 * Returns whether a later finding may replace `from`: only an unresolved outcome, `notFound`, because the run may
 * appear later, or a refusal whose run was found. Calls in `queued` and `sending` wait for their own response; only the
 * run that the lists show before it is added.
 */
export const mayResolve = (from: CallState, to: CallState): boolean =>
  addsFoundRun(from, to) ||
  addsRuns(from, to) ||
  (transitions[from.state].includes(to.state) &&
    from.state !== 'queued' &&
    from.state !== 'sending' &&
    (isUnresolved(from) || from.state === 'notFound' || isRefusalOfFoundRun(from, to)))

const addsFoundRun = (from: CallState, to: CallState): boolean =>
  from.state === 'sending' &&
  to.state === 'sending' &&
  runIdOf({ outcome: from }) === null &&
  runIdOf({ outcome: to }) !== null

/** True if the decision is the same and only runs are added, that known ones are the call's, or that there are none. */
const addsRuns = (from: CallState, to: CallState): boolean => {
  if (from.state !== 'closedByOperator' || to.state !== 'closedByOperator') return false
  const [before, after] = [runIdsOf({ outcome: from }), runIdsOf({ outcome: to })]
  const addsOwn = ownRunIdsOf({ outcome: from }).length < ownRunIdsOf({ outcome: to }).length
  const addsNone = after.length === 0 && from.noRunAt === undefined && to.noRunAt !== undefined
  return (
    isDeepStrictEqual(decisionOf(from), decisionOf(to)) &&
    (before.length < after.length || addsOwn || addsNone) &&
    before.every((runId) => after.includes(runId))
  )
}

/** True if a run's ID is added to a refusal, or if the runs of a refused call decide. */
const isRefusalOfFoundRun = (from: CallState, to: CallState): boolean =>
  (from.state === 'rejected' || (from.state === 'failedAtProvider' && runIdOf({ outcome: from }) === null)) &&
  runIdsOf({ outcome: to }).length > 0 &&
  to.state !== 'closedByOperator' &&
  (to.state !== 'rejected' || runIdOf({ outcome: from }) === null)

/**
 * Returns a function that writes an outcome and retries as long as the write fails. Until then the call is recorded as
 * `sending`.
 */
export const createSettleUntilWritten = ({
  outcomes,
  watch,
  retry,
}: {
  outcomes: Pick<CallOutcomes, 'settleInFlight' | 'restore'>
  /** Invoked with the call after its outcome is written. */
  watch: (call: Call) => void
  retry: Retry
}) => {
  const write = async (sent: InFlightCall, outcome: CallState, end: RequestEnd): Promise<Outcome<Call | null>> => {
    const written = await outcomes.settleInFlight(sent.call.callId, outcome, end)
    if (!written.ok || written.value !== null) return written
    // The history was replaced during the request and does not have this call.
    const restored = await outcomes.restore(sent)
    return restored.ok ? outcomes.settleInFlight(sent.call.callId, outcome, end) : restored
  }

  return (sent: InFlightCall, outcome: CallState, end: RequestEnd): Promise<void> =>
    retry(async () => {
      const written = await write(sent, outcome, end)
      if (written.ok && written.value !== null) watch(written.value)
      return written.ok
    })
}

/** First and longest pause between attempts, in milliseconds. */
const firstPause = 250
const longestPause = 10_000

export type Retry = (attempt: () => Promise<boolean>) => Promise<void>

/** Repeats an attempt until it returns true or the app quits; the pause doubles from 250 ms to 10 s. */
export const createRetry =
  ({
    after,
    isStopped,
  }: {
    after: (milliseconds: number, action: () => void) => () => void
    isStopped: () => boolean
  }): Retry =>
  async (attempt) => {
    for (let pause = firstPause; !isStopped(); pause = Math.min(pause * 2, longestPause)) {
      if (await attempt()) return
      await new Promise<void>((resolve) => after(pause, resolve))
    }
  }

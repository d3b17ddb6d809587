import type { Call, CallDraft, CallState } from '../../../contract/call.ts'
import type { Failure, Outcome } from '../../../contract/failure.ts'
import type { Brake, List } from '../../../contract/list.ts'
import { isResolvedAndOver } from '../../../domain/call-state.ts'
import { type CallEffect, effectOf, isCalledLater, refusalOf, usesSlot } from '../../../domain/lists/brake.ts'
import { type ClockReading, clockMoved } from '../../../domain/lists/calling-hours.ts'
import { retriesAfter } from '../../../domain/lists/retry.ts'
import type { ListRow } from '../calls/record-call.ts'
import type { DueRow } from '../../storage/lists/list-calls.ts'
import type { Storage } from '../../storage/storage.ts'
import { type CalledRow, createCallSlots, type EarlierCall } from './call-slots.ts'

export type RunningListDeps = {
  storage: Pick<Storage, 'run'>
  triggerCall: (draft: CallDraft, row: ListRow) => Promise<Outcome<Call>>
  clock: () => number
  monotonic: () => number
  after: (milliseconds: number, action: () => void) => () => void
  /** Invoked when the list or its rows change. */
  announce: () => void
  /** Invoked once when a brake stops the list; the reason must be stored. */
  onBrake: (reason: Brake, detail: string, version?: string) => void
  /** Invoked when no row is ready and no call is in progress. */
  onIdle: () => void
}

/** Minimum number of rows to read ahead, so that a free slot never has to wait for the disk. */
const fewestAhead = 10
/**
 * How long a row waits if its number is busy with another call of this app, and if its request could not be sent; in
 * milliseconds.
 */
const [numberInUse, afterUnsent] = [60_000, 15_000]
/** How often the clock is checked when nothing else happens, in milliseconds. */
const clockCheck = 30_000
/** Maximum wait for the next due row, in milliseconds: the wall clock may be changed during the wait. */
const longestWait = 10 * 60_000
/**
 * How long a list waits for calls with an unknown outcome, in milliseconds: reconciliation takes two to three minutes.
 */
const unknownWait = 5 * 60_000
/**
 * Maximum number of consecutive refusals by storage for rows that are ready and due. More mean an error, which must not
 * repeat forever.
 */
const mostRefused = 1_000

/**
 * How long a pause waits until the requests of recorded calls are sent, and how long a new do-not-call entry does:
 * longer than a connection may take. In milliseconds.
 */
const [pauseWait, entryWait] = [100, 20_000]

const detailOf = (outcome: CallState): string => ('detail' in outcome ? outcome.detail : '')

const rowsAhead = ({ options }: List): number => Math.max(fewestAhead, options.atOnce)

const mayOffer = ({ options: { maxCalls } }: List, offered: number): boolean => maxCalls === null || offered < maxCalls

/** Returns the call for a row; null for a list without an agent, which does not start. */
const draftOf = (
  { callId, phoneNumber, phoneNumberDisplay, context: initialContext }: DueRow,
  { agent, route, profileId }: List,
): CallDraft | null => {
  if (agent === null || route === null) return null
  const { agentUuid, agentName } = agent
  const number = { phoneNumber, phoneNumberDisplay, initialContext, redialOf: null, confirmation: null }
  return { callId, profileId, agentUuid, agentName, ...route, ...number }
}

/** Returns the milliseconds until the next search for rows; null if only calls in progress are left. */
const waitOf = (
  { counts, waiting }: List,
  { isIdle, sinceOutcome }: { isIdle: () => boolean; sinceOutcome: () => number },
  now: number,
): number | null => {
  if (waiting.until !== null) return Date.parse(waiting.until) - now
  if (counts.ready > 0) return numberInUse
  // If reconciliation finds no run for a call, the call was not placed, and its row is called again.
  return isIdle() && counts.unknown > 0 && sinceOutcome() < unknownWait ? afterUnsent : null
}

export type RunningPace = { offered: number; atOnce: number; pause: number }

type NextCall = { dueAt: number; counts: boolean }

/** Returns when a row is retried after this outcome, in milliseconds since 1970; null if it isn't. */
export const retryOf = (
  outcome: CallState,
  attempts: number,
  { retry }: List['options'],
  now: number,
): NextCall | null =>
  attempts <= retry.attempts && retriesAfter(outcome) ? { dueAt: now + retry.gapMinutes * 60_000, counts: true } : null

/** Returns when a row is called again after this outcome, in milliseconds since 1970; null if the outcome is final. */
const nextCallOf = (
  outcome: CallState,
  effect: CallEffect,
  { attempts }: CalledRow,
  options: List['options'],
  now: number,
): NextCall | null =>
  isCalledLater(effect)
    ? { dueAt: now + (effect.kind === 'notSent' ? afterUnsent : 0), counts: false }
    : retryOf(outcome, attempts, options, now)

type ClockDeps = Pick<RunningListDeps, 'clock' | 'monotonic' | 'after'> & { onMoved: () => void }

/** Reports when the wall clock has been changed since the start. Several small changes add up. */
const createClockWatch = ({ clock, monotonic, after, onMoved }: ClockDeps) => {
  const read = (): ClockReading => ({ wall: clock(), steady: monotonic() })
  let started = read()
  let cancel = (): void => {}
  const check = (): void => {
    if (clockMoved(started, read())) onMoved()
  }
  const keepChecking = (): void => {
    cancel = after(clockCheck, () => {
      keepChecking()
      check()
    })
  }
  return {
    check,
    start(): void {
      started = read()
      cancel()
      keepChecking()
    },
    stop: (): void => cancel(),
  }
}

/** Runs `action` after the latest wait only, and after `longestWait` at the latest. */
const createWait = (after: RunningListDeps['after'], action: () => void) => {
  let cancel = (): void => {}
  return {
    begin(milliseconds: number): void {
      cancel()
      cancel = after(Math.max(1, Math.min(milliseconds, longestWait)), action)
    },
    end: (): void => cancel(),
  }
}

/**
 * Calls the due rows of one list, as many simultaneously as its pace allows, with the same `triggerCall` as single
 * calls. The transaction that records a call decides whether its row may be called; this module only offers rows.
 */
export const createRunningList = (deps: RunningListDeps, listId: string) => {
  const { storage, clock, monotonic, after, announce } = deps
  let plan: List | null = null
  let isRunning = false
  /** The number of calls requested since the start, except refused ones, and of refusals since the last call. */
  let [offered, refused] = [0, 0]
  /** Rows that were read ahead, in order. */
  let ahead: DueRow[] = []
  /** Whether more rows are being read, and whether rows have changed since that began. */
  let [isReading, isReadOutdated] = [false, false]
  /** When a read returned no further row, in milliseconds since 1970; null if something has changed since. */
  let exhaustedAt: number | null = null
  /** The calls whose record was requested. */
  const recording = new Map<string, Promise<void>>()
  const slots = createCallSlots({ monotonic, after, onFree: () => pump() })
  const clockWatch = createClockWatch({ clock, monotonic, after, onMoved: () => brake('clockChanged') })
  const nextWake = createWait(after, () => wake())

  const halt = (): void => {
    isRunning = false
    ahead = []
    clockWatch.stop()
    nextWake.end()
  }

  /** `version` is the agent's new version, which is shown to the user. */
  const brake = (reason: Brake, detail = '', version?: string): void => {
    if (!isRunning) return
    halt()
    deps.onBrake(reason, detail, version)
  }

  /** A call that cannot be recorded must not be placed, so a storage failure is a brake. */
  const run: Storage['run'] = async (name, input) => {
    const result = await storage.run(name, input)
    if (!result.ok) brake('diskRefused')
    return result
  }

  const onRefused = async ({ row, callId }: DueRow, failure: Failure): Promise<void> => {
    const refusal = refusalOf(failure)
    const of = { listId, row, callId }
    offered -= 1
    if (refusal.kind === 'notNow' && !refusal.isChanged) refused += 1
    if (refusal.kind === 'brake') brake(refusal.reason)
    else if (refusal.kind === 'over') halt()
    else if (refused > mostRefused) brake('guardsUnreadable')
    else if (refusal.kind === 'later') await run('deferListRow', { ...of, until: clock() + numberInUse })
    else if (refusal.kind !== 'notNow')
      await run('holdListRow', { ...of, at: clock(), code: refusal.finding, name: '' })
    announce()
  }

  const callRow = async (due: DueRow, list: List): Promise<void> => {
    const { row, callId, attempts } = due
    const draft = draftOf(due, list)
    if (draft === null) return brake('guardsUnreadable')
    slots.take(callId, { row, attempts: attempts + 1 })
    const answer = await deps.triggerCall(draft, {
      listId,
      row,
      onMayHaveLeft: () => slots.hasLeft(callId),
      onAnswer: ({ outcome, retryAfterSeconds = null }) => onAnswer(callId, outcome, retryAfterSeconds),
    })
    if (answer.ok) return void (refused = 0)
    slots.hasLeft(callId)
    await onRefused(due, answer.failure)
    exhaustedAt = null
    slots.release(callId)
  }

  /** Calls as many rows as there are free slots, and reads more rows ahead. */
  const pump = (): void => {
    if (!isRunning || plan === null) return
    clockWatch.check()
    while (slots.free() > 0 && mayOffer(plan, offered)) {
      const due = ahead.shift()
      if (due === undefined) break
      offered += 1
      const task = callRow(due, plan).finally(() => {
        recording.delete(due.callId)
        pump()
      })
      recording.set(due.callId, task)
    }
    if (!isRunning) return
    if (!mayOffer(plan, offered) && recording.size === 0) return brake('maxCalls')
    if (slots.pause() > 0) nextWake.begin(slots.pause())
    if (ahead.length < rowsAhead(plan)) void readAhead(plan)
  }

  const readAhead = async (current: List): Promise<void> => {
    if (isReading) return
    if (exhaustedAt !== null) return void (slots.isIdle() && recording.size === 0 && (await waitForRows(exhaustedAt)))
    isReading = true
    isReadOutdated = false
    const now = clock()
    // Rows whose calls are being recorded are still stored as ready.
    const except = [...ahead.map(({ callId }) => callId), ...recording.keys()]
    const due = await run('takeDueRows', { listId, now, limit: rowsAhead(current), except })
    isReading = false
    if (!due.ok || !isRunning) return
    if (isReadOutdated) return pump()
    const rows = due.value.filter(({ callId }) => !slots.usesSlot(callId))
    ahead.push(...rows)
    if (rows.length > 0) return pump()
    exhaustedAt = now
    await waitForRows(now)
  }

  /** Waits for the first row that is due after the last read, even during calls, or reports that nothing is left to do. */
  const waitForRows = async (readAt: number): Promise<void> => {
    const found = await run('readList', { listId, now: readAt })
    if (!found.ok || found.value === null || !isRunning) return
    if (ahead.length + recording.size > 0 && (found.value.waiting.until === null || slots.pause() > 0)) return
    const wait = waitOf(found.value, slots, clock())
    if (wait !== null) return nextWake.begin(wait)
    if (slots.isIdle()) deps.onIdle()
  }

  const wake = (): void => {
    exhaustedAt = null
    // Rows that were read ahead are not recorded yet. They are read again, because another row may come first now.
    ahead = []
    isReadOutdated = true
    pump()
  }

  /** Adjusts the pace and the brakes to an outcome, which may not be on disk yet. */
  const follow = (callId: string, outcome: CallState, effect: CallEffect, retryAfterSeconds: number | null): void => {
    const pausing = slots.note(callId, effect, retryAfterSeconds)
    if (pausing !== null) brake(pausing, detailOf(outcome))
  }

  /**
   * Handles a call's response. A brake stops the list before the outcome is written, and the free slot is used without
   * waiting for the write.
   */
  const onAnswer = (callId: string, outcome: CallState, retryAfterSeconds: number | null): void => {
    slots.hasLeft(callId)
    const effect = effectOf(outcome)
    if (effect === null || !slots.usesSlot(callId)) return
    follow(callId, outcome, effect, retryAfterSeconds)
    if (!usesSlot(outcome)) slots.settle(callId)
    // The first responses allow more calls at once, even while these calls still use their slots.
    pump()
  }

  return {
    /**
     * Starts or resumes with the list in its current state. `limit` is how many calls the organization may have at
     * once, if known; `inProgress` are the calls that an earlier process started.
     */
    start(list: List, limit: number | null, inProgress: readonly EarlierCall[]): void {
      plan = list
      offered = 0
      refused = 0
      exhaustedAt = null
      isRunning = true
      slots.start(list.options, limit, inProgress)
      clockWatch.start()
      pump()
    },

    /** Prevents further calls. Resolves when pending records are written and their requests have been sent. */
    async pause(): Promise<void> {
      halt()
      await Promise.allSettled(recording.values())
      await slots.untilLeft(pauseWait)
    },

    /** Resolves when the requests of all calls recorded so far have been sent, or after 20 s. */
    untilLeft: (): Promise<void> => slots.untilLeft(entryWait),

    /**
     * Handles the outcome of one of the list's calls, even while the list is paused. If the call was certainly not
     * placed, for a reason other than the row itself, the row becomes ready again with a new call ID.
     */
    async callMoved({ callId, outcome }: Call, called: CalledRow): Promise<void> {
      announce()
      const effect = effectOf(outcome)
      if (effect === null || plan === null) return
      follow(callId, outcome, effect, null)
      const again = nextCallOf(outcome, effect, called, plan.options, clock())
      // Make the row ready again before freeing its slot, so that the list is not finished in the meantime.
      if (again !== null) await run('callListRowAgain', { listId, row: called.row, callId, at: clock(), ...again })
      // The row may have waited for the end of this call.
      if (again !== null || isResolvedAndOver(outcome)) exhaustedAt = null
      slots.written(callId, effect)
      if (!usesSlot(outcome)) slots.release(callId)
      else if (effect.kind !== 'unknown') return
      // An unknown call keeps its slot, but it may be the last one that the list waited for.
      pump()
    },

    brake,
    wake,
    isRunning: (): boolean => isRunning,
    /**
     * Returns how many calls a running list has requested since its start, except refused ones, how many may be in
     * progress, and the milliseconds until calls may start; null for a list that isn't running.
     */
    pace: (): RunningPace | null => (isRunning ? { offered, atOnce: slots.atOnce(), pause: slots.pause() } : null),
    rowOf: slots.rowOf,

    stop(): void {
      halt()
      slots.stop()
    },
  }
}

export type RunningList = ReturnType<typeof createRunningList>

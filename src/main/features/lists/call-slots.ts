import { longestCall } from '../../../domain/call-state.ts'
import { type Outcome, succeed } from '../../../contract/failure.ts'
import type { Brake, ListOptions } from '../../../contract/list.ts'
import type { Storage } from '../../storage/storage.ts'
import {
  afterAnswered,
  afterRefused,
  brakeOf,
  type CallEffect,
  createPace,
  effectOf,
  mostAtOnce,
  type Pace,
  type Recent,
  slotsOf,
  withOutcome,
} from '../../../domain/lists/brake.ts'

/** A row that was called, and its number of attempts, including the current call. */
export type CalledRow = { row: number; attempts: number }

/** A call that an earlier process started, and for how many more milliseconds it may use its slot. */
export type EarlierCall = CalledRow & { callId: string; left: number; isUnknown: boolean }

/**
 * Calls that start together end together, and then wait for each other's records. So a list spreads as many calls as it
 * has slots over this share of the service's response time; the gap between two calls has a maximum, in milliseconds.
 */
const [spreadShare, longestGap] = [0.7, 100]

/** Outcomes that prove that the service can place calls. */
const answeredKinds: ReadonlySet<CallEffect['kind']> = new Set(['placed', 'carrierFailed', 'rowRefused'] as const)

/** `isTrial` is false for a call that was placed before the start or the last resume, and for an unknown one. */
type OpenCall = CalledRow & { takenAt: number; isCounted: boolean; isTrial: boolean; cancel: () => void }

type CallSlotsDeps = {
  monotonic: () => number
  after: (milliseconds: number, action: () => void) => () => void
  /** Invoked when a slot becomes free, and when a gap between two calls ends. */
  onFree: () => void
}

/**
 * Tracks a running list's calls that use the organization's slots, how many may be in progress at once, and their
 * recent outcomes.
 */
export const createCallSlots = ({ monotonic, after, onFree }: CallSlotsDeps) => {
  let pace: Pace = createPace({ atOnce: 1, freeSlots: 0 }, null)
  let recent: Recent = []
  let lastOutcomeAt = 0
  /** The average response time in milliseconds, and whether the next call waits for the end of a gap. */
  let responseTime = 0
  let isGap = false
  /** The calls that use a slot, those whose outcome is being written, and those with an unknown outcome. */
  const open = new Map<string, OpenCall>()
  const settling = new Map<string, OpenCall>()
  const unknown = new Map<string, OpenCall>()
  /** The calls whose request has not been sent yet. */
  const leaving = new Map<string, PromiseWithResolvers<void>>()

  const known = (callId: string): OpenCall | undefined =>
    open.get(callId) ?? settling.get(callId) ?? unknown.get(callId)

  const add = (callId: string, called: CalledRow, left: number, isTrial: boolean): OpenCall => {
    // A call without further reports keeps its slot until it must be over.
    const cancel = after(left, () => release(callId))
    const call = { ...called, takenAt: monotonic(), isCounted: !isTrial, isTrial, cancel }
    open.set(callId, call)
    return call
  }

  const release = (callId: string): void => {
    open.get(callId)?.cancel()
    if (open.delete(callId)) onFree()
  }

  const beginGap = (): void => {
    const gap = Math.min((spreadShare * responseTime) / Math.max(1, slotsOf(pace, monotonic())), longestGap)
    if (gap < 1) return
    isGap = true
    after(gap, () => {
      isGap = false
      onFree()
    })
  }

  const hasLeft = (callId: string): void => {
    leaving.get(callId)?.resolve()
    leaving.delete(callId)
  }

  return {
    /** Starts or resumes; `inProgress` are the calls that an earlier process started. */
    start(options: ListOptions, limit: number | null, inProgress: readonly EarlierCall[]): void {
      pace = createPace(options, limit)
      recent = []
      for (const call of open.values()) call.isTrial = false
      for (const { callId, left, isUnknown, ...called } of inProgress) {
        if (open.has(callId)) continue
        const call = add(callId, called, left, false)
        if (isUnknown) unknown.set(callId, call)
      }
    },
    /** Returns how many calls may start now. */
    free: (): number =>
      isGap ? 0 : slotsOf(pace, monotonic(), [...open.values()].filter(({ isTrial }) => !isTrial).length) - open.size,
    /** Returns how many calls may be in progress after the trial calls, also after refusals because of too many calls. */
    atOnce: (): number => mostAtOnce(pace),
    /**
     * Returns the milliseconds until calls may start again after the service refused one because of too many calls; 0
     * if they may start now.
     */
    pause: (): number => Math.max(0, pace.resumeAt - monotonic()),
    take(callId: string, called: CalledRow): void {
      beginGap()
      leaving.set(callId, Promise.withResolvers())
      add(callId, called, longestCall, true)
    },
    release,
    hasLeft,
    /** Resolves when the requests of all calls recorded so far have been sent, or after `limit` milliseconds. */
    async untilLeft(limit: number): Promise<void> {
      const left = Promise.allSettled([...leaving.values()].map(({ promise }) => promise))
      await Promise.race([left, new Promise<void>((resolve) => after(limit, resolve))])
    },

    /**
     * Adjusts the pace and the brakes to an outcome, which may not be on disk yet; a call's later outcome replaces its
     * first one. Returns why the list must pause; null if it need not.
     */
    note(callId: string, effect: CallEffect, retryAfterSeconds: number | null): Brake | null {
      const call = known(callId)
      if (call === undefined) return null
      const now = monotonic()
      lastOutcomeAt = now
      if (!call.isCounted) responseTime += (now - call.takenAt - responseTime) / (responseTime === 0 ? 1 : 10)
      if (!call.isCounted || recent.some((one) => one.callId === callId)) recent = withOutcome(recent, callId, effect)
      if (!call.isCounted && answeredKinds.has(effect.kind)) pace = afterAnswered(pace)
      if (!call.isCounted && effect.kind === 'busy')
        pace = afterRefused(pace, { inProgress: open.size - 1, now, retryAfterSeconds })
      call.isCounted = true
      if (effect.kind === 'unknown') call.isTrial = false
      return effect.kind === 'brake' ? effect.reason : brakeOf(recent)
    },

    /** Frees the slot of a call whose outcome is being written. */
    settle(callId: string): void {
      const call = open.get(callId)
      if (call !== undefined) settling.set(callId, call)
      release(callId)
    },
    /** Invoked when a call's outcome is on disk. */
    written(callId: string, effect: CallEffect): void {
      const call = known(callId)
      if (effect.kind === 'unknown' && call !== undefined) unknown.set(callId, call)
      else unknown.delete(callId)
      settling.delete(callId)
    },

    /** Returns the row of a call that this process knows; undefined for others. */
    rowOf: (callId: string): CalledRow | undefined => known(callId),
    usesSlot: (callId: string): boolean => open.has(callId),
    /** Returns whether no call is in progress, except unknown ones: the list doesn't wait for them that long. */
    isIdle: (): boolean => settling.size === 0 && [...open.keys()].every((callId) => unknown.has(callId)),
    /** Returns the milliseconds since the last outcome of a call. */
    sinceOutcome: (): number => monotonic() - lastOutcomeAt,
    stop(): void {
      for (const { cancel } of open.values()) cancel()
    },
  }
}

/**
 * Returns the list's calls that use slots, and for how many more milliseconds they may. Practice calls of an earlier
 * process ended with that process, and calls without further reports are over after `longestCall`.
 */
export const callsInProgress = async (
  storage: Pick<Storage, 'run'>,
  listId: string,
  now: number,
): Promise<Outcome<EarlierCall[]>> => {
  const found = await storage.run('listCallsInProgress', { listId })
  if (!found.ok) return found
  const calls = found.value
    .filter(({ practice }) => !practice)
    // At most this long, because the clock may have been set back since.
    .map(({ callId, preparedAt, outcome }) => ({
      callId,
      isUnknown: effectOf(outcome)?.kind === 'unknown',
      left: Math.min(longestCall, Date.parse(preparedAt) + longestCall - now),
    }))
    .filter(({ left }) => left > 0)
  const rows = await storage.run('rowsOfCalls', { callIds: calls.map(({ callId }) => callId) })
  if (!rows.ok) return rows
  return succeed(
    calls.flatMap((call) => {
      const of = rows.value[call.callId]
      return of === undefined ? [] : [{ ...call, row: of.row, attempts: of.attempts }]
    }),
  )
}

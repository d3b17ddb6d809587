import type { Brake, ListOptions } from '../../../contract/list.ts'
import { brakeOf, type CallEffect, type Recent, withOutcome } from '../../../domain/lists/brake.ts'
import { afterAnswered, afterRefused, createPace, type Pace, slotsOf } from '../../../domain/lists/pace.ts'

/** A row with a call of this list, and how often it was called, with that call. */
export type CalledRow = { row: number; attempts: number }

/** Longest call, in milliseconds: the service ends calls after 20 minutes. A call without news frees its slot then. */
const longestCall = 25 * 60_000
/** How long a pause waits for requests that were recorded before it, in milliseconds. */
const longestLeaving = 100

/** Outcomes that show that the service can place calls. */
const answeredKinds: ReadonlySet<CallEffect['kind']> = new Set(['placed', 'carrierFailed', 'rowRefused'] as const)

type OpenCall = CalledRow & { isCounted: boolean; isEarlier: boolean; cancel: () => void }

type CallSlotsDeps = {
  monotonic: () => number
  after: (milliseconds: number, action: () => void) => () => void
  /** A slot became free. */
  onFree: () => void
}

/** The calls of a running list that use a slot of the organization, how many may at once, and how the last ones went. */
export const createCallSlots = ({ monotonic, after, onFree }: CallSlotsDeps) => {
  let pace: Pace = createPace({ atOnce: 1, freeSlots: 0 }, null)
  let recent: Recent = []
  let lastOutcomeAt = 0
  /** The calls that use a slot, those whose last outcome is being written, and the unknown ones of this process. */
  const open = new Map<string, OpenCall>()
  const settling = new Map<string, OpenCall>()
  const unknown = new Map<string, OpenCall>()
  /** The calls whose request has not left yet. */
  const leaving = new Map<string, PromiseWithResolvers<void>>()

  const known = (callId: string): OpenCall | undefined =>
    open.get(callId) ?? settling.get(callId) ?? unknown.get(callId)

  const add = (callId: string, called: CalledRow, isEarlier: boolean): void => {
    const cancel = after(longestCall, () => release(callId))
    open.set(callId, { ...called, isCounted: isEarlier, isEarlier, cancel })
  }

  const release = (callId: string): void => {
    open.get(callId)?.cancel()
    if (open.delete(callId)) onFree()
  }

  const hasLeft = (callId: string): void => {
    leaving.get(callId)?.resolve()
    leaving.delete(callId)
  }

  return {
    /** Starts or resumes; `inProgress` are the calls that an earlier process started. */
    start(options: ListOptions, limit: number | null, inProgress: readonly (CalledRow & { callId: string })[]): void {
      pace = createPace(options, limit)
      recent = []
      for (const call of open.values()) call.isEarlier = true
      for (const { callId, ...called } of inProgress) if (!open.has(callId)) add(callId, called, true)
    },
    /** How many calls may start now. */
    free: (): number =>
      slotsOf(pace, monotonic(), [...open.values()].filter(({ isEarlier }) => isEarlier).length) - open.size,
    /** Milliseconds until calls may start again after a refusal for too many; 0 if they may. */
    pause: (): number => Math.max(0, pace.resumeAt - monotonic()),
    take(callId: string, called: CalledRow): void {
      leaving.set(callId, Promise.withResolvers())
      add(callId, called, false)
    },
    release,
    hasLeft,
    /** Resolves when the requests of the calls that are recorded now have left. */
    async untilLeft(): Promise<void> {
      const left = Promise.allSettled([...leaving.values()].map(({ promise }) => promise))
      await Promise.race([left, new Promise<void>((resolve) => after(longestLeaving, resolve))])
    },

    /**
     * Adjusts pace and brakes to an outcome, which may not be on the disk yet; a later outcome of a call replaces its first
     * one. Returns why the list has to pause, if it has to.
     */
    note(callId: string, effect: CallEffect, retryAfterSeconds: number | null): Brake | null {
      const call = known(callId)
      hasLeft(callId)
      if (call === undefined) return null
      const now = monotonic()
      lastOutcomeAt = now
      if (!call.isCounted || recent.some((one) => one.callId === callId)) recent = withOutcome(recent, callId, effect)
      if (!call.isCounted && answeredKinds.has(effect.kind)) pace = afterAnswered(pace)
      if (!call.isCounted && effect.kind === 'busy')
        pace = afterRefused(pace, { inProgress: open.size - 1, now, retryAfterSeconds })
      call.isCounted = true
      return effect.kind === 'brake' ? effect.reason : brakeOf(recent)
    },

    /** Frees the slot of a call whose outcome is being written. */
    settle(callId: string): void {
      const call = open.get(callId)
      if (call !== undefined) settling.set(callId, call)
      release(callId)
    },
    /** The outcome of a call is on the disk. */
    written(callId: string, effect: CallEffect): void {
      const call = known(callId)
      if (effect.kind === 'unknown' && call !== undefined) unknown.set(callId, call)
      else unknown.delete(callId)
      settling.delete(callId)
    },

    /** The row of a call that this process knows; undefined for others. */
    rowOf: (callId: string): CalledRow | undefined => known(callId),
    usesSlot: (callId: string): boolean => open.has(callId),
    isIdle: (): boolean => open.size + settling.size === 0,
    /** Milliseconds since the last outcome of a call. */
    sinceOutcome: (): number => monotonic() - lastOutcomeAt,
    stop(): void {
      for (const { cancel } of open.values()) cancel()
    },
  }
}

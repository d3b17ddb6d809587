import type { CallState } from '../../contract/call.ts'
import type { ListOptions, RowState } from '../../contract/list.ts'
import { mayHaveTalked } from '../answered-calls.ts'
import { displayStateOf } from '../call-state.ts'

/**
 * States that prove that a call did not reach anyone, except that a call may fail after a conversation. They exclude
 * calls with an unknown outcome and those that the user must check.
 */
const unreached: ReadonlySet<RowState> = new Set<RowState>([
  'noAnswer',
  'busy',
  'failed',
  'notFound',
  'rejected',
  'carrierRefused',
  'notSent',
  'resolvedNotPlaced',
  'cancelled',
])

/** Returns whether the user may have a call's row called again, because the call certainly reached no one. */
export const mayCallAgain = (outcome: CallState): boolean => {
  const end = outcome.state === 'accepted' ? outcome.end : undefined
  return unreached.has(displayStateOf(outcome)) && (end === undefined || !mayHaveTalked(end))
}

/** The same for a row, by its state and, if that may be wrong, its call's outcome; undefined while it isn't loaded. */
export const mayCallRowAgain = (state: RowState, outcome: CallState | undefined): boolean =>
  state === 'failed' ? outcome !== undefined && mayCallAgain(outcome) : unreached.has(state)

/** States after which another call may succeed. */
export const retriedStates: ReadonlySet<RowState> = new Set<RowState>([
  'busy',
  'noAnswer',
  'carrierRefused',
  'notSent',
  'notFound',
])

/** HTTP status codes for calls that the service refuses for lack of capacity; it may accept the same call later. */
const capacityStatuses: ReadonlySet<number> = new Set([429, 503])

/**
 * Returns whether a list may retry automatically after this outcome: after busy, no answer, and calls that were
 * certainly not placed but may succeed later. The service would reject an invalid call again, and the user decides on
 * calls that a user canceled or resolved.
 */
export const retriesAfter = (outcome: CallState): boolean => {
  if (outcome.state === 'rejected') return capacityStatuses.has(outcome.status)
  return retriedStates.has(displayStateOf(outcome))
}

type Maximum = Pick<ListOptions['retry'], 'perDay' | 'perWeek'>

const day = 86_400_000

/**
 * Returns the first time at or after `at` when fewer than `most` calls were made within the last `span` milliseconds.
 */
const roomFor = (at: number, calls: readonly number[], most: number, span: number): number => {
  const blocking = calls.toSorted((a, b) => a - b).at(-most)
  return blocking === undefined ? at : Math.max(at, blocking + span)
}

/**
 * Returns the first time at or after `at` (milliseconds since 1970) when a number may be called again without exceeding
 * the maximum in any 24 hours and in any seven days. `calls` are the times of earlier calls to it; times in the future
 * are included, because the clock may have been set back in the meantime.
 */
export const roomForCall = (at: number, calls: readonly number[], { perDay, perWeek }: Maximum): number =>
  Math.max(roomFor(at, calls, perDay, day), roomFor(at, calls, perWeek, 7 * day))

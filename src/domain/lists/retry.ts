import type { CallState } from '../../contract/call.ts'
import type { ListOptions, RowState } from '../../contract/list.ts'
import { displayStateOf } from '../call-state.ts'

/** States of calls that are proved not to have reached a person. Unknown calls and those that a person must check are not among them. */
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

/** Returns whether a person may let a row be called again: its call is proved not to have reached anyone. */
export const mayCallAgain = (state: RowState): boolean => unreached.has(state)

/** States after which another call may succeed. */
const retried: ReadonlySet<RowState> = new Set<RowState>(['busy', 'noAnswer', 'carrierRefused', 'notSent', 'notFound'])

/** Statuses with which the service refuses a call for lack of capacity; it may accept the same call later. */
const capacityStatuses: ReadonlySet<number> = new Set([429, 503])

/**
 * Returns whether a list may call again by itself after this outcome: busy, no answer, and calls that were certainly not
 * placed and may succeed later. The service would reject a faulty call again, and a call that a person cancelled or
 * resolved waits for that person.
 */
export const retriesAfter = (outcome: CallState): boolean => {
  if (outcome.state === 'rejected') return capacityStatuses.has(outcome.status)
  return retried.has(displayStateOf(outcome))
}

type Maximum = Pick<ListOptions['retry'], 'perDay' | 'perWeek'>

const day = 86_400_000

/** Returns the first moment from `at` on at which fewer than `most` of the calls are younger than `span`. */
const roomFor = (at: number, calls: readonly number[], most: number, span: number): number => {
  const blocking = calls.toSorted((a, b) => a - b).at(-most)
  return blocking === undefined ? at : Math.max(at, blocking + span)
}

/**
 * Returns the first moment from `at` on (milliseconds since 1970) at which a number may be called again, given the times
 * of the calls to it: at most so many in any 24 hours and in any seven days. Every call counts, also one in the future,
 * which was made before the clock was set back. It is later than `at` while the maximum is reached.
 */
export const roomForCall = (at: number, calls: readonly number[], { perDay, perWeek }: Maximum): number =>
  Math.max(roomFor(at, calls, perDay, day), roomFor(at, calls, perWeek, 7 * day))

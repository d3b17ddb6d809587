import type { Call } from '../../../contract/call.ts'
import type { CallPage } from '../../../contract/call-filter.ts'
import type { Failure, Outcome } from '../../../contract/failure.ts'

/** So many calls are asked for at a time. */
export const rowsAtOnce = 100

/** So many calls are kept before those far from sight are let go; more of them would fill the memory of the page. */
export const mostKept = 3_000

/** Asks main for one page of what the list shows. */
export type AskPage = (page: { after: string | null; from?: number; limit: number }) => Promise<Outcome<CallPage>>

/** The rows of a list of any length, of which only those near the ones in sight are here. Row 0 is the newest call. */
export type RowSource = {
  /** How many rows can be scrolled to. */
  readonly count: () => number
  readonly at: (index: number) => Call | undefined
  readonly isMissing: (first: number, end: number) => boolean
  /** Fetches what is missing of these rows; gives what stood in the way. */
  readonly want: (first: number, end: number) => Promise<Failure | null>
  /** Fetches until the oldest row is known, or `isWanted` says no; gives what stood in the way. */
  readonly wantEnd: (isWanted: () => boolean) => Promise<Failure | null>
  /** Takes the newest page as it is now; gives by how many rows every older call moved down, or null when the list began anew. */
  readonly renew: (newest: CallPage) => number | null
  /** The calls that are here. */
  readonly here: () => Iterable<Call>
  /** Puts a call in the place of what was known of it. */
  readonly replace: (call: Call) => void
}

import { type List, noCounts, type RowState, rowStates } from '../../contract/list.ts'
import { type Sum, sumOf } from '../../domain/lists/row-sum.ts'

/** The outcomes in a list's counters and chart, in the order in which a bar shows them from the left or the bottom. */
export const rowOutcomes = [
  'reached',
  'voicemail',
  'noAnswer',
  'busy',
  'other',
  'notPlaced',
  'unknown',
  'inProgress',
  'waiting',
] as const
export type RowOutcome = (typeof rowOutcomes)[number]

/** The outcome of a row, by its state; null for rows that the list does not call. */
export const outcomeOfRow: Readonly<Record<RowState, RowOutcome | null>> = {
  held: null,
  refused: null,
  skipped: null,
  stopped: null,
  ready: 'waiting',
  queued: 'inProgress',
  sending: 'inProgress',
  dialing: 'inProgress',
  accepted: 'inProgress',
  reached: 'reached',
  voicemail: 'voicemail',
  noAnswer: 'noAnswer',
  busy: 'busy',
  failed: 'other',
  ended: 'other',
  resolvedPlaced: 'other',
  unknown: 'unknown',
  toCheck: 'unknown',
  notFound: 'notPlaced',
  rejected: 'notPlaced',
  carrierRefused: 'notPlaced',
  notSent: 'notPlaced',
  resolvedNotPlaced: 'notPlaced',
  cancelled: 'notPlaced',
}

// Object.keys returns string[] and loses the type of the keys.
const allStates = Object.keys(outcomeOfRow) as RowState[]

/** Returns the row states with these outcomes. */
export const statesOf = (outcomes: readonly RowOutcome[]): RowState[] =>
  allStates.filter((state) => {
    const outcome = outcomeOfRow[state]
    return outcome !== null && outcomes.includes(outcome)
  })

export type OutcomeCounts = Readonly<Record<RowOutcome, number>>

/** Counts called and waiting rows by outcome. */
export const countOutcomes = (counts: Partial<List['counts']>): OutcomeCounts => {
  const sums: Record<RowOutcome, number> = {
    reached: 0,
    voicemail: 0,
    noAnswer: 0,
    busy: 0,
    other: 0,
    notPlaced: 0,
    unknown: 0,
    inProgress: 0,
    waiting: 0,
  }
  for (const state of allStates) {
    const outcome = outcomeOfRow[state]
    if (outcome !== null) sums[outcome] += counts[state] ?? 0
  }
  return sums
}

/**
 * Returns how many rows in a state are in a sum. It counts as unknown what may have been called without a record. A row
 * that was called and is held, left out, refused or ready now is not counted as called, but the report has its call.
 */
const rowsIn = (sum: Sum, state: RowState, { counts, unclear }: Pick<List, 'counts' | 'unclear'>): number => {
  if (sumOf(state) !== 'notCalled') return sumOf(state) === sum ? counts[state] : 0
  if (sum === 'unknown') return unclear[state]
  return sum === 'notCalled' ? counts[state] - unclear[state] : 0
}

/** Returns the states with rows in a sum, as the screen names them: `unknown` includes `toCheck`, which has the same word. */
export const rowsByState = (sum: Sum, list: Pick<List, 'counts' | 'unclear'>): { state: RowState; rows: number }[] =>
  rowStates
    .filter((state) => state !== 'toCheck')
    .map((state) => ({
      state,
      rows: rowsIn(sum, state, list) + (state === 'unknown' ? rowsIn(sum, 'toCheck', list) : 0),
    }))
    .filter(({ rows }) => rows > 0)

/** A list's totals. `called`, `notCalled` and `unknown` add up to `rows`. */
export type ListTotals = {
  readonly rows: number
  /** Rows whose call was placed. */
  readonly called: number
  readonly notCalled: number
  /** Rows whose call isn't known to be placed, also while it is being requested or dialed. */
  readonly unknown: number
  /** Rows with a known outcome, whether called or not. */
  readonly finished: number
  readonly active: number
  /** Rows with an unknown outcome whose call isn't in progress. */
  readonly unresolved: number
  readonly waiting: number
  readonly held: number
  readonly refused: number
  readonly left: number
  readonly stopped: number
}

/**
 * Calculates a list's totals from its number of rows in each state. With `unclear`, rows that may have been called
 * without a record are in `unknown` instead of `notCalled`.
 */
export const totalsOf = (counts: List['counts'], unclear: List['counts'] = noCounts()): ListTotals => {
  const by = countOutcomes(counts)
  const mayHaveBeenCalled = allStates.reduce(
    (sum, state) => sum + (sumOf(state) === 'notCalled' ? unclear[state] : 0),
    0,
  )
  const rowsOf = (wanted: Sum): number =>
    allStates.reduce((all, state) => all + (sumOf(state) === wanted ? counts[state] : 0), 0)
  const placed = by.reached + by.voicemail + by.noAnswer + by.busy + by.other
  const { held, refused, skipped: left, stopped } = counts
  return {
    rows: allStates.reduce((sum, state) => sum + counts[state], 0),
    called: rowsOf('called'),
    notCalled: rowsOf('notCalled') - mayHaveBeenCalled,
    unknown: rowsOf('unknown') + mayHaveBeenCalled,
    finished: placed + by.notPlaced,
    active: by.inProgress,
    unresolved: by.unknown,
    waiting: by.waiting,
    held,
    refused,
    left,
    stopped,
  }
}

/** How many rows were called or not, or are unknown. `inProgress` is 0 for a list that has ended. */
export type ListSums = Pick<ListTotals, 'called' | 'notCalled' | 'unknown'> & { readonly inProgress: number }

/** Returns a list's sums as its own page counts them: apart from calls in progress until the list has ended. */
export const sumsOf = ({ state, counts, unclear }: Pick<List, 'state' | 'counts' | 'unclear'>): ListSums => {
  const { called, notCalled, unknown, active } = totalsOf(counts, unclear)
  if (state === 'finished' || state === 'stopped') return { called, notCalled, unknown, inProgress: 0 }
  const { accepted } = counts
  return { called: called - accepted, notCalled, unknown: unknown - (active - accepted), inProgress: active }
}

/** Returns whether a list has no row to resume with and none to decide on, but refused rows. */
export const isWithoutOpenRows = ({ counts: { ready, held, refused } }: Pick<List, 'counts'>): boolean =>
  ready + held === 0 && refused > 0

/** The states whose rows can become a new list (never unknown rows), and whether each is selected by default. */
export const leftoverStates: readonly (readonly [RowState, isChosen: boolean])[] = [
  ['noAnswer', true],
  ['busy', true],
  ['notSent', true],
  ['cancelled', true],
  ['notFound', true],
  ['resolvedNotPlaced', true],
  ['stopped', true],
  ['rejected', false],
  ['carrierRefused', false],
  ['voicemail', false],
  ['failed', false],
  ['skipped', false],
  ['held', false],
  // Their number may have been on the do-not-call list by mistake. The check of the new list refuses them again if not.
  ['refused', false],
]

/**
 * Returns how many rows of a list can become a new list once it is stopped: those in the states above, and the waiting
 * ones, which will be `stopped` or have the state of an earlier call. `copyable` are the rows that may be copied, by state.
 */
export const countLeftovers = (copyable: List['counts']): number =>
  [...leftoverStates.map(([state]) => state), 'ready' as const].reduce((sum, state) => sum + copyable[state], 0)

/**
 * Returns how many rows in the states above can't become a new list: those that may have been called without a record, and
 * all others.
 */
export const countNotOffered = (
  { counts, unclear }: Pick<List, 'counts' | 'unclear'>,
  copyable: List['counts'],
): { unclear: number; others: number } => {
  const sum = (rowsOf: (state: RowState) => number): number =>
    leftoverStates.reduce((rows, [state]) => rows + Math.max(0, rowsOf(state)), 0)
  return {
    unclear: sum((state) => unclear[state]),
    others: sum((state) => counts[state] - unclear[state] - copyable[state]),
  }
}

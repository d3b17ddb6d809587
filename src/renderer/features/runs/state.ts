import type { Call, CallDetail } from '../../../contract/call.ts'
import type { CalledAgent, CallPage, LearnedBrief, LearnedFacet } from '../../../contract/call-list.ts'
import { durationOf } from '../../../domain/call-state.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { Query } from '../../lib/query.ts'
import { type Filters, isFiltered, noFilters } from './filters/filters.ts'

/** The rows as the list renders them. Row 0 is the newest call; only calls near the viewport are loaded. */
type RowsView = {
  readonly count: number
  readonly at: (index: number) => Call | undefined
  /** How many rows were inserted at the top since the list was loaded, moving all older rows down. */
  readonly shifted: number
}

export type RunsQuery = { readonly search: string; readonly filters: Filters }

export const isSameQuery = (one: RunsQuery, other: RunsQuery): boolean =>
  one.search === other.search && one.filters === other.filters

/** Returns whether the query includes every call. */
export const isEveryCall = ({ search, filters }: RunsQuery): boolean => search === '' && !isFiltered(filters)

/** The state of the Runs screen: the current search and filters, the loaded list, and the open call. */
export type RunsState = {
  typed: string
  filters: Filters
  /** The query that the rows belong to. It lags behind `typed` and `filters` while a new list is being loaded. */
  query: RunsQuery
  rows: RowsView
  /** -1 if the selected call is not in the list. */
  selectedRow: number
  /** Null while the call of the selected row is not loaded. */
  selectedCallId: string | null
  /** The loaded calls' notes, by call ID. */
  notes: Readonly<Record<string, string>>
  /** What agents learned in the loaded calls, by call ID. */
  learned: Readonly<Record<string, LearnedBrief>>
  /** Whether the service has reported the duration of any loaded call. */
  hasDurations: boolean
  total: number
  totalIs: CallPage['totalIs']
  unindexed: number
  /** True while search results are being loaded page by page down to the oldest row. */
  goingToEnd: boolean
  status: { step: 'loading' } | { step: 'shown' } | { step: 'failed'; failure: Failure }
  /** The agents that the filter offers. */
  agents: readonly CalledAgent[]
  /** The learned values that the filter offers. */
  facets: readonly LearnedFacet[]
  /** The calls with the typed run ID; null if no run ID was typed or no call has it. */
  runById: { readonly runId: number; readonly calls: readonly Call[] } | null
  /** The call in the drawer; null while the drawer is closed. */
  opened: { callId: string; detail: Query<CallDetail> } | null
}

export const initialState: RunsState = {
  typed: '',
  filters: noFilters,
  query: { search: '', filters: noFilters },
  rows: { count: 0, at: () => undefined, shifted: 0 },
  selectedRow: -1,
  selectedCallId: null,
  notes: {},
  learned: {},
  hasDurations: false,
  total: 0,
  totalIs: 'exact',
  unindexed: 0,
  goingToEnd: false,
  status: { step: 'loading' },
  agents: [],
  facets: [],
  runById: null,
  opened: null,
}

type Selection = Pick<RunsState, 'selectedRow' | 'selectedCallId'>

/** Number of rows that are searched for a call. */
const searchedRows = 100

/** Returns the row of a call near the top of the list; -1 if it isn't there. */
export const rowOf = (rows: RowsView, callId: string): number => {
  for (let index = 0; index < Math.min(rows.count, searchedRows); index += 1)
    if (rows.at(index)?.callId === callId) return index
  return -1
}

/**
 * Returns the selection for a newly loaded list: the same call if it is near the top or open, otherwise the newest call
 * of a new query. If the call has left the list of the same query, no call is selected, because a key that the user
 * presses for it must not act on another call.
 */
export const selectionInNewList = (rows: RowsView, state: RunsState, query: RunsQuery): Selection => {
  const { selectedCallId, opened } = state
  if (selectedCallId !== null) {
    const selectedRow = rowOf(rows, selectedCallId)
    // The open call stays selected even if the list does not contain it.
    if (selectedRow >= 0 || opened?.callId === selectedCallId) return { selectedRow, selectedCallId }
  }
  if (rows.count === 0 || (state.rows.count > 0 && isSameQuery(query, state.query)))
    return { selectedRow: -1, selectedCallId: null }
  return { selectedRow: 0, selectedCallId: rows.at(0)?.callId ?? null }
}

/** Returns the selection after `moved` rows were inserted at the top or rows were loaded. */
export const selectionAfter = (
  rows: RowsView,
  { selectedRow, selectedCallId }: Selection,
  moved: number,
): Selection => {
  if (selectedRow < 0) return { selectedRow, selectedCallId }
  const row = Math.min(selectedRow + moved, rows.count - 1)
  return { selectedRow: row, selectedCallId: rows.at(row)?.callId ?? null }
}

/**
 * Returns `known`, updated with the values of a page's calls. If a call on the page has no value, its old value is
 * removed.
 */
const mergeByCall = <T>(
  known: Readonly<Record<string, T>>,
  calls: CallPage['calls'],
  values: Readonly<Record<string, T>>,
): Readonly<Record<string, T>> => {
  const removed = new Set(calls.map(({ callId }) => callId).filter((callId) => known[callId] !== undefined))
  if (removed.size === 0 && Object.keys(values).length === 0) return known
  return { ...Object.fromEntries(Object.entries(known).filter(([callId]) => !removed.has(callId))), ...values }
}

type PageValues = Pick<RunsState, 'notes' | 'learned' | 'hasDurations'>

/** Returns the notes, the learned values and whether there are durations, updated with a page. */
export const mergePage = ({ notes, learned, hasDurations }: PageValues, page: CallPage): PageValues => ({
  notes: mergeByCall(notes, page.calls, page.notes),
  learned: mergeByCall(learned, page.calls, page.learned),
  hasDurations: hasDurations || page.calls.some(({ outcome }) => durationOf(outcome) !== null),
})

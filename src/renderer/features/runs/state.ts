import type { Call, CallDetail } from '../../../contract/call.ts'
import type { CalledAgent, CallPage, LearnedBrief, LearnedFacet } from '../../../contract/call-list.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { Query } from '../../lib/query.ts'
import { type Filters, isFiltered, noFilters } from './filters/filters.ts'

/** The rows as the list draws them. Row 0 is the newest call; only calls near the viewport are loaded. */
type RowsView = {
  readonly count: number
  readonly at: (index: number) => Call | undefined
  /** How many rows were inserted above since the list was loaded: every older row has moved down by this many. */
  readonly shifted: number
}

export type RunsQuery = { readonly search: string; readonly filters: Filters }

/** Whether the query matches every call. */
export const isEveryCall = ({ search, filters }: RunsQuery): boolean => search === '' && !isFiltered(filters)

/** The state of the Runs screen: search and filters as edited, the list that was loaded, and the open call. */
export type RunsState = {
  typed: string
  filters: Filters
  /** The query that the rows answer; it lags behind `typed` and `filters` while a new list loads. */
  query: RunsQuery
  rows: RowsView
  /** -1 when the selected call is not in the list. */
  selectedRow: number
  /** Null while the call of the selected row is not loaded. */
  selectedCallId: string | null
  /** The notes of the loaded calls, by call id. */
  notes: Readonly<Record<string, string>>
  /** What the agents learned in the loaded calls, by call id. */
  learned: Readonly<Record<string, LearnedBrief>>
  total: number
  totalIs: CallPage['totalIs']
  unindexed: number
  /** True while a search result is loaded page by page down to its oldest row. */
  goingToEnd: boolean
  status: { step: 'loading' } | { step: 'shown' } | { step: 'failed'; failure: Failure }
  /** The agents to filter by. */
  agents: readonly CalledAgent[]
  /** What the agents learned, to filter by. */
  facets: readonly LearnedFacet[]
  /** The calls of the run whose id was typed; null if no run id was typed or no call has it. */
  runById: { readonly runId: number; readonly calls: readonly Call[] } | null
  /** The call in the drawer. */
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

/** How many rows of a new list are searched for the selected call. */
const searchedRows = 100

/** Returns the selection for a newly loaded list: the same call if it is near the top or open, else the newest. */
export const selectionInNewList = (rows: RowsView, { selectedCallId, opened }: RunsState): Selection => {
  if (selectedCallId !== null) {
    for (let index = 0; index < Math.min(rows.count, searchedRows); index += 1)
      if (rows.at(index)?.callId === selectedCallId) return { selectedRow: index, selectedCallId }
    // The open call stays selected even if the list does not contain it.
    if (opened?.callId === selectedCallId) return { selectedRow: -1, selectedCallId }
  }
  return { selectedRow: rows.count > 0 ? 0 : -1, selectedCallId: rows.at(0)?.callId ?? null }
}

/** Returns the selection after `moved` rows were inserted above or rows were loaded. */
export const selectionAfter = (
  rows: RowsView,
  { selectedRow, selectedCallId }: Selection,
  moved: number,
): Selection => {
  if (selectedRow < 0) return { selectedRow, selectedCallId }
  const row = Math.min(selectedRow + moved, rows.count - 1)
  return { selectedRow: row, selectedCallId: rows.at(row)?.callId ?? null }
}

/** Replaces the values of a page's calls in `known`; a call of the page without a value loses the one it had. */
const mergeByCall = <T>(
  known: Readonly<Record<string, T>>,
  calls: CallPage['calls'],
  values: Readonly<Record<string, T>>,
): Readonly<Record<string, T>> => {
  const removed = new Set(calls.map(({ callId }) => callId).filter((callId) => known[callId] !== undefined))
  if (removed.size === 0 && Object.keys(values).length === 0) return known
  return { ...Object.fromEntries(Object.entries(known).filter(([callId]) => !removed.has(callId))), ...values }
}

/** Returns the notes and what the agents learned, with those of a page. */
export const mergePage = (
  { notes, learned }: Pick<RunsState, 'notes' | 'learned'>,
  page: CallPage,
): Pick<RunsState, 'notes' | 'learned'> => ({
  notes: mergeByCall(notes, page.calls, page.notes),
  learned: mergeByCall(learned, page.calls, page.learned),
})

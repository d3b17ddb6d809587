import type { Call } from '../../../contract/call.ts'
import type { CallPage } from '../../../contract/call-filter.ts'
import type { Failure } from '../../../contract/failure.ts'
import { anyCall, isNarrow, type Wish } from '../filters/wish.ts'

/** The list as it is drawn: the calls near those in sight, and how many rows there are. Row 0 is the newest. */
export type RowsView = {
  readonly count: number
  readonly at: (index: number) => Call | undefined
  /** How many rows came in above the others since the list began: what is in sight has moved down by so many. */
  readonly shifted: number
}

/** What a person looks for: words and filters. */
export type Asked = { readonly search: string; readonly wish: Wish }

/** Whether every call is asked for. */
export const asksForAll = ({ search, wish }: Asked): boolean => search === '' && !isNarrow(wish)

export type ListState = {
  /** What the rows answer, which lags a moment behind what a person wishes. */
  asked: Asked
  rows: RowsView
  /** The chosen row; -1 when it is not in the list. Null while the call of that row is not here yet. */
  chosen: number
  selected: string | null
  /** What people wrote to the calls that are here, by their ids. */
  notes: Readonly<Record<string, string>>
  total: number
  totalIs: CallPage['totalIs']
  unindexed: number
  /** The way to the oldest row is page by page, and takes a while. */
  goingToEnd: boolean
  at: { step: 'asking' } | { step: 'shown' } | { step: 'failed'; failure: Failure }
}

export const blankList: ListState = {
  asked: { search: '', wish: anyCall },
  rows: { count: 0, at: () => undefined, shifted: 0 },
  chosen: -1,
  selected: null,
  notes: {},
  total: 0,
  totalIs: 'exact',
  unindexed: 0,
  goingToEnd: false,
  at: { step: 'asking' },
}

/** In a list that begins anew the call that was chosen is looked for in this many rows. */
const looked = 100

/** Where the choice stands in a list that began anew: on the same call if it is near the top, else on the newest. */
export const choiceInNew = (
  rows: RowsView,
  { selected, opened }: { selected: string | null; opened: { callId: string } | null },
): Pick<ListState, 'chosen' | 'selected'> => {
  for (let index = 0; index < Math.min(rows.count, looked); index += 1)
    if (selected !== null && rows.at(index)?.callId === selected) return { chosen: index, selected }
  // The call in the drawer stays the one that is meant, also where the list does not show it.
  if (selected !== null && opened?.callId === selected) return { chosen: -1, selected }
  return { chosen: rows.count > 0 ? 0 : -1, selected: rows.at(0)?.callId ?? null }
}

/** Where the choice stands after rows came in above, or came to be known. */
export const choiceAfter = (
  rows: RowsView,
  { chosen, selected }: Pick<ListState, 'chosen' | 'selected'>,
  moved: number,
): Pick<ListState, 'chosen' | 'selected'> => {
  if (chosen < 0) return { chosen, selected }
  const now = Math.min(chosen + moved, rows.count - 1)
  return { chosen: now, selected: rows.at(now)?.callId ?? null }
}

/** The notes with what a page tells of its calls: a note that was removed is told by its not being there. */
export const notesWith = (notes: ListState['notes'], page: CallPage): ListState['notes'] => {
  const gone = page.calls.filter(({ callId }) => notes[callId] !== undefined && page.notes[callId] === undefined)
  if (gone.length === 0 && Object.keys(page.notes).length === 0) return notes
  const removed = new Set<string>(gone.map(({ callId }) => callId))
  return { ...Object.fromEntries(Object.entries(notes).filter(([callId]) => !removed.has(callId))), ...page.notes }
}

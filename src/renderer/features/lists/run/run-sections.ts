import { useCallback, useMemo } from 'react'
import type { List, RowState } from '../../../../contract/list.ts'
import { messages } from '../../../../messages/index.ts'
import { type RowOutcome, statesOf, totalsOf } from '../../../lib/list-totals.ts'
import { useListChanges } from '../../../lib/lists.ts'
import { usePage } from '../../../lib/page.ts'
import { createListRows } from '../rows/list-rows.ts'
import type { RowSection } from '../rows/sections.ts'

const runText = messages.lists.run

const finished: readonly RowOutcome[] = ['reached', 'voicemail', 'noAnswer', 'busy', 'other', 'notPlaced']

/** The groups of rows in order: rows in progress come first, rows that have no outcome and are not being called last. */
const groups: readonly { key: keyof typeof runText.groups; states: readonly RowState[]; order: 'file' | 'latest' }[] = [
  { key: 'active', states: statesOf(['inProgress']), order: 'latest' },
  { key: 'unknown', states: statesOf(['unknown']), order: 'latest' },
  { key: 'finished', states: statesOf(finished), order: 'latest' },
  { key: 'remaining', states: ['ready', 'held', 'refused', 'skipped', 'stopped'], order: 'file' },
]

/** Returns the rows of a list that has started, in groups. They are reloaded after each change. */
export const useRunSections = ({ listId, counts }: List): readonly RowSection[] => {
  const { api } = usePage()
  const rows = useMemo(
    () => groups.map(({ states, order }) => createListRows(api, listId, { states, finding: null, search: '', order })),
    [api, listId],
  )
  useListChanges(
    listId,
    useCallback(() => void Promise.all(rows.map((one) => one.refresh())), [rows]),
  )
  const { waiting, held, refused, left, stopped } = totalsOf(counts)
  const remaining = runText.remaining({ waiting, held, refused, left, stopped })
  return useMemo(
    () =>
      groups.flatMap(({ key }, index) => {
        const own = rows[index]
        const note = key === 'remaining' ? remaining : runText.groupNotes[key]
        return own === undefined ? [] : [{ key, title: runText.groups[key], note, rows: own }]
      }),
    [rows, remaining],
  )
}

import { Undo2, X } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { AgentText, PublishedText } from '../../../../contract/agent.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { InitialContext } from '../../../../contract/initial-context.ts'
import type { List, ListRow } from '../../../../contract/list.ts'
import { withValue } from '../../../../domain/context/edit.ts'
import { contextPath } from '../../../../domain/template/template.ts'
import { messages } from '../../../../messages/index.ts'
import { ariaKeysOf, keysOf, useCommands } from '../../../lib/commands.ts'
import { leaveDetails } from '../../../lib/focus.ts'
import { useListChanges } from '../../../lib/lists.ts'
import { useNow, usePage } from '../../../lib/page.ts'
import { createQuery, type QueryState, settle, valueOf } from '../../../lib/query.ts'
import { Button, Kbd } from '../../../ui/button.tsx'
import { FailureNotice } from '../../../ui/notice.tsx'
import { OpeningWords, openingTextOf } from '../../../ui/opening.tsx'
import openingCss from '../../../ui/opening.module.css'
import { ViewTabs } from '../../../ui/tabs.tsx'
import { useRow } from '../list-action.ts'
import { type RowSelection, useSelectedRow } from '../rows/row-selection.ts'
import { putBackProblem } from '../rows/row-tag.tsx'
import type { RowSection } from '../rows/sections.ts'

const checkText = messages.lists.check
const openingText = messages.context.opening
const drawerText = messages.lists.drawer

const previews = ['selected', 'longest', 'shortest', 'emptiest'] as const
type Preview = (typeof previews)[number]

type RowPreviewProps = {
  list: List
  text: QueryState<AgentText> | null
  sections: readonly RowSection[]
  selection: RowSelection
  /** Whether rows can be left out and put back. */
  mayChange: boolean
}

/**
 * Previews what the agent will say first when a row is called: the selected row, or the one with the longest, shortest
 * or fewest values. The selected row can be left out here.
 */
export const RowPreview = ({ list, text, sections, selection, mayChange }: RowPreviewProps) => {
  const { api, now } = usePage()
  const { listId } = list
  const listed = useSelectedRow(selection, sections)
  // The row stays selected when a change makes it leave the filtered table.
  const loaded = useRow(listId, selection.row ?? 1)
  const selected = selection.row === null ? null : (loaded ?? listed)
  const query = useMemo(() => createQuery(() => api.listPreviewRows({ listId }), now), [api, now, listId])
  useListChanges(
    listId,
    useCallback(() => void query.refresh(), [query]),
  )
  const rows = useStore(query.store, valueOf)
  const [shown, setShown] = useState<Preview>('selected')
  const row = shown === 'selected' ? selected : (rows?.[shown] ?? null)
  const known = text?.data?.value
  const panel =
    // An erased row has no cells.
    row?.cells.length === 0 ? (
      <p className={openingCss['plain']}>{checkText.erased}</p>
    ) : row === null || known?.state !== 'published' ? (
      <p className={openingCss['plain']}>{missingText(text)}</p>
    ) : (
      <Opening list={list} text={known} row={row} />
    )
  return (
    <section className={openingCss['card']} data-details aria-label={checkText.say}>
      <h2 className={`${openingCss['title']} ${openingCss['split']}`}>
        <span>{checkText.say}</span>
        {row && <span>{checkText.row(row.row)}</span>}
      </h2>
      <ViewTabs
        label={checkText.previewLabel}
        shown={shown}
        views={previews.map((value) => ({ value, text: checkText.previewTabs[value], panel }))}
        onShow={setShown}
      />
      {selected && mayChange && (
        <LeaveOut key={selected.row} listId={listId} row={selected} isShown={shown === 'selected'} />
      )}
    </section>
  )
}

type LeaveOutProps = {
  listId: string
  row: ListRow
  /** Whether the card shows this row. The key works in any case. */
  isShown: boolean
}

/** Leaves a row out, or puts it back if it was left out alone. */
const LeaveOut = ({ listId, row: listed, isShown }: LeaveOutProps) => {
  const { api, announce } = usePage()
  const { row, state, canBePutBack } = listed
  const problem = putBackProblem(listed)
  const [failure, setFailure] = useState<Failure | null>(null)
  const left = canBePutBack === true ? ('putBack' as const) : null
  const kind = state === 'ready' || state === 'held' ? ('leaveOut' as const) : left
  const change = async () => {
    if (problem !== null) announce(problem)
    if (kind === null) return
    // The button may be removed with the row.
    leaveDetails()
    const changed = await settle(api.changeRow({ listId, row, action: { kind } }))
    setFailure(changed.ok ? null : changed.failure)
    if (changed.ok) announce(drawerText.done[kind](row))
  }
  useCommands({ leaveOutRow: kind === null && problem === null ? null : () => void change() })
  const hasButton = kind !== null && isShown
  if (!hasButton && problem === null && failure === null) return null
  return (
    <div>
      {isShown && problem !== null && <p>{problem}</p>}
      {hasButton && (
        <Button size="small" aria-keyshortcuts={ariaKeysOf('leaveOutRow')} onClick={() => void change()}>
          {kind === 'leaveOut' ? <X aria-hidden /> : <Undo2 aria-hidden />}
          {drawerText[kind]}
          <Kbd keys={keysOf('leaveOutRow')} />
        </Button>
      )}
      {failure && <FailureNotice failure={failure} title={drawerText.failed} />}
    </div>
  )
}

const missingText = (text: QueryState<AgentText> | null): string => {
  if (text === null) return checkText.agentFirst
  if (text.data === null) return text.step === 'failed' ? openingText.unavailable : openingText.loading
  return text.data.value.state === 'unpublished' ? openingText.unpublished : checkText.noPreview
}

/** Returns the context of a row's call: the text of its cells under the agent's names, without empty cells. */
export const contextOfRow = ({ targets }: Pick<List, 'targets'>, { cells }: Pick<ListRow, 'cells'>): InitialContext =>
  targets.reduce<InitialContext>((context, target, at) => {
    const cell = cells[at] ?? ''
    return target.to === 'context' && cell !== '' ? withValue(context, contextPath(target.name), cell) : context
  }, {})

const Opening = ({ list, text, row }: { list: List; text: PublishedText; row: ListRow }) => {
  const now = useNow(text.opening?.text.includes('current_') ? 1_000 : null)
  const opening = openingTextOf(
    text,
    contextOfRow(list, row),
    {
      phoneNumber: row.phoneNumber ?? '',
      agentUuid: text.agentUuid,
      telephonyConfigurationId: list.route?.telephonyConfigurationId ?? null,
      fromPhoneNumberId: list.route?.fromPhoneNumberId ?? null,
    },
    now,
  )
  if (opening === null) return <p className={openingCss['plain']}>{openingText.none}</p>
  if (opening.kind === 'recording') return <p className={openingCss['plain']}>{openingText.recording}</p>
  return <OpeningWords opening={opening} />
}

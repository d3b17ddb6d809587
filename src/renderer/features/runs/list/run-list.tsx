import { memo, type RefObject, useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { useNow } from '../../../lib/page.ts'
import { messages } from '../../../../messages/index.ts'
import css from './run-list.module.css'
import type { RunsStore } from '../store.ts'
import { StickyNote } from 'lucide-react'
import type { Call } from '../../../../contract/call.ts'
import type { LearnedBrief } from '../../../../contract/call-list.ts'
import { useCallSummary } from '../../../lib/call-progress.ts'
import { shownRunIdOf } from '../../../../domain/answered-calls.ts'
import { durationOf, runIdsOf } from '../../../../domain/call-state.ts'
import { StateTag } from '../../../ui/tag.tsx'
import { useRowWindow } from '../../../lib/row-window.ts'

const runsText = messages.runs

const Header = () => (
  <thead>
    <tr>
      {Object.entries(runsText.columns).map(([name, column]) => (
        <th key={name} scope="col">
          <span>{column}</span>
        </th>
      ))}
    </tr>
  </thead>
)

/** Opens a call when the user clicks anywhere in its row. One listener serves all rows. */
const useRowClicks = (scroller: RefObject<HTMLElement | null>, runs: RunsStore): void => {
  useEffect(() => {
    const element = scroller.current
    const onClick = ({ target }: MouseEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-call]') : null
      const { call, row: index } = row?.dataset ?? {}
      if (call === undefined || index === undefined) return
      runs.selectRow(Number(index))
      runs.open(call)
    }
    element?.addEventListener('click', onClick)
    return () => element?.removeEventListener('click', onClick)
  }, [scroller, runs])
}

/** Moves focus along with the selection if focus is in the list. */
const useFocusOnSelection = (scroller: RefObject<HTMLElement | null>): void => {
  const isInside = useRef(false)
  useEffect(() => {
    const element = scroller.current
    const onFocus = ({ target }: FocusEvent) => {
      isInside.current = target instanceof Node && (element?.contains(target) ?? false)
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [scroller])
  useEffect(() => {
    const element = scroller.current
    const { activeElement } = document
    // If scrolling has removed the focused row, focus the selected one.
    const isLost = activeElement === document.body && isInside.current
    if (element && (isLost || element.contains(activeElement)))
      element.querySelector<HTMLElement>('[aria-current] button')?.focus({ preventScroll: true })
  })
}

type RunListProps = { runs: RunsStore; scroller: RefObject<HTMLDivElement | null> }

/** Shows the list of calls. Only rows near the viewport are rendered. */
export const RunList = ({ runs, scroller }: RunListProps) => {
  const { rows, selectedRow, query, notes, learned, hasDurations, total, totalIs } = useStore(runs.store)
  const [hasLearned, hasCosts] = useMemo(() => {
    const all = Object.values(learned)
    const isShown = ({ tags, variables }: LearnedBrief) => tags.length + variables.length > 0
    return [all.some(isShown), all.some(({ credits }) => credits !== null)]
  }, [learned])
  const now = useNow(60_000)
  const { first, end, top, height, visible, scrollToRow } = useRowWindow(scroller, rows.count, rows.shifted)
  const scrollTo = useRef(scrollToRow)
  useEffect(() => void (scrollTo.current = scrollToRow))
  useEffect(() => {
    if (selectedRow >= 0) scrollTo.current(selectedRow)
  }, [selectedRow])
  useEffect(() => runs.showRange(visible.first, visible.end), [runs, visible.first, visible.end])
  useRowClicks(scroller, runs)
  useFocusOnSelection(scroller)
  const indexes = Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset)
  return (
    <div ref={scroller} className={css['scroller']}>
      {/* The height is explicit: a list that gets shorter for even one frame would lose its scroll position. */}
      <div style={{ height, paddingTop: top }}>
        <table
          aria-label={runsText.list}
          data-learned={hasLearned || undefined}
          data-durations={hasDurations || undefined}
          data-costs={hasCosts || undefined}
          aria-rowcount={totalIs === 'exact' ? total + 1 : -1}
        >
          <Header />
          <tbody>
            {indexes.map((index) => {
              const call = rows.at(index)
              return (
                <RunRow
                  key={call?.callId ?? index}
                  index={index}
                  call={call}
                  note={call && notes[call.callId]}
                  learned={call && learned[call.callId]}
                  search={query.search}
                  now={now}
                  selected={index === selectedRow}
                  isTabStop={index === Math.max(0, selectedRow)}
                />
              )
            })}
          </tbody>
        </table>
      </div>
    </div>
  )
}

type CellsProps = {
  call: Call
  note: string | undefined
  learned: LearnedBrief | undefined
  search: string
  now: number
  selected: boolean
  isTabStop: boolean
}

const NumberCell = ({ call, search, isTabStop }: CellsProps) => (
  <td title={call.phoneNumber}>
    {/* The list is a single tab stop; J, K and the arrow keys move between rows. */}
    <button type="button" className={css['open']} tabIndex={isTabStop ? 0 : -1} data-bare>
      {call.phoneNumberDisplay ? (
        <bdi dir="ltr">
          <Highlighted text={call.phoneNumberDisplay} search={search} />
        </bdi>
      ) : (
        <i className={css['erased']}>{messages.common.numberErased}</i>
      )}
    </button>
  </td>
)

const ProfileCell = ({ call, search }: CellsProps) => (
  <td className={css['profile']} data-color={call.profileColor} title={call.profileName}>
    <i className={call.practice ? css['practice'] : undefined} aria-hidden />
    <span>
      <Highlighted text={call.profileName} search={search} />
    </span>
  </td>
)

const SummaryCell = ({ call, note, search }: CellsProps) => {
  const summary = useCallSummary(call)
  return (
    <td title={note ? `${summary}\n${note}` : summary}>
      {note && (
        <span className={css['note']}>
          <StickyNote role="img" aria-label={runsText.note.title} />
          <bdi>
            <Highlighted text={note} search={search} />
          </bdi>
        </span>
      )}
      <Highlighted text={summary} search={search} />
    </td>
  )
}

/** Summarizes what the agent learned. The drawer shows all of it. */
const LearnedCell = ({ learned, search }: CellsProps) => {
  const text = learned ? messages.learned.inShort(learned) : ''
  return (
    <td title={text || undefined}>
      <bdi>
        <Highlighted text={text} search={search} />
      </bdi>
    </td>
  )
}

/** Shows how long the call lasted and what it cost. */
const AmountCells = ({ call, learned }: CellsProps) => {
  const duration = durationOf(call.outcome)
  const credits = learned?.credits ?? null
  return (
    <>
      <td>{duration === null ? '' : messages.time.duration(duration)}</td>
      <td title={credits === null ? undefined : messages.learned.inCredits(credits)}>
        {credits === null ? '' : messages.common.count(credits)}
      </td>
    </>
  )
}

const Cells = (props: CellsProps) => {
  const { call, search, now } = props
  const [first, ...others] = runIdsOf(call)
  const doubt = others.length > 0 ? ` +${others.length}` : shownRunIdOf(call) === null ? '?' : ''
  const run = first === undefined ? messages.common.none : `${first}${doubt}`
  const agent = call.agentName ?? call.agentUuid
  return (
    <>
      <td className={css['time']} title={messages.time.full(call.preparedAt)}>
        {messages.time.shortWithTime(call.preparedAt, now)}
      </td>
      <td>
        <StateTag call={call} />
      </td>
      <NumberCell {...props} />
      <td title={agent}>
        <bdi>
          <Highlighted text={agent} search={search} />
        </bdi>
      </td>
      <td className={css['mono']} title={first === undefined ? run : messages.call.outcome.runs(call)}>
        <Highlighted text={run} search={search} />
      </td>
      <ProfileCell {...props} />
      <AmountCells {...props} />
      <SummaryCell {...props} />
      <LearnedCell {...props} />
    </>
  )
}

type RunRowProps = Omit<CellsProps, 'call'> & { index: number; call: Call | undefined }

/** Shows one row, or a placeholder until its call is loaded. */
const RunRow = memo(({ index, call, ...rest }: RunRowProps) => (
  <tr
    data-call={call?.callId}
    data-row={index}
    aria-rowindex={index + 2}
    aria-current={rest.selected || undefined}
    aria-busy={call ? undefined : true}
  >
    {call ? (
      <Cells call={call} {...rest} />
    ) : (
      <td className={css['coming']} colSpan={3}>
        {messages.common.blank}
      </td>
    )}
  </tr>
))
RunRow.displayName = 'RunRow'

/**
 * Returns the first occurrence of a search term in the text, ignoring case and, for digits, the separators in a phone
 * number; null if there is none.
 */
export const findMatch = (text: string, search: string): [from: number, to: number] | null => {
  const term = search.trim().toLowerCase()
  if (term === '') return null
  const plain = text.toLowerCase().indexOf(term)
  if (plain >= 0) return [plain, plain + term.length]
  const digits = term.replace(/[\s().-]/g, '')
  if (!/^\+?\d+$/.test(digits)) return null
  const pattern = Array.from(digits, (digit) => digit.replace('+', '\\+')).join('[\\s().-]*')
  const match = new RegExp(pattern).exec(text)
  return match ? [match.index, match.index + match[0].length] : null
}

/** Shows text with the search match highlighted. */
const Highlighted = ({ text, search }: { text: string; search: string }) => {
  const at = findMatch(text, search)
  if (!at) return <>{text}</>
  const [from, to] = at
  return (
    <>
      {text.slice(0, from)}
      <mark>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  )
}

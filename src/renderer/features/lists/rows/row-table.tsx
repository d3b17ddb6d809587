import { memo, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { List, ListRow } from '../../../../contract/list.ts'
import { messages } from '../../../../messages/index.ts'
import { useLiveRun } from '../../../lib/call-progress.ts'
import { useAgeClock } from '../../../lib/page.ts'
import { useRowWindow } from '../../../lib/row-window.ts'
import { FailureNotice } from '../../../ui/notice.tsx'
import { Ltr } from '../../../ui/text.tsx'
import {
  ageOf,
  callProgressOf,
  callsNoOne,
  localTimeRange,
  reasonOf,
  RowTag,
  type ShownColumns,
  shownColumns,
  valuesOf,
  numberOf,
} from './row-tag.tsx'
import { type RowSelection, useLoadedRows } from './row-selection.ts'
import { countLines, keysOf, lineAt, type RowSection, showLines } from './sections.ts'
import css from './row-table.module.css'

const tableText = messages.lists.table

/** `check`: before the list has started, with values and reasons. `run`: afterward, with the last event and the run. */
type Mode = 'check' | 'run'

const columnsOf = { check: ['values', 'reason'], run: ['latest', 'run'] } as const

type RowTableProps = {
  list: List
  isProfileRemoved: boolean
  /** Whether the list's check failed, so that no row is known to be ready. */
  isUnchecked?: boolean
  mode: Mode
  sections: readonly RowSection[]
  selection: RowSelection
  scroller: RefObject<HTMLDivElement | null>
  onOpen: () => void
}

/** Shows the rows of a list of any length. Only rows near the viewport are loaded and rendered. */
export const RowTable = (props: RowTableProps) => {
  const { list, isProfileRemoved, isUnchecked = false, mode, sections, selection, scroller, onOpen } = props
  useLoadedRows(sections)
  const count = countLines(sections)
  const { first, end, top, height, visible, scrollToRow } = useRowWindow(scroller, count, 0)
  const selected = selection.lineIn(sections)
  useEffect(() => showLines(sections, visible.first, Math.max(visible.end, visible.first + 1)))
  useEffect(() => selection.adopt(sections))
  const latest = useRef({ scrollToRow, selected })
  useLayoutEffect(() => void (latest.current = { scrollToRow, selected }))
  // Scroll to the selection only after a key press, not when rows change.
  useEffect(() => {
    if (selection.moved === 0) return
    if (latest.current.selected >= 0) latest.current.scrollToRow(latest.current.selected)
    leaveControl(scroller.current)
  }, [selection.moved, scroller])
  const failure = sections.map(({ rows }) => rows.store.getState().failure).find((one) => one !== null)
  const columns = shownColumns(list)
  const isOver = callsNoOne(list, isProfileRemoved)
  const shown = ['row', 'state', 'number', 'localTime', 'name', ...columnsOf[mode]] as const
  const lines = Array.from({ length: Math.max(0, end - first) }, (_, offset) => lineAt(sections, first + offset))
  const keys = keysOf(lines)
  const changes = lines.flatMap((line) =>
    line?.kind === 'row' && line.row?.changedAt ? [Date.parse(line.row.changedAt)] : [],
  )
  const now = useAgeClock(mode === 'run' ? changes : [])
  return (
    <div ref={scroller} className={`${css['scroller']} ${css[mode]}`}>
      {failure && <FailureNotice failure={failure} title={tableText.failed} />}
      <div style={{ height, paddingTop: top }}>
        <table aria-label={tableText.label} aria-rowcount={count + 1}>
          <thead>
            <tr>
              {shown.map((name) => (
                <th key={name} scope="col">
                  {name === 'name' && columns.name !== null
                    ? list.headers[columns.name] || tableText.columns.name
                    : tableText.columns[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line, offset) => {
              const at = first + offset
              if (line?.kind === 'title')
                return (
                  <tr key={keys[offset]} className={css['group']} aria-rowindex={at + 2}>
                    <th colSpan={shown.length} scope="rowgroup">
                      {line.section.title} {messages.common.count(line.section.rows.store.getState().total)}
                      {line.section.note !== '' && <span>{` · ${line.section.note}`}</span>}
                    </th>
                  </tr>
                )
              return (
                <TableRow
                  key={keys[offset]}
                  at={at}
                  row={line?.row}
                  mode={mode}
                  columns={columns}
                  columnKey={`${columns.name} ${columns.values.join()}`}
                  isStarted={list.startedAt !== null}
                  isUnchecked={isUnchecked}
                  isOver={isOver}
                  now={now}
                  isSelected={at === selected}
                  onSelect={selection.select}
                  onOpen={onOpen}
                />
              )
            })}
          </tbody>
        </table>
      </div>
    </div>
  )
}

/**
 * Moves focus from a control to the selected row, or removes it if that row is not rendered, so that Enter opens the row
 * instead of pressing the control.
 */
const leaveControl = (table: HTMLElement | null): void => {
  const control = document.activeElement?.closest<HTMLElement>('button, a')
  const row = table?.querySelector<HTMLElement>('tr[aria-current] button')
  if (control && row) row.focus({ preventScroll: true })
  else control?.blur()
}

type TableRowProps = {
  at: number
  row: ListRow | undefined
  mode: Mode
  columns: ShownColumns
  /** Identifies the displayed columns, so that the row is rerendered when they change. */
  columnKey: string
  isStarted: boolean
  isUnchecked: boolean
  isOver: boolean
  now: number
  isSelected: boolean
  onSelect: (row: number) => void
  onOpen: () => void
}

const isSame = (one: TableRowProps, other: TableRowProps): boolean =>
  one.row === other.row &&
  one.at === other.at &&
  one.columnKey === other.columnKey &&
  one.isStarted === other.isStarted &&
  one.isUnchecked === other.isUnchecked &&
  one.isOver === other.isOver &&
  one.now === other.now &&
  one.isSelected === other.isSelected

const TableRow = memo((props: TableRowProps) => {
  const { at, row, mode, columns, isStarted, isUnchecked, isOver, now, isSelected, onSelect, onOpen } = props
  if (row === undefined)
    return (
      <tr aria-busy aria-rowindex={at + 2}>
        <td className={css['coming']} colSpan={7}>
          {messages.common.blank}
        </td>
      </tr>
    )
  const name = columns.name === null ? '' : (row.cells[columns.name] ?? '')
  const open = () => {
    onSelect(row.row)
    onOpen()
  }
  return (
    <tr data-row={row.row} aria-rowindex={at + 2} aria-current={isSelected || undefined} onClick={open}>
      <td className={css['row']}>{messages.common.count(row.row)}</td>
      <td>
        <RowTag row={row} isStarted={isStarted} isUnchecked={isUnchecked} />
      </td>
      <td title={row.phoneNumber ?? undefined}>
        {/* The table is a single tab stop; the arrow keys move between rows. */}
        <button
          type="button"
          className={css['open']}
          tabIndex={isSelected ? 0 : -1}
          aria-label={messages.lists.drawer.about(row.row, row.phoneNumberDisplay, name || null)}
          onFocus={() => onSelect(row.row)}
          data-bare
        >
          <Ltr>{numberOf(row)}</Ltr>
        </button>
      </td>
      <td className={css['quiet']}>{localTimeRange(isOver ? null : row.timeZone, now)}</td>
      <td title={name}>
        <bdi>{name}</bdi>
      </td>
      {mode === 'check' ? (
        <>
          <td className={css['small']} title={valuesOf(row, columns)}>
            <bdi>{valuesOf(row, columns)}</bdi>
          </td>
          <td className={css['small']}>
            <Reason text={reasonOf(row, isStarted, now, isOver)} />
          </td>
        </>
      ) : (
        <>
          <td className={css['small']}>
            <Latest row={row} now={now} isOver={isOver} />
          </td>
          <td className={css['mono']}>{row.workflowRunId ?? messages.common.none}</td>
        </>
      )}
    </tr>
  )
}, isSame)
TableRow.displayName = 'TableRow'

/** Shows a reason on up to two lines, which is what fits into a row. */
const Reason = ({ text }: { text: string }) => (
  <span className={css['reason']} title={text}>
    {text}
  </span>
)

type LatestProps = { row: ListRow; now: number; isOver: boolean }

/** Shows a row's last event: the progress of its call, otherwise why the row is waiting or when it changed. */
const Latest = ({ row, now, isOver }: LatestProps) => {
  const live = useLiveRun(row.callId ?? '')
  const progress = live && callProgressOf(row, live, now)
  if (progress) return <>{progress}</>
  const reason = reasonOf(row, true, now, isOver)
  return reason === '' ? <>{ageOf(row, now)}</> : <Reason text={reason} />
}

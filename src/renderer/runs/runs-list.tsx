import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type RefObject } from 'react'
import { useStore } from 'zustand'
import type { Call } from '../../contract/call.ts'
import { runIdOf } from '../shell/run-id.ts'
import { StateTag } from '../shell/state-tag.tsx'
import { useNow } from '../shell/use-now.ts'
import { words } from '../words/words.ts'
import { Found } from './found.tsx'
import css from './runs-list.module.css'
import type { RunsStore } from './runs-store.ts'

const said = words.runs
const rowHeight = 36
const headHeight = 31
/** More calls are asked for this many rows before the last one comes into sight. */
const ahead = 30

type RowProps = { call: Call; search: string; now: number; chosen: boolean }

const Cells = ({ call, search, now, chosen }: RowProps) => {
  const run = String(runIdOf(call) ?? words.common.none)
  const number = call.phoneNumberDisplay || said.drawer.erased
  const agent = call.agentName ?? call.agentUuid
  const became = words.callState.inShort(call)
  return (
    <>
      <td className={css['time']} title={words.time.full(call.preparedAt)}>
        {words.time.short(call.preparedAt, now)}
      </td>
      <td>
        <StateTag state={call.outcome} />
      </td>
      <td title={call.phoneNumber}>
        {/* One stop of the Tab key for the whole list: the chosen row; J, K and the arrows go from row to row. */}
        <button type="button" className={css['open']} tabIndex={chosen ? 0 : -1}>
          <bdi dir="ltr">
            <Found text={number} search={search} />
          </bdi>
        </button>
      </td>
      <td title={agent}>
        <Found text={agent} search={search} />
      </td>
      <td className={css['mono']}>
        <Found text={run} search={search} />
      </td>
      <td className={css['profile']} data-color={call.profileColor} title={call.profileName}>
        <i aria-hidden />
        <Found text={call.profileName} search={search} />
      </td>
      <td title={became}>
        <Found text={became} search={search} />
      </td>
    </>
  )
}

const Head = () => (
  <thead>
    <tr>
      {Object.values(said.columns).map((column) => (
        <th key={column} scope="col">
          {column}
        </th>
      ))}
    </tr>
  </thead>
)

/** Keeps the place of rows that are not drawn; one cell only, since a wider one would bring hidden columns back. */
const Gap = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden className={css['gap']}>
      <td style={{ height }}>{words.common.blank}</td>
    </tr>
  )

/** One listener for all rows: a press anywhere in a row opens it, as does its button by keyboard. */
const useRowClicks = (scroller: RefObject<HTMLElement | null>, open: (callId: string) => void): void => {
  useEffect(() => {
    const element = scroller.current
    const onClick = ({ target }: MouseEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-call]') : null
      if (row?.dataset['call']) open(row.dataset['call'])
    }
    element?.addEventListener('click', onClick)
    return () => element?.removeEventListener('click', onClick)
  }, [scroller, open])
}

/** Which rows to draw; scrolls when the selection moves, and only as far as it must. */
const useRows = (scroller: RefObject<HTMLElement | null>, count: number, chosen: number) => {
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollPaddingStart: headHeight,
    scrollMargin: headHeight,
  })
  useEffect(() => {
    if (chosen < 0) return
    rows.scrollToIndex(chosen, { align: 'auto' })
    const element = scroller.current
    // The focus goes along when it is in the list already, and is never taken from elsewhere.
    if (element?.contains(document.activeElement))
      element.querySelector<HTMLElement>('[aria-current] button')?.focus({ preventScroll: true })
  }, [scroller, rows, chosen])
  const items = rows.getVirtualItems()
  const first = items.at(0)?.index ?? 0
  const end = (items.at(-1)?.index ?? -1) + 1
  return { first, end, above: first * rowHeight, below: (count - end) * rowHeight }
}

/** The list itself: only the rows in sight exist, whatever its length. */
export const RunsList = ({ runs }: { runs: RunsStore }) => {
  const { calls, selected, search, total, more } = useStore(runs.store)
  const now = useNow(60_000)
  const scroller = useRef<HTMLDivElement>(null)
  const chosen = calls.findIndex(({ callId }) => callId === selected)
  const { first, end, above, below } = useRows(scroller, calls.length, chosen)
  useRowClicks(scroller, runs.open)
  useEffect(() => {
    if (more && end >= calls.length - ahead) void runs.loadMore()
  }, [more, end, calls.length, runs])
  return (
    <div ref={scroller} className={css['scroller']}>
      <table aria-label={said.list} aria-rowcount={total + 1}>
        <Head />
        <tbody>
          <Gap height={above} />
          {calls.slice(first, end).map((call, offset) => (
            <tr
              key={call.callId}
              data-call={call.callId}
              aria-rowindex={first + offset + 2}
              aria-current={call.callId === selected || undefined}
            >
              <Cells call={call} search={search} now={now} chosen={call.callId === selected} />
            </tr>
          ))}
          <Gap height={below} />
        </tbody>
      </table>
    </div>
  )
}

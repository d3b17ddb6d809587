// Rows are placed by hand, so table elements would lose their meaning; the roles say what they are instead.
// Keys work on the whole list (see runs-screen.tsx), not row by row.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { Call } from '../../contract/call.ts'
import { StateTag } from '../shell/state-tag.tsx'
import { useNow } from '../shell/use-now.ts'
import { words } from '../words/words.ts'
import { Found } from './found.tsx'
import css from './runs-list.module.css'
import type { RunsStore } from './runs-store.ts'

const said = words.runs
const rowHeight = 36
const headHeight = 31
/** Asked for before the last row comes into sight. */
const ahead = 30

const idOf = (callId: string): string => `call-${callId}`

const Cells = ({ call, search, now }: { call: Call; search: string; now: number }) => {
  const run = call.outcome.state === 'accepted' ? String(call.outcome.workflowRunId) : words.common.none
  const agent = call.agentName ?? call.agentUuid
  return (
    <>
      <span role="gridcell" className={css['time']} title={words.time.full(call.preparedAt)}>
        {words.time.short(call.preparedAt, now)}
      </span>
      <span role="gridcell">
        <StateTag state={call.outcome} />
      </span>
      <span role="gridcell" title={call.phoneNumber}>
        <Found text={call.phoneNumberDisplay} search={search} />
      </span>
      <span role="gridcell" title={agent}>
        <Found text={agent} search={search} />
      </span>
      <span role="gridcell" className={css['mono']}>
        <Found text={run} search={search} />
      </span>
      <span role="gridcell" className={css['profile']} data-color={call.profileColor} title={call.profileName}>
        <i aria-hidden />
        <Found text={call.profileName} search={search} />
      </span>
      <span role="gridcell" title={words.callState.inShort(call)}>
        <Found text={words.callState.inShort(call)} search={search} />
      </span>
    </>
  )
}

const Head = () => (
  <div role="row" className={css['head']}>
    {Object.values(said.columns).map((column) => (
      <span key={column} role="columnheader">
        {column}
      </span>
    ))}
  </div>
)

/** The list itself: only the rows in sight exist, whatever its length. */
export const RunsList = ({ runs }: { runs: RunsStore }) => {
  const { calls, selected, search, total, more } = useStore(runs.store)
  const now = useNow(60_000)
  const scroller = useRef<HTMLDivElement>(null)
  // The list measures itself and is not memoized by a compiler here, which is all that this rule fears.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: calls.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    getItemKey: (index) => calls[index]?.callId ?? index,
  })
  const items = rows.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const selectedIndex = calls.findIndex(({ callId }) => callId === selected)
  useEffect(() => {
    if (more && last >= calls.length - ahead) void runs.loadMore()
  }, [more, last, calls.length, runs])
  useEffect(() => {
    if (selectedIndex >= 0) rows.scrollToIndex(selectedIndex, { align: 'auto' })
  }, [selectedIndex, rows])
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={said.list}
      aria-rowcount={total + 1}
      aria-activedescendant={selected ? idOf(selected) : undefined}
      tabIndex={0}
      className={css['grid']}
    >
      <div role="rowgroup" className={css['top']}>
        <Head />
      </div>
      <div role="rowgroup" className={css['all']} style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const call = calls[index]
          return (
            call && (
              <div
                key={key}
                id={idOf(call.callId)}
                role="row"
                aria-rowindex={index + 2}
                aria-selected={call.callId === selected}
                className={css['row']}
                style={{ transform: `translateY(${start - headHeight}px)` }}
                onClick={() => runs.open(call.callId)}
              >
                <Cells call={call} search={search} now={now} />
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}

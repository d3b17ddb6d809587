import { useEffect, useRef, type RefObject } from 'react'
import { useStore } from 'zustand'
import { useNow } from '../shell/use-now.ts'
import { words } from '../words/words.ts'
import { RunRow } from './rows/run-row.tsx'
import { useFrame } from './rows/use-frame.ts'
import css from './runs-list.module.css'
import type { RunsStore } from './runs-store.ts'

const said = words.runs

const Head = () => (
  <thead>
    <tr>
      {Object.entries(said.columns).map(([name, column]) => (
        <th key={name} scope="col">
          <span>{column}</span>
        </th>
      ))}
    </tr>
  </thead>
)

/** One listener for all rows: a press anywhere in a row opens it, as does its button by keyboard. */
const useRowClicks = (scroller: RefObject<HTMLElement | null>, runs: RunsStore): void => {
  useEffect(() => {
    const element = scroller.current
    const onClick = ({ target }: MouseEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-call]') : null
      const { call, row: index } = row?.dataset ?? {}
      if (call === undefined || index === undefined) return
      runs.choose(Number(index))
      runs.open(call)
    }
    element?.addEventListener('click', onClick)
    return () => element?.removeEventListener('click', onClick)
  }, [scroller, runs])
}

/** The focus goes along with the choice when it is in the list already, and is never taken from elsewhere. */
const useFocusOnChoice = (scroller: RefObject<HTMLElement | null>): void => {
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
    // A row that was scrolled away took the focus with it; it comes back to the row that is chosen now.
    const isLost = activeElement === document.body && isInside.current
    if (element && (isLost || element.contains(activeElement)))
      element.querySelector<HTMLElement>('[aria-current] button')?.focus({ preventScroll: true })
  })
}

/** The list itself: only the rows near those in sight exist, whatever its length. */
export const RunsList = ({ runs }: { runs: RunsStore }) => {
  const { rows, chosen, asked, notes, total, totalIs } = useStore(runs.store)
  const now = useNow(60_000)
  const scroller = useRef<HTMLDivElement>(null)
  const { first, end, top, height, inSight, toRow } = useFrame(scroller, rows.count, rows.shifted)
  const goTo = useRef(toRow)
  useEffect(() => void (goTo.current = toRow))
  useEffect(() => {
    if (chosen >= 0) goTo.current(chosen)
  }, [chosen])
  useEffect(() => runs.see(inSight.first, inSight.end), [runs, inSight.first, inSight.end])
  useRowClicks(scroller, runs)
  useFocusOnChoice(scroller)
  const indexes = Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset)
  return (
    <div ref={scroller} className={css['scroller']}>
      {/* Whatever is drawn in it, it keeps its length: a list that became shorter for a moment would lose its place. */}
      <div style={{ height, paddingTop: top }}>
        <table aria-label={said.list} aria-rowcount={totalIs === 'exact' ? total + 1 : -1}>
          <Head />
          <tbody>
            {indexes.map((index) => {
              const call = rows.at(index)
              return (
                <RunRow
                  key={call?.callId ?? index}
                  index={index}
                  call={call}
                  note={call && notes[call.callId]}
                  search={asked.search}
                  now={now}
                  chosen={index === chosen}
                />
              )
            })}
          </tbody>
        </table>
      </div>
    </div>
  )
}

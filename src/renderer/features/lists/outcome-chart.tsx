import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { RowState } from '../../../contract/list.ts'
import type { Output } from '../../../contract/operations.ts'
import { messages } from '../../../messages/index.ts'
import { countOutcomes, type OutcomeCounts, type RowOutcome, statesOf } from '../../lib/list-totals.ts'
import { Button } from '../../ui/button.tsx'
import css from './outcome-chart.module.css'

const runText = messages.lists.run

/** The outcomes in a bar of the chart, from bottom to top. */
const barOutcomes = ['reached', 'voicemail', 'noAnswer', 'busy', 'other', 'notPlaced', 'unknown'] as const

/** Returns the CSS class with an outcome's color, for charts and counters. */
export const outcomeClass = (outcome: RowOutcome): string => css[outcome] ?? ''

/** An outcome that occurs, and the states of the rows that have it. */
type Term = { outcome: RowOutcome; states: readonly RowState[] }

type Bar = { from: string; counts: OutcomeCounts; rows: number }

/** Returns a bar for every period from the first to the last; a period without outcomes has an empty bar. */
export const barsOf = ({ minutes, periods }: Output<'listOutcomes'>): Bar[] => {
  const [first, last] = [periods[0], periods.at(-1)]
  if (first === undefined || last === undefined) return []
  const [start, span] = [Date.parse(first.from), minutes * 60_000]
  const known = new Map(periods.map(({ from, counts }) => [Date.parse(from), counts]))
  return Array.from({ length: Math.round((Date.parse(last.from) - start) / span) + 1 }, (_, index) => {
    const at = start + index * span
    const counts = countOutcomes(known.get(at) ?? {})
    const rows = barOutcomes.reduce((sum, outcome) => sum + counts[outcome], 0)
    return { from: new Date(at).toISOString(), counts, rows }
  })
}

type OutcomeChartProps = {
  outcomes: Output<'listOutcomes'>
  /** Height in pixels. */
  height: number
  /** False if counters in the same colors serve as the legend. */
  hasLegend: boolean
}

/** Shows the outcomes of a list over time, as bars or as a table. */
export const OutcomeChart = ({ outcomes, height, hasLegend }: OutcomeChartProps) => {
  const bars = useMemo(() => barsOf(outcomes), [outcomes])
  const [isTable, setIsTable] = useState(false)
  const title = runText.chart(outcomes.minutes)
  const terms: Term[] = barOutcomes
    .map((outcome) => ({
      outcome,
      states: statesOf([outcome]).filter((state) => outcomes.periods.some(({ counts }) => counts[state] > 0)),
    }))
    .filter(({ states }) => states.length > 0)
  return (
    <section className={css['chart']} aria-label={title}>
      <h2>
        {title}
        <Button size="small" variant="quiet" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          {runText.asTable}
        </Button>
      </h2>
      {bars.length === 0 && <p className={css['none']}>{runText.noOutcomes}</p>}
      {bars.length > 0 &&
        (isTable ? <BarTable bars={bars} terms={terms} /> : <Bars bars={bars} height={height} title={title} />)}
      {hasLegend && !isTable && (
        <p className={css['legend']} aria-hidden>
          {terms.map(({ outcome, states }) => (
            <span key={outcome}>
              <i className={`${css['swatch']} ${css[outcome]}`} />
              {runText.outcomeStates(states)}
            </span>
          ))}
        </p>
      )}
    </section>
  )
}

/** Width of the chart until it is laid out, in pixels. */
const initialWidth = 660

/** Returns an element's width in pixels. A chart needs it to keep its labels at their normal size. */
const useWidth = (element: RefObject<Element | null>): number => {
  const [width, setWidth] = useState(initialWidth)
  useLayoutEffect(() => {
    if (element.current === null) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width))
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return width
}

const [leftEdge, baseHeight] = [26, 20]

/** Returns the end of the axis: a round number at or above the highest bar. */
const axisEnd = (most: number): number => {
  const step = 10 ** Math.floor(Math.log10(Math.max(1, most)))
  return [1, 2, 3, 4, 6, 8, 10].map((factor) => factor * step).find((end) => end >= most) ?? most
}

/** Maximum number of labels below the bars. */
const maxLabels = 6

const Bars = ({ bars, height, title }: { bars: readonly Bar[]; height: number; title: string }) => {
  const element = useRef<SVGSVGElement>(null)
  const width = useWidth(element)
  const most = axisEnd(Math.max(...bars.map(({ rows }) => rows)))
  const base = height - baseHeight
  const step = (width - leftEdge) / Math.max(12, bars.length)
  const labelStep = Math.ceil(bars.length / maxLabels)
  const texts = bars.map(({ from, rows }) => `${messages.time.hour(from)} ${messages.common.count(rows)}`)
  return (
    <svg
      ref={element}
      viewBox={`0 0 ${width} ${height}`}
      height={height}
      role="img"
      aria-label={`${title}: ${texts.join(', ')}`}
    >
      {[0, most / 2, most].map((value) => {
        const y = base - (value / most) * (base - 8)
        return (
          <g key={value}>
            <line className={css['grid']} x1={leftEdge} x2={width} y1={y} y2={y} />
            {Number.isInteger(value) && (
              <text x={leftEdge - 6} y={y + 4} textAnchor="end">
                {messages.common.count(value)}
              </text>
            )}
          </g>
        )
      })}
      {bars.map(({ from, counts }, index) => {
        const x = leftEdge + index * step + 1
        let top = base
        return (
          <g key={from}>
            {barOutcomes.map((outcome) => {
              const size = (counts[outcome] / most) * (base - 8)
              top -= size
              return (
                size > 0 && (
                  <rect
                    key={outcome}
                    className={css[outcome]}
                    x={x}
                    y={top}
                    width={Math.max(1, step - 3)}
                    // This leaves a thin line between outcomes and keeps small counts visible.
                    height={Math.max(1.5, size - 1)}
                  />
                )
              )
            })}
            {index % labelStep === 0 && (
              <text x={x} y={height - 4}>
                {messages.time.hour(from)}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}

const BarTable = ({ bars, terms }: { bars: readonly Bar[]; terms: readonly Term[] }) => (
  <div className={css['table']}>
    <table>
      <thead>
        <tr>
          <th scope="col">{runText.period}</th>
          {terms.map(({ outcome, states }) => (
            <th key={outcome} scope="col">
              {runText.outcomeStates(states)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ from, counts }) => (
          <tr key={from}>
            <th scope="row">{messages.time.hour(from)}</th>
            {terms.map(({ outcome }) => (
              <td key={outcome}>{messages.common.count(counts[outcome])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

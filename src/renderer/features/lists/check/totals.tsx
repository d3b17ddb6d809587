import { Ban, Check, CirclePause, type LucideIcon, Minus } from 'lucide-react'
import type { FindingCode, List, RowState } from '../../../../contract/list.ts'
import { messages } from '../../../../messages/index.ts'
import { totalsOf } from '../../../lib/list-totals.ts'
import css from './totals.module.css'

const checkText = messages.lists.check

/** The rows that the table shows. */
export type RowFilter = { readonly states: readonly RowState[]; readonly finding: FindingCode | null }
export const everyRow: RowFilter = { states: [], finding: null }

type Part = { state: RowState; name: string; rows: number; icon: LucideIcon; tone: 'good' | 'check' | 'bad' | 'idle' }

const partsOf = (list: List): Part[] => {
  const { waiting, held, refused, left } = totalsOf(list.counts)
  const { totals } = checkText
  const all: Part[] = [
    { state: 'ready', name: totals.ready, rows: waiting, icon: Check, tone: 'good' },
    { state: 'held', name: totals.held, rows: held, icon: CirclePause, tone: 'check' },
    { state: 'refused', name: totals.refused, rows: refused, icon: Ban, tone: 'bad' },
    { state: 'skipped', name: totals.left, rows: left, icon: Minus, tone: 'idle' },
  ]
  return all.filter(({ state, rows }) => rows > 0 || state !== 'skipped')
}

type TotalsProps = { list: List; filter: RowFilter; onFilter: (filter: RowFilter) => void }

/** Shows the number of rows by state as an equation. Selecting a part of it filters the table. */
export const Totals = ({ list, filter, onFilter }: TotalsProps) => {
  const parts = partsOf(list)
  const { rows: all } = totalsOf(list.counts)
  const isEvery = filter.states.length === 0 && filter.finding === null
  return (
    <div className={css['totals']} role="group" aria-label={checkText.totalsLabel}>
      <button type="button" aria-pressed={isEvery} onClick={() => onFilter(everyRow)} data-bare>
        {checkText.totals.all} <b>{messages.common.count(all)}</b>
      </button>
      {parts.map(({ state, name, rows, icon: Icon, tone }, index) => (
        <span key={state} className={css['part']}>
          <span aria-hidden>{index === 0 ? '=' : '+'}</span>
          <button
            type="button"
            aria-pressed={filter.states[0] === state}
            onClick={() => onFilter(filter.states[0] === state ? everyRow : { states: [state], finding: null })}
            data-bare
          >
            <Icon aria-hidden className={css[tone]} />
            {name} <b>{messages.common.count(rows)}</b>
          </button>
        </span>
      ))}
      <div
        className={css['bar']}
        role="img"
        aria-label={checkText.equation(
          all,
          parts.map(({ name, rows }) => `${name} ${messages.common.count(rows)}`),
        )}
      >
        {parts.map(
          ({ state, rows, tone }) => rows > 0 && <i key={state} className={css[tone]} style={{ flexGrow: rows }} />,
        )}
      </div>
    </div>
  )
}

import { ChevronDown } from 'lucide-react'
import { movingDays } from '../../../contract/call-filter.ts'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/field.tsx'
import { Input } from '../../design/input.tsx'
import { Popover } from '../../design/popover.tsx'
import { words } from '../../words/words.ts'
import type { Days } from './days.ts'
import css from './filter-bar.module.css'

const said = words.runs.filters
type Props = { days: Days; onChoose: (days: Days) => void }

const textOf = (days: Days): string => {
  if (days.kind !== 'between') return said.days[days.kind]
  return said.between(
    days.from === null ? null : words.time.day(days.from),
    days.until === null ? null : words.time.day(days.until),
  )
}

const Between = ({ days, onChoose }: Props) => {
  const { from, until } = days.kind === 'between' ? days : { from: null, until: null }
  const choose = (next: { from: string | null; until: string | null }) =>
    onChoose(next.from === null && next.until === null ? { kind: 'any' } : { kind: 'between', ...next })
  return (
    <div className={css['between']}>
      <Field label={said.fromDay}>
        {(control) => (
          <Input
            {...control}
            type="date"
            value={from ?? ''}
            onChange={({ target }) => choose({ from: target.value || null, until })}
          />
        )}
      </Field>
      <Field label={said.untilDay}>
        {(control) => (
          <Input
            {...control}
            type="date"
            value={until ?? ''}
            onChange={({ target }) => choose({ from, until: target.value || null })}
          />
        )}
      </Field>
    </div>
  )
}

/** On which days: those that move on with the calendar, or from one day to another. */
export const DaysFilter = ({ days, onChoose }: Props) => (
  <Popover
    title={said.dayTitle}
    trigger={
      <button type="button" className={css['filter']} data-on={days.kind !== 'any' || undefined}>
        <span>{textOf(days)}</span>
        <ChevronDown aria-hidden />
      </button>
    }
  >
    <div className={css['moving']}>
      {(['any', ...movingDays] as const).map((kind) => (
        <Button key={kind} size="small" aria-pressed={days.kind === kind} onClick={() => onChoose({ kind })}>
          {said.days[kind]}
        </Button>
      ))}
    </div>
    <Between days={days} onChoose={onChoose} />
  </Popover>
)

import { ChevronDown, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { NumberRange } from '../../../../contract/call-list.ts'
import { messages } from '../../../../messages/index.ts'
import { usePage } from '../../../lib/page.ts'
import { Field, FieldMessage, Input } from '../../../ui/field.tsx'
import { Popover } from '../../../ui/popover.tsx'
import css from './filter-bar.module.css'
import { anyNumber, isLimited } from './filters.ts'

const filterText = messages.runs.filters

type RemovableProps = {
  /** The filter in words. */
  text: string
  isOn: boolean
  onRemove: () => void
  /** The button that opens the filter. */
  children: ReactNode
}

/** Renders a filter with a button that removes it while it is on. */
export const Removable = ({ text, isOn, onRemove, children }: RemovableProps) => {
  const { announce } = usePage()
  return (
    <span className={css['removable']}>
      {children}
      {isOn && (
        <button
          type="button"
          className={css['remove']}
          aria-label={filterText.remove(text)}
          title={filterText.remove(text)}
          onClick={({ currentTarget: { parentElement } }) => {
            // This button disappears.
            parentElement?.querySelector('button')?.focus()
            onRemove()
            announce(filterText.removed(text))
          }}
        >
          <X aria-hidden />
        </button>
      )}
    </span>
  )
}

type PopoverFilterProps = { title: string; text: string; isOn: boolean; onClear: () => void; children: ReactNode }

/** Renders a filter whose values are set in a popover. */
export const PopoverFilter = ({ title, text, isOn, onClear, children }: PopoverFilterProps) => (
  <Removable text={text} isOn={isOn} onRemove={onClear}>
    <Popover
      title={title}
      trigger={
        <button type="button" className={css['filter']} data-on={isOn || undefined}>
          <span>{text}</span>
          <ChevronDown aria-hidden />
        </button>
      }
    >
      {children}
    </Popover>
  </Removable>
)

type RangeFilterProps = { range: NumberRange; onChoose: (range: NumberRange) => void }

/** Renders the filter by duration, which is typed as `1:30` or in seconds. */
export const DurationFilter = (props: RangeFilterProps) => (
  <RangeFilter {...props} text={filterText.duration} read={readDuration} write={messages.time.duration} />
)

/** Renders the filter by cost in credits. */
export const CostFilter = (props: RangeFilterProps) => (
  <RangeFilter {...props} text={filterText.credits} read={readCost} write={String} />
)

/** Parses a duration and returns it in seconds; null for any other text. */
export const readDuration = (text: string): number | null => {
  const [, minutes, seconds] = /^(?:(\d{1,4}):(?=[0-5]\d$))?(\d{1,6})$/.exec(text) ?? []
  return seconds === undefined ? null : Number(minutes ?? 0) * 60 + Number(seconds)
}

/** Parses a cost with a decimal point or comma; returns null for any other text. */
export const readCost = (text: string): number | null =>
  /^\d{1,9}(?:[.,]\d{0,6})?$|^[.,]\d{1,6}$/.test(text) ? Number(text.replace(',', '.')) : null

type Read = (text: string) => number | null

/** The typed ends of a range. */
type Typed = { from: string; to: string }

/** Returns the value of a field; null if it is blank, undefined if it is invalid. */
const limitOf = (text: string, read: Read): number | null | undefined => {
  const trimmed = text.trim()
  return trimmed === '' ? null : (read(trimmed) ?? undefined)
}

const readRange = (typed: Typed, read: Read) => {
  const [from, to] = [limitOf(typed.from, read), limitOf(typed.to, read)]
  const isReversed = typeof from === 'number' && typeof to === 'number' && from > to
  const range: NumberRange | null = from === undefined || to === undefined || isReversed ? null : { from, to }
  return { from, to, isReversed, range }
}

type RangeTexts = typeof filterText.duration

const RangeFilter = ({
  range,
  onChoose,
  text,
  read,
  write,
}: RangeFilterProps & { text: RangeTexts; read: Read; write: (value: number) => string }) => (
  <PopoverFilter
    title={text.title}
    text={isLimited(range) ? text.shown(range) : text.any}
    isOn={isLimited(range)}
    onClear={() => onChoose(anyNumber)}
  >
    <RangeFields {...{ range, onChoose, text, read, write }} />
  </PopoverFilter>
)

/** Edits both ends of a range. A change applies on Enter and when its field loses focus. */
const RangeFields = ({ range, onChoose, text, read, write }: Parameters<typeof RangeFilter>[0]) => {
  const [typed, setTyped] = useState<Typed>({
    from: range.from === null ? '' : write(range.from),
    to: range.to === null ? '' : write(range.to),
  })
  const [applied, setApplied] = useState(typed)
  const { from, to, isReversed } = readRange(applied, read)
  const errors = {
    from: from === undefined ? text.error : null,
    to: to === undefined ? text.error : isReversed ? filterText.maximumTooLow : null,
  }
  const apply = () => {
    setApplied(typed)
    const chosen = readRange(typed, read).range
    if (chosen !== null && (chosen.from !== range.from || chosen.to !== range.to)) onChoose(chosen)
  }
  return (
    <>
      <div className={css['between']}>
        {(['from', 'to'] as const).map((end) => (
          <Field key={end} label={filterText.ends[end]} error={errors[end]}>
            {(control) => (
              <Input
                {...control}
                value={typed[end]}
                maxLength={12}
                onChange={({ target }) => setTyped({ ...typed, [end]: target.value })}
                onBlur={apply}
                onKeyDown={({ key }) => key === 'Enter' && apply()}
              />
            )}
          </Field>
        ))}
      </div>
      <FieldMessage tone="hint">{text.hint}</FieldMessage>
    </>
  )
}

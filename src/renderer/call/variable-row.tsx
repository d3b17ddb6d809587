import { X } from 'lucide-react'
import { useId, useState, type KeyboardEvent } from 'react'
import { Button } from '../design/button.tsx'
import { FieldMessage } from '../design/field.tsx'
import { words } from '../words/words.ts'
import { CheckLine } from './check-line.tsx'
import type { ContextActs } from './context-acts.ts'
import { isUnused, type Check } from './context-checks.ts'
import { isBroken } from './context-drafts.ts'
import type { ContextRow } from './context-rows.ts'
import fields from './fields.module.css'
import { focusNext } from './focus-field.ts'
import css from './variable-row.module.css'

const said = words.context.form

type Props = {
  row: ContextRow
  /** What is being typed here, where the value is no text; null where nothing is. */
  draft: string | null
  checks: readonly Check[]
  /** What the service would choke on in this value. */
  faults: readonly string[]
  acts: ContextActs
  onMend: (check: Check) => void
}

type Shown = { text: string; isJson: boolean }

/** A text area has one kind of line break, and shows the others as that one. */
const withLineBreaks = (text: string): string => text.replace(/\r\n?/g, '\n')

const shownOf = ({ value }: ContextRow, draft: string | null): Shown => {
  if (draft !== null) return { text: draft, isJson: true }
  if (value.kind === 'text') return { text: withLineBreaks(value.text), isJson: false }
  return value.kind === 'json' && value.type !== 'null'
    ? { text: value.json, isJson: true }
    : { text: '', isJson: false }
}

const placeholderOf = ({ field }: ContextRow): string => {
  if (field?.fallback) return field.fallback
  return field?.sample ? said.sample(field.sample) : ''
}

/** The word at the end of the field: what stands in for a value, or of what kind it is. */
const noteOf = ({ field, value }: ContextRow, { text, isJson }: Shown): string | null => {
  if (value.kind === 'json' && isJson) return said.types[value.type]
  if (isJson || text !== '') return null
  if (field?.required) return said.needed
  if (value.kind === 'json') return said.types[value.type]
  return (field?.fallback ?? null) === null ? null : said.isDefault
}

/** What is only not given yet is told once the field was left empty, and not to somebody who has not been there. */
const isTold = (check: Check, visited: boolean): boolean =>
  !isUnused(check) && (visited || (check.code !== 'missing' && check.code !== 'empty'))

const moveOn = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
  const plain = !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey
  if (event.key !== 'Enter' || !plain || event.nativeEvent.isComposing) return
  event.preventDefault()
  if (!event.repeat) focusNext(event.currentTarget)
}

const Label = ({ id, row }: { id: string; row: ContextRow }) => (
  <label className={css['label']} htmlFor={id}>
    <bdi>{row.name}</bdi>
    {row.field?.required && (
      <span className={css['star']} aria-hidden>
        *
      </span>
    )}
  </label>
)

const Lines = ({ row, draft, checks, faults, acts, onMend }: Props) => (
  <>
    {faults.map((fault) => (
      <FieldMessage key={fault} tone="bad">
        {fault}
      </FieldMessage>
    ))}
    {draft !== null && isBroken(draft) && (
      <FieldMessage tone="bad">
        {said.notJson}{' '}
        <button
          type="button"
          className={fields['mode']}
          onClick={() => acts.writeField(row.path, draft, row.field !== null)}
        >
          {said.asText}
        </button>
      </FieldMessage>
    )}
    {checks.map((check) => (
      <CheckLine key={check.code} check={check} onMend={onMend} />
    ))}
  </>
)

/** One field of the context: its name, its value, what stands in for it, and what to look at. */
export const VariableRow = (props: Props) => {
  const { row, draft, acts } = props
  const id = useId()
  const [visited, setVisited] = useState(false)
  const shown = shownOf(row, draft)
  const note = noteOf(row, shown)
  const type = (text: string) =>
    shown.isJson ? acts.writeJson(row.path, text) : acts.writeField(row.path, text, row.field !== null)
  const leave = () => (setVisited(true), acts.leaveField(row.path))
  return (
    <div className={css['row']}>
      <Label id={id} row={row} />
      <div className={css['body']}>
        <div className={css['control']}>
          <textarea
            id={id}
            rows={1}
            className={[css['value'], shown.isJson && css['json'], note && css['noted']].filter(Boolean).join(' ')}
            dir={shown.isJson ? 'ltr' : 'auto'}
            value={shown.text}
            placeholder={placeholderOf(row)}
            readOnly={row.inTheWay !== null}
            spellCheck={false}
            autoComplete="off"
            aria-required={row.field?.required || undefined}
            aria-invalid={draft !== null && isBroken(draft) ? true : undefined}
            aria-describedby={`${id}-said ${id}-note`}
            data-context-field={row.key}
            onChange={(event) => type(event.target.value)}
            onKeyDown={moveOn}
            onBlur={leave}
          />
          <span
            className={[css['note'], note === said.needed && css['needed']].filter(Boolean).join(' ')}
            id={`${id}-note`}
          >
            {note}
          </span>
          {row.field === null && (
            <Button
              look="quiet"
              size="icon"
              aria-label={said.remove(row.name)}
              title={said.remove(row.name)}
              onClick={() =>
                props.onMend({ code: 'unknown', path: row.path, mend: { kind: 'remove', path: row.path } })
              }
            >
              <X aria-hidden />
            </Button>
          )}
        </div>
        <div id={`${id}-said`}>
          <Lines {...props} checks={props.checks.filter((check) => isTold(check, visited))} />
        </div>
      </div>
    </div>
  )
}

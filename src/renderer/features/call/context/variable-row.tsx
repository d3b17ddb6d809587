import { X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { messages } from '../../../../messages/index.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldMessage } from '../../../ui/field.tsx'
import type { CallScreenElements } from '../form/call-form-state.ts'
import fieldCss from '../form/fields.module.css'
import type { ContextActions } from './context-actions.ts'
import { type Check, checkSentence, fixWords, isRefused, isUnused } from './context-checks.ts'
import { isBroken } from './context-edit.ts'
import { focusNextField } from './context-focus.ts'
import { type ContextRow, pathText } from './context-rows.ts'
import css from './context.module.css'

const contextMessages = messages.context
const contextFormMessages = messages.context.form

type VariableRowProps = {
  row: ContextRow
  /** The text that is being typed if the value is not a string, otherwise null. */
  draft: string | null
  checks: readonly Check[]
  /** Sentences that say why the service would refuse this value. */
  faults: readonly string[]
  actions: ContextActions
  elements: CallScreenElements
  onFix: (check: Check) => void
}

/** Shows one field of the context: its name, value, default or type, and checks. */
export const VariableRow = ({ row, draft, checks, faults, actions, elements, onFix }: VariableRowProps) => {
  const id = useId()
  const [visited, setVisited] = useState(false)
  const asText = () => draft !== null && actions.writeField(row.path, draft, row.field !== null)
  return (
    <div className={css['row']}>
      <label className={css['label']} htmlFor={id}>
        <bdi>{row.name}</bdi>
        {row.field?.required && (
          <span className={css['star']} aria-hidden>
            *
          </span>
        )}
      </label>
      <div className={css['body']}>
        <div className={css['control']}>
          <ValueBox {...{ id, row, draft, actions, elements }} onLeave={() => setVisited(true)} />
          {row.field === null && (
            <Button
              variant="quiet"
              size="icon"
              aria-label={contextFormMessages.remove(row.name)}
              title={contextFormMessages.remove(row.name)}
              onClick={() => onFix({ code: 'unknown', path: row.path, fix: { kind: 'remove', path: row.path } })}
            >
              <X aria-hidden />
            </Button>
          )}
        </div>
        <div id={`${id}-checks`}>
          {faults.map((fault) => (
            <FieldMessage key={fault} tone="bad">
              {fault}
            </FieldMessage>
          ))}
          {draft !== null && isBroken(draft) && (
            <FieldMessage tone="bad">
              {contextFormMessages.invalidValue}{' '}
              <button type="button" className={fieldCss['mode']} onClick={asText}>
                {contextFormMessages.sendAsText}
              </button>
            </FieldMessage>
          )}
          {checks
            .filter((check) => isShown(check, visited))
            .map((check) => (
              <CheckLine key={check.code} check={check} onFix={onFix} />
            ))}
        </div>
      </div>
    </div>
  )
}

/** Returns whether to show a check. A missing value is shown only after the user has left the field empty. */
const isShown = (check: Check, visited: boolean): boolean =>
  !isUnused(check) && (visited || (check.code !== 'missing' && check.code !== 'empty'))

type CheckLineProps = { check: Check; onFix: (check: Check) => void; named?: boolean }

/** Shows a check with the button that fixes it. */
export const CheckLine = ({ check, onFix, named = false }: CheckLineProps) => {
  const { kind, name } = fixWords(check)
  const sentence = checkSentence(check)
  const tone = isRefused(check) ? 'bad' : isUnused(check) ? 'hint' : 'check'
  return (
    <FieldMessage tone={tone}>
      {named && check.path.length > 0 ? contextMessages.named(pathText(check.path), sentence) : sentence}{' '}
      {check.fix && (
        <button type="button" className={fieldCss['mode']} onClick={() => onFix(check)}>
          {contextMessages.fix(kind, name)}
        </button>
      )}
    </FieldMessage>
  )
}

type ValueBoxProps = Pick<VariableRowProps, 'row' | 'draft' | 'actions' | 'elements'> & {
  id: string
  onLeave: () => void
}

/** Renders the text area for a value. Enter moves to the next value; Shift+Enter adds a line. */
const ValueBox = ({ id, row, draft, actions, elements, onLeave }: ValueBoxProps) => {
  const shown = shownValueOf(row, draft)
  const note = valueNote(row, shown)
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey
    if (event.key !== 'Enter' || !isPlain || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (!event.repeat) focusNextField(event.currentTarget, elements.context, elements.callButton)
  }
  return (
    <div className={css['box']}>
      <textarea
        id={id}
        rows={1}
        className={shown.isJson ? `${css['value']} ${css['jsonValue']}` : css['value']}
        dir={shown.isJson ? 'ltr' : shown.text === '' ? undefined : 'auto'}
        value={shown.text}
        placeholder={placeholderOf(row)}
        readOnly={row.blockedBy !== null}
        spellCheck={false}
        autoComplete="off"
        aria-required={row.field?.required || undefined}
        aria-invalid={draft !== null && isBroken(draft) ? true : undefined}
        aria-describedby={`${id}-checks ${id}-note`}
        data-context-field={row.key}
        // Focusing the field with the keyboard selects the value, so that typing replaces it; clicking places the
        // caret.
        onFocus={({ currentTarget }) => currentTarget.matches(':active') || currentTarget.select()}
        onChange={({ target: { value } }) =>
          shown.isJson ? actions.writeJson(row.path, value) : actions.writeField(row.path, value, row.field !== null)
        }
        onKeyDown={onKeyDown}
        onBlur={() => {
          onLeave()
          actions.leaveField(row.path)
        }}
      />
      <span
        className={note === contextFormMessages.required ? `${css['note']} ${css['needed']}` : css['note']}
        id={`${id}-note`}
      >
        {note}
      </span>
    </div>
  )
}

/** The displayed value of a field: text, or JSON on one line. */
type ShownValue = { text: string; isJson: boolean }

/** Returns what the field shows. `draft` is the text that is being typed if the value is not a string. */
const shownValueOf = ({ value }: ContextRow, draft: string | null): ShownValue => {
  if (draft !== null) return { text: draft, isJson: true }
  // A text area normalizes line breaks to LF.
  if (value.kind === 'text') return { text: value.text.replace(/\r\n?/g, '\n'), isJson: false }
  return value.kind === 'json' && value.type !== 'null'
    ? { text: value.json, isJson: true }
    : { text: '', isJson: false }
}

/** Returns the placeholder of an empty field: its default or, if there is none, the author's example. */
const placeholderOf = ({ field }: ContextRow): string => {
  if (field?.fallback) return field.fallback
  return field?.sample ? contextFormMessages.sample(field.sample) : ''
}

/** Returns the note at the end of the field: its JSON type, `needed` or `default`; null if there is none. */
const valueNote = ({ field, value }: ContextRow, { text, isJson }: ShownValue): string | null => {
  if (value.kind === 'json' && isJson) return contextFormMessages.types[value.type]
  if (isJson || text !== '') return null
  if (field?.required) return contextFormMessages.required
  if (value.kind === 'json') return contextFormMessages.types[value.type]
  return (field?.fallback ?? null) === null ? null : contextFormMessages.isDefault
}

import type { KeyboardEvent } from 'react'
import { words } from '../words/words.ts'
import type { ContextActs } from './context-acts.ts'
import { isBroken } from './context-drafts.ts'
import type { ContextRow } from './context-rows.ts'
import { focusNext } from './focus-field.ts'
import { directionOf, noteOf, placeholderOf, shownOf } from './shown-value.ts'
import css from './variable-row.module.css'

const moveOn = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
  const plain = !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey
  if (event.key !== 'Enter' || !plain || event.nativeEvent.isComposing) return
  event.preventDefault()
  if (!event.repeat) focusNext(event.currentTarget)
}

type Props = { id: string; row: ContextRow; draft: string | null; acts: ContextActs; onLeave: () => void }

/** The field of one value. Enter goes on to the next one, Shift+Enter begins a line in this one. */
export const ValueBox = ({ id, row, draft, acts, onLeave }: Props) => {
  const shown = shownOf(row, draft)
  const note = noteOf(row, shown)
  const type = (text: string) =>
    shown.isJson ? acts.writeJson(row.path, text) : acts.writeField(row.path, text, row.field !== null)
  return (
    <div className={css['box']}>
      <textarea
        id={id}
        rows={1}
        className={shown.isJson ? `${css['value']} ${css['json']}` : css['value']}
        dir={directionOf(shown)}
        value={shown.text}
        placeholder={placeholderOf(row)}
        readOnly={row.inTheWay !== null}
        spellCheck={false}
        autoComplete="off"
        aria-required={row.field?.required || undefined}
        aria-invalid={draft !== null && isBroken(draft) ? true : undefined}
        aria-describedby={`${id}-said ${id}-note`}
        data-context-field={row.key}
        // Reached by a key, the value is there to be typed over; a press of the mouse means a place in it.
        onFocus={({ currentTarget }) => currentTarget.matches(':active') || currentTarget.select()}
        onChange={(event) => type(event.target.value)}
        onKeyDown={moveOn}
        onBlur={() => (onLeave(), acts.leaveField(row.path))}
      />
      <span
        className={note === words.context.form.needed ? `${css['note']} ${css['needed']}` : css['note']}
        id={`${id}-note`}
      >
        {note}
      </span>
    </div>
  )
}

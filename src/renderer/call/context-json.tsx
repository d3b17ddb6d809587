import { useStore } from 'zustand'
import { FieldMessage } from '../design/field.tsx'
import { words } from '../words/words.ts'
import type { CallDesk } from './call-desk.ts'
import { CarriedValues } from './carried-values.tsx'
import { CheckLine } from './check-line.tsx'
import { ContextEditor } from './context-editor.tsx'
import css from './context-field.module.css'
import type { ContextNote, ContextReading } from './context-text.ts'
import fields from './fields.module.css'
import { formatContext } from './format-context.ts'
import type { ContextForm } from './use-context-form.ts'

const said = words.context
const shown = 3

const Note = ({ note }: { note: ContextNote }) => (
  <FieldMessage tone={note.severity === 'error' ? 'bad' : 'check'}>{said.at(note.place, note.sentence)}</FieldMessage>
)

const Notes = ({ notes }: { notes: readonly ContextNote[] }) => (
  <div aria-live="polite">
    {notes.slice(0, shown).map((note) => (
      <Note key={`${note.from} ${note.sentence}`} note={note} />
    ))}
    {notes.length > shown && <FieldMessage tone="hint">{said.more(notes.length - shown)}</FieldMessage>}
  </div>
)

/** What is only not given yet is no news to somebody who is writing. */
const Checks = ({ form }: { form: ContextForm }) =>
  form.checks
    .filter(({ code }) => code !== 'missing')
    .slice(0, shown)
    .map((check) => <CheckLine key={`${check.code} ${check.path.join('.')}`} check={check} onMend={form.mend} named />)

const sizeOf = ({ value, bytes }: ContextReading): string | null =>
  value === null || bytes === 0 ? null : `${said.variables(Object.keys(value).length)} · ${said.size(bytes)}`

type Props = { call: CallDesk; form: ContextForm }

const AboutText = ({ call, form }: Props) => {
  const { contextText, context } = useStore(call.form.store)
  const formatted = formatContext(contextText)
  return (
    <>
      <CarriedValues call={call} />
      <Notes notes={context.notes} />
      <Checks form={form} />
      <div className={fields['below']}>
        <FieldMessage tone="hint">{said.hint}</FieldMessage>
        <span className={css['size']}>
          {sizeOf(context)}
          {formatted !== null && formatted !== contextText && (
            <button type="button" className={fields['mode']} onClick={() => call.form.typeContext(formatted)}>
              {said.format}
            </button>
          )}
        </span>
      </div>
    </>
  )
}

/** The context as JSON: every fault told at its line and column, every check with its mend. Unseen, it only keeps the editor. */
export const ContextJson = ({ call, form, isShown }: Props & { isShown: boolean }) => {
  const text = useStore(call.form.store, ({ contextText }) => contextText)
  return (
    <div className={css['json']}>
      <ContextEditor text={text} onText={call.form.typeContext} />
      {isShown && <AboutText call={call} form={form} />}
    </div>
  )
}

import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../design/button.tsx'
import { FieldMessage } from '../design/field.tsx'
import { Input } from '../design/input.tsx'
import { takeFocus } from '../shell/take-focus.ts'
import { words } from '../words/words.ts'
import type { ContextPath } from '../../contract/mend-context.ts'
import type { CallDesk } from './call-desk.ts'
import { focusField, thenFocus } from './focus-field.ts'
import css from './context-form.module.css'

const said = words.context.form

const NewName = ({ call, onDone }: { call: CallDesk; onDone: () => void }) => {
  const name = useStore(call.form.store, ({ newField }) => newField) ?? ''
  const [bad, setBad] = useState(false)
  const id = useId()
  const add = () => {
    let made: ContextPath | null = null
    thenFocus(
      () => (made = call.form.addField()),
      () => made && focusField(made),
    )
    setBad(made === null)
  }
  return (
    <div className={css['add']}>
      <Input
        mono
        ref={takeFocus}
        value={name}
        aria-label={said.addName}
        placeholder={said.addName}
        aria-invalid={bad || undefined}
        aria-describedby={id}
        maxLength={300}
        onChange={(event) => (setBad(false), call.form.nameNewField(event.target.value))}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.repeat && !event.nativeEvent.isComposing) {
            // The press leads into the new field, and must write nothing there.
            event.preventDefault()
            add()
          }
          if (event.key === 'Escape') onDone()
        }}
      />
      <FieldMessage id={id} tone={bad ? 'bad' : 'hint'}>
        {bad ? said.addBad : said.addHint}
      </FieldMessage>
    </div>
  )
}

/** Adds a field by its name: pressed, it asks for the name; with a name, the field is there and waits for its value. */
export const AddField = ({ call }: { call: CallDesk }) => {
  const open = useStore(call.form.store, ({ newField }) => newField !== null)
  const close = () => call.form.nameNewField(null)
  return open ? (
    <NewName call={call} onDone={close} />
  ) : (
    <Button size="small" look="quiet" data-context-add onClick={() => call.form.nameNewField('')}>
      <Plus aria-hidden />
      {said.add}
    </Button>
  )
}

import { useEffect, useId, useRef } from 'react'
import { useStore } from 'zustand'
import { Field, FieldMessage } from '../design/field.tsx'
import { Switch } from '../design/switch.tsx'
import type { PracticeNumber } from '../words/english/practice-numbers.ts'
import { words } from '../words/words.ts'
import type { CallDesk } from './call-desk.ts'
import { freshNumber, type CallFormState } from './call-state.ts'
import css from './fields.module.css'
import { NumberPastLine } from './number-past-line.tsx'
import { PracticeNumbers } from './practice-numbers.tsx'

const said = words.call.number

const errorOf = (form: CallFormState): string | null => {
  const fresh = freshNumber(form)
  if (fresh?.step !== 'refused') return null
  const { failure } = fresh
  const issue = failure.kind === 'invalid' ? failure.issues[0] : undefined
  return issue ? words.issue.sentence(issue) : words.failure.inWords(failure).why
}

const hintOf = (form: CallFormState): string => {
  const fresh = freshNumber(form)
  if (fresh?.step !== 'read') return form.asTyped ? said.asTypedHint : ''
  const { country, dial, isE164 } = fresh.reading
  return [country && words.common.country(country), said.willSend(dial), isE164 ? null : said.asTypedHint]
    .filter(Boolean)
    .join(' · ')
}

const warningOf = (form: CallFormState): string | null => {
  const fresh = freshNumber(form)
  return fresh?.step === 'read' && fresh.reading.isE164 && !fresh.reading.isValid ? said.notAssigned : null
}

type Props = { call: CallDesk; practice: boolean; practiceNumbers: readonly PracticeNumber[]; onEnter: () => void }

/** The number, large: the caret stands here when the desk opens, and Enter calls. */
export const NumberField = ({ call, practice, practiceNumbers, onEnter }: Props) => {
  const form = useStore(call.form.store)
  const input = useRef<HTMLInputElement>(null)
  const called = form.at.step === 'following' || form.at.step === 'settled'
  const note = useId()
  useEffect(() => input.current?.focus(), [])
  // Where calling again leads: the form is full, and Enter calls.
  const { redialOf } = form
  useEffect(() => {
    if (redialOf) input.current?.focus()
  }, [redialOf])
  const { typeOver } = form
  useEffect(() => {
    if (typeOver) input.current?.select()
  }, [typeOver])
  return (
    <Field label={said.label} layout="row" error={errorOf(form)} warning={warningOf(form)}>
      {(control) => (
        <>
          <input
            {...control}
            aria-describedby={[control['aria-describedby'], note].filter(Boolean).join(' ')}
            ref={input}
            dir="ltr"
            className={css['number']}
            value={form.numberText}
            placeholder={said.placeholder}
            maxLength={1000}
            spellCheck={false}
            autoComplete="off"
            aria-keyshortcuts="Enter"
            data-number-field
            onChange={(event) => call.form.typeNumber(event.target.value)}
            onKeyDown={(event) => {
              // Digits begin the next number, in the place of the one that was called.
              if (called && /^[+\d]$/.test(event.key) && !event.ctrlKey) event.currentTarget.select()
              if (event.key === 'Enter' && !event.ctrlKey && !event.repeat) onEnter()
            }}
          />
          <div className={css['below']}>
            <FieldMessage tone="hint" id={note}>
              {hintOf(form)}
            </FieldMessage>
            <Switch label={said.asTyped} on={form.asTyped} onTurn={call.form.dialAsTyped} />
          </div>
          {form.at.step === 'editing' && <NumberPastLine past={call.past} practice={practice} />}
          <PracticeNumbers numbers={practiceNumbers} onChoose={call.form.typeNumber} />
        </>
      )}
    </Field>
  )
}

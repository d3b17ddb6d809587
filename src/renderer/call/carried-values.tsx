import { useStore } from 'zustand'
import { FieldMessage } from '../design/field.tsx'
import { useParts } from '../shell/parts.ts'
import { words } from '../words/words.ts'
import type { CallDesk } from './call-desk.ts'
import { freshNumber, type CallFormState } from './call-state.ts'
import fields from './fields.module.css'
import { thenFocus } from './focus-field.ts'

const said = words.context.form

/** To whom the values in the form were sent last, while they are the same and the call will go to somebody else; else null. */
export const carriedFrom = (form: CallFormState): string | null => {
  const { carried, context, at, numberText } = form
  if (carried === null || context.value === null || at.step !== 'editing') return null
  if (carried.json === '{}' || JSON.stringify(context.value) !== carried.json) return null
  const number = freshNumber(form)
  const to = number?.step === 'read' ? number.reading.display : numberText.trim()
  return to === carried.to || to === '' ? null : carried.to
}

/** Says that the values are another person's still, and clears them with one press. */
export const CarriedValues = ({ call }: { call: CallDesk }) => {
  const { announce } = useParts()
  const to = carriedFrom(useStore(call.form.store))
  if (to === null) return null
  const clear = () => {
    thenFocus(call.form.clearContext, () => document.querySelector<HTMLElement>('[data-context-field]')?.focus())
    announce(said.cleared)
  }
  return (
    <FieldMessage tone="check">
      {said.carried(to)}{' '}
      <button type="button" className={fields['mode']} onClick={clear}>
        {said.clear}
      </button>
    </FieldMessage>
  )
}

import { useStore } from 'zustand'
import { FieldMessage } from '../design/field.tsx'
import { Kbd } from '../design/kbd.tsx'
import { useParts } from '../shell/parts.ts'
import { words } from '../words/words.ts'
import type { CallDesk } from './call-desk.ts'
import { carriedFrom } from './carried-from.ts'
import css from './context-form.module.css'
import fields from './fields.module.css'
import { thenFocus } from './focus-field.ts'

const said = words.context.form

const focusValues = () => document.querySelector<HTMLElement>('[data-context-field]')?.focus()

const Carried = ({ call, to }: { call: CallDesk; to: string }) => {
  const { announce } = useParts()
  const clear = () => {
    thenFocus(call.emptied.empty, focusValues)
    announce(said.cleared)
  }
  return (
    <div className={css['carried']}>
      <FieldMessage tone="check">{said.carried(to)}</FieldMessage>
      <button type="button" className={fields['mode']} aria-keyshortcuts="Control+E" data-clear-carried onClick={clear}>
        {said.clear}
      </button>
      <Kbd keys={said.clearKeys} look="bare" />
    </div>
  )
}

const Emptied = ({ call }: { call: CallDesk }) => {
  const { announce } = useParts()
  const undo = () => {
    thenFocus(call.emptied.undo, focusValues)
    announce(said.broughtBack)
  }
  return (
    <div className={css['carried']}>
      <FieldMessage tone="hint">{said.cleared}</FieldMessage>
      <button type="button" className={fields['mode']} aria-keyshortcuts="Control+Z" onClick={undo}>
        {said.bringBack}
      </button>
      <Kbd keys={words.pasted.undoKeys} look="bare" />
    </div>
  )
}

/** Says that the values are another person's still, and empties them with one press; emptied, they come back with one. */
export const CarriedValues = ({ call }: { call: CallDesk }) => {
  const to = carriedFrom(useStore(call.form.store))
  useStore(call.emptied.store)
  if (to !== null) return <Carried call={call} to={to} />
  return call.emptied.canUndo() ? <Emptied call={call} /> : null
}

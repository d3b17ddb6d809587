import { useParts } from '../shell/parts.ts'
import { isInDialog, isTyping, useWindowKeys } from '../shell/shortcuts.ts'
import { words } from '../words/words.ts'
import type { CallDesk } from './call-desk.ts'

const said = words.context.form

const isIn = ({ target }: Event, selector: string): boolean => target instanceof Element && target.matches(selector)

/** What is typed in a field since belongs to that field's own undoing. */
const isOurs = (event: KeyboardEvent, { form, emptied }: CallDesk): boolean => {
  const state = emptied.store.getState()
  if (isIn(event, '[data-number-field]'))
    return state.step === 'filled' && state.after.numberText === form.store.getState().numberText
  return isIn(event, '[data-context-field]') || !isTyping(event)
}

/** Ctrl+E empties the values of the call before, wherever the caret is; Ctrl+Z brings them back until others are typed. */
export const useEmptying = (call: CallDesk): void => {
  const { announce } = useParts()
  useWindowKeys((event) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    if (event.defaultPrevented || isInDialog(event)) return
    const key = event.key.toLowerCase()
    if (key === 'e' && call.emptied.empty()) {
      event.preventDefault()
      announce(said.cleared)
    }
    if (key === 'z' && isOurs(event, call) && call.emptied.undo()) {
      event.preventDefault()
      announce(said.broughtBack)
    }
  })
}

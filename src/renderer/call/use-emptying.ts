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

/** On a Mac, Ctrl and a letter moves the caret of a field (Ctrl+E: to the end of the line); commands are given with Command. */
const isCommand = (event: KeyboardEvent): boolean => {
  const isMac = navigator.userAgent.includes('Macintosh')
  return event.metaKey || (event.ctrlKey && !(isMac && isTyping(event)))
}

/**
 * Ctrl+E empties the values of the call before, wherever the caret is (in a field of a Mac, Command+E does); Ctrl+Z brings
 * them back until others are typed.
 */
export const useEmptying = (call: CallDesk): void => {
  const { announce } = useParts()
  useWindowKeys((event) => {
    if (!isCommand(event) || event.shiftKey || event.altKey) return
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

import { flushSync } from 'react-dom'
import type { ContextPath } from '../../contract/mend-context.ts'
import { keyOfPath } from './context-nodes.ts'

/** Puts the caret into the field of a path, if the form shows it. */
export const focusField = (path: ContextPath): boolean => {
  const field = document.querySelector<HTMLElement>(`[data-context-field="${CSS.escape(keyOfPath(path))}"]`)
  field?.focus()
  return field !== null
}

/** Does something that changes the page, and then puts the focus where it belongs on the changed page. */
export const thenFocus = (act: () => void, focus: () => unknown): void => {
  flushSync(act)
  focus()
}

const goOnFrom = (field: HTMLElement): HTMLElement | null => {
  const fields = [...document.querySelectorAll<HTMLElement>('[data-context-field]')]
  return fields[fields.indexOf(field) + 1] ?? document.querySelector<HTMLElement>('[data-call-button]')
}

/** Goes from one field to the next one, and from the last one to the call button: never to a call. */
export const focusNext = (field: HTMLElement): void => goOnFrom(field)?.focus()

import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { ContextPath } from '../../../../domain/context/edit.ts'
import { keyOfPath } from './context-edit.ts'

type ContextRef = RefObject<HTMLElement | null>

/** Renders a change before moving focus, so that new elements can be focused. */
export const thenFocus = (change: () => void, focus: () => unknown): void => {
  flushSync(change)
  focus()
}

/** Returns the first value field of the context, or null. */
export const firstValueIn = (context: ContextRef): HTMLElement | null =>
  context.current?.querySelector<HTMLElement>('[data-context-field]') ?? null

export const focusFirstValue = (context: ContextRef): void => firstValueIn(context)?.focus()

/** Focuses the field of a path; returns false if the form does not show it. */
export const focusField = (context: ContextRef, path: ContextPath): boolean => {
  const field = context.current?.querySelector<HTMLElement>(`[data-context-field="${CSS.escape(keyOfPath(path))}"]`)
  field?.focus()
  return Boolean(field)
}

/** Focuses the value field after `field`, or `callButton` after the last one. */
export const focusNextField = (field: HTMLElement, context: ContextRef, callButton: ContextRef): void => {
  const fields = [...(context.current?.querySelectorAll<HTMLElement>('[data-context-field]') ?? [])]
  const next = fields[fields.indexOf(field) + 1] ?? callButton.current
  next?.focus()
}

/**
 * Returns the element with the JSON view's text. The editor is in a shadow root, which queries from outside don't
 * search.
 */
export const jsonTextIn = ({ current }: ContextRef): HTMLElement | null =>
  current?.querySelector('[data-json-editor]')?.shadowRoot?.querySelector<HTMLElement>('[contenteditable]') ??
  current?.querySelector<HTMLElement>('[data-json-plain]') ??
  null

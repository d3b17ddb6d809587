import { useEffect, useLayoutEffect } from 'react'
import { createStore } from 'zustand/vanilla'
import { focusIfLost } from './focus.ts'

/** Marks a modal element. Base UI adds `data-open` while it is open. */
export const modal = { 'data-modal': '' } as const

/** True while a modal is open, wherever focus is. */
export const isModalOpen = (): boolean => document.querySelector('[data-modal][data-open]') !== null

/** Marks a modal whose text is kept when another screen opens. */
export const keptModal = { ...modal, 'data-kept': '' } as const

const isLosableOpen = (): boolean => document.querySelector('[data-modal][data-open]:not([data-kept])') !== null

/** Whether another screen opens once the open modal is closed, which the modal then says. */
export const isScreenWaiting = createStore(() => false)

/**
 * Opens another screen when something other than the open modal requests it: now or, if that would remove a modal with
 * the text that the user has typed into it, once the modal is closed.
 */
export const changeScreen = (change: () => void): void => {
  if (!isLosableOpen()) return change()
  isScreenWaiting.setState(true, true)
  const observer = new MutationObserver(() => {
    if (isLosableOpen()) return
    observer.disconnect()
    isScreenWaiting.setState(false, true)
    change()
  })
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-open'] })
}

/** A key press within this time after another one counts as a repeat, in milliseconds. */
export const keyRepeatMs = 600

/** Maximum time for which `guardKeyRepeat` ignores keys, in milliseconds. */
const maxWaitMs = 30_000

export const modifierKeys: ReadonlySet<string> = new Set(['Control', 'Meta', 'Shift', 'Alt', 'AltGraph', 'CapsLock'])

const isPress = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Enter' || (key === ' ' && target instanceof HTMLButtonElement)

/**
 * Ignores Enter and Space on the page behind a dialog until 600 ms after the dialog's action has finished, so that a
 * double press cannot trigger anything there. Another key or a click ends the 600 ms early.
 */
export const guardKeyRepeat = async (answered: Promise<unknown>): Promise<void> => {
  const over = new AbortController()
  const listening = { capture: true, signal: over.signal }
  let isAnswered = false
  const goOn = (): void => {
    if (isAnswered) over.abort()
  }
  const swallow = (event: KeyboardEvent): void => {
    if (isPress(event)) {
      event.preventDefault()
      event.stopImmediatePropagation()
    } else if (!modifierKeys.has(event.key)) goOn()
  }
  window.addEventListener('keydown', swallow, listening)
  window.addEventListener('pointerdown', goOn, listening)
  const latest = setTimeout(() => over.abort(), maxWaitMs)
  await answered
  isAnswered = true
  clearTimeout(latest)
  setTimeout(() => over.abort(), keyRepeatMs)
}

/** The keys that operate each type of input without text. The other inputs take every key. */
const keysOfInput: Readonly<Record<string, RegExp>> = {
  checkbox: /^ $/,
  radio: /^( |Arrow.+)$/,
  range: /^(Arrow.+|Page.+|Home|End)$/,
}

const isForInput = (event: Event, { type }: HTMLInputElement): boolean =>
  keysOfInput[type]?.test(event instanceof KeyboardEvent ? event.key : '') ?? true

/**
 * True if a key press or a paste goes to a field, an editor (including one in a shadow root), a dialog or an open popup.
 * A checkbox, a radio button or a slider takes only the keys that operate it.
 */
export const isTyping = (event: Event): boolean =>
  event
    .composedPath()
    .some(
      (target) =>
        target instanceof HTMLElement &&
        (target.isContentEditable ||
          ['TEXTAREA', 'SELECT'].includes(target.tagName) ||
          (target instanceof HTMLInputElement && isForInput(event, target)) ||
          ['dialog', 'alertdialog', 'listbox', 'menu'].includes(target.role ?? target.getAttribute('role') ?? '')),
    )

/** True if a dialog is open, in which case the screen's shortcuts must not run. */
export const isInDialog = ({ target }: Event): boolean =>
  isModalOpen() || (target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"]') !== null)

/** A selector for controls that Enter presses. Base UI's switches and menu items are not buttons. */
const pressedByEnter = 'button, a, summary, [role="switch"], [role^="menuitem"]'

/**
 * Prevents Enter with Ctrl, Command or Alt from pressing the focused control, because these keys are only shortcuts.
 * Base UI also ignores an event whose default action is prevented.
 */
export const keepShortcutFromControl = (event: KeyboardEvent): void => {
  const { key, ctrlKey, metaKey, altKey, target } = event
  if (key !== 'Enter' || !(ctrlKey || metaKey || altKey)) return
  if (target instanceof Element && target.matches(pressedByEnter)) event.preventDefault()
}

/**
 * Listens for `keydown` on the window while the component is mounted. In the `capture` phase, the listener runs first. A
 * layout effect adds the listener before the component is painted, so that no key is lost that a visible hint names.
 */
export const useWindowKeys = (
  listener: (event: KeyboardEvent) => void,
  phase: 'capture' | 'bubble' = 'bubble',
): void => {
  useLayoutEffect(() => {
    const options = { capture: phase === 'capture' }
    window.addEventListener('keydown', listener, options)
    return () => window.removeEventListener('keydown', listener, options)
  }, [listener, phase])
}

/**
 * Closes a panel of the screen on Escape, outside fields and dialogs, and keeps focus on the screen when the panel is
 * removed. Each Escape closes one panel. Pass null while the panel isn't shown.
 */
export const useClosablePanel = (close: (() => void) | null): void => {
  const isShown = close !== null
  useEffect(() => (isShown ? () => focusIfLost(document.querySelector('main')) : undefined), [isShown])
  useWindowKeys((event) => {
    if (close === null || event.key !== 'Escape' || event.defaultPrevented) return
    if (isInDialog(event) || isTyping(event)) return
    event.preventDefault()
    close()
  })
}

import { useEffect } from 'react'
import { isModalOpen } from '../design/modal.ts'

/** True when a key press belongs to a field: an input, a text area, an editor (also inside a shadow root) or an open popup. */
export const isTyping = (event: Event): boolean =>
  event
    .composedPath()
    .some(
      (target) =>
        target instanceof HTMLElement &&
        (target.isContentEditable ||
          ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName) ||
          ['dialog', 'alertdialog', 'listbox', 'menu'].includes(target.role ?? target.getAttribute('role') ?? '')),
    )

/** True when a key press belongs to a dialog, or one stands over the screen: the screen's own shortcuts must not hear it. */
export const isInDialog = ({ target }: Event): boolean =>
  isModalOpen() || (target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"]') !== null)

/** Listens to keys on the whole window while the component is there; the listener may change between renders. */
export const useWindowKeys = (listener: (event: KeyboardEvent) => void): void => {
  useEffect(() => {
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [listener])
}

const chordTime = 1_500

/** Reads the two-step chord G then a letter; gives the letter once the chord is whole, else null. Keys in fields never count. */
export const createChordReader = (now: () => number): ((event: KeyboardEvent) => string | null) => {
  let begun = -Infinity
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return null
    const key = event.key.toLowerCase()
    const within = now() - begun < chordTime
    begun = key === 'g' && !within ? now() : -Infinity
    return within && key !== 'g' ? key : null
  }
}

import { useEffect } from 'react'
import { useParts } from '../shell/parts.ts'
import { isPlainPaste } from '../shell/plain-paste.ts'
import { isInDialog, isTyping, useWindowKeys } from '../shell/shortcuts.ts'
import { words } from '../words/words.ts'
import type { CallDesk } from './call-desk.ts'
import { takePaste } from './take-paste.ts'

const numberField = (): HTMLInputElement | null => document.querySelector<HTMLInputElement>('[data-number-field]')

const isNumberField = ({ target }: Event): boolean => target instanceof Element && target.matches('[data-number-field]')

/** Whether a paste is the screen's to read: with the caret in another field it is that field's own. */
const isOurs = (event: ClipboardEvent, text: string): boolean => {
  if (text.trim() === '' || isInDialog(event)) return false
  return isNumberField(event) ? !isPlainPaste(text) : !isTyping(event)
}

/**
 * Ctrl+V anywhere on the screen fills the form with what is on the clipboard; Ctrl+Z right after takes that back, and what
 * a link has filled as well.
 */
export const usePasting = ({ pasted, asked, form }: Pick<CallDesk, 'pasted' | 'asked' | 'form'>): void => {
  const { announce } = useParts()
  useEffect(() => {
    const listener = async (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (!isOurs(event, text)) return
      event.preventDefault()
      if (await takePaste({ pasted, form, announce }, text, isNumberField(event))) numberField()?.focus()
    }
    const listen = (event: ClipboardEvent): void => void listener(event)
    window.addEventListener('paste', listen)
    return () => window.removeEventListener('paste', listen)
  }, [pasted, form, announce])
  useWindowKeys((event) => {
    const isUndo =
      (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z'
    if (!isUndo || isInDialog(event) || (isTyping(event) && !isNumberField(event))) return
    const undone = pasted.undo() ? words.pasted.undone : asked.undo() ? words.asked.undone : null
    if (undone === null) return
    event.preventDefault()
    announce(undone)
  })
}

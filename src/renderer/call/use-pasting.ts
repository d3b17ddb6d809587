import { useEffect } from 'react'
import { useParts } from '../shell/parts.ts'
import { isInDialog, isTyping, useWindowKeys } from '../shell/shortcuts.ts'
import { words } from '../words/words.ts'
import type { CallDesk } from './call-desk.ts'

const numberField = (): HTMLInputElement | null => document.querySelector<HTMLInputElement>('[data-number-field]')

const isNumberField = ({ target }: Event): boolean => target instanceof Element && target.matches('[data-number-field]')

/** What the number field takes as it is: anything but rows, and but sentences, whose number is to be found first. */
const isPlain = (text: string): boolean => {
  const line = text.trim()
  return !/[\t\n\r;|]/.test(line) && !(/\s/.test(line) && /\p{L}{2}/u.test(line))
}

/** Whether a paste is the screen's to read: with the caret in another field it is that field's own. */
const isOurs = (event: ClipboardEvent, text: string): boolean => {
  if (text.trim() === '' || isInDialog(event)) return false
  return isNumberField(event) ? !isPlain(text) : !isTyping(event)
}

/**
 * Ctrl+V anywhere on the screen fills the form with what is on the clipboard; Ctrl+Z right after takes that back, and what
 * a link has filled as well.
 */
export const usePasting = (
  { pasted, asked }: Pick<CallDesk, 'pasted' | 'asked'>,
  typeNumber: (text: string) => void,
): void => {
  const { announce } = useParts()
  useEffect(() => {
    const take = async (text: string, isInField: boolean) => {
      const kind = await pasted.paste(text)
      if (kind === null) return
      announce(words.pasted.told(kind))
      // Where a person put the caret, the text stands as it is, to be seen and mended.
      if (kind === 'nothing' && isInField) typeNumber(text.trim().replaceAll(/\s+/g, ' '))
      else if (kind !== 'nothing') numberField()?.focus()
    }
    const listener = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (!isOurs(event, text)) return
      event.preventDefault()
      void take(text, isNumberField(event))
    }
    window.addEventListener('paste', listener)
    return () => window.removeEventListener('paste', listener)
  }, [pasted, typeNumber, announce])
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

import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Cancels the browser's undo and redo in a text field once the page has changed the field's value itself. The browser
 * doesn't know about such a change, so undoing an earlier edit would merge the old text into the new one.
 */
export const useExactUndo = (field: RefObject<HTMLInputElement | null>, value: string): void => {
  const known = useRef(value)
  const isInexact = useRef(false)
  useLayoutEffect(() => {
    if (known.current !== value) isInexact.current = true
    known.current = value
  }, [value])
  useEffect(() => {
    const input = field.current
    if (!input) return undefined
    const onInput = (): void => void (known.current = input.value)
    const onBeforeInput = (event: InputEvent): void => {
      if (isInexact.current && (event.inputType === 'historyUndo' || event.inputType === 'historyRedo'))
        event.preventDefault()
    }
    input.addEventListener('input', onInput)
    input.addEventListener('beforeinput', onBeforeInput)
    return () => {
      input.removeEventListener('input', onInput)
      input.removeEventListener('beforeinput', onBeforeInput)
    }
  }, [field])
}

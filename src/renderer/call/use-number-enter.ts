import { useEffect, useRef } from 'react'
import type { CallDesk } from './call-desk.ts'
import { freshNumber, type CallFormState } from './call-state.ts'

/**
 * What Enter in the number field does. Pressed before the number was read (a fast hand is faster than the reading), it
 * waits for that, as long as nobody types on; a number that had to be guessed waits for another Enter, once it was seen.
 */
export const useNumberEnter = (call: CallDesk, form: CallFormState, onEnter: () => void): (() => void) => {
  const waiting = useRef<string | null>(null)
  useEffect(() => {
    if (waiting.current === null) return
    const isSame = waiting.current === form.numberText && form.at.step === 'editing'
    const fresh = isSame ? freshNumber(form) : undefined
    if (fresh === null) return
    waiting.current = null
    if (fresh?.step === 'read' && fresh.reading.assumed === null) onEnter()
  }, [form, onEnter])
  return () => {
    if (form.numberText.trim() === '' || freshNumber(form)) return onEnter()
    waiting.current = form.numberText
    void call.form.readNumberNow()
  }
}

import { useEffect, useState } from 'react'
import type { CallDesk } from './call-desk.ts'
import { freshNumber, type CallFormState } from './call-state.ts'

/**
 * What Enter in the number field does. Pressed before the number was read (a fast hand is faster than the reading), it
 * waits for that, as long as nobody types on; a number that had to be guessed waits for another Enter, once it was seen.
 */
export const useNumberEnter = (call: CallDesk, form: CallFormState, onEnter: () => void): (() => void) => {
  const [waiting, setWaiting] = useState<string | null>(null)
  useEffect(() => {
    if (waiting === null) return
    const fresh = waiting === form.numberText && form.at.step === 'editing' ? freshNumber(form) : undefined
    if (fresh === null) return
    setWaiting(null)
    if (fresh?.step === 'read' && fresh.reading.assumed === null) onEnter()
  }, [waiting, form, onEnter])
  return () => {
    if (form.numberText.trim() === '' || freshNumber(form)) return onEnter()
    setWaiting(form.numberText)
    void call.form.readNumberNow()
  }
}

import type { StoreApi } from 'zustand/vanilla'
import type { Desk } from '../../contract/desk.ts'
import { settle } from '../shell/settle.ts'
import { freshNumber, type CallFormState } from './call-state.ts'

/** How long typing must pause before a number is read, in milliseconds. */
export const readingPause = 80

export type NumberReader = { readonly readNow: () => Promise<void>; readonly readSoon: () => void }

/** Reads the number field through main, soon after typing pauses; an answer to a text that has changed meanwhile is dropped. */
export const createNumberReader = (desk: Desk, store: StoreApi<CallFormState>): NumberReader => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const readNow = async () => {
    clearTimeout(timer)
    const { numberText: text, asTyped } = store.getState()
    if (text.trim() === '' || freshNumber(store.getState())) return
    const answer = await settle(desk.readPhoneNumber({ text, asTyped }))
    const now = store.getState()
    // A stale reading must never stand on the button.
    if (now.numberText !== text || now.asTyped !== asTyped) return
    if (!answer.ok) store.setState({ number: { step: 'refused', text, asTyped, failure: answer.failure } })
    else if (answer.value.text === text)
      store.setState({ number: { step: 'read', text, asTyped, reading: answer.value } })
  }
  const readSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void readNow(), readingPause)
  }
  return { readNow, readSoon }
}

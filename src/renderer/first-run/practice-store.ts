import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Desk } from '../../contract/desk.ts'
import type { Failure } from '../../contract/failure.ts'
import { settle } from '../shell/settle.ts'
import { words } from '../words/words.ts'

export type PracticeDoor =
  | { step: 'closed' }
  | { step: 'opening' }
  | { step: 'failed'; failure: Failure }
  | { step: 'open' }

export type PracticeStore = { readonly store: StoreApi<PracticeDoor>; readonly enter: () => Promise<void> }

/** The door to practice: one press adds a practice profile; a second press while it opens changes nothing. */
export const createPracticeStore = (desk: Desk): PracticeStore => {
  const store = createStore<PracticeDoor>(() => ({ step: 'closed' }))
  const enter = async () => {
    if (store.getState().step === 'opening') return
    store.setState({ step: 'opening' }, true)
    const name = words.firstRun.practice.name
    const answer = await settle(desk.addProfile({ kind: 'practice', name, color: 'violet' }))
    store.setState(answer.ok ? { step: 'open' } : { step: 'failed', failure: answer.failure }, true)
  }
  return { store, enter }
}

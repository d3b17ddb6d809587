import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Desk } from '../../contract/desk.ts'
import type { Failure } from '../../contract/failure.ts'
import type { ErasedPerson } from '../../contract/history.ts'
import { settle } from '../shell/settle.ts'

/** A number as it is erased, and as a person reads it. */
type Wanted = { dial: string; display: string }

/** How far the wish to erase a person has come. */
export type EraseState =
  | { step: 'closed' }
  | { step: 'asking'; typed: string; failure: Failure | null }
  | { step: 'sure'; wanted: Wanted; failure: Failure | null }
  | { step: 'working'; wanted: Wanted }
  | { step: 'done'; wanted: Wanted; erased: ErasedPerson }

export type EraseStore = {
  readonly store: StoreApi<EraseState>
  readonly open: () => void
  readonly type: (typed: string) => void
  /** Reads the number, and asks once more under its name. */
  readonly go: () => Promise<void>
  readonly erase: () => Promise<void>
  readonly close: () => void
}

/** Makes the act of erasing a person: a number, the question under that number, the answer. */
export const createEraseStore = (desk: Desk): EraseStore => {
  const store = createStore<EraseState>(() => ({ step: 'closed' }))
  const set = (state: EraseState) => store.setState(state, true)
  return {
    store,
    open: () => set({ step: 'asking', typed: '', failure: null }),
    type: (typed) => store.getState().step === 'asking' && set({ step: 'asking', typed, failure: null }),
    go: async () => {
      const state = store.getState()
      if (state.step !== 'asking' || state.typed.trim() === '') return
      const { typed } = state
      const read = await settle(desk.readPhoneNumber({ text: typed, asTyped: false }))
      // What is no telephone number may have been dialled as typed: a SIP endpoint, an extension.
      const reading = read.ok ? read : await settle(desk.readPhoneNumber({ text: typed, asTyped: true }))
      if (!reading.ok) return set({ step: 'asking', typed, failure: reading.failure })
      const { dial, display } = reading.value
      return set({ step: 'sure', wanted: { dial, display }, failure: null })
    },
    erase: async () => {
      const state = store.getState()
      if (state.step !== 'sure') return
      const { wanted } = state
      set({ step: 'working', wanted })
      const answer = await settle(desk.erasePerson({ phoneNumber: wanted.dial }))
      set(
        answer.ok ? { step: 'done', wanted, erased: answer.value } : { step: 'sure', wanted, failure: answer.failure },
      )
    },
    close: () => {
      if (store.getState().step !== 'working') set({ step: 'closed' })
    },
  }
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CallStore } from './call-store.ts'
import { carriedFrom } from './carried-from.ts'
import { partOf, type PastedPart } from './pasted-fill.ts'
import { createTakingBack, type Filled, type TakingBack } from './taking-back.ts'

export type EmptiedState = { step: 'none' } | Filled

export type EmptiedStore = TakingBack & {
  readonly store: StoreApi<EmptiedState>
  /** Takes the values of the call before out of the form; false where none of them stand in it. */
  readonly empty: () => boolean
}

const isSameContext = (one: PastedPart, other: PastedPart): boolean => one.contextText === other.contextText

/** Only the values come back: a number typed since is the next person's. */
const valuesOf = (
  { contextText, contextDrafts, context }: PastedPart,
  { typeOver }: PastedPart,
): Partial<PastedPart> => ({ contextText, contextDrafts, context, typeOver })

/** Makes the emptying of one form: the values of the call before go at once, and come back at once. */
export const createEmptied = (form: CallStore): EmptiedStore => {
  const store = createStore<EmptiedState>(() => ({ step: 'none' }))
  const takingBack = createTakingBack({
    form,
    store,
    none: { step: 'none' },
    filledIn: (state) => (state.step === 'filled' ? state : null),
    isOver: () => true,
    isSame: isSameContext,
    restored: valuesOf,
  })
  return {
    ...takingBack,
    store,
    empty: () => {
      const before = form.store.getState()
      if (carriedFrom(before) === null) return false
      form.clearContext()
      store.setState({ step: 'filled', before: partOf(before), after: partOf(form.store.getState()) }, true)
      return true
    },
  }
}

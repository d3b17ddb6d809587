import type { StoreApi } from 'zustand/vanilla'
import type { CallStore } from './call-store.ts'
import { isSamePart, partOf, type PastedPart } from './pasted-fill.ts'

/** A form in which several fields were changed at once: how they stood before, and how they stood after it. */
export type Filled = { step: 'filled'; before: PastedPart; after: PastedPart }

export type TakingBack = {
  /** Whether the form still is as it was left, so that it can be taken back. */
  readonly canUndo: () => boolean
  /** Puts the form back as it was before; false once somebody has changed a field since. */
  readonly undo: () => boolean
  readonly dismiss: () => void
  readonly close: () => void
}

type Parts<State> = {
  form: CallStore
  store: StoreApi<State>
  none: State
  /** What was changed in the form, where the state is of something that was. */
  filledIn: (state: State) => Filled | null
  /** What is over once the call is on its way. */
  isOver: (state: State) => boolean
  /** Whether nobody has changed what counts; every field does where nothing is said. */
  isSame?: (after: PastedPart, now: PastedPart) => boolean
  /** What is put back of how it was; all of it where nothing is said. */
  restored?: (before: PastedPart, now: PastedPart) => Partial<PastedPart>
}

/** Makes what fills several fields at once undoable at once: until somebody changes a field, or the call is on its way. */
export const createTakingBack = <State>(parts: Parts<State>): TakingBack => {
  const { form, store, none, filledIn, isOver, isSame = isSamePart, restored = (before) => before } = parts
  const current = (): PastedPart => partOf(form.store.getState())
  const dismiss = () => store.setState(none, true)
  const undoable = (): Filled | null => {
    const filled = filledIn(store.getState())
    return filled !== null && isSame(filled.after, current()) ? filled : null
  }
  return {
    canUndo: () => undoable() !== null,
    undo: () => {
      const filled = undoable()
      if (filled === null) return false
      form.fillWith(restored(filled.before, current()))
      dismiss()
      return true
    },
    dismiss,
    close: form.store.subscribe(({ at }, before) => {
      if (at.step !== before.at.step && at.step !== 'editing' && isOver(store.getState())) dismiss()
    }),
  }
}

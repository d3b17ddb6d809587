import type { CallForm } from './call-form.ts'
import { type FilledFields, filledFieldsOf, type FilledForm, isSameFields } from './call-form-state.ts'

export type Undo = {
  /** True while no field has been edited since the form was filled. */
  readonly canUndo: () => boolean
  /** Restores the fields; returns false if a field has been edited since. */
  readonly undo: () => boolean
  readonly dismiss: () => void
  readonly close: () => void
}

type UndoOptions = {
  form: CallForm
  /** Returns the change, or null. */
  filled: () => FilledForm | null
  /** Ends the undo. */
  dismiss: () => void
  /** Returns whether the start of a call ends the undo; by default always. */
  endsWithCall?: () => boolean
  /** Compares the relevant fields; by default all of them. */
  isSame?: (after: FilledFields, current: FilledFields) => boolean
  /** Returns the fields to restore; by default all of them. */
  restored?: (before: FilledFields, current: FilledFields) => Partial<FilledFields>
}

/** Creates the undo for a change to several fields. It ends when a field is edited or a call starts. */
export const createUndo = ({
  form,
  filled,
  dismiss,
  endsWithCall = () => true,
  isSame = isSameFields,
  restored = (before) => before,
}: UndoOptions): Undo => {
  const current = (): FilledFields => filledFieldsOf(form.store.getState())
  const undoable = (): FilledForm | null => {
    const change = filled()
    return change !== null && isSame(change.after, current()) ? change : null
  }
  return {
    canUndo: () => undoable() !== null,
    undo: () => {
      const change = undoable()
      if (change === null) return false
      form.fillWith(restored(change.before, current()))
      dismiss()
      return true
    },
    dismiss,
    close: form.store.subscribe(({ status }, before) => {
      if (status.step !== before.status.step && status.step !== 'editing' && endsWithCall()) dismiss()
    }),
  }
}

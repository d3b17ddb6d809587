import type { CallForm } from './call-form.ts'
import {
  type FilledFields,
  filledFieldsOf,
  type FilledForm,
  isSameFields,
  type OtherFields,
} from './call-form-state.ts'

export type Undo = {
  /** True while no field has been edited since the form was filled in. */
  readonly canUndo: () => boolean
  /** Restores the fields; returns false if a field has been edited since. */
  readonly undo: () => boolean
  readonly dismiss: () => void
  readonly close: () => void
}

type UndoOptions = {
  form: CallForm
  /** Returns the change that can be undone, or null. */
  filled: () => FilledForm | null
  /** Makes undoing impossible. */
  dismiss: () => void
  /** Returns whether the start of a call makes undoing impossible. By default, it always does. */
  endsWithCall?: () => boolean
  /** Compares the relevant fields. By default, compares all of them. */
  isSame?: (after: FilledFields, current: FilledFields) => boolean
  /** Returns the fields to restore. By default, returns all of them. */
  restored?: (before: FilledFields, current: FilledFields) => Partial<FilledFields & OtherFields>
}

/**
 * Creates the undo action for a change to several fields. The change can't be undone once a field is edited or a call
 * starts.
 */
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

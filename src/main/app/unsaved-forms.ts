import { succeed } from '../../contract/failure.ts'
import type { Operations } from '../../contract/operations.ts'
import { type UnsavedForm, unsavedForms } from '../../contract/settings.ts'

/** Knows which forms of the page have unsaved changes, so that the quit guard asks before they are lost. */
export const createUnsavedForms = () => {
  const unsaved = new Set<UnsavedForm>()
  return {
    operations: {
      async reportUnsaved({ form, isUnsaved }) {
        if (isUnsaved) unsaved.add(form)
        else unsaved.delete(form)
        return succeed({})
      },
    } satisfies Partial<Operations>,
    /** Forgets all changes, because the page that had them was unloaded. */
    clear: (): void => unsaved.clear(),
    list: (): UnsavedForm[] => unsavedForms.filter((form) => unsaved.has(form)),
  }
}

import { type RefObject, useMemo } from 'react'
import { useStore } from 'zustand'
import { messages } from '../../../../messages/index.ts'
import { usePage } from '../../../lib/page.ts'
import type { CallForm } from '../form/call-form.ts'
import { type Check, checkContext, fixWords } from './context-checks.ts'
import { isBroken } from './context-edit.ts'
import { focusField, thenFocus } from './context-focus.ts'
import { contextRows, type ContextRows, type KnownFields } from './context-rows.ts'
import { readContextText } from './context-text.ts'

/** The context as both views show it. `rows` is null while the text is not a JSON object. */
export type ContextFormModel = {
  rows: ContextRows | null
  checks: readonly Check[]
  /** Applies the fix of a check, announces it, and focuses the fixed field. */
  applyFix: (check: Check) => void
}

/** Compares the context text with the agent's known fields. */
export const useContextForm = (
  form: CallForm,
  context: RefObject<HTMLElement | null>,
  known: KnownFields,
  referenceName: string | null,
): ContextFormModel => {
  const { announce } = usePage()
  const text = useStore(form.store, ({ contextText }) => contextText)
  // Reuse the form's parsed context, unless there is a partially typed value that it does not contain.
  const reading = useStore(form.store, (state) =>
    Object.values(state.contextDrafts).some((draft) => isBroken(draft.text)) ? null : state.context,
  )
  return useMemo(() => {
    const { written } = reading ?? readContextText(text)
    const applyFix = (check: Check) => {
      const { fix, path } = check
      if (fix === null) return
      const { kind, name } = fixWords(check)
      thenFocus(
        () => form.fixContext(fix),
        () => {
          const isFocused = focusField(context, fix.kind === 'rename' ? fix.to : path)
          if (!isFocused)
            context.current?.querySelector<HTMLElement>('[data-context-field], [data-context-add]')?.focus()
        },
      )
      announce(messages.context.fixed(kind, name))
    }
    return {
      rows: written && contextRows(text, known.fields),
      checks: written === null ? [] : checkContext(written, known, referenceName),
      applyFix,
    }
  }, [form, context, text, reading, known, referenceName, announce])
}

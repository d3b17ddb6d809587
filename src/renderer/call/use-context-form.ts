import { useMemo } from 'react'
import { useStore } from 'zustand'
import { useParts } from '../shell/parts.ts'
import { words } from '../words/words.ts'
import type { CallDesk } from './call-desk.ts'
import { mendWords } from './check-line.tsx'
import { checkContext, type Check } from './context-checks.ts'
import { isBroken } from './context-drafts.ts'
import type { KnownFields } from './context-fields.ts'
import { contextRows, type ContextRows } from './context-rows.ts'
import { readContextText } from './context-text.ts'
import { focusField, thenFocus } from './focus-field.ts'

/** The context as both views show it: its lines, null while the text is no object, and what to look at. */
export type ContextForm = {
  rows: ContextRows | null
  checks: readonly Check[]
  /** Puts one thing right, tells it, and leads to where it was. */
  mend: (check: Check) => void
}

const focusNear = ({ mend, path }: Check): void => {
  const there = mend?.kind === 'rename' ? mend.to : path
  if (!focusField(there)) document.querySelector<HTMLElement>('[data-context-field], [data-context-add]')?.focus()
}

/** Reads the context text against the fields that are known, anew when one of them changes. */
export const useContextForm = (call: CallDesk, known: KnownFields, referenceName: string | null): ContextForm => {
  const { announce } = useParts()
  const text = useStore(call.form.store, ({ contextText }) => contextText)
  // Read already with every key, unless a half typed value stands in it that the text itself does not have.
  const reading = useStore(call.form.store, ({ context, contextDrafts }) =>
    Object.values(contextDrafts).some((draft) => isBroken(draft.text)) ? null : context,
  )
  return useMemo(() => {
    const { written } = reading ?? readContextText(text)
    const mend = (check: Check) => {
      const { mend: change } = check
      if (change === null) return
      const { kind, name } = mendWords(check)
      thenFocus(
        () => call.form.mendContext(change),
        () => focusNear(check),
      )
      announce(words.context.mended(kind, name))
    }
    return {
      rows: written && contextRows(text, known.fields),
      checks: written === null ? [] : checkContext(written, known, referenceName),
      mend,
    }
  }, [call, text, reading, known, referenceName, announce])
}

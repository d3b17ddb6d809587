import type { RefObject } from 'react'
import { useStore } from 'zustand'
import { messages } from '../../../../messages/index.ts'
import { usePage } from '../../../lib/page.ts'
import { isInDialog, isTyping, useWindowKeys } from '../../../lib/hotkeys.ts'
import { FieldMessage } from '../../../ui/field.tsx'
import { Kbd } from '../../../ui/button.tsx'
import css from '../context/context.module.css'
import { focusFirstValue, thenFocus } from '../context/context-focus.ts'
import type { CallForm } from './call-form.ts'
import { filledFieldsOf, mayClearValues, staleValuesFrom, unchangedPaths } from './call-form-state.ts'
import fieldCss from './fields.module.css'
import { createUndo, type Undo } from './undo.ts'
import { ariaKeysOf, isCommand, keysOf } from '../../../lib/commands.ts'

const contextFormMessages = messages.context.form

export type ClearedValues = Undo & {
  /**
   * Clears values that came with another number, or with the selected number that the user is about to replace; returns
   * false if there are none.
   */
  readonly clear: () => boolean
}

/** Creates the action that clears stale values, and its undo. */
export const createClearedValues = (form: CallForm): ClearedValues => {
  const undo = createUndo({
    form,
    filled: () => form.store.getState().cleared,
    dismiss: () => form.store.setState({ cleared: null }),
    isSame: (one, other) => one.contextText === other.contextText,
    // Restore only the values, because the field may already contain the next number.
    restored: ({ contextText, contextDrafts, context, valuesFrom }, { typeOver }) => ({
      contextText,
      contextDrafts,
      context,
      valuesFrom,
      typeOver,
    }),
  })
  return {
    ...undo,
    clear: () => {
      const before = form.store.getState()
      if (!mayClearValues(before)) return false
      form.removeFields(unchangedPaths(before))
      // If the user types the same values again, they did not come with the number.
      form.store.setState({ valuesFrom: null })
      const after = filledFieldsOf(form.store.getState())
      form.store.setState({ cleared: { step: 'filled', before: filledFieldsOf(before), after } })
      return true
    },
  }
}

type StaleValuesProps = {
  form: CallForm
  clearedValues: ClearedValues
  context: RefObject<HTMLElement | null>
}

/**
 * Warns that the values came with another number and offers to clear them. Once they are cleared, offers to restore
 * them.
 */
export const StaleValues = ({ form, clearedValues, context }: StaleValuesProps) => {
  const { announce } = usePage()
  const to = staleValuesFrom(useStore(form.store))
  const clear = () => {
    thenFocus(clearedValues.clear, () => focusFirstValue(context))
    announce(contextFormMessages.cleared)
  }
  const keep = () => {
    thenFocus(form.keepValues, () => focusFirstValue(context))
    announce(contextFormMessages.kept)
  }
  const restore = () => {
    thenFocus(clearedValues.undo, () => focusFirstValue(context))
    announce(contextFormMessages.restored)
  }
  if (to === null && !clearedValues.canUndo()) return null
  const isStale = to !== null
  return (
    <div className={css['stale']}>
      <FieldMessage tone={isStale ? 'check' : 'hint'}>
        {isStale ? contextFormMessages.valuesFrom(to) : contextFormMessages.cleared}
      </FieldMessage>
      <button
        type="button"
        className={fieldCss['mode']}
        aria-keyshortcuts={ariaKeysOf(isStale ? 'clearValues' : 'undo')}
        data-clear-stale={isStale || undefined}
        onClick={isStale ? clear : restore}
      >
        {isStale ? contextFormMessages.clear : contextFormMessages.undoClear}
      </button>
      <Kbd keys={keysOf(isStale ? 'clearValues' : 'undo')} variant="bare" />
      {isStale && (
        <button type="button" className={fieldCss['mode']} onClick={keep}>
          {contextFormMessages.keep}
        </button>
      )}
    </div>
  )
}

const isIn = ({ target }: Event, selector: string): boolean => target instanceof Element && target.matches(selector)

/** True if Ctrl+Z applies to the cleared values rather than to the text in a field. */
const undoesClearing = (event: KeyboardEvent, { store }: CallForm): boolean => {
  const { cleared, numberText } = store.getState()
  if (isIn(event, '[data-number-field]')) return cleared?.after.numberText === numberText
  return isIn(event, '[data-context-field]') || !isTyping(event)
}

/** True for Ctrl or Command. In a field on a Mac, only Command counts, because Ctrl with a letter moves the caret. */
const isCtrlOrCommand = (event: KeyboardEvent): boolean => {
  const isMac = navigator.userAgent.includes('Macintosh')
  return event.metaKey || (event.ctrlKey && !(isMac && isTyping(event)))
}

/**
 * Registers the shortcuts: Ctrl+E (Command+E in a field on a Mac) clears values that came with another number; Ctrl+Z
 * restores them.
 */
export const useStaleValueShortcuts = (form: CallForm, clearedValues: ClearedValues): void => {
  const { announce } = usePage()
  useWindowKeys((event) => {
    if (!isCtrlOrCommand(event) || event.shiftKey || event.altKey) return
    if (event.defaultPrevented || isInDialog(event)) return
    if (isCommand(event, 'clearValues') && clearedValues.clear()) {
      event.preventDefault()
      announce(contextFormMessages.cleared)
    }
    if (isCommand(event, 'undo') && undoesClearing(event, form) && clearedValues.undo()) {
      event.preventDefault()
      announce(contextFormMessages.restored)
    }
  })
}

import { useEffect } from 'react'
import { useStore } from 'zustand'
import { messages } from '../../../../messages/index.ts'
import { usePage } from '../../../lib/page.ts'
import { useClosablePanel } from '../../../lib/hotkeys.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { UndoButton } from '../external/external-request.tsx'
import type { CallForm } from './call-form.ts'
import { type FilledFromCall, isNumberReplaced, isUnchangedSince } from './call-form-state.ts'
import { createUndo, type Undo } from './undo.ts'

const filledMessages = messages.call.filledFrom

/**
 * Creates the undo action for values of an earlier call that replaced the user's entries. If the profile changed, undoing
 * selects the earlier one again.
 */
export const createFilledFrom = (form: CallForm): Undo => {
  const undo = createUndo({
    form,
    filled: () => form.store.getState().filledFrom,
    dismiss: () => form.store.setState({ filledFrom: null }),
    isSame: () => {
      const state = form.store.getState()
      return state.filledFrom !== null && isUnchangedSince(state.filledFrom, state)
    },
    restored: (before) => ({ ...before, ...form.store.getState().filledFrom?.others }),
  })
  return {
    ...undo,
    undo: () => {
      const { filledFrom } = form.store.getState()
      const isUndone = undo.undo()
      if (isUndone) filledFrom?.leftProfile?.select()
      return isUndone
    },
  }
}

/** Returns what the notice says: which call filled in the form and, if the profile changed, which one it is now. */
const sentencesOf = ({ number, leftProfile }: FilledFromCall, profileName: string): string[] => [
  filledMessages.title(number),
  ...(leftProfile === null ? [] : [filledMessages.otherProfile(profileName, leftProfile.name)]),
]

type FilledFromPanelProps = { form: CallForm; filledFrom: Undo; profileName: string }

/** Says that an earlier call filled in the form, and from which profile, and offers to undo that. */
export const FilledFromPanel = ({ form, filledFrom, profileName }: FilledFromPanelProps) => {
  const { announce } = usePage()
  const filled = useStore(form.store, (state) => state.filledFrom)
  const isReplaced = useStore(form.store, ({ numberText }) => filled !== null && isNumberReplaced(filled, numberText))
  useEffect(() => {
    if (filled !== null) announce(sentencesOf(filled, profileName).join('. '))
  }, [filled, profileName, announce])
  const isShown = filled !== null && !isReplaced
  useClosablePanel(isShown ? filledFrom.dismiss : null)
  if (!isShown) return null
  const [title = '', ...others] = sentencesOf(filled, profileName)
  return (
    <Notice
      tone="idle"
      title={title}
      actions={
        <>
          <UndoButton form={form} request={filledFrom} />
          <Button size="small" onClick={filledFrom.dismiss}>
            {messages.common.close}
          </Button>
        </>
      }
    >
      {others.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  )
}

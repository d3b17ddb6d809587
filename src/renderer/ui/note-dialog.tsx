import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { messages } from '../../messages/index.ts'
import { maxNoteLength, useNotes } from '../lib/notes.ts'
import { usePage } from '../lib/page.ts'
import { Button } from './button.tsx'
import { Dialog, DialogFooter } from './dialog.tsx'
import { Field, TextArea, tooLong } from './field.tsx'
import { FailureNotice } from './notice.tsx'

const noteText = messages.runs.note

type NoteDialogProps = {
  title: string
  label: string
  /** The ID of the draft. */
  id: string
  /** The text of the saved note; '' if there is none. */
  saved: string
  /** False while the saved note is not loaded. The field is then read-only, so that no unseen note is overwritten. */
  isReady: boolean
  onSave: (text: string) => void
  onClose: () => void
  /** Failures. */
  children?: ReactNode
}

/**
 * Renders the dialog for a note. It closes when the note is saved. Unless the note is saved, closing the dialog keeps the
 * text as a draft.
 */
export const NoteDialog = ({ title, label, id, saved, isReady, onSave, onClose, children }: NoteDialogProps) => {
  const { announce } = usePage()
  const notes = useNotes()
  const draft = useStore(notes.store, (drafts) => drafts[id])
  const [isContinued] = useState(draft !== undefined)
  const field = useRef<HTMLTextAreaElement>(null)
  const text = draft?.text ?? saved
  const isSaving = draft?.step === 'saving'
  const isLocked = !isReady || isSaving
  const lengthError = tooLong(text, maxNoteLength)
  const isOff = isLocked || lengthError !== null
  const wasSaving = useRef(isSaving)
  useEffect(() => {
    // Saving removes the draft. A reply that arrives after the dialog was closed must not close another dialog.
    if (wasSaving.current && draft === undefined) onClose()
    wasSaving.current = isSaving
  }, [draft, isSaving, onClose])
  const close = () => {
    if (notes.close(id, saved)) announce(noteText.kept)
    onClose()
  }
  const commit = () => {
    if (!isOff) onSave(text)
  }
  const discard = () => {
    // The button is about to be removed.
    field.current?.focus()
    notes.discard(id)
  }
  return (
    <Dialog
      title={title}
      open
      onClose={close}
      onCommit={commit}
      foot={
        <DialogFooter
          hasKeys
          text={isSaving ? noteText.saving : noteText.save}
          isOff={isOff}
          onClose={close}
          onCommit={commit}
        />
      }
    >
      <Field label={label} warning={isContinued && draft ? noteText.draft : null} error={lengthError}>
        {(control) => (
          <TextArea
            {...control}
            ref={field}
            value={text}
            readOnly={isLocked}
            onChange={({ target }) => notes.type(id, target.value)}
          />
        )}
      </Field>
      {isContinued && draft && (
        <Button size="small" variant="quiet" off={isSaving} onClick={discard}>
          {noteText.discard}
        </Button>
      )}
      {draft?.step === 'failed' && <FailureNotice failure={draft.failure} title={noteText.failed} />}
      {children}
    </Dialog>
  )
}

import { Pencil } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useStore } from 'zustand'
import type { CallNote } from '../../../../contract/call.ts'
import { Button, Kbd } from '../../../ui/button.tsx'
import { FieldMessage, TextArea, tooLong } from '../../../ui/field.tsx'
import { FailureNotice } from '../../../ui/notice.tsx'
import { useAgeClock, usePage } from '../../../lib/page.ts'
import { messages } from '../../../../messages/index.ts'
import css from './drawer.module.css'
import { ariaKeysOf, keysOf } from '../../../lib/commands.ts'
import { maxNoteLength, type NoteDraft, type NotesStore } from '../../../lib/notes.ts'

const noteText = messages.runs.note
/** The number of remaining characters is shown once it is this low. */
const nearlyFull = 200

type Props = { callId: string; note: CallNote | null; notes: NotesStore }

const focusEnd = (field: HTMLTextAreaElement | null): void => {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}

const useSave = (callId: string, notes: NotesStore) => {
  const { api, announce } = usePage()
  return async () => {
    const saved = await notes.save(callId, (note) => api.setCallNote({ callId, note }))
    if (saved?.ok) announce(saved.value.note ? noteText.saved : noteText.removed)
  }
}

const Field = ({ callId, note, draft, notes }: Props & { draft: NoteDraft }) => {
  const { announce } = usePage()
  const save = useSave(callId, notes)
  const saving = draft.step === 'saving'
  const left = maxNoteLength - draft.text.trim().length
  const lengthError = tooLong(draft.text, maxNoteLength)
  const errorId = useId()
  const onKeyDown = (event: React.KeyboardEvent) => {
    const isSave = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (!isSave && event.key !== 'Escape') return
    // Escape closes the field but not the drawer.
    event.preventDefault()
    event.stopPropagation()
    if (isSave) void save()
    else if (notes.close(callId, note?.text ?? '')) announce(noteText.kept)
  }
  return (
    <>
      <TextArea
        ref={focusEnd}
        aria-label={noteText.field}
        aria-keyshortcuts={ariaKeysOf('callFromField')}
        aria-invalid={lengthError === null ? undefined : true}
        aria-describedby={lengthError === null ? undefined : errorId}
        value={draft.text}
        readOnly={saving}
        onChange={(event) => notes.type(callId, event.target.value)}
        onKeyDown={onKeyDown}
      />
      {lengthError && (
        <FieldMessage tone="bad" id={errorId}>
          {lengthError}
        </FieldMessage>
      )}
      {draft.step === 'failed' && <FailureNotice failure={draft.failure} title={noteText.failed} />}
      <div className={css['actions']}>
        <Button size="small" off={saving || lengthError !== null} onClick={() => void save()}>
          {saving ? noteText.saving : noteText.save}
        </Button>
        <Button size="small" variant="quiet" off={saving} onClick={() => notes.discard(callId)}>
          {noteText.discard}
        </Button>
        {lengthError === null && <span>{left < nearlyFull ? noteText.left(left) : noteText.hint}</span>}
      </div>
    </>
  )
}

const Reading = ({ callId, note, notes }: Props & { note: CallNote }) => {
  const now = useAgeClock([Date.parse(note.at)])
  return (
    <div className={css['actions']}>
      <Button size="small" aria-keyshortcuts={ariaKeysOf('writeNote')} onClick={() => notes.edit(callId, note.text)}>
        <Pencil aria-hidden />
        {noteText.edit}
        <Kbd keys={keysOf('writeNote')} variant="bare" />
      </Button>
      <span title={messages.time.full(note.at)}>
        {noteText.savedAt(messages.time.agoOrAt(Date.parse(note.at), now))}
      </span>
    </div>
  )
}

const ClosedDraft = ({ callId, draft, notes }: Omit<Props, 'note'> & { draft: NoteDraft }) => (
  <>
    <FieldMessage tone="check">{noteText.draft}</FieldMessage>
    <p>
      <bdi>{draft.text}</bdi>
    </p>
    <div className={css['actions']}>
      <Button size="small" aria-keyshortcuts={ariaKeysOf('writeNote')} onClick={() => notes.edit(callId, draft.text)}>
        <Pencil aria-hidden />
        {noteText.goOn}
        <Kbd keys={keysOf('writeNote')} variant="bare" />
      </Button>
      <Button size="small" variant="quiet" onClick={() => notes.discard(callId)}>
        {noteText.discard}
      </Button>
    </div>
  </>
)

/** Shows a call's note and lets the user edit it in place. */
export const NoteSection = (props: Props) => {
  const { callId, note, notes } = props
  const draft = useStore(notes.store, (drafts) => drafts[callId])
  const section = useRef<HTMLElement>(null)
  const writing = draft !== undefined && draft.step !== 'closed'
  const hasDraft = draft !== undefined
  const before = useRef({ writing, hasDraft })
  useEffect(() => {
    const isFieldClosed = before.current.writing && !writing
    const isDraftRemoved = before.current.hasDraft && !hasDraft
    before.current = { writing, hasDraft }
    // The control that had focus was removed, so focus the button that opens the field again, or the drawer.
    if (isFieldClosed || isDraftRemoved)
      (section.current?.querySelector('button') ?? document.querySelector<HTMLElement>('[data-details]'))?.focus()
  }, [writing, hasDraft])
  if (!draft && !note) return null
  return (
    <section ref={section} className={css['note']}>
      <h3>{noteText.title}</h3>
      {!writing && note && (
        <p>
          <bdi>{note.text}</bdi>
        </p>
      )}
      {writing && <Field {...props} draft={draft} />}
      {!writing && draft && <ClosedDraft callId={callId} draft={draft} notes={notes} />}
      {!draft && note && <Reading {...props} note={note} />}
    </section>
  )
}

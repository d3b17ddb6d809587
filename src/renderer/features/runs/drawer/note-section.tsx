import { Pencil } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { CallNote } from '../../../../contract/call.ts'
import { Button, Kbd } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { FailureNotice } from '../../../ui/notice.tsx'
import { useNow, usePage } from '../../../lib/page.ts'
import { messages } from '../../../../messages/index.ts'
import css from './note-section.module.css'
import { maxNoteLength, type NoteDraft, type NotesStore } from './notes-store.ts'
import { ariaKeysOf, keysOf } from '../../../lib/commands.ts'

const noteText = messages.runs.note
/** The number of remaining characters is shown once it is this low. */
const nearlyFull = 200

type Props = { callId: string; note: CallNote | null; notes: NotesStore }

const focusEnd = (field: HTMLTextAreaElement | null): void => {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}

const useSave = (callId: string, notes: NotesStore) => {
  const { announce } = usePage()
  return async () => {
    const saved = await notes.save(callId)
    if (saved?.ok) announce(saved.value.note ? noteText.saved : noteText.removed)
  }
}

const Field = ({ callId, draft, notes }: Props & { draft: NoteDraft }) => {
  const save = useSave(callId, notes)
  const saving = draft.step === 'saving'
  const left = maxNoteLength - draft.text.length
  const onKeyDown = (event: React.KeyboardEvent) => {
    const isSave = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (!isSave && event.key !== 'Escape') return
    // Escape discards the draft but does not close the drawer.
    event.preventDefault()
    event.stopPropagation()
    if (isSave) void save()
    else if (!saving) notes.discard(callId)
  }
  return (
    <>
      <TextArea
        ref={focusEnd}
        aria-label={noteText.field}
        aria-keyshortcuts={ariaKeysOf('callFromField')}
        maxLength={maxNoteLength}
        value={draft.text}
        readOnly={saving}
        onChange={(event) => notes.type(callId, event.target.value)}
        onKeyDown={onKeyDown}
      />
      {draft.step === 'failed' && <FailureNotice failure={draft.failure} title={noteText.failed} />}
      <div className={css['actions']}>
        <Button size="small" off={saving} onClick={() => void save()}>
          {saving ? noteText.saving : noteText.save}
        </Button>
        <Button size="small" variant="quiet" off={saving} onClick={() => notes.discard(callId)}>
          {noteText.cancel}
        </Button>
        <span className={css['hint']}>{left < nearlyFull ? noteText.left(left) : noteText.hint}</span>
      </div>
    </>
  )
}

const Reading = ({ callId, note, notes }: Props) => {
  const now = useNow(note ? 10_000 : null)
  if (!note) return null
  return (
    <>
      <p className={css['text']}>
        <bdi>{note.text}</bdi>
      </p>
      <div className={css['actions']}>
        <Button size="small" aria-keyshortcuts={ariaKeysOf('writeNote')} onClick={() => notes.edit(callId, note.text)}>
          <Pencil aria-hidden />
          {noteText.edit}
          <Kbd keys={keysOf('writeNote')} look="bare" />
        </Button>
        <span className={css['hint']} title={messages.time.full(note.at)}>
          {noteText.savedAt(messages.time.ago(now - Date.parse(note.at)))}
        </span>
      </div>
    </>
  )
}

/** Shows a call's note and lets the user edit it in place. */
export const NoteSection = (props: Props) => {
  const { callId, note, notes } = props
  const draft = useStore(notes.store, (drafts) => drafts[callId])
  const section = useRef<HTMLElement>(null)
  const writing = draft !== undefined
  const wrote = useRef(writing)
  useEffect(() => {
    // The field that had focus was removed, so focus the button that opens it again.
    if (wrote.current && !writing) section.current?.querySelector('button')?.focus()
    wrote.current = writing
  }, [writing])
  if (!draft && !note) return null
  return (
    <section ref={section}>
      <h3>{noteText.title}</h3>
      {draft && <Field {...props} draft={draft} />}
      {!draft && <Reading {...props} />}
    </section>
  )
}

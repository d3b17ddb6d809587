import { Pencil } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { CallNote } from '../../../contract/call.ts'
import { Button } from '../../design/button.tsx'
import { Kbd } from '../../design/kbd.tsx'
import { TextArea } from '../../design/text-area.tsx'
import { FailureNotice } from '../../shell/failure-notice.tsx'
import { useParts } from '../../shell/parts.ts'
import { useNow } from '../../shell/use-now.ts'
import { words } from '../../words/words.ts'
import css from './note-section.module.css'
import { longestNote, type NoteDraft, type NotesStore } from './notes-store.ts'

const said = words.runs.note
/** From here on it is said how much still fits. */
const nearlyFull = 200

type Props = { callId: string; note: CallNote | null; notes: NotesStore }

const beginAtEnd = (field: HTMLTextAreaElement | null): void => {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}

const useSave = (callId: string, notes: NotesStore) => {
  const { announce } = useParts()
  return async () => {
    const saved = await notes.save(callId)
    if (saved?.ok) announce(saved.value.note ? said.saved : said.removed)
  }
}

const Field = ({ callId, draft, notes }: Props & { draft: NoteDraft }) => {
  const save = useSave(callId, notes)
  const saving = draft.step === 'saving'
  const left = longestNote - draft.text.length
  const onKeyDown = (event: React.KeyboardEvent) => {
    const isSave = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (!isSave && event.key !== 'Escape') return
    // Escape gives up the note and not the drawer.
    event.preventDefault()
    event.stopPropagation()
    if (isSave) void save()
    else if (!saving) notes.giveUp(callId)
  }
  return (
    <>
      <TextArea
        ref={beginAtEnd}
        aria-label={said.field}
        aria-keyshortcuts="Control+Enter"
        maxLength={longestNote}
        value={draft.text}
        readOnly={saving}
        onChange={(event) => notes.type(callId, event.target.value)}
        onKeyDown={onKeyDown}
      />
      {draft.step === 'failed' && <FailureNotice failure={draft.failure} title={said.failed} />}
      <div className={css['acts']}>
        <Button size="small" off={saving} onClick={() => void save()}>
          {saving ? said.saving : said.save}
        </Button>
        <Button size="small" look="quiet" off={saving} onClick={() => notes.giveUp(callId)}>
          {said.giveUp}
        </Button>
        <span className={css['hint']}>{left < nearlyFull ? said.left(left) : said.hint}</span>
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
      <div className={css['acts']}>
        <Button size="small" aria-keyshortcuts="N" onClick={() => notes.begin(callId, note.text)}>
          <Pencil aria-hidden />
          {said.edit}
          <Kbd keys="N" look="bare" />
        </Button>
        <span className={css['hint']} title={words.time.full(note.at)}>
          {said.savedAt(words.time.ago(now - Date.parse(note.at)))}
        </span>
      </div>
    </>
  )
}

/** What a person wants to remember of a call: read, and edited in its place. */
export const NoteSection = (props: Props) => {
  const { callId, note, notes } = props
  const draft = useStore(notes.store, (drafts) => drafts[callId])
  const section = useRef<HTMLElement>(null)
  const writing = draft !== undefined
  const wrote = useRef(writing)
  useEffect(() => {
    // The field that had the focus is gone: it goes on to the button that brings it back.
    if (wrote.current && !writing) section.current?.querySelector('button')?.focus()
    wrote.current = writing
  }, [writing])
  if (!draft && !note) return null
  return (
    <section ref={section}>
      <h3>{said.title}</h3>
      {draft && <Field {...props} draft={draft} />}
      {!draft && <Reading {...props} />}
    </section>
  )
}

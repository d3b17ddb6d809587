import { Pencil } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { CallNote } from '../../../../contract/call.ts'
import { Button, Kbd } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { FailureNotice } from '../../../ui/notice.tsx'
import { useNow, usePage } from '../../../lib/page.ts'
import { messages } from '../../../../messages/index.ts'
import css from './drawer.module.css'
import { ariaKeysOf, keysOf } from '../../../lib/commands.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Api } from '../../../../contract/api.ts'
import type { Failure, Outcome } from '../../../../contract/failure.ts'
import { settle } from '../../../lib/query.ts'

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
        <span>{left < nearlyFull ? noteText.left(left) : noteText.hint}</span>
      </div>
    </>
  )
}

const Reading = ({ callId, note, notes }: Props) => {
  const now = useNow(note ? 10_000 : null)
  if (!note) return null
  return (
    <>
      <p>
        <bdi>{note.text}</bdi>
      </p>
      <div className={css['actions']}>
        <Button size="small" aria-keyshortcuts={ariaKeysOf('writeNote')} onClick={() => notes.edit(callId, note.text)}>
          <Pencil aria-hidden />
          {noteText.edit}
          <Kbd keys={keysOf('writeNote')} variant="bare" />
        </Button>
        <span title={messages.time.full(note.at)}>
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
    <section ref={section} className={css['note']}>
      <h3>{noteText.title}</h3>
      {draft && <Field {...props} draft={draft} />}
      {!draft && <Reading {...props} />}
    </section>
  )
}

/** Maximum length of a note, in characters. */
export const maxNoteLength = 2000

/** A note being edited. It keeps its text if it could not be saved. */
type NoteDraft =
  | { readonly step: 'open' | 'saving'; readonly text: string }
  | { readonly step: 'failed'; readonly text: string; readonly failure: Failure }

export type NotesStore = {
  /** Drafts by call ID. They outlive the drawer, so that no text is lost when another call is opened. */
  readonly store: StoreApi<Readonly<Record<string, NoteDraft>>>
  readonly edit: (callId: string, text: string) => void
  readonly type: (callId: string, text: string) => void
  readonly discard: (callId: string) => void
  /** Saves the draft. Resolves with null if there is none or it is already being saved. */
  readonly save: (callId: string) => Promise<Outcome<{ note: CallNote | null }> | null>
}

/** Returns the store of note drafts, which are kept until they are saved or discarded. */
export const createNotes = (api: Api): NotesStore => {
  const store = createStore<Readonly<Record<string, NoteDraft>>>(() => ({}))
  const put = (callId: string, draft: NoteDraft) => store.setState({ [callId]: draft })
  const discard = (callId: string) => {
    const { [callId]: _removed, ...others } = store.getState()
    store.setState(others, true)
  }
  return {
    store,
    discard,
    edit: (callId, text) => {
      if (!store.getState()[callId]) put(callId, { step: 'open', text })
    },
    type: (callId, text) => {
      // A draft that is being saved cannot change.
      if (store.getState()[callId]?.step !== 'saving') put(callId, { step: 'open', text: text.slice(0, maxNoteLength) })
    },
    save: async (callId) => {
      const draft = store.getState()[callId]
      if (!draft || draft.step === 'saving') return null
      const { text } = draft
      put(callId, { step: 'saving', text })
      const saved = await settle(api.setCallNote({ callId, note: text.trim() }))
      if (saved.ok) discard(callId)
      else put(callId, { step: 'failed', text, failure: saved.failure })
      return saved
    },
  }
}

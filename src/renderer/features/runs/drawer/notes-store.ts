import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CallNote } from '../../../../contract/call.ts'
import type { Api } from '../../../../contract/api.ts'
import type { Failure, Outcome } from '../../../../contract/failure.ts'
import { settle } from '../../../lib/query.ts'

/** Maximum length of a note, in characters. */
export const maxNoteLength = 2000

/** A note being edited. It keeps its text if it could not be saved. */
export type NoteDraft =
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

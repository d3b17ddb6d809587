import { createContext, useContext } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Failure, Outcome } from '../../contract/failure.ts'
import { settle } from './query.ts'

/** Maximum length of a note, in characters. */
export const maxNoteLength = 2000

/** A note being edited, or `closed` without saving. It keeps its text if it could not be saved. */
export type NoteDraft =
  | { readonly step: 'open' | 'saving' | 'closed'; readonly text: string }
  | { readonly step: 'failed'; readonly text: string; readonly failure: Failure }

export type NotesStore = {
  /** Drafts by call ID, or by `rowNoteId`. They outlive the screens, so that no text is lost until the app quits. */
  readonly store: StoreApi<Readonly<Record<string, NoteDraft>>>
  /** Opens the draft, or a new one with this text. */
  readonly edit: (id: string, text: string) => void
  readonly type: (id: string, text: string) => void
  /** Closes the field. Returns whether a draft is kept, which is the case if its text differs from the saved note's. */
  readonly close: (id: string, saved: string) => boolean
  readonly discard: (id: string) => void
  /** Saves the draft with `send`. Resolves with null if there is no draft, or it is too long or already being saved. */
  readonly save: <T>(id: string, send: (note: string) => Promise<Outcome<T>>) => Promise<Outcome<T> | null>
}

/** Returns the store of note drafts, which are kept until they are saved or discarded. */
export const createNotes = (): NotesStore => {
  const store = createStore<Readonly<Record<string, NoteDraft>>>(() => ({}))
  const put = (id: string, draft: NoteDraft) => store.setState({ [id]: draft })
  const discard = (id: string) => {
    const { [id]: _removed, ...others } = store.getState()
    store.setState(others, true)
  }
  return {
    store,
    discard,
    edit: (id, text) => {
      const draft = store.getState()[id]
      if (!draft) put(id, { step: 'open', text })
      else if (draft.step === 'closed') put(id, { step: 'open', text: draft.text })
    },
    type: (id, text) => {
      // A draft that is being saved cannot change.
      if (store.getState()[id]?.step !== 'saving') put(id, { step: 'open', text })
    },
    close: (id, saved) => {
      const draft = store.getState()[id]
      if (!draft || draft.step === 'saving') return false
      const { text } = draft
      if (text.trim() === saved.trim()) {
        discard(id)
        return false
      }
      put(id, { step: 'closed', text })
      return true
    },
    save: async (id, send) => {
      const draft = store.getState()[id]
      if (!draft || draft.step === 'saving') return null
      const { text } = draft
      if (text.trim().length > maxNoteLength) return null
      put(id, { step: 'saving', text })
      const saved = await settle(send(text.trim()))
      if (saved.ok) discard(id)
      else put(id, { step: 'failed', text, failure: saved.failure })
      return saved
    },
  }
}

/** The ID of the draft for a note on a row of a list. */
export const rowNoteId = (listId: string, row: number): string => `${listId} ${row}`

export const NotesContext = createContext<NotesStore | null>(null)

/** Returns the store. Throws outside the workspace. */
export const useNotes = (): NotesStore => {
  const store = useContext(NotesContext)
  if (!store) throw new Error('A component was rendered outside the workspace.')
  return store
}

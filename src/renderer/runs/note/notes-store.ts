import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CallNote } from '../../../contract/call.ts'
import type { Desk } from '../../../contract/desk.ts'
import type { Failure, Outcome } from '../../../contract/failure.ts'
import { settle } from '../../shell/settle.ts'

/** The most that fits into a note, in characters. */
export const longestNote = 2000

/** A note that is being written: not saved yet, on its way, or refused by the disk with everything still there. */
export type NoteDraft =
  | { readonly step: 'open' | 'saving'; readonly text: string }
  | { readonly step: 'failed'; readonly text: string; readonly failure: Failure }

export type NotesStore = {
  /** Drafts by the id of their call; they outlive the drawer, so that nothing is lost by looking elsewhere. */
  readonly store: StoreApi<Readonly<Record<string, NoteDraft>>>
  readonly begin: (callId: string, text: string) => void
  readonly type: (callId: string, text: string) => void
  readonly giveUp: (callId: string) => void
  /** Saves the draft; null when there is none, or it is on its way already. */
  readonly save: (callId: string) => Promise<Outcome<{ note: CallNote | null }> | null>
}

/** Keeps what people write to calls until it is saved or given up. */
export const createNotes = (desk: Desk): NotesStore => {
  const store = createStore<Readonly<Record<string, NoteDraft>>>(() => ({}))
  const put = (callId: string, draft: NoteDraft) => store.setState({ [callId]: draft })
  const giveUp = (callId: string) => {
    const { [callId]: _gone, ...others } = store.getState()
    store.setState(others, true)
  }
  return {
    store,
    giveUp,
    begin: (callId, text) => {
      if (!store.getState()[callId]) put(callId, { step: 'open', text })
    },
    type: (callId, text) => {
      // What is on its way is saved as it was sent; the field takes nothing meanwhile.
      if (store.getState()[callId]?.step !== 'saving') put(callId, { step: 'open', text: text.slice(0, longestNote) })
    },
    save: async (callId) => {
      const draft = store.getState()[callId]
      if (!draft || draft.step === 'saving') return null
      const { text } = draft
      put(callId, { step: 'saving', text })
      const saved = await settle(desk.noteCall({ callId, note: text.trim() }))
      if (saved.ok) giveUp(callId)
      else put(callId, { step: 'failed', text, failure: saved.failure })
      return saved
    },
  }
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Failure } from '../../../contract/failure.ts'
import type { SealedFile } from '../../../contract/hand-over.ts'
import type { Profile } from '../../../contract/profile.ts'
import { createKeyEntry, type KeyEntryStore } from '../key-entry/key-entry-store.ts'
import type { Parts } from '../parts.ts'
import { settle } from '../settle.ts'

/** How far a hand-over has come, in either direction. */
export type HandingOver =
  | { step: 'idle' }
  | { step: 'sealing' }
  | { step: 'sealed'; fileName: string }
  | { step: 'choosing' }
  /** A sealed file is in main's hands and waits for its passphrase. */
  | { step: 'chosen'; sealed: SealedFile; isOpening: boolean; failure: Failure | null }
  | { step: 'opened'; profile: Profile }
  | { step: 'failed'; failure: Failure }

export type HandOverStore = {
  readonly store: StoreApi<HandingOver>
  /** SECURITY: the passphrase enters as a key does: once, into main, and only its length comes back. */
  readonly passphrase: KeyEntryStore
  readonly seal: (profileId: string) => Promise<void>
  readonly choose: () => Promise<void>
  readonly open: (session: boolean) => Promise<void>
  readonly close: () => void
}

/** Makes the hand-over of a profile's key to another desk, and the opening of what another desk has sealed. */
export const createHandOverStore = ({ desk }: Pick<Parts, 'desk'>, listChanged: () => void): HandOverStore => {
  const store = createStore<HandingOver>(() => ({ step: 'idle' }))
  const set = (state: HandingOver): void => store.setState(state, true)
  const isBusy = (): boolean => ['sealing', 'choosing'].includes(store.getState().step)
  const passphrase = createKeyEntry(desk)

  return {
    store,
    passphrase,
    seal: async (profileId) => {
      if (isBusy()) return
      set({ step: 'sealing' })
      const answer = await settle(desk.handOverKey({ profileId }))
      if (!answer.ok) return set({ step: 'failed', failure: answer.failure })
      const { fileName } = answer.value
      set(fileName === null ? { step: 'idle' } : { step: 'sealed', fileName })
    },
    choose: async () => {
      if (isBusy()) return
      set({ step: 'choosing' })
      const answer = await settle(desk.chooseSealedFile({}))
      if (!answer.ok) return set({ step: 'failed', failure: answer.failure })
      const { sealed } = answer.value
      passphrase.clear()
      set(sealed === null ? { step: 'idle' } : { step: 'chosen', sealed, isOpening: false, failure: null })
    },
    open: async (session) => {
      await passphrase.settled()
      const now = store.getState()
      const entry = passphrase.store.getState()
      if (now.step !== 'chosen' || now.isOpening || entry.step !== 'held') return
      set({ ...now, isOpening: true, failure: null })
      const custody = session ? 'session' : 'keychain'
      const { sealedId } = now.sealed
      const answer = await settle(desk.openSealedFile({ sealedId, entryId: entry.entryId, custody }))
      passphrase.clear()
      if (!answer.ok) return set({ ...now, isOpening: false, failure: answer.failure })
      set({ step: 'opened', profile: answer.value.profile })
      listChanged()
    },
    close: () => set({ step: 'idle' }),
  }
}

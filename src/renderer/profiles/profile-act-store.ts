import { createStore, type StoreApi } from 'zustand/vanilla'
import type { KeychainStatus } from '../../contract/app-info.ts'
import type { Desk } from '../../contract/desk.ts'
import type { Failure, Outcome } from '../../contract/failure.ts'
import type { ProfileCheck, ProfileColor } from '../../contract/profile.ts'
import { createFact, type FactStore } from '../shell/fact.ts'
import { createKeyEntry, type KeyEntryStore } from '../shell/key-entry/key-entry-store.ts'
import { settle } from '../shell/settle.ts'

type ActName = 'saved' | 'keyReplaced' | 'removed'

/** What is being done to one profile, and how it went. */
export type ProfileAct =
  | { step: 'idle' }
  | { step: 'working' }
  | { step: 'done'; what: ActName }
  | { step: 'failed'; what: ActName; failure: Failure }
  | { step: 'keyNeeded' }

export type ProfileActs = {
  readonly store: StoreApi<ProfileAct>
  readonly check: FactStore<ProfileCheck>
  readonly key: KeyEntryStore
  readonly keychain: FactStore<KeychainStatus>
  readonly save: (name: string, color: ProfileColor, referenceName: string | null) => Promise<void>
  readonly replaceKey: (session: boolean) => Promise<void>
  readonly remove: () => Promise<void>
}

/** Makes the acts on one profile; each is done once, however often it is pressed. */
export const createProfileActs = (desk: Desk, profileId: string, now: () => number): ProfileActs => {
  const store = createStore<ProfileAct>(() => ({ step: 'idle' }))
  const key = createKeyEntry(desk)
  const keychain = createFact(() => desk.keychainStatus({}), now)
  const act = async (what: ActName, question: () => Promise<Outcome<unknown>>) => {
    if (store.getState().step === 'working') return
    store.setState({ step: 'working' }, true)
    const answer = await settle(question())
    store.setState(answer.ok ? { step: 'done', what } : { step: 'failed', what, failure: answer.failure }, true)
  }
  const replaceKey = async (session: boolean) => {
    await key.settled()
    const entry = key.store.getState()
    if (entry.step !== 'held') return store.setState({ step: 'keyNeeded' }, true)
    const status = keychain.store.getState().known?.value ?? { usable: true }
    // A locked keychain is unlocked by keeping a key in it: the system asks for that.
    const mayKeep = status.usable || status.reason === 'locked'
    if (!mayKeep && !session) return store.setState({ step: 'keyNeeded' }, true)
    const custody = status.usable || !session ? 'keychain' : 'session'
    await act('keyReplaced', () => desk.replaceKey({ profileId, entryId: entry.entryId, custody }))
    const after = store.getState()
    if (after.step === 'done') key.clear()
    if (
      after.step === 'failed' &&
      after.failure.kind === 'invalid' &&
      after.failure.issues.some(({ code }) => code === 'keyExpired')
    )
      key.expire()
  }
  return {
    store,
    key,
    keychain,
    check: createFact(() => desk.checkProfile({ profileId }), now),
    save: (name, color, referenceName) =>
      act('saved', () => desk.updateProfile({ profileId, name: name.trim(), color, referenceName })),
    replaceKey,
    remove: () => act('removed', () => desk.removeProfile({ profileId })),
  }
}

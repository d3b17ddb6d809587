import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Parts } from '../shell/parts.ts'
import { createNewKeyStore, type NewKey, type NewKeyStore } from './new-key-store.ts'

/** The new keys of all profiles, kept whatever screen is looked at: one that nobody has yet must not go with its dialog. */
export type NewKeys = {
  readonly of: (profileId: string) => NewKeyStore
  /** The profiles whose new key nobody has yet. */
  readonly store: StoreApi<{ readonly waiting: readonly string[] }>
}

const isWaiting = (state: NewKey): boolean =>
  state.step === 'creating' || (state.step === 'made' && state.handed === null)

/** Makes the new keys: each is there once it is asked for. */
export const createNewKeys = (parts: Parts): NewKeys => {
  const known = new Map<string, NewKeyStore>()
  const store = createStore<{ readonly waiting: readonly string[] }>(() => ({ waiting: [] }))
  const tell = (profileId: string, waits: boolean): void => {
    const { waiting } = store.getState()
    if (waiting.includes(profileId) === waits) return
    store.setState({ waiting: waits ? [...waiting, profileId] : waiting.filter((id) => id !== profileId) })
  }
  const make = (profileId: string): NewKeyStore => {
    const newKey = createNewKeyStore(parts, profileId)
    newKey.store.subscribe((state) => tell(profileId, isWaiting(state)))
    known.set(profileId, newKey)
    return newKey
  }
  return { store, of: (profileId) => known.get(profileId) ?? make(profileId) }
}

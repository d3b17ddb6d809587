import type { Parts } from '../shell/parts.ts'
import { createNewKeyStore, type NewKeyStore } from './new-key-store.ts'

/** Gives the new key of a profile, kept whatever screen is looked at: one that nobody has yet must not go with its dialog. */
export const createNewKeys = (parts: Parts): ((profileId: string) => NewKeyStore) => {
  const stores = new Map<string, NewKeyStore>()
  return (profileId) => {
    const store = stores.get(profileId) ?? createNewKeyStore(parts, profileId)
    stores.set(profileId, store)
    return store
  }
}

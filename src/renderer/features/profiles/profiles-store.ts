import type { Api } from '../../../contract/api.ts'
import type { Profile, ProfileCheck, ProfileColor, ProfileList } from '../../../contract/profile.ts'
import { type Failure, hasIssue, type Outcome, succeed } from '../../../contract/failure.ts'
import { createQuery, type Query, settle } from '../../lib/query.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { KeychainStatus } from '../../../contract/app-status.ts'
import { everyCall } from '../../../contract/call-list.ts'
import { createKeyEntry, type KeyEntryStore } from '../../lib/key-entry.ts'

export type ProfilesStore = {
  readonly list: Query<ProfileList>
  /** Selects a profile. The list changes immediately, so that the next key press acts on the new profile. */
  readonly select: (profileId: string) => Promise<void>
  readonly close: () => void
}

/** Returns the store of the profiles, which are reloaded when main announces a change. */
export const createProfilesStore = (api: Api, now: () => number): ProfilesStore => {
  // The selection that is being sent to main. Results that main sent earlier do not contain it.
  let selecting: string | null = null
  const read = async (): Promise<Outcome<ProfileList>> => {
    const listed = await api.listProfiles({})
    return listed.ok && selecting !== null ? succeed({ ...listed.value, selectedId: selecting }) : listed
  }
  const list = createQuery(read, now)
  const close = api.onProfilesChanged(() => void list.refresh())
  const select = async (profileId: string) => {
    const known = list.store.getState().data?.value
    if (known?.selectedId === profileId) return
    selecting = profileId
    if (known) list.setData({ ...known, selectedId: profileId })
    // If the selection cannot be saved, a banner says so, and the selection lasts until the app quits.
    await settle(api.selectProfile({ profileId }))
    if (selecting === profileId) selecting = null
    await list.refresh()
  }
  return { list, select, close }
}

/** Returns the selected profile, or the first one if the selected one was removed; null if there are no profiles. */
export const profileInUse = ({ profiles, selectedId }: ProfileList): Profile | null =>
  profiles.find((profile) => profile.id === selectedId) ?? profiles[0] ?? null

type ActionName = 'saved' | 'keyReplaced' | 'removed'

type ProfileActionState =
  | { step: 'idle' }
  | { step: 'working' }
  | { step: 'done'; what: ActionName }
  | { step: 'failed'; what: ActionName; failure: Failure }
  | { step: 'keyNeeded' | 'keyStorageNeeded' }

export type ProfileActions = {
  readonly store: StoreApi<ProfileActionState>
  readonly check: Query<ProfileCheck>
  readonly key: KeyEntryStore
  readonly keychain: Query<KeychainStatus>
  /** How many of the profile's calls are unresolved. */
  readonly unresolved: Query<number>
  /** Loads this number and follows its changes. Returns a function that stops following them. */
  readonly followUnresolved: () => () => void
  readonly save: (name: string, color: ProfileColor, referenceName: string | null) => Promise<void>
  /** With `otherOrganization`, the key may belong to another organization, to which the profile then moves. */
  readonly replaceKey: (session: boolean, otherOrganization?: boolean) => Promise<void>
  readonly remove: () => Promise<void>
}

/** States of calls whose outcome is not known yet. */
const unresolvedStates = ['queued', 'sending', 'dialing', 'unknown', 'toCheck'] as const

/** Returns the actions for one profile. Only one action runs at a time. */
export const createProfileActions = (api: Api, profileId: string, now: () => number): ProfileActions => {
  const store = createStore<ProfileActionState>(() => ({ step: 'idle' }))
  const key = createKeyEntry(api)
  const keychain = createQuery(() => api.keychainStatus({}), now)
  const check = createQuery(() => api.checkProfile({ profileId }), now)
  const run = async (what: ActionName, request: () => Promise<Outcome<unknown>>) => {
    if (store.getState().step === 'working') return
    store.setState({ step: 'working' }, true)
    const answer = await settle(request())
    store.setState(answer.ok ? { step: 'done', what } : { step: 'failed', what, failure: answer.failure }, true)
  }
  const replaceKey = async (session: boolean, otherOrganization = false) => {
    await key.settled()
    const entry = key.store.getState()
    if (entry.step !== 'staged') return store.setState({ step: 'keyNeeded' }, true)
    const status = keychain.store.getState().data?.value ?? { usable: true }
    // Storing a key in a locked keychain makes the system prompt for the keychain's password.
    const mayStore = status.usable || status.reason === 'locked'
    if (!mayStore && !session) return store.setState({ step: 'keyStorageNeeded' }, true)
    const keyStorage = status.usable || !session ? 'keychain' : 'session'
    const { entryId } = entry
    await run('keyReplaced', () => api.replaceKey({ profileId, entryId, keyStorage, otherOrganization }))
    const after = store.getState()
    if (after.step === 'done') {
      key.clear()
      // The result for the old key says nothing about the new one.
      if (check.store.getState().step !== 'idle') void check.refresh()
    }
    if (after.step !== 'failed') return
    if (hasIssue(after.failure, 'keyExpired')) key.expire()
    // The keychain may have been locked since its status was loaded.
    if (after.failure.kind === 'keychain') void keychain.refresh()
  }
  const unresolved = createQuery(async () => {
    const filter = { ...everyCall, profileIds: [profileId], states: [...unresolvedStates] }
    const listed = await api.listCalls({ search: '', filter, after: null, limit: 1 })
    return listed.ok ? succeed(listed.value.total) : listed
  }, now)
  return {
    store,
    key,
    keychain,
    check,
    unresolved,
    followUnresolved: () => {
      void unresolved.load()
      return api.onCallsChanged(() => void unresolved.refresh())
    },
    save: (name, color, referenceName) =>
      run('saved', () => api.updateProfile({ profileId, name: name.trim(), color, referenceName })),
    replaceKey,
    remove: () => run('removed', () => api.removeProfile({ profileId })),
  }
}

import { type Failure, invalid, type Outcome, succeed } from '../../../contract/failure.ts'
import type { Profile, ProfileChange, ProfileList, ServiceProfile } from '../../../contract/profile.ts'
import { createServiceOf, mayBeSameOrganization } from '../../lib/service-origin.ts'
import type { Runtime } from '../../app/runtime.ts'
import type { Storage } from '../../storage/storage.ts'
import { type Secret, secretHasShownPrefix, secretsAreSame } from '../../vault/secret.ts'
import type { KeyVault, VaultEntry } from '../../vault/vault.ts'

/** The profiles on disk, and which one is selected. */
export type ProfileStore = {
  list(): Promise<Outcome<ProfileList>>
  find(profileId: string): Promise<Outcome<Profile>>
  /** Saves a new profile. */
  add(profile: Profile): Promise<Outcome<Profile>>
  /** Changes only these fields, because others may have been changed since the caller read the profile. */
  change(profileId: string, change: ProfileChange): Promise<Outcome<Profile>>
  remove(profileId: string): Promise<Outcome<null>>
  /** Takes effect immediately, even if it cannot be stored for the next launch. */
  select(profileId: string): Promise<Outcome<null>>
}

const selectedSetting = 'selectedProfile'

export const createProfileStore = (storage: Pick<Storage, 'run'>): ProfileStore => {
  // Cached, because only this store writes profiles and every call reads one.
  let cached: Profile[] | null = null
  let selectedNow: string | null = null

  const readSelected = async (): Promise<Outcome<unknown>> =>
    selectedNow === null ? storage.run('readSetting', { name: selectedSetting }) : succeed(selectedNow)

  const all = async (): Promise<Outcome<Profile[]>> => {
    if (cached !== null) return succeed(cached)
    const profiles = await storage.run('listProfiles', undefined)
    if (profiles.ok) cached = profiles.value
    return profiles
  }

  const changing = async <T>(change: Promise<Outcome<T>>): Promise<Outcome<T>> => {
    const changed = await change
    cached = null
    return changed
  }

  return {
    async list() {
      const profiles = await all()
      if (!profiles.ok) return profiles
      const stored = await readSelected()
      if (!stored.ok) return stored
      // The selected profile may have been removed; the first one replaces it.
      const selected = profiles.value.find((profile) => profile.id === stored.value) ?? profiles.value[0]
      return succeed({ profiles: profiles.value, selectedId: selected?.id ?? null })
    },
    async find(profileId) {
      const profiles = await all()
      if (!profiles.ok) return profiles
      const profile = profiles.value.find((one) => one.id === profileId)
      return profile === undefined ? invalid(['profileId'], 'profile') : succeed(profile)
    },
    async add(profile) {
      const saved = await changing(storage.run('saveProfile', { profile }))
      return saved.ok ? succeed(profile) : saved
    },
    async change(profileId, change) {
      const changed = await changing(storage.run('changeProfile', { id: profileId, change }))
      if (!changed.ok) return changed
      return changed.value === null ? invalid(['profileId'], 'profile') : succeed(changed.value)
    },
    remove: (profileId) => changing(storage.run('deleteProfile', { id: profileId })),
    select: (profileId) => {
      selectedNow = profileId
      return storage.run('writeSetting', { name: selectedSetting, value: profileId })
    },
  }
}

/** Returns the vault entry for a profile's key. */
export const entryOf = ({ id, origin, keyStorage }: ServiceProfile): VaultEntry => ({
  profileId: id,
  origin,
  keyStorage,
})

/**
 * Returns the profiles whose key has this displayed prefix, and those whose key couldn't be read in time, so that any of
 * them may have it.
 */
export type UsersOf = (prefix: string) => { users: ServiceProfile[]; unreadable: ServiceProfile[] }

/**
 * How long the keys of profiles are waited for, in milliseconds. While the keychain's password prompt is open, reading
 * them takes until its deadline.
 */
export const readableMilliseconds = 2_000

/**
 * Finds the profiles on this computer that use a key. A profile matches an origin if both belong to the same service,
 * even if the origin is written differently.
 */
export type KeyUsers = {
  /** Reads the keys of the profiles at an origin. Waits for them `readableMilliseconds`, or as long as given. */
  readable(origin: string, milliseconds?: number): Promise<Outcome<UsersOf>>
  /** Returns the profiles at an origin with exactly this key; fails if the keychain does not respond. */
  withKey(origin: string, key: Secret): Promise<Outcome<ServiceProfile[]>>
  /** Returns the profiles at an origin whose key has this displayed prefix; fails if the keychain does not respond. */
  withPrefix(origin: string, prefix: string): Promise<Outcome<ServiceProfile[]>>
  /**
   * Returns the profiles at an origin without a key that may be of a profile's organization; fails if the keychain does
   * not respond.
   */
  withoutKey(origin: string, profileId: string): Promise<Outcome<ServiceProfile[]>>
}

/** A profile without a key does not use the key. One whose key cannot be read might use it. */
const isMissing = (failure: Failure): boolean => failure.kind === 'keychain' && failure.reason === 'missing'

type KeyUsersDeps = { profiles: Pick<ProfileStore, 'list'>; vault: Pick<KeyVault, 'get'> } & Pick<Runtime, 'after'>

/** Creates the search for the profiles that use a key. It sends no requests. */
export const createKeyUsers = ({ profiles, vault, after }: KeyUsersDeps): KeyUsers => {
  const profilesAt = async (origin: string): Promise<Outcome<ServiceProfile[]>> => {
    const list = await profiles.list()
    if (!list.ok) return list
    const serviceOf = createServiceOf(list.value.profiles)
    const service = serviceOf(origin)
    return succeed(
      list.value.profiles.filter((one) => one.kind === 'service').filter((one) => serviceOf(one.origin) === service),
    )
  }

  /** Gives `matches` null for a profile without a key. */
  const find = async (
    origin: string,
    matches: (key: Secret | null, profile: ServiceProfile) => boolean,
  ): Promise<Outcome<ServiceProfile[]>> => {
    const atOrigin = await profilesAt(origin)
    if (!atOrigin.ok) return atOrigin
    const users: ServiceProfile[] = []
    for (const profile of atOrigin.value) {
      const key = await vault.get(entryOf(profile))
      if (!key.ok && !isMissing(key.failure)) return key
      if (matches(key.ok ? key.value : null, profile)) users.push(profile)
    }
    return succeed(users)
  }

  return {
    async readable(origin, milliseconds = readableMilliseconds) {
      const atOrigin = await profilesAt(origin)
      if (!atOrigin.ok) return atOrigin
      const late = Promise.withResolvers<null>()
      const cancel = after(milliseconds, () => late.resolve(null))
      const keys = await Promise.all(
        atOrigin.value.map(async (profile) => ({
          profile,
          key: await Promise.race([vault.get(entryOf(profile)), late.promise]),
        })),
      )
      cancel()
      const unreadable = keys.filter(({ key }) => key === null || (!key.ok && !isMissing(key.failure)))
      return succeed((prefix) => ({
        users: keys
          .filter(({ key }) => key?.ok && secretHasShownPrefix(key.value, prefix))
          .map(({ profile }) => profile),
        unreadable: unreadable.map(({ profile }) => profile),
      }))
    },
    withKey: (origin, key) => find(origin, (own) => own !== null && secretsAreSame(own, key)),
    withPrefix: (origin, prefix) => find(origin, (own) => own !== null && secretHasShownPrefix(own, prefix)),
    async withoutKey(origin, profileId) {
      const atOrigin = await profilesAt(origin)
      if (!atOrigin.ok) return atOrigin
      const organization = atOrigin.value.find(({ id }) => id === profileId)?.organization
      return find(origin, (own, profile) => own === null && mayBeSameOrganization(organization, profile.organization))
    },
  }
}

import { type Outcome, succeed, fail } from '../../../contract/failure.ts'
import { isOver, type StoredRotation, storedRotationSchema } from '../../../contract/key.ts'
import type { ServiceProfile } from '../../../contract/profile.ts'
import { createServiceOf } from '../../lib/service-origin.ts'
import type { Storage } from '../../storage/storage.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import type { KeyVault, VaultEntry } from '../../vault/vault.ts'
import { type Secret, secretHasShownPrefix, secretsAreSame } from '../../vault/secret.ts'
import { parseJson } from '../../../domain/json.ts'

/** The last rotation of each profile, on disk. A write returns after its commit has reached the disk. */
type RotationStore = {
  read(profileId: string): Promise<Outcome<StoredRotation | null>>
  write(rotation: StoredRotation): Promise<Outcome<StoredRotation>>
}

export const createRotationStore = (storage: Pick<Storage, 'run'>): RotationStore => ({
  async read(profileId) {
    const text = await storage.run('readSetting', { name: settingOf(profileId) })
    return text.ok ? succeed(parse(text.value)) : text
  },
  async write(rotation) {
    const value = JSON.stringify(rotation)
    const written = await storage.run('writeSetting', { name: settingOf(rotation.profileId), value })
    return written.ok ? succeed(rotation) : written
  },
})

const settingOf = (profileId: string): string => `key-rotation:${profileId}`

/** Writes are atomic, so Rundesk did not write an unreadable record. The service's list still shows the keys. */
const parse = (text: string | null): StoredRotation | null =>
  storedRotationSchema.safeParse(parseJson(text ?? '')).data ?? null

const isOpen = (rotation: StoredRotation | null): rotation is StoredRotation =>
  rotation !== null && !isOver(rotation.step)

type FindRotationDeps = { rotations: RotationStore; profiles: ProfileStore; vault: Pick<KeyVault, 'get'> }

/** Finds rotations. Several profiles may use one key, and one of them rotates it for all of them. */
export const createFindRotation = ({ rotations, profiles, vault }: FindRotationDeps) => {
  /** Returns the last rotation that each profile started. */
  const all = async (): Promise<Outcome<StoredRotation[]>> => {
    const list = await profiles.list()
    if (!list.ok) return list
    const last: StoredRotation[] = []
    for (const { id } of list.value.profiles) {
      const read = await rotations.read(id)
      if (!read.ok) return read
      if (read.value !== null) last.push(read.value)
    }
    return succeed(last)
  }

  const allAt = async (origin: string): Promise<Outcome<StoredRotation[]>> => {
    const list = await profiles.list()
    if (!list.ok) return list
    const serviceOf = createServiceOf(list.value.profiles)
    const last = await all()
    return last.ok ? succeed(last.value.filter((one) => serviceOf(one.origin) === serviceOf(origin))) : last
  }

  /**
   * A profile that was added or given a key after the rotation started is not in its record, so its key is compared
   * with the rotated one. No other profile's key is read, because it may be unreadable.
   */
  const concerns = async (rotation: StoredRotation, profile: ServiceProfile): Promise<Outcome<boolean>> => {
    const { id } = profile
    if (rotation.profileId === id || rotation.profiles.some((one) => one.profileId === id)) return succeed(true)
    const key = await vault.get(entryOf(profile))
    if (!key.ok) return isMissing(key) ? succeed(false) : key
    return succeed(keysOf(rotation).some(({ prefix }) => secretHasShownPrefix(key.value, prefix)))
  }

  /** Returns the newest of the rotations that concern a profile's key. */
  const newestOf = async (
    profileId: string,
    isIncluded: (rotation: StoredRotation) => boolean,
  ): Promise<Outcome<StoredRotation | null>> => {
    const profile = await profiles.find(profileId)
    if (!profile.ok) return profile
    if (profile.value.kind !== 'service') return succeed(null)
    const last = await allAt(profile.value.origin)
    if (!last.ok) return last
    for (const rotation of last.value.filter(isIncluded).toSorted(newestFirst)) {
      const concerned = await concerns(rotation, profile.value)
      if (!concerned.ok) return concerned
      if (concerned.value) return succeed(rotation)
    }
    return succeed(null)
  }

  /** Returns the open rotation of a profile's key, whichever profile started it. */
  const openOf = async (profileId: string): Promise<Outcome<StoredRotation | null>> => {
    const own = await rotations.read(profileId)
    return !own.ok || isOpen(own.value) ? own : newestOf(profileId, isOpen)
  }

  return {
    /** Returns the open rotations of all profiles, each once, without reading a key. */
    async allOpen(): Promise<Outcome<StoredRotation[]>> {
      const last = await all()
      return last.ok ? succeed(last.value.filter(isOpen)) : last
    },
    openOf,
    /** Returns the open rotation of a profile's key or, if there is none, its last one, whichever profile started it. */
    async lastOf(profileId: string): Promise<Outcome<StoredRotation | null>> {
      const open = await openOf(profileId)
      return !open.ok || open.value !== null ? open : newestOf(profileId, () => true)
    },

    /** Returns whether this key has an open rotation, whichever profile started it. */
    async isOpenOf(origin: string, keyId: number): Promise<Outcome<boolean>> {
      const last = await allAt(origin)
      if (!last.ok) return last
      return succeed(last.value.filter(isOpen).some((one) => keysOf(one).some(({ id }) => id === keyId)))
    },
  }
}

const endOf = ({ times }: StoredRotation): string => times.at(-1)?.at ?? ''

const newestFirst = (one: StoredRotation, other: StoredRotation): number => endOf(other).localeCompare(endOf(one))

const keysOf = ({ oldKey, newKey }: StoredRotation) => (newKey === null ? [oldKey] : [oldKey, newKey])

export type RotationKeyName = 'old' | 'new'

/** The keys of one rotation: the copies of the old and the new key, and each profile's own key. */
export type RotationKeys = {
  /** Reads a profile's own key. */
  ofProfile(profileId: string): Promise<Outcome<Secret>>
  /**
   * Finds the old or new key: its copy or, if there is none, a profile's key with the same prefix; null if there is
   * neither. A copy with another prefix was left behind by another rotation and is ignored.
   */
  find(which: RotationKeyName): Promise<Outcome<Secret | null>>
  keep(which: RotationKeyName, key: Secret): Promise<Outcome<null>>
  drop(which: RotationKeyName): Promise<Outcome<null>>
  /**
   * Stores the key in every profile that has `instead` or no key; returns their IDs. The user has changed the key of
   * the others.
   */
  give(key: Secret, instead: Secret | null): Promise<Outcome<string[]>>
}

const entryOf = ({ id, origin, keyStorage }: ServiceProfile): VaultEntry => ({ profileId: id, origin, keyStorage })

/** Returns whether a key is certainly missing. A keychain failure does not mean that it is missing. */
export const isMissing = (outcome: Outcome<Secret>): boolean =>
  !outcome.ok && outcome.failure.kind === 'keychain' && outcome.failure.reason === 'missing'

/** Replaces a profile's key; returns false if the profile already has it or the user has entered a different one. */
const giveTo = async (
  vault: KeyVault,
  entry: VaultEntry,
  key: Secret,
  instead: Secret | null,
): Promise<Outcome<boolean>> => {
  const now = await vault.get(entry)
  if (!now.ok && !isMissing(now)) return now
  if (now.ok && (secretsAreSame(now.value, key) || instead === null || !secretsAreSame(now.value, instead)))
    return succeed(false)
  const given = await vault.set(entry, key)
  return given.ok ? succeed(true) : given
}

type RotationKeysDeps = { profiles: Pick<ProfileStore, 'find'>; vault: KeyVault }

export const createRotationKeys = ({ profiles, vault }: RotationKeysDeps, rotation: StoredRotation): RotationKeys => {
  const find = async (profileId: string): Promise<Outcome<ServiceProfile>> => {
    const profile = await profiles.find(profileId)
    if (!profile.ok) return profile
    return profile.value.kind === 'service'
      ? succeed(profile.value)
      : fail({ kind: 'invalid', issues: [{ path: ['profileId'], code: 'practiceKey' }] })
  }

  /**
   * Returns the vault entry of the copy, which remains the same during the rotation even if the profile's key is moved.
   */
  const copyEntryOf = (which: RotationKeyName): VaultEntry => ({
    profileId: `${rotation.profileId}/${which}`,
    origin: rotation.origin,
    keyStorage: rotation.keyStorage,
  })

  const ofProfile = async (profileId: string): Promise<Outcome<Secret>> => {
    const profile = await find(profileId)
    return profile.ok ? vault.get(entryOf(profile.value)) : profile
  }

  const prefixOf = (which: RotationKeyName): string | null =>
    which === 'old' ? rotation.oldKey.prefix : (rotation.newKey?.prefix ?? null)

  const findInProfiles = async (prefix: string): Promise<Outcome<Secret | null>> => {
    for (const profileId of new Set([rotation.profileId, ...rotation.profiles.map((one) => one.profileId)])) {
      const key = await ofProfile(profileId)
      if (key.ok && secretHasShownPrefix(key.value, prefix)) return key
      // Skips a profile that has no key or was removed. An unreadable key is a failure.
      if (!key.ok && key.failure.kind !== 'invalid' && !isMissing(key)) return key
    }
    return succeed(null)
  }

  return {
    ofProfile,
    async find(which) {
      const prefix = prefixOf(which)
      if (prefix === null) return succeed(null)
      const copy = await vault.get(copyEntryOf(which))
      if (!copy.ok && !isMissing(copy)) return copy
      return copy.ok && secretHasShownPrefix(copy.value, prefix) ? copy : findInProfiles(prefix)
    },
    keep: (which, key) => vault.set(copyEntryOf(which), key),
    drop: (which) => vault.delete(copyEntryOf(which)),
    async give(key, instead) {
      const given: string[] = []
      for (const { profileId } of rotation.profiles) {
        const profile = await find(profileId)
        // The profile was removed.
        if (!profile.ok && profile.failure.kind === 'invalid') continue
        if (!profile.ok) return profile
        const done = await giveTo(vault, entryOf(profile.value), key, instead)
        if (!done.ok) return done
        if (done.value) given.push(profileId)
      }
      return succeed(given)
    },
  }
}

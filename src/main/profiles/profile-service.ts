import { fail, invalid, type Outcome, succeed } from '../../contract/failure.ts'
import type { Input, Output } from '../../contract/operations.ts'
import type { Profile, ProfileCheck, ServiceProfile } from '../../contract/profile.ts'
import type { Connections } from './connections.ts'
import type { KeyVault, VaultEntry } from '../vault/key-vault.ts'
import type { Secret } from '../vault/secret.ts'
import type { KeyEntries } from './key-entries.ts'
import { isLoopbackOrigin, readOrigin } from './origin.ts'
import type { ProfileBook } from './profile-book.ts'

export type ProfileServiceParts = {
  book: ProfileBook
  entries: KeyEntries
  vault: KeyVault
  connections: Connections
  clock: () => number
  createProfileId: () => string
  /** True on a runtime out of support: only origins on this computer may be connected. */
  trialRuntime: boolean
}

type AddService = Extract<Input<'addProfile'>, { kind: 'service' }>

/** Makes, changes and removes profiles; a key is stored only after the service has been asked about it. */
export const createProfileService = (parts: ProfileServiceParts) => {
  const { book, entries, vault, connections } = parts
  const createdAt = (): string => new Date(parts.clock()).toISOString()

  const entryOf = ({ id, origin, custody }: ServiceProfile): VaultEntry => ({ profileId: id, origin, custody })

  const allowedOrigin = (text: string): Outcome<string> => {
    const origin = readOrigin(text)
    if (!origin.ok || !parts.trialRuntime || isLoopbackOrigin(origin.value)) return origin
    return invalid(['origin'], 'originTrialRuntime', origin.value)
  }

  /** A key that the service refuses is never saved; a service that gives no answer may be saved unchecked by choice. */
  const checkFirst = async (origin: string, key: Secret, unchecked: boolean): Promise<Outcome<ProfileCheck | null>> => {
    const check = await connections.check({ origin, key })
    if (check.ok || !unchecked) return check
    const silent = check.failure.kind === 'unreachable' || check.failure.kind === 'unavailable'
    return silent ? succeed(null) : check
  }

  const saveWithKey = async (profile: ServiceProfile, key: Secret): Promise<Outcome<Profile>> => {
    const stored = await vault.set(entryOf(profile), key)
    if (!stored.ok) return stored
    const saved = await book.save(profile)
    // A key without its profile would lie in the keychain for ever.
    if (!saved.ok) await vault.delete(entryOf(profile))
    return saved
  }

  const addService = async (input: AddService): Promise<Outcome<Output<'addProfile'>>> => {
    const origin = allowedOrigin(input.origin)
    if (!origin.ok) return origin
    const key = entries.find(input.entryId)
    if (!key.ok) return key
    const check = await checkFirst(origin.value, key.value, input.unchecked)
    if (!check.ok) return check
    const profile: ServiceProfile = {
      kind: 'service',
      id: parts.createProfileId(),
      name: input.name,
      color: input.color,
      createdAt: createdAt(),
      origin: origin.value,
      custody: input.custody,
    }
    const saved = await saveWithKey(profile, key.value)
    if (!saved.ok) return saved
    entries.forget(input.entryId)
    return succeed({ profile: saved.value, check: check.value })
  }

  const addPractice = async (name: string, color: Profile['color']): Promise<Outcome<Output<'addProfile'>>> => {
    const saved = await book.save({
      kind: 'practice',
      id: parts.createProfileId(),
      name,
      color,
      createdAt: createdAt(),
    })
    return saved.ok ? succeed({ profile: saved.value, check: null }) : saved
  }

  return {
    async add(input: Input<'addProfile'>): Promise<Outcome<Output<'addProfile'>>> {
      const added = input.kind === 'practice' ? await addPractice(input.name, input.color) : await addService(input)
      if (!added.ok) return added
      const chosen = await book.select(added.value.profile.id)
      return chosen.ok ? added : chosen
    },

    async update({ profileId, name, color }: Input<'updateProfile'>): Promise<Outcome<Profile>> {
      const profile = await book.find(profileId)
      return profile.ok ? book.save({ ...profile.value, name, color }) : profile
    },

    async replaceKey({ profileId, entryId, custody }: Input<'replaceKey'>): Promise<Outcome<Profile>> {
      const profile = await book.find(profileId)
      if (!profile.ok) return profile
      if (profile.value.kind === 'practice') return invalid(['profileId'], 'profile')
      const key = entries.find(entryId)
      if (!key.ok) return key
      const check = await checkFirst(profile.value.origin, key.value, false)
      if (!check.ok) return check
      const changed: ServiceProfile = { ...profile.value, custody }
      const saved = await saveReplaced(profile.value, changed, key.value)
      if (saved.ok) entries.forget(entryId)
      return saved
    },

    /** Removes the key first: a profile whose key could not be removed stays, so that nobody believes the key is gone. */
    async remove(profileId: string): Promise<Outcome<object>> {
      const profile = await book.find(profileId)
      if (!profile.ok) return profile
      if (profile.value.kind === 'service') {
        const gone = await vault.delete(entryOf(profile.value))
        if (!gone.ok) return gone
      }
      const removed = await book.remove(profileId)
      return removed.ok ? succeed({}) : removed
    },

    async check(profileId: string): Promise<Outcome<ProfileCheck>> {
      const connection = await connections.open(profileId)
      return connection.ok ? connections.check(connection.value) : connection
    },
  }

  async function saveReplaced(before: ServiceProfile, after: ServiceProfile, key: Secret): Promise<Outcome<Profile>> {
    const stored = await vault.set(entryOf(after), key)
    if (!stored.ok) return stored
    if (before.custody !== after.custody) {
      const gone = await vault.delete(entryOf(before))
      if (!gone.ok) return fail(gone.failure)
    }
    return book.save(after)
  }
}

export type ProfileService = ReturnType<typeof createProfileService>

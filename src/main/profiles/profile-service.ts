import { invalid, type Outcome, succeed } from '../../contract/failure.ts'
import type { Input, Output } from '../../contract/operations.ts'
import type { Profile, ProfileCheck, ServiceProfile } from '../../contract/profile.ts'
import type { Secret } from '../vault/secret.ts'
import { createAddProfile, entryOf, type NewProfile, type ProfileServiceParts } from './add-profile.ts'

/** Makes, changes and removes profiles; a key is stored only after the service has been asked about it. */
export const createProfileService = (parts: ProfileServiceParts) => {
  const { book, entries, vault, connections } = parts
  const adding = createAddProfile(parts)

  const storeReplaced = async (
    before: ServiceProfile,
    after: ServiceProfile,
    key: Secret,
  ): Promise<Outcome<Profile>> => {
    const stored = await vault.set(entryOf(after), key)
    if (!stored.ok) return stored
    const gone = before.custody === after.custody ? succeed(null) : await vault.delete(entryOf(before))
    return gone.ok ? book.save(after) : gone
  }

  return {
    /** Adds a profile and chooses it. */
    async add(input: Input<'addProfile'>): Promise<Outcome<Output<'addProfile'>>> {
      const added = await adding.add(input)
      // Which profile is shown is a convenience: the profile is there, whether or not the choice could be written.
      if (added.ok) await book.select(added.value.profile.id)
      return added
    },

    /** Adds a profile with a key that main holds; the one that is chosen stays chosen. */
    addWithKey: (profile: NewProfile, key: Secret): Promise<Outcome<Output<'addProfile'>>> =>
      adding.addWithKey(profile, key),

    async update({ profileId, ...change }: Input<'updateProfile'>): Promise<Outcome<Profile>> {
      const profile = await book.find(profileId)
      return profile.ok ? book.save({ ...profile.value, ...change }) : profile
    },

    /** Stores another key for a profile, once the service has taken it. */
    async replaceKey({ profileId, entryId, custody }: Input<'replaceKey'>): Promise<Outcome<Profile>> {
      const profile = await book.find(profileId)
      if (!profile.ok) return profile
      if (profile.value.kind === 'practice') return invalid(['profileId'], 'profile')
      const key = entries.find(entryId)
      if (!key.ok) return key
      const check = await connections.check({ origin: profile.value.origin, key: key.value })
      if (!check.ok) return check
      const saved = await storeReplaced(profile.value, { ...profile.value, custody }, key.value)
      if (saved.ok) entries.forget(entryId)
      return saved
    },

    /** Removes the key first: a profile whose key could not be removed stays, so that nobody believes the key is gone. */
    async remove(profileId: string): Promise<Outcome<object>> {
      const profile = await book.find(profileId)
      if (!profile.ok) return profile
      const gone = profile.value.kind === 'service' ? await vault.delete(entryOf(profile.value)) : succeed(null)
      if (!gone.ok) return gone
      const removed = await book.remove(profileId)
      return removed.ok ? succeed({}) : removed
    },

    async check(profileId: string): Promise<Outcome<ProfileCheck>> {
      const connection = await connections.open(profileId)
      return connection.ok ? connections.check(connection.value) : connection
    },
  }
}

export type ProfileService = ReturnType<typeof createProfileService>

import { fail, type Outcome, succeed } from '../../../contract/failure.ts'
import type { KeptRotation } from '../../../contract/key-rotation.ts'
import type { ServiceProfile } from '../../../contract/profile.ts'
import type { ProfileBook } from '../../profiles/profile-book.ts'
import type { KeyVault, VaultEntry } from '../../vault/key-vault.ts'
import { type Secret, secretHasShownPrefix, secretsAreSame } from '../../vault/secret.ts'

export type Which = 'old' | 'new'

/** The keys of one rotation: both copies beside the profiles' own, and what each profile has now. */
export type RotationKeys = {
  /** What a profile has in the keychain now. */
  ofProfile(profileId: string): Promise<Outcome<Secret>>
  /**
   * The old or the new key: its copy, else what a profile of the rotation has that begins as it does; null where nobody has
   * it. A copy that begins otherwise is what another rotation left, and none.
   */
  find(which: Which): Promise<Outcome<Secret | null>>
  keep(which: Which, key: Secret): Promise<Outcome<null>>
  drop(which: Which): Promise<Outcome<null>>
  /** Gives every profile of the rotation this key that still has `instead`, or none at all; others have been changed by a person. */
  give(key: Secret, instead: Secret | null): Promise<Outcome<string[]>>
}

/** Where a profile's key lies. */
const entryOf = ({ id, origin, custody }: ServiceProfile): VaultEntry => ({ profileId: id, origin, custody })

/** Whether there is no key where one was looked for; a keychain that cannot tell is none of these. */
export const isMissing = (outcome: Outcome<Secret>): boolean =>
  !outcome.ok && outcome.failure.kind === 'keychain' && outcome.failure.reason === 'missing'

/** Gives one profile a key in the place of another; false where a person has put in a third one, or it has it already. */
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

export type RotationKeysParts = { book: Pick<ProfileBook, 'find'>; vault: KeyVault }

export const createRotationKeys = ({ book, vault }: RotationKeysParts, rotation: KeptRotation): RotationKeys => {
  const find = async (profileId: string): Promise<Outcome<ServiceProfile>> => {
    const profile = await book.find(profileId)
    if (!profile.ok) return profile
    return profile.value.kind === 'service'
      ? succeed(profile.value)
      : fail({ kind: 'invalid', issues: [{ path: ['profileId'], code: 'practiceKey' }] })
  }

  /** Beside the profile's own key: a copy for as long as the rotation lasts, wherever the profile's own is moved meanwhile. */
  const placeOf = (which: Which): VaultEntry => ({
    profileId: `${rotation.profileId}/${which}`,
    origin: rotation.origin,
    custody: rotation.custody,
  })

  const ofProfile = async (profileId: string): Promise<Outcome<Secret>> => {
    const profile = await find(profileId)
    return profile.ok ? vault.get(entryOf(profile.value)) : profile
  }

  const prefixOf = (which: Which): string | null =>
    which === 'old' ? rotation.oldKey.prefix : (rotation.newKey?.prefix ?? null)

  const findInProfiles = async (prefix: string): Promise<Outcome<Secret | null>> => {
    for (const profileId of new Set([rotation.profileId, ...rotation.profiles.map((one) => one.profileId)])) {
      const key = await ofProfile(profileId)
      if (key.ok && secretHasShownPrefix(key.value, prefix)) return key
      // Without a key, or removed meanwhile: nothing is found there. What cannot be read is not the same as nothing.
      if (!key.ok && key.failure.kind !== 'invalid' && !isMissing(key)) return key
    }
    return succeed(null)
  }

  return {
    ofProfile,
    async find(which) {
      const prefix = prefixOf(which)
      if (prefix === null) return succeed(null)
      const copy = await vault.get(placeOf(which))
      if (!copy.ok && !isMissing(copy)) return copy
      return copy.ok && secretHasShownPrefix(copy.value, prefix) ? copy : findInProfiles(prefix)
    },
    keep: (which, key) => vault.set(placeOf(which), key),
    drop: (which) => vault.delete(placeOf(which)),
    async give(key, instead) {
      const given: string[] = []
      for (const { profileId } of rotation.profiles) {
        const profile = await find(profileId)
        // Removed meanwhile: there is nothing to give a key to.
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

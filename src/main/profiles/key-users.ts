import { type Outcome, succeed } from '../../contract/failure.ts'
import type { Profile, ServiceProfile } from '../../contract/profile.ts'
import type { KeyVault } from '../vault/key-vault.ts'
import { type Secret, secretHasShownPrefix, secretsAreSame } from '../vault/secret.ts'
import { entryOf } from './add-profile.ts'
import type { ProfileBook } from './profile-book.ts'

/** Which profiles of this computer use which key, told without opening a key. */
export type KeyUsers = {
  /** The names of the profiles at an origin whose key begins with this shown prefix; one that cannot be read is not told. */
  named(origin: string, prefix: string): Promise<string[]>
  /** The profiles at an origin that have this very key; a keychain that does not answer is a failure. */
  having(origin: string, key: Secret): Promise<Outcome<ServiceProfile[]>>
  /** The profiles at an origin whose key begins with this shown prefix; a keychain that does not answer is a failure. */
  beginning(origin: string, prefix: string): Promise<Outcome<ServiceProfile[]>>
}

const isAt =
  (origin: string) =>
  (profile: Profile): profile is ServiceProfile =>
    profile.kind === 'service' && profile.origin === origin

/** Makes the look at who uses a key. */
export const createKeyUsers = ({ book, vault }: { book: ProfileBook; vault: KeyVault }): KeyUsers => {
  const profilesAt = async (origin: string): Promise<Outcome<ServiceProfile[]>> => {
    const list = await book.list()
    return list.ok ? succeed(list.value.profiles.filter(isAt(origin))) : list
  }
  const whose = async (origin: string, isIt: (own: Secret) => boolean): Promise<Outcome<ServiceProfile[]>> => {
    const profiles = await profilesAt(origin)
    if (!profiles.ok) return profiles
    const users: ServiceProfile[] = []
    for (const profile of profiles.value) {
      const own = await vault.get(entryOf(profile))
      const isMissing = !own.ok && own.failure.kind === 'keychain' && own.failure.reason === 'missing'
      // A profile without a key uses none; one whose key cannot be read might use this one.
      if (!own.ok && !isMissing) return own
      if (own.ok && isIt(own.value)) users.push(profile)
    }
    return succeed(users)
  }

  return {
    async named(origin, prefix) {
      const profiles = await profilesAt(origin)
      if (!profiles.ok) return []
      const names: string[] = []
      for (const profile of profiles.value) {
        const key = await vault.get(entryOf(profile))
        if (key.ok && secretHasShownPrefix(key.value, prefix)) names.push(profile.name)
      }
      return names
    },
    having: (origin, key) => whose(origin, (own) => secretsAreSame(own, key)),
    beginning: (origin, prefix) => whose(origin, (own) => secretHasShownPrefix(own, prefix)),
  }
}

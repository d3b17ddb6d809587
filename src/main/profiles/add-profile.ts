import { type Failure, type Outcome, succeed } from '../../contract/failure.ts'
import type { Input, Output } from '../../contract/operations.ts'
import { defaultReferenceName, type Profile, type ProfileCheck, type ServiceProfile } from '../../contract/profile.ts'
import type { KeyVault, VaultEntry } from '../vault/key-vault.ts'
import type { Secret } from '../vault/secret.ts'
import type { Connections } from './connections.ts'
import type { KeyEntries } from './key-entries.ts'
import { type OriginRules, readAllowedOrigin } from './origin.ts'
import type { ProfileBook } from './profile-book.ts'

export type ProfileServiceParts = {
  book: ProfileBook
  entries: KeyEntries
  vault: KeyVault
  connections: Connections
  clock: () => number
  createProfileId: () => string
  rules: OriginRules
}

type AddService = Extract<Input<'addProfile'>, { kind: 'service' }>

/** A profile to be made with a key that is in hand already. */
export type NewProfile = Pick<AddService, 'name' | 'color' | 'origin' | 'custody' | 'unchecked'>

/** Where the key of a service profile lies. */
export const entryOf = ({ id, origin, custody }: ServiceProfile): VaultEntry => ({ profileId: id, origin, custody })

/** A keychain that stayed locked took nothing; to ask it again would ask the person again, who has just said no. */
const isNothingStored = (failure: Failure): boolean =>
  failure.kind === 'invalid' || (failure.kind === 'keychain' && failure.reason === 'locked')

/** Keeps a key and its profile; no key is left without its profile. */
const createSaveWithKey =
  ({ vault, book }: Pick<ProfileServiceParts, 'vault' | 'book'>) =>
  async (profile: ServiceProfile, key: Secret): Promise<Outcome<Profile>> => {
    const stored = await vault.set(entryOf(profile), key)
    const saved = stored.ok ? await book.save(profile) : stored
    if (saved.ok || isNothingStored(saved.failure)) return saved
    // A key without its profile would lie in the keychain for ever; one that could not be read back may lie there too.
    const gone = vault.delete(entryOf(profile))
    // A keychain that has just failed may take as long again: nobody waits for it twice.
    if (stored.ok) await gone
    return saved
  }

/** Makes a profile; a key that the service refuses is never saved, and no key is left without its profile. */
export const createAddProfile = (parts: ProfileServiceParts) => {
  const { book, entries, connections } = parts
  const saveWithKey = createSaveWithKey(parts)
  const createdAt = (): string => new Date(parts.clock()).toISOString()

  /** A key that the service refuses is never saved; a service that gives no answer may be saved unchecked by choice. */
  const checkFirst = async (origin: string, key: Secret, unchecked: boolean): Promise<Outcome<ProfileCheck | null>> => {
    const check = await connections.check({ origin, key })
    if (check.ok || !unchecked) return check
    const silent = check.failure.kind === 'unreachable' || check.failure.kind === 'unavailable'
    return silent ? succeed(null) : check
  }

  const addWithKey = async (input: NewProfile, key: Secret): Promise<Outcome<Output<'addProfile'>>> => {
    const origin = readAllowedOrigin(input.origin, parts.rules)
    if (!origin.ok) return origin
    const check = await checkFirst(origin.value, key, input.unchecked)
    if (!check.ok) return check
    const profile: ServiceProfile = {
      kind: 'service',
      id: parts.createProfileId(),
      name: input.name,
      color: input.color,
      createdAt: createdAt(),
      referenceName: defaultReferenceName,
      origin: origin.value,
      custody: input.custody,
    }
    const saved = await saveWithKey(profile, key)
    return saved.ok ? succeed({ profile: saved.value, check: check.value }) : saved
  }

  const addService = async (input: AddService): Promise<Outcome<Output<'addProfile'>>> => {
    const key = entries.find(input.entryId)
    if (!key.ok) return key
    const added = await addWithKey(input, key.value)
    if (added.ok) entries.forget(input.entryId)
    return added
  }

  const addPractice = async (name: string, color: Profile['color']): Promise<Outcome<Output<'addProfile'>>> => {
    const saved = await book.save({
      kind: 'practice',
      id: parts.createProfileId(),
      name,
      color,
      createdAt: createdAt(),
      referenceName: defaultReferenceName,
    })
    return saved.ok ? succeed({ profile: saved.value, check: null }) : saved
  }

  return {
    add: (input: Input<'addProfile'>): Promise<Outcome<Output<'addProfile'>>> =>
      input.kind === 'practice' ? addPractice(input.name, input.color) : addService(input),
    addWithKey,
  }
}

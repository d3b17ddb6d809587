import { invalid, succeed, type Outcome } from '../../../src/contract/failure.ts'
import type { Input } from '../../../src/contract/operations.ts'
import { defaultReferenceName, type Profile } from '../../../src/contract/profile.ts'
import { createUlid } from '../../../src/contract/ulid.ts'

type Options = { now: () => number; profiles: readonly Profile[]; announce: (rekeyed?: string) => void }

/** Profiles in memory, with the one in use. */
export const createFakeProfiles = ({ now, profiles: given, announce }: Options) => {
  let profiles = [...given]
  let selectedId: string | null = profiles[0]?.id ?? null
  const profileOf = (id: string): Profile | undefined => profiles.find((profile) => profile.id === id)

  const profileFrom = (input: Input<'addProfile'>): Profile => {
    const id = createUlid(now(), crypto.getRandomValues(new Uint8Array(16)))
    const shared = {
      id,
      name: input.name,
      color: input.color,
      createdAt: new Date(now()).toISOString(),
      referenceName: defaultReferenceName,
    }
    return input.kind === 'practice'
      ? { kind: 'practice', ...shared }
      : { kind: 'service', ...shared, origin: input.origin, custody: input.custody }
  }
  const change = (id: string, next: (profile: Profile) => Profile, rekeyed?: string): Promise<Outcome<Profile>> => {
    profiles = profiles.map((profile) => (profile.id === id ? next(profile) : profile))
    announce(rekeyed)
    const changed = profileOf(id)
    return Promise.resolve(changed ? succeed(changed) : invalid(['profileId'], 'profile'))
  }
  const select = (id: string | null): void => {
    selectedId = id
    announce()
  }
  return {
    profileOf,
    change,
    /** A profile has another key. */
    rekey: (id: string, next: (profile: Profile) => Profile) => change(id, next, id),
    select,
    list: () => ({ profiles, selectedId }),
    add: (input: Input<'addProfile'>): Profile => {
      const profile = profileFrom(input)
      profiles = [...profiles, profile]
      select(profile.id)
      return profile
    },
    /** Adds one without choosing it. */
    addQuietly: (input: Input<'addProfile'>): Profile => {
      const profile = profileFrom(input)
      profiles = [...profiles, profile]
      announce()
      return profile
    },
    remove: (profileId: string): void => {
      profiles = profiles.filter(({ id }) => id !== profileId)
      select(profiles[0]?.id ?? null)
    },
  }
}

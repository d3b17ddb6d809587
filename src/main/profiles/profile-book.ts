import { invalid, type Outcome, succeed } from '../../contract/failure.ts'
import type { Profile, ProfileList } from '../../contract/profile.ts'
import type { Storage } from '../storage/storage.ts'

const selected = 'selectedProfile'

/** The profiles on disk, and which one was chosen last. */
export type ProfileBook = {
  list(): Promise<Outcome<ProfileList>>
  find(profileId: string): Promise<Outcome<Profile>>
  save(profile: Profile): Promise<Outcome<Profile>>
  remove(profileId: string): Promise<Outcome<null>>
  /** Holds at once and for as long as this process runs; that it is still chosen next time takes the disk. */
  select(profileId: string): Promise<Outcome<null>>
}

export const createProfileBook = (storage: Pick<Storage, 'ask'>): ProfileBook => {
  // This desk alone writes them, and every call asks for one.
  let kept: Profile[] | null = null
  let selectedNow: string | null = null

  const readSelected = async (): Promise<Outcome<unknown>> =>
    selectedNow === null ? storage.ask('readSetting', { name: selected }) : succeed(selectedNow)

  const all = async (): Promise<Outcome<Profile[]>> => {
    if (kept !== null) return succeed(kept)
    const profiles = await storage.ask('listProfiles', undefined)
    if (profiles.ok) kept = profiles.value
    return profiles
  }

  const changing = async <T>(change: Promise<Outcome<T>>): Promise<Outcome<T>> => {
    const changed = await change
    kept = null
    return changed
  }

  const list = async (): Promise<Outcome<ProfileList>> => {
    const profiles = await all()
    if (!profiles.ok) return profiles
    const chosen = await readSelected()
    if (!chosen.ok) return chosen
    // A removed profile may still be the chosen one: the first that is left takes its place.
    const known = profiles.value.find((profile) => profile.id === chosen.value) ?? profiles.value[0]
    return succeed({ profiles: profiles.value, selectedId: known?.id ?? null })
  }

  return {
    list,
    async find(profileId) {
      const profiles = await all()
      if (!profiles.ok) return profiles
      const profile = profiles.value.find((one) => one.id === profileId)
      return profile === undefined ? invalid(['profileId'], 'profile') : succeed(profile)
    },
    async save(profile) {
      const saved = await changing(storage.ask('saveProfile', { profile }))
      return saved.ok ? succeed(profile) : saved
    },
    remove: (profileId) => changing(storage.ask('deleteProfile', { id: profileId })),
    select: (profileId) => {
      selectedNow = profileId
      return storage.ask('writeSetting', { name: selected, value: profileId })
    },
  }
}

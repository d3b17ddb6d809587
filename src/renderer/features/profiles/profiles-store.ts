import type { Api } from '../../../contract/api.ts'
import type { Profile, ProfileList } from '../../../contract/profile.ts'
import { type Outcome, succeed } from '../../../contract/failure.ts'
import { createQuery, type Query, settle } from '../../lib/query.ts'

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

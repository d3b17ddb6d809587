import type { Desk } from '../../contract/desk.ts'
import type { Profile, ProfileList } from '../../contract/profile.ts'
import { type Outcome, succeed } from '../../contract/failure.ts'
import { createFact, type FactStore } from '../shell/fact.ts'
import { settle } from '../shell/settle.ts'

export type ProfilesStore = {
  readonly list: FactStore<ProfileList>
  /** Makes another profile the one in use: the list says so at once, so that the next key is the new profile's already. */
  readonly select: (profileId: string) => Promise<void>
  readonly close: () => void
}

/** The profiles of this computer as main knows them, read again whenever main announces a change. */
export const createProfilesStore = (desk: Desk, now: () => number): ProfilesStore => {
  // The one that main is being told of: an answer that was on its way before does not know of it.
  let telling: string | null = null
  const read = async (): Promise<Outcome<ProfileList>> => {
    const listed = await desk.listProfiles({})
    return listed.ok && telling !== null ? succeed({ ...listed.value, selectedId: telling }) : listed
  }
  const list = createFact(read, now)
  const close = desk.onProfilesChanged(() => void list.askAfresh())
  const select = async (profileId: string) => {
    const known = list.store.getState().known?.value
    if (known?.selectedId === profileId) return
    telling = profileId
    if (known) list.learn({ ...known, selectedId: profileId })
    // A disk that refuses it is told over every screen; until the app ends the choice holds all the same.
    await settle(desk.selectProfile({ profileId }))
    if (telling === profileId) telling = null
    await list.askAfresh()
  }
  return { list, select, close }
}

/** The profile in use: the selected one, or the first when the selected one is gone; null while there is none. */
export const profileInUse = ({ profiles, selectedId }: ProfileList): Profile | null =>
  profiles.find((profile) => profile.id === selectedId) ?? profiles[0] ?? null

import type { Desk } from '../../contract/desk.ts'
import type { Profile, ProfileList } from '../../contract/profile.ts'
import { createFact, type FactStore } from '../shell/fact.ts'
import { settle } from '../shell/settle.ts'

export type ProfilesStore = {
  readonly list: FactStore<ProfileList>
  /** Makes another profile the one in use; the list says so once main has it. */
  readonly select: (profileId: string) => Promise<void>
  readonly close: () => void
}

/** The profiles of this computer as main knows them, read again whenever main announces a change. */
export const createProfilesStore = (desk: Desk, now: () => number): ProfilesStore => {
  const list = createFact(() => desk.listProfiles({}), now)
  const close = desk.onProfilesChanged(() => void list.askAfresh())
  const select = async (profileId: string) => {
    if (list.store.getState().known?.value.selectedId === profileId) return
    await settle(desk.selectProfile({ profileId }))
    await list.askAfresh()
  }
  return { list, select, close }
}

/** The profile in use: the selected one, or the first when the selected one is gone; null while there is none. */
export const profileInUse = ({ profiles, selectedId }: ProfileList): Profile | null =>
  profiles.find((profile) => profile.id === selectedId) ?? profiles[0] ?? null

import { invalid, type Outcome, succeed } from '../../../contract/failure.ts'
import type { ServiceProfile } from '../../../contract/profile.ts'
import type { Storage } from '../../storage/storage.ts'
import type { ProfileStore } from './profile-store.ts'

type RemovalDeps = {
  storage: Pick<Storage, 'run'>
  store: ProfileStore
  clock: () => number
  deleteKeys: (profile: ServiceProfile) => Promise<Outcome<null>>
}

/**
 * Removes a profile unless one of its lists is running. Deletes the key first. If that fails, the profile is kept, so
 * that the key does not appear to be deleted.
 */
export const removeProfile = async (
  { storage, clock, store, deleteKeys }: RemovalDeps,
  profileId: string,
): Promise<Outcome<Record<string, never>>> => {
  const profile = await store.find(profileId)
  if (!profile.ok) return profile
  const lists = await storage.run('readLists', { now: clock() })
  if (!lists.ok) return lists
  const running = lists.value.find((list) => list.profileId === profileId && list.state === 'running')
  if (running !== undefined) return invalid([], 'listRunning', running.name)
  const deleted = profile.value.kind === 'service' ? await deleteKeys(profile.value) : succeed(null)
  if (!deleted.ok) return deleted
  const removed = await store.remove(profileId)
  return removed.ok ? succeed({}) : removed
}

import { invalid, type Outcome } from '../../../contract/failure.ts'
import type { Input } from '../../../contract/operations.ts'
import type { KeyLock } from '../key-lock.ts'
import type { RotationService } from './rotation-service.ts'

export type GuardProfilesParts = { lock: KeyLock; rotations: Pick<RotationService, 'isOpen'> }

/** Stands before what takes a key from a profile, or the profile itself, while a rotation may need it. */
export const createGuardProfiles = ({ lock, rotations }: GuardProfilesParts) => {
  const whenFree = async <T>(profileId: string, act: () => Promise<Outcome<T>>): Promise<Outcome<T>> => {
    const open = await rotations.isOpen(profileId)
    if (!open.ok) return open
    return open.value ? invalid([], 'rotationOpen') : act()
  }

  return {
    /**
     * Another key may be put in where a rotation has stopped: it is a way out. But not into memory alone, where the key that
     * the rotation gives next would be gone with the app.
     */
    replacing: <T>({ profileId, custody }: Input<'replaceKey'>, act: () => Promise<Outcome<T>>): Promise<Outcome<T>> =>
      lock(profileId, () => (custody === 'session' ? whenFree(profileId, act) : act())),

    /** A profile stays while a rotation of its key is not over. */
    removing: <T>(profileId: string, act: () => Promise<Outcome<T>>): Promise<Outcome<T>> =>
      lock(profileId, () => whenFree(profileId, act)),
  }
}

export type GuardProfiles = ReturnType<typeof createGuardProfiles>

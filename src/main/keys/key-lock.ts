import { invalid, type Outcome } from '../../contract/failure.ts'
import type { ProfileBook } from '../profiles/profile-book.ts'

/** Runs an act on the key of a profile, unless another one is under way at the same origin. */
export type KeyLock = <T>(profileId: string, act: () => Promise<Outcome<T>>) => Promise<Outcome<T>>

/**
 * Makes the one lock of each origin for whatever gives or takes keys. The place is taken in the same breath in which it is
 * found free: two profiles may share a key, and nobody waits behind a rotation to rotate what it has just made.
 */
export const createKeyLock = (book: ProfileBook): KeyLock => {
  const held = new Set<string>()

  const hold = async <T>(origin: string, act: () => Promise<Outcome<T>>): Promise<Outcome<T>> => {
    if (held.has(origin)) return invalid([], 'keysBusy')
    held.add(origin)
    try {
      return await act()
    } finally {
      held.delete(origin)
    }
  }

  return async (profileId, act) => {
    const profile = await book.find(profileId)
    if (!profile.ok) return profile
    // A practice organization makes its own keys, and is never rotated.
    return profile.value.kind === 'practice' ? act() : hold(profile.value.origin, act)
  }
}

import { type Outcome, succeed } from '../../../contract/failure.ts'
import { isOver, type KeptRotation } from '../../../contract/key-rotation.ts'
import type { ProfileBook } from '../../profiles/profile-book.ts'
import type { RotationBook } from './rotation-book.ts'

export const isOpen = (rotation: KeptRotation | null): rotation is KeptRotation =>
  rotation !== null && !isOver(rotation.step)

export type FindRotationParts = { rotations: RotationBook; profiles: ProfileBook }

/** Makes the look for the rotation that concerns a profile: one that is not over, else the last one it began itself. */
export const createFindRotation = ({ rotations, profiles }: FindRotationParts) => {
  /** A key may be used by several profiles, and is rotated for all of them by one. */
  const openElsewhere = async (profileId: string): Promise<Outcome<KeptRotation | null>> => {
    const list = await profiles.list()
    if (!list.ok) return list
    for (const { id } of list.value.profiles.filter((one) => one.id !== profileId)) {
      const other = await rotations.read(id)
      if (!other.ok) return other
      if (isOpen(other.value) && other.value.profiles.some((one) => one.profileId === profileId)) return other
    }
    return succeed(null)
  }

  return async (profileId: string): Promise<Outcome<KeptRotation | null>> => {
    const own = await rotations.read(profileId)
    if (!own.ok || isOpen(own.value)) return own
    const elsewhere = await openElsewhere(profileId)
    return !elsewhere.ok || elsewhere.value !== null ? elsewhere : own
  }
}

export type FindRotation = ReturnType<typeof createFindRotation>

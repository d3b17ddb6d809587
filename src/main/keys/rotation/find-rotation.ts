import { type Outcome, succeed } from '../../../contract/failure.ts'
import { isOver, type KeptRotation } from '../../../contract/key-rotation.ts'
import type { ServiceProfile } from '../../../contract/profile.ts'
import type { KeyUsers } from '../../profiles/key-users.ts'
import type { ProfileBook } from '../../profiles/profile-book.ts'
import type { RotationBook } from './rotation-book.ts'

export const isOpen = (rotation: KeptRotation | null): rotation is KeptRotation =>
  rotation !== null && !isOver(rotation.step)

export type FindRotationParts = { rotations: RotationBook; profiles: ProfileBook; users: KeyUsers }

const keysOf = ({ oldKey, newKey }: KeptRotation) => (newKey === null ? [oldKey] : [oldKey, newKey])

/** Makes the look for rotations: a key may be used by several profiles, and is rotated for all of them by one. */
export const createFindRotation = ({ rotations, profiles, users }: FindRotationParts) => {
  /** Every rotation at an origin that is not over. */
  const openAt = async (origin: string): Promise<Outcome<KeptRotation[]>> => {
    const list = await profiles.list()
    if (!list.ok) return list
    const open: KeptRotation[] = []
    for (const { id } of list.value.profiles) {
      const read = await rotations.read(id)
      if (!read.ok) return read
      if (isOpen(read.value) && read.value.origin === origin) open.push(read.value)
    }
    return succeed(open)
  }

  /** A profile that was added, or given a key, since a rotation was begun stands in no record: its key tells. */
  const concerns = async (rotation: KeptRotation, { id, origin }: ServiceProfile): Promise<Outcome<boolean>> => {
    if (rotation.profiles.some((one) => one.profileId === id)) return succeed(true)
    for (const { prefix } of keysOf(rotation)) {
      const using = await users.beginning(origin, prefix)
      if (!using.ok) return using
      if (using.value.some((one) => one.id === id)) return succeed(true)
    }
    return succeed(false)
  }

  const elsewhere = async (profile: ServiceProfile): Promise<Outcome<KeptRotation | null>> => {
    const open = await openAt(profile.origin)
    if (!open.ok) return open
    for (const rotation of open.value) {
      const told = await concerns(rotation, profile)
      if (!told.ok) return told
      if (told.value) return succeed(rotation)
    }
    return succeed(null)
  }

  return {
    /** The rotation that concerns a profile: one of its key that is not over, else the last one it began itself. */
    async ofProfile(profileId: string): Promise<Outcome<KeptRotation | null>> {
      const own = await rotations.read(profileId)
      if (!own.ok || isOpen(own.value)) return own
      const list = await profiles.list()
      if (!list.ok) return list
      const profile = list.value.profiles.find((one) => one.id === profileId)
      if (profile?.kind !== 'service') return own
      const other = await elsewhere(profile)
      return !other.ok || other.value !== null ? other : own
    },

    /** Whether a rotation is open of this very key, whichever profile began it; a key is known by origin and id. */
    async isOpenOf(origin: string, keyId: number): Promise<Outcome<boolean>> {
      const open = await openAt(origin)
      return open.ok ? succeed(open.value.some((one) => keysOf(one).some(({ id }) => id === keyId))) : open
    },
  }
}

import { type Outcome, succeed } from '../../../contract/failure.ts'
import { isOver, type StoredRotation, storedRotationSchema } from '../../../contract/key.ts'
import type { ServiceProfile } from '../../../contract/profile.ts'
import { createServiceOf } from '../../lib/service-origin.ts'
import type { Storage } from '../../storage/storage.ts'
import type { KeyUsers, ProfileStore } from '../profiles/profile-store.ts'

/** The last rotation of each profile, on disk. A write returns after its commit has reached the disk. */
type RotationStore = {
  read(profileId: string): Promise<Outcome<StoredRotation | null>>
  write(rotation: StoredRotation): Promise<Outcome<StoredRotation>>
}

export const createRotationStore = (storage: Pick<Storage, 'run'>): RotationStore => ({
  async read(profileId) {
    const text = await storage.run('readSetting', { name: settingOf(profileId) })
    return text.ok ? succeed(parse(text.value)) : text
  },
  async write(rotation) {
    const value = JSON.stringify(rotation)
    const written = await storage.run('writeSetting', { name: settingOf(rotation.profileId), value })
    return written.ok ? succeed(rotation) : written
  },
})

const settingOf = (profileId: string): string => `key-rotation:${profileId}`

const parse = (text: string | null): StoredRotation | null => {
  try {
    const parsed = storedRotationSchema.safeParse(JSON.parse(text ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    // Writes are atomic, so Rundesk did not write an unreadable record. The service's list still shows the keys.
    return null
  }
}

export const isOpen = (rotation: StoredRotation | null): rotation is StoredRotation =>
  rotation !== null && !isOver(rotation.step)

type FindRotationDeps = { rotations: RotationStore; profiles: ProfileStore; users: KeyUsers }

/** Finds rotations. Several profiles may use one key, and one of them rotates it for all of them. */
export const createFindRotation = ({ rotations, profiles, users }: FindRotationDeps) => {
  const openAt = async (origin: string): Promise<Outcome<StoredRotation[]>> => {
    const list = await profiles.list()
    if (!list.ok) return list
    const serviceOf = createServiceOf(list.value.profiles)
    const service = serviceOf(origin)
    const open: StoredRotation[] = []
    for (const { id } of list.value.profiles) {
      const read = await rotations.read(id)
      if (!read.ok) return read
      if (isOpen(read.value) && serviceOf(read.value.origin) === service) open.push(read.value)
    }
    return succeed(open)
  }

  /**
   * A profile that was added or given a key after the rotation started is not in its record, so its key is compared
   * with the rotated one.
   */
  const concerns = async (rotation: StoredRotation, { id, origin }: ServiceProfile): Promise<Outcome<boolean>> => {
    if (rotation.profiles.some((one) => one.profileId === id)) return succeed(true)
    for (const { prefix } of keysOf(rotation)) {
      const using = await users.withPrefix(origin, prefix)
      if (!using.ok) return using
      if (using.value.some((one) => one.id === id)) return succeed(true)
    }
    return succeed(false)
  }

  const startedElsewhere = async (profile: ServiceProfile): Promise<Outcome<StoredRotation | null>> => {
    const open = await openAt(profile.origin)
    if (!open.ok) return open
    for (const rotation of open.value) {
      const concerned = await concerns(rotation, profile)
      if (!concerned.ok) return concerned
      if (concerned.value) return succeed(rotation)
    }
    return succeed(null)
  }

  return {
    /**
     * Returns the open rotation of a profile's key, or, if there is none, the last rotation that the profile itself
     * started.
     */
    async ofProfile(profileId: string): Promise<Outcome<StoredRotation | null>> {
      const own = await rotations.read(profileId)
      if (!own.ok || isOpen(own.value)) return own
      const list = await profiles.list()
      if (!list.ok) return list
      const profile = list.value.profiles.find((one) => one.id === profileId)
      if (profile?.kind !== 'service') return own
      const other = await startedElsewhere(profile)
      return !other.ok || other.value !== null ? other : own
    },

    /** Returns whether this key has an open rotation, whichever profile started it. */
    async isOpenOf(origin: string, keyId: number): Promise<Outcome<boolean>> {
      const open = await openAt(origin)
      return open.ok ? succeed(open.value.some((one) => keysOf(one).some(({ id }) => id === keyId))) : open
    },
  }
}

const keysOf = ({ oldKey, newKey }: StoredRotation) => (newKey === null ? [oldKey] : [oldKey, newKey])

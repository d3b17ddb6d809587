import { type Outcome, succeed } from '../../../contract/failure.ts'
import { type KeptRotation, keptRotationSchema } from '../../../contract/key-rotation.ts'
import type { Storage } from '../../storage/storage.ts'

/** The rotations on disk, the last one of each profile. A value comes back only after its commit has reached the disk. */
export type RotationBook = {
  read(profileId: string): Promise<Outcome<KeptRotation | null>>
  write(rotation: KeptRotation): Promise<Outcome<KeptRotation>>
}

const nameOf = (profileId: string): string => `key-rotation:${profileId}`

const parse = (text: string | null): KeptRotation | null => {
  try {
    const parsed = keptRotationSchema.safeParse(JSON.parse(text ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    // The commit writes all of it or nothing; what cannot be read was never ours, and the keys are all in the list.
    return null
  }
}

export const createRotationBook = (storage: Pick<Storage, 'ask'>): RotationBook => ({
  async read(profileId) {
    const text = await storage.ask('readSetting', { name: nameOf(profileId) })
    return text.ok ? succeed(parse(text.value)) : text
  },
  async write(rotation) {
    const written = await storage.ask('writeSetting', {
      name: nameOf(rotation.profileId),
      value: JSON.stringify(rotation),
    })
    return written.ok ? succeed(rotation) : written
  },
})

import type { ApiKeySummary } from '../../../contract/api-key.ts'
import { type Outcome, succeed } from '../../../contract/failure.ts'
import type { KeptRotation } from '../../../contract/key-rotation.ts'
import { type Secret, secretHasShownPrefix } from '../../vault/secret.ts'
import { everyKey } from '../change-key.ts'
import { isMissing } from './rotation-keys.ts'
import type { StepParts } from './step.ts'

/** A key to which a rotation may go back, and whether it is the old one. */
export type WayBack = { key: Secret; isOld: boolean }

/** A key of another organization at the same origin works, and could end neither key of this rotation. */
const knows = (listed: readonly ApiKeySummary[], { oldKey, newKey }: KeptRotation): boolean =>
  listed.some(({ id, prefix }) => [oldKey, newKey].some((key) => key?.id === id && key.prefix === prefix))

/** What the service lists for a key; null where it is refused, or there is none. */
const listFor = async ({ clientOf }: StepParts, key: Secret | null): Promise<Outcome<ApiKeySummary[] | null>> => {
  if (key === null) return succeed(null)
  const listed = await everyKey(clientOf(key))
  return !listed.ok && listed.failure.kind === 'unauthorized' ? succeed(null) : listed
}

/** What the profile has now. SECURITY: never the new key, which is about to be archived. */
const ownKey = async ({ rotation, keys }: StepParts): Promise<Outcome<Secret | null>> => {
  const own = await keys.ofProfile(rotation.profileId)
  // The profile is gone, or has no key.
  if (isMissing(own) || (!own.ok && own.failure.kind === 'invalid')) return succeed(null)
  if (!own.ok) return own
  const isNew = rotation.newKey !== null && secretHasShownPrefix(own.value, rotation.newKey.prefix)
  return succeed(isNew ? null : own.value)
}

/** What the profile has now: a key that the service refuses (or none), one of this organization, or one of another. */
export type OwnKey = { key: Secret | null; is: 'refused' | 'ours' | 'foreign' }

/** Asks the service about what the profile has now. The new key is none of its own. */
export const lookAtOwn = async (parts: StepParts): Promise<Outcome<OwnKey>> => {
  const own = await ownKey(parts)
  if (!own.ok) return own
  const listed = await listFor(parts, own.value)
  if (!listed.ok) return listed
  if (listed.value === null) return succeed({ key: own.value, is: 'refused' })
  return succeed({ key: own.value, is: knows(listed.value, parts.rotation) ? 'ours' : 'foreign' })
}

/**
 * The key to go back to, as the service takes it now: the old one, and where that is refused or nobody has it, what a person
 * has put into the profile since. Null where neither works.
 */
export const findWayBack = async (parts: StepParts): Promise<Outcome<WayBack | null>> => {
  const old = await parts.keys.find('old')
  if (!old.ok) return old
  const alive = await listFor(parts, old.value)
  if (!alive.ok) return alive
  if (alive.value !== null && old.value !== null) return succeed({ key: old.value, isOld: true })
  const own = await lookAtOwn(parts)
  if (!own.ok) return own
  const { key, is } = own.value
  return succeed(is === 'ours' && key !== null ? { key, isOld: false } : null)
}

import { type Outcome, succeed } from '../../../contract/failure.ts'
import type { Secret } from '../../vault/secret.ts'
import { lookAtOwn, type OwnKey } from './find-way-back.ts'
import type { StepParts } from './step.ts'

/** Whether a key lies where it outlives this rotation: with a profile, and not in memory alone. */
export const isInUse = async ({ rotation, users }: StepParts, key: Secret): Promise<Outcome<boolean>> => {
  const having = await users.having(rotation.origin, key)
  return having.ok ? succeed(having.value.some(({ custody }) => custody === 'keychain')) : having
}

/** A profile has the key, or it stands as it is because of what the profile has in its place. */
export type Held = 'held' | OwnKey['is']

/**
 * Sees to it that a key that works lies with a profile, before another one is archived or a copy dropped. A profile whose own
 * key the service refuses gets it; what a person has put in and what works is left, and told.
 */
export const holdKey = async (parts: StepParts, key: Secret): Promise<Outcome<Held>> => {
  const inUse = await isInUse(parts, key)
  if (!inUse.ok) return inUse
  if (inUse.value) return succeed('held')
  const own = await lookAtOwn(parts)
  if (!own.ok) return own
  if (own.value.is !== 'refused') return succeed(own.value.is)
  const given = await parts.keys.give(key, own.value.key)
  if (!given.ok) return given
  for (const profileId of given.value) parts.switched(profileId)
  const isThere = await isInUse(parts, key)
  if (!isThere.ok) return isThere
  return succeed(isThere.value ? 'held' : 'refused')
}

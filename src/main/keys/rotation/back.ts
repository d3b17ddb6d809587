import { type Failure, invalid, type Outcome, succeed } from '../../../contract/failure.ts'
import type { KeptRotation, RotationStep } from '../../../contract/key-rotation.ts'
import type { ServiceProfile } from '../../../contract/profile.ts'
import type { ServiceClient } from '../../service/service-client.ts'
import type { Secret } from '../../vault/secret.ts'
import { confirmChange } from '../change-key.ts'
import { markOf } from '../key-marks.ts'
import { archiveOrphans, archiveWith, proveDead, withProfiles, workingKeys } from './both-ways.ts'
import { findWayBack, type WayBack } from './find-way-back.ts'
import { holdKey, isInUse } from './hold-key.ts'
import type { Progress, Step, StepParts } from './step.ts'

/** A request that was cut off by a crash may make its key a little later: it is looked for more than once. */
const looks = [0, 1_000, 2_000]

/** Neither key works: there is nothing to give and nothing to archive with, and a person has to put a key in. */
const noKey: Progress = { step: 'tidyingBack', ending: 'noKey' }

const wordsOf = (failure: Failure | null): string | undefined =>
  failure !== null && 'detail' in failure && failure.detail !== '' ? failure.detail : undefined

/**
 * The old key cannot be brought back, and the new one works: the only way is on. It is turned round and stops there, so that
 * a person decides; asked for anew, the way back is tried anew.
 */
const turnRound = ({ failure }: { failure: Failure }): Outcome<Progress> =>
  succeed({ step: 'switching', ending: null, stop: failure })

const staysDead = (failure: Failure | null): Outcome<Progress> =>
  turnRound(invalid([], 'oldKeyStays', wordsOf(failure)))

/** SECURITY: a key that may be in other hands comes back with a reason alone, which a person gives in the list. */
const isCompromised = async ({ rotation, marks }: StepParts): Promise<Outcome<boolean>> => {
  const kept = await marks.read(rotation.origin)
  return kept.ok ? succeed(markOf(kept.value, rotation.oldKey) !== null) : kept
}

const reactivate = async (parts: StepParts, client: ServiceClient): Promise<Outcome<Progress>> => {
  const { rotation, keys } = parts
  const old = await keys.find('old')
  if (!old.ok) return old
  // Brought back, it would be a key that works and that nobody has.
  if (old.value === null) return staysDead(null)
  const compromised = await isCompromised(parts)
  if (!compromised.ok) return compromised
  if (compromised.value) return turnRound(invalid([], 'oldKeyCompromised'))
  const { id } = rotation.oldKey
  const back = await confirmChange(client, await client.reactivateKey(id), { id, archived: false })
  const way = await findWayBack(parts)
  if (!way.ok) return way
  if (way.value !== null) return succeed({ step: 'switchingBack', ending: null })
  return staysDead(back.ok ? null : back.failure)
}

/** The new key: one that was just made and that nobody has stored yet may be all that works, and is stored first. */
const storedNew = async ({ rotation, keys, fresh }: StepParts): Promise<Outcome<Secret | null>> => {
  const made = fresh.current
  if (made === null || made.id !== rotation.newKey?.id) return keys.find('new')
  const stored = await keys.keep('new', made.key)
  return stored.ok ? succeed(made.key) : stored
}

/**
 * A service that refuses both keys, or the only one that there is, may do so for a moment only, and the copies may be all that is left of them: they are
 * dropped when a person has looked at it and asks once more.
 */
const bothRefused = ({ ending }: KeptRotation): Progress =>
  ending === 'noKey' ? noKey : { step: 'restoring', ending: 'noKey', stop: invalid([], 'bothKeysRefused').failure }

/** The old key works: it does still, or the new one brings it back. */
const restoring: Step = async (parts) => {
  const way = await findWayBack(parts)
  if (!way.ok) return way
  if (way.value !== null) return succeed({ step: 'switchingBack', ending: way.value.isOld ? null : 'otherKey' })
  const made = await storedNew(parts)
  if (!made.ok) return made
  if (made.value === null) return succeed(bothRefused(parts.rotation))
  const client = parts.clientOf(made.value)
  const works = await workingKeys(client)
  if (works.ok) return reactivate(parts, client)
  return works.failure.kind === 'unauthorized' ? succeed(bothRefused(parts.rotation)) : works
}

const switchingBack: Step = async (parts) => {
  const { keys, switched } = parts
  const way = await findWayBack(parts)
  if (!way.ok) return way
  if (way.value === null) return succeed({ step: 'restoring' })
  const kept = await keys.find('new')
  if (!kept.ok) return kept
  const given = await keys.give(way.value.key, kept.value)
  if (!given.ok) return given
  for (const profileId of given.value) switched(profileId)
  return succeed({ step: 'archivingNew' })
}

/** The profiles that have the new key now; where nobody has its text to compare, those whose key begins as it does. */
const usersOfNew = async ({ rotation, keys, users }: StepParts): Promise<Outcome<ServiceProfile[]>> => {
  const kept = await keys.find('new')
  if (!kept.ok) return kept
  if (kept.value !== null) return users.having(rotation.origin, kept.value)
  return rotation.newKey === null ? succeed([]) : users.beginning(rotation.origin, rotation.newKey.prefix)
}

const archiveMade = async (parts: StepParts, client: ServiceClient): Promise<Outcome<unknown>> => {
  const { rotation, wait } = parts
  const made = rotation.newKey
  const archived = made === null ? succeed(null) : await archiveWith(client, made.id)
  if (!archived.ok) return archived
  const isUnsure = made === null && rotation.names.length > 0
  for (const pause of isUnsure ? looks : [0]) {
    if (pause > 0) await wait(pause)
    const cleared = await archiveOrphans(client, parts, null)
    if (!cleared.ok) return cleared
  }
  return succeed(null)
}

/**
 * Where it goes once the key to go back to lies with a profile: to the tidying. SECURITY: where none has it, the copies may be
 * all that is left of both keys, and a person has put in another one. It is said, and nothing is archived or dropped. Asked
 * once more, that other key is kept, if it is one of this organization.
 */
const holdWay = async (parts: StepParts, { key, isOld }: WayBack): Promise<Outcome<Progress>> => {
  const held = await holdKey(parts, key)
  if (!held.ok) return held
  if (held.value === 'held') return succeed({ step: 'tidyingBack', ending: isOld ? null : 'otherKey' })
  const isOurs = held.value === 'ours'
  if (isOurs && parts.rotation.ending === 'otherKey') return succeed({ step: 'tidyingBack', ending: 'otherKey' })
  const { failure } = invalid([], isOurs ? 'oldKeyUnused' : 'oldKeyLast')
  return succeed({ step: 'archivingNew', ending: 'otherKey', stop: failure })
}

/** Archives the new key, and whatever else was made on the way, with the key to go back to, and proves its end. */
const endNew = async (parts: StepParts, way: WayBack): Promise<Outcome<null>> => {
  const { keys, clientOf, wait } = parts
  const archived = await archiveMade(parts, clientOf(way.key))
  if (!archived.ok) return archived
  const kept = await keys.find('new')
  if (!kept.ok) return kept
  return kept.value === null ? succeed(null) : proveDead(clientOf(kept.value), wait)
}

/** SECURITY: the new key is never archived while a profile has it (one may have been given it since), nor while it is all. */
const archivingNew: Step = async (parts) => {
  const way = await findWayBack(parts)
  if (!way.ok) return way
  if (way.value === null) return succeed({ step: 'restoring' })
  const using = await usersOfNew(parts)
  if (!using.ok) return using
  if (using.value.length > 0)
    return succeed({ step: 'switchingBack', profiles: withProfiles(parts.rotation.profiles, using.value) })
  const next = await holdWay(parts, way.value)
  if (!next.ok || next.value.step !== 'tidyingBack') return next
  const ended = await endNew(parts, way.value)
  return ended.ok ? next : ended
}

/** Whether the copies may go: a profile has the old key, or it was settled that none needs it. */
const mayDrop = async (parts: StepParts): Promise<Outcome<Progress>> => {
  const { rotation, keys } = parts
  const isSettled = rotation.ending === 'noKey'
  const old = isSettled ? succeed(null) : await keys.find('old')
  if (!old.ok) return old
  const inUse = old.value === null ? succeed(true) : await isInUse(parts, old.value)
  if (!inUse.ok) return inUse
  if (inUse.value) return succeed({ step: 'tidyingBack' })
  const way = await findWayBack(parts)
  if (!way.ok) return way
  return way.value === null ? succeed({ step: 'restoring' }) : holdWay(parts, way.value)
}

/** SECURITY: it may have stood still for days; what the profiles had before is looked at once more, before a copy is dropped. */
const tidyingBack: Step = async (parts) => {
  const { keys, fresh } = parts
  const next = await mayDrop(parts)
  if (!next.ok || next.value.step !== 'tidyingBack') return next
  fresh.current = null
  const newGone = await keys.drop('new')
  if (!newGone.ok) return newGone
  const oldGone = await keys.drop('old')
  return oldGone.ok ? succeed({ ...next.value, step: 'undone' }) : oldGone
}

/** The way back to the old key. */
export const back = { restoring, switchingBack, archivingNew, tidyingBack } satisfies Partial<
  Record<RotationStep, Step>
>

import { fail, invalid, type Outcome, succeed } from '../../../contract/failure.ts'
import type { RotationStep } from '../../../contract/key-rotation.ts'
import { secretHasShownPrefix } from '../../vault/secret.ts'
import { archiveOrphans, archiveWith, keyOf, proveDead, withProfiles, workingKeys } from './both-ways.ts'
import { holdKey, isInUse } from './hold-key.ts'
import type { RotationKeys } from './rotation-keys.ts'
import type { Progress, Step, StepParts } from './step.ts'

/** Lays the old key beside its place: it is needed for the proof of its end, and for the way back. */
const keeping: Step = async ({ rotation, keys }) => {
  const old = await keys.ofProfile(rotation.profileId)
  if (!old.ok) return old
  if (!secretHasShownPrefix(old.value, rotation.oldKey.prefix)) return invalid([], 'ownKeyUnclear')
  const kept = await keys.keep('old', old.value)
  return kept.ok ? succeed({ step: 'creating' }) : kept
}

/** Creates a key under a name that was written down first: what a crash or a lost answer leaves behind is found by it. */
const creating: Step = async (parts) => {
  const { rotation, keys, clientOf, freshName, note, fresh } = parts
  const old = await keyOf(keys, 'old')
  if (!old.ok) return old
  const client = clientOf(old.value)
  const cleared = await archiveOrphans(client, parts, null)
  if (!cleared.ok) return cleared
  const name = freshName()
  const noted = await note({ names: [...rotation.names, name] })
  if (!noted.ok) return noted
  const created = await client.createKey(name)
  if (created.ok) {
    fresh.current = created.value
    const { id, prefix } = created.value
    return succeed({ step: 'storing', newKey: { id, name, prefix } })
  }
  // What was made without a text is archived now if it can be, and otherwise before the next try.
  if (created.made === 'yes') await archiveWith(client, created.orphan.id)
  return fail(created.failure)
}

/** Stores the new key and reads it back; one whose text was lost in a crash is given up, and another one made. */
const storing: Step = async ({ rotation, keys, fresh }) => {
  const { newKey } = rotation
  if (newKey === null) return succeed({ step: 'creating' })
  if (fresh.current?.id === newKey.id) {
    const stored = await keys.keep('new', fresh.current.key)
    if (!stored.ok) return stored
    fresh.current = null
    return succeed({ step: 'proving' })
  }
  const kept = await keys.find('new')
  if (!kept.ok) return kept
  const isThere = kept.value !== null && secretHasShownPrefix(kept.value, newKey.prefix)
  return succeed(isThere ? { step: 'proving' } : { step: 'creating', newKey: null })
}

/** The new key works, and is the one that was made. Then it is known which profiles use the old one. */
const proving: Step = async ({ rotation, keys, users, clientOf }) => {
  const newKey = await keys.find('new')
  if (!newKey.ok) return newKey
  if (newKey.value === null) return succeed({ step: 'creating', newKey: null })
  const oldKey = await keyOf(keys, 'old')
  if (!oldKey.ok) return oldKey
  const listed = await workingKeys(clientOf(newKey.value))
  if (!listed.ok) return listed
  const isOurs = listed.value.some(({ id, usedByThisApp }) => id === rotation.newKey?.id && usedByThisApp)
  if (!isOurs) return fail({ kind: 'unavailable', cause: 'wrongShape' })
  const having = await users.having(rotation.origin, oldKey.value)
  if (!having.ok) return having
  return succeed({ step: 'switching', profiles: withProfiles([], having.value) })
}

/**
 * Gives the profiles the new key. SECURITY: where none has it afterwards, because a person has put in other keys, it stops and
 * says so: the old key may be dead, and is brought back only when a person asks for the way back.
 */
const switching: Step = async (parts) => {
  const { keys, switched, clientOf } = parts
  const newKey = await keyOf(keys, 'new')
  if (!newKey.ok) return newKey
  // Where nobody has the old key any more, the profiles without any get the new one.
  const oldKey = await keys.find('old')
  if (!oldKey.ok) return oldKey
  // It was proved before, and that may be days ago: nobody gets a key that does not work now.
  const working = await workingKeys(clientOf(newKey.value))
  if (!working.ok) return working
  const given = await keys.give(newKey.value, oldKey.value)
  if (!given.ok) return given
  for (const profileId of given.value) switched(profileId)
  const held = await holdKey(parts, newKey.value)
  if (!held.ok) return held
  return held.value === 'held' ? succeed({ step: 'archiving' }) : invalid([], 'newKeyUnused')
}

/** The profiles that still have the old key: one with that key may have been added while a rotation stood still for days. */
const switchRest = async ({ rotation, keys, users }: StepParts): Promise<Outcome<Progress | null>> => {
  const oldKey = await keys.find('old')
  if (!oldKey.ok) return oldKey
  const having = oldKey.value === null ? succeed([]) : await users.having(rotation.origin, oldKey.value)
  if (!having.ok) return having
  if (having.value.length === 0) return succeed(null)
  return succeed({ step: 'switching', profiles: withProfiles(rotation.profiles, having.value) })
}

/**
 * SECURITY: the old key is archived with the new one, which thereby proves once more that it works; only while no profile has
 * the old one, and never for a new one that none has: both may have been replaced by a person meanwhile.
 */
const archiving: Step = async (parts) => {
  const { rotation, keys, clientOf } = parts
  const newKey = await keyOf(keys, 'new')
  if (!newKey.ok) return newKey
  const rest = await switchRest(parts)
  if (!rest.ok) return rest
  if (rest.value !== null) return succeed(rest.value)
  const inUse = await isInUse(parts, newKey.value)
  if (!inUse.ok) return inUse
  if (!inUse.value) return succeed({ step: 'switching' })
  const archived = await archiveWith(clientOf(newKey.value), rotation.oldKey.id)
  return archived.ok ? succeed({ step: 'provingOld' }) : archived
}

const provingOld: Step = async ({ rotation, keys, clientOf, clock, wait }) => {
  const oldKey = await keys.find('old')
  if (!oldKey.ok) return oldKey
  // Nobody has it any more to try it: that it is archived is what the list says.
  if (oldKey.value === null) return succeed({ step: 'tidying' })
  const dead = await proveDead(clientOf(oldKey.value), wait)
  if (!dead.ok) return dead
  return succeed({ step: 'tidying', deadAfterMilliseconds: Math.max(0, clock() - rotation.decidedAt) })
}

const drop = async (keys: RotationKeys, end: Progress): Promise<Outcome<Progress>> => {
  const oldGone = await keys.drop('old')
  if (!oldGone.ok) return oldGone
  const newGone = await keys.drop('new')
  return newGone.ok ? succeed(end) : newGone
}

/**
 * Nothing is left of the way: no key that nobody can read, and no copy beside the profiles' own. SECURITY: the copies may be
 * all that is left of either key, so it is looked first whether the profiles really have the new one; and where they have
 * not, a person decides.
 */
const tidying: Step = async (parts) => {
  const { rotation, keys, clientOf } = parts
  const newKey = await keys.find('new')
  if (!newKey.ok) return newKey
  if (newKey.value === null) return drop(keys, { step: 'done', ending: 'newKeyGone' })
  const rest = await switchRest(parts)
  if (!rest.ok) return rest
  if (rest.value !== null) return succeed(rest.value)
  const inUse = await isInUse(parts, newKey.value)
  if (!inUse.ok) return inUse
  // Given once more where a profile has none, or a dead one; if that changes nothing, the next step stops.
  if (!inUse.value) return succeed({ step: 'switching' })
  const cleared = await archiveOrphans(clientOf(newKey.value), parts, rotation.newKey?.id ?? null)
  if (cleared.ok) return drop(keys, { step: 'done' })
  // Another desk has archived the new key, or it is for a moment only. The old one is dead: a person decides.
  return cleared.failure.kind === 'unauthorized' ? succeed({ step: 'switching', stop: cleared.failure }) : cleared
}

/** The way to a new key. */
export const forward = {
  keeping,
  creating,
  storing,
  proving,
  switching,
  archiving,
  provingOld,
  tidying,
} satisfies Partial<Record<RotationStep, Step>>

import { fail, invalid, type Outcome, succeed } from '../../../contract/failure.ts'
import type { RotationStep } from '../../../contract/key.ts'
import { secretHasShownPrefix } from '../../vault/secret.ts'
import {
  archiveOrphans,
  archiveWith,
  ensureKeyInUse,
  isInUse,
  keyOf,
  type Progress,
  proveArchived,
  type Step,
  type StepContext,
  withProfiles,
  listActiveKeys,
} from './steps.ts'
import type { RotationKeys } from './rotation-keys.ts'

/** Copies the old key, which is needed to prove that it is archived, and to undo the rotation. */
const keeping: Step = async ({ rotation, keys }) => {
  const old = await keys.ofProfile(rotation.profileId)
  if (!old.ok) return old
  if (!secretHasShownPrefix(old.value, rotation.oldKey.prefix)) return invalid([], 'ownKeyUnclear')
  const kept = await keys.keep('old', old.value)
  return kept.ok ? succeed({ step: 'creating' }) : kept
}

/** Creates a key. Its name is recorded first, so that a key left behind by a crash or a lost response can be found. */
const creating: Step = async (context) => {
  const { rotation, keys, clientOf, createKeyName: freshName, note, fresh } = context
  const old = await keyOf(keys, 'old')
  if (!old.ok) return old
  const client = clientOf(old.value)
  const cleared = await archiveOrphans(client, context, null)
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
  // A key that was created but lost is archived now or, if that fails, before the next attempt.
  if (created.made === 'yes') await archiveWith(client, created.orphan.id)
  return fail(created.failure)
}

/** Stores the new key and reads it back. If the key was lost in a crash, another one is created. */
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

/** Proves that the new key works and is the one that was created, then finds the profiles that use the old one. */
const proving: Step = async ({ rotation, keys, users, clientOf }) => {
  const newKey = await keys.find('new')
  if (!newKey.ok) return newKey
  if (newKey.value === null) return succeed({ step: 'creating', newKey: null })
  const oldKey = await keyOf(keys, 'old')
  if (!oldKey.ok) return oldKey
  const listed = await listActiveKeys(clientOf(newKey.value))
  if (!listed.ok) return listed
  const isOurs = listed.value.some(({ id, usedByThisApp }) => id === rotation.newKey?.id && usedByThisApp)
  if (!isOurs) return fail({ kind: 'unavailable', cause: 'wrongShape' })
  const having = await users.withKey(rotation.origin, oldKey.value)
  if (!having.ok) return having
  return succeed({ step: 'switching', profiles: withProfiles([], having.value) })
}

/**
 * Stores the new key in the profiles. SECURITY: if no profile has it afterwards, because the user entered other keys,
 * the rotation stops: the old key may be archived, and only the user can decide to undo.
 */
const switching: Step = async (context) => {
  const { keys, onKeyChanged: switched, clientOf } = context
  const newKey = await keyOf(keys, 'new')
  if (!newKey.ok) return newKey
  // If the old key is missing, profiles without a key get the new one.
  const oldKey = await keys.find('old')
  if (!oldKey.ok) return oldKey
  // The proof may be several days old, so the key is checked again.
  const working = await listActiveKeys(clientOf(newKey.value))
  if (!working.ok) return working
  const given = await keys.give(newKey.value, oldKey.value)
  if (!given.ok) return given
  for (const profileId of given.value) switched(profileId)
  const use = await ensureKeyInUse(context, newKey.value)
  if (!use.ok) return use
  return use.value === 'inUse' ? succeed({ step: 'archiving' }) : invalid([], 'newKeyUnused')
}

/** Returns to `switching` if profiles have the old key: one may have been added while the rotation was stopped. */
const switchRemaining = async ({ rotation, keys, users }: StepContext): Promise<Outcome<Progress | null>> => {
  const oldKey = await keys.find('old')
  if (!oldKey.ok) return oldKey
  const having = oldKey.value === null ? succeed([]) : await users.withKey(rotation.origin, oldKey.value)
  if (!having.ok) return having
  if (having.value.length === 0) return succeed(null)
  return succeed({ step: 'switching', profiles: withProfiles(rotation.profiles, having.value) })
}

/**
 * SECURITY: uses the new key to archive the old one, which proves again that the new one works, and does so only if no
 * profile has the old key and one has the new key. The user may have replaced both since.
 */
const archiving: Step = async (context) => {
  const { rotation, keys, clientOf } = context
  const newKey = await keyOf(keys, 'new')
  if (!newKey.ok) return newKey
  const rest = await switchRemaining(context)
  if (!rest.ok) return rest
  if (rest.value !== null) return succeed(rest.value)
  const inUse = await isInUse(context, newKey.value)
  if (!inUse.ok) return inUse
  if (!inUse.value) return succeed({ step: 'switching' })
  const archived = await archiveWith(clientOf(newKey.value), rotation.oldKey.id)
  return archived.ok ? succeed({ step: 'provingOld' }) : archived
}

const provingOld: Step = async ({ rotation, keys, clientOf, clock, wait }) => {
  const oldKey = await keys.find('old')
  if (!oldKey.ok) return oldKey
  // The old key is missing, so it cannot be tested. The list has confirmed that it is archived.
  if (oldKey.value === null) return succeed({ step: 'tidying' })
  const proved = await proveArchived(clientOf(oldKey.value), wait)
  if (!proved.ok) return proved
  return succeed({ step: 'tidying', deadAfterMilliseconds: Math.max(0, clock() - rotation.decidedAt) })
}

const drop = async (keys: RotationKeys, end: Progress): Promise<Outcome<Progress>> => {
  const oldDeleted = await keys.drop('old')
  if (!oldDeleted.ok) return oldDeleted
  const newDeleted = await keys.drop('new')
  return newDeleted.ok ? succeed(end) : newDeleted
}

/**
 * Archives lost keys and deletes the copies. SECURITY: the copies may be the only ones left, so it first checks that a
 * profile has the new key; if none does, the user decides.
 */
const tidying: Step = async (context) => {
  const { rotation, keys, clientOf } = context
  const newKey = await keys.find('new')
  if (!newKey.ok) return newKey
  if (newKey.value === null) return drop(keys, { step: 'done', ending: 'newKeyLost' })
  const rest = await switchRemaining(context)
  if (!rest.ok) return rest
  if (rest.value !== null) return succeed(rest.value)
  const inUse = await isInUse(context, newKey.value)
  if (!inUse.ok) return inUse
  // `switching` stores it again in profiles that have no key or an archived one, and stops if that does not help.
  if (!inUse.value) return succeed({ step: 'switching' })
  const cleared = await archiveOrphans(clientOf(newKey.value), context, rotation.newKey?.id ?? null)
  if (cleared.ok) return drop(keys, { step: 'done' })
  // Someone may have archived the new key, and the old one is archived, so the user decides.
  return cleared.failure.kind === 'unauthorized' ? succeed({ step: 'switching', stop: cleared.failure }) : cleared
}

/** The steps of a rotation to a new key. */
export const forwardSteps = {
  keeping,
  creating,
  storing,
  proving,
  switching,
  archiving,
  provingOld,
  tidying,
} satisfies Partial<Record<RotationStep, Step>>

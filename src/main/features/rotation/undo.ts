import { type Failure, invalid, type Outcome, succeed } from '../../../contract/failure.ts'
import type { StoredRotation, RotationStep } from '../../../contract/key.ts'
import type { ServiceProfile } from '../../../contract/profile.ts'
import type { ServiceClient } from '../../service/client.ts'
import { keychainMilliseconds } from '../../vault/child.ts'
import type { Secret } from '../../vault/secret.ts'
import { confirmKeyChange } from '../../service/keys.ts'
import {
  archiveOrphans,
  archiveWith,
  findKeyToRestore,
  ensureKeyInUse,
  isInUse,
  type Progress,
  proveArchived,
  type Step,
  type StepContext,
  type RestorableKey,
  switchAgain,
  withProfiles,
  listActiveKeys,
} from './steps.ts'

/**
 * Delays before the list is read, in milliseconds: a request that was interrupted by a crash may still be completed
 * shortly afterwards.
 */
const listDelays = [0, 1_000, 2_000]

/** Neither key works, so the user must enter another key. */
const noKey: Progress = { step: 'tidyingBack', ending: 'noKey' }

const detailOf = (failure: Failure | null): string | undefined =>
  failure !== null && 'detail' in failure && failure.detail !== '' ? failure.detail : undefined

/**
 * The old key cannot be restored, and the new one works. The rotation returns to `archiving`, or to `switching` if a
 * profile doesn't have the new key yet, and stops there, so that the user decides. Undo can be tried again.
 */
const continueForward = async (
  context: StepContext,
  newKey: Secret,
  { failure }: { failure: Failure },
): Promise<Outcome<Progress>> => {
  const again = await switchAgain(context, newKey)
  return again.ok ? succeed({ step: 'archiving', ...again.value, ending: null, stop: failure }) : again
}

const oldKeyNotRestored = (context: StepContext, newKey: Secret, failure: Failure | null) =>
  continueForward(context, newKey, invalid([], 'oldKeyStays', detailOf(failure)))

/** SECURITY: a compromised key is reactivated only with a reason, which the user enters in the key list. */
const isCompromised = async ({ rotation, marks }: StepContext): Promise<Outcome<boolean>> => {
  const mark = await marks.find(rotation.origin, rotation.oldKey)
  return mark.ok ? succeed(mark.value !== null) : mark
}

const reactivate = async (context: StepContext, client: ServiceClient, newKey: Secret): Promise<Outcome<Progress>> => {
  const { rotation, keys, users, onKeyChanged: works } = context
  const old = await keys.find('old')
  if (!old.ok) return old
  // A reactivated key that is lost would be active but unusable.
  if (old.value === null) return oldKeyNotRestored(context, newKey, null)
  const compromised = await isCompromised(context)
  if (!compromised.ok) return compromised
  if (compromised.value) return continueForward(context, newKey, invalid([], 'oldKeyCompromised'))
  const { id } = rotation.oldKey
  const reactivated = await confirmKeyChange(client, await client.reactivateKey(id), { id, archived: false }, null)
  const restorable = await findKeyToRestore(context)
  if (!restorable.ok) return restorable
  if (restorable.value === null) return oldKeyNotRestored(context, newKey, reactivated.ok ? null : reactivated.failure)
  // Profiles that still have the old key work again, although they get no other key.
  if (restorable.value.isOld) {
    const found = await users.readable(rotation.origin, keychainMilliseconds)
    if (found.ok) for (const profile of found.value(rotation.oldKey.prefix).users) works(profile.id)
  }
  return succeed({ step: 'switchingBack', ending: null })
}

/** Returns the new key. If it is not stored yet, it may be the only working key, so it is stored first. */
const storedNew = async ({ rotation, keys, fresh }: StepContext): Promise<Outcome<Secret | null>> => {
  const made = fresh.current
  if (made === null || made.id !== rotation.newKey?.id) return keys.find('new')
  const stored = await keys.keep('new', made.key)
  return stored.ok ? succeed(made.key) : stored
}

/**
 * The service may reject both keys only temporarily, and the copies may be the only ones left. They are deleted only
 * after the user has seen the failure and chooses undo again.
 */
const bothRefused = ({ ending }: StoredRotation): Progress =>
  ending === 'noKey' ? noKey : { step: 'restoring', ending: 'noKey', stop: invalid([], 'bothKeysRefused').failure }

/** Makes sure that the old key works, reactivating it with the new one if necessary. */
const restoring: Step = async (context) => {
  const restorable = await findKeyToRestore(context)
  if (!restorable.ok) return restorable
  if (restorable.value !== null)
    return succeed({ step: 'switchingBack', ending: restorable.value.isOld ? null : 'otherKey' })
  const made = await storedNew(context)
  if (!made.ok) return made
  if (made.value === null) return succeed(bothRefused(context.rotation))
  const client = context.clientOf(made.value)
  const works = await listActiveKeys(client)
  if (works.ok) return reactivate(context, client, made.value)
  return works.failure.kind === 'unauthorized' ? succeed(bothRefused(context.rotation)) : works
}

const switchingBack: Step = async (context) => {
  const { keys, onKeyChanged: switched } = context
  const restorable = await findKeyToRestore(context)
  if (!restorable.ok) return restorable
  if (restorable.value === null) return succeed({ step: 'restoring' })
  const kept = await keys.find('new')
  if (!kept.ok) return kept
  const given = await keys.give(restorable.value.key, kept.value)
  if (!given.ok) return given
  for (const profileId of given.value) switched(profileId)
  return succeed({ step: 'archivingNew' })
}

/** Returns the profiles that have the new key; if the key itself is missing, those whose key has its prefix. */
const usersOfNew = async ({ rotation, keys, users }: StepContext): Promise<Outcome<ServiceProfile[]>> => {
  const kept = await keys.find('new')
  if (!kept.ok) return kept
  if (kept.value !== null) return users.withKey(rotation.origin, kept.value)
  return rotation.newKey === null ? succeed([]) : users.withPrefix(rotation.origin, rotation.newKey.prefix)
}

const archiveNewKey = async (context: StepContext, client: ServiceClient): Promise<Outcome<unknown>> => {
  const { rotation, wait } = context
  const made = rotation.newKey
  const archived = made === null ? succeed(null) : await archiveWith(client, made.id)
  if (!archived.ok) return archived
  const isUnsure = made === null && rotation.names.length > 0
  for (const pause of isUnsure ? listDelays : [0]) {
    if (pause > 0) await wait(pause)
    const cleared = await archiveOrphans(client, context, null)
    if (!cleared.ok) return cleared
  }
  return succeed(null)
}

/**
 * Continues with `tidyingBack` once a profile has the key to restore. SECURITY: if none has it, the copies may be the
 * only ones left, so nothing is archived or deleted and the rotation stops. If the user chooses undo again, the key
 * that they entered is kept, provided that it belongs to this organization.
 */
const nextAfterRestore = async (context: StepContext, { key, isOld }: RestorableKey): Promise<Outcome<Progress>> => {
  const use = await ensureKeyInUse(context, key)
  if (!use.ok) return use
  if (use.value === 'inUse') return succeed({ step: 'tidyingBack', ending: isOld ? null : 'otherKey' })
  const isOurs = use.value === 'ours'
  if (isOurs && context.rotation.ending === 'otherKey') return succeed({ step: 'tidyingBack', ending: 'otherKey' })
  const { failure } = invalid([], isOurs ? 'oldKeyUnused' : 'oldKeyLast')
  return succeed({ step: 'archivingNew', ending: 'otherKey', stop: failure })
}

/** Archives the new key and all keys left over from failed attempts, then proves that the new key is archived. */
const endNewKey = async (context: StepContext, restorable: RestorableKey): Promise<Outcome<null>> => {
  const { keys, clientOf, wait } = context
  const archived = await archiveNewKey(context, clientOf(restorable.key))
  if (!archived.ok) return archived
  const kept = await keys.find('new')
  if (!kept.ok) return kept
  return kept.value === null ? succeed(null) : proveArchived(clientOf(kept.value), wait)
}

/** SECURITY: the new key is never archived while a profile has it or while it is the only working key. */
const archivingNew: Step = async (context) => {
  const restorable = await findKeyToRestore(context)
  if (!restorable.ok) return restorable
  if (restorable.value === null) return succeed({ step: 'restoring' })
  const using = await usersOfNew(context)
  if (!using.ok) return using
  if (using.value.length > 0)
    return succeed({ step: 'switchingBack', profiles: withProfiles(context.rotation.profiles, using.value) })
  const next = await nextAfterRestore(context, restorable.value)
  if (!next.ok || next.value.step !== 'tidyingBack') return next
  const ended = await endNewKey(context, restorable.value)
  return ended.ok ? next : ended
}

/**
 * Returns `tidyingBack` if the copies may be deleted: a profile has the old key, or it is certain that neither key
 * works.
 */
const nextBeforeDeleting = async (context: StepContext): Promise<Outcome<Progress>> => {
  const { rotation, keys } = context
  const isSettled = rotation.ending === 'noKey'
  const old = isSettled ? succeed(null) : await keys.find('old')
  if (!old.ok) return old
  const inUse = old.value === null ? succeed(true) : await isInUse(context, old.value)
  if (!inUse.ok) return inUse
  if (inUse.value) return succeed({ step: 'tidyingBack' })
  const restorable = await findKeyToRestore(context)
  if (!restorable.ok) return restorable
  return restorable.value === null ? succeed({ step: 'restoring' }) : nextAfterRestore(context, restorable.value)
}

/**
 * SECURITY: the rotation may have been stopped for several days, so the profiles are checked again before a copy is
 * deleted.
 */
const tidyingBack: Step = async (context) => {
  const { keys, fresh } = context
  const next = await nextBeforeDeleting(context)
  if (!next.ok || next.value.step !== 'tidyingBack') return next
  fresh.current = null
  const newDeleted = await keys.drop('new')
  if (!newDeleted.ok) return newDeleted
  const oldDeleted = await keys.drop('old')
  return oldDeleted.ok ? succeed({ ...next.value, step: 'undone' }) : oldDeleted
}

/** The steps that undo a rotation. */
export const undoSteps = { restoring, switchingBack, archivingNew, tidyingBack } satisfies Partial<
  Record<RotationStep, Step>
>

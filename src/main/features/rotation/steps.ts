import { fail, type Failure, invalid, type Outcome, succeed } from '../../../contract/failure.ts'
import type { ApiKeySummary, StoredRotation, RotationStep } from '../../../contract/key.ts'
import type { KeyUsers } from '../profiles/profile-store.ts'
import type { ServiceClient } from '../../service/client.ts'
import type { CreatedKey } from '../../service/wire/organization.ts'
import { type Secret, secretHasShownPrefix } from '../../vault/secret.ts'
import type { KeyMarks } from '../keys/key-marks.ts'
import { isMissing, type RotationKeys, type RotationKeyName } from './rotation-store.ts'
import type { ServiceProfile } from '../../../contract/profile.ts'
import { confirmKeyChange, listAllKeys } from '../../service/keys.ts'

/**
 * The result of a step: the next step, changed fields, and `stop` if the user must decide before the next step runs.
 */
export type Progress = { step: RotationStep; stop?: Failure } & Partial<
  Pick<StoredRotation, 'newKey' | 'profiles' | 'keyless' | 'names' | 'deadAfterMilliseconds' | 'ending'>
>

/** The context of a step. Every step can be repeated from its beginning, because a crash can happen at any time. */
export type StepContext = {
  rotation: StoredRotation
  keys: RotationKeys
  users: KeyUsers
  /** The keys that were archived as compromised. */
  marks: Pick<KeyMarks, 'find'>
  clientOf: (key: Secret) => ServiceClient
  /** Returns a name for a new key that has never been used before. */
  createKeyName: () => string
  /** Adds fields to the record before the step continues. */
  note: (change: Pick<StoredRotation, 'names'>) => Promise<Outcome<StoredRotation>>
  /** A new key that this process has received but not stored yet. */
  fresh: { current: CreatedKey | null }
  /** Invoked for each profile whose key was changed. */
  onKeyChanged: (profileId: string) => void
  clock: () => number
  wait: (milliseconds: number) => Promise<void>
}

export type Step = (context: StepContext) => Promise<Outcome<Progress>>

/** Returns the old or new key, or a failure if it is missing. */
const keyOf = async (keys: RotationKeys, which: RotationKeyName): Promise<Outcome<Secret>> => {
  const kept = await keys.find(which)
  if (!kept.ok) return kept
  return kept.value === null ? fail({ kind: 'keychain', reason: 'missing' }) : succeed(kept.value)
}

export const listActiveKeys = (client: ServiceClient): Promise<Outcome<ApiKeySummary[]>> =>
  client.keys({ includeArchived: false })

export const withProfiles = (
  known: StoredRotation['profiles'],
  found: readonly ServiceProfile[],
): StoredRotation['profiles'] => [
  ...known.filter(({ profileId }) => found.every(({ id }) => id !== profileId)),
  ...found.map(({ id, name }) => ({ profileId: id, name })),
]

/**
 * Archives a key using another one. If the key is not found, the key list is checked, because someone else may have
 * archived or deleted it.
 */
export const archiveWith = async (client: ServiceClient, apiKeyId: number): Promise<Outcome<unknown>> => {
  const changed = await client.archiveKey(apiKeyId)
  const confirmed = await confirmKeyChange(client, changed, { id: apiKeyId, archived: true }, null)
  if (confirmed.ok || confirmed.failure.kind !== 'notFound') return confirmed
  const listed = await listAllKeys(client)
  if (!listed.ok) return confirmed
  return listed.value.some(({ id, archived }) => id === apiKeyId && !archived) ? confirmed : succeed(null)
}

/**
 * Archives the keys of a rotation that were created but lost, which are found by name. SECURITY: a key whose prefix
 * matches any profile's key is not archived, because a recovered record may be older than the profiles.
 */
export const archiveOrphans = async (
  client: ServiceClient,
  { rotation: { names, origin }, users }: Pick<StepContext, 'rotation' | 'users'>,
  except: number | null,
): Promise<Outcome<null>> => {
  if (names.length === 0) return succeed(null)
  const keys = await listActiveKeys(client)
  if (!keys.ok) return keys
  for (const orphan of keys.value.filter(({ id, name }) => id !== except && names.includes(name))) {
    const using = await users.withPrefix(origin, orphan.prefix)
    if (!using.ok) return using
    const archived = using.value.length > 0 ? succeed(null) : await archiveWith(client, orphan.id)
    if (!archived.ok) return archived
  }
  return succeed(null)
}

/** The number of attempts, and the pause between them in milliseconds. */
const attempts = 10
const pause = 500

/** Waits until the service rejects a key with 401; fails with `oldKeyAlive` after ten attempts. */
export const proveArchived = async (
  client: ServiceClient,
  wait: (ms: number) => Promise<void>,
): Promise<Outcome<null>> => {
  for (let attempt = 1; ; attempt += 1) {
    const listed = await listActiveKeys(client)
    if (!listed.ok) return listed.failure.kind === 'unauthorized' ? succeed(null) : listed
    if (attempt === attempts) return invalid([], 'oldKeyAlive')
    await wait(pause)
  }
}

/** Returns whether a profile has stored the key in the keychain, so that the key is kept after this rotation. */
export const isInUse = async ({ rotation, users }: StepContext, key: Secret): Promise<Outcome<boolean>> => {
  const having = await users.withKey(rotation.origin, key)
  return having.ok ? succeed(having.value.some(({ keyStorage }) => keyStorage === 'keychain')) : having
}

/** `inUse`: a profile has the key. Otherwise, what the profile has instead. */
type KeyUse = 'inUse' | OwnKey['is']

/**
 * Makes sure that a profile has a working key before another key is archived or a copy is deleted. A profile whose own
 * key is rejected gets this one. A working key that the user entered is kept.
 */
export const ensureKeyInUse = async (context: StepContext, key: Secret): Promise<Outcome<KeyUse>> => {
  const inUse = await isInUse(context, key)
  if (!inUse.ok) return inUse
  if (inUse.value) return succeed('inUse')
  const own = await checkOwnKey(context)
  if (!own.ok) return own
  if (own.value.is !== 'refused') return succeed(own.value.is)
  const given = await context.keys.give(key, own.value.key)
  if (!given.ok) return given
  for (const profileId of given.value) context.onKeyChanged(profileId)
  const isThere = await isInUse(context, key)
  if (!isThere.ok) return isThere
  return succeed(isThere.value ? 'inUse' : 'refused')
}

/** A key that undo can restore, and whether it is the old one. */
export type RestorableKey = { key: Secret; isOld: boolean }

/**
 * Returns false for a key of another organization at the same origin: such a key works, but cannot archive the keys of
 * this rotation.
 */
const listsRotatedKeys = (listed: readonly ApiKeySummary[], { oldKey, newKey }: StoredRotation): boolean =>
  listed.some(({ id, prefix }) => [oldKey, newKey].some((key) => key?.id === id && key.prefix === prefix))

/** Returns the list that a key can read; null if there is no key or it is rejected. */
const listFor = async ({ clientOf }: StepContext, key: Secret | null): Promise<Outcome<ApiKeySummary[] | null>> => {
  if (key === null) return succeed(null)
  const listed = await listAllKeys(clientOf(key))
  return !listed.ok && listed.failure.kind === 'unauthorized' ? succeed(null) : listed
}

/** Returns the profile's key. SECURITY: never returns the new key, which is about to be archived. */
const ownKey = async ({ rotation, keys }: StepContext): Promise<Outcome<Secret | null>> => {
  const own = await keys.ofProfile(rotation.profileId)
  // The profile was removed or has no key.
  if (isMissing(own) || (!own.ok && own.failure.kind === 'invalid')) return succeed(null)
  if (!own.ok) return own
  const isNew = rotation.newKey !== null && secretHasShownPrefix(own.value, rotation.newKey.prefix)
  return succeed(isNew ? null : own.value)
}

/** The profile's key: rejected or missing (`refused`), of this organization (`ours`), or of another one (`foreign`). */
type OwnKey = { key: Secret | null; is: 'refused' | 'ours' | 'foreign' }

/** Checks the profile's key with the service. The new key is not accepted. */
const checkOwnKey = async (context: StepContext): Promise<Outcome<OwnKey>> => {
  const own = await ownKey(context)
  if (!own.ok) return own
  const listed = await listFor(context, own.value)
  if (!listed.ok) return listed
  if (listed.value === null) return succeed({ key: own.value, is: 'refused' })
  return succeed({ key: own.value, is: listsRotatedKeys(listed.value, context.rotation) ? 'ours' : 'foreign' })
}

/**
 * Finds the key to restore: the old one, or if it is rejected or missing, a working key that the user has entered in
 * the profile since then. Null if neither works.
 */
export const findKeyToRestore = async (context: StepContext): Promise<Outcome<RestorableKey | null>> => {
  const old = await context.keys.find('old')
  if (!old.ok) return old
  const accepted = await listFor(context, old.value)
  if (!accepted.ok) return accepted
  if (accepted.value !== null && old.value !== null) return succeed({ key: old.value, isOld: true })
  const own = await checkOwnKey(context)
  if (!own.ok) return own
  const { key, is } = own.value
  return succeed(is === 'ours' && key !== null ? { key, isOld: false } : null)
}

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
  const keyless = await users.withoutKey(rotation.origin, rotation.profileId)
  if (!keyless.ok) return keyless
  return succeed({
    step: 'switching',
    profiles: withProfiles([], having.value),
    keyless: withProfiles([], keyless.value),
  })
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

/**
 * Returns to `switching` if profiles have the old key, as one may have been added while the rotation was stopped, or if
 * no profile has the new key: `switching` stores it again in profiles that have no key or an archived one, and stops if
 * that does not help.
 */
export const switchAgain = async (context: StepContext, newKey: Secret): Promise<Outcome<Progress | null>> => {
  const { rotation, keys, users } = context
  const oldKey = await keys.find('old')
  if (!oldKey.ok) return oldKey
  const having = oldKey.value === null ? succeed([]) : await users.withKey(rotation.origin, oldKey.value)
  if (!having.ok) return having
  if (having.value.length > 0)
    return succeed({ step: 'switching', profiles: withProfiles(rotation.profiles, having.value) })
  const inUse = await isInUse(context, newKey)
  return inUse.ok ? succeed(inUse.value ? null : { step: 'switching' }) : inUse
}

/**
 * SECURITY: uses the new key to archive the old one, which proves again that the new one works, and does so only if no
 * profile has the old key and one has the new key. The user may have replaced both since.
 */
const archiving: Step = async (context) => {
  const { rotation, keys, clientOf } = context
  const newKey = await keyOf(keys, 'new')
  if (!newKey.ok) return newKey
  const again = await switchAgain(context, newKey.value)
  if (!again.ok) return again
  if (again.value !== null) return succeed(again.value)
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
  const { rotation, keys, users, clientOf } = context
  const newKey = await keys.find('new')
  if (!newKey.ok) return newKey
  if (newKey.value === null) return drop(keys, { step: 'done', ending: 'newKeyLost' })
  const again = await switchAgain(context, newKey.value)
  if (!again.ok) return again
  if (again.value !== null) return succeed(again.value)
  // A profile may have lost its key while the rotation was stopped, for example one that is kept for the session.
  const missing = await users.withoutKey(rotation.origin, rotation.profileId)
  if (!missing.ok) return missing
  const unswitched = rotation.keyless.filter(({ profileId }) =>
    rotation.profiles.every((one) => one.profileId !== profileId),
  )
  const cleared = await archiveOrphans(clientOf(newKey.value), context, rotation.newKey?.id ?? null)
  if (cleared.ok) return drop(keys, { step: 'done', keyless: withProfiles(unswitched, missing.value) })
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

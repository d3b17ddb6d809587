import { fail, type Outcome, succeed } from '../../../contract/failure.ts'
import type { RotationStep } from '../../../contract/key-rotation.ts'
import { type Secret, secretHasShownPrefix } from '../../vault/secret.ts'
import { confirmChange } from '../change-key.ts'
import { archiveOrphans, archiveWith, proveDead, workingKeys } from './both-ways.ts'
import type { Step, StepParts } from './step.ts'

/**
 * The key to go back to: the old one; and where nobody has that any more, what a person has put into the profile since.
 * SECURITY: never the new one, which is about to be archived.
 */
const oldKeyOf = async ({ rotation, keys }: StepParts): Promise<Outcome<Secret>> => {
  const old = await keys.find('old')
  if (!old.ok) return old
  if (old.value !== null) return succeed(old.value)
  const own = await keys.ofProfile(rotation.profileId)
  const isNew = own.ok && rotation.newKey !== null && secretHasShownPrefix(own.value, rotation.newKey.prefix)
  return isNew ? fail({ kind: 'keychain', reason: 'missing' }) : own
}

/** A request that was cut off by a crash may make its key a little later: it is looked for more than once. */
const looks = [0, 1_000, 2_000]

/** The old key works: it does still, or the new one brings it back. */
const restoring: Step = async (parts) => {
  const { rotation, keys, clientOf } = parts
  const old = await oldKeyOf(parts)
  if (!old.ok) return old
  const alive = await workingKeys(clientOf(old.value))
  if (alive.ok) return succeed({ step: 'switchingBack' })
  if (alive.failure.kind !== 'unauthorized') return alive
  const kept = await keys.find('new')
  if (!kept.ok) return kept
  if (kept.value === null) return alive
  const client = clientOf(kept.value)
  const { id } = rotation.oldKey
  const back = await confirmChange(client, await client.reactivateKey(id), { id, archived: false })
  if (!back.ok) return back
  const again = await workingKeys(clientOf(old.value))
  return again.ok ? succeed({ step: 'switchingBack' }) : again
}

const switchingBack: Step = async (parts) => {
  const { keys, switched } = parts
  const old = await oldKeyOf(parts)
  if (!old.ok) return old
  const kept = await keys.find('new')
  if (!kept.ok) return kept
  const given = kept.value === null ? succeed<string[]>([]) : await keys.give(old.value, kept.value)
  if (!given.ok) return given
  for (const profileId of given.value) switched(profileId)
  return succeed({ step: 'archivingNew' })
}

/** The new key, and whatever else was made on the way, is archived with the old one. */
const archivingNew: Step = async (parts) => {
  const { rotation, keys, clientOf, wait } = parts
  const old = await oldKeyOf(parts)
  if (!old.ok) return old
  const client = clientOf(old.value)
  const made = rotation.newKey
  const archived = made === null ? succeed(null) : await archiveWith(client, made.id)
  if (!archived.ok) return archived
  const isUnsure = made === null && rotation.names.length > 0
  for (const pause of isUnsure ? looks : [0]) {
    if (pause > 0) await wait(pause)
    const cleared = await archiveOrphans(client, rotation.names, null)
    if (!cleared.ok) return cleared
  }
  const kept = await keys.find('new')
  if (!kept.ok) return kept
  const dead = kept.value === null ? succeed(null) : await proveDead(clientOf(kept.value), wait)
  return dead.ok ? succeed({ step: 'tidyingBack' }) : dead
}

const tidyingBack: Step = async ({ keys, fresh }) => {
  fresh.current = null
  const newGone = await keys.drop('new')
  if (!newGone.ok) return newGone
  const oldGone = await keys.drop('old')
  return oldGone.ok ? succeed({ step: 'undone' }) : oldGone
}

/** The way back to the old key. */
export const back = { restoring, switchingBack, archivingNew, tidyingBack } satisfies Partial<
  Record<RotationStep, Step>
>

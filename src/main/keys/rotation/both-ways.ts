import type { ApiKeySummary } from '../../../contract/api-key.ts'
import { fail, invalid, type Outcome, succeed } from '../../../contract/failure.ts'
import type { KeptRotation } from '../../../contract/key-rotation.ts'
import type { ServiceProfile } from '../../../contract/profile.ts'
import type { ServiceClient } from '../../service/service-client.ts'
import type { Secret } from '../../vault/secret.ts'
import { confirmChange, everyKey } from '../change-key.ts'
import type { RotationKeys, Which } from './rotation-keys.ts'
import type { StepParts } from './step.ts'

/** A key that must be there. */
export const keyOf = async (keys: RotationKeys, which: Which): Promise<Outcome<Secret>> => {
  const kept = await keys.find(which)
  if (!kept.ok) return kept
  return kept.value === null ? fail({ kind: 'keychain', reason: 'missing' }) : succeed(kept.value)
}

export const workingKeys = (client: ServiceClient): Promise<Outcome<ApiKeySummary[]>> =>
  client.keys({ includeArchived: false })

/** The profiles of a rotation, and those that were found to be concerned by it since. */
export const withProfiles = (
  known: KeptRotation['profiles'],
  found: readonly ServiceProfile[],
): KeptRotation['profiles'] => [
  ...known.filter(({ profileId }) => found.every(({ id }) => id !== profileId)),
  ...found.map(({ id, name }) => ({ profileId: id, name })),
]

/** Archives a key with another one, and believes the list alone: another desk may have archived or removed it before. */
export const archiveWith = async (client: ServiceClient, apiKeyId: number): Promise<Outcome<unknown>> => {
  const changed = await client.archiveKey(apiKeyId)
  const confirmed = await confirmChange(client, changed, { id: apiKeyId, archived: true })
  if (confirmed.ok || confirmed.failure.kind !== 'notFound') return confirmed
  const listed = await everyKey(client)
  if (!listed.ok) return confirmed
  return listed.value.some(({ id, archived }) => id === apiKeyId && !archived) ? confirmed : succeed(null)
}

/**
 * Archives what was created under the names of a rotation and is nobody's: its text was lost on the way. SECURITY: what
 * begins as the key of any profile does stays, because a record that was recovered may know less than the profiles do.
 */
export const archiveOrphans = async (
  client: ServiceClient,
  { rotation: { names, origin }, users }: Pick<StepParts, 'rotation' | 'users'>,
  except: number | null,
): Promise<Outcome<null>> => {
  if (names.length === 0) return succeed(null)
  const keys = await workingKeys(client)
  if (!keys.ok) return keys
  for (const orphan of keys.value.filter(({ id, name }) => id !== except && names.includes(name))) {
    const using = await users.beginning(origin, orphan.prefix)
    if (!using.ok) return using
    const archived = using.value.length > 0 ? succeed(null) : await archiveWith(client, orphan.id)
    if (!archived.ok) return archived
  }
  return succeed(null)
}

/** How often a key that must be dead is tried, and the pause between, in milliseconds. */
const tries = 10
const pause = 500

/** Waits until the service answers 401 to a key. */
export const proveDead = async (client: ServiceClient, wait: (ms: number) => Promise<void>): Promise<Outcome<null>> => {
  for (let tried = 1; ; tried += 1) {
    const answer = await workingKeys(client)
    if (!answer.ok) return answer.failure.kind === 'unauthorized' ? succeed(null) : answer
    if (tried === tries) return invalid([], 'oldKeyAlive')
    await wait(pause)
  }
}

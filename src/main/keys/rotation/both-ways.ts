import type { ApiKeySummary } from '../../../contract/api-key.ts'
import { fail, invalid, type Outcome, succeed } from '../../../contract/failure.ts'
import type { ServiceClient } from '../../service/service-client.ts'
import type { Secret } from '../../vault/secret.ts'
import { confirmChange } from '../change-key.ts'
import type { RotationKeys, Which } from './rotation-keys.ts'

/** A key that must be there. */
export const keyOf = async (keys: RotationKeys, which: Which): Promise<Outcome<Secret>> => {
  const kept = await keys.find(which)
  if (!kept.ok) return kept
  return kept.value === null ? fail({ kind: 'keychain', reason: 'missing' }) : succeed(kept.value)
}

export const workingKeys = (client: ServiceClient): Promise<Outcome<ApiKeySummary[]>> =>
  client.keys({ includeArchived: false })

/** Archives a key with another one, and believes the list alone. */
export const archiveWith = async (client: ServiceClient, apiKeyId: number): Promise<Outcome<unknown>> =>
  confirmChange(client, await client.archiveKey(apiKeyId), { id: apiKeyId, archived: true })

/** Archives what was created under these names and is nobody's: its text was lost on the way. */
export const archiveOrphans = async (
  client: ServiceClient,
  names: readonly string[],
  except: number | null,
): Promise<Outcome<null>> => {
  if (names.length === 0) return succeed(null)
  const keys = await workingKeys(client)
  if (!keys.ok) return keys
  for (const orphan of keys.value.filter(({ id, name }) => id !== except && names.includes(name))) {
    const archived = await archiveWith(client, orphan.id)
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
    if (tried === tries) return invalid(['oldKey'], 'oldKeyAlive')
    await wait(pause)
  }
}

import type { ApiKeySummary } from '../../contract/api-key.ts'
import { fail, type Failure, invalid, type Outcome, succeed } from '../../contract/failure.ts'
import type { Input } from '../../contract/operations.ts'
import type { Connections } from '../profiles/connections.ts'
import type { ServiceClient } from '../service/service-client.ts'

/** A failure after which nobody knows whether the service did what it was asked. */
const isLost = (failure: Failure): boolean => failure.kind === 'unavailable' || failure.kind === 'unreachable'

/** Lists, archives and reactivates the keys of an organization, and guards the one this app lives on. */
export const createKeyService = (connections: Connections) => {
  const everyKey = (client: ServiceClient): Promise<Outcome<ApiKeySummary[]>> => client.keys({ includeArchived: true })

  /** SECURITY: archiving the last working key locks the organization out, because an archived key cannot reactivate itself. */
  const refusal = (keys: ApiKeySummary[], key: ApiKeySummary, confirmation: string) => {
    if (keys.filter((one) => !one.archived).length === 1 && !key.archived) return invalid(['apiKeyId'], 'onlyKey')
    const confirmed = !key.usedByThisApp || confirmation.trim() === key.name.trim()
    return confirmed ? null : invalid(['confirmation'], 'confirmation', key.name)
  }

  /** What the list shows decides whether a change was made, whatever became of the answer to it. */
  const confirm = async (
    client: ServiceClient,
    changed: Outcome<null>,
    { id, archived }: Pick<ApiKeySummary, 'id' | 'archived'>,
  ): Promise<Outcome<ApiKeySummary[]>> => {
    if (!changed.ok && !isLost(changed.failure)) return changed
    const keys = await everyKey(client)
    if (!keys.ok) return changed.ok ? keys : changed
    if (keys.value.find((one) => one.id === id)?.archived === archived) return keys
    return changed.ok ? fail({ kind: 'unavailable', cause: 'wrongShape' }) : changed
  }

  /** The key in use can no longer ask: what it knew before, with this one archived, is the list. */
  const archiveOwn = async (
    client: ServiceClient,
    keys: ApiKeySummary[],
    key: ApiKeySummary,
  ): Promise<Outcome<ApiKeySummary[]>> => {
    const without = succeed(keys.map((one) => (one === key ? { ...key, archived: true } : one)))
    const archived = await client.archiveKey(key.id)
    if (archived.ok) return without
    // The second try after a lost answer is refused for the reason that the first one did its work.
    if (!isLost(archived.failure) && archived.failure.kind !== 'unauthorized') return archived
    const after = await everyKey(client)
    if (!after.ok) return after.failure.kind === 'unauthorized' ? without : archived
    return after.value.find((one) => one.id === key.id)?.archived === true ? after : archived
  }

  return {
    async list({ profileId, includeArchived }: Input<'listKeys'>): Promise<Outcome<ApiKeySummary[]>> {
      const client = await connections.client(profileId)
      return client.ok ? client.value.keys({ includeArchived }) : client
    },

    /** Archives and gives the list as the service tells it afterwards. The key this app uses needs its name typed. */
    async archive({ profileId, apiKeyId, confirmation }: Input<'archiveKey'>): Promise<Outcome<ApiKeySummary[]>> {
      const client = await connections.client(profileId)
      if (!client.ok) return client
      const keys = await everyKey(client.value)
      if (!keys.ok) return keys
      const key = keys.value.find((one) => one.id === apiKeyId)
      if (key === undefined) return fail({ kind: 'notFound', detail: '' })
      const refused = refusal(keys.value, key, confirmation)
      if (refused !== null) return refused
      if (key.usedByThisApp) return archiveOwn(client.value, keys.value, key)
      return confirm(client.value, await client.value.archiveKey(apiKeyId), { id: apiKeyId, archived: true })
    },

    /** Reactivates and gives the list as the service tells it afterwards. */
    async reactivate({ profileId, apiKeyId }: Input<'reactivateKey'>): Promise<Outcome<ApiKeySummary[]>> {
      const client = await connections.client(profileId)
      if (!client.ok) return client
      return confirm(client.value, await client.value.reactivateKey(apiKeyId), { id: apiKeyId, archived: false })
    },
  }
}

export type KeyService = ReturnType<typeof createKeyService>

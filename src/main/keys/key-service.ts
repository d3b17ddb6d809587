import type { ApiKeySummary } from '../../contract/api-key.ts'
import { fail, invalid, type Outcome } from '../../contract/failure.ts'
import type { Input } from '../../contract/operations.ts'
import type { Connections } from '../profiles/connections.ts'
import type { ServiceClient } from '../service/service-client.ts'

/** Lists, archives and reactivates the keys of an organization, and guards the one this app lives on. */
export const createKeyService = (connections: Connections) => {
  const everyKey = (client: ServiceClient): Promise<Outcome<ApiKeySummary[]>> => client.keys({ includeArchived: true })

  /** SECURITY: archiving the last working key locks the organization out, because an archived key cannot reactivate itself. */
  const refusal = (keys: ApiKeySummary[], key: ApiKeySummary, confirmation: string) => {
    if (keys.filter((one) => !one.archived).length === 1 && !key.archived) return invalid(['apiKeyId'], 'onlyKey')
    const confirmed = !key.usedByThisApp || confirmation.trim() === key.name.trim()
    return confirmed ? null : invalid(['confirmation'], 'confirmation', key.name)
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
      const archived = await client.value.archiveKey(apiKeyId)
      if (!archived.ok) return archived
      // The key in use can no longer ask: what it knew before, with this one archived, is the list.
      if (key.usedByThisApp)
        return { ok: true, value: keys.value.map((one) => (one === key ? { ...key, archived: true } : one)) }
      return everyKey(client.value)
    },

    async reactivate({ profileId, apiKeyId }: Input<'reactivateKey'>): Promise<Outcome<ApiKeySummary[]>> {
      const client = await connections.client(profileId)
      if (!client.ok) return client
      const reactivated = await client.value.reactivateKey(apiKeyId)
      return reactivated.ok ? everyKey(client.value) : reactivated
    },
  }
}

export type KeyService = ReturnType<typeof createKeyService>

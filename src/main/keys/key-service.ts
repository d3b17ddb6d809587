import type { ApiKeySummary } from '../../contract/api-key.ts'
import { fail, invalid, type Outcome, succeed } from '../../contract/failure.ts'
import type { ListedKey } from '../../contract/listed-key.ts'
import type { Input } from '../../contract/operations.ts'
import type { Connections } from '../profiles/connections.ts'
import type { ServiceClient } from '../service/service-client.ts'
import { archiveOwn, confirmChange, everyKey } from './change-key.ts'
import type { DescribeKeys, ListOwner } from './describe-keys.ts'
import type { KeyMarks } from './key-marks.ts'

export type KeyServiceParts = {
  connections: Connections
  describe: DescribeKeys
  marks: KeyMarks
  clock: () => number
  /** Who works here. */
  operator: string
}

type Place = { client: ServiceClient; owner: ListOwner }
type Subject = Place & { keys: ApiKeySummary[]; key: ApiKeySummary; listed: ListedKey }

/** SECURITY: archiving the last working key locks the organization out, because an archived key cannot reactivate itself. */
const refusalToArchive = ({ keys, key, listed }: Subject, confirmation: string) => {
  if (keys.filter((one) => !one.archived).length === 1 && !key.archived) return invalid(['apiKeyId'], 'onlyKey')
  const confirmed = !listed.usedByThisApp || confirmation.trim() === key.name.trim()
  return confirmed ? null : invalid(['confirmation'], 'confirmation', key.name)
}

/** Lists, archives and reactivates the keys of an organization, and guards those that this app lives on. */
export const createKeyService = ({ connections, describe, marks, clock, operator }: KeyServiceParts) => {
  const word = (reason: string) => ({ reason, at: new Date(clock()).toISOString(), by: operator })

  const open = async (profileId: string): Promise<Outcome<Place>> => {
    const connection = await connections.open(profileId)
    if (!connection.ok) return connection
    const client = await connections.client(profileId)
    if (!client.ok) return client
    const { origin, profile } = connection.value
    return succeed({ client: client.value, owner: { origin, name: profile.name } })
  }

  const find = async (profileId: string, apiKeyId: number): Promise<Outcome<Subject>> => {
    const place = await open(profileId)
    if (!place.ok) return place
    const keys = await everyKey(place.value.client)
    if (!keys.ok) return keys
    const listed = await describe(place.value.owner, keys.value)
    if (!listed.ok) return listed
    const key = keys.value.find((one) => one.id === apiKeyId)
    const own = listed.value.find((one) => one.id === apiKeyId)
    if (key === undefined || own === undefined) return fail({ kind: 'notFound', detail: '' })
    return succeed({ ...place.value, keys: keys.value, key, listed: own })
  }

  const told = async (owner: ListOwner, keys: Outcome<ApiKeySummary[]>): Promise<Outcome<ListedKey[]>> =>
    keys.ok ? describe(owner, keys.value) : keys

  return {
    async list({ profileId, includeArchived }: Input<'listKeys'>): Promise<Outcome<ListedKey[]>> {
      const place = await open(profileId)
      if (!place.ok) return place
      return told(place.value.owner, await place.value.client.keys({ includeArchived }))
    },

    /** Archives and gives the list as the service tells it afterwards. A key that this app uses needs its name typed. */
    async archive({ profileId, apiKeyId, ...input }: Input<'archiveKey'>): Promise<Outcome<ListedKey[]>> {
      const subject = await find(profileId, apiKeyId)
      if (!subject.ok) return subject
      const { client, owner, keys, key } = subject.value
      const refused = refusalToArchive(subject.value, input.confirmation)
      if (refused !== null) return refused
      if (input.compromised !== null) {
        // Written first: that a key may be in other hands stays true, whatever becomes of the request.
        const mark = { compromised: word(input.compromised), reactivated: null }
        const marked = await marks.write(owner.origin, key, mark)
        // A disk that takes nothing must not keep a key alive that is in other hands.
        if (!marked.ok && marked.failure.kind !== 'storage') return marked
      }
      if (key.usedByThisApp) return told(owner, await archiveOwn(client, keys, key))
      const changed = await client.archiveKey(apiKeyId)
      return told(owner, await confirmChange(client, changed, { id: apiKeyId, archived: true }))
    },

    /** Reactivates and gives the list as the service tells it afterwards; a compromised key keeps its mark, with the reason. */
    async reactivate({ profileId, apiKeyId, reason }: Input<'reactivateKey'>): Promise<Outcome<ListedKey[]>> {
      const subject = await find(profileId, apiKeyId)
      if (!subject.ok) return subject
      const { client, owner, listed } = subject.value
      if (listed.mark !== null) {
        if (reason === '') return invalid(['reason'], 'keyReason')
        const marked = await marks.write(owner.origin, listed, { ...listed.mark, reactivated: word(reason) })
        if (!marked.ok) return marked
      }
      const changed = await client.reactivateKey(apiKeyId)
      return told(owner, await confirmChange(client, changed, { id: apiKeyId, archived: false }))
    },
  }
}

export type KeyService = ReturnType<typeof createKeyService>

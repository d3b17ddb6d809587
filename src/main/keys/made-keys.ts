import { invalid, type Outcome, succeed } from '../../contract/failure.ts'
import type { KeyCreation } from '../../contract/key-operations.ts'
import type { Input } from '../../contract/operations.ts'
import type { Profile, ServiceProfile } from '../../contract/profile.ts'
import type { Connections } from '../profiles/connections.ts'
import type { CreatedKey } from '../service/wire-keys.ts'
import type { Secret } from '../vault/secret.ts'
import { everyKey } from './change-key.ts'
import type { DescribeKeys } from './describe-keys.ts'
import { type KeyNamer, suggestName } from './name-key.ts'

export type MadeKeysParts = KeyNamer & {
  connections: Connections
  describe: DescribeKeys
  createUuid: () => string
  /** Saves a key as a profile, once the service has taken it. */
  saveProfile: (
    profile: Pick<ServiceProfile, 'name' | 'color' | 'custody' | 'origin'>,
    key: Secret,
  ) => Promise<Outcome<Profile>>
  /** Both leave this process by the system's own calls, which may refuse. */
  copy: (key: Secret) => Promise<Outcome<null>>
  show: (name: string, key: Secret) => Promise<Outcome<null>>
  clipboardSeconds: number
}

type Held = { origin: string; made: CreatedKey }

const gone = invalid([], 'keyGone')

const namesAt = async (connections: Connections, profileId: string): Promise<Outcome<string[]>> => {
  const client = await connections.client(profileId)
  if (!client.ok) return client
  const keys = await everyKey(client.value)
  return keys.ok ? succeed(keys.value.map(({ name }) => name)) : keys
}

/**
 * Makes keys and holds their text until it is let go: no clock takes away what can be seen only once. SECURITY: the page
 * gets a name for it and nothing more.
 */
export const createMadeKeys = (parts: MadeKeysParts) => {
  const { connections, describe } = parts
  const held = new Map<string, Held>()

  const hold = (origin: string, made: CreatedKey): KeyCreation => {
    const madeId = parts.createUuid()
    held.set(madeId, { origin, made })
    return { step: 'made', madeId, apiKeyId: made.id, name: made.name, prefix: made.prefix }
  }

  const create = async (profileId: string, name: string): Promise<Outcome<KeyCreation>> => {
    const connection = await connections.open(profileId)
    if (!connection.ok) return connection
    const client = await connections.client(profileId)
    if (!client.ok) return client
    const { origin, profile } = connection.value
    const created = await client.value.createKey(name)
    if (created.ok) return succeed(hold(origin, created.value))
    const { failure } = created
    if (created.made === 'no') return { ok: false, failure }
    const listed = created.made === 'yes' ? await describe({ origin, name: profile.name }, [created.orphan]) : null
    const orphan = listed?.ok === true ? listed.value[0] : undefined
    return succeed(orphan ? { step: 'orphan', failure, orphan } : { step: 'unclear', failure, name })
  }

  return {
    async suggestName({ profileId }: Input<'suggestKeyName'>): Promise<Outcome<{ name: string }>> {
      const names = await namesAt(connections, profileId)
      return names.ok ? succeed({ name: suggestName(parts, names.value) }) : names
    },

    /** Creates a key under a name that no other has: a lost answer is looked up by it. */
    async create({ profileId, name }: Input<'createKey'>): Promise<Outcome<KeyCreation>> {
      const names = await namesAt(connections, profileId)
      if (!names.ok) return names
      return names.value.includes(name) ? invalid(['name'], 'keyNameTaken', name) : create(profileId, name)
    },

    async copy({ madeId }: Input<'copyMadeKey'>): Promise<Outcome<{ seconds: number }>> {
      const one = held.get(madeId)
      if (one === undefined) return gone
      const copied = await parts.copy(one.made.key)
      return copied.ok ? succeed({ seconds: parts.clipboardSeconds }) : copied
    },

    async reveal({ madeId }: Input<'revealMadeKey'>): Promise<Outcome<Record<string, never>>> {
      const one = held.get(madeId)
      if (one === undefined) return gone
      const shown = await parts.show(one.made.name, one.made.key)
      return shown.ok ? succeed({}) : shown
    },

    async save({ madeId, ...profile }: Input<'saveMadeKey'>): Promise<Outcome<Profile>> {
      const one = held.get(madeId)
      return one === undefined ? gone : parts.saveProfile({ ...profile, origin: one.origin }, one.made.key)
    },

    drop({ madeId }: Input<'dropMadeKey'>): Outcome<Record<string, never>> {
      held.delete(madeId)
      return succeed({})
    },

    stop: () => held.clear(),
  }
}

export type MadeKeys = ReturnType<typeof createMadeKeys>

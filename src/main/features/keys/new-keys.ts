import { invalid, type Outcome, succeed } from '../../../contract/failure.ts'
import type { Delivery, KeyCreation, NewKey as ShownKey, SavedKey } from '../../../contract/key.ts'
import type { Input, Output } from '../../../contract/operations.ts'
import { localDay } from '../../../domain/local-day.ts'
import { listAllKeys } from '../../service/keys.ts'
import type { CreatedKey } from '../../service/wire/organization.ts'
import type { Secret } from '../../vault/secret.ts'
import { clipboardSeconds, type SecretExport } from '../../vault/secret-export.ts'
import type { Connections } from '../profiles/connections.ts'
import type { NewProfile } from '../profiles/index.ts'

/** What the name of a new key consists of: who created it, where and when. */
type KeyNamer = { computer: string; operator: string; clock: () => number }

type NewKeysDeps = KeyNamer & {
  connections: Connections
  createUuid: () => string
  addProfile: (profile: NewProfile, key: Secret) => Promise<Outcome<Output<'addProfile'>>>
  rememberKey: (key: Secret) => void
  secretExport: SecretExport
}

/** A created key. `received`: the last way in which the user received it, other than a profile. */
type NewKey = {
  profileId: string
  origin: string
  created: CreatedKey
  received: 'copied' | 'shown' | null
  saved: SavedKey | null
}

const notFound = invalid([], 'newKeyExpired')

/**
 * Creates keys and keeps each one until it is discarded, without a time limit, because the service returns a key only
 * once. SECURITY: the page receives an ID, never the key.
 */
export const createNewKeys = (deps: NewKeysDeps) => {
  const { connections, addProfile, secretExport } = deps
  const newKeys = new Map<string, NewKey>()
  /** Creations whose response was lost, until the page has shown the result. */
  const lost = new Map<string, Pick<ShownKey, 'profileId' | 'creation'>>()
  /** Creations whose result is not known yet. */
  const creating = new Set<Promise<unknown>>()
  /** Discarded keys that were on the clipboard then: the user may paste them until it is cleared. */
  const discardedCopies = new WeakSet<Secret>()
  /** True if the user has no copy of the key, as far as is known. A key that left the clipboard may not be pasted. */
  const isLosable = ({ created, received, saved }: NewKey): boolean =>
    saved?.keyStorage !== 'keychain' &&
    (received === null || (received === 'copied' && !secretExport.isCopied(created.key)))

  /** True if the user may have no copy of the key once the app has quit and cleared the clipboard. */
  const isLostOnQuit = ({ received, saved }: NewKey): boolean =>
    saved?.keyStorage !== 'keychain' && received !== 'shown'

  const deliveryOf = ({ created, received }: NewKey): Delivery | null => {
    if (received === null) return null
    if (received === 'shown') return { what: 'revealed' }
    return secretExport.isCopied(created.key) ? { what: 'copied', seconds: clipboardSeconds } : { what: 'cleared' }
  }

  const namesOf = async (profileId: string): Promise<Outcome<string[]>> => {
    const client = await connections.client(profileId)
    if (!client.ok) return client
    const keys = await listAllKeys(client.value)
    return keys.ok ? succeed(keys.value.map(({ name }) => name)) : keys
  }

  const create = async (profileId: string, name: string): Promise<Outcome<KeyCreation>> => {
    const connection = await connections.open(profileId)
    if (!connection.ok) return connection
    const client = await connections.client(profileId)
    if (!client.ok) return client
    const { origin } = connection.value
    const created = await client.value.createKey(name)
    const newKeyId = deps.createUuid()
    if (created.ok) {
      deps.rememberKey(created.value.key)
      newKeys.set(newKeyId, { profileId, origin, created: created.value, received: null, saved: null })
      return succeed(toCreation(newKeyId, created.value))
    }
    const { failure } = created
    if (created.made === 'no') return { ok: false, failure }
    const creation: KeyCreation =
      created.made === 'yes'
        ? // No profile can use this key, because only the lost response contained it.
          {
            step: 'orphan',
            newKeyId,
            failure,
            orphan: { ...created.orphan, usedByThisApp: false, usedBy: [], maybeUsedBy: [], mark: null },
          }
        : { step: 'unclear', newKeyId, failure, name }
    lost.set(newKeyId, { profileId, creation })
    return succeed(creation)
  }

  return {
    operations: {
      async suggestKeyName({ profileId }: Input<'suggestKeyName'>): Promise<Outcome<{ name: string }>> {
        const names = await namesOf(profileId)
        return names.ok ? succeed({ name: suggestName(deps, names.value) }) : names
      },

      /** The name must be unique, because it identifies the key if the response is lost. */
      async createKey({ profileId, name }: Input<'createKey'>): Promise<Outcome<KeyCreation>> {
        const names = await namesOf(profileId)
        if (!names.ok) return names
        if (names.value.includes(name)) return invalid(['name'], 'keyNameTaken', name)
        const creation = create(profileId, name)
        creating.add(creation)
        return creation.finally(() => creating.delete(creation))
      },

      async listNewKeys(): Promise<Outcome<ShownKey[]>> {
        // The page may have been loaded again while a key was being created.
        await Promise.allSettled(creating)
        const made = [...newKeys].map(([newKeyId, newKey]) => {
          const { profileId, created, saved } = newKey
          return { profileId, creation: toCreation(newKeyId, created), delivery: deliveryOf(newKey), saved }
        })
        return succeed([...made, ...[...lost.values()].map((one) => ({ ...one, delivery: null, saved: null }))])
      },

      async copyNewKey({ newKeyId }: Input<'copyNewKey'>): Promise<Outcome<Output<'copyNewKey'>>> {
        const newKey = newKeys.get(newKeyId)
        if (newKey === undefined) return notFound
        const { name, key } = newKey.created
        const copied = await secretExport.copy(key)
        if (!copied.ok) return copied
        newKey.received = 'copied'
        return succeed({ seconds: clipboardSeconds, name })
      },

      async revealNewKey({ newKeyId }: Input<'revealNewKey'>): Promise<Outcome<Output<'revealNewKey'>>> {
        const newKey = newKeys.get(newKeyId)
        if (newKey === undefined) return notFound
        const { name, key } = newKey.created
        const shown = await secretExport.show({ kind: 'key', name }, key)
        if (!shown.ok) return shown
        const { isCopied } = shown.value
        newKey.received = isCopied ? 'copied' : (newKey.received ?? 'shown')
        return succeed({ name, seconds: isCopied ? clipboardSeconds : null })
      },

      async saveNewKey({ newKeyId, ...profile }: Input<'saveNewKey'>): Promise<Outcome<Output<'saveNewKey'>>> {
        const newKey = newKeys.get(newKeyId)
        if (newKey === undefined) return notFound
        const { origin, created } = newKey
        const added = await addProfile({ ...profile, origin, unchecked: false }, created.key)
        if (!added.ok) return added
        const { name } = added.value.profile
        if (newKey.saved?.keyStorage !== 'keychain') newKey.saved = { profile: name, keyStorage: profile.keyStorage }
        return succeed({ profile: added.value.profile, name: created.name })
      },

      async discardNewKey(input: Input<'discardNewKey'>): Promise<Outcome<Output<'discardNewKey'>>> {
        if (!input.isConfirmed) await secretExport.check()
        const newKey = newKeys.get(input.newKeyId)
        if (!input.isConfirmed && newKey !== undefined && isLosable(newKey)) return succeed({ isDiscarded: false })
        newKeys.delete(input.newKeyId)
        lost.delete(input.newKeyId)
        if (!input.isConfirmed && newKey !== undefined && isLostOnQuit(newKey)) discardedCopies.add(newKey.created.key)
        return succeed({ isDiscarded: true })
      },
    },
    /** Counts the keys that may be lost if the app quits now. */
    countLosable: (): number =>
      creating.size +
      [...newKeys.values()].filter(isLostOnQuit).length +
      secretExport.copied().filter((key) => discardedCopies.has(key)).length,
    stop: () => {
      newKeys.clear()
      lost.clear()
    },
  }
}

const toCreation = (newKeyId: string, { id: apiKeyId, name, prefix }: CreatedKey): KeyCreation => ({
  step: 'made',
  newKeyId,
  apiKeyId,
  name,
  prefix,
})

/** Suggests a name for a new key: computer, user, day, and a number if the name is taken. */
const suggestName = ({ computer, operator, clock }: KeyNamer, taken: readonly string[]): string => {
  const base = `${computer} ${operator} ${localDay(clock())}`.slice(0, 90)
  const names = new Set(taken)
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? base : `${base} (${n})`
    if (!names.has(name)) return name
  }
}

/**
 * Returns the suggested name with eight letters from a UUID, so that no one else uses it. The log masks seven digits
 * after a date, because they may be a phone number.
 */
export const uniqueKeyName = (namer: KeyNamer, uuid: string): string => {
  const letters = uuid.slice(0, 8).replaceAll(/\d/g, (digit) => 'ghjkmnpqrs'.charAt(Number(digit)))
  return `${suggestName(namer, [])} ${letters}`
}

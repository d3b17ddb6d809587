import { fail, type Outcome, succeed } from '../../contract/failure.ts'
import type { Profile, ProfileCheck } from '../../contract/profile.ts'
import type { ServiceClient } from '../service/service-client.ts'
import type { KeyVault } from '../vault/key-vault.ts'
import { createSecret, type Secret, secretIsKey } from '../vault/secret.ts'
import { mayConnect, type OriginRules } from './origin.ts'
import type { ProfileBook } from './profile-book.ts'

/** Where a profile's questions go and with which key. Nothing in it tells practice from an organization. */
export type Connection = { origin: string; key: Secret }

/** Starts the practice service of a profile if it is not running, and says where it listens and with which key. */
export type OpenPractice = (profileId: string) => Promise<Outcome<{ origin: string; key: string }>>

export type Connections = {
  open(profileId: string): Promise<Outcome<Connection & { profile: Profile }>>
  client(profileId: string): Promise<Outcome<ServiceClient>>
  /** Asks the service whether it is up and whether it knows the key. */
  check(connection: Connection): Promise<Outcome<ProfileCheck>>
}

export type ConnectionsParts = {
  book: ProfileBook
  vault: KeyVault
  openPractice: OpenPractice
  createClient: (connection: Connection) => ServiceClient
  rules: OriginRules
}

export const createConnections = ({
  book,
  vault,
  openPractice,
  createClient,
  rules,
}: ConnectionsParts): Connections => {
  const connect = async (profile: Profile): Promise<Outcome<Connection>> => {
    if (profile.kind === 'practice') {
      const practice = await openPractice(profile.id)
      return practice.ok ? succeed({ origin: practice.value.origin, key: createSecret(practice.value.key) }) : practice
    }
    // SECURITY: a runtime out of support never carries a far organization's key, and a policy holds for old profiles too.
    if (!mayConnect(profile.origin, rules)) return fail({ kind: 'unreachable', cause: 'policy' })
    const { id, origin, custody } = profile
    const key = await vault.get({ profileId: id, origin, custody })
    if (!key.ok) return key
    // Somebody else's text under our name: sent as a key it would break the request, or say what it should not.
    return secretIsKey(key.value) ? succeed({ origin, key: key.value }) : fail({ kind: 'keychain', reason: 'missing' })
  }

  const open: Connections['open'] = async (profileId) => {
    const profile = await book.find(profileId)
    if (!profile.ok) return profile
    const connection = await connect(profile.value)
    return connection.ok ? succeed({ ...connection.value, profile: profile.value }) : connection
  }

  return {
    open,
    async client(profileId) {
      const connection = await open(profileId)
      return connection.ok ? succeed(createClient(connection.value)) : connection
    },
    async check(connection) {
      const client = createClient(connection)
      const health = await client.health()
      if (!health.ok) return health
      const account = await client.account()
      // An older service has no account page; that says nothing about the key, and the list of agents does.
      const fallback = !account.ok && account.failure.kind === 'notFound' ? await client.agents() : null
      if (fallback !== null && !fallback.ok) return fallback
      if (!account.ok && fallback === null) return account
      const { version, milliseconds } = health.value
      return succeed({ version, milliseconds, account: account.ok ? account.value : null })
    },
  }
}

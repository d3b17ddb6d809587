import type { Health } from '../../../contract/app-status.ts'
import { fail, type Failure, invalid, type IssueCode, type Outcome, succeed } from '../../../contract/failure.ts'
import type { Profile, ProfileCheck } from '../../../contract/profile.ts'
import type { Runtime } from '../../app/runtime.ts'
import type { ServiceClient } from '../../service/client.ts'
import type { KeyVault } from '../../vault/vault.ts'
import { createSecret, type Secret, secretIsKey } from '../../vault/secret.ts'
import { createOutdatedHealth } from './outdated-health.ts'
import type { ProfileStore } from './profile-store.ts'
import { isLoopback, isOnLan } from '../../../domain/origin.ts'
import { plainHost } from '../../lib/service-origin.ts'
import type { Storage } from '../../storage/storage.ts'
import { type RefusedKey, refusedKeysSchema } from '../../../contract/person.ts'
import { parseJson } from '../../../domain/json.ts'

/**
 * Where a profile's requests are sent, and with which key. It does not distinguish practice from a real organization.
 * `onKeyAnswer` and `onUnreachable` are missing for a key that is not, or not yet, the profile's.
 */
export type Connection = {
  origin: string
  key: Secret
  onKeyAnswer?: (isAccepted: boolean) => void
  onUnreachable?: () => void
}

/** Starts a profile's practice service if it is not running, and returns its origin and key. */
type OpenPractice = (profileId: string) => Promise<Outcome<{ origin: string; key: string }>>

export type Connections = {
  open(profileId: string): Promise<Outcome<Connection & { profile: Profile }>>
  client(profileId: string): Promise<Outcome<ServiceClient>>
  /**
   * Reads the key of each profile that was not opened yet, because a profile that isn't selected may send no request for
   * days. Stops at the first failure of the keychain other than a missing key.
   */
  readKeys(): Promise<void>
  /** Checks whether the service of a profile is up. */
  health(profileId: string): Promise<Outcome<Health>>
  /** Checks whether the service is up and accepts the key. */
  check(connection: Connection): Promise<Outcome<ProfileCheck>>
}

type KeychainReason = NonNullable<RefusedKey['unreadable']>

/** Returns what to invoke with what happens to the key that the profile has now. */
export type WatchKey = (profileId: string) => {
  /** Records a response of the service to the key. */
  answered: (isAccepted: boolean) => void
  /** Records why the key couldn't be read; null if it was read. */
  read: (unreadable: KeychainReason | null) => void
}

type ConnectionsDeps = Pick<Runtime, 'announce' | 'monotonic'> & {
  profiles: ProfileStore
  vault: KeyVault
  practice: { open: OpenPractice }
  createClient: (connection: Connection) => ServiceClient
  watchKey: WatchKey
  rules: OriginRules
}

export const createConnections = (deps: ConnectionsDeps): Connections => {
  const { profiles, vault, practice, createClient, watchKey, rules } = deps
  /** The profiles whose key was read, or couldn't be read. */
  const openedIds = new Set<string>()
  const outdatedHealth = createOutdatedHealth(deps)

  const connect = async (profile: Profile): Promise<Outcome<Connection>> => {
    if (profile.kind === 'practice') {
      const started = await practice.open(profile.id)
      return started.ok ? succeed({ origin: started.value.origin, key: createSecret(started.value.key) }) : started
    }
    // SECURITY: an unsupported runtime never sends a remote organization's key, and a policy also applies to existing
    // profiles.
    if (!mayConnect(profile.origin, rules)) return fail({ kind: 'unreachable', cause: 'policy' })
    const { id, origin, keyStorage } = profile
    const key = await vault.get({ profileId: id, origin, keyStorage })
    if (!key.ok) return key
    // SECURITY: another program may have stored something else under Rundesk's name, which must not be sent.
    return secretIsKey(key.value) ? succeed({ origin, key: key.value }) : fail({ kind: 'keychain', reason: 'missing' })
  }

  const open: Connections['open'] = async (profileId) => {
    const profile = await profiles.find(profileId)
    if (!profile.ok) return profile
    // Before the key is read, because it may be replaced at any time.
    const watch = watchKey(profileId)
    const connection = await connect(profile.value)
    openedIds.add(profileId)
    if (connection.ok) {
      watch.read(null)
      const onKeyAnswer = (isAccepted: boolean): void => {
        watch.answered(isAccepted)
        outdatedHealth.answered(profileId)
      }
      const onUnreachable = (): void => outdatedHealth.unreachable(profileId)
      return succeed({ ...connection.value, onKeyAnswer, onUnreachable, profile: profile.value })
    }
    if (connection.failure.kind === 'keychain') watch.read(connection.failure.reason)
    return connection
  }

  return {
    open,
    async client(profileId) {
      const connection = await open(profileId)
      return connection.ok ? succeed(createClient(connection.value)) : connection
    },
    async readKeys() {
      const listed = await profiles.list()
      for (const { id, kind } of listed.ok ? listed.value.profiles : []) {
        if (kind !== 'service' || openedIds.has(id)) continue
        const opened = await open(id)
        const reason = keychainReason(opened)
        // Each further read would ask the user again, also after a canceled prompt, or, if the keychain hangs, delay a
        // call's read by up to 9.5 s.
        if (reason !== null && reason !== 'missing') return
      }
    },
    async health(profileId) {
      const connection = await open(profileId)
      const health = connection.ok ? await healthOf(createClient(connection.value)) : connection
      outdatedHealth.checked(profileId, health.ok)
      return health
    },
    async check(connection) {
      const client = createClient(connection)
      const health = await healthOf(client)
      if (!health.ok) return health
      const account = await client.account()
      // An older service has no account endpoint, so the list of agents proves that the key works.
      const fallback = !account.ok && isMissing(account.failure) ? await client.agents() : null
      // A server with neither endpoint is a different server that happens to respond to health requests.
      if (fallback !== null && !fallback.ok)
        return isMissing(fallback.failure) ? fail({ kind: 'unavailable', cause: 'otherServer' }) : fallback
      if (!account.ok && fallback === null) return account
      const { version, milliseconds } = health.value
      return succeed({ version, milliseconds, account: account.ok ? account.value : null })
    },
  }
}

/** Returns whether the server does not have the path of a request. */
const isMissing = (failure: Failure): boolean =>
  failure.kind === 'notFound' || (failure.kind === 'unavailable' && failure.cause === 'otherServer')

/** Reads the health; fails with `otherServer` if the response is not from the service. */
const healthOf = async (client: Pick<ServiceClient, 'health'>): Promise<Outcome<Health>> => {
  const health = await client.health()
  return health.ok || !isFromOtherServer(health.failure) ? health : fail({ kind: 'unavailable', cause: 'otherServer' })
}

/**
 * Returns whether a failed health request reached a different server: the service never refuses this request or changes
 * its format.
 */
const isFromOtherServer = (failure: Failure): boolean =>
  ['unauthorized', 'forbidden', 'notFound', 'refused', 'invalid'].includes(failure.kind) ||
  (failure.kind === 'unavailable' && ['notJson', 'wrongShape', 'otherServer'].includes(failure.cause))

const refuse = (code: IssueCode, words?: string) => invalid(['origin'], code, words)

/**
 * Returns whether a path is one that users often paste along with an origin: that of the API, its health page or the
 * dashboard.
 */
const isKnownPath = (pathname: string): boolean => /^\/?(api(\/v1)?(\/health)?)?\/?$/.test(pathname)

const withScheme = (text: string): string => (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`)

const schemeIssue = (url: URL, plainHttpOnLan: boolean): ReturnType<typeof refuse> | null => {
  if (url.protocol === 'https:') return null
  if (url.protocol !== 'http:') return refuse('originScheme', url.protocol.replace(':', ''))
  // SECURITY: over plain http, a key can be intercepted on the network; loopback does not use the network.
  return isLoopback(url.hostname) || (plainHttpOnLan && isOnLan(url.hostname))
    ? null
    : refuse('originPlainHttp', url.host)
}

/**
 * Parses a pasted address into an origin: `https://host[:port]`, or `http` for loopback and, if the policy allows it,
 * the local network. Drops `/api/v1`, trailing slashes and a trailing dot; rejects other paths, queries, credentials
 * and schemes.
 */
export const readOrigin = (text: string, plainHttpOnLan = false): Outcome<string> => {
  const trimmed = text.trim()
  if (trimmed === '') return refuse('required')
  if (/\s/.test(trimmed) || !URL.canParse(withScheme(trimmed))) return refuse('origin')
  const url = new URL(withScheme(trimmed))
  url.hostname = plainHost(url.hostname)
  if (url.username !== '' || url.password !== '') return refuse('originCredentials')
  const issue = schemeIssue(url, plainHttpOnLan)
  if (issue) return issue
  if (url.hostname === '') return refuse('origin')
  if (url.search !== '' || url.hash !== '' || !isKnownPath(url.pathname))
    return refuse('originPath', url.pathname + url.search)
  return succeed(url.origin)
}

export const isLoopbackOrigin = (origin: string): boolean => isLoopback(new URL(origin).hostname)

/** This computer's additional rules for origins. */
export type OriginRules = {
  /** True for an unsupported runtime, which may connect only to this computer. */
  trialRuntime: boolean
  /** Whether the policy allows an origin, and keys over plain http on the local network. */
  allows: (origin: string) => boolean
  plainHttpOnLan: () => boolean
}

/** Parses an origin and checks that this computer may connect to it. */
export const readAllowedOrigin = (text: string, rules: OriginRules): Outcome<string> => {
  const origin = readOrigin(text, rules.plainHttpOnLan())
  if (!origin.ok) return origin
  if (rules.trialRuntime && !isLoopbackOrigin(origin.value)) return refuse('originTrialRuntime', origin.value)
  return rules.allows(origin.value) ? origin : refuse('originNotAllowed', origin.value)
}

/** Returns whether the app may still connect to a saved origin. */
export const mayConnect = (origin: string, { trialRuntime, allows }: OriginRules): boolean =>
  (!trialRuntime || isLoopbackOrigin(origin)) && allows(origin)

/** A practice service; starting it again returns the one that is already running. */
type PracticeServer = { start(): Promise<{ origin: string; key: string }>; stop(): Promise<void> }

/** Creates a practice service whose run IDs start at `firstRunId`. */
export type CreatePracticeServer = (firstRunId: number) => PracticeServer

/** The first run ID of a new profile. */
const firstRunId = 48_001

/** Runs one practice service per practice profile on loopback, from its first request until the app quits. */
export const createPracticeServers = (
  createServer: CreatePracticeServer,
  storage: Pick<Storage, 'run'>,
): { open: OpenPractice; close(): Promise<void> } => {
  const servers = new Map<string, Promise<Outcome<PracticeServer>>>()

  /** Every session starts with new data, but run IDs continue, so that no two runs in the history have the same ID. */
  const prepare = async (profileId: string): Promise<Outcome<PracticeServer>> => {
    const highest = await storage.run('highestRunId', { profileId })
    if (!highest.ok) return highest
    return succeed(createServer(Math.max(firstRunId, (highest.value ?? 0) + 1)))
  }

  const serverOf = async (profileId: string): Promise<Outcome<PracticeServer>> => {
    const pending = servers.get(profileId) ?? prepare(profileId)
    servers.set(profileId, pending)
    const server = await pending
    if (!server.ok) servers.delete(profileId)
    return server
  }

  return {
    async open(profileId) {
      const server = await serverOf(profileId)
      if (!server.ok) return server
      try {
        return succeed(await server.value.start())
      } catch {
        // Only the loopback port can fail here.
        return fail({ kind: 'unreachable', cause: 'other' })
      }
    },
    async close() {
      const open = await Promise.all(servers.values())
      for (const server of open) if (server.ok) await server.value.stop()
    },
  }
}

const refusedKeysSetting = 'refused-keys'

type RefusedKeysDeps = Pick<Runtime, 'clock' | 'announce'> & {
  storage: Pick<Storage, 'run'>
  profiles: Pick<ProfileStore, 'find'>
  /** Invoked when the service accepts a key that it had rejected. */
  onKeyWorks: (profileId: string) => void
  /** Invoked each time the service rejects the profile's key, or the key can't be read. */
  onKeyFailed: (profileId: string, reason: 'keyRefused' | 'keyUnreadable') => void
}

/**
 * Tracks the profiles whose key the service rejected or that can't be read. Rejections are kept across restarts, because
 * a profile that is not selected may send no request for days. A profile is removed after a later success or when it
 * gets another key. A response is attributed only to the key that was sent, because a call's response may arrive minutes
 * after the key was replaced.
 */
export const createRefusedKeys = (deps: RefusedKeysDeps) => {
  const { storage, profiles, clock, announce, onKeyWorks, onKeyFailed } = deps
  const refused = new Map<string, string>()
  // Not stored, because each process reads the keys again.
  const unread = new Map<string, RefusedKey>()
  const readAgain = new Set<string>()
  const replacements = new Map<string, number>()
  let loading: Promise<void> | null = null

  const replacementsOf = (profileId: string): number => replacements.get(profileId) ?? 0

  const load = async (): Promise<void> => {
    const text = await storage.run('readSetting', { name: refusedKeysSetting })
    const stored = refusedKeysSchema.safeParse(parseJson((text.ok ? text.value : null) ?? '')).data ?? []
    for (const { profileId, at } of stored) {
      const profile = await profiles.find(profileId)
      // The mark of a practice profile is about the key of an earlier process: each one starts with a new key.
      if (!profile.ok || profile.value.kind !== 'practice') refused.set(profileId, at)
    }
  }
  const loaded = (): Promise<void> => (loading ??= load())

  const list = (): RefusedKey[] => [...refused].map(([profileId, at]) => ({ profileId, at }))

  const setRefused = async (profileId: string, isRefused: boolean): Promise<void> => {
    await loaded()
    // A later rejection keeps the time of the first one.
    if (isRefused === refused.has(profileId)) return
    if (isRefused) refused.set(profileId, new Date(clock()).toISOString())
    else refused.delete(profileId)
    announce('peopleChanged', {})
    // If this fails, the mark is only unknown after a restart, until the profile's next request.
    await storage.run('writeSetting', { name: refusedKeysSetting, value: JSON.stringify(list()) })
  }

  const setUnread = (profileId: string, unreadable: KeychainReason | null): void => {
    const known = unread.get(profileId)
    if (unreadable === null) readAgain.delete(profileId)
    if ((known?.unreadable ?? null) === unreadable) return
    // Another key fails now, so the keychain may have been locked again. A key that fails each time doesn't show that.
    if (known === undefined && unreadable !== 'missing') readAgain.clear()
    if (unreadable === null) unread.delete(profileId)
    else unread.set(profileId, { profileId, at: known?.at ?? new Date(clock()).toISOString(), unreadable })
    announce('peopleChanged', {})
  }

  const watchKey: WatchKey = (profileId) => {
    const replaced = replacementsOf(profileId)
    const isCurrent = (): boolean => replaced === replacementsOf(profileId)
    return {
      answered(isAccepted) {
        if (!isCurrent()) return
        // Read before the stored marks are loaded: only work that this process stopped needs to resume.
        const wasRefused = refused.has(profileId)
        void setRefused(profileId, !isAccepted)
        if (wasRefused && isAccepted) onKeyWorks(profileId)
        if (!isAccepted) onKeyFailed(profileId, 'keyRefused')
      },
      read(unreadable) {
        if (!isCurrent()) return
        setUnread(profileId, unreadable)
        if (unreadable !== null) onKeyFailed(profileId, 'keyUnreadable')
      },
    }
  }

  return {
    watchKey,
    /** Returns each profile once. A key that can't be read comes before an earlier rejection of it. */
    list: async (): Promise<RefusedKey[]> => {
      await loaded()
      return [...list().filter(({ profileId }) => !unread.has(profileId)), ...unread.values()]
    },
    /**
     * Returns the profiles whose key may be readable now that the keychain works again. Returns each only once until its
     * key was read or another key fails, because a read may open a prompt and then block all others for ten seconds.
     */
    takeUnread(): string[] {
      const mayWork = [...unread.values()].filter(({ unreadable }) => unreadable !== 'missing')
      const due = mayWork.map(({ profileId }) => profileId).filter((profileId) => !readAgain.has(profileId))
      for (const profileId of due) readAgain.add(profileId)
      return due
    },
    /** Invoked when a profile is removed, or has another key that the service has accepted. */
    forget(profileId: string): void {
      replacements.set(profileId, replacementsOf(profileId) + 1)
      setUnread(profileId, null)
      void setRefused(profileId, false)
    },
  }
}

export type RefusedKeys = ReturnType<typeof createRefusedKeys>

/** Returns why the keychain did not return a key; null after any other result. */
export const keychainReason = (opened: Outcome<unknown>) =>
  !opened.ok && opened.failure.kind === 'keychain' ? opened.failure.reason : null

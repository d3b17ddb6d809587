import type { KeychainStatus } from '../../contract/app-status.ts'
import { fail, type Failure, invalid, type IssueCode, type Outcome, succeed } from '../../contract/failure.ts'
import type { KeyStorage } from '../../contract/profile.ts'
import {
  createVaultProcesses,
  type KeychainOperation,
  keychainMilliseconds,
  quick,
  type SpawnVault,
  type VaultMessage,
  type VaultProcesses,
  type VaultResult,
} from './child.ts'
import { createSessionStore, createVaultHandler, type KeyStore } from './key-store.ts'
import { createSecret, openSecret, type Secret } from './secret.ts'

/** The `profileId` of the entry that contains the proxy password instead of a key. */
export const proxyPasswordOwner = 'proxy'

/** Identifies a key by profile and origin, so that a key is never sent to another origin. */
export type VaultEntry = { profileId: string; origin: string; keyStorage: KeyStorage }

/** Stores keys. Only `get` returns a Secret. A missing key is a failure with its reason, never an empty value. */
export type KeyVault = {
  get(entry: VaultEntry): Promise<Outcome<Secret>>
  /** Stores the key, reads it back and compares. Rejects a string that a keychain cannot store completely. */
  set(entry: VaultEntry, secret: Secret): Promise<Outcome<null>>
  delete(entry: VaultEntry): Promise<Outcome<null>>
  status(): Promise<KeychainStatus>
  close(): void
}

type KeychainReason = Extract<Failure, { kind: 'keychain' }>['reason']

/** Creates the vault on top of its processes. Every method resolves before their deadline. */
export const createKeyVault = ({ startOperation, monotonic, close }: VaultProcesses): KeyVault => {
  /**
   * A locked keyring reports that nothing is stored. Writing a harmless string shows whether that is true. The write
   * may open an unlock dialog, so it is skipped if the user has just closed one; `locked` may then also mean "missing".
   */
  const whyNothing = async (
    operation: KeychainOperation,
    keyStorage: KeyStorage,
    startedAt: number,
  ): Promise<KeychainReason> => {
    if (keyStorage === 'session') return 'missing'
    if (monotonic() - startedAt > quick) return 'locked'
    const probe = await operation.request({ operation: 'probe' })
    return probe.ok ? 'missing' : reasonOf(probe)
  }

  const readText = async (operation: KeychainOperation, entry: VaultEntry): Promise<Outcome<string>> => {
    const startedAt = monotonic()
    const result = await operation.request({ operation: 'get', store: entry.keyStorage, account: accountOf(entry) })
    if (!result.ok) return refuse(reasonOf(result))
    return result.text === null
      ? refuse(await whyNothing(operation, entry.keyStorage, startedAt))
      : succeed(result.text)
  }

  return {
    async get(entry) {
      const text = await readText(startOperation(), entry)
      if (!text.ok) return text
      // Another program may have stored a string that Rundesk could not have stored.
      return storageFault(text.value) === null ? succeed(createSecret(text.value)) : refuse('missing')
    },

    async set(entry, secret) {
      const text = openSecret(secret)
      const fault = storageFault(text)
      if (fault !== null) return invalid(['key'], fault)
      const operation = startOperation()
      const account = accountOf(entry)
      const stored = await operation.request({ operation: 'set', store: entry.keyStorage, account, text })
      if (!stored.ok) return refuse(reasonOf(stored))
      const back = await readText(operation, entry)
      if (!back.ok) return back
      return back.value === text ? succeed(null) : refuse('unavailable')
    },

    async delete(entry) {
      const operation = startOperation()
      const startedAt = monotonic()
      const result = await operation.request({
        operation: 'delete',
        store: entry.keyStorage,
        account: accountOf(entry),
      })
      if (!result.ok) return refuse(reasonOf(result))
      if (result.found) return succeed(null)
      const reason = await whyNothing(operation, entry.keyStorage, startedAt)
      return reason === 'missing' ? succeed(null) : refuse(reason)
    },

    async status() {
      const result = await startOperation().request({ operation: 'reach' })
      return result.ok ? { usable: true } : { usable: false, reason: reasonOf(result) }
    },

    close,
  }
}

const accountOf = ({ profileId, origin }: VaultEntry): string => `${profileId} ${origin}`

const reasonOf = (result: Exclude<VaultResult, { ok: true }>): KeychainReason =>
  result.fault === 'died' ? 'unavailable' : result.fault

const refuse = (reason: KeychainReason): { ok: false; failure: Failure } => fail({ kind: 'keychain', reason })

/** Maximum size of a secret that Windows can store, in UTF-8 bytes. */
const maxBytes = 2_560

const storageRules: readonly [isBroken: (text: string) => boolean, code: IssueCode][] = [
  // keytar rejects empty strings, silently truncates strings at NUL, and changes lone surrogates.
  [(text) => text === '', 'required'],
  [(text) => !text.isWellFormed() || /[\u0000-\u001f\u007f]/.test(text), 'keyCharacter'],
  [(text) => text.length > maxBytes || Buffer.byteLength(text) > maxBytes, 'keyLong'],
]

/**
 * Returns why a keychain cannot store a string: it is empty, contains control characters, or is too long. Null if it
 * can be stored.
 */
const storageFault = (text: string): IssueCode | null => storageRules.find(([isBroken]) => isBroken(text))?.[1] ?? null

/** How long a key is cached, in milliseconds. */
const cacheMilliseconds = 60_000

/**
 * Wraps a vault so that a key is cached for a minute: reading from a keychain takes milliseconds, and reconciliation
 * reads a key every few seconds. A key that is stored or deleted is dropped immediately. Failures are not cached.
 */
export const cacheKeys = ({
  vault,
  monotonic,
  after,
}: {
  vault: KeyVault
  /** A monotonic clock in milliseconds. */
  monotonic: () => number
  after: (milliseconds: number, action: () => void) => unknown
}): KeyVault => {
  const cached = new Map<string, { key: Secret; until: number }>()
  const pending = new Map<string, Promise<Outcome<Secret>>>()

  const drop = (entry: VaultEntry): void => {
    cached.delete(nameOf(entry))
    pending.delete(nameOf(entry))
  }

  const add = (name: string, key: Secret): void => {
    cached.set(name, { key, until: monotonic() + cacheMilliseconds })
    // SECURITY: drops the key even if it is not read again. `until` also covers the time during which the computer
    // sleeps.
    after(cacheMilliseconds, () => cached.get(name)?.key === key && cached.delete(name))
  }

  /** Concurrent reads share one request, so that the user unlocks the keychain only once. */
  const readOnce = (entry: VaultEntry): Promise<Outcome<Secret>> => {
    const name = nameOf(entry)
    const before = pending.get(name)
    if (before !== undefined) return before
    const reading = vault.get(entry).then((key) => {
      // If a key was stored or deleted during the read, this one may be outdated, so it is returned but not cached.
      if (pending.get(name) !== reading) return key
      pending.delete(name)
      if (key.ok) add(name, key.value)
      return key
    })
    pending.set(name, reading)
    return reading
  }

  const changing = async (entry: VaultEntry, change: Promise<Outcome<null>>): Promise<Outcome<null>> => {
    drop(entry)
    const changed = await change
    // Drops it again, because a concurrent read may have cached the old key.
    drop(entry)
    return changed
  }

  return {
    async get(entry) {
      for (const [name, { until }] of cached) if (until <= monotonic()) cached.delete(name)
      const known = cached.get(nameOf(entry))
      return known === undefined ? readOnce(entry) : succeed(known.key)
    },
    set: (entry, secret) => changing(entry, vault.set(entry, secret)),
    delete: (entry) => changing(entry, vault.delete(entry)),
    status: () => vault.status(),
    close() {
      cached.clear()
      vault.close()
    },
  }
}

const nameOf = ({ profileId, origin, keyStorage }: VaultEntry): string => [profileId, origin, keyStorage].join(' ')

/**
 * Wraps a vault to report when it works again after a failure, that is, when the keychain was unlocked. A missing key
 * is not a failure of the vault. Keys for this session are ignored, because they work without the keychain. `status` is
 * not used, because it may be good even while keys are locked.
 */
export const watchVault = (vault: KeyVault, onUsableAgain: () => void): KeyVault => {
  let hasFailed = false

  const observe = <T>({ keyStorage }: VaultEntry, outcome: Outcome<T>): Outcome<T> => {
    if (keyStorage === 'session') return outcome
    if (!outcome.ok) {
      hasFailed ||= outcome.failure.kind === 'keychain' && outcome.failure.reason !== 'missing'
      return outcome
    }
    const hadFailed = hasFailed
    hasFailed = false
    if (hadFailed) onUsableAgain()
    return outcome
  }

  return {
    get: async (entry) => observe(entry, await vault.get(entry)),
    set: async (entry, secret) => observe(entry, await vault.set(entry, secret)),
    delete: (entry) => vault.delete(entry),
    status: () => vault.status(),
    close: () => vault.close(),
  }
}

/** Runs the code of the vault's child process inside this process with the given stores. */
const createInlineLink =
  (keychain: KeyStore): SpawnVault =>
  () => {
    const handle = createVaultHandler({ keychain, session: createSessionStore() })
    const messages: ((message: VaultMessage) => void)[] = []
    const exits: (() => void)[] = []
    const send = (message: VaultMessage): void => messages.forEach((listener) => listener(message))
    queueMicrotask(() => send({ ready: true }))
    return {
      send: (request) => void handle(request).then(send),
      onMessage: (listener) => void messages.push(listener),
      onExit: (listener) => void exits.push(listener),
      kill: () => exits.splice(0).forEach((listener) => listener()),
    }
  }

/** Creates a vault in this process. Its keys are lost with the process unless a store is given. */
export const createMemoryVault = (
  keychain: KeyStore = createSessionStore(),
  deadlineMilliseconds = keychainMilliseconds,
): KeyVault => createKeyVault(createVaultProcesses({ spawn: createInlineLink(keychain), deadlineMilliseconds }))

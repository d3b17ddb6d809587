import type { ApiKeySummary } from '../../contract/key.ts'
import { fail, type Failure, type Outcome, succeed } from '../../contract/failure.ts'
import type { Secret } from '../vault/secret.ts'
import type { Requests } from './retry.ts'
import { type CreatedKey, createdKeySchema, keysShape } from './wire/organization.ts'
import { shapeOf } from './wire/common.ts'

/** The specification leaves open whether these paths have the prefix; the running service uses it. */
const keyPaths = { prefixed: '/api/v1/user/api-keys', bare: '/user/api-keys' } as const

export type KeyPathKind = keyof typeof keyPaths

/** Stores which key path an origin uses. */
export type KeyPathMemory = {
  read(): Promise<KeyPathKind | null>
  save(kind: KeyPathKind): Promise<void>
}

export type ApiKeys = {
  /** Sorted by id: the service's own order changes with every use. */
  keys(filter: { includeArchived: boolean }): Promise<Outcome<ApiKeySummary[]>>
  /** The request is sent only once. If the response is lost, the key is found by its name, which must be unique. */
  createKey(name: string): Promise<KeyCreation>
  /** After a transient failure, only the list shows whether the key was archived. */
  archiveKey(apiKeyId: number): Promise<Outcome<null>>
  /** After a transient failure, only the list shows whether the key was reactivated. */
  reactivateKey(apiKeyId: number): Promise<Outcome<null>>
  /** Returns the key path of this service, determined with a GET if it is not known yet. */
  keyPath(): Promise<Outcome<KeyPathKind>>
}

/** Returns whether the path is wrong: for the list itself, a 404 has no other meaning. */
const isMissingRoute = (failure: Failure): boolean =>
  failure.kind === 'notFound' || (failure.kind === 'unavailable' && failure.cause === 'otherServer')

type ApiKeysDeps = {
  requests: Requests
  key: Secret
  wait: (milliseconds: number) => Promise<void>
  /** If absent, the path is remembered only for the lifetime of this client. */
  paths?: KeyPathMemory | undefined
}

/**
 * Creates the key operations. The key path is determined with a GET, stored, and determined again if the service
 * changes it.
 */
export const createApiKeys = ({ requests, key, wait, paths }: ApiKeysDeps): ApiKeys => {
  // Created when the first list is read, so that calls do not wait for it.
  let shape: ReturnType<typeof keysShape> | null = null
  let known: KeyPathKind | null = null

  const knownPath = async (): Promise<KeyPathKind | null> => {
    if (known === null && paths !== undefined) known = await paths.read()
    return known
  }

  const listAt = async (kind: KeyPathKind, includeArchived: boolean, once: boolean) => {
    const query = { include_archived: String(includeArchived) }
    const keys = await requests.read({ path: keyPaths[kind], query, list: true, once }, (shape ??= keysShape(key)))
    if (!keys.ok) return keys
    if (known !== kind) await paths?.save(kind)
    known = kind
    return succeed(keys.value.toSorted((one, other) => one.id - other.id))
  }

  const list = async (includeArchived: boolean, once = false): Promise<Outcome<ApiKeySummary[]>> => {
    const likely = (await knownPath()) ?? 'prefixed'
    const keys = await listAt(likely, includeArchived, once)
    if (keys.ok || !isMissingRoute(keys.failure)) return keys
    const other = await listAt(likely === 'prefixed' ? 'bare' : 'prefixed', includeArchived, once)
    // If both are missing, return the result of the more likely one.
    return !other.ok && isMissingRoute(other.failure) ? keys : other
  }

  /** SECURITY: a request that changes keys is sent only to a path that a list has confirmed. */
  const findPath = async (): Promise<Outcome<KeyPathKind>> => {
    const remembered = await knownPath()
    if (remembered !== null) return succeed(remembered)
    const found = await list(false)
    return found.ok ? succeed(known ?? 'prefixed') : found
  }

  const atPath = async <T>(send: (path: string) => Promise<Outcome<T>>): Promise<Outcome<T>> => {
    const kind = await findPath()
    return kind.ok ? send(keyPaths[kind.value]) : kind
  }

  return {
    keys: ({ includeArchived }) => list(includeArchived),
    createKey: (name) =>
      createKeyOnce(name, {
        create: () =>
          atPath((path) =>
            requests.create('createKey', { path, bringsKey: true }, { name }, shapeOf(createdKeySchema)),
          ),
        list: ({ once }) => list(false, once),
        wait,
      }),
    archiveKey: (apiKeyId) => atPath((path) => requests.change('archiveKey', { path: `${path}/${apiKeyId}` })),
    reactivateKey: (apiKeyId) =>
      atPath((path) => requests.change('reactivateKey', { path: `${path}/${apiKeyId}/reactivate` })),
    keyPath: findPath,
  }
}

/**
 * Why there is no new key. `made` says whether the service created one anyway: `no`, `yes` (an orphan, whose key is
 * lost; show it and offer to archive it), or `unknown` if the list could not be read.
 */
type KeyNotCreated =
  | { ok: false; failure: Failure; made: 'no' | 'unknown' }
  | { ok: false; failure: Failure; made: 'yes'; orphan: ApiKeySummary }

type KeyCreation = { ok: true; value: CreatedKey } | KeyNotCreated

/**
 * Delays before the list is read, in milliseconds: a request whose response was lost may still be completed shortly
 * afterwards.
 */
const listDelays = [0, 1_000, 3_000]

type CreateKeyDeps = {
  create: () => Promise<Outcome<CreatedKey>>
  /** The active keys; `once` disables retries. */
  list: (options: { once: boolean }) => Promise<Outcome<ApiKeySummary[]>>
  wait: (milliseconds: number) => Promise<void>
}

/** Creates a key. If the response is lost, finds the key by name among those that did not exist before. */
const createKeyOnce = async (name: string, { create, list, wait }: CreateKeyDeps): Promise<KeyCreation> => {
  const before = await list({ once: false })
  if (!before.ok) return { ...before, made: 'no' }
  const created = await create()
  if (created.ok) return created
  const { failure } = created
  // Any other failure proves that the service did not create a key.
  if (failure.kind !== 'unavailable') return { ...created, made: 'no' }
  const earlier = new Set(before.value.map((key) => key.id))
  let isListed = false
  for (const delay of listDelays) {
    if (delay > 0) await wait(delay)
    const keys = await list({ once: true })
    isListed = keys.ok
    if (!keys.ok) continue
    const [orphan, ...others] = keys.value.filter((key) => key.name === name && !earlier.has(key.id))
    // With two new keys of that name, either could have been created by this request.
    if (others.length > 0) return { ok: false, failure, made: 'unknown' }
    if (orphan !== undefined) return { ok: false, failure, made: 'yes', orphan }
  }
  return { ok: false, failure, made: isListed ? 'no' : 'unknown' }
}

/** Returns whether the service may have made the change despite the failure. */
const mayHaveChanged = (failure: Failure): boolean => failure.kind === 'unavailable' || failure.kind === 'unreachable'

const unconfirmed = (failure: Failure): Outcome<never> => ({ ...fail(failure), unconfirmed: true })

export const listAllKeys = (client: Pick<ApiKeys, 'keys'>): Promise<Outcome<ApiKeySummary[]>> =>
  client.keys({ includeArchived: true })

type KeyChange = Pick<ApiKeySummary, 'id' | 'archived'>

const withChange = (keys: ApiKeySummary[], { id, archived }: KeyChange): ApiKeySummary[] =>
  keys.map((one) => (one.id === id ? { ...one, archived } : one))

/**
 * Returns the list after a change. The list shows whether the change was made, even if the response was lost. If the
 * service made the change and the list can't be read, updates the `earlier` list; without one, fails.
 */
export const confirmKeyChange = async (
  client: Pick<ApiKeys, 'keys'>,
  changed: Outcome<null>,
  change: KeyChange,
  earlier: ApiKeySummary[] | null,
): Promise<Outcome<ApiKeySummary[]>> => {
  if (!changed.ok && !mayHaveChanged(changed.failure)) return changed
  const keys = await listAllKeys(client)
  if (keys.ok && keys.value.find((one) => one.id === change.id)?.archived === change.archived) return keys
  if (!changed.ok) return unconfirmed(changed.failure)
  if (keys.ok) return unconfirmed({ kind: 'unavailable', cause: 'wrongShape' })
  return earlier === null ? keys : succeed(withChange(earlier, change))
}

/** Archives the key that the client itself uses. It cannot list keys afterwards, so the earlier list is updated. */
export const archiveOwnKey = async (
  client: Pick<ApiKeys, 'keys' | 'archiveKey'>,
  keys: ApiKeySummary[],
  key: ApiKeySummary,
): Promise<Outcome<ApiKeySummary[]>> => {
  const updated = succeed(withChange(keys, { id: key.id, archived: true }))
  const archived = await client.archiveKey(key.id)
  if (archived.ok) return updated
  // If the response was lost, the retry is unauthorized if the first attempt archived the key.
  if (!mayHaveChanged(archived.failure) && archived.failure.kind !== 'unauthorized') return archived
  const after = await listAllKeys(client)
  if (!after.ok && after.failure.kind === 'unauthorized') return updated
  const isArchived = after.ok && after.value.find((one) => one.id === key.id)?.archived === true
  return isArchived ? after : unconfirmed(archived.failure)
}

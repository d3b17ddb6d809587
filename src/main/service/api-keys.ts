import type { ApiKeySummary } from '../../contract/api-key.ts'
import { type Failure, type Outcome, succeed } from '../../contract/failure.ts'
import type { Secret } from '../vault/secret.ts'
import type { AskService } from './ask-service.ts'
import { createCreateKey, type KeyCreation } from './create-key.ts'
import { createdKeySchema, keysSchema } from './wire-keys.ts'

/** The specification leaves open whether these paths carry the prefix; the service that runs has it. */
export const keyPaths = { prefixed: '/api/v1/user/api-keys', bare: '/user/api-keys' } as const

export type KeyPathKind = keyof typeof keyPaths

/** What is known about an origin's key paths from earlier questions; kept by whoever hands it in. */
export type KeyPathMemory = {
  recall(): Promise<KeyPathKind | null>
  learn(kind: KeyPathKind): Promise<void>
}

export type ApiKeys = {
  /** Sorted by id: the service's own order changes with every use. */
  keys(which: { includeArchived: boolean }): Promise<Outcome<ApiKeySummary[]>>
  /** Sent once, never again: when its answer is lost, the key is looked up by its name, which must be nobody else's. */
  createKey(name: string): Promise<KeyCreation>
  /** A failure that may pass says nothing about the key: the list does. */
  archiveKey(apiKeyId: number): Promise<Outcome<null>>
  /** As with `archiveKey`, the list decides when the answer is lost. */
  reactivateKey(apiKeyId: number): Promise<Outcome<null>>
  /** Under which path this service keeps its keys, found out by a GET where it is not known yet. */
  keyPath(): Promise<Outcome<KeyPathKind>>
}

/** A list has nothing that could be missing but itself, whatever words a service finds for that. */
const isMissingRoute = (failure: Failure): boolean => failure.kind === 'notFound'

const otherThan = (kind: KeyPathKind): KeyPathKind => (kind === 'prefixed' ? 'bare' : 'prefixed')

export type ApiKeysParts = {
  ask: AskService
  key: Secret
  wait: (milliseconds: number) => Promise<void>
  /** Without one, what is found out lasts as long as this client. */
  paths?: KeyPathMemory | undefined
}

/**
 * Makes the key operations. Which path the service has is found out by a GET and remembered; a service that has moved
 * them since is found out anew.
 */
export const createApiKeys = ({ ask, key, wait, paths }: ApiKeysParts): ApiKeys => {
  // Made when keys are first asked for: a call on its way out has no time for it.
  let schema: ReturnType<typeof keysSchema> | null = null
  let known: KeyPathKind | null = null

  const recall = async (): Promise<KeyPathKind | null> => {
    if (known === null && paths !== undefined) known = await paths.recall()
    return known
  }

  const listAt = async (kind: KeyPathKind, includeArchived: boolean, once: boolean) => {
    const query = { include_archived: String(includeArchived) }
    const keys = await ask.read({ path: keyPaths[kind], query, list: true, once }, (schema ??= keysSchema(key)))
    if (!keys.ok) return keys
    if (known !== kind) await paths?.learn(kind)
    known = kind
    return succeed(keys.value.toSorted((one, other) => one.id - other.id))
  }

  const list = async (includeArchived: boolean, once = false): Promise<Outcome<ApiKeySummary[]>> => {
    const likely = (await recall()) ?? 'prefixed'
    const keys = await listAt(likely, includeArchived, once)
    if (keys.ok || !isMissingRoute(keys.failure)) return keys
    const other = await listAt(otherThan(likely), includeArchived, once)
    // Neither is there: what the likely one said is what there is to tell.
    return !other.ok && isMissingRoute(other.failure) ? keys : other
  }

  /** SECURITY: nothing that changes keys is sent on the chance of a path: a list has told the path first. */
  const findPath = async (): Promise<Outcome<KeyPathKind>> => {
    const remembered = await recall()
    if (remembered !== null) return succeed(remembered)
    const found = await list(false)
    return found.ok ? succeed(known ?? 'prefixed') : found
  }

  const atPath = async <T>(act: (path: string) => Promise<Outcome<T>>): Promise<Outcome<T>> => {
    const kind = await findPath()
    return kind.ok ? act(keyPaths[kind.value]) : kind
  }

  return {
    keys: ({ includeArchived }) => list(includeArchived),
    createKey: createCreateKey({
      create: (name) =>
        atPath((path) => ask.create('createKey', { path, bringsKey: true }, { name }, createdKeySchema)),
      list: ({ once }) => list(false, once),
      wait,
    }),
    archiveKey: (apiKeyId) => atPath((path) => ask.act('archiveKey', { path: `${path}/${apiKeyId}` })),
    reactivateKey: (apiKeyId) => atPath((path) => ask.act('reactivateKey', { path: `${path}/${apiKeyId}/reactivate` })),
    keyPath: findPath,
  }
}

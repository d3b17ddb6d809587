import type { ApiKeySummary } from '../../contract/api-key.ts'
import { type Failure, type Outcome, succeed } from '../../contract/failure.ts'
import type { Secret } from '../vault/secret.ts'
import type { AskService } from './ask-service.ts'
import { createCreateKey, type KeyCreation } from './create-key.ts'
import { createdKeySchema, keysSchema } from './wire-keys.ts'

/** The specification leaves open whether these paths carry the prefix; the service that runs has it. */
const roots = { prefixed: '/api/v1/user/api-keys', bare: '/user/api-keys' } as const

export type ApiKeys = {
  /** Sorted by id: the service's own order changes with every use. */
  keys(which: { includeArchived: boolean }): Promise<Outcome<ApiKeySummary[]>>
  /** Sent once, never again: when its answer is lost, the key is looked up by its name, which must be nobody else's. */
  createKey(name: string): Promise<KeyCreation>
  /** A failure that may pass says nothing about the key: the list does. */
  archiveKey(apiKeyId: number): Promise<Outcome<null>>
  /** As with `archiveKey`, the list decides when the answer is lost. */
  reactivateKey(apiKeyId: number): Promise<Outcome<null>>
}

/** A list has nothing that could be missing but itself, whatever words a service finds for that. */
const isMissingRoute = (failure: Failure): boolean => failure.kind === 'notFound'

/** Makes the key operations; which prefix the service has is found out by a GET and remembered, so nothing else is ever asked twice. */
export const createApiKeys = (ask: AskService, key: Secret, wait: (milliseconds: number) => Promise<void>): ApiKeys => {
  // Made when keys are first asked for: a call on its way out has no time for it.
  let schema: ReturnType<typeof keysSchema> | null = null
  let known: string | null = null

  const list = async (root: string, includeArchived: boolean, once = false): Promise<Outcome<ApiKeySummary[]>> => {
    const query = { include_archived: String(includeArchived) }
    const keys = await ask.read({ path: root, query, list: true, once }, (schema ??= keysSchema(key)))
    if (!keys.ok) return keys
    known = root
    return succeed(keys.value.toSorted((one, other) => one.id - other.id))
  }

  const find = async (includeArchived: boolean): Promise<Outcome<ApiKeySummary[]>> => {
    const keys = await list(roots.prefixed, includeArchived)
    return !keys.ok && isMissingRoute(keys.failure) ? list(roots.bare, includeArchived) : keys
  }

  /** SECURITY: nothing that changes keys is sent on the chance of a path: the list tells the path first. */
  const atRoot = async <T>(act: (root: string) => Promise<Outcome<T>>): Promise<Outcome<T>> => {
    const found = known === null ? await find(false) : null
    if (found !== null && !found.ok) return found
    return act(known ?? roots.prefixed)
  }

  const listNow = (includeArchived: boolean, once = false) =>
    known === null ? find(includeArchived) : list(known, includeArchived, once)

  return {
    keys: ({ includeArchived }) => listNow(includeArchived),
    createKey: createCreateKey({
      create: (name) =>
        atRoot((root) => ask.create('createKey', { path: root, bringsKey: true }, { name }, createdKeySchema)),
      list: ({ once }) => listNow(false, once),
      wait,
    }),
    archiveKey: (apiKeyId) => atRoot((root) => ask.act('archiveKey', { path: `${root}/${apiKeyId}` })),
    reactivateKey: (apiKeyId) => atRoot((root) => ask.act('reactivateKey', { path: `${root}/${apiKeyId}/reactivate` })),
  }
}

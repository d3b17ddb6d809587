import type { ApiKeySummary } from '../../contract/api-key.ts'
import { type Failure, type Outcome, succeed } from '../../contract/failure.ts'
import type { Secret } from '../vault/secret.ts'
import type { AskService } from './ask-service.ts'
import { type CreatedKey, createdKeySchema, keysSchema } from './wire-keys.ts'

/** The specification leaves open whether these paths carry the prefix; the service that runs has it. */
const roots = { prefixed: '/api/v1/user/api-keys', bare: '/user/api-keys' } as const

export type ApiKeys = {
  /** Sorted by id: the service's own order changes with every use. */
  keys(which: { includeArchived: boolean }): Promise<Outcome<ApiKeySummary[]>>
  /** Sent once, never again: when its answer is lost, look the key up by its name. */
  createKey(name: string): Promise<Outcome<CreatedKey>>
  archiveKey(apiKeyId: number): Promise<Outcome<null>>
  reactivateKey(apiKeyId: number): Promise<Outcome<null>>
}

/** The framework's own text for a route it does not have; a missing key reads differently. */
const isMissingRoute = (failure: Failure): boolean => failure.kind === 'notFound' && failure.detail === 'Not Found'

/** Makes the key operations; which prefix the service has is found out by a GET and remembered, so nothing else is ever asked twice. */
export const createApiKeys = (ask: AskService, key: Secret): ApiKeys => {
  const schema = keysSchema(key)
  let known: string | null = null

  const list = async (root: string, includeArchived: boolean): Promise<Outcome<ApiKeySummary[]>> => {
    const query = { include_archived: String(includeArchived) }
    const keys = await ask.read({ path: root, query, list: true }, schema)
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

  return {
    keys: ({ includeArchived }) => (known === null ? find(includeArchived) : list(known, includeArchived)),
    createKey: (name) => atRoot((root) => ask.create({ path: root }, { name }, createdKeySchema)),
    archiveKey: (apiKeyId) => atRoot((root) => ask.act('DELETE', { path: `${root}/${apiKeyId}` })),
    reactivateKey: (apiKeyId) => atRoot((root) => ask.act('PUT', { path: `${root}/${apiKeyId}/reactivate` })),
  }
}

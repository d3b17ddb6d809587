import { describe, expect, it } from 'vitest'
import type { ApiKeySummary } from '../../../src/contract/api-key.ts'
import { fail, type Failure, type Outcome, succeed } from '../../../src/contract/failure.ts'
import { createKeyService } from '../../../src/main/keys/key-service.ts'
import type { Connections } from '../../../src/main/profiles/connections.ts'
import type { ServiceClient } from '../../../src/main/service/service-client.ts'
import { aClient } from '../service/a-client.ts'

const aKey = (id: number, change: Partial<ApiKeySummary> = {}): ApiKeySummary => ({
  id,
  name: `Key ${id}`,
  prefix: `dgr_000${id}`,
  archived: false,
  createdAt: null,
  lastUsedAt: null,
  archivedAt: null,
  usedByThisApp: false,
  ...change,
})
const own = aKey(1, { usedByThisApp: true })
const other = aKey(2)
const archived = (key: ApiKeySummary) => ({ ...key, archived: true })

const cut: Failure = { kind: 'unavailable', cause: 'cut' }
const unauthorized: Failure = { kind: 'unauthorized', detail: 'Invalid or expired API key' }
const profileId = '01JD0000000000000000000000'

/** A service whose change ends as said and whose lists follow each other. */
const keysOf = (change: Outcome<null>, lists: Outcome<ApiKeySummary[]>[]) => {
  let listed = 0
  const client: ServiceClient = {
    ...aClient('http://127.0.0.1:1'),
    keys: async () => lists[Math.min(listed++, lists.length - 1)] ?? fail(cut),
    archiveKey: async () => change,
    reactivateKey: async () => change,
  }
  const unused = () => Promise.reject(new Error('not asked for'))
  const connections: Connections = { client: async () => succeed(client), open: unused, check: unused }
  return createKeyService(connections)
}
const archive = (change: Outcome<null>, lists: Outcome<ApiKeySummary[]>[], key = other) =>
  keysOf(change, [succeed([own, other]), ...lists]).archive({ profileId, apiKeyId: key.id, confirmation: key.name })
const reactivate = (change: Outcome<null>, lists: Outcome<ApiKeySummary[]>[]) =>
  keysOf(change, lists).reactivate({ profileId, apiKeyId: other.id })

const done = succeed(null)
const lost = fail(cut)
const after = succeed([own, archived(other)])
const before = succeed([own, other])

describe('archiving a key', () => {
  it.each([
    ['answered, and the list shows it', done, after, after],
    ['answered, and the list shows the contrary', done, before, fail({ kind: 'unavailable', cause: 'wrongShape' })],
    ['answered, and the list cannot be read', done, lost, lost],
    ['lost, and the list shows it', lost, after, after],
    ['lost, and the list shows that it was not done', lost, before, lost],
    ['lost, and the list cannot be read', lost, fail(unauthorized), lost],
    ['refused', fail({ kind: 'notFound', detail: 'API key not found' }), after, undefined],
  ])('%s', async (_name, change, list, expected) => {
    expect(await archive(change, [list])).toEqual(expected ?? change)
  })
})

describe('archiving the key in use', () => {
  const gone = succeed([archived(own), other])
  it.each([
    ['answered', done, lost, gone],
    ['lost, and the key is refused from then on', lost, fail(unauthorized), gone],
    ['lost, sent again and refused, as is the list', fail(unauthorized), fail(unauthorized), gone],
    ['lost, and the list can still be read', lost, before, lost],
    ['lost, and nobody can tell', lost, lost, lost],
    ['refused', fail({ kind: 'forbidden', detail: '' }), before, undefined],
  ])('%s', async (_name, change, list, expected) => {
    expect(await archive(change, [list], own)).toEqual(expected ?? change)
  })
})

describe('reactivating a key', () => {
  it.each([
    ['answered, and the list shows it', done, before, before],
    ['lost, and the list shows it', lost, before, before],
    ['lost, and the list shows that it was not done', lost, after, lost],
    ['refused', fail({ kind: 'notFound', detail: '' }), before, undefined],
  ])('%s', async (_name, change, list, expected) => {
    expect(await reactivate(change, [list])).toEqual(expected ?? change)
  })
})

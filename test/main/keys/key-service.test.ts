import { describe, expect, it } from 'vitest'
import type { ApiKeySummary } from '../../../src/contract/api-key.ts'
import { fail, type Failure, type Outcome, succeed } from '../../../src/contract/failure.ts'
import { createDescribeKeys } from '../../../src/main/keys/describe-keys.ts'
import type { KeyMarks } from '../../../src/main/keys/key-marks.ts'
import { createKeyService } from '../../../src/main/keys/key-service.ts'
import { acme } from '../../support/fake-desk/fake-world.ts'
import type { Connections } from '../../../src/main/profiles/connections.ts'
import type { KeyUsers } from '../../../src/main/profiles/key-users.ts'
import type { ServiceClient } from '../../../src/main/service/service-client.ts'
import { createSecret } from '../../../src/main/vault/secret.ts'
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

const noUsers: KeyUsers = { named: async () => [], having: async () => succeed([]), beginning: async () => succeed([]) }
const marks: KeyMarks = { read: async () => succeed([]), write: async () => succeed(null) }
/** A list as an admin sees it: this profile's name beside its own key. */
const asListed = (keys: ApiKeySummary[]) =>
  keys.map((key) => ({ ...key, usedBy: key.usedByThisApp ? [acme.name] : [], mark: null }))
const told = (outcome: Outcome<ApiKeySummary[]>) => (outcome.ok ? succeed(asListed(outcome.value)) : outcome)

/** A service whose change ends as said and whose lists follow each other. */
const keysOf = (change: Outcome<null>, lists: Outcome<ApiKeySummary[]>[]) => {
  let listed = 0
  const client: ServiceClient = {
    ...aClient('http://127.0.0.1:1'),
    keys: async () => lists[Math.min(listed++, lists.length - 1)] ?? fail(cut),
    archiveKey: async () => change,
    reactivateKey: async () => change,
  }
  const connections: Connections = {
    client: async () => succeed(client),
    open: async () => succeed({ origin: 'http://127.0.0.1:1', key: createSecret('dgr_0001rest'), profile: acme }),
    check: () => Promise.reject(new Error('not asked for')),
  }
  const parts = { connections, describe: createDescribeKeys({ users: noUsers, marks }), marks }
  return createKeyService({ ...parts, clock: () => 0, operator: 'ana' })
}
const archive = (change: Outcome<null>, lists: Outcome<ApiKeySummary[]>[], key = other) =>
  keysOf(change, [succeed([own, other]), ...lists]).archive({
    profileId,
    apiKeyId: key.id,
    confirmation: key.name,
    compromised: null,
  })
const before = succeed([own, other])
const reactivate = (change: Outcome<null>, lists: Outcome<ApiKeySummary[]>[]) =>
  keysOf(change, [before, ...lists]).reactivate({ profileId, apiKeyId: other.id, reason: '' })

const done = succeed(null)
const lost = fail(cut)
const after = succeed([own, archived(other)])

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
    expect(await archive(change, [list])).toEqual(told(expected ?? fail(change.ok ? cut : change.failure)))
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
    expect(await archive(change, [list], own)).toEqual(told(expected ?? fail(change.ok ? cut : change.failure)))
  })
})

describe('reactivating a key', () => {
  it.each([
    ['answered, and the list shows it', done, before, before],
    ['lost, and the list shows it', lost, before, before],
    ['lost, and the list shows that it was not done', lost, after, lost],
    ['refused', fail({ kind: 'notFound', detail: '' }), before, undefined],
  ])('%s', async (_name, change, list, expected) => {
    expect(await reactivate(change, [list])).toEqual(told(expected ?? fail(change.ok ? cut : change.failure)))
  })
})

import { describe, expect, it } from 'vitest'
import type { ApiKeySummary, KeyMark } from '../../../../src/contract/key.ts'
import { fail, type Failure, invalid, type Outcome, succeed } from '../../../../src/contract/failure.ts'
import { createKeyList } from '../../../../src/main/features/keys/index.ts'
import { createKeyAnnotator, type KeyMarks } from '../../../../src/main/features/keys/key-marks.ts'
import type { ServiceProfile } from '../../../../src/contract/profile.ts'
import { acme } from '../../../support/fake-api/data.ts'
import type { Connections } from '../../../../src/main/features/profiles/connections.ts'
import type { KeyUsers } from '../../../../src/main/features/profiles/profile-store.ts'
import type { ServiceClient } from '../../../../src/main/service/client.ts'
import { createSecret } from '../../../../src/main/vault/secret.ts'
import { createTestClient } from '../../service/create-test-client.ts'

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

const connectionCut: Failure = { kind: 'unavailable', cause: 'cut' }
const unauthorized: Failure = { kind: 'unauthorized', detail: 'Invalid or expired API key' }
const profileId = '01JD0000000000000000000000'

const noUsers: KeyUsers = {
  readable: async () => succeed(() => ({ users: [], unreadable: [] })),
  withKey: async () => succeed([]),
  withPrefix: async () => succeed([]),
  withoutKey: async () => succeed([]),
}
const marks: KeyMarks = {
  read: async () => succeed([]),
  find: async () => succeed(null),
  write: async (_origin, _key, mark) => succeed(mark),
}
/** Returns the list, with the profile's name on its own key. */
const asListed = (keys: ApiKeySummary[]) =>
  keys.map((key) => ({ ...key, usedBy: key.usedByThisApp ? [acme.name] : [], maybeUsedBy: [], mark: null }))
const listedAs = (outcome: Outcome<ApiKeySummary[]>) => (outcome.ok ? succeed(asListed(outcome.value)) : outcome)
const archivedAs = (outcome: Outcome<ApiKeySummary[]>) =>
  outcome.ok ? succeed({ keys: asListed(outcome.value), reasonFailure: null }) : outcome

/** Sets up a service that returns this result for a change, and these lists in order. */
const keysOf = (
  change: Outcome<null>,
  lists: Outcome<ApiKeySummary[]>[],
  read = marks.read,
  write = marks.write,
  users = noUsers,
) => {
  let listed = 0
  const client: ServiceClient = {
    ...createTestClient('http://127.0.0.1:1'),
    keys: async () => lists[Math.min(listed++, lists.length - 1)] ?? fail(connectionCut),
    archiveKey: async () => change,
    reactivateKey: async () => change,
  }
  const connections: Connections = {
    client: async () => succeed(client),
    open: async () => succeed({ origin: 'http://127.0.0.1:1', key: createSecret('dgr_0001rest'), profile: acme }),
    readKeys: () => Promise.reject(new Error('not requested')),
    check: () => Promise.reject(new Error('not requested')),
    health: () => Promise.reject(new Error('not requested')),
  }
  const parts = {
    connections,
    describe: createKeyAnnotator({ read }),
    users,
    marks: { ...marks, write },
  }
  const watchKey = () => ({ answered: () => undefined, read: () => undefined })
  return createKeyList({ ...parts, watchKey, clock: () => 0, operatorName: () => 'ana' })
}
const archive = (change: Outcome<null>, lists: Outcome<ApiKeySummary[]>[], key = other) =>
  keysOf(change, [succeed([own, other]), ...lists]).archiveKey({
    profileId,
    apiKeyId: key.id,
    confirmation: key.name,
    compromised: null,
  })
const before = succeed([own, other])
const reactivate = (change: Outcome<null>, lists: Outcome<ApiKeySummary[]>[]) =>
  keysOf(change, [before, ...lists]).reactivateKey({ profileId, apiKeyId: other.id, reason: '' })

const done = succeed(null)
const lost = fail(connectionCut)
/** The result if it is unknown whether the service made the change. */
const unconfirmed = (failure: Failure) => ({ ...fail(failure), unconfirmed: true as const })
const unknown = unconfirmed(connectionCut)
const after = succeed([own, archived(other)])

describe('archiving a key', () => {
  it.each([
    ['answered, and the list shows it', done, after, after],
    [
      'answered, and the list shows the opposite',
      done,
      before,
      unconfirmed({ kind: 'unavailable', cause: 'wrongShape' }),
    ],
    ['answered, and the list cannot be read', done, lost, after],
    ['lost, and the list shows it', lost, after, after],
    ['lost, and the list shows that it was not done', lost, before, unknown],
    ['lost, and the list cannot be read', lost, fail(unauthorized), unknown],
    ['refused', fail({ kind: 'notFound', detail: 'API key not found' }), after, undefined],
  ])('%s', async (_name, change, list, expected) => {
    expect(await archive(change, [list])).toEqual(
      archivedAs(expected ?? fail(change.ok ? connectionCut : change.failure)),
    )
  })
})

describe('archiving the key in use', () => {
  const archivedList = succeed([archived(own), other])
  it.each([
    ['answered', done, lost, archivedList],
    ['lost, and the key is refused from then on', lost, fail(unauthorized), archivedList],
    ['lost, sent again and refused, as is the list', fail(unauthorized), fail(unauthorized), archivedList],
    ['lost, and the list can still be read', lost, before, unknown],
    ['lost, and the list cannot be read', lost, lost, unknown],
    ['refused', fail({ kind: 'forbidden', detail: '' }), before, undefined],
  ])('%s', async (_name, change, list, expected) => {
    expect(await archive(change, [list], own)).toEqual(
      archivedAs(expected ?? fail(change.ok ? connectionCut : change.failure)),
    )
  })
})

describe('archiving a key while another profile’s key can’t be read', () => {
  const nightly = {
    kind: 'service',
    id: '01JD0000000000000000000001',
    name: 'Nightly',
    color: 'teal',
    createdAt: '2026-11-01T08:00:00.000Z',
    origin: 'http://127.0.0.1:1',
    keyStorage: 'keychain',
    referenceName: 'rundesk_call_id',
  } as const
  const users: KeyUsers = { ...noUsers, readable: async () => succeed(() => ({ users: [], unreadable: [nightly] })) }
  const archiveWith = async (confirmation: string) => {
    const list = keysOf(done, [before, after], undefined, undefined, users)
    return list.archiveKey({ profileId, apiKeyId: other.id, confirmation, compromised: null })
  }

  it('requires the name, and lists the profile that may use it', async () => {
    const list = keysOf(done, [before], undefined, undefined, users)
    const listed = await list.listKeys({ profileId, includeArchived: true })
    expect(listed).toMatchObject(succeed([{ maybeUsedBy: ['Nightly'] }, { usedBy: [], maybeUsedBy: ['Nightly'] }]))
    expect(await archiveWith('')).toEqual(invalid(['confirmation'], 'confirmation', other.name))
    expect(await archiveWith(other.name)).toMatchObject({ ok: true })
  })

  it('leaves out a profile that is known to be of another organization', async () => {
    const organization = { id: 2, providerId: null }
    const describeKeys = createKeyAnnotator(marks)
    const listFor = async (owner: typeof organization | undefined, theirs: typeof organization | undefined) => {
      const unreadable: ServiceProfile[] = [{ ...nightly, ...(theirs === undefined ? {} : { organization: theirs }) }]
      const ofOwner = { origin: nightly.origin, id: profileId, name: acme.name, organization: owner }
      const listed = await describeKeys(ofOwner, [own], () => ({ users: [], unreadable }))
      return listed.ok ? listed.value.map(({ maybeUsedBy }) => maybeUsedBy) : listed
    }
    expect(await listFor(organization, { id: 1, providerId: null })).toEqual([[]])
    expect(await listFor(organization, organization)).toEqual([['Nightly']])
    expect(await listFor(organization, undefined)).toEqual([['Nightly']])
    expect(await listFor(undefined, organization)).toEqual([['Nightly']])
  })

  it('waits for no other key before the request if the name was typed', async () => {
    const waits: (number | undefined)[] = []
    const watched: KeyUsers = {
      ...users,
      readable: async (origin, milliseconds) => {
        waits.push(milliseconds)
        return users.readable(origin)
      },
    }
    const list = keysOf(done, [before, after], undefined, undefined, watched)
    const archiving = { profileId, apiKeyId: other.id, compromised: null }
    await list.archiveKey({ ...archiving, confirmation: '' })
    await list.archiveKey({ ...archiving, confirmation: other.name })
    expect(waits).toEqual([undefined, 0, undefined])
  })
})

describe('reactivating a key', () => {
  it.each([
    ['answered, and the list shows it', done, before, before],
    ['answered, and the list cannot be read', done, lost, before],
    ['lost, and the list shows it', lost, before, before],
    ['lost, and the list shows that it was not done', lost, after, unknown],
    ['refused', fail({ kind: 'notFound', detail: '' }), before, undefined],
  ])('%s', async (_name, change, list, expected) => {
    expect(await reactivate(change, [list])).toEqual(
      listedAs(expected ?? fail(change.ok ? connectionCut : change.failure)),
    )
  })
})

describe('a change that the list shows, after which the marks can’t be read', () => {
  const first = { reason: 'It was in a log.', at: '2026-11-21T09:14:02.000Z', by: 'ana' }
  const second = { reason: 'It was in a chat.', at: new Date(0).toISOString(), by: 'ana' }
  const key = { profileId, apiKeyId: other.id }
  /** Reads the mark of the other key once. */
  const readOnce = (mark: KeyMark): KeyMarks['read'] => {
    const stored = [succeed([{ id: other.id, prefix: other.prefix, mark }])]
    return async () => stored.shift() ?? fail({ kind: 'storage', reason: 'diskError' })
  }
  const withMark = (keys: ApiKeySummary[], mark: KeyMark) =>
    asListed(keys).map((one) => (one.id === other.id ? { ...one, mark } : one))

  it('is reported as archived, with its new mark', async () => {
    const list = keysOf(done, [before, after], readOnce({ compromised: first, reactivated: null }))
    const answer = await list.archiveKey({ ...key, confirmation: '', compromised: second.reason })
    const keys = withMark([own, archived(other)], { compromised: second, reactivated: null })
    expect(answer).toEqual(succeed({ keys, reasonFailure: null }))
  })

  it('is reported as archived, with its earlier mark, if its new mark can’t be written either', async () => {
    const failure = { kind: 'storage', reason: 'diskError' } as const
    const read = readOnce({ compromised: first, reactivated: null })
    const list = keysOf(done, [before, after], read, async () => fail(failure))
    const answer = await list.archiveKey({ ...key, confirmation: '', compromised: second.reason })
    const keys = withMark([own, archived(other)], { compromised: first, reactivated: null })
    expect(answer).toEqual(succeed({ keys, reasonFailure: failure }))
  })

  it('is unclear if the answer is lost and the list can’t be read, and says why its mark wasn’t written', async () => {
    const failure = { kind: 'storage', reason: 'diskError' } as const
    const read = readOnce({ compromised: first, reactivated: null })
    const list = keysOf(lost, [before, lost], read, async () => fail(failure))
    const answer = await list.archiveKey({ ...key, confirmation: '', compromised: second.reason })
    expect(answer).toEqual({ ...unknown, reasonFailure: failure })
  })

  it('is reported as reactivated, with its new mark', async () => {
    const list = keysOf(done, [after, before], readOnce({ compromised: first, reactivated: null }))
    const answer = await list.reactivateKey({ ...key, reason: second.reason })
    expect(answer).toEqual(succeed(withMark([own, other], { compromised: first, reactivated: second })))
  })
})

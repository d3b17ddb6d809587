import { describe, expect, it, onTestFinished } from 'vitest'
import { fail, succeed } from '../../../../src/contract/failure.ts'
import type { InitialContext } from '../../../../src/contract/initial-context.ts'
import { createStarredAgents, listRecentFields } from '../../../../src/main/features/agents/index.ts'
import { createStorage, type Storage } from '../../../../src/main/storage/storage.ts'
import { openCallingApp } from '../calls/open-calling-app.ts'
import { valueOf } from '../../../support/test-app.ts'
import { join } from 'node:path'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { storageThread } from '../../../support/thread-entries.ts'

const setUpAgents = async () => {
  const { operations, call, profileId, addProfile, draft, putForward } = await openCallingApp()
  let last = 100
  const carry = async (initialContext: InitialContext, change: { profileId?: string; agentUuid?: string } = {}) => {
    putForward(1_000)
    const { answer } = await call({ phoneNumber: `+14155550${(last += 1)}`, initialContext, ...change })
    if (!answer.ok) throw new Error(JSON.stringify(answer.failure))
    return answer.value
  }
  const recall = (agent = { profileId, agentUuid: draft().agentUuid }) => valueOf(operations.listRecentFields(agent))
  return { operations, carry, recall, addProfile, draft, profileId }
}

describe('listRecentFields', () => {
  it('returns names without values, newest call first', async () => {
    const { carry, recall } = await setUpAgents()
    await carry({ name: 'Jane', old_field: 1 })
    await carry({})
    const newest = await carry({ amount: 5, user: { first: 'Jo', tags: ['a'] }, name: 'Jim' })
    const fields = await recall()
    expect(fields.map(({ name, path, uses }) => [name, path, uses])).toEqual([
      ['amount', ['amount'], 1],
      ['user.first', ['user', 'first'], 1],
      ['user.tags', ['user', 'tags'], 1],
      ['name', ['name'], 2],
      ['old_field', ['old_field'], 1],
    ])
    expect(fields[0]?.lastUsedAt).toBe(newest.preparedAt)
    expect(JSON.stringify(fields)).not.toMatch(/Jane|Jim|Jo"/)
  })

  it('returns only fields of this agent and profile, and none of an erased person', async () => {
    const { operations, carry, recall, addProfile, draft, profileId } = await setUpAgents()
    const other = await addProfile('Other')
    await carry({ mine: 1 })
    await carry({ theirs: 1 }, { profileId: other })
    const agents = await valueOf(operations.listAgents({ profileId }))
    const another = agents[1]?.agentUuid ?? ''
    await carry({ elsewhere: 1 }, { agentUuid: another })
    const erased = await carry({ gone: 1 })
    await valueOf(operations.erasePerson({ phoneNumber: erased.phoneNumber }))
    expect((await recall()).map(({ name }) => name)).toEqual(['mine'])
    expect((await recall({ profileId: other, agentUuid: draft().agentUuid })).map(({ name }) => name)).toEqual([
      'theirs',
    ])
    expect((await recall({ profileId, agentUuid: another })).map(({ name }) => name)).toEqual(['elsewhere'])
  })

  it('returns nothing without calls, and a failure if the history cannot be read', async () => {
    const { recall } = await setUpAgents()
    expect(await recall()).toEqual([])
    const failure = fail({ kind: 'storage', reason: 'diskError' })
    const broken: Pick<Storage, 'run'> = { run: () => Promise.resolve(failure) }
    expect(await listRecentFields(broken, { profileId: 'p', agentUuid: 'a' })).toBe(failure)
  })

  it('returns at most 50 fields', async () => {
    const context = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`field_${n}`, n]))
    const sent = [{ preparedAt: '2026-11-21T11:00:00.000Z', context }]
    // Only `sentContexts` is called; the type covers all operations.
    const storage = { run: () => Promise.resolve(succeed(sent)) } as unknown as Pick<Storage, 'run'>
    expect(await valueOf(listRecentFields(storage, { profileId: 'p', agentUuid: 'a' }))).toHaveLength(50)
  })
})

const uuid = (n: number): string => `7f3c2a1e-5d4b-4c3a-9f8e-${String(n).padStart(12, '0')}`
const acme = '01K0000000000000000000ACME'
const other = '01K0000000000000000000ACM0'

const open = (folder = temporaryFolder()) => {
  const storage = createStorage({ file: join(folder, 'rundesk.db'), worker: storageThread })
  onTestFinished(() => storage.close())
  return { folder, storage, starred: createStarredAgents(storage) }
}

describe('starred agents', () => {
  it('are stored per profile in the order of starring', async () => {
    const { folder, storage, starred } = open()
    expect(await valueOf(starred.list(acme))).toEqual([])
    await valueOf(starred.star(acme, uuid(1), true))
    expect(await valueOf(starred.star(acme, uuid(2), true))).toEqual([uuid(1), uuid(2)])
    await valueOf(starred.star(other, uuid(3), true))
    await storage.close()
    const again = open(folder).starred
    expect(await valueOf(again.list(acme))).toEqual([uuid(1), uuid(2)])
    expect(await valueOf(again.star(acme, uuid(1), false))).toEqual([uuid(2)])
    expect(await valueOf(again.list(other))).toEqual([uuid(3)])
  })

  it('keep both of two agents that are starred concurrently', async () => {
    const { starred } = open()
    await Promise.all([starred.star(acme, uuid(1), true), starred.star(acme, uuid(2), true)])
    expect(await valueOf(starred.list(acme))).toEqual([uuid(1), uuid(2)])
  })

  it('drop the oldest star beyond the limit', async () => {
    const { starred } = open()
    for (let n = 0; n < 101; n += 1) await valueOf(starred.star(acme, uuid(n), true))
    const kept = await valueOf(starred.list(acme))
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([100, uuid(1), uuid(100)])
  })

  it.each(['{', '{"a":1}', '["not an Agent UUID"]'])('are empty if the stored row is %s', async (value) => {
    const { storage, starred } = open()
    await valueOf(storage.run('writeSetting', { name: `starred:${acme}`, value }))
    expect(await valueOf(starred.list(acme))).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../../src/contract/failure.ts'
import type { InitialContext } from '../../../src/contract/initial-context.ts'
import { recallFields } from '../../../src/main/agents/remembered-fields.ts'
import type { Storage } from '../../../src/main/storage/storage.ts'
import { aCallingDesk } from '../calls/a-calling-desk.ts'
import { valueOf } from '../../support/test-desk.ts'

const aDesk = async () => {
  const { ask, call, profileId, addProfile, draft, putForward } = await aCallingDesk()
  let last = 100
  const carry = async (initialContext: InitialContext, change: { profileId?: string; agentUuid?: string } = {}) => {
    putForward(1_000)
    const { answer } = await call({ phoneNumber: `+14155550${(last += 1)}`, initialContext, ...change })
    if (!answer.ok) throw new Error(JSON.stringify(answer.failure))
    return answer.value
  }
  const recall = (agent = { profileId, agentUuid: draft().agentUuid }) => valueOf(ask.recallFields(agent))
  return { ask, carry, recall, addProfile, draft, profileId }
}

describe('the fields that earlier calls carried', () => {
  it('are remembered by name, the newest call first, and never with a value', async () => {
    const { carry, recall } = await aDesk()
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

  it('are those of this agent and this profile alone, and of nobody who was erased', async () => {
    const { ask, carry, recall, addProfile, draft, profileId } = await aDesk()
    const other = await addProfile('Other')
    await carry({ mine: 1 })
    await carry({ theirs: 1 }, { profileId: other })
    const agents = await valueOf(ask.listAgents({ profileId }))
    const another = agents[1]?.agentUuid ?? ''
    await carry({ elsewhere: 1 }, { agentUuid: another })
    const erased = await carry({ gone: 1 })
    await valueOf(ask.erasePerson({ phoneNumber: erased.phoneNumber }))
    expect((await recall()).map(({ name }) => name)).toEqual(['mine'])
    expect((await recall({ profileId: other, agentUuid: draft().agentUuid })).map(({ name }) => name)).toEqual([
      'theirs',
    ])
    expect((await recall({ profileId, agentUuid: another })).map(({ name }) => name)).toEqual(['elsewhere'])
  })

  it('are none without a call, and a failure where the history cannot be read', async () => {
    const { recall } = await aDesk()
    expect(await recall()).toEqual([])
    const failure = fail({ kind: 'storage', reason: 'diskError' })
    const broken: Pick<Storage, 'ask'> = { ask: () => Promise.resolve(failure) }
    expect(await recallFields(broken, { profileId: 'p', agentUuid: 'a' })).toBe(failure)
  })

  it('are no more than a form can show', async () => {
    const context = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`field_${n}`, n]))
    const sent = [{ preparedAt: '2026-11-21T11:00:00.000Z', context }]
    // The one question asked here is answered; the type cannot tell which one it is.
    const storage = { ask: () => Promise.resolve(succeed(sent)) } as unknown as Pick<Storage, 'ask'>
    expect(await valueOf(recallFields(storage, { profileId: 'p', agentUuid: 'a' }))).toHaveLength(50)
  })
})

import { describe, expect, it } from 'vitest'
import { createFakeApi, type FakeApiOptions } from '../../../../support/fake-api.ts'
import { createAgentQueries } from '../../../../../src/renderer/features/call/agent/agent-queries.ts'
import { knownFields, orderAgents } from '../../../../../src/renderer/features/call/agent/agent-field.tsx'
import { acme, fakeAgents, fakeCall } from '../../../../support/fake-api/data.ts'

const uuidOf = (at: number): string => fakeAgents[at]?.agentUuid ?? ''
const [renewal, welcome, survey, withoutId, payment] = fakeAgents

const open = (options: FakeApiOptions = {}) => {
  const api = createFakeApi({ profiles: [acme], ...options })
  const parts = { api, now: () => 0, randomBytes: (length: number) => new Uint8Array(length) }
  return createAgentQueries(parts, acme.id)
}

describe('the agents of a profile', () => {
  it('are sorted by star, recent use and whether they are archived', () => {
    const order = (starred: string[], used: string[]) => {
      const { starred: first, used: then, others } = orderAgents(fakeAgents, starred, used)
      return [first, then, others]
    }
    expect(order([], [])).toEqual([[], [], [renewal, welcome, withoutId, payment, survey]])
    expect(order([uuidOf(4), uuidOf(0)], [uuidOf(0), uuidOf(1), 'gone'])).toEqual([
      [payment, renewal],
      [welcome],
      [withoutId, survey],
    ])
    // Archived agents come last, even recently used ones; starred ones stay in the starred group.
    expect(order([uuidOf(2), uuidOf(1)], [uuidOf(2)])).toEqual([[welcome, survey], [], [renewal, withoutId, payment]])
    expect(order([], [uuidOf(2)])[2]?.at(-1)).toBe(survey)
  })

  it('have separate stars and recent use in each profile', async () => {
    const accepted = { state: 'notFound', since: '2026-11-20T16:05:00.000Z' } as const
    const calls = [
      fakeCall(1, 1_000, accepted, { agentUuid: uuidOf(1) }),
      fakeCall(2, 2_000, accepted, { agentUuid: uuidOf(0) }),
      fakeCall(3, 3_000, accepted, { agentUuid: uuidOf(1) }),
      fakeCall(4, 4_000, accepted, { agentUuid: uuidOf(4), profileId: '01K000000000000000000ACME0' }),
    ]
    const agents = open({ calls, starred: [uuidOf(0)] })
    await Promise.all([agents.used.load(), agents.starred.load()])
    expect(agents.used.store.getState().data?.value).toEqual([uuidOf(1), uuidOf(0)])
    expect(await agents.star(uuidOf(1), true)).toBe(true)
    expect(agents.starred.store.getState().data?.value).toEqual([uuidOf(0), uuidOf(1)])
    expect(await agents.star(uuidOf(0), false)).toBe(true)
    expect(agents.starred.store.getState().data?.value).toEqual([uuidOf(1)])
  })

  it('keep their stars if a change cannot be saved', async () => {
    const agents = open({ starred: [uuidOf(0)], failing: { starAgent: { kind: 'storage', reason: 'full' } } })
    await agents.starred.load()
    expect(await agents.star(uuidOf(1), true)).toBe(false)
    expect(agents.starred.store.getState().data?.value).toEqual([uuidOf(0)])
  })

  it('provide the form’s fields from their prompts and messages or, if there are none, from earlier calls', async () => {
    const fieldsOf = async (agents: ReturnType<typeof open>, uuid: string) => {
      await Promise.all([agents.textOf(uuid).load(), agents.earlierFieldsOf(uuid).load()])
      const { from, fields, isComplete } = knownFields(
        agents.textOf(uuid).store.getState(),
        agents.earlierFieldsOf(uuid).store.getState(),
      )
      return [from, fields.map(({ name }) => name), isComplete]
    }
    const published = ['agent', ['customer_name', 'due_date', 'amount_due', 'adviser.name'], true]
    const fromCalls = ['calls', ['customer_name', 'amount_due'], false]
    expect(await fieldsOf(open(), uuidOf(0))).toEqual(published)
    expect(await fieldsOf(open(), uuidOf(4))).toEqual(fromCalls)
    const failing: FakeApiOptions['failing'] = {}
    const agents = open({ failing })
    expect(knownFields(null, null).from).toBe('noAgent')
    expect(knownFields(agents.textOf(uuidOf(0)).store.getState(), null).from).toBe('loading')
    failing.readAgentText = { kind: 'forbidden', detail: '' }
    expect(await fieldsOf(agents, uuidOf(0))).toEqual(fromCalls)
    // If an agent's prompts and messages cannot be reloaded, the earlier ones are kept.
    delete failing.readAgentText
    await agents.textOf(uuidOf(0)).load()
    failing.readAgentText = { kind: 'forbidden', detail: '' }
    expect(await fieldsOf(agents, uuidOf(0))).toEqual(published)
  })
})

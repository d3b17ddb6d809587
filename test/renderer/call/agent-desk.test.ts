import { describe, expect, it } from 'vitest'
import type { FakeDeskOptions } from '../../support/fake-desk.ts'
import { createAgentDesk } from '../../../src/renderer/call/agent-desk.ts'
import { orderAgents } from '../../../src/renderer/call/agent-order.ts'
import { knownFields } from '../../../src/renderer/call/context-fields.ts'
import { createFakeDesk } from '../../support/fake-desk.ts'
import { acme, fakeAgents, fakeCall } from '../../support/fake-desk/fake-world.ts'

const uuidOf = (at: number): string => fakeAgents[at]?.agentUuid ?? ''
const [renewal, welcome, survey, withoutId, payment] = fakeAgents

const open = (options: FakeDeskOptions = {}) => {
  const desk = createFakeDesk({ profiles: [acme], ...options })
  const parts = { desk, now: () => 0, randomBytes: (length: number) => new Uint8Array(length) }
  return createAgentDesk(parts, acme.id)
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('the agents of a desk', () => {
  it('stand in the order in which a person looks for them', () => {
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
    // An archived one stands last, however lately it was used; starred, it stays with the starred.
    expect(order([uuidOf(2), uuidOf(1)], [uuidOf(2)])).toEqual([[welcome, survey], [], [renewal, withoutId, payment]])
    expect(order([], [uuidOf(2)])[2]?.at(-1)).toBe(survey)
  })

  it('are starred and used a profile each', async () => {
    const accepted = { state: 'notFound', since: '2026-11-20T16:05:00.000Z' } as const
    const calls = [
      fakeCall(1, 1_000, accepted, { agentUuid: uuidOf(1) }),
      fakeCall(2, 2_000, accepted, { agentUuid: uuidOf(0) }),
      fakeCall(3, 3_000, accepted, { agentUuid: uuidOf(1) }),
      fakeCall(4, 4_000, accepted, { agentUuid: uuidOf(4), profileId: '01K000000000000000000ACME0' }),
    ]
    const agents = open({ calls, starred: [uuidOf(0)] })
    await settled()
    expect(agents.used.store.getState().known?.value).toEqual([uuidOf(1), uuidOf(0)])
    expect(await agents.star(uuidOf(1), true)).toBe(true)
    expect(agents.starred.store.getState().known?.value).toEqual([uuidOf(0), uuidOf(1)])
    expect(await agents.star(uuidOf(0), false)).toBe(true)
    expect(agents.starred.store.getState().known?.value).toEqual([uuidOf(1)])
  })

  it('keep their stars where a star cannot be kept', async () => {
    const agents = open({ starred: [uuidOf(0)], failing: { starAgent: { kind: 'storage', reason: 'full' } } })
    await settled()
    expect(await agents.star(uuidOf(1), true)).toBe(false)
    expect(agents.starred.store.getState().known?.value).toEqual([uuidOf(0)])
  })

  it('give the form the fields of their text, and of earlier calls where the service does not tell', async () => {
    const fieldsOf = async (agents: ReturnType<typeof open>, uuid: string) => {
      await Promise.all([agents.textOf(uuid).ask(), agents.recalledOf(uuid).ask()])
      const { from, fields, isComplete } = knownFields(
        agents.textOf(uuid).store.getState(),
        agents.recalledOf(uuid).store.getState(),
      )
      return [from, fields.map(({ name }) => name), isComplete]
    }
    const told = ['agent', ['customer_name', 'due_date', 'amount_due', 'adviser.name'], true]
    const remembered = ['calls', ['customer_name', 'amount_due'], false]
    expect(await fieldsOf(open(), uuidOf(0))).toEqual(told)
    expect(await fieldsOf(open(), uuidOf(4))).toEqual(remembered)
    const failing: FakeDeskOptions['failing'] = {}
    const agents = open({ failing })
    expect(knownFields(null, null).from).toBe('nowhere')
    expect(knownFields(agents.textOf(uuidOf(0)).store.getState(), null).from).toBe('asking')
    failing.readAgentText = { kind: 'forbidden', detail: '' }
    expect(await fieldsOf(agents, uuidOf(0))).toEqual(remembered)
    // What was told once stays, with its age, when it cannot be asked again.
    delete failing.readAgentText
    await agents.textOf(uuidOf(0)).ask()
    failing.readAgentText = { kind: 'forbidden', detail: '' }
    expect(await fieldsOf(agents, uuidOf(0))).toEqual(told)
  })
})

import { describe, expect, it } from 'vitest'
import type { Agent } from '../../../../src/contract/agent.ts'
import type { Failure } from '../../../../src/contract/failure.ts'
import { createNewAgentStore, freeName } from '../../../../src/renderer/shell/new-agent/new-agent-store.ts'
import { createFakeDesk, type FakeDeskOptions } from '../../../support/fake-desk.ts'
import { aWorkflowFile } from '../../../support/fake-desk/fake-workflows.ts'
import { acme } from '../../../support/fake-desk/fake-world.ts'

const open = (options: FakeDeskOptions = {}) => {
  const desk = createFakeDesk({ profiles: [acme], ...options })
  const changes: (Agent[] | null)[] = []
  const parts = { desk, now: () => 0, randomBytes: (length: number) => new Uint8Array(length) }
  const newAgent = createNewAgentStore(parts, (_profile, listed) => void changes.push(listed))
  return { desk, newAgent, changes, at: () => newAgent.store.getState() }
}

const cut: Failure = { kind: 'unavailable', cause: 'cut' }

describe('a new agent', () => {
  it('is looked at, named, created, and shown with its Agent UUID', async () => {
    const { newAgent, changes, at } = open()
    await newAgent.choose(acme)
    expect(at()).toMatchObject({ step: 'looking', name: 'Appointment reminder', failure: null })
    newAgent.name('  Visits ')
    await newAgent.create()
    expect(at()).toMatchObject({
      step: 'made',
      agent: { name: 'Visits', agentUuid: '7f3c2a1e-0000-4000-8000-000000000006' },
    })
    expect(changes).toEqual([null])
    newAgent.close()
    expect(at()).toEqual({ step: 'closed' })
  })

  it('is offered a name that no listed agent has, unless a person has typed one', async () => {
    const file = aWorkflowFile({ suggestedName: 'Renewal reminder' })
    const { newAgent, at } = open({ workflows: { file } })
    await newAgent.choose(acme)
    expect(at()).toMatchObject({ name: 'Renewal reminder (2)' })
    const other = open({ workflows: { file } })
    const choosing = other.newAgent.choose(acme)
    await Promise.resolve()
    while (other.at().step !== 'looking') await Promise.resolve()
    other.newAgent.name('Mine')
    await choosing
    const now = other.at()
    expect(now.step === 'looking' && [now.name, now.taken[0]]).toEqual(['Mine', 'Renewal reminder'])
  })

  it('of no file is none, and of a refused one says why', async () => {
    const none = open({ workflows: { file: null } })
    await none.newAgent.choose(acme)
    expect(none.at()).toEqual({ step: 'closed' })
    const refused = open({ failing: { chooseWorkflowFile: cut } })
    await refused.newAgent.choose(acme)
    expect(refused.at()).toEqual({ step: 'refused', failure: cut })
  })

  it('that was refused can be wished for again', async () => {
    const failing: FakeDeskOptions['failing'] = { createWorkflow: cut }
    const { newAgent, at } = open({ failing })
    await newAgent.choose(acme)
    await newAgent.create()
    expect(at()).toMatchObject({ step: 'looking', failure: cut, name: 'Appointment reminder' })
    delete failing.createWorkflow
    await newAgent.create()
    expect(at().step).toBe('made')
  })

  it('whose answer was lost is looked for, found once the list has it, and not created again', async () => {
    const { desk, newAgent, changes, at } = open({
      workflows: { creation: (name) => ({ step: 'unclear', failure: cut, name }) },
    })
    await newAgent.choose(acme)
    await newAgent.create()
    await newAgent.create()
    expect(at()).toMatchObject({ step: 'unclear', isAsking: false })
    await newAgent.lookAgain()
    expect(at()).toMatchObject({ step: 'unclear', isAsking: false })
    const agent: Agent = { workflowId: 9, agentUuid: 'u', name: 'Appointment reminder', status: 'active', totalRuns: 0 }
    desk.listAgents = async () => ({ ok: true, value: [agent] })
    await newAgent.lookAgain()
    expect(at()).toEqual({ step: 'made', agent, wasLost: true, isAsking: false })
    expect(changes.at(-1)).toEqual([agent])
  })

  it('is not closed while it is being created', async () => {
    const { newAgent, at } = open()
    await newAgent.choose(acme)
    const creating = newAgent.create()
    newAgent.close()
    expect(at().step).toBe('creating')
    await creating
    expect(at().step).toBe('made')
  })
})

it('counts up to a free name, and makes none out of nothing', () => {
  expect(freeName('A', ['A', 'A (2)'])).toBe('A (3)')
  expect(freeName('', ['A'])).toBe('')
})

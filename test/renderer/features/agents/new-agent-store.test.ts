import { describe, expect, it } from 'vitest'
import type { Agent } from '../../../../src/contract/agent.ts'
import type { Failure } from '../../../../src/contract/failure.ts'
import { createNewAgentStore, unusedName } from '../../../../src/renderer/features/agents/new-agent-store.ts'
import { createFakeApi, type FakeApiOptions } from '../../../support/fake-api.ts'
import { workflowFile } from '../../../support/fake-api/agents.ts'
import { acme } from '../../../support/fake-api/data.ts'

const open = (options: FakeApiOptions = {}) => {
  const api = createFakeApi({ profiles: [acme], ...options })
  const changes: (Agent[] | null)[] = []
  const deps = { api, now: () => 0, randomBytes: (length: number) => new Uint8Array(length) }
  const newAgent = createNewAgentStore(deps, (_profile, listed) => void changes.push(listed))
  return { api, newAgent, changes, state: () => newAgent.store.getState() }
}

const connectionCut: Failure = { kind: 'unavailable', cause: 'cut' }

describe('a new agent', () => {
  it('is reviewed, named, created, and shown with its Agent UUID', async () => {
    const { newAgent, changes, state } = open()
    await newAgent.choose(acme)
    expect(state()).toMatchObject({ step: 'reviewing', name: 'Appointment reminder', failure: null })
    newAgent.name('  Visits ')
    await newAgent.create()
    expect(state()).toMatchObject({
      step: 'made',
      agent: { name: 'Visits', agentUuid: '7f3c2a1e-0000-4000-8000-000000000006' },
    })
    expect(changes).toEqual([null])
    newAgent.close()
    expect(state()).toEqual({ step: 'closed' })
  })

  it('gets an unused name, unless the user typed one', async () => {
    const file = workflowFile({ suggestedName: 'Renewal reminder' })
    const { newAgent, state } = open({ workflows: { file } })
    await newAgent.choose(acme)
    expect(state()).toMatchObject({ name: 'Renewal reminder (2)' })
    const other = open({ workflows: { file } })
    const choosing = other.newAgent.choose(acme)
    await Promise.resolve()
    while (other.state().step !== 'reviewing') await Promise.resolve()
    other.newAgent.name('Mine')
    await choosing
    const now = other.state()
    expect(now.step === 'reviewing' && [now.name, now.usedNames[0]]).toEqual(['Mine', 'Renewal reminder'])
  })

  it('closes if no file is chosen, and reports a refused file', async () => {
    const none = open({ workflows: { file: null } })
    await none.newAgent.choose(acme)
    expect(none.state()).toEqual({ step: 'closed' })
    const refused = open({ failing: { chooseWorkflowFile: connectionCut } })
    await refused.newAgent.choose(acme)
    expect(refused.state()).toEqual({ step: 'refused', failure: connectionCut })
  })

  it('can be created again after a refusal', async () => {
    const failing: FakeApiOptions['failing'] = { createWorkflow: connectionCut }
    const { newAgent, state } = open({ failing })
    await newAgent.choose(acme)
    await newAgent.create()
    expect(state()).toMatchObject({ step: 'reviewing', failure: connectionCut, name: 'Appointment reminder' })
    delete failing.createWorkflow
    await newAgent.create()
    expect(state().step).toBe('made')
  })

  it('is found in the list after a lost response, and not created again', async () => {
    const { api, newAgent, changes, state } = open({
      workflows: { creation: (name) => ({ step: 'unclear', failure: connectionCut, name }) },
    })
    await newAgent.choose(acme)
    await newAgent.create()
    await newAgent.create()
    expect(state()).toMatchObject({ step: 'unclear', isLoading: false })
    await newAgent.reload()
    expect(state()).toMatchObject({ step: 'unclear', isLoading: false })
    const agent: Agent = { workflowId: 9, agentUuid: 'u', name: 'Appointment reminder', status: 'active' }
    api.listAgents = async () => ({ ok: true, value: [agent] })
    await newAgent.reload()
    expect(state()).toEqual({ step: 'made', agent, wasLost: true, isLoading: false })
    expect(changes.at(-1)).toEqual([agent])
  })

  it('is not closed while it is being created', async () => {
    const { newAgent, state } = open()
    await newAgent.choose(acme)
    const creating = newAgent.create()
    newAgent.close()
    expect(state().step).toBe('creating')
    await creating
    expect(state().step).toBe('made')
  })
})

it('appends the next unused number to a name, and suggests nothing for an empty name', () => {
  expect(unusedName('A', ['A', 'A (2)'])).toBe('A (3)')
  expect(unusedName('', ['A'])).toBe('')
})

import { describe, expect, it } from 'vitest'
import { mayBecomeAgent, readAgentText } from '../../../../../src/renderer/features/call/agent/agent-choice.ts'
import { fakeAgents } from '../../../../support/fake-api/data.ts'

const uuid = '7f3c2a1e-5d4b-4c3a-9f8e-000000009b21'

describe('the agent field', () => {
  it('accepts the name of exactly one agent, ignoring case', () => {
    expect(readAgentText(' renewal REMINDER ', fakeAgents)).toMatchObject({ kind: 'agent', agentUuid: uuid })
  })

  it('does not choose between two agents with the same name', () => {
    const duplicates = [...fakeAgents, ...fakeAgents.map((agent) => ({ ...agent, workflowId: agent.workflowId + 100 }))]
    expect(readAgentText('Renewal reminder', duplicates)).toEqual({ kind: 'unknownName' })
  })

  it('converts a pasted Agent UUID to lowercase and adds its name if it is listed', () => {
    expect(readAgentText(uuid.toUpperCase(), fakeAgents)).toMatchObject({ agentUuid: uuid, name: 'Renewal reminder' })
    const other = '00000000-5D4B-4C3A-9F8E-000000009B21'
    expect(readAgentText(other, fakeAgents)).toMatchObject({ agentUuid: other.toLowerCase(), name: null })
  })

  it.each(['hooks/renewal', 'tp_8f2a91', 'renewal-v2-9', uuid.slice(0, -1)])(
    'recognizes the trigger path %s',
    (text) => {
      expect(readAgentText(text, fakeAgents)).toEqual({ kind: 'triggerPath' })
    },
  )

  it.each(['Renew', 'no agent of that name'])('does not mistake part of a name for a trigger path: %s', (text) => {
    expect(readAgentText(text, fakeAgents)).toEqual({ kind: 'unknownName' })
  })

  it('reports an agent without a UUID', () => {
    expect(readAgentText('Draft without an id', fakeAgents)).toMatchObject({ kind: 'noUuid' })
  })

  it('recognizes the start of a name or of an Agent UUID', () => {
    for (const text of ['Renew', 'REMIND', ' survey', uuid.slice(0, 12), 'q3'])
      expect([text, mayBecomeAgent(text, fakeAgents)]).toEqual([text, true])
    for (const text of ['Renewal remainder', 'hooks/renewal'])
      expect([text, mayBecomeAgent(text, fakeAgents)]).toEqual([text, false])
  })
})

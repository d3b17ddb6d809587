import type { AgentText, AgentVariable, RememberedField } from '../../../src/contract/agent-text.ts'
import { fakeAgents } from './fake-world.ts'

const variable = (name: string, change: Partial<AgentVariable> = {}): AgentVariable => ({
  name,
  path: name.split('.'),
  required: true,
  fallback: null,
  place: 'greeting',
  nodeName: 'Start',
  inOpening: true,
  sample: null,
  ...change,
})

/** Everything a text can hold at once: what only the call knows, the clock, what is said raw, another system's fields. */
const everything = {
  versionNumber: 11,
  publishedAt: '2025-06-30T07:00:00.000Z',
  draftNumber: null,
  fetchesFields: true,
  spokenRaw: [{ text: '{{first name}}', nodeName: 'Start' }],
  variables: [
    variable('user.name'),
    variable('city', { required: false, fallback: 'your town' }),
    variable('notes', { required: false, place: 'extraction', inOpening: false }),
  ],
  opening: {
    kind: 'prompt',
    text: 'Greet {{user.name}} in {{city | your town}}; it is {{current_weekday}}, {{current_time_Europe/London}}. Their last answer was {{gathered_context.mood}}. Ask how the service was, and whether {{first name}} may call back.',
    nodeName: 'Start',
  },
} as const

/**
 * What a fake service says of an agent: the first has variables and a newer draft, the second asks for nothing, the third
 * has everything a text can hold, and the last was never published.
 */
export const fakeAgentText = (agentUuid: string, now: number): AgentText => {
  const checkedAt = new Date(now).toISOString()
  const agent = fakeAgents.find((one) => one.agentUuid === agentUuid)
  if (agent === undefined) return { state: 'notListed', agentUuid, checkedAt }
  const { workflowId, name, status } = agent
  const listed = { agentUuid, workflowId, name, archived: status === 'archived', checkedAt }
  const published = { versionNumber: 3, publishedAt: '2026-11-02T09:30:00.000Z', fetchesFields: false, spokenRaw: [] }
  if (workflowId === 5) return { state: 'unpublished', ...listed }
  if (workflowId === 3) {
    const { spokenRaw, variables, ...rest } = everything
    return { state: 'published', ...listed, ...rest, spokenRaw: [...spokenRaw], variables: [...variables] }
  }
  if (workflowId !== 1) {
    const opening = { kind: 'greeting', text: 'Hello, this is the renewal desk.', nodeName: 'Start' } as const
    return { state: 'published', ...listed, ...published, draftNumber: null, variables: [], opening }
  }
  return {
    state: 'published',
    ...listed,
    ...published,
    draftNumber: 4,
    variables: [
      variable('customer_name', { sample: 'Ada Example' }),
      variable('due_date', { required: false, fallback: 'soon', sample: '1 December' }),
      variable('amount_due', { place: 'prompt', inOpening: false, sample: '120.50' }),
      variable('adviser.name', { required: false, fallback: 'your adviser', place: 'prompt', inOpening: false }),
    ],
    opening: {
      kind: 'greeting',
      text: 'Hello {{customer_name}}, this is the renewal desk about your plan that ends {{due_date | soon}}.',
      nodeName: 'Start',
    },
  }
}

export const fakeRememberedFields: RememberedField[] = [
  { name: 'customer_name', path: ['customer_name'], uses: 12, lastUsedAt: '2026-11-21T08:00:00.000Z' },
  { name: 'amount_due', path: ['amount_due'], uses: 9, lastUsedAt: '2026-11-21T08:00:00.000Z' },
]

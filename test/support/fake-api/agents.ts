import type {
  Agent,
  AgentText,
  AgentVariable,
  RecentField,
  WorkflowCreation,
  WorkflowFile,
} from '../../../src/contract/agent.ts'
import { fakeAgents } from './data.ts'
import { invalid, succeed } from '../../../src/contract/failure.ts'
import type { Operations } from '../../../src/contract/operations.ts'

const agentVariable = (name: string, change: Partial<AgentVariable> = {}): AgentVariable => ({
  name,
  path: name.split('.'),
  required: true,
  fallback: null,
  location: 'greeting',
  nodeName: 'Start',
  sample: null,
  ...change,
})

/**
 * An agent definition with every kind of placeholder: values known only during the call, times, literal text, and
 * fields from another system.
 */
const everything = {
  versionNumber: 11,
  publishedAt: '2025-06-30T07:00:00.000Z',
  draftNumber: null,
  fetchesFields: true,
  spokenRaw: [{ text: '{{first name}}', nodeName: 'Start' }],
  variables: [
    agentVariable('user.name'),
    agentVariable('city', { required: false, fallback: 'your town' }),
    agentVariable('notes', { required: false, location: 'extraction' }),
  ],
  opening: {
    kind: 'prompt',
    text: 'Greet {{user.name}} in {{city | your town}}; it is {{current_weekday}}, {{current_time_Europe/London}}. Their last answer was {{gathered_context.mood}}. Ask how the service was, and whether {{first name}} may call back.',
    nodeName: 'Start',
  },
} as const

/**
 * Returns the fake service's definition of an agent: the first has variables and a newer draft, the second needs no
 * values, the third contains every kind of placeholder, and the last was never published.
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
      agentVariable('customer_name', { sample: 'Ada Example' }),
      agentVariable('due_date', { required: false, fallback: 'soon', sample: '1 December' }),
      agentVariable('amount_due', { location: 'prompt', sample: '120.50' }),
      agentVariable('adviser.name', {
        required: false,
        fallback: 'your adviser',
        location: 'prompt',
      }),
    ],
    opening: {
      kind: 'greeting',
      text: 'Hello {{customer_name}}, this is the renewal desk about your plan that ends {{due_date | soon}}.',
      nodeName: 'Start',
    },
  }
}

export const fakeRecentFields: RecentField[] = [
  { name: 'customer_name', path: ['customer_name'], uses: 12, lastUsedAt: '2026-11-21T08:00:00.000Z' },
  { name: 'amount_due', path: ['amount_due'], uses: 9, lastUsedAt: '2026-11-21T08:00:00.000Z' },
]

const workflowUuid = (n: number): string => `7f3c2a1e-0000-4000-8000-${String(n).padStart(12, '0')}`

const fileVariable = (name: string, required: boolean, fallback: string | null): WorkflowFile['variables'][number] => ({
  name,
  path: [name],
  required,
  fallback,
  location: 'greeting',
  nodeName: 'Start',
  sample: null,
})

/** Returns the contents of a chosen file; pass the fields to change. */
export const workflowFile = (more: Partial<WorkflowFile> = {}): WorkflowFile => ({
  fileId: workflowUuid(800),
  fileName: 'appointment-reminder.json',
  suggestedName: 'Appointment reminder',
  nodes: [
    { kind: 'start', count: 1 },
    { kind: 'agent', count: 3 },
    { kind: 'end', count: 2 },
    { kind: 'trigger', count: 1 },
    { kind: 'webhook', count: 1 },
  ],
  variables: [
    fileVariable('customer_name', true, null),
    fileVariable('visit_date', true, null),
    fileVariable('clinic', false, 'the clinic'),
  ],
  opening: {
    kind: 'greeting',
    text: 'Hello {{customer_name}}, this is {{clinic | the clinic}}. I am calling about your visit on {{visit_date}}.',
    nodeName: 'Start',
  },
  ...more,
})

export type FakeWorkflowsOptions = {
  agents: readonly Agent[]
  /** The chosen file, instead of the default; null if the dialog is canceled. */
  file?: WorkflowFile | null | undefined
  /** The result of creating an agent, instead of a new one. */
  creation?: ((name: string) => WorkflowCreation) | undefined
}

/** Creates the operations for workflow files and the agents created from them. */
export const createFakeWorkflows = ({ agents, file = workflowFile(), creation }: FakeWorkflowsOptions) => {
  let all = [...agents]
  const create = (name: string): WorkflowCreation => {
    const workflowId = Math.max(0, ...all.map((one) => one.workflowId)) + 1
    const agent: Agent = { workflowId, agentUuid: workflowUuid(workflowId), name, status: 'active' }
    all = [...all, agent]
    return { step: 'made', agent, wasLost: false }
  }
  const operations: Pick<Operations, 'chooseWorkflowFile' | 'createWorkflow'> = {
    chooseWorkflowFile: async () => succeed({ file }),
    createWorkflow: async ({ name }) =>
      all.some((agent) => agent.name === name)
        ? invalid(['name'], 'agentNameTaken', name)
        : succeed((creation ?? create)(name)),
  }
  return { operations, agents: () => all }
}

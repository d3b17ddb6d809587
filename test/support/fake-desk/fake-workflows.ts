import type { Agent } from '../../../src/contract/agent.ts'
import { invalid, succeed } from '../../../src/contract/failure.ts'
import type { Operations } from '../../../src/contract/operations.ts'
import type { WorkflowCreation, WorkflowFile, workflowOperations } from '../../../src/contract/workflow.ts'

const uuid = (n: number): string => `7f3c2a1e-0000-4000-8000-${String(n).padStart(12, '0')}`

const variable = (name: string, required: boolean, fallback: string | null): WorkflowFile['variables'][number] => ({
  name,
  path: [name],
  required,
  fallback,
  place: 'greeting',
  nodeName: 'Start',
  inOpening: true,
  sample: null,
})

/** What a chosen file holds; name what matters to the scene. */
export const aWorkflowFile = (more: Partial<WorkflowFile> = {}): WorkflowFile => ({
  fileId: uuid(800),
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
    variable('customer_name', true, null),
    variable('visit_date', true, null),
    variable('clinic', false, 'the clinic'),
  ],
  opening: {
    kind: 'greeting',
    text: 'Hello {{customer_name}}, this is {{clinic | the clinic}}. I am calling about your visit on {{visit_date}}.',
    nodeName: 'Start',
  },
  ...more,
})

export type FakeWorkflowsParts = {
  agents: readonly Agent[]
  /** What is chosen, in place of an ordinary file; null is nothing. */
  file?: WorkflowFile | null | undefined
  /** What becomes of a wish for an agent, in place of a new one. */
  creation?: ((name: string) => WorkflowCreation) | undefined
}

/** Files with definitions, and the agents that are made of them. */
export const createFakeWorkflows = ({ agents, file = aWorkflowFile(), creation }: FakeWorkflowsParts) => {
  let all = [...agents]
  const create = (name: string): WorkflowCreation => {
    const workflowId = Math.max(0, ...all.map((one) => one.workflowId)) + 1
    const agent: Agent = { workflowId, agentUuid: uuid(workflowId), name, status: 'active', totalRuns: 0 }
    all = [...all, agent]
    return { step: 'made', agent, wasLost: false }
  }
  const operations: Pick<Operations, keyof typeof workflowOperations> = {
    chooseWorkflowFile: async () => succeed({ file }),
    createWorkflow: async ({ name }) =>
      all.some((agent) => agent.name === name)
        ? invalid(['name'], 'agentNameTaken', name)
        : succeed((creation ?? create)(name)),
  }
  return { operations, agents: () => all }
}

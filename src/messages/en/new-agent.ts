import type { WorkflowNodeKind } from '../../contract/agent.ts'
import { common } from './common.ts'

const counted = (n: number, one: string, many: string): string => `${common.count(n)} ${n === 1 ? one : many}`

const nodes: Record<WorkflowNodeKind, [one: string, many: string]> = {
  start: ['start', 'starts'],
  agent: ['conversation step', 'conversation steps'],
  end: ['end', 'ends'],
  global: ['global prompt', 'global prompts'],
  trigger: ['trigger', 'triggers'],
  webhook: ['webhook', 'webhooks'],
  qa: ['quality check', 'quality checks'],
  other: ['other node', 'other nodes'],
}

/** Creating an agent from a file. */
export const newAgent = {
  open: 'New agent from file…',
  title: (organization: string) => `New agent in ${organization}`,
  refusedTitle: 'This file can’t be used',
  chooseOther: 'Choose another file…',
  details: {
    file: 'File',
    nodes: 'Contains',
    variables: 'Variables',
    opening: { greeting: 'Greeting', prompt: 'Opening prompt', recording: 'Opening recording' },
  },
  node: (kind: WorkflowNodeKind, n: number) => counted(n, ...nodes[kind]),
  variable: (name: string, fallback: string | null) => (fallback === null ? name : `${name} (or “${fallback}”)`),
  moreVariables: (n: number) => `and ${common.count(n)} more`,
  noVariables: 'none',
  noOpening: 'None',
  recording: 'Audio recording',
  noStart: 'No start node. The service accepts this file, but calls would be silent.',
  severalStarts: 'More than one start node. The service will reject it.',
  trigger:
    'This agent has its own trigger, so anyone with the trigger’s path and a key can start it. The service rejects a path that’s already in use.',
  name: 'Name',
  nameHint: 'Must be unique.',
  taken: 'An agent with this name already exists.',
  publishedTitle: 'Published immediately',
  published: (organization: string) =>
    `Anyone with a key for ${organization} can then place calls with it. Rundesk gets its Agent UUID from the service’s list afterward.`,
  confirm: 'Create and publish',
  creating: 'Creating…',
  createdTitle: (name: string) => `${name} created`,
  createdText: 'It’s published and ready for calls.',
  responseLost: 'The response was lost, but the agent is in the service’s list.',
  uuid: 'Agent UUID',
  noUuid: 'Agent UUID not available yet',
  noUuidNext: 'The agent was created. Check again in a moment; it needs an Agent UUID before it can be called.',
  callWith: 'Call with this agent',
  noResponse: 'No response from the service',
  uncertain: (name: string) => `It’s unclear whether ${name} was created`,
  uncertainNext: 'It isn’t in the service’s list yet. Check again before creating it again.',
  checkAgain: 'Check again',
  checking: 'Checking…',
}

import type { WorkflowNodeKind } from '../../../contract/workflow.ts'
import { common } from './common.ts'

const counted = (n: number, one: string, many: string): string => `${common.count(n)} ${n === 1 ? one : many}`

const nodes: Record<WorkflowNodeKind, [one: string, many: string]> = {
  start: ['start', 'starts'],
  agent: ['conversation step', 'conversation steps'],
  end: ['end', 'ends'],
  global: ['set of house rules', 'sets of house rules'],
  trigger: ['trigger', 'triggers'],
  webhook: ['webhook', 'webhooks'],
  qa: ['quality check', 'quality checks'],
  other: ['node of another kind', 'nodes of other kinds'],
}

/** Words about an agent that is made of a file. */
export const newAgent = {
  open: 'New agent from a file …',
  title: (organization: string) => `New agent in ${organization}`,
  refusedTitle: 'This file was not taken',
  chooseOther: 'Choose another file …',
  facts: {
    file: 'File',
    nodes: 'It holds',
    variables: 'It asks for',
    opening: { greeting: 'It says first', prompt: 'It is told first', recording: 'It begins with' },
  },
  node: (kind: WorkflowNodeKind, n: number) => counted(n, ...nodes[kind]),
  variable: (name: string, fallback: string | null) => (fallback === null ? name : `${name} (or “${fallback}”)`),
  moreVariables: (n: number) => `and ${common.count(n)} more`,
  noVariables: 'nothing',
  noOpening: 'Nothing is written there',
  recording: 'a recording',
  noStart: 'It has no start. The service takes it all the same, and a call to it would be silent.',
  severalStarts: 'It has more than one start, and the service refuses that.',
  trigger:
    'It has a trigger of its own: whoever knows the trigger’s path and has a key can start it there too. A path that is in use already is refused.',
  name: 'Name',
  nameHint: 'Nobody else’s: if the answer is lost, the agent is looked up by its name.',
  taken: 'There is an agent of this name already.',
  publishedTitle: 'It is published at once',
  published: (organization: string) =>
    `From then on anyone with a key of ${organization} can start calls with it. Its Agent UUID is looked up afterwards, in the service’s list of agents.`,
  yes: 'Create and publish',
  creating: 'Creating …',
  madeTitle: (name: string) => `${name} was created`,
  madeText: 'It is published, and can be called now.',
  wasLost: 'The answer was lost on the way; the service’s list shows it, once.',
  uuid: 'Agent UUID',
  noUuid: 'The service’s list does not tell its Agent UUID yet',
  noUuidNext: 'The agent is there. Look again in a moment; without an Agent UUID it cannot be called.',
  callWith: 'Call with this agent',
  lostTitle: 'The answer was lost',
  unclear: (name: string) => `Nobody knows whether ${name} was created`,
  unclearNext:
    'It was asked for once, and the service’s list does not show it so far. Look again in a moment, before you make it once more.',
  lookAgain: 'Look again',
  looking: 'Looking …',
}

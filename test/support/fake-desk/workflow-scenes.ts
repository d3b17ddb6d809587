import type { Issue } from '../../../src/contract/failure.ts'
import type { FakeDeskOptions } from '../fake-desk.ts'
import { aWorkflowFile } from './fake-workflows.ts'

const cut = { kind: 'unavailable', cause: 'cut' } as const

/** A file of the kind that somebody wrote in one evening: no start, many names, a long prompt. */
const crowded = aWorkflowFile({
  fileName: 'payment-arrangement-follow-up-for-small-business-customers-northern-region-second-wave-final-2.json',
  suggestedName: 'Renewal reminder',
  nodes: [
    { kind: 'agent', count: 41 },
    { kind: 'global', count: 1 },
    { kind: 'qa', count: 1 },
    { kind: 'other', count: 7 },
  ],
  variables: Array.from({ length: 30 }, (_, index) => ({
    name: `a_name_of_some_length_${index + 1}`,
    path: [`a_name_of_some_length_${index + 1}`],
    required: true,
    fallback: null,
    place: 'prompt' as const,
    nodeName: null,
    inOpening: false,
    sample: null,
  })),
  opening: { kind: 'prompt', text: 'Greet {{customer}} and say why you call. '.repeat(40), nodeName: null },
})

/** What becomes of a file that an agent is to be made of. */
export const workflowSceneOptions = (scene: string): Partial<FakeDeskOptions> => {
  switch (scene) {
    case 'newAgentCrowded':
      return { workflows: { file: crowded } }
    case 'newAgentRefused': {
      const issues: Issue[] = [{ path: [], code: 'workflowJson', words: '214:31' }]
      return { failing: { chooseWorkflowFile: { kind: 'invalid', issues } } }
    }
    case 'newAgentTaken': {
      const issues: Issue[] = [{ path: ['door'], code: 'service', words: 'Trigger path is already in use.' }]
      return { failing: { createWorkflow: { kind: 'invalid', issues } } }
    }
    case 'newAgentUnclear':
      return { workflows: { creation: (name) => ({ step: 'unclear', failure: cut, name }) } }
    case 'newAgentUnlisted': {
      const agent = { workflowId: 900, agentUuid: null, status: 'active', totalRuns: 0 } as const
      return { workflows: { creation: (name) => ({ step: 'made', agent: { ...agent, name }, wasLost: false }) } }
    }
    default:
      return {}
  }
}

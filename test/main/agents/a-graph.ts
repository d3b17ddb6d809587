import type { AgentEdge, AgentGraph, AgentNode, NodeKind } from '../../../src/main/service/wire-definition.ts'

/** A node with nothing in it; name what matters to the test. */
export const aNode = (id: string, kind: NodeKind, change: Partial<AgentNode> = {}): AgentNode => ({
  id,
  kind,
  name: id,
  prompt: null,
  greeting: null,
  isRecorded: false,
  extractionTexts: [],
  payloadTexts: [],
  fetchesFields: false,
  ...change,
})

export const anEdge = (source: string, target: string, speech: string | null = null): AgentEdge => ({
  source,
  target,
  speech,
})

/** Listed from the end to the start, so that no order comes out right by itself. */
export const aConversation: AgentGraph = {
  nodes: [
    aNode('island', 'agent', { prompt: 'island {{island}}' }),
    aNode('end', 'end', { prompt: 'end {{end}}' }),
    aNode('hook', 'webhook', { payloadTexts: ['{{initial_context.hook}} {{run_id}}'] }),
    aNode('far', 'agent', { prompt: 'far {{far}}', extractionTexts: ['{{asked}} {{far}}'] }),
    aNode('near', 'agent', { prompt: 'near {{near | by}} {{start}}' }),
    aNode('review', 'other', { prompt: 'other {{other}}' }),
    aNode('rules', 'global', { prompt: 'rules {{rules}}' }),
    aNode('start', 'start', { prompt: 'start {{start}}', greeting: 'Hello {{greeting}} {{near}}' }),
  ],
  edges: [
    anEdge('far', 'near'),
    anEdge('near', 'far', 'on the way {{way}}'),
    anEdge('start', 'near', 'to near'),
    anEdge('start', 'end'),
    anEdge('far', 'nowhere'),
    anEdge('nowhere', 'start'),
  ],
}

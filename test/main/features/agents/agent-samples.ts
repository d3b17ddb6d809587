import type { AgentEdge, AgentGraph, AgentNode, NodeKind } from '../../../../src/main/service/wire/agents.ts'

/** Returns an empty node with these changes. */
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

/** Listed in reverse, so that the result is correct only if it is sorted. */
export const aConversation: AgentGraph = {
  nodes: [
    aNode('island', 'agent', { prompt: 'island {{island}}' }),
    aNode('end', 'end', { prompt: 'end {{end}}' }),
    aNode('hook', 'webhook', { payloadTexts: ['{{initial_context.hook}} {{run_id}}'] }),
    aNode('far', 'agent', { prompt: 'far {{far}}', extractionTexts: ['{{reply}} {{far}}'] }),
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

/** Returns a node in the form of a workflow definition. */
export const workflowNode = (
  id: string,
  type: string,
  data: Record<string, unknown> = {},
): { id: string; type: string; position: object; data: Record<string, unknown> } => ({
  id,
  type,
  position: { x: 0, y: 0 },
  data: { name: id, ...data },
})

/** A definition with most kinds of nodes. */
export const sampleDefinition = {
  nodes: [
    workflowNode('start', 'startCall', {
      greeting: 'Hello {{customer_name}}, it is {{clinic | the clinic}}.',
      prompt: 'Greet.',
    }),
    workflowNode('ask', 'agentNode', { prompt: 'Ask about {{visit_date}} at {{current_time}}.' }),
    workflowNode('more', 'agentNode', { prompt: 'Go on.' }),
    workflowNode('end', 'endCall', { prompt: 'Say goodbye.' }),
    workflowNode('door', 'trigger', { trigger_path: 'visits-2026' }),
    workflowNode('odd', 'constructor', {}),
  ],
  edges: [{ id: 'e1', source: 'start', target: 'ask', data: { label: 'on', condition: 'always' } }],
}

export const bytesOf = (value: unknown): Uint8Array =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))

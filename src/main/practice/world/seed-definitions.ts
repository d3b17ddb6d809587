import type { Printable } from '../json/json-value.ts'
import { prompts } from './seed-prompts.ts'

type NodeFields = { readonly [name: string]: Printable }

const node = (id: string, type: string, y: number, data: NodeFields) => ({ id, type, position: { x: 0, y }, data })
const edge = (source: string, target: string, data: NodeFields) => ({ id: `${source}-${target}`, source, target, data })
const graph = (nodes: readonly Printable[], edges: readonly Printable[]) => ({
  nodes,
  edges,
  viewport: { x: 0, y: 0, zoom: 1 },
})

/** An agent with the variables people usually have, and a trigger node whose path is not the Agent UUID. */
export function renewalDefinition(triggerPath: string): Printable {
  const { greeting, start, middle, end, speech } = prompts.renewal
  return graph(
    [
      node('trigger', 'trigger', -100, { name: 'API trigger', trigger_path: triggerPath, enabled: true }),
      node('start', 'startCall', 0, { name: 'Start', prompt: start, greeting, greeting_type: 'text' }),
      node('offer', 'agentNode', 200, { name: 'Offer', prompt: middle, extraction_enabled: false }),
      node('end', 'endCall', 400, { name: 'Goodbye', prompt: end }),
    ],
    [
      edge('start', 'offer', { label: 'Hesitates', condition: 'The customer hesitates', transition_speech: speech }),
      edge('offer', 'end', { label: 'Done', condition: 'The customer has decided' }),
    ],
  )
}

/** An agent that asks for nothing. */
export function plainDefinition(): Printable {
  const { greeting, start } = prompts.plain
  return graph([node('start', 'startCall', 0, { name: 'Start', prompt: start, greeting, greeting_type: 'text' })], [])
}

/** An agent of one node with this prompt. */
export function promptDefinition(prompt: string): Printable {
  return graph(
    [
      node('start', 'startCall', 0, { name: 'Start', prompt }),
      node('end', 'endCall', 200, { name: 'End', prompt: 'Say goodbye.' }),
    ],
    [edge('start', 'end', { label: 'Done', condition: 'Everything is said' })],
  )
}

/** An agent that uses every placeholder form, also where only some parts of the definition are rendered. */
export function everyFormDefinition(): Printable {
  return graph(
    [
      node('start', 'startCall', 0, { name: 'Start', prompt: prompts.everyForm, greeting: 'Good day {{name}}.' }),
      node('house', 'globalNode', 100, { name: 'House rules', prompt: 'Always say {{company}} in full.' }),
      node('ask', 'agentNode', 200, {
        name: 'Ask',
        prompt: 'Ask for the colour.',
        extraction_enabled: true,
        extraction_prompt: 'Find the colour {{name}} likes.',
        extraction_variables: [{ name: 'colour', type: 'string', prompt: 'One of {{colours}}' }],
      }),
      node('hook', 'webhook', 300, { name: 'Tell us', payload_template: { ref: '{{initial_context.reference}}' } }),
      node('review', 'qa', 400, { name: 'Review', qa_enabled: true }),
    ],
    [
      edge('start', 'ask', {
        label: 'Go on',
        condition: 'They agree',
        transition_speech: 'Just a second, {{nickname}}.',
      }),
    ],
  )
}

/** A graph with nothing in it; the service dials all the same (measured). */
export const emptyDefinition: Printable = {}

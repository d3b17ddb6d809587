import type { Printable } from '../json/json-value.ts'
import { prompts, type WorkTexts } from './seed-prompts.ts'

type NodeFields = { readonly [name: string]: Printable }

const node = (id: string, type: string, y: number, data: NodeFields) => ({ id, type, position: { x: 0, y }, data })
const edge = (source: string, target: string, data: NodeFields) => ({ id: `${source}-${target}`, source, target, data })
const graph = (nodes: readonly Printable[], edges: readonly Printable[]) => ({
  nodes,
  edges,
  viewport: { x: 0, y: 0, zoom: 1 },
})

const triggerNode = (path: string) =>
  node('trigger', 'trigger', -100, { name: 'API trigger', trigger_path: path, enabled: true })

const startOf = ({ greeting, start }: Pick<WorkTexts, 'greeting' | 'start'>) =>
  node('start', 'startCall', 0, { name: 'Start', prompt: start, greeting, greeting_type: 'text' })

/** An agent with the variables people usually have, house rules, two ways to go on, and a trigger path that is not its Agent UUID. */
export function workDefinition(texts: WorkTexts, triggerPath: string): Printable {
  const asked = {
    extraction_enabled: true,
    extraction_prompt: texts.found,
    extraction_variables: [{ name: 'agreed', type: 'boolean', prompt: 'Yes or no' }],
  }
  return graph(
    [
      triggerNode(triggerPath),
      node('end', 'endCall', 400, { name: 'Goodbye', prompt: texts.end }),
      node('later', 'agentNode', 300, { name: 'Call back', prompt: texts.transfer }),
      node('offer', 'agentNode', 200, { name: 'Offer', prompt: texts.middle, ...asked }),
      startOf(texts),
      node('rules', 'globalNode', 500, { name: 'House rules', prompt: texts.rules }),
      node('hook', 'webhook', 600, {
        name: 'Tell the office',
        payload_template: { ref: '{{initial_context.reference}}' },
      }),
    ],
    [
      edge('start', 'offer', { label: 'Hesitates', condition: 'They hesitate', transition_speech: texts.speech }),
      edge('offer', 'later', { label: 'Not now', condition: 'They want to think about it' }),
      edge('offer', 'end', { label: 'Done', condition: 'They have decided' }),
      edge('later', 'end', { label: 'Agreed', condition: 'An hour is found' }),
    ],
  )
}

/** The same agent as it was at first: a greeting and little else. */
export function firstDefinition(texts: WorkTexts, triggerPath: string): Printable {
  return graph([triggerNode(triggerPath), startOf({ greeting: texts.before, start: texts.start })], [])
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

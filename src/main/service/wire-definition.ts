import { z } from 'zod'
import { orNull, text } from './wire.ts'

/** What a node is there for; types that newer services add are `other`. */
export type NodeKind = 'start' | 'agent' | 'end' | 'global' | 'webhook' | 'other'

/** One node of an agent, with every text in it that the service fills in. Texts may be empty or null. */
export type AgentNode = {
  id: string
  kind: NodeKind
  name: string | null
  prompt: string | null
  greeting: string | null
  /** The greeting is played from a recording; its text, if any, is not said. */
  isRecorded: boolean
  /** What the conversation is asked for afterwards: the node's own question and one for each answer. */
  extractionTexts: string[]
  /** Every text in what a webhook sends. */
  payloadTexts: string[]
  /** Fields come from another system as soon as the call connects. */
  fetchesFields: boolean
}

export type AgentEdge = { source: string; target: string; speech: string | null }

/** What an agent is made of, in the order the definition lists it. */
export type AgentGraph = { nodes: AgentNode[]; edges: AgentEdge[] }

const kinds: ReadonlyMap<string | null, NodeKind> = new Map([
  ['startCall', 'start'],
  ['agentNode', 'agent'],
  ['endCall', 'end'],
  ['globalNode', 'global'],
  ['webhook', 'webhook'],
])

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) => [name, ...textsIn(child)])
}

/** The entries that have the shape; a definition may hold others, and they say nothing. */
const entries = <T>(entry: z.ZodType<T>) =>
  orNull(z.array(orNull(entry))).transform((read) => (read ?? []).filter((one) => one !== null))

const nodeData = z.object({
  name: text,
  prompt: text,
  greeting: text,
  greeting_type: text,
  extraction_prompt: text,
  extraction_variables: entries(z.object({ prompt: text })),
  payload_template: z.unknown().optional(),
  pre_call_fetch_enabled: orNull(z.boolean()),
})

const node = z
  .object({ id: z.string(), type: text, data: orNull(nodeData) })
  .transform(({ id, type, data }): AgentNode => ({
    id,
    kind: kinds.get(type) ?? 'other',
    name: data?.name ?? null,
    prompt: data?.prompt ?? null,
    greeting: data?.greeting ?? null,
    isRecorded: data?.greeting_type === 'audio',
    extractionTexts: [
      data?.extraction_prompt,
      ...(data?.extraction_variables ?? []).map(({ prompt }) => prompt),
    ].filter((one) => typeof one === 'string'),
    payloadTexts: textsIn(data?.payload_template),
    fetchesFields: data?.pre_call_fetch_enabled === true,
  }))

const edge = z
  .object({ source: z.string(), target: z.string(), data: orNull(z.object({ transition_speech: text })) })
  .transform(({ source, target, data }): AgentEdge => ({ source, target, speech: data?.transition_speech ?? null }))

/** A definition as far as it can be read; what has another shape is left out, and nothing in it is an error. */
export const graphSchema: z.ZodType<AgentGraph> = orNull(
  z.object({ nodes: entries(node), edges: entries(edge) }),
).transform((graph) => graph ?? { nodes: [], edges: [] })

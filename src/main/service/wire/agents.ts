import { z } from 'zod'
import type { Agent } from '../../../contract/agent.ts'
import { agentUuidSchema } from '../../../contract/agent.ts'
import {
  date,
  entries,
  listOf,
  type Shape,
  id,
  integer,
  jsonObject,
  name,
  orNull,
  prose,
  textLimits,
  textOf,
  toText,
  word,
} from './common.ts'

/** The service uses lowercase letters; an ID in another form cannot be called. */
const uuid = orNull(z.string().trim().toLowerCase().pipe(agentUuidSchema))

const status = z
  .string()
  .nullish()
  .catch(null)
  .transform((value): Agent['status'] => (value === 'active' || value === 'archived' ? value : 'other'))

/** An agent whose name is unreadable is named by its Agent UUID. */
const workflow = { id, name: orNull(name), status, workflow_uuid: uuid }

const toAgent = (wire: z.output<z.ZodObject<typeof workflow>>): Agent => ({
  workflowId: wire.id,
  agentUuid: wire.workflow_uuid,
  name: wire.name ?? wire.workflow_uuid ?? String(wire.id),
  status: wire.status,
})

/** Maximum number of agents and versions in one response. */
const maxAgents = 5_000
const maxVersions = 100

export const agentsShape = listOf(z.object(workflow).transform(toAgent), maxAgents)

/** An agent with its definition: the draft if there is one, which is not always the version that a call runs. */
export type AgentDetail = {
  agent: Agent
  definition: Record<string, z.core.util.JSONType>
  templateVariables: Record<string, z.core.util.JSONType>
  versionNumber: number | null
}

export const agentDetailSchema: z.ZodType<AgentDetail> = z
  .object({
    ...workflow,
    workflow_definition: jsonObject,
    template_context_variables: jsonObject,
    version_number: integer,
  })
  .transform((wire) => ({
    agent: toAgent(wire),
    definition: wire.workflow_definition ?? {},
    templateVariables: wire.template_context_variables ?? {},
    versionNumber: wire.version_number,
  }))

/** A version of an agent. A call runs the one whose status is `published`. */
export type AgentVersion = {
  id: number
  versionNumber: number | null
  status: string
  createdAt: string | null
  publishedAt: string | null
  graph: AgentGraph
  templateVariables: Record<string, z.core.util.JSONType>
}

/** Node types of newer services are `other`. */
export type NodeKind = 'start' | 'agent' | 'end' | 'global' | 'webhook' | 'other'

/** A node of an agent with every string that can contain template variables. The strings may be empty or null. */
export type AgentNode = {
  id: string
  kind: NodeKind
  name: string | null
  prompt: string | null
  greeting: string | null
  /** True if the greeting is a recording; its text, if any, is not spoken. */
  isRecorded: boolean
  /** Prompts that extract values from the conversation: the node's own and one per variable. */
  extractionTexts: string[]
  /** Every string in a webhook's payload. */
  payloadTexts: string[]
  /** True if the service fetches fields from another system before the call. */
  fetchesFields: boolean
}

export type AgentEdge = { source: string; target: string; speech: string | null }

/** An agent's nodes and edges in the definition's order. */
export type AgentGraph = { nodes: AgentNode[]; edges: AgentEdge[] }

const kinds: ReadonlyMap<string | null, NodeKind> = new Map([
  ['startCall', 'start'],
  ['agentNode', 'agent'],
  ['endCall', 'end'],
  ['globalNode', 'global'],
  ['webhook', 'webhook'],
])

/** The maximum numbers of an agent's parts, of its nodes' variables and of a payload's strings that are read. */
const maxNodes = 1_000
const maxEdges = 3_000
const maxTexts = 500
/** The maximum depth of a payload that is read. */
const maxLevels = 20

const textsIn = (value: unknown, level = 0): string[] => {
  if (typeof value === 'string') return [toText(value, textLimits.prose)]
  if (typeof value !== 'object' || value === null || level >= maxLevels) return []
  const parts: [string | null, unknown][] = Array.isArray(value)
    ? value.slice(0, maxTexts).map((child: unknown) => [null, child])
    : Object.entries(value).slice(0, maxTexts)
  return parts
    .flatMap(([key, child]) => [...(key === null ? [] : [toText(key, textLimits.name)]), ...textsIn(child, level + 1)])
    .slice(0, maxTexts)
}

const nodeData = z.object({
  name: orNull(name),
  prompt: prose,
  greeting: prose,
  greeting_type: word,
  extraction_prompt: prose,
  extraction_variables: entries(z.object({ prompt: prose }), maxTexts),
  payload_template: z.unknown().optional(),
  pre_call_fetch_enabled: orNull(z.boolean()),
})

const node = z
  .object({ id: name, type: word, data: orNull(nodeData) })
  .transform(({ id: nodeId, type, data }): AgentNode => ({
    id: nodeId,
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
  .object({ source: name, target: name, data: orNull(z.object({ transition_speech: prose })) })
  .transform(({ source, target, data }): AgentEdge => ({ source, target, speech: data?.transition_speech ?? null }))

/** Parses a definition as far as possible: entries with another shape are dropped, and nothing causes an error. */
export const graphSchema: z.ZodType<AgentGraph> = orNull(
  z.object({ nodes: entries(node, maxNodes), edges: entries(edge, maxEdges) }),
).transform((graph) => graph ?? { nodes: [], edges: [] })

export const versionsShape: Shape<AgentVersion[]> = listOf(
  z
    .object({
      id,
      version_number: integer,
      status: textOf(textLimits.word),
      created_at: date,
      published_at: date,
      workflow_json: graphSchema,
      template_context_variables: jsonObject,
    })
    .transform((wire) => ({
      id: wire.id,
      versionNumber: wire.version_number,
      status: wire.status,
      createdAt: wire.created_at,
      publishedAt: wire.published_at,
      graph: wire.workflow_json,
      templateVariables: wire.template_context_variables ?? {},
    })),
  maxVersions,
)

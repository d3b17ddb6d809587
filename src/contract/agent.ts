import { z } from 'zod'
import { failureSchema } from './failure.ts'

/** A UUID in lowercase; the service rejects uppercase. */
export const agentUuidSchema = z.uuid().lowercase()

/**
 * The maximum length of a name from the service in a call's record, in UTF-16 code units. main/service shortens longer
 * names.
 */
export const maxNameLength = 300

export const agentSchema = z.object({
  /** The workflow's integer ID, for run lists and versions. */
  workflowId: z.int(),
  /** Null if the workflow has none; such a workflow cannot be called. */
  agentUuid: z.string().nullable(),
  name: z.string(),
  status: z.enum(['active', 'archived', 'other']),
})

/** A workflow: an agent with a name and a stable Agent UUID. */
export type Agent = z.infer<typeof agentSchema>

/** The starred agents of a profile, in the order in which they were starred. */
export const starredAgentsSchema = z.array(agentUuidSchema).max(100)

/**
 * Where a placeholder occurs in an agent. The service requires values for placeholders in a transition, but does not
 * replace them.
 */
const textLocations = ['greeting', 'prompt', 'transition', 'extraction', 'webhook'] as const

const agentVariableSchema = z.object({
  /** As written in the agent's prompts and messages: `customer_name`, `user.name`. */
  name: z.string(),
  /** The path to the value in the context, outermost first. */
  path: z.array(z.string()).min(1),
  /**
   * True if it has no default and occurs in spoken text or a prompt, where the service leaves a missing value empty.
   */
  required: z.boolean(),
  /** The first default in the agent's prompts and messages; null if there is none. */
  fallback: z.string().nullable(),
  /** Where it first occurs, and the name of that node. */
  location: z.enum(textLocations),
  nodeName: z.string().nullable(),
  /** The author's example, shortened. It is only displayed, never sent automatically. */
  sample: z.string().nullable(),
})

/** A variable in an agent's prompts and messages. */
export type AgentVariable = z.infer<typeof agentVariableSchema>

const openingSchema = z.object({
  /** A `greeting` is spoken verbatim, a `prompt` instructs the agent, and a `recording` is played. */
  kind: z.enum(['greeting', 'prompt', 'recording']),
  /** Includes the placeholders, for `parseTemplate`; empty for a recording. */
  text: z.string(),
  nodeName: z.string().nullable(),
})

/** How a call starts. */
export type Opening = z.infer<typeof openingSchema>

const spokenRawSchema = z.object({ text: z.string(), nodeName: z.string().nullable() })

/** Text in braces that the service does not replace, so the agent speaks it as written. */
export type SpokenRaw = z.infer<typeof spokenRawSchema>

const listed = {
  agentUuid: z.string(),
  workflowId: z.int(),
  name: z.string(),
  /** The service refuses calls to it. */
  archived: z.boolean(),
  checkedAt: z.iso.datetime(),
}

export const agentTextSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('published'),
    ...listed,
    versionNumber: z.int().nullable(),
    publishedAt: z.iso.datetime().nullable(),
    /** The version number of a newer draft, which calls do not use yet; null if there is none. */
    draftNumber: z.int().nullable(),
    /** In the order in which they are spoken. */
    variables: z.array(agentVariableSchema),
    opening: openingSchema.nullable(),
    /** True if another system may add fields to the context when the call connects. */
    fetchesFields: z.boolean(),
    spokenRaw: z.array(spokenRawSchema),
  }),
  /** Never published, so the service refuses calls to it. */
  z.object({ state: z.literal('unpublished'), ...listed }),
  /** The service lists no agent with this Agent UUID. */
  z.object({ state: z.literal('notListed'), agentUuid: z.string(), checkedAt: z.iso.datetime() }),
])

/** An agent's published definition, reduced to what the form needs. */
export type AgentText = z.infer<typeof agentTextSchema>
export type PublishedText = Extract<AgentText, { state: 'published' }>

export const recentFieldSchema = z.object({
  name: z.string(),
  path: z.array(z.string()).min(1),
  /** The number of recent calls that sent it, and the time of the latest one. */
  uses: z.int().min(1),
  lastUsedAt: z.iso.datetime(),
})

/** A field that earlier calls to an agent sent, without its values. */
export type RecentField = z.infer<typeof recentFieldSchema>

/** The kind of a workflow node; `other` is any type that newer versions of the service add. */
export const workflowNodeKinds = ['start', 'agent', 'end', 'global', 'trigger', 'webhook', 'qa', 'other'] as const
export type WorkflowNodeKind = (typeof workflowNodeKinds)[number]

export const workflowFileSchema = z.object({
  /** Identifies the file in the main process without revealing its path. */
  fileId: z.uuid(),
  fileName: z.string().max(300),
  /** From the file's content or its file name; empty if neither contains a name. */
  suggestedName: z.string().max(100),
  /** The number of nodes of each kind; kinds without nodes are omitted. */
  nodes: z.array(z.object({ kind: z.enum(workflowNodeKinds), count: z.int().min(1) })),
  /** The variables in its prompts and messages; at most 200. */
  variables: z.array(agentVariableSchema),
  opening: openingSchema.nullable(),
})

/** A summary of a workflow file, for review before an agent is created from it. Main keeps the file's content. */
export type WorkflowFile = z.infer<typeof workflowFileSchema>

export const agentNameLength = 100
export const agentNameSchema = z.string().trim().min(1).max(agentNameLength)

/**
 * The result of creating an agent. `made`: the service has it. Then `wasLost` means that the response was lost but the
 * list shows the agent; its Agent UUID is null until the list contains it. `unclear`: the response was lost and the
 * list does not show the agent.
 */
export const workflowCreationSchema = z.discriminatedUnion('step', [
  z.object({ step: z.literal('made'), agent: agentSchema, wasLost: z.boolean() }),
  z.object({ step: z.literal('unclear'), failure: failureSchema, name: z.string() }),
])
export type WorkflowCreation = z.infer<typeof workflowCreationSchema>

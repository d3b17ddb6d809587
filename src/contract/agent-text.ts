import { z } from 'zod'

/** Where in an agent a placeholder stands. A transition's text is counted by the service, but said as it is written. */
export const textPlaces = ['greeting', 'prompt', 'transition', 'extraction', 'webhook'] as const

export const agentVariableSchema = z.object({
  /** As the agent writes it: `customer_name`, `user.name`. */
  name: z.string(),
  /** The names from the context's outside in. */
  path: z.array(z.string()).min(1),
  /** True when it stands in what is said, or in what steers it, without a default: a missing value is said as nothing. */
  required: z.boolean(),
  /** The first default it has anywhere; null when it has none. */
  fallback: z.string().nullable(),
  /** Where it stands first, and in which part of the agent. */
  place: z.enum(textPlaces),
  nodeName: z.string().nullable(),
  /** It stands in the first thing the agent says, or is told to say. */
  inOpening: z.boolean(),
  /** An example the agent's author left, shortened; to be shown, never to be sent by itself. */
  sample: z.string().nullable(),
})

/** One thing an agent wants to know about the person it calls. */
export type AgentVariable = z.infer<typeof agentVariableSchema>

export const openingSchema = z.object({
  /** `greeting` is said word for word; a `prompt` only tells the agent what to say; a `recording` is played. */
  kind: z.enum(['greeting', 'prompt', 'recording']),
  /** With its placeholders, for `parseTemplate`; empty for a recording. */
  text: z.string(),
  nodeName: z.string().nullable(),
})

/** How a call begins. */
export type Opening = z.infer<typeof openingSchema>

const spokenRawSchema = z.object({ text: z.string(), nodeName: z.string().nullable() })

/** Braces that are no placeholder and are said as they stand: a fault in the agent's text. */
export type SpokenRaw = z.infer<typeof spokenRawSchema>

const listed = {
  agentUuid: z.string(),
  workflowId: z.int(),
  name: z.string(),
  /** A call to it is refused. */
  archived: z.boolean(),
  checkedAt: z.iso.datetime(),
}

export const agentTextSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('published'),
    ...listed,
    versionNumber: z.int().nullable(),
    publishedAt: z.iso.datetime().nullable(),
    /** The number of a newer draft, which calls do not run yet; null when there is none. */
    draftNumber: z.int().nullable(),
    /** In the order in which they are said. */
    variables: z.array(agentVariableSchema),
    opening: openingSchema.nullable(),
    /** Fields may also come from another system as soon as the call connects. */
    fetchesFields: z.boolean(),
    spokenRaw: z.array(spokenRawSchema),
  }),
  /** Never published: a call to it is refused. */
  z.object({ state: z.literal('unpublished'), ...listed }),
  /** The service lists no agent with this Agent UUID. */
  z.object({ state: z.literal('notListed'), agentUuid: z.string(), checkedAt: z.iso.datetime() }),
])

/** What a call to an agent runs: its published text, as far as a form needs it. */
export type AgentText = z.infer<typeof agentTextSchema>
export type PublishedText = Extract<AgentText, { state: 'published' }>

export const rememberedFieldSchema = z.object({
  name: z.string(),
  path: z.array(z.string()).min(1),
  /** In how many of the last calls it was sent, and when last. */
  uses: z.int().min(1),
  lastUsedAt: z.iso.datetime(),
})

/** A field that earlier calls to an agent carried. Its values are other people's and stay where they are. */
export type RememberedField = z.infer<typeof rememberedFieldSchema>

import { z } from 'zod'

/** Lower-case UUID text; the service takes no other spelling. */
export const agentUuidSchema = z.uuid().lowercase()

export const agentSchema = z.object({
  /** The workflow's integer id, for run lists and versions. */
  workflowId: z.int(),
  /** Null where the service has none for this workflow: it cannot be called then. */
  agentUuid: z.string().nullable(),
  name: z.string(),
  status: z.enum(['active', 'archived', 'other']),
  totalRuns: z.int().nullable(),
})

/** A workflow as the person knows it: an agent with a name and a stable Agent UUID. */
export type Agent = z.infer<typeof agentSchema>

/** The agents that a person has starred in one profile, in the order in which it was done. */
export const starredAgentsSchema = z.array(agentUuidSchema).max(100)

import { z } from 'zod'
import type { Agent } from '../../contract/agent.ts'
import { date, id, integer, orNull, text } from './wire.ts'
import { type AgentGraph, graphSchema } from './wire-definition.ts'

const json = z.record(z.string(), z.json())

const status = z
  .string()
  .nullish()
  .catch(null)
  .transform((value): Agent['status'] => (value === 'active' || value === 'archived' ? value : 'other'))

const workflow = { id, name: z.string(), status, workflow_uuid: text, total_runs: integer }

const toAgent = (wire: z.output<z.ZodObject<typeof workflow>>): Agent => ({
  workflowId: wire.id,
  agentUuid: wire.workflow_uuid,
  name: wire.name,
  status: wire.status,
  totalRuns: wire.total_runs,
})

export const agentsSchema: z.ZodType<Agent[]> = z.array(z.object(workflow).transform(toAgent))

/** One agent with what it is made of: its draft where it has one, not always what a call runs. */
export type AgentDetail = {
  agent: Agent
  definition: Record<string, z.core.util.JSONType>
  templateVariables: Record<string, z.core.util.JSONType>
  versionNumber: number | null
  versionStatus: string | null
}

export const agentDetailSchema: z.ZodType<AgentDetail> = z
  .object({
    ...workflow,
    workflow_definition: orNull(json),
    template_context_variables: orNull(json),
    version_number: integer,
    version_status: text,
  })
  .transform((wire) => ({
    agent: toAgent(wire),
    definition: wire.workflow_definition ?? {},
    templateVariables: wire.template_context_variables ?? {},
    versionNumber: wire.version_number,
    versionStatus: wire.version_status,
  }))

/** One version of an agent; the one whose status is `published` is what a call runs. */
export type AgentVersion = {
  id: number
  versionNumber: number | null
  status: string
  createdAt: string | null
  publishedAt: string | null
  graph: AgentGraph
  templateVariables: Record<string, z.core.util.JSONType>
}

export const versionsSchema: z.ZodType<AgentVersion[]> = z.array(
  z
    .object({
      id,
      version_number: integer,
      status: z.string(),
      created_at: date,
      published_at: date,
      workflow_json: graphSchema,
      template_context_variables: orNull(json),
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
)

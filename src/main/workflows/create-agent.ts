import type { Agent } from '../../contract/agent.ts'
import { type Failure, invalid, type Outcome, succeed } from '../../contract/failure.ts'
import type { WorkflowCreation } from '../../contract/workflow.ts'
import type { ServiceClient } from '../service/service-client.ts'

export type CreateAgentParts = {
  client: Pick<ServiceClient, 'agents' | 'createWorkflow'>
  wait: (milliseconds: number) => Promise<void>
}

export type NewAgent = { name: string; definition: Record<string, unknown> }

/** The list is read at once and again: a request whose answer was lost may be finished a little later. */
const looks = [0, 1_000, 3_000]

/** A failure that says nothing about whether the service did what it was asked. */
const isLost = (failure: Failure): boolean => failure.kind === 'unavailable'

type Lost = { name: string; before: ReadonlySet<number>; failure: Failure }

/** The one agent of this name that was not there before; with two of them nobody can say which one is ours. */
const lookUp = async (
  { client, wait }: CreateAgentParts,
  { name, before, failure }: Lost,
): Promise<WorkflowCreation> => {
  for (const pause of looks) {
    if (pause > 0) await wait(pause)
    const listed = await client.agents()
    if (!listed.ok) continue
    const [agent, ...others] = listed.value.filter((one) => one.name === name && !before.has(one.workflowId))
    if (others.length > 0) break
    if (agent !== undefined) return { step: 'made', agent, wasLost: true }
  }
  return { step: 'unclear', failure, name }
}

/** The answer of the creation does not hold the Agent UUID (service section 1, 18); the list of agents does. */
const asListed = async ({ client }: CreateAgentParts, made: Agent): Promise<WorkflowCreation> => {
  const listed = await client.agents()
  const agent = listed.ok ? listed.value.find(({ workflowId }) => workflowId === made.workflowId) : undefined
  return { step: 'made', agent: agent ?? made, wasLost: false }
}

/**
 * Creates an agent and finds its Agent UUID. SECURITY: the request is sent once and never again; when its answer is lost,
 * the agent is looked up by its name, which must be nobody else's. A failure says that surely none was made.
 */
export const createAgent = async (
  parts: CreateAgentParts,
  { name, definition }: NewAgent,
): Promise<Outcome<WorkflowCreation>> => {
  const listed = await parts.client.agents()
  if (!listed.ok) return listed
  if (listed.value.some((agent) => agent.name === name)) return invalid(['name'], 'agentNameTaken', name)
  const created = await parts.client.createWorkflow({ name, definition })
  if (created.ok) return succeed(await asListed(parts, created.value.agent))
  if (!isLost(created.failure)) return created
  const before = new Set(listed.value.map(({ workflowId }) => workflowId))
  return succeed(await lookUp(parts, { name, before, failure: created.failure }))
}

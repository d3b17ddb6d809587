import { refuse } from '../http/answers.ts'
import type { Agent, AgentVersion, World } from '../world/world.ts'

/** The agent a trigger names and the version it runs, or the refusal, in the measured order of checks. */
export function findAgentToRun(
  world: World,
  organizationId: number,
  uuid: string,
): { agent: Agent; version: AgentVersion } {
  // Specification section 4.1, rule 1, and measured: letter case matters.
  const agent = world.agents.find((one) => one.uuid === uuid && one.organizationId === organizationId)
  if (agent === undefined) throw refuse(404, 'Workflow not found')
  if (agent.isRestricted) throw refuse(403, 'Access denied')
  if (agent.status === 'archived') throw refuse(404, 'Workflow is not active')
  const version = agent.versions.findLast((one) => one.status === 'published')
  if (version === undefined) throw refuse(404, 'Workflow has no published definition')
  if (!agent.hasOwner) throw refuse(409, 'Workflow has no execution owner')
  return { agent, version }
}

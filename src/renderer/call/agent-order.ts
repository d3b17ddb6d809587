import type { Agent } from '../../contract/agent.ts'

/** The list of agents as a person looks for one: starred, used last, all others. */
export type AgentOrder = { starred: Agent[]; used: Agent[]; others: Agent[] }

/** More than these are not the last ones any more. */
const mostUsed = 5

const byUuid = (agents: readonly Agent[], uuids: readonly string[]): Agent[] =>
  uuids.flatMap((uuid) => agents.find(({ agentUuid }) => agentUuid === uuid) ?? [])

const archivedLast = (agents: readonly Agent[]): Agent[] =>
  agents.toSorted((a, b) => Number(a.status === 'archived') - Number(b.status === 'archived'))

/** Puts the agents that a person starred first, in the order of their stars, and then the last used ones; archived ones stand last. */
export const orderAgents = (
  agents: readonly Agent[],
  starredUuids: readonly string[],
  usedUuids: readonly string[],
): AgentOrder => {
  const starred = byUuid(agents, starredUuids)
  const used = byUuid(agents, usedUuids).filter((agent) => !starred.includes(agent) && agent.status !== 'archived')
  const lately = used.slice(0, mostUsed)
  const others = agents.filter((agent) => !starred.includes(agent) && !lately.includes(agent))
  return { starred: archivedLast(starred), used: lately, others: archivedLast(others) }
}

import type { Agent } from '../../contract/agent.ts'
import { agentUuidSchema } from '../../contract/agent.ts'

/** What stands in the agent field: nothing yet, an agent to call, or why it is none. */
export type AgentChoice =
  | { kind: 'empty' }
  | { kind: 'agent'; agentUuid: string; name: string | null; archived: boolean }
  | { kind: 'noUuid'; name: string }
  | { kind: 'triggerPath' }
  | { kind: 'unknownName' }

/** The agent as it stands in the field: from the list. */
export const choiceOfAgent = ({ agentUuid, name, status }: Agent): AgentChoice =>
  agentUuid === null ? { kind: 'noUuid', name } : { kind: 'agent', agentUuid, name, archived: status === 'archived' }

const byUuid = (uuid: string, agents: readonly Agent[]): AgentChoice => {
  const known = agents.find((agent) => agent.agentUuid?.toLowerCase() === uuid)
  return known
    ? choiceOfAgent({ ...known, agentUuid: uuid })
    : { kind: 'agent', agentUuid: uuid, name: null, archived: false }
}

/** A trigger path is one unbroken word of letters, digits, dashes, underscores or slashes, usually with a digit or a slash in it. */
const looksLikeTriggerPath = (text: string): boolean =>
  /^[\w./-]{6,}$/.test(text) && /[\d/_]/.test(text) && !text.includes(' ')

/**
 * Reads typed or pasted text: an Agent UUID (lower-cased, since the service takes no other spelling), the name of exactly
 * one agent, a trigger path pasted by mistake, or nothing known.
 */
export const readAgentText = (text: string, agents: readonly Agent[]): AgentChoice => {
  const typed = text.trim()
  if (typed === '') return { kind: 'empty' }
  const uuid = typed.toLowerCase()
  if (agentUuidSchema.safeParse(uuid).success) return byUuid(uuid, agents)
  const named = agents.filter(({ name }) => name.toLowerCase() === uuid)
  if (named.length === 1 && named[0]) return choiceOfAgent(named[0])
  return looksLikeTriggerPath(typed) && named.length === 0 ? { kind: 'triggerPath' } : { kind: 'unknownName' }
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()

/** Whether a text, typed on, may still become an agent of the list: by its name, whatever its case and accents, or its Agent UUID. */
export const mayBecomeAgent = (text: string, agents: readonly Agent[]): boolean => {
  const typed = plain(text.trim())
  return agents.some(({ name, agentUuid }) => plain(name).includes(typed) || agentUuid?.toLowerCase().startsWith(typed))
}

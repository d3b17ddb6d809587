import { type Agent, agentUuidSchema } from '../../../../contract/agent.ts'

/**
 * The meaning of the text in the agent field: nothing, an agent to call, or the reason why it does not identify an
 * agent.
 */
export type AgentChoice =
  | { kind: 'empty' }
  | { kind: 'agent'; agentUuid: string; name: string | null; archived: boolean }
  | { kind: 'noUuid'; name: string }
  | { kind: 'triggerPath' }
  | { kind: 'unknownName' }

export const choiceOfAgent = ({ agentUuid, name, status }: Agent): AgentChoice =>
  agentUuid === null ? { kind: 'noUuid', name } : { kind: 'agent', agentUuid, name, archived: status === 'archived' }

const byUuid = (uuid: string, agents: readonly Agent[]): AgentChoice => {
  const known = agents.find((agent) => agent.agentUuid?.toLowerCase() === uuid)
  return known
    ? choiceOfAgent({ ...known, agentUuid: uuid })
    : { kind: 'agent', agentUuid: uuid, name: null, archived: false }
}

/**
 * A trigger path is one word of letters, digits, dots, dashes, underscores or slashes, with a digit, a slash or an
 * underscore.
 */
const looksLikeTriggerPath = (text: string): boolean =>
  /^[\w./-]{6,}$/.test(text) && /[\d/_]/.test(text) && !text.includes(' ')

/**
 * Parses typed or pasted text as an Agent UUID (in lowercase, as the service requires), the name of exactly one agent,
 * or a trigger path pasted by mistake.
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

const normalized = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()

/** True if a listed agent's name contains the text, ignoring case and accents, or its Agent UUID starts with it. */
export const mayBecomeAgent = (text: string, agents: readonly Agent[]): boolean => {
  const typed = normalized(text.trim())
  return agents.some(
    ({ name, agentUuid }) => normalized(name).includes(typed) || agentUuid?.toLowerCase().startsWith(typed),
  )
}

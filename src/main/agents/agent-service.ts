import type { AgentText, RememberedField } from '../../contract/agent-text.ts'
import type { Outcome } from '../../contract/failure.ts'
import type { Connections } from '../profiles/connections.ts'
import type { Storage } from '../storage/storage.ts'
import { readAgentText } from './read-agent-text.ts'
import { recallFields } from './remembered-fields.ts'
import { createStarredAgents } from './starred-agents.ts'

/** One agent as one profile sees it. */
export type AgentOfProfile = { profileId: string; agentUuid: string }

export type AgentServiceParts = {
  connections: Pick<Connections, 'client'>
  storage: Pick<Storage, 'ask'>
  /** Wall time in milliseconds since 1970. */
  clock: () => number
}

/**
 * Tells what agents want to know, from their published texts or from what calls to them carried before, and which of
 * them a person wants at hand.
 */
export const createAgentService = ({ connections, storage, clock }: AgentServiceParts) => ({
  async readText({ profileId, agentUuid }: AgentOfProfile): Promise<Outcome<AgentText>> {
    const client = await connections.client(profileId)
    return client.ok ? readAgentText(client.value, agentUuid, clock) : client
  },
  recallFields: (agent: AgentOfProfile): Promise<Outcome<RememberedField[]>> => recallFields(storage, agent),
  starred: createStarredAgents(storage),
})

export type AgentService = ReturnType<typeof createAgentService>

import type { AgentText, RememberedField } from '../../contract/agent-text.ts'
import { everyCall } from '../../contract/call-filter.ts'
import { succeed, type Outcome } from '../../contract/failure.ts'
import { createFact, type FactStore } from '../shell/fact.ts'
import type { Parts } from '../shell/parts.ts'
import { settle } from '../shell/settle.ts'

/** What the desk of one profile knows of its agents besides their list. */
export type AgentDesk = {
  /** What a call to an agent runs; asked for when it is first needed. */
  readonly textOf: (agentUuid: string) => FactStore<AgentText>
  /** The fields that earlier calls to an agent carried. */
  readonly recalledOf: (agentUuid: string) => FactStore<RememberedField[]>
  /** The Agent UUIDs that a person wants at hand. */
  readonly starred: FactStore<string[]>
  /** Stars an agent or takes its star; false when it could not be kept. */
  readonly star: (agentUuid: string, isStarred: boolean) => Promise<boolean>
  /** The Agent UUIDs of earlier calls of this profile, the last used first. */
  readonly used: FactStore<string[]>
}

/** So many calls tell what is used lately. */
const lately = 200

const factsOf = <T>(make: (agentUuid: string) => FactStore<T>): ((agentUuid: string) => FactStore<T>) => {
  const facts = new Map<string, FactStore<T>>()
  return (agentUuid) => {
    const fact = facts.get(agentUuid) ?? make(agentUuid)
    facts.set(agentUuid, fact)
    return fact
  }
}

/** Makes what one profile knows of its agents, and asks which were starred and used. */
export const createAgentDesk = ({ desk, now }: Parts, profileId: string): AgentDesk => {
  const askUsed = async (): Promise<Outcome<string[]>> => {
    const filter = { ...everyCall, profileIds: [profileId] }
    const page = await desk.listCalls({ search: '', filter, after: null, limit: lately })
    return page.ok ? succeed([...new Set(page.value.calls.map(({ agentUuid }) => agentUuid))]) : page
  }
  const starred = createFact(() => desk.listStarredAgents({ profileId }), now)
  const used = createFact(askUsed, now)
  void starred.ask()
  void used.ask()
  return {
    starred,
    used,
    textOf: factsOf((agentUuid) => createFact(() => desk.readAgentText({ profileId, agentUuid }), now)),
    recalledOf: factsOf((agentUuid) => createFact(() => desk.recallFields({ profileId, agentUuid }), now)),
    star: async (agentUuid, isStarred) => {
      const answer = await settle(desk.starAgent({ profileId, agentUuid, isStarred }))
      if (answer.ok) starred.learn(answer.value)
      return answer.ok
    },
  }
}

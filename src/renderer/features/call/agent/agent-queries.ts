import type { AgentText, RecentField } from '../../../../contract/agent.ts'
import { everyCall } from '../../../../contract/call-list.ts'
import { type Outcome, succeed } from '../../../../contract/failure.ts'
import type { PageDeps } from '../../../lib/page.ts'
import { createQuery, type Query, settle } from '../../../lib/query.ts'

export type AgentQueries = {
  /** Returns the query for the prompts and messages that the agent uses in a call. It is not loaded until needed. */
  readonly textOf: (agentUuid: string) => Query<AgentText>
  /** Returns the queries that `textOf` has returned. */
  readonly texts: () => Query<AgentText>[]
  /** Returns the query for the fields that earlier calls with the agent sent. It is not loaded until needed. */
  readonly earlierFieldsOf: (agentUuid: string) => Query<RecentField[]>
  /** The Agent UUIDs of the starred agents. */
  readonly starred: Query<string[]>
  /** Adds or removes a star; resolves with false if it could not be saved. */
  readonly star: (agentUuid: string, isStarred: boolean) => Promise<boolean>
  /** The Agent UUIDs of earlier calls of this profile, most recently used first. */
  readonly used: Query<string[]>
}

/** Number of earlier calls to read in order to find the recently used agents. */
const recentCallsLimit = 200

/** Creates the queries about one profile's agents and loads the lists of starred and recently used agents. */
export const createAgentQueries = ({ api, now }: PageDeps, profileId: string): AgentQueries => {
  const loadUsed = async (): Promise<Outcome<string[]>> => {
    const filter = { ...everyCall, profileIds: [profileId] }
    const page = await api.listCalls({ search: '', filter, after: null, limit: recentCallsLimit })
    return page.ok ? succeed([...new Set(page.value.calls.map(({ agentUuid }) => agentUuid))]) : page
  }
  const texts = new Map<string, Query<AgentText>>()
  const starred = createQuery(() => api.listStarredAgents({ profileId }), now)
  const used = createQuery(loadUsed, now)
  void starred.load()
  void used.load()
  return {
    starred,
    used,
    textOf: queryPerAgent(texts, (agentUuid) => createQuery(() => api.readAgentText({ profileId, agentUuid }), now)),
    texts: () => [...texts.values()],
    earlierFieldsOf: queryPerAgent(new Map(), (agentUuid) =>
      createQuery(() => api.listRecentFields({ profileId, agentUuid }), now),
    ),
    star: async (agentUuid, isStarred) => {
      const answer = await settle(api.starAgent({ profileId, agentUuid, isStarred }))
      if (answer.ok) starred.setData(answer.value)
      return answer.ok
    },
  }
}

const queryPerAgent =
  <T>(queries: Map<string, Query<T>>, create: (agentUuid: string) => Query<T>) =>
  (agentUuid: string): Query<T> => {
    const query = queries.get(agentUuid) ?? create(agentUuid)
    queries.set(agentUuid, query)
    return query
  }

import type { AgentText, PublishedText } from '../../contract/agent-text.ts'
import { type Outcome, succeed } from '../../contract/failure.ts'
import type { ServiceClient } from '../service/service-client.ts'
import type { AgentVersion } from '../service/wire-agents.ts'
import { findVariables } from './find-variables.ts'
import { openingOf } from './opening.ts'
import { findSpokenRaw } from './spoken-raw.ts'
import { spokenTexts } from './spoken-texts.ts'

/** The parts of the service client that tell of agents. */
export type AgentReads = Pick<ServiceClient, 'agents' | 'versions'>

/** The published version stands near the top: below a draft, at most. Older ones are asked for only when it does not. */
const firstPage = 4
const nextPage = 50
const mostVersions = 1_000

type Versions = { published: AgentVersion | null; newest: AgentVersion | null }

const readVersions = async (client: AgentReads, workflowId: number): Promise<Outcome<Versions>> => {
  let newest: AgentVersion | null = null
  for (let offset = 0; offset < mostVersions;) {
    const limit = offset === 0 ? firstPage : nextPage
    const page = await client.versions(workflowId, { limit, offset })
    if (!page.ok) return page
    newest ??= page.value[0] ?? null
    const published = page.value.find(({ status }) => status === 'published')
    if (published !== undefined) return succeed({ published, newest })
    if (page.value.length < limit) break
    offset += limit
  }
  return succeed({ published: null, newest })
}

type Listed = Omit<Extract<AgentText, { state: 'unpublished' }>, 'state'>

const publishedText = (listed: Listed, version: AgentVersion, newest: AgentVersion | null): PublishedText => {
  const { graph, templateVariables } = version
  const texts = spokenTexts(graph)
  const opening = openingOf(graph)
  return {
    state: 'published',
    ...listed,
    versionNumber: version.versionNumber,
    publishedAt: version.publishedAt,
    draftNumber: newest?.status === 'draft' ? newest.versionNumber : null,
    variables: findVariables(texts, opening, templateVariables),
    opening,
    fetchesFields: graph.nodes.some(({ fetchesFields }) => fetchesFields),
    spokenRaw: findSpokenRaw(texts),
  }
}

/**
 * Reads what a call to an agent runs: the version whose status is `published`, and never the draft that the service shows
 * for the agent itself. What the service does not list or has not published is a state, not a failure. `clock` tells wall
 * time in milliseconds since 1970.
 */
export const readAgentText = async (
  client: AgentReads,
  agentUuid: string,
  clock: () => number,
): Promise<Outcome<AgentText>> => {
  const agents = await client.agents()
  if (!agents.ok) return agents
  const checkedAt = new Date(clock()).toISOString()
  const agent = agents.value.find((one) => one.agentUuid === agentUuid)
  if (agent === undefined) return succeed({ state: 'notListed', agentUuid, checkedAt })
  const { workflowId, name, status } = agent
  const versions = await readVersions(client, workflowId)
  if (!versions.ok) return versions
  const listed = { agentUuid, workflowId, name, archived: status === 'archived', checkedAt }
  const { published, newest } = versions.value
  return succeed(published === null ? { state: 'unpublished', ...listed } : publishedText(listed, published, newest))
}

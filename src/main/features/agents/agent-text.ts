import type { AgentText, AgentVariable, Opening, SpokenRaw } from '../../../contract/agent.ts'
import { type Outcome, succeed } from '../../../contract/failure.ts'
import {
  contextPath,
  sourceOfPath,
  parseTemplate,
  type Placeholder,
  stripBlanks,
} from '../../../domain/template/template.ts'
import type { ServiceClient } from '../../service/client.ts'
import type { AgentEdge, AgentGraph, AgentNode, AgentVersion } from '../../service/wire/agents.ts'

export type AgentReads = Pick<ServiceClient, 'agents' | 'versions'>

/**
 * Reads the version that a call to an agent runs: the published one, never the draft that the service returns for the
 * agent itself. An agent that is not listed or not published is a state, not a failure. `clock` is wall time in
 * milliseconds since 1970.
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
  if (published === null) return succeed({ state: 'unpublished', ...listed })
  const { graph } = published
  return succeed({
    state: 'published',
    ...listed,
    versionNumber: published.versionNumber,
    publishedAt: published.publishedAt,
    draftNumber: newest?.status === 'draft' ? newest.versionNumber : null,
    ...readGraphText(graph, published.templateVariables),
    fetchesFields: graph.nodes.some(({ fetchesFields }) => fetchesFields),
    spokenRaw: findUnfilledBraces(spokenTexts(graph)),
  })
}

/**
 * The published version is usually the newest one or follows a draft. Older versions are read only if it is not on the
 * first page.
 */
const firstPage = 4
const nextPage = 50
const maxVersions = 1_000

const readVersions = async (
  client: AgentReads,
  workflowId: number,
): Promise<Outcome<{ published: AgentVersion | null; newest: AgentVersion | null }>> => {
  let newest: AgentVersion | null = null
  for (let offset = 0; offset < maxVersions;) {
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

/** Test values by name, which the agent's author entered. */
type Samples = Readonly<Record<string, unknown>>

/** Returns the opening and the variables of an agent's graph. */
export const readGraphText = (
  graph: AgentGraph,
  samples: Samples = {},
): { opening: Opening | null; variables: AgentVariable[] } => {
  const opening = openingOf(graph)
  return { opening, variables: findVariables(spokenTexts(graph), samples) }
}

/** Limits for the form: characters per string, and number of variables. The service sets no limits. */
const maxShownLength = 200
const maxVariables = 200

/**
 * Returns the variables that a call must supply, each once, in the order in which they are spoken. Excludes what the
 * service fills in: the time, the values it adds to a run, and what the conversation extracts. At most 200.
 */
export const findVariables = (texts: readonly AgentTextPart[], samples: Samples): AgentVariable[] => {
  const found = new Map<string, AgentVariable>()
  for (const { text, location, nodeName } of texts) {
    for (const placeholder of placeholdersIn(text).filter((one) => comesFromCaller(one, location))) {
      const path = contextPath(placeholder.path)
      const name = nameOf(placeholder)
      const known = found.get(name)
      found.set(name, {
        name,
        path,
        location: known?.location ?? location,
        nodeName: known === undefined ? nodeName : known.nodeName,
        required: known?.required === true || isRequired(placeholder, location),
        fallback: known?.fallback ?? shownFallback(placeholder),
        sample: sampleOf(samples, path),
      })
    }
  }
  return [...found.values()].slice(0, maxVariables)
}

const placeholdersIn = (text: string): Placeholder[] =>
  parseTemplate(text).parts.filter((part) => typeof part !== 'string')

const nameOf = ({ path }: Placeholder): string => contextPath(path).join('.')

/** Webhooks have several sources; only `initial_context` comes from the call. */
const comesFromCaller = ({ path }: Placeholder, location: AgentTextPart['location']): boolean =>
  sourceOfPath(path) === 'caller' &&
  path.length <= maxShownLength &&
  (location !== 'webhook' || path.startsWith('initial_context.'))

/** The service requires variables without a default in prompts, the greeting and transitions. */
const isRequired = ({ fallback }: Placeholder, location: AgentTextPart['location']): boolean =>
  fallback === null && location !== 'extraction' && location !== 'webhook'

const shownFallback = ({ fallback }: Placeholder): string | null =>
  fallback === null ? null : shorten(fallback, maxShownLength)

const sampleOf = (samples: Samples, [name = '', ...inner]: readonly string[]): string | null => {
  const value = Object.hasOwn(samples, name) ? samples[name] : undefined
  if (inner.length > 0) {
    return typeof value === 'object' && value !== null ? sampleOf({ ...value }, inner) : null
  }
  if (value === undefined || value === null || value === '') return null
  return shorten(typeof value === 'string' ? value : JSON.stringify(value), maxShownLength)
}

/** Maximum length of the opening, in characters. The page renders it on every keystroke. */
const maxOpeningLength = 20_000

/**
 * Returns how a call to an agent starts: with the greeting of the start node, otherwise with its prompt. Null if there
 * is no start node or it is empty; such an agent can be called but does not speak first.
 */
export const openingOf = ({ nodes }: AgentGraph): Opening | null => {
  const start = nodes.find(({ kind }) => kind === 'start')
  if (start === undefined) return null
  const { name: nodeName, greeting, prompt, isRecorded } = start
  if (isRecorded) return { kind: 'recording', text: '', nodeName }
  if (greeting !== null && stripBlanks(greeting) !== '')
    return { kind: 'greeting', text: shorten(greeting, maxOpeningLength), nodeName }
  return prompt !== null && stripBlanks(prompt) !== ''
    ? { kind: 'prompt', text: shorten(prompt, maxOpeningLength), nodeName }
    : null
}

const maxUnfilled = 20
const bracesPattern = /\{\{.{0,80}?\}\}/g

/**
 * Returns text in braces that the service does not replace, so the agent speaks it: `{{first name}}`, and every
 * placeholder in a transition. Returns at most 20 distinct ones.
 */
export const findUnfilledBraces = (texts: readonly AgentTextPart[]): SpokenRaw[] => {
  const found = new Map<string, SpokenRaw>()
  for (const { text, location, nodeName } of texts) {
    if (location === 'extraction' || location === 'webhook') continue
    const unfilled = parseTemplate(text).parts.flatMap((part) => {
      if (typeof part === 'string') return part.match(bracesPattern) ?? []
      return location === 'transition' ? [shorten(part.raw, 100)] : []
    })
    for (const braces of unfilled) found.set(braces, found.get(braces) ?? { text: braces, nodeName })
  }
  return [...found.values()].slice(0, maxUnfilled)
}

/** A prompt, message or other string of an agent, and its location. */
type AgentTextPart = { text: string; location: AgentVariable['location']; nodeName: string | null }

type EdgesOf = (node: AgentNode) => readonly AgentEdge[]

/**
 * Returns every string in which the service replaces placeholders, in the order in which they are spoken: node by node,
 * greeting before prompt. Strings that are not spoken (extractions and webhooks) follow.
 */
export const spokenTexts = ({ nodes, edges }: AgentGraph): AgentTextPart[] => {
  const bySource = Map.groupBy(edges, ({ source }) => source)
  const edgesOf: EdgesOf = ({ id }) => bySource.get(id) ?? []
  const ordered = orderNodes(nodes, edgesOf)
  return [
    ...ordered.flatMap((node) => nodeTexts(node, edgesOf)),
    ...ordered.filter(isSpoken).flatMap(({ name, extractionTexts }) => textParts('extraction', name, extractionTexts)),
    ...ordered
      .filter(({ kind }) => kind === 'webhook')
      .flatMap(({ name, payloadTexts }) => textParts('webhook', name, payloadTexts)),
  ]
}

/**
 * Orders the nodes as a conversation reaches them: the start, the global nodes (which are part of every prompt), then
 * breadth-first along the edges. Unreachable nodes come last.
 */
const orderNodes = (nodes: readonly AgentNode[], edgesOf: EdgesOf): AgentNode[] => {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const ordered = new Set(nodes.filter(({ kind }) => kind === 'start'))
  for (const node of nodes) if (node.kind === 'global') ordered.add(node)
  // The loop also visits nodes that are added during it.
  for (const node of ordered) {
    for (const { target } of edgesOf(node)) {
      const next = byId.get(target)
      if (next !== undefined) ordered.add(next)
    }
  }
  for (const node of nodes) ordered.add(node)
  return [...ordered]
}

const nodeTexts = (node: AgentNode, edgesOf: EdgesOf): AgentTextPart[] => [
  ...textParts('greeting', node.name, node.kind === 'start' ? [node.greeting] : []),
  ...textParts('prompt', node.name, isSpoken(node) ? [node.prompt] : []),
  ...textParts(
    'transition',
    node.name,
    edgesOf(node).map(({ speech }) => speech),
  ),
]

const isSpoken = ({ kind }: AgentNode): boolean => kind !== 'webhook' && kind !== 'other'

const textParts = (
  location: AgentTextPart['location'],
  nodeName: string | null,
  texts: readonly (string | null)[],
): AgentTextPart[] => texts.flatMap((text) => (text === null || text === '' ? [] : [{ text, location, nodeName }]))

/** Shortens a string to `length` characters, the last of which is then an ellipsis. */
const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text

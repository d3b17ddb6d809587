import {
  type Agent,
  type RecentField,
  starredAgentsSchema,
  type WorkflowCreation,
  type WorkflowFile,
  type WorkflowNodeKind,
  workflowNodeKinds,
} from '../../../contract/agent.ts'
import { type Failure, invalid, type IssueCode, type Outcome, succeed } from '../../../contract/failure.ts'
import type { Input, Operations } from '../../../contract/operations.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Connections } from '../profiles/connections.ts'
import { readAgentText, readGraphText } from './agent-text.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { basename, extname } from 'node:path'
import type { Runtime } from '../../app/runtime.ts'
import { maskKeyForms } from '../../log/key-form.ts'
import type { ServiceClient } from '../../service/client.ts'
import { graphSchema } from '../../service/wire/agents.ts'
import { type Definition, readDefinition, readWorkflowFile } from './workflow-file.ts'
import { parseJson } from '../../../domain/json.ts'

type AgentsDeps = NewAgentsDeps & {
  connections: Pick<Connections, 'client'>
  storage: Pick<Storage, 'run'>
  /** Wall time in milliseconds since 1970. */
  clock: () => number
}

type AgentOperations = Pick<
  Operations,
  | 'listAgents'
  | 'readAgentText'
  | 'listRecentFields'
  | 'listStarredAgents'
  | 'starAgent'
  | 'chooseWorkflowFile'
  | 'createWorkflow'
>

/** Reads agents and their definitions, stars them, and creates new ones from workflow files. */
export const createAgents = (deps: AgentsDeps): { operations: AgentOperations } => {
  const { connections, storage, clock } = deps
  const starred = createStarredAgents(storage)
  const newAgents = createNewAgents(deps)
  return {
    operations: {
      async listAgents({ profileId }) {
        const client = await connections.client(profileId)
        return client.ok ? client.value.agents() : client
      },
      async readAgentText({ profileId, agentUuid }) {
        const client = await connections.client(profileId)
        return client.ok ? readAgentText(client.value, agentUuid, clock) : client
      },
      listRecentFields: (agent) => listRecentFields(storage, agent),
      listStarredAgents: ({ profileId }) => starred.list(profileId),
      starAgent: ({ profileId, agentUuid, isStarred }) => starred.star(profileId, agentUuid, isStarred),
      chooseWorkflowFile: newAgents.chooseFile,
      createWorkflow: newAgents.create,
    },
  }
}

/** The number of earlier calls that are considered. A mistyped field name disappears after that many calls. */
const recentCallCount = 20
const maxFields = 50

/** Returns the paths of all values in a context. Arrays are treated as values. */
const pathsIn = (value: unknown, path: readonly string[] = []): (readonly string[])[] => {
  const inner = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
  if (inner.length === 0) return path.length === 0 ? [] : [path]
  return inner.flatMap(([name, child]) => pathsIn(child, [...path, name]))
}

/**
 * Returns the fields that the last 20 calls to an agent sent, newest call first, for agents whose definition the
 * service does not return. Returns only the names, because the values are about other people.
 */
export const listRecentFields = async (
  storage: Pick<Storage, 'run'>,
  agent: { profileId: string; agentUuid: string },
): Promise<Outcome<RecentField[]>> => {
  const sent = await storage.run('sentContexts', { ...agent, limit: recentCallCount })
  if (!sent.ok) return sent
  const fields = new Map<string, RecentField>()
  for (const { context, preparedAt } of sent.value) {
    for (const path of pathsIn(context)) {
      const key = JSON.stringify(path)
      const known = fields.get(key) ?? { name: path.join('.'), path: [...path], uses: 0, lastUsedAt: preparedAt }
      fields.set(key, { ...known, uses: known.uses + 1 })
    }
  }
  return succeed([...fields.values()].slice(0, maxFields))
}

/** Maximum number of starred agents per profile. Beyond it, the oldest stars are removed. */
const maxStarred = 100

/** Unreadable stars are ignored; the user can star the agents again. */
const parseStarred = (text: string | null): string[] => starredAgentsSchema.safeParse(parseJson(text ?? '')).data ?? []

/** Stores the starred agents of each profile, in the order in which they were starred. */
export const createStarredAgents = (storage: Pick<Storage, 'run'>) => {
  const settingName = (profileId: string): string => `starred:${profileId}`

  const list = async (profileId: string): Promise<Outcome<string[]>> => {
    const text = await storage.run('readSetting', { name: settingName(profileId) })
    return text.ok ? succeed(parseStarred(text.value)) : text
  }

  const change = async (profileId: string, agentUuid: string, isStarred: boolean): Promise<Outcome<string[]>> => {
    const known = await list(profileId)
    if (!known.ok) return known
    const others = known.value.filter((one) => one !== agentUuid)
    const starred = (isStarred ? [...others, agentUuid] : others).slice(-maxStarred)
    const written = await storage.run('writeSetting', { name: settingName(profileId), value: JSON.stringify(starred) })
    return written.ok ? succeed(starred) : written
  }

  let last: Promise<unknown> = Promise.resolve()
  return {
    list,
    /** Adds or removes a star and returns all starred agents. Changes run one after another, so that none is lost. */
    star: (profileId: string, agentUuid: string, isStarred: boolean): Promise<Outcome<string[]>> => {
      const result = last.then(() => change(profileId, agentUuid, isStarred))
      last = result
      return result
    },
  }
}

export type NewAgentsDeps = Pick<Runtime, 'chooseWorkflowFile' | 'createUuid' | 'monotonic'> & {
  connections: Pick<Connections, 'client'>
  wait?: (milliseconds: number) => Promise<void>
}

/** Time after which the service has certainly finished a request whose response was lost, in milliseconds. */
const settledAfter = 120_000

/**
 * Creates agents from workflow files. The definition stays in the main process; the page refers to it by a random ID.
 */
export const createNewAgents = (deps: NewAgentsDeps) => {
  const { connections, createUuid, monotonic } = deps
  /** The definition of the last chosen file. */
  let chosen: { fileId: string; definition: Record<string, unknown> } | null = null
  /** The times at which the response to a creation was lost, by profile and name. */
  const unclear = new Map<string, number>()
  let last: Promise<unknown> = Promise.resolve()

  const create = async ({ profileId, fileId, name }: Input<'createWorkflow'>): Promise<Outcome<WorkflowCreation>> => {
    if (chosen?.fileId !== fileId) return invalid([], 'chooseFileAgain')
    const problem = agentNameProblem(name)
    if (problem !== null) return invalid(['name'], problem)
    const request = `${profileId} ${name}`
    const lostAt = unclear.get(request)
    if (lostAt !== undefined && monotonic() - lostAt < settledAfter) return invalid(['name'], 'agentUnclear', name)
    const client = await connections.client(profileId)
    if (!client.ok) return client
    const { definition } = chosen
    const waiting = deps.wait ?? ((milliseconds: number) => wait(milliseconds))
    const created = await createAgent({ client: client.value, wait: waiting }, { name, definition })
    if (created.ok && created.value.step === 'unclear') unclear.set(request, monotonic())
    if (created.ok && created.value.step === 'made') chosen = null
    return created
  }

  return {
    /** Lets the user choose a file and describes it. If the file is refused, the previous choice is kept. */
    async chooseFile(): Promise<Outcome<{ file: WorkflowFile | null }>> {
      if (deps.chooseWorkflowFile === undefined) throw new Error('There is no window to choose a file in.')
      const path = await deps.chooseWorkflowFile()
      if (path === null) return succeed({ file: null })
      const bytes = await readWorkflowFile(path)
      if (!bytes.ok) return bytes
      const read = readDefinition(bytes.value)
      if (!read.ok) return read
      const fileId = createUuid()
      const file = { fileId, ...describeWorkflow(path, read.value) }
      chosen = { fileId, definition: read.value.definition }
      return succeed({ file })
    },

    /** SECURITY: creates one agent at a time, so that a second request with the same name finds the first agent. */
    create(input: Input<'createWorkflow'>): Promise<Outcome<WorkflowCreation>> {
      const result = last.then(() => create(input))
      last = result.catch(() => undefined)
      return result
    },
  }
}

const agentNameProblem = (name: string): IssueCode | null => {
  if (!name.isWellFormed()) return 'loneSurrogate'
  return /\p{Cc}/u.test(name) ? 'invalid' : null
}

type CreateAgentDeps = {
  client: Pick<ServiceClient, 'agents' | 'createWorkflow'>
  wait: (milliseconds: number) => Promise<void>
}

type NewAgent = { name: string; definition: Record<string, unknown> }

/**
 * Creates an agent and finds its Agent UUID. SECURITY: sends the request once and never again. If the response is lost,
 * it looks for the agent by its name, which must be unique. A failure means that no agent was created.
 */
export const createAgent = async (
  deps: CreateAgentDeps,
  { name, definition }: NewAgent,
): Promise<Outcome<WorkflowCreation>> => {
  const { client } = deps
  const listed = await client.agents()
  if (!listed.ok) return listed
  if (listed.value.some((agent) => agent.name === name)) return invalid(['name'], 'agentNameTaken', name)
  const created = await client.createWorkflow({ name, definition })
  if (created.ok) {
    const agent = await findAgentUuid(client, created.value.agent)
    return succeed({ step: 'made', agent, wasLost: false })
  }
  // Any other failure means that the service refused the request.
  if (created.failure.kind !== 'unavailable') return created
  const before = new Set(listed.value.map(({ workflowId }) => workflowId))
  return succeed(await findLostAgent(deps, name, before, created.failure))
}

/** The response to the creation does not contain the Agent UUID (service section 1, 18); the list of agents does. */
const findAgentUuid = async (client: CreateAgentDeps['client'], created: Agent): Promise<Agent> => {
  const listed = await client.agents()
  const agent = listed.ok ? listed.value.find(({ workflowId }) => workflowId === created.workflowId) : undefined
  return agent ?? created
}

/** Pauses before each read of the list, in milliseconds. A request may finish after its response was lost. */
const retryPauses = [0, 1_000, 3_000]

/** Finds the only new agent with this name. If there are two, it is unclear which of them this request created. */
const findLostAgent = async (
  { client, wait: pauseFor }: CreateAgentDeps,
  name: string,
  before: ReadonlySet<number>,
  failure: Failure,
): Promise<WorkflowCreation> => {
  for (const pause of retryPauses) {
    if (pause > 0) await pauseFor(pause)
    const listed = await client.agents()
    if (!listed.ok) continue
    const [agent, ...others] = listed.value.filter((one) => one.name === name && !before.has(one.workflowId))
    if (others.length > 0) break
    if (agent !== undefined) return { step: 'made', agent, wasLost: true }
  }
  return { step: 'unclear', failure, name }
}

/**
 * Describes a workflow file before an agent is created from it. SECURITY: the file may be the wrong one and contain a
 * key, so keys are removed from everything that is displayed. What is sent is not changed.
 */
const describeWorkflow = (path: string, { name, definition }: Definition): Omit<WorkflowFile, 'fileId'> => {
  const suggested = oneLine(name ?? '') || oneLine(basename(path, extname(path)))
  return {
    fileName: maskKeyForms(oneLine(basename(path))).slice(0, 300),
    suggestedName: maskKeyForms(suggested).slice(0, 100).toWellFormed().trim(),
    nodes: countNodes(definition),
    ...readGraphText(graphSchema.parse(scrubTexts(definition))),
  }
}

const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** The recursion is safe: a definition has at most 100 levels. */
const scrubTexts = (value: unknown): unknown => {
  if (typeof value === 'string') return maskKeyForms(value)
  if (Array.isArray(value)) return value.map(scrubTexts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [maskKeyForms(name), scrubTexts(child)]))
}

/** A Map, because a type may be called `constructor`. */
const kinds: ReadonlyMap<unknown, WorkflowNodeKind> = new Map([
  ['startCall', 'start'],
  ['agentNode', 'agent'],
  ['endCall', 'end'],
  ['globalNode', 'global'],
  ['trigger', 'trigger'],
  ['webhook', 'webhook'],
  ['qa', 'qa'],
])

const isNode = (node: unknown): node is { type?: unknown } =>
  typeof node === 'object' && node !== null && !Array.isArray(node)

const countNodes = ({ nodes }: Record<string, unknown>): WorkflowFile['nodes'] => {
  const listed: unknown[] = Array.isArray(nodes) ? nodes : []
  const byKind = Map.groupBy(listed.filter(isNode), ({ type }) => kinds.get(type) ?? 'other')
  return workflowNodeKinds.flatMap((kind) => {
    const count = byKind.get(kind)?.length ?? 0
    return count === 0 ? [] : [{ kind, count }]
  })
}

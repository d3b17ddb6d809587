import { dateWithZ, invalid, jsonResponse, missing, type Problem, readObject, readText, refuse } from '../answers.ts'
import { authenticate, bodyObject, type Call, type Endpoint, pathId, queryInteger } from '../requests.ts'
import { type JsonObject, type JsonValue, type Printable, printJson } from '../json.ts'
import type { Practice } from '../practice.ts'
import { type Agent, type AgentVersion, makeUuid } from '../organization/world.ts'

const statuses = ['active', 'archived']

/**
 * `GET /workflow/fetch` (specification section 4.2): the organization's agents, including archived ones unless a status
 * is given.
 */
export const listWorkflows: Endpoint = (call, practice) => {
  const { organization } = authenticate(call, practice)
  const wanted = wantedStatuses(call.query.get('status'))
  const agents = practice.world.agents.filter((agent) => agent.organizationId === organization.id)
  const chosen =
    wanted.length === 0 ? agents : wanted.flatMap((status) => agents.filter((one) => one.status === status))
  return jsonResponse(
    200,
    chosen.map((agent) => ({
      ...basicsOf(agent),
      total_runs: practice.world.runs.filter((run) => run.agentId === agent.id).length,
      folder_id: null,
      workflow_uuid: agent.uuid,
    })),
  )
}

/** `GET /workflow/fetch/{workflow_id}`: the draft if there is one, otherwise the published version. */
export const fetchWorkflow: Endpoint = (call, practice) => {
  const agent = agentInPath(call, practice)
  const shown = agent.versions.findLast((one) => one.status === 'draft') ?? publishedOf(agent)
  return jsonResponse(200, {
    ...workflowBody(agent, shown),
    version_number: shown?.versionNumber ?? null,
    version_status: shown?.status ?? null,
    workflow_uuid: agent.uuid,
  })
}

/** `GET /workflow/{workflow_id}/versions`: newest first. A trigger runs the published one. */
export const listVersions: Endpoint = (call, practice) => {
  authenticate(call, practice)
  const problems: Problem[] = []
  const limit = queryInteger(call, 'limit', Infinity, { least: 1, most: 100 }, problems)
  const offset = queryInteger(call, 'offset', 0, { least: 0 }, problems)
  if (problems.length > 0) throw invalid(problems)
  const versions = agentInPath(call, practice).versions.toReversed()
  return jsonResponse(
    200,
    versions.slice(offset, offset + limit).map((version) => ({
      id: version.id,
      version_number: version.versionNumber,
      status: version.status,
      created_at: dateWithZ(version.createdAt),
      published_at: version.publishedAt === null ? null : dateWithZ(version.publishedAt),
      workflow_json: version.definition,
      workflow_configurations: {},
      template_context_variables: version.variables,
    })),
  )
}

/** Returns the common fields of a fetched and a created workflow. */
function workflowBody(agent: Agent, shown: AgentVersion | undefined): { [name: string]: Printable } {
  return {
    ...basicsOf(agent),
    workflow_definition: shown?.definition ?? {},
    // Measured: the published one, even when the response contains the draft.
    current_definition_id: publishedOf(agent)?.id ?? null,
    template_context_variables: shown?.variables ?? {},
    call_disposition_codes: { disposition_codes: [] },
    total_runs: null,
    workflow_configurations: {},
  }
}

function basicsOf({ id, name, status, createdAt }: Agent) {
  return { id, name, status, created_at: dateWithZ(createdAt) }
}

function publishedOf(agent: Agent): AgentVersion | undefined {
  return agent.versions.findLast((one) => one.status === 'published')
}

function agentInPath(call: Call, practice: Practice): Agent {
  const { organization } = authenticate(call, practice)
  const id = pathId(call, 'workflow_id')
  const agent = practice.world.agents.find((one) => one.id === id && one.organizationId === organization.id)
  if (agent === undefined) throw refuse(404, `Workflow with id ${id} not found`)
  return agent
}

function wantedStatuses(text: string | null): readonly string[] {
  if (text === null || text === '') return []
  const wanted = text.split(',').map((part) => part.trim())
  const unknown = [...new Set(wanted.filter((part) => !statuses.includes(part)))].toSorted()
  if (unknown.length === 0) return wanted
  const shown = unknown.map((part) => `'${part === '' ? '<empty>' : part}'`).join(', ')
  throw refuse(422, `Invalid workflow status filter: [${shown}]. Allowed values: ['active', 'archived'].`)
}

/**
 * `POST /workflow/create/definition` (specification section 4.2): creates and publishes an agent. The response does not
 * contain the Agent UUID or the ID of the version (measured); the list does.
 */
export const createWorkflow: Endpoint = (call, practice) => {
  const { organization } = authenticate(call, practice)
  const { name, definition } = readRequest(call)
  const starts = nodesOf(definition).filter((node) => node.get('type') === 'startCall')
  // Measured: this problem belongs to the workflow, not to a node.
  if (starts.length > 1)
    throw refuse(422, problemsOf('workflow', [{ id: null, field: null, message: 'A workflow has one start node.' }]))
  const taken = nodesOf(definition).filter((node) => isTaken(practice, triggerPathOf(node)))
  if (taken.length > 0) throw refuse(409, problemsOf('node', taken.map(pathTaken)))
  const agent = addAgent(practice, organization.id, name, definition)
  const body = workflowBody(agent, agent.versions[0])
  return jsonResponse(200, {
    ...body,
    current_definition_id: null,
    version_number: null,
    version_status: null,
    workflow_uuid: null,
  })
}

type Request = { readonly name: string; readonly definition: JsonObject }

function readRequest(call: Call): Request {
  const body = bodyObject(call.body)
  if (!(body instanceof Map)) throw invalid([body])
  const problems: Problem[] = []
  const at = (field: string) => body.get(field)
  const name = at('name')
  const definition = at('workflow_definition')
  const readName = name === undefined ? undefined : readText(name, ['body', 'name'])
  const readGraph = definition === undefined ? undefined : readObject(definition, ['body', 'workflow_definition'])
  if (readName === undefined) problems.push(missing(['body', 'name'], body))
  else if (!readName.ok) problems.push(readName.problem)
  if (readGraph === undefined) problems.push(missing(['body', 'workflow_definition'], body))
  else if (!readGraph.ok) problems.push(readGraph.problem)
  if (!readName?.ok || !readGraph?.ok) throw invalid(problems)
  return { name: readName.value, definition: readGraph.value }
}

function nodesOf(definition: JsonObject): JsonObject[] {
  const nodes = definition.get('nodes')
  return Array.isArray(nodes) ? nodes.filter((node) => node instanceof Map) : []
}

function triggerPathOf(node: JsonObject): JsonValue | undefined {
  const data = node.get('data')
  return node.get('type') === 'trigger' && data instanceof Map ? data.get('trigger_path') : undefined
}

// Searches the definitions as JSON text: a path is unique across organizations, and definitions have no fixed
// structure.
function isTaken(practice: Practice, path: JsonValue | undefined): boolean {
  if (typeof path !== 'string' || path === '') return false
  const printed = `"trigger_path":${printJson(path)}`
  return practice.world.agents.some((agent) =>
    agent.versions.some((one) => printJson(one.definition).includes(printed)),
  )
}

function pathTaken(node: JsonObject) {
  const message = 'Trigger path is already in use. Please choose another one.'
  return { id: node.get('id') ?? null, field: 'data.trigger_path', message }
}

function problemsOf(kind: 'node' | 'workflow', errors: readonly { [name: string]: Printable }[]): Printable {
  return { is_valid: false, errors: errors.map((error) => ({ kind, ...error })) }
}

function addAgent(practice: Practice, organizationId: number, name: string, definition: JsonObject): Agent {
  const { world, random, clock } = practice
  const now = clock.now()
  const version = { id: world.next.definition++, versionNumber: 1, status: 'published' } as const
  const agent: Agent = {
    id: world.next.agent++,
    organizationId,
    uuid: makeUuid(random),
    name,
    status: 'active',
    createdAt: now,
    hasOwner: true,
    isRestricted: false,
    versions: [{ ...version, createdAt: now, publishedAt: now, definition, variables: {} }],
  }
  world.agents.push(agent)
  return agent
}

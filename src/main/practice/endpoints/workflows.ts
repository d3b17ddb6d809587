import { dateWithZ } from '../http/dates.ts'
import { jsonResponse, refuse } from '../http/answers.ts'
import { authenticate } from '../http/authenticate.ts'
import type { Call, Endpoint } from '../http/call.ts'
import { pathId, queryInteger } from '../http/parameters.ts'
import { invalid, type Problem } from '../http/problems.ts'
import type { Printable } from '../json/json-value.ts'
import type { Practice } from '../practice.ts'
import type { Agent, AgentVersion } from '../world/world.ts'

const statuses = ['active', 'archived']

/** `GET /workflow/fetch` (specification section 4.2): the organization's agents, archived ones too unless a status is asked for. */
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

/** `GET /workflow/fetch/{workflow_id}`: the draft when there is one, else the published version. */
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

/** `GET /workflow/{workflow_id}/versions`: newest first; the one that is published is what a trigger runs. */
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

/** The fields that a fetched and a newly made workflow have in common. */
export function workflowBody(agent: Agent, shown: AgentVersion | undefined): { [name: string]: Printable } {
  return {
    ...basicsOf(agent),
    workflow_definition: shown?.definition ?? {},
    // Measured: the published one, even when the answer shows the draft.
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

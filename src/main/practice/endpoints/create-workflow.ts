import { jsonResponse, refuse } from '../http/answers.ts'
import { authenticate } from '../http/authenticate.ts'
import type { Call, Endpoint } from '../http/call.ts'
import { invalid, missing, readObject, readText, type Problem } from '../http/problems.ts'
import { bodyObject } from '../http/read-body.ts'
import type { JsonObject, JsonValue, Printable } from '../json/json-value.ts'
import { printJson } from '../json/print-json.ts'
import type { Practice } from '../practice.ts'
import { makeUuid } from '../world/secrets.ts'
import type { Agent } from '../world/world.ts'
import { workflowBody } from './workflows.ts'

/**
 * `POST /workflow/create/definition` (specification section 4.2): makes an agent and publishes it at once. The answer
 * does not hold the Agent UUID (measured); the list does.
 */
export const createWorkflow: Endpoint = (call, practice) => {
  const { organization } = authenticate(call, practice)
  const { name, definition } = readRequest(call)
  const [start, second] = nodesOf(definition).filter((node) => node.get('type') === 'startCall')
  if (start !== undefined && second !== undefined) {
    throw refuse(
      422,
      faults([{ id: second.get('id') ?? null, field: null, message: 'A workflow has one start node.' }]),
    )
  }
  const taken = nodesOf(definition).filter((node) => isTaken(practice, triggerPathOf(node)))
  if (taken.length > 0) throw refuse(409, faults(taken.map(pathTaken)))
  const agent = addAgent(practice, organization.id, name, definition)
  const body = workflowBody(agent, agent.versions[0])
  return jsonResponse(200, { ...body, version_number: null, version_status: null, workflow_uuid: null })
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

// Printed and searched, because a path is unique over all organizations and a definition has no other fixed shape.
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

function faults(errors: readonly { [name: string]: Printable }[]): Printable {
  return { is_valid: false, errors: errors.map((error) => ({ kind: 'node', ...error })) }
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

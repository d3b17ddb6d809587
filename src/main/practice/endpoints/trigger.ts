import { applyFault, type RequestedFault, faultByNumber, refusedByFault } from '../faults.ts'
import {
  type Answer,
  invalid,
  jsonResponse,
  missing,
  type Problem,
  type Read,
  readInteger,
  readObject,
  readText,
  refuse,
  serverError,
} from '../answers.ts'
import { authenticateTrigger, bodyObject, type Call, type Endpoint, refuseHugeId } from '../requests.ts'
import { JsonNumber, type JsonObject, type JsonValue } from '../json.ts'
import type { Practice } from '../practice.ts'
import type { Randomness } from '../organization/world.ts'
import { isFull } from '../runs/timeline.ts'
import { startRun, type TriggerRequest } from '../runs/start-run.ts'
import type {
  Agent,
  AgentVersion,
  Context,
  PhoneNumber,
  Run,
  TelephonyConfiguration,
  World,
} from '../organization/world.ts'

/**
 * `POST /public/agent/workflow/{workflow_uuid}` (specification section 4.1): the only request that makes a phone ring.
 */
export const trigger: Endpoint = (call, practice) => {
  const { world, timings } = practice
  const request = readTriggerRequest(call)
  const identity = authenticateTrigger(request.key, practice)
  const { organization } = identity
  const found = findAgentToRun(world, organization.id, call.params.get('workflow_uuid') ?? '')
  const configuration = chooseConfiguration(world, organization.id, request.telephonyConfigurationId)
  const wanted = callerIdsAreChosen(practice.version) ? request.fromPhoneNumberId : null
  const callerId = chooseCallerId(world, configuration, wanted, practice.random)
  if (isFull(world, organization, timings, practice.clock.now())) throw refuse(429, 'Concurrent call limit reached')
  if (holdsImpossibleNumber(request.initialContext)) throw serverError()
  const fault = faultOf(call, request.phoneNumber, world)
  if (fault?.fault.run === 'none') return refusedByFault(fault, timings, call.origin)
  const run = startRun(practice, { ...found, identity, configuration, callerId, request, fault })
  return answerOf(call, practice, run, fault)
}

function faultOf(call: Call, phoneNumber: string, { runs }: World): RequestedFault | undefined {
  if (call.fault !== undefined) return call.fault
  const fault = faultByNumber(phoneNumber)
  if (fault === undefined) return undefined
  const isOver = fault.once === true && runs.some(({ calledNumber }) => calledNumber === phoneNumber)
  return isOver ? undefined : { fault, delayMs: null }
}

function answerOf(call: Call, practice: Practice, run: Run, fault: RequestedFault | undefined): Answer {
  const body = { status: 'initiated', workflow_run_id: run.id, workflow_run_name: run.name }
  const ordinary: Answer = {
    response: jsonResponse(200, body),
    delivery: { afterMs: practice.timings.dialMs, how: 'whole' },
  }
  return fault === undefined ? ordinary : applyFault(fault, ordinary, practice.timings, call.origin)
}

// Since 1.45.0 (according to the release tags); "dev" is considered new.
function callerIdsAreChosen(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return !(major < 1 || (major === 1 && minor < 45))
}

// Measured: the parser accepts NaN and 1e999, and the database refuses them before a run is created.
function holdsImpossibleNumber(context: Context): boolean {
  const open: JsonValue[] = [...context.values()]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (value instanceof JsonNumber && !value.isWhole && !Number.isFinite(value.value)) return true
    if (value instanceof Map) open.push(...value.values())
    if (Array.isArray(value)) open.push(...value)
  }
  return false
}

/**
 * Reads a trigger request, or refuses it with a 422 and all problems of its body in the order of its fields
 * (specification sections 4.1 and 7; measured messages). Ignores unknown fields. A missing key is treated as an empty
 * one, so the response is 401 (specification section 5.7).
 */
function readTriggerRequest(call: Call): TriggerRequest {
  const problems: Problem[] = []
  const key = call.headers.get('x-api-key') ?? ''
  const body = bodyObject(call.body)
  const fields = body instanceof Map ? readFields(body, problems) : undefined
  if (!(body instanceof Map)) problems.push(body)
  if (fields === undefined || problems.length > 0) throw invalid(problems)
  return { key, ...fields }
}

function readFields(body: JsonObject, problems: Problem[]): Omit<TriggerRequest, 'key'> {
  const phoneNumber = required(body, 'phone_number', readText, problems)
  const initialContext = readOptional(body, 'initial_context', readObject, problems)
  const telephonyConfigurationId = readOptional(body, 'telephony_configuration_id', readInteger, problems)
  const fromPhoneNumberId = readOptional(body, 'from_phone_number_id', readInteger, problems)
  return {
    phoneNumber: phoneNumber ?? '',
    initialContext: initialContext ?? new Map(),
    telephonyConfigurationId,
    fromPhoneNumberId,
  }
}

type Reader<T> = (value: JsonValue, loc: Problem['loc']) => Read<T>

function required<T>(body: JsonObject, name: string, read: Reader<T>, problems: Problem[]): T | null {
  const value = body.get(name)
  if (value !== undefined) return valueOrProblem(read(value, ['body', name]), problems)
  problems.push(missing(['body', name], body))
  return null
}

function readOptional<T>(body: JsonObject, name: string, read: Reader<T>, problems: Problem[]): T | null {
  const value = body.get(name) ?? null
  return value === null ? null : valueOrProblem(read(value, ['body', name]), problems)
}

function valueOrProblem<T>(read: Read<T>, problems: Problem[]): T | null {
  if (read.ok) return read.value
  problems.push(read.problem)
  return null
}

/**
 * Returns the agent and the version that a trigger runs, or refuses the request. The checks are in the measured order.
 */
function findAgentToRun(world: World, organizationId: number, uuid: string): { agent: Agent; version: AgentVersion } {
  // The comparison is case-sensitive (specification section 4.1, rule 1, and measured).
  const agent = world.agents.find((one) => one.uuid === uuid && one.organizationId === organizationId)
  if (agent === undefined) throw refuse(404, 'Workflow not found')
  if (agent.isRestricted) throw refuse(403, 'Access denied')
  if (agent.status === 'archived') throw refuse(404, 'Workflow is not active')
  const version = agent.versions.findLast((one) => one.status === 'published')
  if (version === undefined) throw refuse(404, 'Workflow has no published definition')
  if (!agent.hasOwner) throw refuse(409, 'Workflow has no execution owner')
  return { agent, version }
}

/**
 * Returns the telephony configuration of a call (specification section 4.1, rule 2): the requested one or, if none was
 * requested, the first ready one, starting with the default. A parked one is treated as not found (measured).
 */
function chooseConfiguration(world: World, organizationId: number, id: number | null): TelephonyConfiguration {
  const all = world.configurations.filter((one) => one.organizationId === organizationId && one.parked === null)
  if (id !== null) {
    refuseHugeId(id)
    const named = all.find((one) => one.id === id)
    if (named === undefined) throw refuse(404, 'Telephony configuration not found')
    return ready(named)
  }
  const byRank = all.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault))
  const chosen = byRank.find((one) => one.blockedReason === null) ?? byRank[0]
  if (chosen === undefined) throw refuse(400, 'Telephony provider not configured for this organization')
  return ready(chosen)
}

function ready(configuration: TelephonyConfiguration): TelephonyConfiguration {
  if (configuration.blockedReason === null) return configuration
  throw refuse(400, `'${configuration.name}' is not ready for outbound calls. ${configuration.blockedReason}`)
}

/**
 * Returns the caller ID of a call (specification section 4.1, rule 3): an active record of this configuration, or 400.
 * If none was requested, it is the configuration's default or else any active one; none for a private exchange
 * (measured).
 */
function chooseCallerId(
  world: World,
  configuration: TelephonyConfiguration,
  id: number | null,
  random: Randomness,
): PhoneNumber | null {
  const active = world.phoneNumbers.filter((one) => one.configurationId === configuration.id && one.isActive)
  if (id === null) return providersChoice(configuration, active, random)
  refuseHugeId(id)
  const named = active.find((one) => one.id === id)
  if (named === undefined) throw refuse(400, 'from_phone_number_not_found')
  return named
}

function providersChoice(
  configuration: TelephonyConfiguration,
  active: readonly PhoneNumber[],
  random: Randomness,
): PhoneNumber | null {
  const marked = active.find((one) => one.isDefault)
  if (marked !== undefined) return marked
  if (configuration.provider === 'ari') return null
  return active[Math.floor(random() * active.length)] ?? null
}

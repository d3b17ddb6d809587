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
import { authenticateTrigger, bodyObject, type Call, type Endpoint, refuseHugeId, type Identity } from '../requests.ts'
import { JsonNumber, type JsonObject, type JsonValue } from '../json.ts'
import type { Practice, Timings } from '../practice.ts'
import {
  type Randomness,
  type Agent,
  type AgentVersion,
  type Context,
  type PhoneNumber,
  type Run,
  type TelephonyConfiguration,
  type World,
  makeUuid,
} from '../organization/world.ts'
import { isFull } from '../runs/timeline.ts'

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
 * requested, the first ready one, starting with the default. A deactivated one is treated as not found (measured).
 */
function chooseConfiguration(world: World, organizationId: number, id: number | null): TelephonyConfiguration {
  const all = world.configurations.filter((one) => one.organizationId === organizationId && one.deactivated === null)
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

/** TriggerCallRequest (specification section 2) with the key from its header. */
type TriggerRequest = {
  readonly key: string
  readonly phoneNumber: string
  readonly initialContext: JsonObject
  readonly telephonyConfigurationId: number | null
  readonly fromPhoneNumberId: number | null
}

type Start = {
  readonly agent: Agent
  readonly version: AgentVersion
  readonly identity: Identity
  readonly configuration: TelephonyConfiguration
  readonly callerId: PhoneNumber | null
  readonly request: TriggerRequest
  readonly fault: RequestedFault | undefined
}

/** Creates a run and, unless the fault prevents it, makes the phone ring. The run exists before dialing ends. */
function startRun(practice: Practice, start: Start): Run {
  const { world, clock } = practice
  const run = runOf(practice, start)
  world.runs.push(run)
  if (start.fault?.fault.rings ?? true) {
    world.dials.push({ runId: run.id, phoneNumber: start.request.phoneNumber, at: clock.now() })
  }
  return run
}

function runOf(practice: Practice, start: Start): Run {
  const { world, clock, random, timings } = practice
  const { agent, configuration, request, identity, callerId } = start
  const now = clock.now()
  const { phoneNumber, initialContext } = request
  const known = world.configurations.filter((one) => one.organizationId === identity.organization.id)
  return {
    id: world.next.run++,
    organizationId: identity.organization.id,
    agentId: agent.id,
    definitionId: start.version.id,
    name: `WR-API-${1000 + Math.floor(random() * 9000)}`,
    source: 'api',
    provider: configuration.provider,
    createdAt: now,
    dialedAt: now + dialMs(timings, start.fault),
    calledNumber: phoneNumber,
    callerNumber: callerId?.normalized ?? null,
    callId: makeUuid(random),
    publicToken: makeUuid(random),
    initialContext: storedContext(initialContext, {
      phoneNumber,
      agentUuid: agent.uuid,
      configuration,
      fromPhoneNumberId: request.fromPhoneNumberId === null ? null : (callerId?.id ?? null),
      keyId: identity.key.id,
      ownerId: identity.organization.owner.id,
    }),
    start: startOf(start.fault),
    ending: start.fault?.fault.ending ?? 'completed',
    losesCallbacks: namesUnknownConfiguration(initialContext, known),
    breaks: breakageOf(initialContext),
  }
}

// The response waits for the carrier, so a slow response means slow dialing.
function dialMs(timings: Timings, fault: RequestedFault | undefined): number {
  if (fault === undefined) return timings.dialMs
  const slow = fault.fault.slowness === undefined ? 0 : timings[fault.fault.slowness]
  return fault.delayMs ?? timings.dialMs + slow
}

function startOf(requested: RequestedFault | undefined): Run['start'] {
  const fault = requested?.fault
  if (fault?.run === 'orphaned') return { kind: 'orphaned' }
  if (fault?.run === 'failed') return { kind: 'failed', error: fault.error ?? '' }
  return { kind: 'dialed' }
}

/** What the service adds to a run's context before it dials. */
type Stamps = {
  readonly phoneNumber: string
  readonly agentUuid: string
  readonly configuration: TelephonyConfiguration
  readonly fromPhoneNumberId: number | null
  readonly keyId: number
  readonly ownerId: number
}

const dropped = new Set(['provider', 'runtime_configuration', 'mps_correlation_id'])

/**
 * Returns the stored context of a run: the service's values, overwritten by the client's. Three names are dropped and
 * `called_number` cannot be overwritten; all other reserved names can be (measured).
 */
function storedContext(sent: Context, stamps: Stamps): JsonObject {
  const stored: JsonObject = new Map<string, JsonValue>([
    ['provider', stamps.configuration.provider],
    ['phone_number', stamps.phoneNumber],
    ['direction', 'outbound'],
    ['trigger_mode', 'production'],
    ['telephony_configuration_id', whole(stamps.configuration.id)],
    ...callerIdStamp(stamps.fromPhoneNumberId),
    ['agent_identifier', stamps.agentUuid],
    ['agent_identifier_type', 'workflow_uuid'],
    ['workflow_uuid', stamps.agentUuid],
    ['api_key_id', whole(stamps.keyId)],
    ['api_key_created_by', whole(stamps.ownerId)],
  ])
  for (const [name, value] of sent) if (!dropped.has(name)) stored.set(name, value)
  return stored.set('called_number', stamps.phoneNumber)
}

// Measured: present only if the request specified a caller ID.
const callerIdStamp = (id: number | null): [string, JsonValue][] =>
  id === null ? [] : [['from_phone_number_id', whole(id)]]

/** Returns whether the context names an unknown telephony configuration, which loses all callbacks (measured). */
function namesUnknownConfiguration(sent: Context, known: readonly TelephonyConfiguration[]): boolean {
  const named = sent.get('telephony_configuration_id')
  if (named === undefined) return false
  return !known.some(({ id }) => String(id) === (named instanceof JsonNumber ? named.text : named))
}

function whole(value: number): JsonNumber {
  return new JsonNumber(String(value))
}

/** Maximum number of levels that can be returned: 250 within the context, which is itself a level. */
const deepestShown = 251

/**
 * Returns what this context causes to fail for the whole organization once it is stored (measured): with a lone
 * surrogate or nesting over 250 levels, list pages that contain the run; with a NUL, the filter by called number.
 */
function breakageOf(context: Context): Run['breaks'] {
  const texts: string[] = []
  const depth = measure(new Map(context), texts)
  const lists = depth > deepestShown || texts.some((text) => !text.isWellFormed())
  return { lists, numberFilter: lists || texts.some((text) => text.includes('\0')) }
}

// Iterative, because recursion over a deep context would overflow the call stack.
function measure(root: JsonValue, texts: string[]): number {
  const open: { value: JsonValue; depth: number }[] = [{ value: root, depth: 1 }]
  let deepest = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next
    if (typeof value === 'string') texts.push(value)
    if (value instanceof Map) texts.push(...value.keys())
    const children = value instanceof Map ? [...value.values()] : Array.isArray(value) ? value : []
    if (value instanceof Map || Array.isArray(value)) deepest = Math.max(deepest, depth)
    for (const child of children) open.push({ value: child, depth: depth + 1 })
  }
  return deepest
}

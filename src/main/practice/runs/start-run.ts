import type { RequestedFault } from '../faults.ts'
import type { Identity } from '../requests.ts'
import type { Timings, Practice } from '../practice.ts'
import {
  type Agent,
  type AgentVersion,
  type Context,
  makeUuid,
  type PhoneNumber,
  type Run,
  type TelephonyConfiguration,
} from '../organization/world.ts'
import { JsonNumber, type JsonObject, type JsonValue } from '../json.ts'

/** TriggerCallRequest (specification section 2) with the key from its header. */
export type TriggerRequest = {
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
export function startRun(practice: Practice, start: Start): Run {
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

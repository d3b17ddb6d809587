import type { Asked } from '../faults/apply-fault.ts'
import type { TriggerRequest } from '../endpoints/trigger-request.ts'
import type { Identity } from '../http/authenticate.ts'
import type { Pace } from '../pace.ts'
import type { Practice } from '../practice.ts'
import { makeUuid } from '../world/secrets.ts'
import type { Agent, AgentVersion, PhoneNumber, Run, TelephonyConfiguration } from '../world/world.ts'
import { poisonOf } from './poison.ts'
import { namesUnknownConfiguration, storedContext } from './run-context.ts'

export type Start = {
  readonly agent: Agent
  readonly version: AgentVersion
  readonly identity: Identity
  readonly configuration: TelephonyConfiguration
  readonly callerId: PhoneNumber | null
  readonly request: TriggerRequest
  readonly asked: Asked | undefined
}

/** Makes a run and, unless the fault says otherwise, lets the phone ring. The run stands there before the dialling ends. */
export function startRun(practice: Practice, start: Start): Run {
  const { world, clock } = practice
  const run = runOf(practice, start)
  world.runs.push(run)
  if (start.asked?.fault.rings ?? true) {
    world.dials.push({ runId: run.id, phoneNumber: run.calledNumber, at: clock.now() })
  }
  return run
}

function runOf(practice: Practice, start: Start): Run {
  const { world, clock, random, pace } = practice
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
    provider: configuration.provider,
    createdAt: now,
    dialledAt: now + dialMs(pace, start.asked),
    calledNumber: phoneNumber,
    callerNumber: callerId?.normalized ?? null,
    callId: makeUuid(random),
    publicToken: makeUuid(random),
    initialContext: storedContext(initialContext, {
      phoneNumber,
      agentUuid: agent.uuid,
      configuration,
      fromPhoneNumberId: callerId?.id ?? null,
      keyId: identity.key.id,
      ownerId: identity.organization.owner.id,
    }),
    start: startOf(start.asked),
    life: start.asked?.fault.life ?? 'completed',
    isDeaf: namesUnknownConfiguration(initialContext, known),
    poisons: poisonOf(initialContext),
  }
}

// The answer waits for the carrier, so a slow answer is a long dialling.
function dialMs(pace: Pace, asked: Asked | undefined): number {
  if (asked === undefined) return pace.dialMs
  const slow = asked.fault.slowness === undefined ? 0 : pace[asked.fault.slowness]
  return asked.delayMs ?? pace.dialMs + slow
}

function startOf(asked: Asked | undefined): Run['start'] {
  const fault = asked?.fault
  if (fault?.run === 'orphaned') return { kind: 'orphaned' }
  if (fault?.run === 'failed') return { kind: 'failed', error: fault.error ?? '' }
  return { kind: 'dialled' }
}

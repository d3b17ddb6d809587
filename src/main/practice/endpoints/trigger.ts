import { applyFault, refusedByFault, type Asked } from '../faults/apply-fault.ts'
import { faultByNumber } from '../faults/faults.ts'
import { jsonResponse, refuse, serverError, type Answer } from '../http/answers.ts'
import { authenticateTrigger } from '../http/authenticate.ts'
import type { Call, Endpoint } from '../http/call.ts'
import { JsonNumber, type JsonValue } from '../json/json-value.ts'
import type { Practice } from '../practice.ts'
import { isFull } from '../runs/call-slots.ts'
import { startRun } from '../runs/start-run.ts'
import type { Context, Run } from '../world/world.ts'
import { chooseCallerId, chooseConfiguration } from './choose-line.ts'
import { findAgentToRun } from './find-agent.ts'
import { readTriggerRequest } from './trigger-request.ts'

/** `POST /public/agent/workflow/{workflow_uuid}` (specification section 4.1): the one act that makes a phone ring. */
export const trigger: Endpoint = (call, practice) => {
  const { world, pace } = practice
  const request = readTriggerRequest(call)
  const identity = authenticateTrigger(request.key, practice)
  const { organization } = identity
  const found = findAgentToRun(world, organization.id, call.params.get('workflow_uuid') ?? '')
  const configuration = chooseConfiguration(world, organization.id, request.telephonyConfigurationId)
  const wanted = callerIdsAreChosen(practice.version) ? request.fromPhoneNumberId : null
  const callerId = chooseCallerId(world, configuration, wanted, practice.random)
  if (isFull(world, organization, pace, practice.clock.now())) throw refuse(429, 'Concurrent call limit reached')
  if (holdsImpossibleNumber(request.initialContext)) throw serverError()
  const asked = faultOf(call, request.phoneNumber)
  if (asked?.fault.run === 'none') return refusedByFault(asked, pace, call.origin)
  const run = startRun(practice, { ...found, identity, configuration, callerId, request, asked })
  return answerOf(call, practice, run, asked)
}

function faultOf(call: Call, phoneNumber: string): Asked | undefined {
  if (call.asked !== undefined) return call.asked
  const fault = faultByNumber(phoneNumber)
  return fault === undefined ? undefined : { fault, delayMs: null }
}

function answerOf(call: Call, practice: Practice, run: Run, asked: Asked | undefined): Answer {
  const body = { status: 'initiated', workflow_run_id: run.id, workflow_run_name: run.name }
  const ordinary: Answer = {
    response: jsonResponse(200, body),
    delivery: { afterMs: practice.pace.dialMs, how: 'whole' },
  }
  return asked === undefined ? ordinary : applyFault(asked, ordinary, practice.pace, call.origin)
}

// Since 1.45.0 (read in the release tags); "dev" counts as new.
function callerIdsAreChosen(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return !(major < 1 || (major === 1 && minor < 45))
}

// Measured: NaN and 1e999 pass the reader, and the database refuses them before any run is made.
function holdsImpossibleNumber(context: Context): boolean {
  const open: JsonValue[] = [...context.values()]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (value instanceof JsonNumber && !value.isWhole && !Number.isFinite(value.value)) return true
    if (value instanceof Map) open.push(...value.values())
    if (Array.isArray(value)) open.push(...value)
  }
  return false
}

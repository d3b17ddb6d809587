import { JsonNumber, type JsonObject, type JsonValue } from '../json/json-value.ts'
import type { Context, TelephonyConfiguration } from '../world/world.ts'

/** What the service itself writes into a run's context before it dials. */
export type Stamps = {
  readonly phoneNumber: string
  readonly agentUuid: string
  readonly configuration: TelephonyConfiguration
  readonly fromPhoneNumberId: number | null
  readonly keyId: number
  readonly ownerId: number
}

const dropped = new Set(['provider', 'runtime_configuration', 'mps_correlation_id'])

/**
 * The context stored on a run: the service's names first, the client's laid over them. Three names are dropped and
 * `called_number` is forced; every other reserved name is the client's to overwrite (measured).
 */
export function storedContext(sent: Context, stamps: Stamps): JsonObject {
  const stored: JsonObject = new Map<string, JsonValue>([
    ['provider', stamps.configuration.provider],
    ['phone_number', stamps.phoneNumber],
    ['direction', 'outbound'],
    ['trigger_mode', 'production'],
    ['telephony_configuration_id', whole(stamps.configuration.id)],
    ['from_phone_number_id', stamps.fromPhoneNumberId === null ? null : whole(stamps.fromPhoneNumberId)],
    ['agent_identifier', stamps.agentUuid],
    ['agent_identifier_type', 'workflow_uuid'],
    ['agent_uuid', stamps.agentUuid],
    ['workflow_uuid', stamps.agentUuid],
    ['api_key_id', whole(stamps.keyId)],
    ['api_key_created_by', whole(stamps.ownerId)],
  ])
  for (const [name, value] of sent) if (!dropped.has(name)) stored.set(name, value)
  return stored.set('called_number', stamps.phoneNumber)
}

/** Whether the context names a telephony configuration other than those known, which makes the run deaf (measured). */
export function namesUnknownConfiguration(sent: Context, known: readonly TelephonyConfiguration[]): boolean {
  const named = sent.get('telephony_configuration_id')
  if (named === undefined) return false
  return !known.some(({ id }) => String(id) === (named instanceof JsonNumber ? named.text : named))
}

function whole(value: number): JsonNumber {
  return new JsonNumber(String(value))
}

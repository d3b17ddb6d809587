import type { Call } from '../http/call.ts'
import { invalid, missing, readInteger, readObject, readText, type Problem, type Read } from '../http/problems.ts'
import { bodyObject } from '../http/read-body.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'

/** TriggerCallRequest (specification section 2) with the key of its header. */
export type TriggerRequest = {
  readonly key: string
  readonly phoneNumber: string
  readonly initialContext: JsonObject
  readonly telephonyConfigurationId: number | null
  readonly fromPhoneNumberId: number | null
}

/**
 * Reads a trigger request, or refuses with 422 and every problem of its body at once, in the order of its fields
 * (specification sections 4.1 and 7; measured texts). Unknown fields are ignored. A missing key is an empty one, which
 * no organization has: it is answered with 401 (specification section 5.7).
 */
export function readTriggerRequest(call: Call): TriggerRequest {
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
  const initialContext = optional(body, 'initial_context', readObject, problems)
  const telephonyConfigurationId = optional(body, 'telephony_configuration_id', readInteger, problems)
  const fromPhoneNumberId = optional(body, 'from_phone_number_id', readInteger, problems)
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
  if (value !== undefined) return taken(read(value, ['body', name]), problems)
  problems.push(missing(['body', name], body))
  return null
}

function optional<T>(body: JsonObject, name: string, read: Reader<T>, problems: Problem[]): T | null {
  const value = body.get(name) ?? null
  return value === null ? null : taken(read(value, ['body', name]), problems)
}

function taken<T>(read: Read<T>, problems: Problem[]): T | null {
  if (read.ok) return read.value
  problems.push(read.problem)
  return null
}

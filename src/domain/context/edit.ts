import type { InitialContext } from '../../contract/initial-context.ts'
import type { Opening } from '../../contract/agent.ts'
import type { CallDraft } from '../../contract/call.ts'
import { isObject, valueAt } from '../json.ts'

/** The path to a value in the context, starting with the outermost name. */
export type ContextPath = readonly string[]

/** A change that fixes a finding. `fill` adds an empty value for the user to fill in. */
export type ContextFix =
  | { kind: 'rename'; from: ContextPath; to: ContextPath }
  | { kind: 'remove'; path: ContextPath }
  | { kind: 'fill'; path: ContextPath }

type Json = InitialContext[string]

const own = (context: InitialContext, name: string): Json | undefined =>
  Object.hasOwn(context, name) ? context[name] : undefined

/** Returns an object with these entries, in order. `__proto__` becomes an ordinary property. */
const joined = (entries: readonly (readonly [string, Json])[]): InitialContext => Object.fromEntries(entries)

const without = (context: InitialContext, [name = '', ...inside]: ContextPath): InitialContext => {
  const value = own(context, name)
  if (inside.length > 0 && isObject(value)) return withValue(context, [name], without(value, inside))
  return inside.length > 0 ? context : joined(Object.entries(context).filter(([other]) => other !== name))
}

/**
 * Returns the context with a value at a path; a new field is added after the others. Values along the path that are not
 * objects are replaced.
 */
export const withValue = (
  context: InitialContext,
  [name = '', ...inside]: ContextPath,
  value: Json,
): InitialContext => {
  const held = own(context, name)
  const next = inside.length === 0 ? value : withValue(isObject(held) ? held : {}, inside, value)
  const entries = Object.entries(context)
  return Object.hasOwn(context, name)
    ? joined(entries.map(([other, kept]) => [other, other === name ? next : kept]))
    : joined([...entries, [name, next]])
}

/** Returns the context with a field renamed; its position stays the same. */
const withName = (context: InitialContext, from: string, to: string): InitialContext =>
  joined(
    Object.entries(context)
      .filter(([name]) => name !== to)
      .map(([name, value]) => [name === from ? to : name, value]),
  )

const renamed = (context: InitialContext, from: ContextPath, to: ContextPath): InitialContext => {
  // A context contains only JSON values.
  const value = valueAt(context, from) as Json | undefined
  if (value === undefined) return context
  const [first = '', ...fromInside] = from
  const [toFirst = '', ...toInside] = to
  const inside = own(context, first)
  if (fromInside.length === 0 && toInside.length === 0) return withName(context, first, toFirst)
  if (first === toFirst && fromInside.length > 0 && toInside.length > 0 && isObject(inside))
    return withValue(context, [first], renamed(inside, fromInside, toInside))
  return withValue(without(context, from), to, value)
}

/** Returns the context after a fix, with the other fields in the same order. Does not modify the input. */
export const applyContextFix = (context: InitialContext, fix: ContextFix): InitialContext => {
  switch (fix.kind) {
    case 'rename':
      return renamed(context, fix.from, fix.to)
    case 'remove':
      return without(context, fix.path)
    case 'fill':
      return valueAt(context, fix.path) === undefined ? withValue(context, fix.path, '') : context
  }
}

/** The values of a call that the service adds to its run. */
export type ServiceValues = Pick<
  CallDraft,
  'phoneNumber' | 'agentUuid' | 'telephonyConfigurationId' | 'fromPhoneNumberId'
>

/**
 * Returns the values that an agent's prompts and messages can use: those that the service adds to the run, overridden
 * by the call's context. Values that exist only during the call (`caller_number`, `call_id`) are not included.
 */
export const contextInCall = (context: InitialContext, call: ServiceValues): InitialContext => ({
  phone_number: call.phoneNumber,
  direction: 'outbound',
  trigger_mode: 'production',
  telephony_configuration_id: call.telephonyConfigurationId,
  ...(call.fromPhoneNumberId === null ? {} : { from_phone_number_id: call.fromPhoneNumberId }),
  agent_identifier: call.agentUuid,
  agent_identifier_type: 'workflow_uuid',
  workflow_uuid: call.agentUuid,
  ...context,
  called_number: call.phoneNumber,
})

/** Returns the opening of a call with this context. A valid `greeting_override` replaces the greeting. */
export const openingInCall = (opening: Opening | null, context: InitialContext): Opening | null => {
  const override = Object.hasOwn(context, 'greeting_override') ? context['greeting_override'] : null
  if (typeof override !== 'object' || override === null || Array.isArray(override)) return opening
  const { type, text, recording_id: recording } = override
  if (type === 'text' && typeof text === 'string' && text !== '') return { kind: 'greeting', text, nodeName: null }
  return type === 'audio' && typeof recording === 'string' && recording !== ''
    ? { kind: 'recording', text: '', nodeName: null }
    : opening
}

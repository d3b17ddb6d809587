import {
  type Call,
  callEventSchema,
  callSchema,
  type CallEvent,
  type CallState,
  callStateSchema,
} from '../../contract/call.ts'
import { type InitialContext, initialContextSchema } from '../../contract/initial-context.ts'
import { timeOfId } from '../../domain/ids.ts'

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the replacements for unreadable values of a call. Fields without an entry are required. */
const callFallbacks = (call: Fields): Fields => {
  const preparedAt = typeof call['callId'] === 'string' ? timeOfId(call['callId']) : null
  return {
    profileName: '',
    profileColor: 'slate',
    origin: '',
    agentName: null,
    phoneNumberDisplay: call['phoneNumber'],
    telephonyConfigurationId: null,
    telephonyConfigurationName: null,
    fromPhoneNumberId: null,
    fromPhoneNumberText: null,
    referenceName: null,
    redialOf: null,
    preparedAt,
    endedAt: null,
    serverDate: null,
    changedAt: preparedAt,
  }
}

/**
 * Returns the replacements for unreadable values of an outcome. Undefined has the same meaning as a value that the
 * service did not report.
 */
const outcomeFallbacks = (state: unknown, at: unknown): Fields => ({
  status: state === 'accepted' ? '' : state === 'rejected' ? 0 : null,
  reconciled: false,
  progress: undefined,
  end: undefined,
  detail: '',
  issues: [],
  foundRunId: undefined,
  // An accepted call needs its run ID to be followed; in other states it is optional.
  ...(state === 'accepted' ? { workflowRunName: '' } : { workflowRunId: undefined, workflowRunName: undefined }),
  ...(state === 'closedByOperator' ? { runIds: undefined, ownRunIds: undefined, noRunAt: undefined } : {}),
  cause: state === 'notSent' ? 'other' : 'unreadable',
  doubt: true,
  since: at,
  at,
  who: '',
  note: '',
})

/** Replaces the fields that the schema refused. */
const replaceFields = (fields: Fields, refused: ReadonlySet<unknown>, fallbacks: Fields): Fields => {
  const next = { ...fields }
  for (const name of refused) if (typeof name === 'string' && name in fallbacks) next[name] = fallbacks[name]
  return next
}

/** Returns an outcome without its unreadable optional values; null if a required value is unreadable. */
export const parseOutcome = (value: unknown, at: unknown): CallState | null => {
  const parsed = callStateSchema.safeParse(value)
  if (parsed.success) return parsed.data
  if (!isFields(value)) return null
  const refused = new Set(parsed.error.issues.map(({ path }) => path[0]))
  const again = callStateSchema.safeParse(replaceFields(value, refused, outcomeFallbacks(value['state'], at)))
  return again.success ? again.data : null
}

/** Returns a call without its unreadable optional values; null if a required value is unreadable. */
export const parseCall = (fields: Fields): Call | null => {
  const parsed = callSchema.safeParse(fields)
  if (parsed.success) return parsed.data
  const refused = new Set(parsed.error.issues.map(({ path }) => path[0]))
  const readable = replaceFields(fields, refused, callFallbacks(fields))
  const again = callSchema.safeParse({ ...readable, outcome: parseOutcome(fields['outcome'], readable['changedAt']) })
  return again.success ? again.data : null
}

/** Returns an event; if its time is unreadable, uses the time of the call's last change. */
export const parseEvent = (at: unknown, value: unknown, changedAt: string): CallEvent | null => {
  const outcome = parseOutcome(value, changedAt)
  if (outcome === null) return null
  const parsed = callEventSchema.safeParse({ at, state: outcome.state, outcome })
  return parsed.success ? parsed.data : { at: changedAt, state: outcome.state, outcome }
}

/** Returns a context, or an empty one if it is unreadable. */
export const parseContext = (value: unknown): InitialContext => {
  const parsed = initialContextSchema.safeParse(value)
  return parsed.success ? parsed.data : {}
}

/**
 * Replaces what SQLite cannot store: a lone surrogate would be read back as another character, and NUL may end a
 * string.
 */
const storedText = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')

/**
 * Returns a call as it would be read back after it is stored. Replaces values that the reader would refuse. Returns
 * null if a required value is unreadable; such a call is not recorded and therefore not placed.
 */
export const storableCall = (call: Call): Call | null => {
  const texts = Object.entries(call).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? storedText(value) : value,
  ])
  // Object.fromEntries loses the types of the names; they are the names of the call's fields.
  return parseCall(Object.fromEntries(texts) as Fields)
}

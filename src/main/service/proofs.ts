import { z } from 'zod'
import type { Answer } from './reply.ts'
import { parseJson } from '../../domain/json.ts'

/**
 * The message with which the service reports a failed dial. It creates the run and contacts the carrier before it sends
 * this message.
 */
export const dialFailure = 'Failed to initiate call:'

/** The carrier's refusals and failures that were measured. Any other status of a carrier proves nothing. */
const carrierRefused = /^Failed to initiate call: (?:400|401|404): /
const carrierNotReached = /^Failed to initiate call: Cannot connect to host \S+ ssl:[^[]*\[/

/** The beginnings of the error messages with which the service ends a run during its quota check, before it dials. */
const quotaRefused =
  /^(?:You have exhausted your (?:trial|Dograh) credits|Could not verify Dograh credits|The organization linked to this Dograh service key|The Dograh service token being used|You have invalid keys in your model configuration)\b/

/**
 * Words of a refusal. The specification defines no texts, so a `detail` proves something if it has no other words, and
 * at least one of each set of `required` words.
 */
type Words = { required: readonly ReadonlySet<string>[]; others: ReadonlySet<string> }

const fillers = `a an and are be been current do does doesn't don't for has hasn't have in is isn't it no not of on or
  please requested selected that the this to was with you your`
const resources = `agent trigger workflow telephony configuration organization definition caller-id from_phone_number_id
  telephony_configuration_id workflow_uuid`

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

const words = (required: readonly string[], others: string): Words => ({
  required: required.map(setOf),
  others: setOf(`${fillers} ${others}`),
})

const aboutKey = words(
  [
    `authenticated authentication authorization authorized credentials jwt key keys login session signature token
    unauthenticated unauthorized x-api-key`,
  ],
  `account again api archived associated bearer could deactivated disabled empty expired failed found header inactive
    incorrect invalid log malformed missing organization owner provided required revoked sign unknown user valid validate
    verification wrong`,
)
const aboutPermission = words(
  [`access denied forbidden permission permissions permitted privileges allowed scope superuser resource ${resources}`],
  `action another api authorized belong belongs credentials cross-organization different enough id insufficient key lack
    lacks missing number operation other outside perform phone record required role use user uuid valid`,
)
// Carriers, too, report unknown numbers and missing routes.
const aboutResource = words(
  [resources, `archived deleted doesn't hasn't inactive isn't missing no not unknown unpublished`],
  `active another api attached belong exist found id number other path phone published resolved under uuid`,
)

/** An ID in a text, which is no word. */
const ids =
  /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|(?<=(?:\b|_)(?:agent|configuration|id|record|workflow)[ :#]{1,2})\d{1,10}\b/g

const hasOnly = ({ required, others }: Words, detail: string): boolean => {
  const used = detail
    .toLowerCase()
    .replaceAll('\u2019', "'")
    .replaceAll(/\bcaller id\b/g, 'caller-id')
    .replaceAll(ids, ' ')
    .split(/[\s.,:;!"()]+|'(?=\s|$)|(?<=^|\s)'/)
    .filter((word) => word !== '')
  const isKnown = (word: string): boolean => others.has(word) || required.some((set) => set.has(word))
  return used.every(isKnown) && required.every((set) => used.some((word) => set.has(word)))
}

/** What a response must contain: a `detail` that matches or has only certain words, or validation errors. */
type Content = RegExp | Words | 'validationErrors'

type Proof = { name: string; status: number; content: Content }

/**
 * The responses that prove that nothing was dialed, by status and content. No other response proves this, because a
 * server or proxy may send any status after it has forwarded the request.
 */
export const proofs = [
  // Specification, section 7: the service checks these before it dials. The words include those of the measured texts.
  { name: 'keyRefused', status: 401, content: aboutKey },
  { name: 'notPermitted', status: 403, content: aboutPermission },
  { name: 'notInOrganization', status: 404, content: aboutResource },
  // Measured: the service has no such route, for example because it is an older version.
  { name: 'notInOrganization', status: 404, content: /^Not Found$/ },
  { name: 'invalidRequest', status: 422, content: 'validationErrors' },
  // Measured: the service sends each of these before it contacts a carrier.
  { name: 'unparsedBody', status: 400, content: /^There was an error parsing the body$/ },
  { name: 'callerIdNotFound', status: 400, content: /^from_phone_number_not_found$/ },
  {
    name: 'noTelephony',
    status: 400,
    content: /^Telephony provider not configured for this (?:organization|configuration)$/,
  },
  { name: 'configurationNotReady', status: 400, content: /^'[^\r\n]{1,300}' is not ready for outbound calls\.(?: |$)/ },
  { name: 'quotaRefused', status: 402, content: quotaRefused },
  { name: 'methodNotAllowed', status: 405, content: /^Method Not Allowed$/ },
  { name: 'noExecutionOwner', status: 409, content: /^Workflow has no execution owner$/ },
  { name: 'callLimitReached', status: 429, content: /^Concurrent call limit reached$/ },
  // The carrier's own status follows.
  { name: 'carrierRefused', status: 400, content: carrierRefused },
  { name: 'carrierNotReached', status: 400, content: carrierNotReached },
] as const satisfies readonly Proof[]

export type ProofName = (typeof proofs)[number]['name']

/** An error body that contains a run ID is not one of the service's refusals. */
const envelopeSchema = z.looseObject({ detail: z.unknown(), workflow_run_id: z.never().optional() })
const validationErrorsSchema = z
  .array(z.object({ loc: z.array(z.union([z.string(), z.int()])), msg: z.string(), type: z.string() }))
  .min(1)

/** The parts of a request, and the names in it, that the service validates before it does anything else. */
const requestParts = ['body', 'header', 'path', 'query']
const requestFields = [
  'phone_number',
  'initial_context',
  'telephony_configuration_id',
  'from_phone_number_id',
  'workflow_uuid',
  'x-api-key',
]

/** The types of errors that FastAPI sends: those of Pydantic 2 for a request's JSON types, and those of Pydantic 1. */
const validationTypes = [
  /^(?:missing|json_invalid|extra_forbidden|int_from_float|enum|literal_error|assertion_error)$/,
  /^(?:string|int|float|bool|dict|list|mapping|model|model_attributes|uuid)_type$/,
  /^(?:int|float|bool|uuid)_parsing(?:_size)?$/,
  /^(?:string_|list_)?too_(?:long|short)$/,
  /^(?:string_pattern_mismatch|string_unicode|uuid_version|finite_number|(?:greater|less)_than(?:_equal)?)$/,
  /^(?:value_error|type_error)(?:\.[a-z_.]+)?$/,
]

/** Words that refer to dialing, which the validation of a field does not do; it may say what can be called. */
const dialWords =
  /\b(?:answer|answered|ari|busy|callee|carrier|channel|connect|dial|dialed|dialing|disconnected|gateway|hang ?up|hung|initiate|initiated|initiating|provider|rang|ringing|unanswered|upstream)\b|\bcalls? (?:failed|was)\b|sip\/|expecting value|timed? ?out|^\s*\d{3}\b/i

const isOfRequest = ([part, field]: readonly (string | number)[]): boolean =>
  requestParts.includes(String(part)) && (typeof field !== 'string' || requestFields.includes(field.toLowerCase()))

const hasValidationErrors = (detail: unknown): boolean => {
  const errors = validationErrorsSchema.safeParse(detail)
  return (
    errors.success &&
    errors.data.every(
      ({ loc, msg, type }) =>
        isOfRequest(loc) && validationTypes.some((known) => known.test(type)) && !dialWords.test(msg),
    )
  )
}

const matches = (content: Content, detail: unknown): boolean => {
  if (content === 'validationErrors') return hasValidationErrors(detail)
  if (typeof detail !== 'string') return false
  return content instanceof RegExp ? content.test(detail) : hasOnly(content, detail)
}

/** Returns the name of the proof that a response contains, or null if a phone may ring despite the response. */
export const findProof = (answer: Answer): ProofName | null => {
  const candidates = proofs.filter(({ status }) => status === answer.status)
  if (candidates.length === 0) return null
  const envelope = envelopeSchema.safeParse(parseJson(answer.text))
  if (!envelope.success) return null
  return candidates.find(({ content }) => matches(content, envelope.data.detail))?.name ?? null
}

/**
 * Returns whether a phone may ring although a run has this error: true unless the error is known to prove the opposite.
 */
export const runMayRingDespite = (error: string): boolean =>
  ![carrierRefused, carrierNotReached, quotaRefused].some((proof) => proof.test(error))

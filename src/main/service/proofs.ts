import { z } from 'zod'
import { type Answer, parseJson } from './reply.ts'

/**
 * The message with which the service reports a failed dial. It creates the run and contacts the carrier before it sends
 * this message.
 */
export const dialFailure = 'Failed to initiate call:'

/**
 * Words that refer to dialing. A response that contains them proves nothing unless it is one of the two carrier proofs.
 */
const dialWords =
  /initiate call|cannot connect to host|server disconnected|expecting value|\b(?:ari|sip) channel|\bcarrier\b|\bprovider (?:error|returned|said|answered)|^\s*\d{3}\b/i

const carrierRefused = /^Failed to initiate call: (?!408|460|499)4\d\d: /
const carrierNotReached = /^Failed to initiate call: Cannot connect to host \S+ ssl:[^[]*\[/

/**
 * What a response must contain: a `detail` that matches, any `detail` without words that refer to dialing, or
 * validation errors.
 */
type Content = RegExp | 'anyDetail' | 'validationErrors'

type Proof = { name: string; status: number; content: Content }

/**
 * The responses that prove that nothing was dialed, by status and content. No other response proves this, because a
 * server or proxy may send any status after it has forwarded the request.
 */
export const proofs = [
  // Specification, section 7: the service checks these before it dials.
  { name: 'keyRefused', status: 401, content: 'anyDetail' },
  { name: 'notPermitted', status: 403, content: 'anyDetail' },
  { name: 'notInOrganization', status: 404, content: 'anyDetail' },
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
  { name: 'quotaRefused', status: 402, content: 'anyDetail' },
  { name: 'methodNotAllowed', status: 405, content: /^Method Not Allowed$/ },
  { name: 'noExecutionOwner', status: 409, content: /^Workflow has no execution owner$/ },
  { name: 'callLimitReached', status: 429, content: /^Concurrent call limit reached$/ },
  // The carrier's own status follows. Its 4xx is a refusal, except a timeout; its 5xx proves nothing.
  { name: 'carrierRefused', status: 400, content: carrierRefused },
  { name: 'carrierNotReached', status: 400, content: carrierNotReached },
] as const satisfies readonly Proof[]

export type ProofName = (typeof proofs)[number]['name']

/** An error body that contains a run ID is not one of the service's refusals. */
const envelopeSchema = z.looseObject({ detail: z.unknown(), workflow_run_id: z.never().optional() })
const validationErrorsSchema = z
  .array(z.object({ loc: z.array(z.union([z.string(), z.int()])), msg: z.string(), type: z.string() }))
  .min(1)

const hasValidationErrors = (detail: unknown): boolean => {
  const errors = validationErrorsSchema.safeParse(detail)
  return errors.success && !errors.data.some(({ msg }) => dialWords.test(msg))
}

const matches = (content: Content, detail: unknown): boolean => {
  if (content === 'validationErrors') return hasValidationErrors(detail)
  if (typeof detail !== 'string') return false
  return content === 'anyDetail' ? detail.trim() !== '' && !dialWords.test(detail) : content.test(detail)
}

/** Returns the name of the proof that a response contains, or null if a phone may ring despite the response. */
export const findProof = (answer: Answer): ProofName | null => {
  const candidates = proofs.filter(({ status }) => status === answer.status)
  if (candidates.length === 0) return null
  const envelope = envelopeSchema.safeParse(parseJson(answer.text))
  if (!envelope.success) return null
  return candidates.find(({ content }) => matches(content, envelope.data.detail))?.name ?? null
}

/** The beginnings of the error messages with which the service ends a run during its quota check, before it dials. */
const quotaErrors = [
  'You have exhausted your trial credits',
  'You have exhausted your Dograh credits',
  'Could not verify Dograh credits',
  'The organization linked to this Dograh service key',
  'The Dograh service token being used',
  'You have invalid keys in your model configuration',
]

/**
 * Returns whether a phone may ring although a run has this error: true unless the error is known to prove the opposite.
 */
export const runMayRingDespite = (error: string): boolean =>
  !carrierRefused.test(error) &&
  !carrierNotReached.test(error) &&
  !quotaErrors.some((beginning) => error.startsWith(beginning))

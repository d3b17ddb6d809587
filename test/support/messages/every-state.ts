import { erasedDetail } from '../../../src/domain/call-state.ts'
import { callEnds, type CallState, type CallStateName, unknownCauses } from '../../../src/contract/call.ts'
import { unreachableCauses } from '../../../src/contract/failure.ts'

const at = '2026-11-21T09:14:00.000Z'
const run = { workflowRunId: 48213, workflowRunName: 'WR-API-7823' }
const dialFailure = 'Failed to initiate call:'

type States = Record<string, CallState>

/** Returns a refusal before dialing, with the service's message. */
const rejected = (status: number, detail: string): CallState => ({ state: 'rejected', status, detail, issues: [] })
/** Returns a carrier failure as the service reports it. */
const failed = (reason: string, doubt: boolean): CallState => ({
  state: 'failedAtProvider',
  status: 400,
  detail: `${dialFailure} ${reason}`.trim(),
  doubt,
  workflowRunId: null,
})

const erased = { detail: erasedDetail }

/** Every known refusal of the service, in the order of its checks. */
export const refusals: States = {
  'a field is refused': {
    state: 'rejected',
    status: 422,
    detail: 'value is not a valid number (phoneNumber)',
    issues: [{ path: ['phoneNumber'], code: 'service', words: 'Field required' }],
  },
  'refused with a sentence': rejected(422, 'The model configuration is not valid.'),
  'key unknown or archived': rejected(401, 'Invalid API key'),
  'agent unknown': rejected(404, 'Workflow not found'),
  'trigger unknown': rejected(404, 'Agent trigger not found'),
  'trigger of another organization': rejected(403, 'Access denied'),
  'no permission': rejected(403, 'Insufficient permissions'),
  'trigger off': rejected(404, 'Agent trigger is not active'),
  'trigger not in the agent': rejected(404, 'Trigger not found in the selected Agent'),
  'agent archived': rejected(404, 'Workflow is not active'),
  'nothing published': rejected(404, 'Workflow has no published definition'),
  'no owner': rejected(409, 'Workflow has no execution owner'),
  'another conflict': rejected(409, 'Conflict'),
  'configuration unknown or deactivated': rejected(404, 'Telephony configuration not found'),
  'configuration not ready': rejected(400, "'Twilio' is not ready for outbound calls. Add at least one number."),
  'no telephony': rejected(400, 'Telephony provider not configured for this organization'),
  'no provider': rejected(400, 'Telephony provider not configured for this configuration'),
  'caller ID': rejected(400, 'from_phone_number_not_found'),
  'body not read': rejected(400, 'There was an error parsing the body'),
  'another 400': rejected(400, 'Something else'),
  'limit reached': rejected(429, 'Concurrent call limit reached'),
  'another 429': rejected(429, 'Too Many Requests'),
  'trial credits': rejected(402, 'You have exhausted your trial credits. Please add credits to keep calling.'),
  credits: rejected(402, 'You have exhausted your Dograh credits. Please top up.'),
  'service key': rejected(402, 'The organization linked to this Dograh service key is not allowed to call.'),
  'service token': rejected(402, 'The Dograh service token being used is not valid.'),
  'model keys': rejected(402, 'You have invalid keys in your model configuration.'),
  'credits not verified': rejected(402, 'Could not verify Dograh credits. Please try again.'),
  'another 402': rejected(402, 'Workflow not found'),
  'no such route': rejected(404, 'Not Found'),
  'another 404': rejected(404, '404 page'),
  'wrong method': rejected(405, 'Method Not Allowed'),
  'another refusal': rejected(451, 'Unavailable'),
  'message erased': rejected(404, erasedDetail),
}

/** Known carrier failures, certain and uncertain. */
export const carriers: States = {
  'carrier refused': failed('400: Failed to create ARI channel: {"code": 21211}', false),
  'carrier error': failed('503: Failed to create ARI channel: busy', false),
  'carrier unreachable': failed('Cannot connect to host pbx:8088 ssl:default', false),
  'run ended with an error': {
    state: 'failedAtProvider',
    status: null,
    detail: 'No agent',
    doubt: false,
    workflowRunId: 48213,
  },
  'carrier silent': failed('', true),
  'carrier unreadable': failed('Expecting value: line 1 column 1 (char 0)', true),
  'carrier dropped': failed('Server disconnected', true),
  'carrier accepted': failed('201: Failed to create ARI channel: {"id":"x"}', true),
  'carrier redirected': failed('302: Failed to create ARI channel:', true),
  'carrier timed out': failed('504: Gateway Time-out', true),
  'carrier unclear': failed('not%20a%20url/ari/channels', true),
  'carrier failure erased': { ...failed('', false), ...erased },
  'carrier doubt erased': { ...failed('', true), ...erased },
}

const unknowns: States = {
  ...Object.fromEntries(unknownCauses.map((cause) => [cause, { state: 'unknown', cause, status: null, detail: '' }])),
  'a timeout on the way': { state: 'unknown', cause: 'timedOut', status: 408, detail: '' },
  'incomplete in time': { state: 'unknown', cause: 'timedOut', status: 200, detail: '' },
  'cut in the body': { state: 'unknown', cause: 'cut', status: 200, detail: '' },
  'a web page': { state: 'unknown', cause: 'unreadable', status: 200, detail: 'Welcome' },
  ...Object.fromEntries(
    [500, 502, 503, 504, 599].map((status) => [
      `a ${status}`,
      { state: 'unknown', cause: 'serverError', status, detail: '' },
    ]),
  ),
}

const started = { state: 'accepted', ...run, status: 'initiated', reconciled: false, progress: 'started' } as const

/** Placed calls that are over, with and without the service's text for the result. */
const ends: States = Object.fromEntries(
  callEnds.map((kind) => [
    `ended: ${kind}`,
    { ...started, end: { kind, disposition: null, durationSeconds: kind === 'reached' ? 72 : null } },
  ]),
)

const accepted: States = Object.fromEntries(
  (['started', 'dialing', 'orphaned'] as const).map((progress) => [
    `found, ${progress}`,
    { state: 'accepted', ...run, status: '', reconciled: true, progress },
  ]),
)

/** Every call state, with every variant that needs its own text. */
export const everyState: Record<CallStateName, States> = {
  queued: { queued: { state: 'queued' } },
  sending: { sending: { state: 'sending', since: at } },
  accepted: {
    accepted: started,
    ...accepted,
    ...ends,
  },
  rejected: refusals,
  notSent: Object.fromEntries(
    [...unreachableCauses, 'notRecorded' as const].map((cause) => [`not sent: ${cause}`, { state: 'notSent', cause }]),
  ),
  failedAtProvider: carriers,
  unknown: unknowns,
  candidate: {
    'one candidate': { state: 'candidate', runIds: [48_213] },
    'two candidates': { state: 'candidate', runIds: [48_213, 48_214] },
  },
  notFound: { 'not found': { state: 'notFound', since: at } },
  closedByOperator: {
    'closed: placed': { state: 'closedByOperator', decision: 'placed', who: 'ana', at, note: 'Jane answered.' },
    'closed: not placed': { state: 'closedByOperator', decision: 'notPlaced', who: 'ana', at, note: 'Jane says no.' },
  },
  cancelled: { cancelled: { state: 'cancelled' } },
}

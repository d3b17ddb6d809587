import type { Answer, Delivery } from './answers.ts'
import { textResponse, wholeAtOnce } from './answers.ts'
import { type Printable, printJson } from './json.ts'
import type { CallEnding } from './organization/world.ts'
import type { Timings } from './practice.ts'

/** A failure that the user causes by calling a certain number. */
export type Fault = {
  readonly name: string
  /** Blanks, dashes and parentheses in a called number are ignored. */
  readonly phoneNumber: string
  /** One sentence about it for docs/practice.md. */
  readonly sentence: string
  /** What remains after the request: nothing, a run in progress, a failed run, or a run that never ends. */
  readonly run: 'none' | 'made' | 'failed' | 'orphaned'
  /** Whether a phone rings, regardless of the response. */
  readonly rings: boolean
  /** Replaces the usual response. */
  readonly answer?: FaultAnswer
  /** For a failed run: the error stored with it, the same as the response's detail. */
  readonly error?: string
  readonly how?: Delivery['how']
  readonly slowness?: 'slowMs' | 'verySlowMs' | 'silentCarrierMs'
  readonly ending?: CallEnding
  /** True if only the first call to the number has the fault. */
  readonly once?: true
}

type FaultAnswer = {
  readonly status: number
  readonly contentType: string
  readonly body: string
  /** A path on the same origin. */
  readonly location?: string
}

/** The fault of one request, and the delay of its response in milliseconds if the request specifies one. */
export type RequestedFault = { readonly fault: Fault; readonly delayMs: number | null }

/** Returns the fault of this name, or undefined. */
export function faultByName(name: string): Fault | undefined {
  return faults.find((fault) => fault.name === name)
}

/** Returns the fault of this number, or undefined: calls to other numbers get the usual response. */
export function faultByNumber(phoneNumber: string): Fault | undefined {
  const digits = phoneNumber.replace(/[\s().-]/g, '')
  return faults.find((fault) => fault.phoneNumber === digits)
}

/** Returns the usual response as changed by the fault. `origin` is where the request arrived. */
export function applyFault(
  { fault, delayMs }: RequestedFault,
  usual: Answer,
  timings: Timings,
  origin: string,
): Answer {
  const slow = fault.slowness === undefined ? 0 : timings[fault.slowness]
  return {
    response: fault.answer === undefined ? usual.response : faultResponse(fault.answer, origin),
    delivery: { afterMs: delayMs ?? usual.delivery.afterMs + slow, how: fault.how ?? usual.delivery.how },
  }
}

/** Returns the response to a request that is refused before it has any effect. */
export function refusedByFault(fault: RequestedFault, timings: Timings, origin: string): Answer {
  return applyFault(fault, { response: new Response(null, { status: 204 }), delivery: wholeAtOnce }, timings, origin)
}

function faultResponse({ status, contentType, body, location }: FaultAnswer, origin: string): Response {
  return textResponse(status, contentType, body, location === undefined ? {} : { location: `${origin}${location}` })
}

function json(status: number, detail: Printable): FaultAnswer {
  return { status, contentType: 'application/json', body: printJson({ detail }) }
}

function numberedFault(
  last: string,
  name: string,
  sentence: string,
  effect: Omit<Fault, 'name' | 'phoneNumber' | 'sentence'>,
) {
  return { name, phoneNumber: `+141555501${last}`, sentence, ...effect }
}

const refused = (last: string, name: string, sentence: string, answer: FaultAnswer): Fault =>
  numberedFault(last, name, sentence, { run: 'none', rings: false, answer })

const runFailed = (last: string, name: string, sentence: string, status: number, error: string, rings = false): Fault =>
  numberedFault(last, name, sentence, { run: 'failed', rings, answer: json(status, error), error })

const carrierFailed = (last: string, name: string, sentence: string, reason: string, rings = false): Fault =>
  runFailed(last, name, sentence, 400, `Failed to initiate call: ${reason}`, rings)

const placed = (last: string, name: string, sentence: string, effect: Pick<Fault, 'answer' | 'how' | 'slowness'>) =>
  numberedFault(last, name, sentence, { run: 'made', rings: true, ...effect })

const endsWith = (last: string, ending: CallEnding, sentence: string): Fault =>
  numberedFault(last, ending, sentence, { run: 'made', rings: true, ending })

const badGatewayPage: FaultAnswer = {
  status: 502,
  contentType: 'text/html',
  body: '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
}

const serverErrorText: FaultAnswer = {
  status: 500,
  contentType: 'text/plain; charset=utf-8',
  body: 'Internal Server Error',
}

const notReady =
  "'Main line' is not ready for outbound calls. Outbound calls need a number to dial from. Add at least one number from your Twilio account under Phone numbers below."

const invalidNumber = [
  {
    type: 'value_error',
    loc: ['body', 'phone_number'],
    msg: 'Value error, not a number that can be called',
    input: '',
    ctx: { error: {} },
  },
]

const invalidGraph = {
  is_valid: false,
  errors: [{ kind: 'node', id: 'start', field: 'data.prompt', message: 'Field required' }],
}

const page404 = '<html><head><title>404 Not Found</title></head></html>'

/** The path that the redirect fault points to, on the same origin. A client must not follow it. */
export const redirectTarget = '/practice/redirected'

/** Every fault, in the order of their numbers. docs/practice.md contains the same list. */
export const faults: readonly Fault[] = [
  // Refused before a run is created: nothing remains and no phone rings.
  refused('10', 'unauthorized', 'The key is refused (401).', json(401, 'Invalid API key')),
  refused('11', 'forbidden', 'The key is good but has no permission (403).', json(403, 'Access denied')),
  refused('12', 'agent-not-found', 'The agent is not known (404).', json(404, 'Workflow not found')),
  refused('13', 'agent-not-active', 'The agent is archived (404).', json(404, 'Workflow is not active')),
  refused(
    '14',
    'nothing-published',
    'The agent has no published version (404).',
    json(404, 'Workflow has no published definition'),
  ),
  refused('15', 'no-owner', 'The agent has no owner (409).', json(409, 'Workflow has no execution owner')),
  refused('16', 'invalid-list', 'The request is refused with a list of problems (422).', json(422, invalidNumber)),
  refused(
    '17',
    'invalid-text',
    'The request is refused with a sentence (422).',
    json(422, 'The model configuration is not valid.'),
  ),
  refused('18', 'invalid-object', 'The request is refused with an object of problems (422).', json(422, invalidGraph)),
  refused(
    '19',
    'no-telephony',
    'The organization has no telephony configuration (400).',
    json(400, 'Telephony provider not configured for this organization'),
  ),
  refused('20', 'not-ready', 'The telephony configuration is not ready (400).', json(400, notReady)),
  refused('21', 'caller-id-refused', 'The caller ID cannot be used (400).', json(400, 'from_phone_number_not_found')),
  refused('22', 'limit-reached', 'Too many calls are in progress (429).', json(429, 'Concurrent call limit reached')),
  refused('23', 'server-error', 'The service fails before it dials, with plain text (500).', serverErrorText),
  refused('24', 'bad-gateway', 'A proxy answers with a page before the service is reached (502).', badGatewayPage),
  refused(
    '25',
    'unavailable',
    'The service is temporarily unavailable (503).',
    json(503, 'A Dograh service is temporarily unavailable. Please try again.'),
  ),
  refused(
    '26',
    'configuration-not-found',
    'The telephony configuration is not known (404).',
    json(404, 'Telephony configuration not found'),
  ),

  // Refused after the run is created: a failed run remains, and the response does not contain its ID.
  runFailed(
    '30',
    'quota-exhausted',
    'The credits are used up (402).',
    402,
    'You have exhausted your trial credits. Please add credits to keep calling.',
  ),
  runFailed(
    '31',
    'quota-unverified',
    'The credits could not be checked (402).',
    402,
    'Could not verify Dograh credits. Please try again.',
  ),
  runFailed(
    '32',
    'model-keys-invalid',
    'The model configuration has bad keys (402).',
    402,
    'You have invalid keys in your model configuration. Please update them.',
  ),
  carrierFailed(
    '33',
    'carrier-refused',
    'The carrier refuses the number (400).',
    '400: {"code": 21211, "message": "Invalid To"}',
  ),
  carrierFailed(
    '34',
    'carrier-error',
    'The carrier has an internal error (400).',
    '503: Failed to create call: Service Unavailable',
  ),
  carrierFailed(
    '35',
    'carrier-unreachable',
    'The carrier cannot be reached (400).',
    'Cannot connect to host carrier.example:443 ssl:default [Connect call failed]',
  ),
  carrierFailed(
    '36',
    'carrier-unclear',
    'The carrier’s response is unreadable, but the phone rings (400).',
    'Expecting value: line 1 column 1 (char 0)',
    true,
  ),
  carrierFailed(
    '37',
    'carrier-dropped',
    'The carrier drops the connection, but the phone rings (400).',
    'Server disconnected',
    true,
  ),
  {
    ...carrierFailed(
      '38',
      'carrier-silent',
      'The carrier never responds; the service gives up after 5 minutes, but the phone rings (400).',
      '',
      true,
    ),
    slowness: 'silentCarrierMs',
  },
  carrierFailed(
    '39',
    'carrier-created',
    'The carrier places the call, but the service reports a failure (400).',
    '201: Failed to create ARI channel: {"id": "1"}',
    true,
  ),
  carrierFailed(
    '40',
    'carrier-page',
    'The carrier answers with a page (400).',
    `404: Failed to create ARI channel: ${page404}`,
  ),
  numberedFault(
    '41',
    'server-error-after',
    'The service fails after it made the run, which stays open forever (500).',
    {
      run: 'orphaned',
      rings: false,
      answer: serverErrorText,
    },
  ),
  {
    ...runFailed(
      '42',
      'quota-once',
      'The credits are used up for the first call (402); the next one is placed.',
      402,
      'You have exhausted your trial credits. Please add credits to keep calling.',
    ),
    once: true,
  },

  // Failures between the service and the client. If a run is created, the phone rings.
  placed('50', 'slow', 'The call is placed, and the response is slow.', { slowness: 'slowMs' }),
  placed('51', 'very-slow', 'The call is placed, and the response takes longer than a minute.', {
    slowness: 'verySlowMs',
  }),
  placed('52', 'answer-lost', 'The call is placed, and the connection closes without a response.', { how: 'closed' }),
  numberedFault('53', 'cut-before', 'The connection is reset before a call is placed.', {
    run: 'none',
    rings: false,
    how: 'reset',
  }),
  placed('54', 'cut-after', 'The call is placed, and the connection is reset.', { how: 'reset' }),
  placed('55', 'cut-head', 'The call is placed, and the response breaks off in its first line.', { how: 'cutHead' }),
  placed('56', 'cut-body', 'The call is placed, and the response breaks off in its body.', { how: 'cutBody' }),
  placed('57', 'junk-body', 'The call is placed, and the response is not JSON.', {
    answer: { status: 200, contentType: 'application/json', body: '{"status":"initiated","workflow_run_id":' },
  }),
  placed('58', 'html-ok', 'The call is placed, and the response is a web page with status 200.', {
    answer: {
      status: 200,
      contentType: 'text/html; charset=utf-8',
      body: '<!doctype html><title>Welcome</title><p>Please sign in.</p>',
    },
  }),
  refused('59', 'redirect', 'The service redirects the client, and nothing is placed.', {
    status: 307,
    contentType: 'text/plain; charset=utf-8',
    body: '',
    location: redirectTarget,
  }),
  placed('60', 'silence', 'The call is placed, and no response ever comes.', { how: 'silent' }),
  numberedFault('61', 'silence-before', 'Nothing is placed, and no response ever comes.', {
    run: 'none',
    rings: false,
    how: 'silent',
  }),
  placed('62', 'bad-gateway-after', 'The call is placed, and a proxy answers with a page (502).', {
    answer: badGatewayPage,
  }),
  placed('63', 'wrong-types', 'The call is placed, and the response has fields of the wrong types.', {
    answer: {
      status: 200,
      contentType: 'application/json',
      body: '{"status":1,"workflow_run_id":"seven","workflow_run_name":null}',
    },
  }),

  // Calls that are placed and end without a conversation.
  endsWith('70', 'busy', 'The line is busy.'),
  endsWith('71', 'no-answer', 'No one answers.'),
  endsWith('72', 'failed', 'The carrier gives up.'),
  endsWith('73', 'never-ends', 'The phone rings, and the run never ends.'),
  endsWith('74', 'voicemail', 'A machine answers.'),
  endsWith('75', 'no-result', 'The call ends without any result.'),
  endsWith('76', 'no-transcript', 'The call is recorded, but there is no transcript.'),
  endsWith('77', 'do-not-call', 'The agent reports that the person must not be called again.'),
]

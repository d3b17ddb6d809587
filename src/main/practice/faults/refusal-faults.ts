import { printJson } from '../json/print-json.ts'
import type { Printable } from '../json/json-value.ts'
import type { Fault, FaultAnswer } from './fault.ts'

const nothing = { run: 'none', rings: false } as const

/** A JSON answer with this detail. */
export function detail(status: number, value: Printable): FaultAnswer {
  return { status, contentType: 'application/json', body: printJson({ detail: value }) }
}

/** What a proxy in front of the service says when it cannot reach it. */
export const badGatewayPage: FaultAnswer = {
  status: 502,
  contentType: 'text/html',
  body: '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
}

/** What the service says when something inside it broke. */
export const plainServerError: FaultAnswer = {
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

/** Refusals that come before any run is made: nothing is left behind and no phone rings. */
export const refusalFaults: readonly Fault[] = [
  {
    ...nothing,
    name: 'unauthorized',
    phoneNumber: '+14155550110',
    sentence: 'The key is refused (401).',
    answer: detail(401, 'Invalid API key'),
  },
  {
    ...nothing,
    name: 'forbidden',
    phoneNumber: '+14155550111',
    sentence: 'The key is good but has no permission (403).',
    answer: detail(403, 'Access denied'),
  },
  {
    ...nothing,
    name: 'agent-not-found',
    phoneNumber: '+14155550112',
    sentence: 'The agent is not known (404).',
    answer: detail(404, 'Workflow not found'),
  },
  {
    ...nothing,
    name: 'agent-not-active',
    phoneNumber: '+14155550113',
    sentence: 'The agent is archived (404).',
    answer: detail(404, 'Workflow is not active'),
  },
  {
    ...nothing,
    name: 'nothing-published',
    phoneNumber: '+14155550114',
    sentence: 'The agent has no published version (404).',
    answer: detail(404, 'Workflow has no published definition'),
  },
  {
    ...nothing,
    name: 'no-owner',
    phoneNumber: '+14155550115',
    sentence: 'The agent belongs to nobody any more (409).',
    answer: detail(409, 'Workflow has no execution owner'),
  },
  {
    ...nothing,
    name: 'invalid-list',
    phoneNumber: '+14155550116',
    sentence: 'The request is refused with a list of problems (422).',
    answer: detail(422, invalidNumber),
  },
  {
    ...nothing,
    name: 'invalid-text',
    phoneNumber: '+14155550117',
    sentence: 'The request is refused with a sentence (422).',
    answer: detail(422, 'The model configuration is not valid.'),
  },
  {
    ...nothing,
    name: 'invalid-object',
    phoneNumber: '+14155550118',
    sentence: 'The request is refused with an object of problems (422).',
    answer: detail(422, invalidGraph),
  },
  {
    ...nothing,
    name: 'no-telephony',
    phoneNumber: '+14155550119',
    sentence: 'The organization has no telephony configuration (400).',
    answer: detail(400, 'Telephony provider not configured for this organization'),
  },
  {
    ...nothing,
    name: 'not-ready',
    phoneNumber: '+14155550120',
    sentence: 'The telephony configuration is not ready (400).',
    answer: detail(400, notReady),
  },
  {
    ...nothing,
    name: 'caller-id-refused',
    phoneNumber: '+14155550121',
    sentence: 'The caller ID cannot be used (400).',
    answer: detail(400, 'from_phone_number_not_found'),
  },
  {
    ...nothing,
    name: 'limit-reached',
    phoneNumber: '+14155550122',
    sentence: 'Too many calls are under way (429).',
    answer: detail(429, 'Concurrent call limit reached'),
  },
  {
    ...nothing,
    name: 'server-error',
    phoneNumber: '+14155550123',
    sentence: 'The service breaks before it dials and says so in plain text (500).',
    answer: plainServerError,
  },
  {
    ...nothing,
    name: 'bad-gateway',
    phoneNumber: '+14155550124',
    sentence: 'A proxy answers with a page before the service is reached (502).',
    answer: badGatewayPage,
  },
  {
    ...nothing,
    name: 'unavailable',
    phoneNumber: '+14155550125',
    sentence: 'The service is away for a moment (503).',
    answer: detail(503, 'A Dograh service is temporarily unavailable. Please try again.'),
  },
  {
    ...nothing,
    name: 'configuration-not-found',
    phoneNumber: '+14155550126',
    sentence: 'The telephony configuration is not known (404).',
    answer: detail(404, 'Telephony configuration not found'),
  },
]

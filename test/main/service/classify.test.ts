import { describe, expect, it } from 'vitest'
import { wasNotPlaced } from '../../../src/domain/call-state.ts'
import { classify } from '../../../src/main/service/classify.ts'
import { findProof, type ProofName, proofs, runMayRingDespite } from '../../../src/main/service/proofs.ts'

const answer = (status: number, body: unknown) =>
  classify({
    kind: 'answer',
    status,
    date: null,
    retryAfterMilliseconds: null,
    text: typeof body === 'string' ? body : JSON.stringify(body),
  })
const detail = (status: number, words: string) => answer(status, { detail: words })

const failure = 'Failed to initiate call: '

describe('a carrier failure', () => {
  it.each([
    ['400: Failed to create ARI channel: {"code": 21211, "message": "Invalid To"}', false],
    ['401: Failed to create ARI channel: ', false],
    ['404: ', false],
    ['404', true],
    ['500: Failed to create ARI channel: <html>oops</html>', true],
    ['503: busy', true],
    ['460: closed', true],
    ['499: closed', true],
    [' 400: two blanks', true],
    ['Cannot connect to host pbx.example:8088 ssl:default [Connect call failed]', false],
    ['', true],
    ['Expecting value: line 1 column 1 (char 0)', true],
    ['Server disconnected', true],
    ['201: Failed to create ARI channel: {"id":"1"}', true],
    ['200: odd', true],
    ['302: elsewhere', true],
    ['4000: no status', true],
    ['415555 rang', true],
    ['500ms without an answer', true],
    ['500 ms passed without an answer', true],
    ['503 attempts, then Server disconnected', true],
    ["400, message='Bad Request', url='https://carrier.example'", true],
    ['404 ', true],
    ['408: Request Timeout', true],
    ['408', true],
    ['504: Gateway Time-out', true],
    ['402: Payment Required', true],
    ['403: Forbidden', true],
    ['409: Conflict', true],
    ['422: Unprocessable', true],
    ['425: Too Early', true],
    ['429: Too Many Requests', true],
    ['502: Bad Gateway', true],
    ['Cannot connect to host', true],
    ['Cannot connect to hostile words', true],
    ['not%20a%20url/ari/channels', true],
    ['unrecognized text', true],
    ['The host said: Cannot connect to host', true],
  ])('%j: in doubt %s', (reason, doubt) => {
    expect(detail(400, failure + reason)).toMatchObject({ state: 'failedAtProvider', status: 400, doubt })
  })

  it('keeps the service’s text, without markup', () => {
    expect(detail(400, `${failure}Server disconnected`)).toEqual({
      state: 'failedAtProvider',
      status: 400,
      detail: 'Failed to initiate call: Server disconnected',
      doubt: true,
      workflowRunId: null,
    })
  })

  it('accepts a prefix without a space after the colon', () => {
    expect(detail(400, 'Failed to initiate call:')).toMatchObject({ state: 'failedAtProvider', doubt: true })
  })
})

describe('a run error', () => {
  it.each([
    ['You have exhausted your trial credits. Please add credits.', false],
    ['You have exhausted your Dograh credits.', false],
    ['Could not verify Dograh credits. Please try again.', false],
    ['You have invalid keys in your model configuration. Please update them.', false],
    ['The organization linked to this Dograh service key is gone.', false],
    ['The Dograh service token being used has no organization.', false],
    ['Failed to initiate call: 400: Invalid To', false],
    ['Failed to initiate call: 409: Conflict', true],
    ['Failed to initiate call: 429: Too Many Requests', true],
    ['Failed to initiate call: 503: busy', true],
    ['Failed to initiate call: 504: Gateway Time-out', true],
    ['Failed to initiate call: ', true],
    ['Server disconnected', true],
    ['Workflow not found', true],
    ['400: Invalid To', true],
    ['', true],
  ])('%j: in doubt %s', (error, doubt) => {
    expect(runMayRingDespite(error)).toBe(doubt)
  })
})

const validationErrors = [{ type: 'missing', loc: ['body', 'phone_number'], msg: 'Field required', input: {} }]

/** Responses from the specification and from the measured service, each with its proof. */
const refusals: [ProofName, number, unknown][] = [
  ['keyRefused', 401, 'Invalid API key'],
  ['keyRefused', 401, 'Invalid or expired API key'],
  ['keyRefused', 401, 'API key has no associated user'],
  ['keyRefused', 401, 'API key owner not found'],
  ['keyRefused', 401, 'Unauthorized'],
  ['keyRefused', 401, 'Not authenticated'],
  ['keyRefused', 401, 'Could not validate credentials'],
  ['keyRefused', 401, 'The API key is invalid or expired.'],
  ['keyRefused', 401, 'Missing X-API-Key header'],
  ['keyRefused', 401, 'This API key has been archived.'],
  ['keyRefused', 401, 'Signature has expired'],
  ['keyRefused', 401, 'Your session has expired. Please log in again.'],
  ['notPermitted', 403, 'Access denied'],
  ['notPermitted', 403, 'Forbidden'],
  ['notPermitted', 403, 'You don’t have permission to access this workflow'],
  ['notPermitted', 403, 'Insufficient permissions'],
  ['notPermitted', 403, 'Workflow belongs to another organization'],
  ['notPermitted', 403, 'Access denied. Superuser privileges required.'],
  ['notInOrganization', 404, 'Workflow not found'],
  ['notInOrganization', 404, 'Workflow is not active'],
  ['notInOrganization', 404, 'Telephony configuration not found'],
  ['notInOrganization', 404, 'Workflow has no published definition'],
  ['notInOrganization', 404, 'Agent trigger not found'],
  ['notInOrganization', 404, 'Trigger not found in the selected Agent'],
  ['notInOrganization', 404, 'Workflow 7a1f0c30-5b2e-4d8a-9c61-2f90e4d7b610 not found'],
  ['notInOrganization', 404, "Telephony configuration 12 doesn't exist in this organization."],
  ['notInOrganization', 404, 'The caller ID was not found.'],
  ['notInOrganization', 404, 'Not Found'],
  ['invalidRequest', 422, validationErrors],
  ['invalidRequest', 422, [{ type: 'missing', loc: ['header', 'X-API-Key'], msg: 'Field required', input: null }]],
  ['invalidRequest', 422, [{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }]],
  ['invalidRequest', 422, [{ type: 'json_invalid', loc: ['body', 17], msg: 'JSON decode error', input: {} }]],
  [
    'invalidRequest',
    422,
    [{ type: 'value_error', loc: ['body', 'phone_number'], msg: 'Value error, phone number must be E.164' }],
  ],
  [
    'invalidRequest',
    422,
    [{ type: 'value_error', loc: ['body', 'phone_number'], msg: 'Value error, not a number that can be called' }],
  ],
  ...[
    'string_type',
    'int_type',
    'int_parsing',
    'int_from_float',
    'dict_type',
    'model_attributes_type',
    'extra_forbidden',
    'string_too_long',
    'string_pattern_mismatch',
    'value_error.missing',
    'type_error.integer',
  ].map((type): [ProofName, number, unknown] => [
    'invalidRequest',
    422,
    [{ type, loc: ['body', 'phone_number'], msg: 'Input should be valid' }],
  ]),
  ['invalidRequest', 422, [{ type: 'uuid_parsing', loc: ['path', 'workflow_uuid'], msg: 'Input should be a UUID' }]],
  ['unparsedBody', 400, 'There was an error parsing the body'],
  ['callerIdNotFound', 400, 'from_phone_number_not_found'],
  ['noTelephony', 400, 'Telephony provider not configured for this organization'],
  ['noTelephony', 400, 'Telephony provider not configured for this configuration'],
  [
    'configurationNotReady',
    400,
    "'Twilio' is not ready for outbound calls. Outbound calls need a number to dial from.",
  ],
  ['quotaRefused', 402, 'Could not verify Dograh credits. Please try again.'],
  ['quotaRefused', 402, 'You have exhausted your trial credits. Please add credits.'],
  ['methodNotAllowed', 405, 'Method Not Allowed'],
  ['noExecutionOwner', 409, 'Workflow has no execution owner'],
  ['callLimitReached', 429, 'Concurrent call limit reached'],
]
const carrierFailures: [ProofName, number, unknown][] = [
  ['carrierRefused', 400, `${failure}400: Failed to create ARI channel: {"code": 21211}`],
  [
    'carrierNotReached',
    400,
    `${failure}Cannot connect to host pbx:8088 ssl:default [Connect call failed ('10.0.0.9', 8088)]`,
  ],
]

const replyOf = (status: number, body: unknown) => ({
  kind: 'answer' as const,
  status,
  date: null,
  retryAfterMilliseconds: null,
  text: typeof body === 'string' ? body : JSON.stringify(body),
})

describe('a proof that nothing was dialed', () => {
  it.each([...refusals, ...carrierFailures])('%s: %i %j', (name, status, text) => {
    expect(findProof(replyOf(status, { detail: text }))).toBe(name)
  })

  it('has an example for each name', () => {
    const shown = [...refusals, ...carrierFailures].map(([name]) => name)
    expect(new Set(shown)).toEqual(new Set(proofs.map(({ name }) => name)))
  })

  const details = [...refusals, ...carrierFailures].map(([, status, text]) => ({ status, text }))

  it.each(details)('counts only with its own status: $status $text', ({ status, text }) => {
    const others = Array.from({ length: 400 }, (_, index) => 200 + index).filter((other) => other !== status)
    const general = [401, 402, 403, 404]
    const rejecting = others
      .filter((other) => !general.includes(other))
      .filter((other) => answer(other, { detail: text }).state === 'rejected')
    expect(rejecting).toEqual([])
  })

  it.each(details)('counts only with its own body format: $status $text', ({ status, text }) => {
    const bodies = [
      String(text),
      `<html><title>${String(text)}</title></html>`,
      JSON.stringify(text),
      JSON.stringify([{ detail: text }]),
      JSON.stringify({ message: text }),
      JSON.stringify({ detail: [text] }),
      JSON.stringify({ detail: { message: text } }),
      JSON.stringify({ detail: text, workflow_run_id: 12345 }),
      JSON.stringify({ detail: text }).slice(0, -1),
      '',
      '{}',
      '{"detail":null}',
      '{"detail":""}',
    ]
    expect(bodies.filter((body) => wasNotPlaced(answer(status, body)))).toEqual([])
  })

  it.each([401, 402, 403, 404, 405, 409, 410, 413, 415, 422, 429, 451])(
    'is not provided by words about a dial with status %i',
    (status) => {
      const spoken = [
        `${failure}400: Invalid To`,
        `${failure}Server disconnected`,
        `It ${failure}`,
        '503: Failed to create ARI channel: busy',
        'Server disconnected',
        'Expecting value: line 1 column 1 (char 0)',
        'Cannot connect to host pbx:8088 ssl:default [x]',
        'The carrier accepted the call, and the database failed',
      ]
      const outcomes = spoken.flatMap((words) => [
        detail(status, words),
        answer(status, { detail: [{ loc: ['body'], msg: words, type: 'x' }] }),
      ])
      expect(new Set(outcomes.map(({ state }) => state))).toEqual(new Set(['unknown']))
    },
  )

  it.each<[number, unknown]>([
    [404, 'Dialing failed'],
    [403, 'Twilio returned 502 Bad Gateway'],
    [404, 'Call failed: 503 Service Unavailable'],
    [402, 'Telnyx: upstream timed out'],
    [402, 'Payment Required'],
    [402, 'Sorry. You have exhausted your trial credits'],
    [404, 'The phone rang but the run was lost'],
    [404, 'Workflow run not found'],
    [404, 'User not found'],
    [401, 'Provider rejected the credentials after the call was created'],
    [401, 'Invalid API key for Twilio'],
    [403, 'Forbidden by the destination'],
    [404, 'SIP/2.0 404 Not Found'],
    [404, '404 Not Found'],
    [404, 'Number 4930901820 not found'],
    [404, 'the'],
    [404, 'Workflow found'],
    [404, 'No'],
    [404, 'No route'],
    [404, 'Unknown number'],
    [404, 'Phone number not found'],
    [404, 'Caller not found'],
    [404, 'No route found for number'],
    [404, 'No route found in this telephony configuration'],
    [404, ' '],
    [405, 'Method Not Allowed by carrier'],
    [409, 'Workflow has no execution owner any more'],
    [429, 'Too Many Requests'],
    [422, [{ loc: ['body'], msg: 'dialing failed', type: 'value_error' }]],
    [422, [{ loc: ['body', 'phone_number'], msg: 'dialing failed', type: 'value_error' }]],
    [422, [{ loc: ['body', 'phone_number'], msg: 'Call failed: 503', type: 'value_error' }]],
    ...['no answer from callee', 'the number is busy', 'unanswered', 'hung up'].map((msg): [number, unknown] => [
      422,
      [{ loc: ['body', 'phone_number'], msg, type: 'value_error' }],
    ]),
    ...['', 'x', 'call_error', 'call_type', 'no_answer', 'not_missing'].map((type): [number, unknown] => [
      422,
      [{ loc: ['body', 'phone_number'], msg: 'Field required', type }],
    ]),
    [422, [{ loc: ['carrier'], msg: 'Field required', type: 'missing' }]],
    [422, [{ loc: ['response', 'call_id'], msg: 'Field required', type: 'missing' }]],
    [422, [{ loc: ['body', 'call_id'], msg: 'Field required', type: 'missing' }]],
    [422, [{ loc: [], msg: 'Field required', type: 'missing' }]],
    [422, [...validationErrors, { loc: ['body'], msg: 'The phone rang', type: 'x' }]],
  ])('is not provided by another text: %i %j', (status, text) => {
    expect(answer(status, { detail: text })).toMatchObject({ state: 'unknown', cause: 'unexpected' })
  })

  it.each([300, 301, 302, 303, 304, 307, 308, 399, 406, 410, 412, 413, 415, 418, 425, 431, 451, 460, 499])(
    'is not provided by status %i',
    (status) => {
      expect(detail(status, 'anything')).toMatchObject({ state: 'unknown', cause: 'unexpected', status })
      expect(answer(status, '')).toMatchObject({ state: 'unknown', cause: 'unexpected', status })
    },
  )
})

describe('a rejection before dialing', () => {
  it.each(refusals.filter(([, , text]) => typeof text === 'string'))('%s: %i %j', (_name, status, words) => {
    expect(answer(status, { detail: words })).toEqual({ state: 'rejected', status, detail: words, issues: [] })
  })

  it('returns a 422 with validation errors as field issues, without the submitted values', () => {
    const input = { phone_number: 4155550101, initial_context: { secret_of: 'Jane' } }
    const outcome = answer(422, {
      detail: [
        { type: 'missing', loc: ['header', 'X-API-Key'], msg: 'Field required', input: null },
        { type: 'string_type', loc: ['body', 'phone_number'], msg: 'Input should be a valid string', input },
        { type: 'dict_type', loc: ['body', 'initial_context'], msg: 'Input should be a valid dictionary', input },
        { type: 'json_invalid', loc: ['body', 17], msg: 'JSON decode error', input: {}, ctx: { error: 'x' } },
      ],
    })
    expect(outcome).toEqual({
      state: 'rejected',
      status: 422,
      detail:
        'Field required (header.X-API-Key); Input should be a valid string (phoneNumber); ' +
        'Input should be a valid dictionary (initialContext); JSON decode error (17)',
      issues: [
        { path: ['header', 'X-API-Key'], code: 'service', words: 'Field required' },
        { path: ['phoneNumber'], code: 'service', words: 'Input should be a valid string' },
        { path: ['initialContext'], code: 'service', words: 'Input should be a valid dictionary' },
        { path: [17], code: 'service', words: 'JSON decode error' },
      ],
    })
    expect(JSON.stringify(outcome)).not.toMatch(/415555|Jane/)
  })
})

describe('a run', () => {
  const run = { status: 'initiated', workflow_run_id: 1, workflow_run_name: 'WR-API-1000' }

  it('is accepted with the status that every started run has', () => {
    expect(answer(200, run)).toMatchObject({ state: 'accepted', workflowRunId: 1 })
  })

  it.each([
    { ...run, workflow_run_name: null },
    { ...run, workflow_run_name: 7 },
    { ...run, workflow_run_name: undefined },
    { ...run, status: undefined, workflow_run_name: undefined },
    { ...run, status: null },
  ])('is unknown and keeps its run ID if the rest is incomplete: %j', (body) => {
    expect(answer(200, body)).toEqual({
      state: 'unknown',
      cause: 'unreadable',
      status: 200,
      detail: '',
      workflowRunId: 1,
      ...(body.workflow_run_name === run.workflow_run_name && { workflowRunName: run.workflow_run_name }),
    })
  })

  it.each([null, '1', 0, 1.5])('is unknown without a run ID if that is %j', (workflow_run_id) => {
    expect(answer(200, { ...run, workflow_run_id })).not.toHaveProperty('workflowRunId')
  })

  it.each(['failed', 'error', 'busy', 'canceled', 'no-answer', 'rejected', 'completed', 'Initiated ', ''])(
    'is unknown with the status %j, and keeps its run ID and name',
    (status) => {
      expect(answer(200, { ...run, status })).toEqual({
        state: 'unknown',
        cause: 'unexpected',
        status: 200,
        detail: status.trim(),
        workflowRunId: 1,
        workflowRunName: run.workflow_run_name,
      })
    },
  )
})

describe('an ambiguous response', () => {
  it('names the fields of a 422 that proves nothing', () => {
    const errors = [{ kind: 'node', id: '3', field: 'prompt', message: 'is empty' }]
    expect(answer(422, { detail: { is_valid: false, errors } })).toMatchObject({
      state: 'unknown',
      detail: 'is empty (3.prompt)',
    })
  })

  it.each([
    [201, 'unreadable'],
    [202, 'unreadable'],
    [204, 'unreadable'],
    [206, 'unreadable'],
    [408, 'timedOut'],
    [500, 'serverError'],
    [501, 'serverError'],
    [502, 'serverError'],
    [503, 'serverError'],
    [504, 'serverError'],
    [599, 'serverError'],
  ])('maps %i to unknown (%s)', (status, cause) => {
    const body = { status: 'initiated', workflow_run_id: 1, workflow_run_name: 'WR-API-1000' }
    expect(answer(status, body)).toMatchObject({ state: 'unknown', status, cause })
  })

  it.each([
    ['timedOut', 'timedOut'],
    ['cut', 'cut'],
    ['unreadable', 'unreadable'],
    ['tooLarge', 'unreadable'],
  ] as const)('maps a broken exchange (%s) to unknown, even after a definite status', (cause, expected) => {
    expect(classify({ kind: 'broken', cause, status: 401, date: null })).toEqual({
      state: 'unknown',
      cause: expected,
      status: 401,
      detail: '',
    })
  })

  it('shows neither the SQL nor the plain text of a 500', () => {
    const sql = '(asyncpg.DataError) [SQL: SELECT * FROM runs WHERE number = $1] [parameters: (+14155550101)]'
    expect(detail(500, sql)).toMatchObject({ detail: '' })
    expect(answer(500, 'Internal Server Error')).toMatchObject({ detail: '' })
    expect(detail(503, sql)).toMatchObject({ detail: '' })
  })

  it('shows the title of a gateway page', () => {
    const page = '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>nginx</h1></body></html>'
    expect(answer(502, page)).toMatchObject({ state: 'unknown', detail: '502 Bad Gateway' })
  })
})

describe('a request that was not sent', () => {
  it.each(['refused', 'noHost', 'certificate', 'proxy'] as const)('has the state notSent for %s', (cause) => {
    expect(classify({ kind: 'notSent', cause })).toEqual({ state: 'notSent', cause })
  })
})

import { describe, expect, it } from 'vitest'
import { classify, runMayRingDespite } from '../../../src/main/service/classify.ts'

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

describe('a carrier that failed', () => {
  it.each([
    ['400: Failed to create ARI channel: {"code": 21211, "message": "Invalid To"}', false],
    ['401: Failed to create ARI channel: ', false],
    ['404', false],
    ['500: Failed to create ARI channel: <html>oops</html>', false],
    ['503: busy', false],
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
    ['409: Conflict', false],
    ['502: Bad Gateway', false],
    ['not%20a%20url/ari/channels', true],
    ['words nobody knows', true],
    ['The host said: Cannot connect to host', true],
  ])('%j: in doubt %s', (reason, doubt) => {
    expect(detail(400, failure + reason)).toMatchObject({ state: 'failedAtProvider', status: 400, doubt })
  })

  it('keeps the words of the service, without markup', () => {
    expect(detail(400, `${failure}Server disconnected`)).toEqual({
      state: 'failedAtProvider',
      status: 400,
      detail: 'Failed to initiate call: Server disconnected',
      doubt: true,
      workflowRunId: null,
    })
  })

  it('without the blank after the colon', () => {
    expect(detail(400, 'Failed to initiate call:')).toMatchObject({ state: 'failedAtProvider', doubt: true })
  })
})

describe('the error of a run', () => {
  it.each([
    ['You have exhausted your trial credits. Please add credits.', false],
    ['You have exhausted your Dograh credits.', false],
    ['Could not verify Dograh credits. Please try again.', false],
    ['You have invalid keys in your model configuration. Please update them.', false],
    ['The organization linked to this Dograh service key is gone.', false],
    ['The Dograh service token being used has no organization.', false],
    ['Failed to initiate call: 400: Invalid To', false],
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

describe('a refusal before any dialling', () => {
  it.each([
    [400, 'from_phone_number_not_found'],
    [400, 'Telephony provider not configured for this organization'],
    [400, "'Twilio' is not ready for outbound calls. Outbound calls need a number to dial from."],
    [400, 'There was an error parsing the body'],
    [400, 'It Failed to initiate call: 400'],
    [401, 'Invalid API key'],
    [402, 'Could not verify Dograh credits. Please try again.'],
    [403, 'Access denied'],
    [404, 'Workflow not found'],
    [404, 'Not Found'],
    [405, 'Method Not Allowed'],
    [409, 'Workflow has no execution owner'],
    [415, 'Unsupported Media Type'],
    [422, 'a sentence'],
    [429, 'Concurrent call limit reached'],
    [451, 'anything else below 500'],
  ])('%i %j', (status, words) => {
    expect(detail(status, words)).toEqual({ state: 'rejected', status, detail: words, issues: [] })
  })

  it('422 with validation errors names the fields in our words, and echoes nothing that was sent', () => {
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

  it('422 with an object', () => {
    const errors = [{ kind: 'node', id: '3', field: 'prompt', message: 'is empty' }]
    expect(answer(422, { detail: { is_valid: false, errors } })).toMatchObject({
      state: 'rejected',
      detail: 'is empty (3.prompt)',
      issues: [{ path: ['3', 'prompt'], code: 'service', words: 'is empty' }],
    })
  })

  it.each([400, 422])('%i whose detail is no text, or which is no JSON at all', (status) => {
    expect(answer(status, { detail: [`${failure}Server disconnected`] })).toMatchObject({ state: 'rejected', status })
    expect(answer(status, 'Invalid HTTP request received.')).toMatchObject({
      state: 'rejected',
      detail: 'Invalid HTTP request received.',
    })
  })

  it.each([300, 301, 302, 303, 304, 307, 308, 399])('%i: a redirect is never followed', (status) => {
    expect(answer(status, '')).toEqual({ state: 'rejected', status, detail: '', issues: [] })
  })
})

describe('an answer that says nothing certain', () => {
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
  ])('%i is unknown: %s', (status, cause) => {
    const body = { status: 'initiated', workflow_run_id: 1, workflow_run_name: 'WR-API-1000' }
    expect(answer(status, body)).toMatchObject({ state: 'unknown', status, cause })
  })

  it.each([
    ['timedOut', 'timedOut'],
    ['cut', 'cut'],
    ['unreadable', 'unreadable'],
    ['tooLarge', 'unreadable'],
  ] as const)('an exchange that broke (%s), even after a status that would be definite', (cause, expected) => {
    expect(classify({ kind: 'broken', cause, status: 401, date: null })).toEqual({
      state: 'unknown',
      cause: expected,
      status: 401,
      detail: '',
    })
  })

  it('shows no SQL of a 500 and not its plain text either', () => {
    const sql = '(asyncpg.DataError) [SQL: SELECT * FROM runs WHERE number = $1] [parameters: (+14155550101)]'
    expect(detail(500, sql)).toMatchObject({ detail: '' })
    expect(answer(500, 'Internal Server Error')).toMatchObject({ detail: '' })
    expect(detail(503, sql)).toMatchObject({ detail: '' })
  })

  it('shows a gateway page as its title', () => {
    const page = '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>nginx</h1></body></html>'
    expect(answer(502, page)).toMatchObject({ state: 'unknown', detail: '502 Bad Gateway' })
  })
})

describe('a request that never left', () => {
  it.each(['refused', 'noHost', 'certificate', 'proxy'] as const)('is not sent: %s', (cause) => {
    expect(classify({ kind: 'notSent', cause })).toEqual({ state: 'notSent', cause })
  })
})

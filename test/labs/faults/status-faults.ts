import { answering, httpAnswer } from '../../support/raw-server.ts'
import { acceptedMeaning, okBody, started } from './answers.ts'
import { type Fault, fault } from './fault.ts'
import { plainService } from './faulty-services.ts'

const html = ['content-type: text/html']
const page = '<!DOCTYPE html><html><head><title>Not here</title></head></html>'
const detail = (value: unknown): string => JSON.stringify({ detail: value })

const answered = (name: string, means: string, status: string, body: string, headers?: string[]): Fault =>
  fault(name, means, plainService(answering(httpAnswer(status, body, headers))))

const twilio = "'Twilio' is not ready for outbound calls. Add a number."
const errors = [{ type: 'missing', loc: ['body', 'phone_number'], msg: 'Field required', input: {} }]

/** Each proves that nothing was dialed. */
const refusalFaults: Fault[] = [
  answered('401', 'rejected 401', '401 Unauthorized', detail('Invalid API key')),
  answered('402', 'rejected 402', '402 Payment Required', detail('You have exhausted your trial credits')),
  answered('403', 'rejected 403', '403 Forbidden', detail('Access denied')),
  answered('404', 'rejected 404', '404 Not Found', detail('Workflow not found')),
  answered('404: no such path', 'rejected 404', '404 Not Found', detail('Not Found')),
  answered('405', 'rejected 405', '405 Method Not Allowed', detail('Method Not Allowed')),
  answered('409', 'rejected 409', '409 Conflict', detail('Workflow has no execution owner')),
  answered('422 as a list', 'rejected 422', '422 No', detail(errors)),
  answered('429', 'rejected 429', '429 Too Many Requests', detail('Concurrent call limit reached')),
  answered('400: no such caller ID', 'rejected 400', '400 Bad Request', detail('from_phone_number_not_found')),
  answered('400: not ready', 'rejected 400', '400 Bad Request', detail(twilio)),
  answered(
    '400: no telephony',
    'rejected 400',
    '400 No',
    detail('Telephony provider not configured for this organization'),
  ),
  answered('400: not parsed', 'rejected 400', '400 Bad Request', detail('There was an error parsing the body')),
]

const unproved = (name: string, status: string, body: string, headers?: string[]): Fault =>
  answered(name, 'unknown unexpected', status, body, headers)

/** Refusals by status alone: another server may have sent them after the request was forwarded. */
const doubtful: Fault[] = [
  unproved('400 without a body', '400 Bad Request', ''),
  unproved('400: no JSON', '400 Bad Request', 'Invalid HTTP request received.', ['content-type: text/plain']),
  unproved('400: truncated JSON', '400 Bad Request', detail(twilio).slice(0, -2)),
  unproved('400: no text', '400 Bad Request', detail(['Failed to initiate call: Server disconnected'])),
  unproved('400: unknown words', '400 Bad Request', detail('Something else')),
  unproved('401 as a web page', '401 Unauthorized', page, html),
  unproved('401 with words of a dial', '401 Unauthorized', detail('Failed to initiate call: 503: busy')),
  unproved('402 with words of a dial', '402 Payment Required', detail('Server disconnected')),
  unproved('404 as a web page', '404 Not Found', page, html),
  unproved('404 with words of a dial', '404 Not Found', detail('404: Failed to create ARI channel: x')),
  unproved(
    '401 after a call',
    '401 Unauthorized',
    detail('Provider rejected the credentials after the call was created'),
  ),
  unproved('402 of a carrier', '402 Payment Required', detail('Telnyx: upstream timed out')),
  unproved('403 of a carrier', '403 Forbidden', detail('Twilio returned 502 Bad Gateway')),
  unproved('404 after a dial', '404 Not Found', detail('The phone rang but the run was lost')),
  unproved('404 of a carrier', '404 Not Found', detail('SIP/2.0 404 Not Found')),
  unproved('404: dialing failed', '404 Not Found', detail('Dialing failed')),
  unproved('422: dialing failed', '422 No', detail([{ ...errors[0], msg: 'dialing failed' }])),
  unproved('404 that names a run', '404 Not Found', JSON.stringify({ detail: 'x', workflow_run_id: 12345 })),
  unproved('406', '406 Not Acceptable', detail('Not Acceptable')),
  unproved('409 with unknown words', '409 Conflict', detail('The run is already active')),
  unproved('413 without a body', '413 Content Too Large', ''),
  unproved('415', '415 Unsupported Media Type', detail('Unsupported')),
  unproved('418', '418 Teapot', '{}'),
  unproved('422 as text', '422 No', detail('bad')),
  unproved('422 as an object', '422 No', detail({ is_valid: false, errors: [{ kind: 'node', message: 'bad' }] })),
  unproved('422 without entries', '422 No', detail([])),
  unproved('429 of a gateway', '429 Too Many Requests', page, html),
  unproved('431', '431 Request Header Fields Too Large', ''),
  unproved('451 as a web page', '451 Unavailable', page, html),
  unproved('460', '460 Client Closed', ''),
  unproved('499', '499 Client Closed Request', ''),
  ...[300, 301, 302, 303, 304, 307, 308].map((status) =>
    unproved(`${status}`, `${status} Elsewhere`, '', ['location: http://127.0.0.1:9/elsewhere']),
  ),
]

const dial = (reason: string, means: string): Fault =>
  answered(`400: the dial failed: "${reason}"`, means, '400 Bad Request', detail(`Failed to initiate call: ${reason}`))

const dialFaults: Fault[] = [
  dial('400: Failed to create ARI channel: {"code": 21211}', 'failedAtProvider for certain'),
  dial('404: no such endpoint', 'failedAtProvider for certain'),
  dial('503: Failed to create ARI channel: <html>busy</html>', 'failedAtProvider in doubt'),
  dial('500: oops', 'failedAtProvider in doubt'),
  dial('400 without a colon', 'failedAtProvider in doubt'),
  dial('499: closed', 'failedAtProvider in doubt'),
  dial('Cannot connect to host pbx:8088 ssl:default [Connect call failed]', 'failedAtProvider for certain'),
  dial('', 'failedAtProvider in doubt'),
  dial('Expecting value: line 1 column 1 (char 0)', 'failedAtProvider in doubt'),
  dial('Server disconnected', 'failedAtProvider in doubt'),
  dial('201: Failed to create ARI channel: {"id":"1"}', 'failedAtProvider in doubt'),
  dial('500 ms passed without an answer', 'failedAtProvider in doubt'),
  dial('503 attempts, then Server disconnected', 'failedAtProvider in doubt'),
  dial('408: Request Timeout', 'failedAtProvider in doubt'),
  dial('504: Gateway Time-out', 'failedAtProvider in doubt'),
  dial('an unknown reason', 'failedAtProvider in doubt'),
]

const serverFaults: Fault[] = [
  answered('408', 'unknown timedOut', '408 Request Timeout', detail('Too slow')),
  answered('500 as plain text', 'unknown serverError', '500 Oops', 'Internal Server Error', [
    'content-type: text/plain',
  ]),
  answered('500 as JSON', 'unknown serverError', '500 Oops', detail('(asyncpg.DataError) [SQL: SELECT 1 FROM runs]')),
  answered('500 with the body of a good call', 'unknown serverError', '500 Oops', started),
  answered('501', 'unknown serverError', '501 Not Implemented', ''),
  answered('502 as a web page', 'unknown serverError', '502 Bad Gateway', page, html),
  answered('503', 'unknown serverError', '503 Service Unavailable', detail('away')),
  answered('504 without a body', 'unknown serverError', '504 Gateway Timeout', ''),
  answered('520', 'unknown serverError', '520 Odd', ''),
  answered('599', 'unknown serverError', '599 Odd', ''),
  answered('201 with a valid body', 'unknown unreadable', '201 Created', started),
  answered('202 with a valid body', 'unknown unreadable', '202 Accepted', started),
  answered('999', 'unknown unreadable', '999 Odd', started),
  fault('204', 'unknown unreadable', plainService(answering('HTTP/1.1 204 No Content\r\n\r\n'))),
  fault(
    '205',
    'unknown unreadable',
    plainService(answering('HTTP/1.1 205 Reset Content\r\ncontent-length: 0\r\n\r\n')),
  ),
]

const body = (name: string, text: string, means = 'unknown unreadable'): Fault =>
  fault(`200: ${name}`, means, plainService(okBody(text)))

const bodies: Fault[] = [
  body('a valid body', started, acceptedMeaning),
  body('a valid body with more fields', started.replace('{', '{"more":[1,{"a":null}],'), acceptedMeaning),
  body('a valid body after a byte order mark', `\uFEFF${started}`, acceptedMeaning),
  body('a valid body among blanks', `\r\n  ${started}\n`, acceptedMeaning),
  body('a repeated id, of which the last one counts', started.replace('{', '{"workflow_run_id":9,'), acceptedMeaning),
  body('truncated JSON', started.slice(0, -1)),
  body('junk after the JSON', `${started}junk`),
  body('two JSON texts', started + started),
  body('nothing', ''),
  body('null', 'null'),
  body('true', 'true'),
  body('a list', `[${started}]`),
  body('text', JSON.stringify(started)),
  body('the id as text', started.replace('12345', '"12345"')),
  body('the id null', started.replace('12345', 'null')),
  body('the id a fraction', started.replace('12345', '12345.5')),
  body('the id zero', started.replace('12345', '0')),
  body('the id negative', started.replace('12345', '-1')),
  body('the id beyond exact numbers', started.replace('12345', '9007199254740993')),
  body('the id without end', started.replace('12345', '1e999')),
  body('the id under another name', started.replace('workflow_run_id', 'workflow_run_Id')),
  body('a failed status', started.replace('initiated', 'failed'), 'unknown unexpected'),
  body('an empty status', started.replace('initiated', ''), 'unknown unexpected'),
  body('no name', '{"status":"initiated","workflow_run_id":12345}'),
  body('the name a number', started.replace('"WR-API-7823"', '7823')),
  body('the status a number', started.replace('"initiated"', '1')),
  body('an error with status 200', detail('Invalid API key')),
  answered('200: a web page', 'unknown unreadable', '200 OK', page, html),
  answered('200: a valid body of another type', acceptedMeaning, '200 OK', started, html),
]

/** Statuses and bodies that arrive intact, so that their content decides. */
export const statusFaults: readonly Fault[] = [...refusalFaults, ...doubtful, ...dialFaults, ...serverFaults, ...bodies]

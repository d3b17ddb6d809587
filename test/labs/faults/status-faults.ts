import { answering, httpAnswer } from '../../support/raw-server.ts'
import { acceptedMeaning, okBody, started } from './answers.ts'
import { type Fault, fault } from './fault.ts'
import { served } from './scenes.ts'

const html = ['content-type: text/html']
const page = '<!DOCTYPE html><html><head><title>Not here</title></head></html>'
const detail = (words: unknown): string => JSON.stringify({ detail: words })

const says = (name: string, means: string, status: string, body: string, headers?: string[]): Fault =>
  fault(name, means, served(answering(httpAnswer(status, body, headers))))

const refusals: Fault[] = [
  says('401', 'rejected 401', '401 Unauthorized', detail('Invalid API key')),
  says('402', 'rejected 402', '402 Payment Required', detail('You have exhausted your trial credits')),
  says('403', 'rejected 403', '403 Forbidden', detail('Access denied')),
  says('404', 'rejected 404', '404 Not Found', detail('Workflow not found')),
  says('404 as a web page', 'rejected 404', '404 Not Found', page, html),
  says('405', 'rejected 405', '405 Method Not Allowed', detail('Method Not Allowed')),
  says('409', 'rejected 409', '409 Conflict', detail('Workflow has no execution owner')),
  says('413 without a body', 'rejected 413', '413 Content Too Large', ''),
  says('415', 'rejected 415', '415 Unsupported Media Type', detail('Unsupported')),
  says('418', 'rejected 418', '418 Teapot', '{}'),
  says('422 as a list', 'rejected 422', '422 No', detail([{ loc: ['body', 'phone_number'], msg: 'bad', type: 'x' }])),
  says('422 as text', 'rejected 422', '422 No', detail('bad')),
  says(
    '422 as an object',
    'rejected 422',
    '422 No',
    detail({ is_valid: false, errors: [{ kind: 'node', message: 'bad' }] }),
  ),
  says('429', 'rejected 429', '429 Too Many Requests', detail('Concurrent call limit reached')),
  says('431', 'rejected 431', '431 Request Header Fields Too Large', ''),
  says('451 as a web page', 'rejected 451', '451 Unavailable', page, html),
  ...[300, 301, 302, 303, 304, 307, 308].map((status) =>
    says(`${status}`, `rejected ${status}`, `${status} Elsewhere`, '', ['location: http://127.0.0.1:9/elsewhere']),
  ),
  says('400: no such caller ID', 'rejected 400', '400 Bad Request', detail('from_phone_number_not_found')),
  says('400: not ready', 'rejected 400', '400 Bad Request', detail("'Twilio' is not ready for outbound calls.")),
  says('400: no JSON', 'rejected 400', '400 Bad Request', 'Invalid HTTP request received.', [
    'content-type: text/plain',
  ]),
  says('400: no text', 'rejected 400', '400 Bad Request', detail(['Failed to initiate call: Server disconnected'])),
]

const dial = (reason: string, means: string): Fault =>
  says(`400: the dial failed: "${reason}"`, means, '400 Bad Request', detail(`Failed to initiate call: ${reason}`))

const dials: Fault[] = [
  dial('400: Failed to create ARI channel: {"code": 21211}', 'failedAtProvider for certain'),
  dial('503: Failed to create ARI channel: <html>busy</html>', 'failedAtProvider for certain'),
  dial('Cannot connect to host pbx:8088 ssl:default [Connect call failed]', 'failedAtProvider for certain'),
  dial('', 'failedAtProvider in doubt'),
  dial('Expecting value: line 1 column 1 (char 0)', 'failedAtProvider in doubt'),
  dial('Server disconnected', 'failedAtProvider in doubt'),
  dial('201: Failed to create ARI channel: {"id":"1"}', 'failedAtProvider in doubt'),
  dial('500 ms passed without an answer', 'failedAtProvider in doubt'),
  dial('503 attempts, then Server disconnected', 'failedAtProvider in doubt'),
  dial('408: Request Timeout', 'failedAtProvider in doubt'),
  dial('504: Gateway Time-out', 'failedAtProvider in doubt'),
  dial('words nobody has heard yet', 'failedAtProvider in doubt'),
]

const servers: Fault[] = [
  says('408', 'unknown timedOut', '408 Request Timeout', detail('Too slow')),
  says('500 as plain text', 'unknown serverError', '500 Oops', 'Internal Server Error', ['content-type: text/plain']),
  says('500 as JSON', 'unknown serverError', '500 Oops', detail('(asyncpg.DataError) [SQL: SELECT 1 FROM runs]')),
  says('500 with the body of a good call', 'unknown serverError', '500 Oops', started),
  says('501', 'unknown serverError', '501 Not Implemented', ''),
  says('502 as a web page', 'unknown serverError', '502 Bad Gateway', page, html),
  says('503', 'unknown serverError', '503 Service Unavailable', detail('away')),
  says('504 without a body', 'unknown serverError', '504 Gateway Timeout', ''),
  says('520', 'unknown serverError', '520 Odd', ''),
  says('599', 'unknown serverError', '599 Odd', ''),
  says('201 with a valid body', 'unknown unreadable', '201 Created', started),
  says('202 with a valid body', 'unknown unreadable', '202 Accepted', started),
  says('999', 'unknown unreadable', '999 Odd', started),
  fault('204', 'unknown unreadable', served(answering('HTTP/1.1 204 No Content\r\n\r\n'))),
  fault('205', 'unknown unreadable', served(answering('HTTP/1.1 205 Reset Content\r\ncontent-length: 0\r\n\r\n'))),
]

const body = (name: string, text: string, means = 'unknown unreadable'): Fault =>
  fault(`200: ${name}`, means, served(okBody(text)))

const bodies: Fault[] = [
  body('a valid body', started, acceptedMeaning),
  body('a valid body with more in it', started.replace('{', '{"more":[1,{"a":null}],'), acceptedMeaning),
  body('a valid body behind a byte order mark', `\uFEFF${started}`, acceptedMeaning),
  body('a valid body among blanks', `\r\n  ${started}\n`, acceptedMeaning),
  body('an id said twice, the last one counts', started.replace('{', '{"workflow_run_id":9,'), acceptedMeaning),
  body('truncated JSON', started.slice(0, -1)),
  body('junk behind the JSON', `${started}junk`),
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
  body('no name', '{"status":"initiated","workflow_run_id":12345}'),
  body('the name a number', started.replace('"WR-API-7823"', '7823')),
  body('the status a number', started.replace('"initiated"', '1')),
  body('an error in good manners', detail('Invalid API key')),
  says('200: a web page', 'unknown unreadable', '200 OK', page, html),
  says('200: a valid body of another type', acceptedMeaning, '200 OK', started, html),
]

/** Every status and every body, well delivered: what is said decides. */
export const statusFaults: readonly Fault[] = [...refusals, ...dials, ...servers, ...bodies]

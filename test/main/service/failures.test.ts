import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Reply } from '../../../src/main/service/reply.ts'
import { readDone, readReply } from '../../../src/main/service/classify.ts'
import { shapeOf } from '../../../src/main/service/wire/common.ts'

const answer = (status: number, text: string): Reply => ({
  kind: 'answer',
  status,
  date: null,
  retryAfterMilliseconds: null,
  text,
})
const read = (reply: Reply) => readReply(reply, shapeOf(z.object({ a: z.int() })))
const failed = (failure: object) => ({ ok: false, failure })
const detail = (words: unknown) => JSON.stringify({ detail: words })
const page = '<html><title>502 Bad Gateway</title></html>'

const notFromService = [page, '', '{}', '[]', 'null', '{"message":"no Route matched"}', detail(null), detail('')]

describe('readReply', () => {
  it('parses the body with the schema', async () => {
    expect(await read(answer(200, '{"a":1,"b":2}'))).toEqual({ ok: true, value: { a: 1 } })
  })

  it.each([
    [401, detail('Invalid or expired API key'), { kind: 'unauthorized', detail: 'Invalid or expired API key' }],
    [403, detail('Access denied'), { kind: 'forbidden', detail: 'Access denied' }],
    [404, detail('Workflow run not found'), { kind: 'notFound', detail: 'Workflow run not found' }],
    [409, detail({ message: 'changed', expected_revision: 1 }), { kind: 'refused', status: 409, detail: 'changed' }],
    [422, detail('Bad status'), { kind: 'refused', status: 422, detail: 'Bad status' }],
    [
      422,
      detail([{ model: 'llm', message: 'no key' }]),
      { kind: 'invalid', issues: [{ path: [], code: 'service', words: 'no key' }] },
    ],
    [422, detail([]), { kind: 'refused', status: 422, detail: '' }],
    [
      422,
      detail([{ loc: ['query', 'limit'], msg: 'too many', input: '200' }]),
      { kind: 'invalid', issues: [{ path: ['query', 'limit'], code: 'service', words: 'too many' }] },
    ],
    [405, detail('Method Not Allowed'), { kind: 'refused', status: 405, detail: 'Method Not Allowed' }],
    [429, detail('slow down'), { kind: 'unavailable', cause: 'busy' }],
    [503, detail('away'), { kind: 'unavailable', cause: 'busy' }],
    [500, 'Internal Server Error', { kind: 'unavailable', cause: 'serverError' }],
    [502, page, { kind: 'unavailable', cause: 'serverError' }],
    [504, page, { kind: 'unavailable', cause: 'timedOut' }],
    [408, '', { kind: 'unavailable', cause: 'timedOut' }],
    [307, '', { kind: 'unavailable', cause: 'redirected' }],
    [200, page, { kind: 'unavailable', cause: 'notJson' }],
    [200, '', { kind: 'unavailable', cause: 'notJson' }],
    [200, '{"a":"1"}', { kind: 'unavailable', cause: 'wrongShape' }],
    [204, '', { kind: 'unavailable', cause: 'wrongShape' }],
  ])('maps status %i with body %j to a failure', async (status, text, failure) => {
    expect(await read(answer(status, text))).toEqual(failed(failure))
  })

  it.each(
    [400, 401, 403, 404, 410, 418, 422].flatMap((status) => notFromService.map((text) => [status, text] as const)),
  )('maps status %i with body %j to a response of another server', async (status, text) => {
    expect(await read(answer(status, text))).toEqual(failed({ kind: 'unavailable', cause: 'otherServer' }))
  })

  it('treats the framework’s 404 as a path that the server does not have', async () => {
    expect(await read(answer(404, detail('Not Found')))).toEqual(failed({ kind: 'unavailable', cause: 'otherServer' }))
  })

  it.each([
    ['timedOut', 'timedOut'],
    ['cut', 'cut'],
    ['unreadable', 'notJson'],
    ['tooLarge', 'tooLarge'],
  ] as const)('maps a broken exchange (%s) to unavailable', async (cause, expected) => {
    const reply: Reply = { kind: 'broken', cause, status: 200, date: null }
    expect(await read(reply)).toEqual(failed({ kind: 'unavailable', cause: expected }))
    expect(readDone(reply)).toEqual(failed({ kind: 'unavailable', cause: expected }))
  })

  it('maps a request that was not sent to unreachable', async () => {
    expect(await read({ kind: 'notSent', cause: 'noHost' })).toEqual(failed({ kind: 'unreachable', cause: 'noHost' }))
  })
})

describe('readDone', () => {
  it.each([200, 204])('returns success for %i', (status) => {
    expect(readDone(answer(status, ''))).toEqual({ ok: true, value: null })
  })

  it('returns the service’s detail text', () => {
    const refused = readDone(answer(404, detail('API key not found')))
    expect(refused).toEqual(failed({ kind: 'notFound', detail: 'API key not found' }))
  })
})

import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { startPracticeListener, type PracticeListener } from '../../../src/main/practice/practice-listener.ts'
import type { PracticeService } from '../../../src/main/practice/practice-service.ts'
import { aPracticeService } from './a-practice-service.ts'
import { triggerPath } from './ask-practice.ts'

let listener: PracticeListener | undefined
afterEach(() => listener?.close())

const portOf = (origin: string) => Number(new URL(origin).port)

/** Sends these bytes and gives everything that comes back until the connection ends, and how long that took. */
async function exchange(service: PracticeService, sent: string): Promise<{ text: string; ms: number }> {
  listener ??= await startPracticeListener(service)
  const socket = connect(portOf(listener.origin), '127.0.0.1')
  const began = performance.now()
  let text = ''
  socket.setEncoding('utf8')
  socket.on('data', (part: string) => {
    text += part
  })
  socket.on('error', (error) => {
    text += `[${error.message}]`
  })
  socket.write(sent)
  await new Promise((resolve) => socket.once('close', resolve))
  return { text, ms: performance.now() - began }
}

afterEach(() => {
  listener = undefined
})

const head = (first: string, ...lines: string[]) => [first, 'host: desk.example:1', ...lines, '', ''].join('\r\n')
const closing = 'connection: close'

describe('what is on the wire', () => {
  it('has the headers that were measured, in their order, and no others', async () => {
    const { text } = await exchange(aPracticeService(), head('GET /api/v1/auth/me HTTP/1.1', closing))
    expect(text).toBe(
      [
        'HTTP/1.1 401 Unauthorized',
        'date: Sat, 21 Nov 2026 10:00:00 GMT',
        'server: uvicorn',
        'content-length: 42',
        'content-type: application/json',
        '',
        '{"detail":"Authorization header required"}',
      ].join('\r\n'),
    )
  })

  it.each([
    ['an unknown route', 'GET /api/v1/none HTTP/1.1', ['404 Not Found', '{"detail":"Not Found"}']],
    ['two slashes', 'GET //api/v1/health HTTP/1.1', ['404 Not Found', '{"detail":"Not Found"}']],
    [
      'a wrong verb',
      'DELETE /api/v1/health HTTP/1.1',
      ['405 Method Not Allowed', 'allow: GET', '{"detail":"Method Not Allowed"}'],
    ],
    ['a verb the path has elsewhere', 'PATCH /api/v1/user/api-keys/1 HTTP/1.1', ['405 ', 'allow: DELETE']],
    ['HEAD', 'HEAD /api/v1/health HTTP/1.1', ['405 Method Not Allowed', 'allow: GET']],
    ['TRACE', 'TRACE /api/v1/health HTTP/1.1', ['405 Method Not Allowed']],
    [
      'a slash too many',
      'GET /api/v1/health/?a=1 HTTP/1.1',
      ['307 ', 'content-length: 0', 'location: http://desk.example:1/api/v1/health?a=1'],
    ],
    [
      'a missing body',
      'POST /api/v1/public/agent/workflow/x HTTP/1.1',
      ['422 Unprocessable Content', '"loc":["body"]'],
    ],
    ['no HTTP', 'hello', ['400 Bad Request', 'Invalid HTTP request received.']],
    ['HTTP/1.0', 'GET /api/v1/health HTTP/1.0', ['200 OK', '"status":"ok"']],
  ])('answers %s', async (_what, first, parts) => {
    const { text } = await exchange(aPracticeService(), head(first, closing))
    for (const part of parts) expect(text).toContain(part)
  })

  it('counts the first of two keys', async () => {
    const service = aPracticeService()
    const good = `x-api-key: ${service.facts[0]?.keys.active ?? ''}`
    const first = 'GET /api/v1/auth/me HTTP/1.1'
    expect((await exchange(service, head(first, good, 'x-api-key: bad', closing))).text).toContain('200 OK')
    expect((await exchange(service, head(first, 'x-api-key: bad', good, closing))).text).toContain('401 Unauthorized')
  })

  it('closes an idle connection after five seconds', async () => {
    const { text, ms } = await exchange(aPracticeService(), head('GET /api/v1/health HTTP/1.1'))
    expect(text).toContain('200 OK')
    expect(text).not.toMatch(/connection|keep-alive/i)
    expect(ms).toBeGreaterThan(4_500)
    expect(ms).toBeLessThan(6_500)
  })

  it.each([
    ['cut-head', 'HTTP/1.1 2'],
    ['answer-lost', ''],
    ['cut-after', '[read ECONNRESET]'],
  ])('breaks off as %s says', async (fault, expected) => {
    const service = aPracticeService()
    const { text } = await exchange(service, triggerBytes(service, `x-practice-fault: ${fault}`))
    expect(text).toBe(expected)
    expect(service.world.dials).toHaveLength(1)
  })

  it('promises the whole body before it is cut', async () => {
    const service = aPracticeService()
    const { text } = await exchange(service, triggerBytes(service, 'x-practice-fault: cut-body'))
    const [before = '', after = ''] = text.split('\r\n\r\n')
    const promised = Number(/content-length: (\d+)/.exec(before)?.[1])
    expect(after.length).toBeGreaterThan(0)
    expect(after.length).toBeLessThan(promised)
  })

  it('places nothing when the client leaves before it has sent all', async () => {
    const service = aPracticeService()
    listener = await startPracticeListener(service)
    const socket = connect(portOf(listener.origin), '127.0.0.1').resume()
    socket.end(triggerBytes(service).slice(0, -5))
    await new Promise((resolve) => socket.once('close', resolve))
    expect(service.world.runs).toEqual([])
  })

  it('goes on when the client leaves afterwards', async () => {
    const service = aPracticeService({ pace: { dialMs: 300 } })
    listener = await startPracticeListener(service)
    const socket = connect(portOf(listener.origin), '127.0.0.1')
    socket.write(triggerBytes(service))
    await wait(100)
    socket.resetAndDestroy()
    expect(service.world.dials).toHaveLength(1)
  })
})

function triggerBytes(service: PracticeService, ...lines: string[]): string {
  const body = '{"phone_number":"+14155550200"}'
  const key = `x-api-key: ${service.facts[0]?.keys.active ?? ''}`
  const type = 'content-type: application/json'
  return (
    head(`POST ${triggerPath(service)} HTTP/1.1`, key, type, `content-length: ${body.length}`, closing, ...lines) + body
  )
}

describe('the listener', () => {
  it('listens on loopback alone and ends silent connections when it closes', async () => {
    const service = aPracticeService()
    const opened = await startPracticeListener(service)
    expect(opened.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    // Linux answers on the whole of 127/8 when a listener is not bound to one address.
    await expect(fetch(opened.origin.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow('fetch failed')
    const waiting = fetch(`${opened.origin}/api/v1/health`, { headers: { 'x-practice-fault': 'silence' } })
    await wait(50)
    await opened.close()
    await expect(waiting).rejects.toThrow('fetch failed')
    await opened.close()
  })

  it('says when its port is taken', async () => {
    listener = await startPracticeListener(aPracticeService())
    await expect(startPracticeListener(aPracticeService(), { port: portOf(listener.origin) })).rejects.toThrow(
      'EADDRINUSE',
    )
  })

  it('reports a fault of its own and answers the plain 500', async () => {
    const errors: unknown[] = []
    const broken = { ...aPracticeService(), handle: () => Promise.reject(new Error('a bug')) }
    listener = await startPracticeListener(broken, { onError: (error) => errors.push(error) })
    const response = await fetch(`${listener.origin}/api/v1/health`)
    expect([response.status, await response.text()]).toEqual([500, 'Internal Server Error'])
    expect(errors).toEqual([new Error('a bug')])
  })
})

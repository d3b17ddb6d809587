import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { startPracticeListener, type PracticeListener } from '../../../src/main/practice/host.ts'
import type { PracticeService } from '../../../src/main/practice/practice-service.ts'
import { createTestService, triggerPath } from '../../service/test-service.ts'
import { waitFor } from '../../support/wait-for.ts'

let listener: PracticeListener | undefined
afterEach(() => listener?.close())

const portOf = (origin: string) => Number(new URL(origin).port)

/** Sends these bytes and returns everything received until the connection ends. */
async function exchange(service: PracticeService, sent: string): Promise<{ text: string }> {
  listener ??= await startPracticeListener(service)
  const socket = connect(portOf(listener.origin), '127.0.0.1')
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
  return { text }
}

afterEach(() => {
  listener = undefined
})

const head = (first: string, ...lines: string[]) => [first, 'host: desk.example:1', ...lines, '', ''].join('\r\n')
const closing = 'connection: close'

describe('the bytes on the wire', () => {
  it('have exactly the measured headers in the measured order', async () => {
    const { text } = await exchange(createTestService(), head('GET /api/v1/auth/me HTTP/1.1', closing))
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
      'a wrong method',
      'DELETE /api/v1/health HTTP/1.1',
      ['405 Method Not Allowed', 'allow: GET', '{"detail":"Method Not Allowed"}'],
    ],
    ['a method that the path has elsewhere', 'PATCH /api/v1/user/api-keys/1 HTTP/1.1', ['405 ', 'allow: DELETE']],
    ['HEAD', 'HEAD /api/v1/health HTTP/1.1', ['405 Method Not Allowed', 'allow: GET']],
    ['TRACE', 'TRACE /api/v1/health HTTP/1.1', ['405 Method Not Allowed']],
    [
      'an extra slash',
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
    const { text } = await exchange(createTestService(), head(first, closing))
    for (const part of parts) expect(text).toContain(part)
  })

  it('uses the first of two keys', async () => {
    const service = createTestService()
    const good = `x-api-key: ${service.organizations[0]?.keys.active ?? ''}`
    const first = 'GET /api/v1/auth/me HTTP/1.1'
    expect((await exchange(service, head(first, good, 'x-api-key: bad', closing))).text).toContain('200 OK')
    expect((await exchange(service, head(first, 'x-api-key: bad', good, closing))).text).toContain('401 Unauthorized')
  })

  it('end when an idle connection is closed, without announcing it', async () => {
    listener = await startPracticeListener(createTestService(), { idleMs: 50 })
    const { text } = await exchange(createTestService(), head('GET /api/v1/health HTTP/1.1'))
    expect(text).toContain('200 OK')
    expect(text).not.toMatch(/connection|keep-alive/i)
  })

  it.each([
    ['cut-head', 'HTTP/1.1 2'],
    ['answer-lost', ''],
    ['cut-after', '[read ECONNRESET]'],
  ])('are cut off for %s', async (fault, expected) => {
    const service = createTestService()
    const { text } = await exchange(service, triggerBytes(service, `x-practice-fault: ${fault}`))
    expect(text).toBe(expected)
    expect(service.world.dials).toHaveLength(1)
  })

  it('announces the full length of a truncated body', async () => {
    const service = createTestService()
    const { text } = await exchange(service, triggerBytes(service, 'x-practice-fault: cut-body'))
    const [before = '', after = ''] = text.split('\r\n\r\n')
    const announced = Number(/content-length: (\d+)/.exec(before)?.[1])
    expect(after.length).toBeGreaterThan(0)
    expect(after.length).toBeLessThan(announced)
  })

  it('places no call when the client disconnects before it has sent the whole request', async () => {
    const service = createTestService()
    listener = await startPracticeListener(service)
    const socket = connect(portOf(listener.origin), '127.0.0.1').resume()
    socket.end(triggerBytes(service).slice(0, -5))
    await new Promise((resolve) => socket.once('close', resolve))
    expect(service.world.runs).toEqual([])
  })

  it('places the call when the client disconnects afterward', async () => {
    const service = createTestService({ timings: { dialMs: 300 } })
    listener = await startPracticeListener(service)
    const socket = connect(portOf(listener.origin), '127.0.0.1')
    socket.write(triggerBytes(service))
    await waitFor(() => expect(service.world.dials).toHaveLength(1))
    socket.resetAndDestroy()
    expect((await fetch(`${listener.origin}/api/v1/health`)).status).toBe(200)
  })
})

function triggerBytes(service: PracticeService, ...lines: string[]): string {
  const body = '{"phone_number":"+14155550200"}'
  const key = `x-api-key: ${service.organizations[0]?.keys.active ?? ''}`
  const type = 'content-type: application/json'
  return (
    head(`POST ${triggerPath(service)} HTTP/1.1`, key, type, `content-length: ${body.length}`, closing, ...lines) + body
  )
}

describe('the listener', () => {
  it('listens on loopback only and ends silent connections when it closes', async () => {
    const service = createTestService()
    const received = Promise.withResolvers<null>()
    const handle = (request: Request) => {
      if (request.headers.has('x-practice-fault')) received.resolve(null)
      return service.handle(request)
    }
    const opened = await startPracticeListener({ ...service, handle })
    expect(opened.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    // If a listener is not bound to one address, Linux accepts connections on all of 127.0.0.0/8.
    await expect(fetch(opened.origin.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow('fetch failed')
    const waiting = fetch(`${opened.origin}/api/v1/health`, { headers: { 'x-practice-fault': 'silence' } })
    await received.promise
    await opened.close()
    await expect(waiting).rejects.toThrow('fetch failed')
    await opened.close()
  })

  it('rejects when its port is in use', async () => {
    listener = await startPracticeListener(createTestService())
    await expect(startPracticeListener(createTestService(), { port: portOf(listener.origin) })).rejects.toThrow(
      'EADDRINUSE',
    )
  })

  it('reports its own error and responds with 500', async () => {
    const errors: unknown[] = []
    const broken = { ...createTestService(), handle: () => Promise.reject(new Error('a bug')) }
    listener = await startPracticeListener(broken, { onError: (error) => errors.push(error) })
    const response = await fetch(`${listener.origin}/api/v1/health`)
    expect([response.status, await response.text()]).toEqual([500, 'Internal Server Error'])
    expect(errors).toEqual([new Error('a bug')])
  })
})

import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { type Connector, createConnector } from '../../../src/main/service/connector.ts'
import { answering, httpAnswer, type RawScript, type RawServer, startRawServer } from '../../support/raw-server.ts'
import { testCertificate } from '../../support/test-certificate.ts'
import { expiredCertificate, testAuthority } from '../network/test-certificates.ts'
import { aClient, aTrigger, canaryKey } from './a-client.ts'

const started = '{"status":"initiated","workflow_run_id":12345,"workflow_run_name":"WR-API-7823"}'
const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
const ok = (body: string): RawScript => answering(httpAnswer('200 OK', body))
/** Writes, and stays silent with the connection open. */
const stalling = (bytes: string): RawScript => ({ onRequest: (socket) => void socket.write(bytes) })
/** Writes, and lets go with a reset instead of an orderly end. */
const resetting = (bytes: string): RawScript => ({
  onRequest: (socket) => void socket.write(bytes, () => setTimeout(() => socket.resetAndDestroy(), 20)),
})

const accepted = {
  state: 'accepted',
  workflowRunId: 12345,
  workflowRunName: 'WR-API-7823',
  status: 'initiated',
  reconciled: false,
  progress: 'started',
}
const unknown = (cause: string, status: number | null = null) => ({ state: 'unknown', cause, status })
const rejected = (status: number) => ({ state: 'rejected', status })

const faults: [string, RawScript, object][] = [
  ['200 with a valid body', ok(started), accepted],
  ['200, junk after the body', answering(`${httpAnswer('200 OK', started)}junk junk\r\n\r\n`), accepted],
  ['200, a second answer after the first', answering(httpAnswer('200 OK', started).repeat(2)), accepted],
  [
    '200, chunked',
    answering(`${head}transfer-encoding: chunked\r\n\r\n${started.length.toString(16)}\r\n${started}\r\n0\r\n\r\n`),
    accepted,
  ],
  ['200, body ended by the end of the connection', answering(`${head}\r\n${started}`), accepted],
  [
    '200, valid body of another content type',
    answering(httpAnswer('200 OK', started, ['content-type: text/html'])),
    accepted,
  ],
  [
    'an interim answer first',
    answering(`HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n${httpAnswer('200 OK', started)}`),
    accepted,
  ],
  [
    '200, cut in the body',
    answering(`${head}content-length: ${started.length}\r\n\r\n${started.slice(0, 30)}`),
    unknown('cut', 200),
  ],
  [
    '200, reset in the body',
    resetting(`${head}content-length: ${started.length}\r\n\r\n${started.slice(0, 30)}`),
    unknown('cut', 200),
  ],
  [
    '200, a content-length too long by one',
    answering(`${head}content-length: ${started.length + 1}\r\n\r\n${started}`),
    unknown('cut', 200),
  ],
  [
    '200, a content-length too short',
    answering(`${head}content-length: ${started.length - 9}\r\n\r\n${started}`),
    unknown('unreadable', 200),
  ],
  [
    '200, cut before the last chunk',
    answering(`${head}transfer-encoding: chunked\r\n\r\n${started.length.toString(16)}\r\n${started}\r\n`),
    unknown('cut', 200),
  ],
  [
    '200, a broken chunk',
    answering(`${head}transfer-encoding: chunked\r\n\r\nzz\r\n${started}\r\n0\r\n\r\n`),
    unknown('unreadable', 200),
  ],
  [
    '200, two content-lengths',
    answering(`${head}content-length: 5\r\ncontent-length: ${started.length}\r\n\r\n${started}`),
    unknown('unreadable'),
  ],
  ['200, truncated JSON', ok(started.slice(0, -1)), unknown('unreadable', 200)],
  [
    '200, truncated JSON ended by the connection',
    answering(`${head}\r\n${started.slice(0, -5)}`),
    unknown('unreadable', 200),
  ],
  ['200, junk inside the body', ok(`${started}junk`), unknown('unreadable', 200)],
  ['200, empty', ok(''), unknown('unreadable', 200)],
  ['200, null', ok('null'), unknown('unreadable', 200)],
  ['200, a list', ok(`[${started}]`), unknown('unreadable', 200)],
  ['200, the id as text', ok(started.replace('12345', '"12345"')), unknown('unreadable', 200)],
  ['200, the id null', ok(started.replace('12345', 'null')), unknown('unreadable', 200)],
  ['200, the id a fraction', ok(started.replace('12345', '12345.5')), unknown('unreadable', 200)],
  ['200, the id zero', ok(started.replace('12345', '0')), unknown('unreadable', 200)],
  ['200, the id beyond exact numbers', ok(started.replace('12345', '9007199254740993')), unknown('unreadable', 200)],
  ['200, no name', ok('{"status":"initiated","workflow_run_id":12345}'), unknown('unreadable', 200)],
  ['200, the status a number', ok(started.replace('"initiated"', '1')), unknown('unreadable', 200)],
  [
    '200, a web page',
    answering(httpAnswer('200 OK', '<html><title>Sign in</title></html>', ['content-type: text/html'])),
    unknown('unreadable', 200),
  ],
  [
    '200, compressed although we asked for none',
    {
      onRequest: (socket) => {
        const body = gzipSync(started)
        socket.write(`${head}content-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`)
        socket.end(body)
      },
    },
    unknown('unreadable', 200),
  ],
  [
    '200, over the cap',
    {
      onRequest: (socket) => {
        socket.write(`${head}\r\n`)
        socket.end(Buffer.alloc(1024 * 1024 + 1, ' '))
      },
    },
    unknown('unreadable', 200),
  ],
  [
    '200, a body without end',
    {
      onRequest: (socket) => {
        socket.write(`${head}transfer-encoding: chunked\r\n\r\n`)
        const pour = (): void => {
          while (!socket.destroyed && socket.write(`10000\r\n${' '.repeat(65_536)}\r\n`));
        }
        socket.on('drain', pour)
        pour()
      },
    },
    unknown('unreadable', 200),
  ],
  ['201 with a valid body', answering(httpAnswer('201 Created', started)), unknown('unreadable', 201)],
  ['204', answering('HTTP/1.1 204 No Content\r\n\r\n'), unknown('unreadable', 204)],
  ['a status no answer has', answering(httpAnswer('999 Odd', started)), unknown('unreadable', 999)],
  ['408', answering(httpAnswer('408 Request Timeout', '{"detail":"Too slow"}')), unknown('timedOut', 408)],
  [
    '500 as plain text',
    answering(httpAnswer('500 Internal Server Error', 'Internal Server Error', ['content-type: text/plain'])),
    unknown('serverError', 500),
  ],
  [
    '502 as a web page',
    answering(
      httpAnswer('502 Bad Gateway', '<html><title>502 Bad Gateway</title></html>', ['content-type: text/html']),
    ),
    unknown('serverError', 502),
  ],
  ['503', answering(httpAnswer('503 Service Unavailable', '{"detail":"away"}')), unknown('serverError', 503)],
  ['504 without a body', answering(httpAnswer('504 Gateway Timeout', '')), unknown('serverError', 504)],
  ['closed after the request', { onRequest: (socket) => void socket.end() }, unknown('cut')],
  ['reset after the request', { onRequest: (socket) => void socket.resetAndDestroy() }, unknown('cut')],
  [
    'closed at the first byte of the request',
    { onAccept: (socket) => void socket.once('data', () => socket.destroy()) },
    unknown('cut'),
  ],
  ['half a status line', answering('HTTP/1.1 20'), unknown('cut')],
  ['a status line and no more', answering('HTTP/1.1 200 OK\r\n'), unknown('cut')],
  ['cut in the headers', answering(`${head}content-le`), unknown('cut')],
  ['reset in the headers', resetting(`${head}content-le`), unknown('cut')],
  ['another protocol', answering('SSH-2.0-OpenSSH_9.2\r\n'), unknown('unreadable')],
  ['headers without end', answering(`${head}x: ${'y'.repeat(100_000)}\r\n\r\n${started}`), unknown('unreadable')],
  ['an interim answer, then cut', answering('HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n'), unknown('cut')],
  ['a 100 nobody asked for', answering('HTTP/1.1 100 Continue\r\n\r\n'), unknown('cut')],
  [
    'an upgrade nobody asked for',
    answering('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    unknown('cut'),
  ],
  ['silence', stalling(''), unknown('timedOut')],
  ['a head that never ends', stalling(head), unknown('timedOut')],
  [
    'a body that never ends',
    stalling(`${head}content-length: 80\r\n\r\n${started.slice(0, 20)}`),
    unknown('timedOut', 200),
  ],
  ['401', answering(httpAnswer('401 Unauthorized', '{"detail":"Invalid API key"}')), rejected(401)],
  [
    '404 as a web page',
    answering(httpAnswer('404 Not Found', '<html><title>Not here</title></html>', ['content-type: text/html'])),
    rejected(404),
  ],
  ['405', answering(httpAnswer('405 Method Not Allowed', '{"detail":"Method Not Allowed"}')), rejected(405)],
  ['413 without a body', answering(httpAnswer('413 Content Too Large', '')), rejected(413)],
  ['429', answering(httpAnswer('429 Too Many Requests', '{"detail":"Concurrent call limit reached"}')), rejected(429)],
  ['431', answering(httpAnswer('431 Request Header Fields Too Large', '')), rejected(431)],
  ['304', answering('HTTP/1.1 304 Not Modified\r\n\r\n'), rejected(304)],
]

const servers: RawServer[] = []
const start = async (...how: Parameters<typeof startRawServer>): Promise<RawServer> => {
  const server = await startRawServer(...how)
  servers.push(server)
  return server
}
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

const short = { limits: { dialMilliseconds: 400, connectMilliseconds: 300 } }

describe('a trigger whose request was seen', () => {
  it.concurrent.each(faults)('%s', async (name, script, expected) => {
    const server = await startRawServer(script)
    let marks = 0
    const options = { onMayHaveLeft: () => void (marks += 1) }
    const patient = name.includes('never ends') || name === 'silence' ? short : {}
    const { outcome } = await aClient(server.origin, patient).triggerCall(aTrigger(), options)
    await server.close()
    expect(outcome).toMatchObject(expected)
    expect(outcome.state).not.toBe('notSent')
    expect({ marks, requests: server.requestCount(), connections: server.connections.length }).toEqual({
      marks: 1,
      requests: 1,
      connections: 1,
    })
  })
})

const dial = async (origin: string, change: Parameters<typeof aClient>[1] = {}) => {
  let marks = 0
  const result = await aClient(origin, change).triggerCall(aTrigger(), { onMayHaveLeft: () => void (marks += 1) })
  return { ...result, marks }
}
const neverLeft = (cause: string) => ({ outcome: { state: 'notSent', cause }, serverDate: null, marks: 0 })

describe('a trigger that never left', () => {
  it('connection refused', async () => {
    expect(await dial(`http://127.0.0.1:${await freePort()}`)).toEqual(neverLeft('refused'))
  })

  it('refused at every address of a name', async () => {
    expect(await dial(`http://localhost:${await freePort()}`)).toEqual(neverLeft('refused'))
  })

  it('no such host', async () => {
    expect(await dial('https://nobody.invalid')).toEqual(neverLeft('noHost'))
  })

  it('plain http to another computer', async () => {
    expect(await dial('http://192.0.2.1')).toEqual(neverLeft('policy'))
  })

  it('https to a plain port', async () => {
    const server = await start({ onAccept: (socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n') })
    expect(await dial(`https://127.0.0.1:${server.port}`)).toEqual(neverLeft('notTls'))
    expect(server.received()).not.toContain('POST')
  })

  it('a port that takes the connection and never speaks TLS', async () => {
    const server = await start({})
    expect(await dial(`https://127.0.0.1:${server.port}`, short)).toEqual(neverLeft('connectTimeout'))
    expect(server.received()).not.toContain('POST')
  })

  it('a dial limit shorter than the handshake', async () => {
    const server = await start({})
    const limits = { dialMilliseconds: 100, connectMilliseconds: 400 }
    expect(await dial(`https://127.0.0.1:${server.port}`, { limits })).toEqual(neverLeft('connectTimeout'))
  })

  it('a certificate nobody vouches for', async () => {
    const server = await start(ok(started), testCertificate)
    expect(await dial(server.origin)).toEqual(neverLeft('certificate'))
    expect(server.requestCount()).toBe(0)
  })

  it('a certificate for another name', async () => {
    const server = await start(ok(started), testCertificate)
    const connect = createConnector({ connectMilliseconds: 2_000, certificates: [testCertificate.cert] })
    expect(await dial(`https://localhost:${server.port}`, { connect })).toEqual(neverLeft('certificate'))
    expect(server.requestCount()).toBe(0)
  })

  it('a certificate nobody vouches for, where another authority is trusted', async () => {
    const server = await start(ok(started), testCertificate)
    const connect = createConnector({ connectMilliseconds: 2_000, certificates: [testAuthority] })
    expect(await dial(server.origin, { connect })).toEqual(neverLeft('certificate'))
    expect(server.requestCount()).toBe(0)
  })

  it('a certificate that is over', async () => {
    const server = await start(ok(started), expiredCertificate)
    const connect = createConnector({ connectMilliseconds: 2_000, certificates: [testAuthority] })
    expect(await dial(server.origin, { connect })).toEqual(neverLeft('certificate'))
    expect(server.requestCount()).toBe(0)
  })

  it('a proxy that refuses, from a connector handed in', async () => {
    const connect: Connector = (_options, callback) =>
      callback(Object.assign(new Error('refused'), { code: 'PROXY_REFUSED' }), null)
    expect(await dial('https://far.example', { connect })).toEqual(neverLeft('proxy'))
  })
})

describe('a connection reset at accept', () => {
  it('is not sent unless a byte may have left', async () => {
    const server = await start({ onAccept: (socket) => void socket.resetAndDestroy() })
    let marks = 0
    const client = aClient(server.origin)
    const { outcome } = await client.triggerCall(aTrigger(), { onMayHaveLeft: () => void (marks += 1) })
    expect(outcome.state).toBe(marks === 0 ? 'notSent' : 'unknown')
    expect(server.requestCount()).toBe(0)
  })
})

describe('a trigger over TLS', () => {
  it('reaches a service whose certificate is handed in, and sends what was asked', async () => {
    const server = await start(ok(started), testCertificate)
    const connect = createConnector({ connectMilliseconds: 2_000, certificates: [testCertificate.cert] })
    const { outcome } = await aClient(server.origin, { connect }).triggerCall(aTrigger())
    expect(outcome).toEqual(accepted)
    expect(server.received()).toContain(`x-api-key: ${canaryKey}`)
  })
})

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('%s is a refusal, and neither body nor key goes on', async (status) => {
    const elsewhere = await start(ok(started))
    const location = `location: ${elsewhere.origin}/api/v1/public/agent/workflow/x`
    const server = await start(answering(httpAnswer(`${status} Elsewhere`, '', [location])))
    const { outcome } = await aClient(server.origin).triggerCall(aTrigger())
    expect(outcome).toEqual({ state: 'rejected', status, detail: '', issues: [] })
    expect(elsewhere.connections).toEqual([])
    expect(server.requestCount()).toBe(1)
  })
})

describe('many triggers at once', () => {
  it('each have a connection of their own, and each their own end', async () => {
    const server = await start({
      onRequest: (socket, request) => {
        const id = Number(/"phone_number":"(\d+)"/.exec(request)?.[1])
        if (id % 3 === 0) socket.resetAndDestroy()
        else if (id % 3 === 1) socket.end(httpAnswer('200 OK', started.replace('12345', String(id))))
        else socket.end(httpAnswer('401 Unauthorized', '{"detail":"Invalid API key"}'))
      },
    })
    const client = aClient(server.origin)
    const dead = aClient(`http://127.0.0.1:${await freePort()}`)
    const numbers = Array.from({ length: 30 }, (_, index) => index + 1)
    const states = await Promise.all(
      numbers.map(async (number) => {
        const [one, other] = await Promise.all([
          client.triggerCall(aTrigger({ phoneNumber: String(number) })),
          dead.triggerCall(aTrigger()),
        ])
        expect(other.outcome.state).toBe('notSent')
        return one.outcome.state === 'accepted' ? one.outcome.workflowRunId : one.outcome.state
      }),
    )
    expect(states).toEqual(
      numbers.map((number) => (number % 3 === 0 ? 'unknown' : number % 3 === 1 ? number : 'rejected')),
    )
    expect([server.requestCount(), server.connections.length]).toEqual([30, 30])
  })
})

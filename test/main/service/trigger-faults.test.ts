import { describe, expect, it } from 'vitest'
import { type Connector, createConnector } from '../../../src/main/service/connector.ts'
import { faults, runFault } from '../../labs/faults/lab.ts'
import { answering, httpAnswer, type RawScript } from '../../support/raw-server.ts'
import { testCertificate } from '../../support/test-certificate.ts'
import { expiredCertificate, testAuthority } from '../network/test-certificates.ts'
import { createTestClient, createTrigger, canaryKey } from './create-test-client.ts'
import { startServer } from '../../support/close-after-test.ts'
import { freePort } from '../network/free-port.ts'

const started = '{"status":"initiated","workflow_run_id":12345,"workflow_run_name":"WR-API-7823"}'
const ok = (body: string): RawScript => answering(httpAnswer('200 OK', body))
const accepted = {
  state: 'accepted',
  workflowRunId: 12345,
  workflowRunName: 'WR-API-7823',
  status: 'initiated',
  reconciled: false,
  progress: 'started',
}
const short = { limits: { dialMilliseconds: 1_000, connectMilliseconds: 300 } }

describe('a trigger request with a connection fault', () => {
  it.concurrent.each(faults)('is classified: $name', async (fault) => {
    const result = await runFault(fault)
    expect(fault.means).toContain(result.meaning)
    expect(result).toMatchObject({ wrongClass: false, denied: false, contradicts: false })
  })
})

const dial = async (origin: string, change: Parameters<typeof createTestClient>[1] = {}) => {
  let marks = 0
  const result = await createTestClient(origin, change).triggerCall(createTrigger(), {
    onMayHaveLeft: () => void (marks += 1),
  })
  return { ...result, marks }
}
const neverLeft = (cause: string) => ({ outcome: { state: 'notSent', cause }, serverDate: null, marks: 0 })

describe('a trigger request that was not sent', () => {
  it('reports a refused connection', async () => {
    expect(await dial(`http://127.0.0.1:${await freePort()}`)).toEqual(neverLeft('refused'))
  })

  it('reports refused connections on all addresses of a host name', async () => {
    expect(await dial(`http://localhost:${await freePort()}`)).toEqual(neverLeft('refused'))
  })

  it('reports an unknown host', async () => {
    expect(await dial('https://unknown.invalid')).toEqual(neverLeft('noHost'))
  })

  it('rejects plain HTTP to another computer', async () => {
    expect(await dial('http://192.0.2.1')).toEqual(neverLeft('policy'))
  })

  it('reports HTTPS to a plain HTTP port', async () => {
    const server = await startServer({ onAccept: (socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n') })
    expect(await dial(`https://127.0.0.1:${server.port}`)).toEqual(neverLeft('notTls'))
    expect(server.received()).not.toContain('POST')
  })

  it('reports a port that accepts the connection but never speaks TLS', async () => {
    const server = await startServer({})
    expect(await dial(`https://127.0.0.1:${server.port}`, short)).toEqual(neverLeft('connectTimeout'))
    expect(server.received()).not.toContain('POST')
  })

  it('reports a timeout shorter than the handshake', async () => {
    const server = await startServer({})
    const limits = { dialMilliseconds: 100, connectMilliseconds: 400 }
    expect(await dial(`https://127.0.0.1:${server.port}`, { limits })).toEqual(neverLeft('connectTimeout'))
  })

  it('reports an untrusted certificate', async () => {
    const server = await startServer(ok(started), testCertificate)
    expect(await dial(server.origin)).toEqual(neverLeft('certificate'))
    expect(server.requestCount()).toBe(0)
  })

  it('reports a certificate for another name', async () => {
    const server = await startServer(ok(started), testCertificate)
    const connect = createConnector({ connectMilliseconds: 2_000, certificates: [testCertificate.cert] })
    expect(await dial(`https://localhost:${server.port}`, { connect })).toEqual(neverLeft('certificate'))
    expect(server.requestCount()).toBe(0)
  })

  it('reports an untrusted certificate if another authority is trusted', async () => {
    const server = await startServer(ok(started), testCertificate)
    const connect = createConnector({ connectMilliseconds: 2_000, certificates: [testAuthority] })
    expect(await dial(server.origin, { connect })).toEqual(neverLeft('certificate'))
    expect(server.requestCount()).toBe(0)
  })

  it('reports an expired certificate', async () => {
    const server = await startServer(ok(started), expiredCertificate)
    const connect = createConnector({ connectMilliseconds: 2_000, certificates: [testAuthority] })
    expect(await dial(server.origin, { connect })).toEqual(neverLeft('certificate'))
    expect(server.requestCount()).toBe(0)
  })

  it('reports a proxy that refuses the connection', async () => {
    const connect: Connector = (_options, callback) =>
      callback(Object.assign(new Error('refused'), { code: 'PROXY_REFUSED' }), null)
    expect(await dial('https://far.example', { connect })).toEqual(neverLeft('proxy'))
  })
})

describe('a connection that is reset on accept', () => {
  it('is not sent unless a byte may have been sent', async () => {
    const server = await startServer({ onAccept: (socket) => void socket.resetAndDestroy() })
    let marks = 0
    const client = createTestClient(server.origin)
    const { outcome } = await client.triggerCall(createTrigger(), { onMayHaveLeft: () => void (marks += 1) })
    expect(outcome.state).toBe(marks === 0 ? 'notSent' : 'unknown')
    expect(server.requestCount()).toBe(0)
  })
})

describe('a trigger request over TLS', () => {
  it('reaches a service with a trusted certificate and sends the request', async () => {
    const server = await startServer(ok(started), testCertificate)
    const connect = createConnector({ connectMilliseconds: 2_000, certificates: [testCertificate.cert] })
    const { outcome } = await createTestClient(server.origin, { connect }).triggerCall(createTrigger())
    expect(outcome).toEqual(accepted)
    expect(server.received()).toContain(`x-api-key: ${canaryKey}`)
  })
})

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])(
    'with %s has an unknown outcome, and neither body nor key is forwarded',
    async (status) => {
      const elsewhere = await startServer(ok(started))
      const location = `location: ${elsewhere.origin}/api/v1/public/agent/workflow/x`
      const server = await startServer(answering(httpAnswer(`${status} Elsewhere`, '', [location])))
      const { outcome } = await createTestClient(server.origin).triggerCall(createTrigger())
      expect(outcome).toEqual({ state: 'unknown', cause: 'unexpected', status, detail: '' })
      expect(elsewhere.connections).toEqual([])
      expect(server.requestCount()).toBe(1)
    },
  )
})

describe('concurrent triggers', () => {
  it('use separate connections and have separate outcomes', async () => {
    const server = await startServer({
      onRequest: (socket, request) => {
        const id = Number(/"phone_number":"(\d+)"/.exec(request)?.[1])
        if (id % 3 === 0) socket.resetAndDestroy()
        else if (id % 3 === 1) socket.end(httpAnswer('200 OK', started.replace('12345', String(id))))
        else socket.end(httpAnswer('401 Unauthorized', '{"detail":"Invalid API key"}'))
      },
    })
    const client = createTestClient(server.origin)
    const unreachable = createTestClient(`http://127.0.0.1:${await freePort()}`)
    const numbers = Array.from({ length: 30 }, (_, index) => index + 1)
    const states = await Promise.all(
      numbers.map(async (number) => {
        const [one, other] = await Promise.all([
          client.triggerCall(createTrigger({ phoneNumber: String(number) })),
          unreachable.triggerCall(createTrigger()),
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

import { describe, expect, it } from 'vitest'
import type { NetworkDeps } from '../../../src/main/network/connector.ts'
import { createSecret } from '../../../src/main/vault/secret.ts'
import { closeAfterTest } from '../../support/close-after-test.ts'
import { answering, httpAnswer, type RawServer, startRawServer } from '../../support/raw-server.ts'
import { createTestClient, createTrigger, canaryKey } from '../service/create-test-client.ts'
import { createTestNetwork } from './create-test-network.ts'
import { freePort } from './free-port.ts'
import { type ProxyBehavior, respondWith, respondAndClose, startProxy, tunneling } from './recording-proxy.ts'
import { elsewhereCertificate, expiredCertificate, serviceCertificate } from './test-certificates.ts'

const started = '{"status":"initiated","workflow_run_id":12345,"workflow_run_name":"WR-API-7823"}'
const ok = answering(httpAnswer('200 OK', started))

const startService = async (certificate = serviceCertificate) => closeAfterTest(await startRawServer(ok, certificate))
const startBehaving = async (behave: ProxyBehavior, tls?: typeof serviceCertificate) =>
  closeAfterTest(await startProxy(behave, tls))

/** Triggers a call to a host name that only the proxy resolves; returns the outcome, the marks and the network problems. */
const dial = async (rules: string | null, port: number, change: Partial<NetworkDeps> = {}) => {
  const origin = `https://service.test:${port}`
  const network = createTestNetwork(rules, change)
  let marks = 0
  const client = createTestClient(origin, { connect: network.connectorFor(origin) })
  const { outcome } = await client.triggerCall(createTrigger(), { onMayHaveLeft: () => void (marks += 1) })
  return { outcome, marks, codes: network.problems.map(({ code }) => code), problems: network.problems }
}
const notSent = (cause: string, ...codes: string[]) => ({ outcome: { state: 'notSent', cause }, marks: 0, codes })

/** The key in every form in which it could be sent by mistake. */
const keyBytes = [canaryKey, canaryKey.slice(8), Buffer.from(canaryKey).toString('base64').slice(0, -4)]
const expectNoKey = (proxy: RawServer) => {
  for (const form of keyBytes) expect(proxy.received()).not.toContain(form)
  expect(proxy.received()).not.toMatch(/x-api-key|phone_number|POST|customer_name/i)
}

describe('a call through a proxy', () => {
  it('arrives, and the proxy receives one CONNECT and ciphertext', async () => {
    const service = await startService()
    const proxy = await startBehaving(tunneling(service.port))
    const { outcome, marks, codes } = await dial(`PROXY 127.0.0.1:${proxy.port}`, service.port)
    expect([outcome.state, marks, codes]).toEqual(['accepted', 1, []])
    const target = `service.test:${service.port}`
    expect(proxy.heads).toEqual([`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`])
    expectNoKey(proxy)
    expect(service.received()).toContain(`x-api-key: ${canaryKey}`)
  })

  it('opens a new connection each time', async () => {
    const service = await startService()
    const proxy = await startBehaving(tunneling(service.port))
    const { connectorFor } = createTestNetwork(`PROXY 127.0.0.1:${proxy.port}`)
    const origin = `https://service.test:${service.port}`
    const client = createTestClient(origin, { connect: connectorFor(origin) })
    for (let count = 0; count < 3; count += 1)
      expect((await client.triggerCall(createTrigger())).outcome.state).toBe('accepted')
    expect([proxy.connections.length, service.connections.length, service.requestCount()]).toEqual([3, 3, 3])
  })

  it('uses a proxy over TLS', async () => {
    const service = await startService()
    const proxy = await startBehaving(tunneling(service.port), serviceCertificate)
    expect((await dial(`HTTPS 127.0.0.1:${proxy.port}`, service.port)).outcome.state).toBe('accepted')
    expectNoKey(proxy)
  })

  it('accepts a proxy response in pieces, as HTTP/1.0 and with headers', async () => {
    const service = await startService()
    const proxy = await startBehaving((socket, head) => {
      socket.write('HTTP/1.0 20')
      setTimeout(() => {
        socket.write('0 OK\r\nproxy-agent: x\r\n')
        setTimeout(() => tunneling(service.port, '\r\n')(socket, head), 20)
      }, 20)
    })
    expect((await dial(`PROXY 127.0.0.1:${proxy.port}`, service.port)).outcome.state).toBe('accepted')
  })

  it('sends credentials from the environment, and from the settings with the password of the vault', async () => {
    const service = await startService()
    const proxy = await startBehaving(tunneling(service.port))
    const env = { https_proxy: `http://ann:p%C3%A4ss@127.0.0.1:${proxy.port}` }
    expect((await dial(null, service.port, { env })).outcome.state).toBe('accepted')
    const url = `http://127.0.0.1:${proxy.port}`
    const settings = () => ({ proxy: { mode: 'manual' as const, url, user: 'ann' }, extraCertificatesFile: null })
    const proxyPassword = () => Promise.resolve(createSecret('päss'))
    expect((await dial(null, service.port, { settings, proxyPassword })).outcome.state).toBe('accepted')
    const proof = `Proxy-Authorization: Basic ${Buffer.from('ann:päss').toString('base64')}`
    expect(proxy.heads.map((head) => head.split('\r\n')[2])).toEqual([proof, proof])
    expectNoKey(proxy)
    expect(service.received()).not.toMatch(/proxy-authorization/i)
  })

  it('is not sent with an empty password if the vault has none', async () => {
    const service = await startService()
    const proxy = await startBehaving(tunneling(service.port))
    const url = `http://127.0.0.1:${proxy.port}`
    const settings = () => ({ proxy: { mode: 'manual' as const, url, user: 'ann' }, extraCertificatesFile: null })
    const { outcome } = await dial(null, service.port, { settings })
    expect(outcome).toMatchObject({ state: 'notSent', cause: 'proxyAuthentication' })
    expect(proxy.heads).toEqual([])
  })
})

describe('a proxy problem', () => {
  const page = '<html><title>Access denied</title></html>'
  const faults: [string, ProxyBehavior, string, string][] = [
    ['forbids', respondWith(httpAnswer('403 Forbidden', page, ['content-type: text/html'])), 'proxy', 'PROXY_REFUSED'],
    ['responds with 400', respondAndClose(httpAnswer('400 Bad Request', '')), 'proxy', 'PROXY_REFUSED'],
    [
      'redirects',
      respondWith(httpAnswer('302 Found', '', ['location: http://portal.corp/'])),
      'proxy',
      'PROXY_REFUSED',
    ],
    ['cannot reach the service', respondWith(httpAnswer('502 Bad Gateway', page)), 'proxy', 'PROXY_GATEWAY'],
    [
      'gets no timely response from the service',
      respondWith(httpAnswer('504 Gateway Timeout', page)),
      'proxy',
      'PROXY_GATEWAY',
    ],
    [
      'requires authentication',
      respondWith(httpAnswer('407 Proxy Authentication Required', page)),
      'proxyAuthentication',
      'PROXY_AUTH',
    ],
    [
      'requires a password',
      respondWith(httpAnswer('407 Who', '', ['proxy-authenticate: Negotiate', 'proxy-authenticate: Basic realm="x"'])),
      'proxyAuthentication',
      'PROXY_AUTH',
    ],
    [
      'requires an unsupported scheme',
      respondWith(httpAnswer('407 Who', '', ['Proxy-Authenticate: NTLM', 'Proxy-Authenticate: Negotiate'])),
      'proxyAuthentication',
      'PROXY_AUTH_UNSUPPORTED',
    ],
    ['responds with a page instead of HTTP', respondWith(page), 'proxy', 'PROXY_NOT_HTTP'],
    ['responds with garbage', respondWith('\u0000\u0001\u0002'), 'proxy', 'PROXY_NOT_HTTP'],
    ['speaks another protocol', respondWith('SSH-2.0-OpenSSH_9.2\r\n'), 'proxy', 'PROXY_NOT_HTTP'],
    ['has a status made of letters', respondWith('HTTP/1.1 OK fine\r\n\r\n'), 'proxy', 'PROXY_NOT_HTTP'],
    [
      'never finishes its headers',
      respondWith(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}`),
      'proxy',
      'PROXY_NOT_HTTP',
    ],
    ['says nothing', () => {}, 'proxyTimeout', 'PROXY_TIMEOUT'],
    ['sends half a line', respondWith('HTTP/1.1 20'), 'proxyTimeout', 'PROXY_TIMEOUT'],
    ['closes', (socket) => socket.end(), 'proxy', 'PROXY_CLOSED'],
    ['closes the connection within the headers', respondAndClose('HTTP/1.1 200 OK\r\n'), 'proxy', 'PROXY_CLOSED'],
    ['resets', (socket) => socket.resetAndDestroy(), 'proxy', 'PROXY_CLOSED'],
    ['responds with 200 and a page', respondWith(httpAnswer('200 OK', page)), 'proxy', 'PROXY_TUNNEL_NOT_TLS'],
    [
      'responds with 200, and a page a little later',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        setTimeout(() => socket.write(page), 30)
      },
      'proxy',
      'PROXY_TUNNEL_NOT_TLS',
    ],
    [
      'opens the tunnel and sends nothing',
      respondWith('HTTP/1.1 200 OK\r\n\r\n'),
      'proxyTimeout',
      'PROXY_TUNNEL_TIMEOUT',
    ],
    ['opens the tunnel and closes it', respondAndClose('HTTP/1.1 200 OK\r\n\r\n'), 'proxy', 'PROXY_TUNNEL_CUT'],
  ]

  it.concurrent.each(faults)('is reported for a proxy that %s', async (_name, behave, cause, code) => {
    const proxy = await startProxy(behave)
    const result = await dial(`PROXY 127.0.0.1:${proxy.port}`, 443, { connectMilliseconds: 400 })
    await proxy.close()
    expect(result).toMatchObject(notSent(cause, code))
    expect(result.problems).toEqual([{ code, proxy: `http://127.0.0.1:${proxy.port}` }])
    expect([proxy.connections.length, proxy.heads.length]).toEqual([1, 1])
    expectNoKey(proxy)
  })

  it('is reported for a proxy that is not listening', async () => {
    expect(await dial(`PROXY 127.0.0.1:${await freePort()}`, 443)).toMatchObject(notSent('proxy', 'PROXY_UNREACHABLE'))
  })

  it('is reported for a proxy with an unknown name', async () => {
    expect(await dial('PROXY unknown.invalid:8080', 443)).toMatchObject(notSent('proxy', 'PROXY_UNREACHABLE'))
  })

  it.each([
    ['shows an untrusted certificate', elsewhereCertificate, 'PROXY_CERTIFICATE'],
    ['shows an expired certificate', expiredCertificate, 'PROXY_CERTIFICATE'],
  ])('is reported for a proxy that %s', async (_name, certificate, code) => {
    const proxy = await startBehaving(() => {}, certificate)
    expect(await dial(`HTTPS 127.0.0.1:${proxy.port}`, 443)).toMatchObject(notSent('proxy', code))
    expect(proxy.heads).toEqual([])
  })

  it('is reported for a TLS proxy that does not speak TLS', async () => {
    const proxy = closeAfterTest(
      await startRawServer({ onAccept: (socket) => void socket.write('HTTP/1.1 400 Bad\r\n\r\n') }),
    )
    expect(await dial(`HTTPS 127.0.0.1:${proxy.port}`, 443)).toMatchObject(notSent('proxy', 'PROXY_NOT_TLS'))
    expectNoKey(proxy)
  })

  it('is reported for a PAC script that fails or does not return', async () => {
    const broken = { resolveProxy: () => Promise.reject(new Error('PAC failed')) }
    expect(await dial(null, 443, broken)).toMatchObject(notSent('proxy', 'PROXY_UNKNOWN'))
    const silent = { resolveProxy: () => new Promise<string>(() => {}), connectMilliseconds: 100 }
    expect(await dial(null, 443, silent)).toMatchObject(notSent('proxy', 'PROXY_UNKNOWN'))
  })

  it('is reported for an unsupported or invalid proxy', async () => {
    expect(await dial('SOCKS5 127.0.0.1:1080', 443)).toMatchObject(notSent('proxy', 'PROXY_UNSUPPORTED'))
    const env = { https_proxy: 'socks5://127.0.0.1:1080' }
    expect(await dial(null, 443, { env })).toMatchObject(notSent('proxy', 'PROXY_SETTING'))
  })
})

describe('the service behind a proxy', () => {
  it.each([
    ['shows a certificate for another name', elsewhereCertificate],
    ['shows an expired certificate', expiredCertificate],
  ])('gets nothing with %s', async (_name, certificate) => {
    const service = await startService(certificate)
    const proxy = await startBehaving(tunneling(service.port))
    const result = await dial(`PROXY 127.0.0.1:${proxy.port}`, service.port)
    expect(result).toMatchObject(notSent('certificate'))
    expect(service.received()).toBe('')
    expectNoKey(proxy)
  })
})

describe('the selected route', () => {
  const manual = (url: string) => ({
    settings: () => ({ proxy: { mode: 'manual' as const, url, user: null }, extraCertificatesFile: null }),
  })
  const none = { settings: () => ({ proxy: { mode: 'none' as const }, extraCertificatesFile: null }) }
  const env = { https_proxy: 'http://env.corp:3128' }
  const far = 'https://far.example'
  const cases: [string, string | null, Partial<NetworkDeps>, string, object][] = [
    ['nothing known', null, {}, far, ['direct']],
    ['the system specifies one', 'PROXY a:1; DIRECT', {}, far, ['http://a:1', 'direct']],
    ['the system and the environment disagree', 'PROXY a:1', { env }, far, ['http://a:1']],
    ['only the environment specifies one', 'DIRECT', { env }, far, ['http://env.corp:3128']],
    ['the system proxy cannot be resolved', null, { env }, far, ['http://env.corp:3128']],
    ['the environment exempts the address', 'PROXY a:1', { env: { NO_PROXY: 'far.example' } }, far, ['direct']],
    ['the settings specify no proxy', 'PROXY a:1', { ...none, env }, far, ['direct']],
    [
      'the settings specify a proxy',
      'PROXY a:1',
      { ...manual('https://set.corp'), env },
      far,
      ['https://set.corp:443'],
    ],
    ['this computer', 'PROXY a:1', { ...manual('http://set.corp'), env }, 'https://localhost:8443', ['direct']],
  ]

  it.each(cases)('is chosen when %s', async (_name, rules, change, origin, routes) => {
    expect(await createTestNetwork(rules, change).routesTo(origin)).toEqual({ ok: true, routes })
  })

  it.each([
    ['SOCKS a:1', {}, 'PROXY_UNSUPPORTED'],
    [null, manual('socks5://a:1'), 'PROXY_SETTING'],
  ])('is missing for a reason', async (rules, change, code) => {
    expect(await createTestNetwork(rules, change).routesTo(far)).toEqual({ ok: false, code })
  })

  it('skips proxies that are not listening, but not one that refuses', async () => {
    const service = await startService()
    const refusing = await startBehaving(respondWith(httpAnswer('403 Forbidden', '')))
    const proxy = await startBehaving(tunneling(service.port))
    const closedPort = await freePort()
    const next = await dial(`PROXY 127.0.0.1:${closedPort}; PROXY 127.0.0.1:${proxy.port}`, service.port)
    expect([next.outcome.state, next.codes]).toEqual(['accepted', ['PROXY_UNREACHABLE']])
    const refused = await dial(`PROXY 127.0.0.1:${refusing.port}; PROXY 127.0.0.1:${proxy.port}`, service.port)
    expect(refused).toMatchObject(notSent('proxy', 'PROXY_REFUSED'))
    expect(proxy.connections).toHaveLength(1)
  })

  it('has no fallback if only one proxy is configured', async () => {
    const service = await startService()
    const origin = `https://127.0.0.1:${service.port}`
    const local = createTestNetwork(`PROXY 127.0.0.1:${await freePort()}`)
    expect(
      (await createTestClient(origin, { connect: local.connectorFor(origin) }).triggerCall(createTrigger())).outcome
        .state,
    ).toBe('accepted')
    expect(await dial(`PROXY 127.0.0.1:${await freePort()}`, service.port)).toMatchObject(
      notSent('proxy', 'PROXY_UNREACHABLE'),
    )
    expect(service.connections).toHaveLength(1)
  })

  it('resolves no proxy for plain HTTP to this computer', async () => {
    const service = closeAfterTest(await startRawServer(ok))
    const resolved: string[] = []
    const resolveProxy = async (url: string) => {
      resolved.push(url)
      return 'PROXY 127.0.0.1:1'
    }
    const settings = () => Promise.reject(new Error('not requested'))
    const { connectorFor } = createTestNetwork(null, { resolveProxy, settings })
    const client = createTestClient(service.origin, { connect: connectorFor(service.origin) })
    expect((await client.triggerCall(createTrigger())).outcome.state).toBe('accepted')
    expect(resolved).toEqual([])
  })

  it('resolves the proxy by origin only', async () => {
    const resolved: string[] = []
    const resolveProxy = async (url: string) => {
      resolved.push(url)
      return 'PROXY 127.0.0.1:1'
    }
    await dial(null, 8443, { resolveProxy })
    expect(resolved).toEqual(['https://service.test:8443/'])
  })
})

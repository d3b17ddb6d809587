import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { doctorChecks } from '../../../../../src/contract/doctor.ts'
import { fail, succeed } from '../../../../../src/contract/failure.ts'
import { longestHealthCheck } from '../../../../../src/domain/request-limits.ts'
import { checkService } from '../../../../../src/main/features/support/checks-connection.ts'
import { createConnectionProbe } from '../../../../../src/main/features/support/connection-probe.ts'
import { closeAfterTest } from '../../../../support/close-after-test.ts'
import { noPolicy } from '../../../../support/no-policy.ts'
import { answering, httpAnswer, type RawScript, startRawServer } from '../../../../support/raw-server.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'
import { createTestNetwork } from '../../../network/create-test-network.ts'
import { freePort } from '../../../network/free-port.ts'
import { type ProxyBehavior, respondWith, startProxy, tunneling } from '../../../network/recording-proxy.ts'
import { elsewhereCertificate, expiredCertificate, serviceCertificate } from '../../../network/test-certificates.ts'
import type { PolicyStatus } from '../../../../../src/contract/policy.ts'
import { createTestDoctor, anApp, diagnose } from './create-test-doctor.ts'
import { waitFor } from '../../../../support/wait-for.ts'

const healthy = (version = '1.46.0', at = Date.now()): RawScript =>
  answering(
    httpAnswer('200 OK', JSON.stringify({ status: 'ok', version }), [
      'content-type: application/json',
      `date: ${new Date(at).toUTCString()}`,
    ]),
  )
const start = async (script: RawScript = healthy(), tls?: typeof serviceCertificate) =>
  closeAfterTest(await startRawServer(script, tls))
const behaving = async (behave: ProxyBehavior) => closeAfterTest(await startProxy(behave))

/** Checks a service behind a proxy; only the proxy resolves `service.test`. */
const through = async (behave: ProxyBehavior, port = 443) => {
  const proxy = await behaving(behave)
  const network = createTestNetwork(`PROXY 127.0.0.1:${proxy.port}`)
  return { ...(await diagnose(`https://service.test:${port}`, { network })), proxy }
}

const hour = 3_600_000

describe('a healthy service', () => {
  it('is reported check by check, after one request without a key', async () => {
    const service = await start(healthy(), serviceCertificate)
    const { found, details, names } = await diagnose(`https://127.0.0.1:${service.port}`)
    expect(names).toEqual(doctorChecks.filter((name) => name !== 'key'))
    expect(names.map(found)).toEqual([
      'runtimeSupported',
      'policyNone',
      'keychainUsable',
      'databaseWritable',
      'historyWhole',
      'diskEnough',
      found('certificates'),
      'proxyNone',
      'nameNotNeeded',
      'tcpOpen',
      'tlsTrusted',
      'serviceUp',
      'clockRight',
      'versionComplete',
    ])
    expect(details('tls')).toMatchObject({ protocol: 'TLSv1.3', issuer: 'Rundesk test authority' })
    expect(service.received().match(/GET /g)).toHaveLength(1)
    expect(service.received()).not.toMatch(/x-api-key|authorization/i)
  })

  it('may run on this computer without encryption', async () => {
    const { found } = await diagnose((await start()).origin)
    expect([found('tls'), found('service')]).toEqual(['tlsNotUsed', 'serviceUp'])
  })

  it.each([
    [5_000, { code: 'serviceUp', details: { milliseconds: '5000' } }],
    [11_035, { code: 'serviceSlow', details: { seconds: '11' } }],
  ])('is called slow if it takes more than 5 s: %d ms', async (duration, finding) => {
    const times = [0, duration]
    const probe = createConnectionProbe({
      origin: (await start()).origin,
      network: createTestNetwork(null),
      clock: () => Date.now(),
      monotonic: () => times.shift() ?? 0,
      deadlineMilliseconds: longestHealthCheck,
    })
    expect(await checkService(probe).run(new AbortController().signal)).toEqual(finding)
  })

  it('is found by its name', async () => {
    const service = await start()
    const { found, details } = await diagnose(`http://localhost:${service.port}`)
    expect(found('name')).toBe('nameFound')
    expect(details('name')['addresses']).toMatch(/127\.0\.0\.1|::1/)
  })

  it('is shown in brackets before its port if it is an IPv6 address', async () => {
    const { details } = await diagnose(`http://[::1]:${await freePort()}`)
    expect(details('tcp')['host']).toBe('[::1]')
  })
})

describe('each of the seven problems is identified', () => {
  it('when the service is down', async () => {
    const { found } = await diagnose(`http://127.0.0.1:${await freePort()}`)
    expect([found('name'), found('tcp')]).toEqual(['nameNotNeeded', 'tcpRefused'])
    expect([found('tls'), found('service'), found('clock')]).toEqual(Array(3).fill('because of tcp'))
  })

  it('when the name is wrong', async () => {
    const { found } = await diagnose('https://no-such-host.invalid')
    // Without a network, the result is not certain.
    expect(['nameNotFound', 'nameNotAnswered']).toContain(found('name'))
    expect([found('tcp'), found('tls'), found('service'), found('version')]).toEqual(Array(4).fill('because of name'))
  })

  it.each([
    ['ENOTFOUND', 'nameNotFound'],
    ['ENODATA', 'nameNotFound'],
    ['EAI_AGAIN', 'nameNotAnswered'],
    ['ETIMEOUT', 'nameNotAnswered'],
  ])('when name resolution fails with %s', async (code, wanted) => {
    const findAddresses = () => Promise.reject(Object.assign(new Error('not found'), { code }))
    expect((await diagnose('https://voice.acme.example', { findAddresses })).found('name')).toBe(wanted)
  })

  it.each([
    ['ended', expiredCertificate, 'tlsExpired'],
    ['for another name', elsewhereCertificate, 'tlsOtherName'],
  ])('when the certificate is bad: %s', async (_name, certificate, wanted) => {
    const service = await start(healthy(), certificate)
    const { found } = await diagnose(`https://127.0.0.1:${service.port}`)
    expect([found('tcp'), found('tls'), found('service')]).toEqual(['tcpOpen', wanted, 'because of tls'])
    expect(service.received()).toBe('')
  })

  it('when the certificate is untrusted', async () => {
    const service = await start(healthy(), serviceCertificate)
    const network = createTestNetwork(null, { trust: { contextFor: async () => createSecureContext() } })
    const { found } = await diagnose(`https://127.0.0.1:${service.port}`, { network })
    expect([found('tls'), found('service')]).toEqual(['tlsUnknownIssuer', 'because of tls'])
  })

  it('when the proxy refuses', async () => {
    const { found, details } = await through(respondWith('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n'))
    expect([found('proxy'), found('name'), found('service')]).toEqual([
      'proxyRefused',
      'because of proxy',
      'because of proxy',
    ])
    expect(details('proxy')['proxy']).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })

  it.each([
    ['ahead', -hour],
    ['behind', hour],
  ])('when the clock is off by an hour: %s', async (direction, by) => {
    const service = await start(healthy('1.46.0', Date.now() + by))
    const { found, details } = await diagnose(service.origin)
    expect([found('clock'), details('clock')['direction']]).toEqual(['clockOff', direction])
    expect(Math.abs(Number(details('clock')['seconds']) - 3600)).toBeLessThan(3)
    expect(found('service')).toBe('serviceUp')
  })

  it('when the keychain is locked, without a prompt to unlock it', async () => {
    const service = await start()
    let keyReads = 0
    const readKeyOwner = () => {
      keyReads += 1
      return Promise.resolve(fail({ kind: 'keychain', reason: 'locked' } as const))
    }
    const { found } = await diagnose(service.origin, {
      keychainStatus: () => Promise.resolve({ usable: false, reason: 'locked' }),
      key: { readKeyOwner, inKeychain: true },
    })
    expect([found('keychain'), found('key'), found('service'), keyReads]).toEqual([
      'keychainLocked',
      'because of keychain',
      'serviceUp',
      0,
    ])
  })

  it.each([
    ['1.31.9', 'versionTooOld', /callByAgentUuid/],
    ['1.44.2', 'versionLacks', /^callerIdChoice readyConfigurations$/],
    // Measured: a service that reports version 1.45.0 also reports which configurations are ready.
    ['1.45.0', 'versionComplete', /^$/],
    ['1.46.0', 'versionComplete', /^$/],
    ['2.0.0', 'versionComplete', /^$/],
  ])('when the version is old: %s', async (version, wanted, missing) => {
    const { found, details } = await diagnose((await start(healthy(version))).origin)
    expect([found('version'), details('version')['version']]).toEqual([wanted, version])
    expect(details('version')['missing']).toMatch(missing)
  })
})

describe('a proxy', () => {
  it('resolves the name itself if it accepts the connection', async () => {
    const service = await start(healthy(), serviceCertificate)
    const { found, proxy } = await through(tunneling(service.port), service.port)
    expect(['proxy', 'name', 'tcp', 'tls', 'service', 'version'].map((name) => found(name as 'proxy'))).toEqual([
      'proxyOpen',
      'nameLeftToProxy',
      'tcpThroughProxy',
      'tlsTrusted',
      'serviceUp',
      'versionComplete',
    ])
    expect(proxy.received()).not.toMatch(/x-api-key/i)
  })

  it.each([
    ['HTTP/1.1 407 No\r\nproxy-authenticate: Basic\r\n\r\n', 'proxyAuthentication'],
    ['HTTP/1.1 407 No\r\nproxy-authenticate: NTLM\r\n\r\n', 'proxyAuthentication'],
    ['HTTP/1.1 502 Bad Gateway\r\n\r\n', 'proxyGateway'],
    ['SSH-2.0-OpenSSH\r\n', 'proxyBroken'],
  ])('is reported if it responds %j', async (words, wanted) => {
    expect((await through(respondWith(words))).found('proxy')).toBe(wanted)
  })

  it('is reported if it is not listening', async () => {
    const network = createTestNetwork(`PROXY 127.0.0.1:${await freePort()}`)
    expect((await diagnose('https://service.test', { network })).found('proxy')).toBe('proxyUnreachable')
  })

  it('is reported if it cannot be resolved', async () => {
    const network = createTestNetwork(null, { env: { https_proxy: 'ftp://proxy' } })
    const { found } = await diagnose('https://service.test', { network })
    expect([found('proxy'), found('name')]).toEqual(['proxySetting', 'because of proxy'])
  })

  it('is reported without its credentials', async () => {
    const proxy = await behaving(respondWith('HTTP/1.1 407 No\r\n\r\n'))
    const network = createTestNetwork(null, {
      env: { https_proxy: `http://ana:hunter2hunter2@127.0.0.1:${proxy.port}` },
    })
    const { found, details } = await diagnose('https://service.test', { network })
    expect(found('proxy')).toBe('proxyAuthentication')
    expect(JSON.stringify(details('proxy'))).not.toMatch(/hunter2|ana/)
  })
})

describe('the response', () => {
  it.each([
    ['a server error', httpAnswer('500 Internal Server Error', 'Internal Server Error'), 'serviceFailing'],
    ['a limit of requests', httpAnswer('429 Too Many Requests', ''), 'serviceBusy'],
    ['an overloaded server', httpAnswer('503 Service Unavailable', ''), 'serviceBusy'],
    ['a web server', httpAnswer('404 Not Found', '<html>'), 'serviceNotOurs'],
    ['a page instead of JSON', httpAnswer('200 OK', '<html>welcome'), 'serviceNotOurs'],
    ['another JSON', httpAnswer('200 OK', '{"ok":true}'), 'serviceNotOurs'],
    [
      'a redirect',
      httpAnswer('307 Temporary Redirect', '', ['location: https://elsewhere.example/']),
      'serviceRedirects',
    ],
    ['half a response', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"sta', 'serviceCut'],
  ])('%s', async (_name, bytes, wanted) => {
    const { found } = await diagnose((await start(answering(bytes))).origin)
    expect([found('service'), found('version')]).toEqual([wanted, 'because of service'])
  })

  it('is reported as missing', async () => {
    const { found } = await diagnose((await start({})).origin)
    expect([found('service'), found('clock')]).toEqual(['serviceTimedOut', 'because of service'])
  })

  it('is reported if it is not TLS', async () => {
    const service = await start({ onAccept: (socket) => void socket.write('220 mail ready\r\n') })
    const { found } = await diagnose(`https://127.0.0.1:${service.port}`)
    expect(found('tls')).toBe('tlsNotSpoken')
  })

  it.each([['dev'], [''], ['latest-and-greatest']])(
    'is reported if its version is not a release: %j',
    async (version) => {
      expect((await diagnose((await start(healthy(version))).origin)).found('version')).toBe('versionUnknown')
    },
  )

  it.each(['dgr_Zk3vQ8pL0sT5wY2b', '1.45.0-dgr_Zk3vQ8pL0sT5wY2b', '1.45.0+x-api-key: secret'])(
    'a version with invalid content: %j',
    async (version) => {
      const { details } = await diagnose((await start(healthy(version))).origin)
      expect(JSON.stringify(details('version'))).not.toMatch(/dgr_|secret/)
    },
  )

  it('is reported if it has no Date header', async () => {
    const script = answering(httpAnswer('200 OK', '{"status":"ok"}'))
    expect((await diagnose((await start(script)).origin)).found('clock')).toBe('clockUnknown')
  })
})

describe('this computer', () => {
  it('is checked without a profile or an address', async () => {
    const { names } = await diagnose(null)
    expect(names).toEqual(['runtime', 'policy', 'keychain', 'database', 'history', 'disk', 'certificates'])
  })

  it.each([
    ['unavailable', 'keychainUnavailable'],
    ['timedOut', 'keychainTimedOut'],
    ['missing', 'keychainUnavailable'],
  ] as const)('reports its keychain: %s', async (reason, wanted) => {
    const keychainStatus = () => Promise.resolve({ usable: false, reason } as const)
    expect((await diagnose(null, { keychainStatus })).found('keychain')).toBe(wanted)
  })

  it('reports a history that is not writable or was changed', async () => {
    const full = await diagnose(null, {
      historyHealth: () => Promise.resolve(fail({ kind: 'storage', reason: 'full' } as const)),
    })
    expect([full.found('database'), full.details('database')['reason'], full.found('history')]).toEqual([
      'databaseStopped',
      'full',
      'because of database',
    ])
    const changed = await diagnose(null, {
      checkHistory: () => Promise.resolve(succeed({ events: 12, intact: false, firstBroken: 7 })),
    })
    expect([changed.found('history'), changed.details('history')['firstBroken']]).toEqual(['historyBroken', '7'])
  })

  it('reports a history that lost calls until the user acknowledges it', async () => {
    const lost = await diagnose(null, {
      historyHealth: () =>
        Promise.resolve(
          succeed({
            stopped: null,
            check: null,
            backups: { count: 7, newestAt: null, failed: null },
            lastRecovery: null,
            unfinishedErasures: null,
            recovered: {
              cause: 'shorter',
              missing: 5,
              lostLists: 2,
              at: '2026-11-21T08:02:11.000Z',
              gapFrom: null,
              damagedFile: null,
              startedFrom: null,
              lostAll: true,
              salvaged: 0,
              unreadable: 0,
            },
          }),
        ),
    })
    expect(lost.found('history')).toBe('historyIncomplete')
    const details = { events: '12', reason: 'shorter', missingCalls: '5', missingLists: '2', lostAll: 'true' }
    expect(lost.details('history')).toEqual(details)
  })

  it('still reports the last loss of calls after the user acknowledged it', async () => {
    const at = '2026-11-21T08:02:11.000Z'
    const health = {
      stopped: null,
      check: null,
      backups: { count: 7, newestAt: null, failed: null },
      lastRecovery: { at, cause: 'shorter', missing: 5, lostLists: 2, lostAll: false },
      recovered: null,
      unfinishedErasures: null,
    } as const
    const noted = await diagnose(null, { historyHealth: () => Promise.resolve(succeed(health)) })
    expect(noted.found('history')).toBe('historyLossNoted')
    const loss = { reason: 'shorter', missingCalls: '5', missingLists: '2', lostAt: at }
    expect(noted.details('history')).toEqual({ events: '12', ...loss })
  })

  it.each([
    [10 * 1024 ** 2, 'diskFull'],
    [500 * 1024 ** 2, 'diskLow'],
    [20 * 1024 ** 3, 'diskEnough'],
    [null, 'diskUnknown'],
  ])('reports its disk with %s bytes free', async (free, wanted) => {
    expect((await diagnose(null, { freeBytes: () => Promise.resolve(free) })).found('disk')).toBe(wanted)
  })

  it('reports its certificate file: missing, empty, readable', async () => {
    const file = join(temporaryFolder(), 'company.pem')
    const check = () => diagnose(null, { extraCertificatesFile: file })
    expect([(await check()).found('certificates'), (await check()).details('certificates')['code']]).toEqual([
      'certificatesFileBad',
      'CA_FILE_UNREADABLE',
    ])
    writeFileSync(file, 'hello')
    expect((await check()).details('certificates')['code']).toBe('CA_FILE_EMPTY')
    writeFileSync(file, serviceCertificate.cert)
    expect((await check()).details('certificates')['extra']).toBe('1')
  })

  it('reports its policy: applied, rejected, kept', async () => {
    const ruled = { ...noPolicy, locked: ['proxy' as const], allowedOrigins: ['https://voice.acme.example'] }
    const check = (change: Partial<PolicyStatus>) => diagnose(null, { policy: () => ({ ...ruled, ...change }) })
    const inForce = await check({ state: 'inForce' })
    expect([inForce.found('policy'), inForce.details('policy')]).toEqual([
      'policyInForce',
      { file: '/etc/rundesk/policy.json', locked: 'proxy', origins: 'https://voice.acme.example' },
    ])
    const refused = await check({ state: 'refused', reason: 'content', at: 'settings.proxy' })
    expect([refused.found('policy'), refused.details('policy')]).toMatchObject([
      'policyRefused',
      { reason: 'content', at: 'settings.proxy' },
    ])
    expect((await check({ state: 'kept', reason: 'notJson' })).found('policy')).toBe('policyKept')
  })

  it('reports a runtime without security fixes', async () => {
    expect((await diagnose(null, { appInfo: { ...anApp, runtime: 'trial' } })).found('runtime')).toBe('runtimeTrial')
    expect((await diagnose(null, { appInfo: { ...anApp, electron: '' } })).found('runtime')).toBe(
      'runtimeWithoutWindow',
    )
  })
})

describe('a run of the checks', () => {
  it('reports findings as they arrive, ends, and can be read later', async () => {
    const { doctor, ended, announced } = createTestDoctor(() => ({ origin: null, key: null }))
    expect(doctor.read()).toBeNull()
    const started = await doctor.start({ kind: 'here' })
    expect(started).toMatchObject({ ok: true, value: { endedAt: null, origin: null } })
    const report = await ended()
    expect(report.lines.map(({ step }) => step)).toEqual(Array(7).fill('done'))
    // Two announcements for each check, and one at the end.
    expect(announced()).toBe(15)
    expect(doctor.read()).toEqual(report)
  })

  it('ends when it is canceled, and when the next run starts', async () => {
    const never = { keychainStatus: () => new Promise<never>(() => {}) }
    const { doctor, ended } = createTestDoctor(() => ({ origin: null, key: null }), never)
    await doctor.start({ kind: 'here' })
    const stepOf = (name: string) => doctor.read()?.lines.find(({ check }) => check === name)?.step
    await waitFor(() => expect(stepOf('disk')).toBe('done'))
    doctor.cancel()
    const report = await ended()
    expect(report.lines.find(({ check }) => check === 'keychain')?.step).toBe('cancelled')
    expect(report.lines.find(({ check }) => check === 'disk')?.step).toBe('done')
    await doctor.start({ kind: 'here' })
    await doctor.start({ kind: 'here' })
    expect(doctor.read()?.endedAt).toBeNull()
    doctor.cancel()
  })
})

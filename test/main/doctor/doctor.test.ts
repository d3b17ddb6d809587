import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { doctorChecks } from '../../../src/contract/doctor.ts'
import { fail, succeed } from '../../../src/contract/failure.ts'
import { keep } from '../../support/keep.ts'
import { noPolicy } from '../../support/no-policy.ts'
import { answering, httpAnswer, type RawScript, startRawServer } from '../../support/raw-server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { aNetwork } from '../network/a-network.ts'
import { freePort } from '../network/free-port.ts'
import { type ProxyBehaviour, saying, startProxy, tunnelling } from '../network/recording-proxy.ts'
import { elsewhereCertificate, expiredCertificate, serviceCertificate } from '../network/test-certificates.ts'
import type { PolicyStanding } from '../../../src/contract/policy.ts'
import { aDoctor, anApp, diagnose } from './a-doctor.ts'

const healthy = (version = '1.46.0', at = Date.now()): RawScript =>
  answering(
    httpAnswer('200 OK', JSON.stringify({ status: 'ok', version }), [
      'content-type: application/json',
      `date: ${new Date(at).toUTCString()}`,
    ]),
  )
const start = async (script: RawScript = healthy(), tls?: typeof serviceCertificate) =>
  keep(await startRawServer(script, tls))
const behaving = async (behave: ProxyBehaviour) => keep(await startProxy(behave))

/** Asks about a service behind a proxy; `service.test` is known to nobody but the proxy. */
const through = async (behave: ProxyBehaviour, port = 443) => {
  const proxy = await behaving(behave)
  const network = aNetwork(`PROXY 127.0.0.1:${proxy.port}`)
  return { ...(await diagnose(`https://service.test:${port}`, { network })), proxy }
}

const hour = 3_600_000

describe('a service that is well', () => {
  it('is told so line by line, and was asked once, without a key', async () => {
    const service = await start(healthy(), serviceCertificate)
    const { told, facts, names } = await diagnose(`https://127.0.0.1:${service.port}`)
    expect(names).toEqual(doctorChecks.filter((name) => name !== 'key'))
    expect(names.map(told)).toEqual([
      'runtimeSupported',
      'policyNone',
      'keychainUsable',
      'databaseWritable',
      'historyWhole',
      'diskEnough',
      told('certificates'),
      'proxyNone',
      'nameNotNeeded',
      'tcpOpen',
      'tlsTrusted',
      'serviceUp',
      'clockRight',
      'versionComplete',
    ])
    expect(facts('tls')).toMatchObject({ protocol: 'TLSv1.3', issuer: 'Rundesk test authority' })
    expect(service.received().match(/GET /g)).toHaveLength(1)
    expect(service.received()).not.toMatch(/x-api-key|authorization/i)
  })

  it('may be on this computer, where nothing is encrypted', async () => {
    const { told } = await diagnose((await start()).origin)
    expect([told('tls'), told('service')]).toEqual(['tlsNotUsed', 'serviceUp'])
  })

  it('is found by its name', async () => {
    const service = await start()
    const { told, facts } = await diagnose(`http://localhost:${service.port}`)
    expect(told('name')).toBe('nameFound')
    expect(facts('name')['addresses']).toMatch(/127\.0\.0\.1|::1/)
  })
})

describe('the seven troubles, each told apart', () => {
  it('the service is down', async () => {
    const { told } = await diagnose(`http://127.0.0.1:${await freePort()}`)
    expect([told('name'), told('tcp')]).toEqual(['nameNotNeeded', 'tcpRefused'])
    expect([told('tls'), told('service'), told('clock')]).toEqual(Array(3).fill('because of tcp'))
  })

  it('the name is wrong', async () => {
    const { told } = await diagnose('https://no-such-host.invalid')
    // Where no network is at all, nobody can say so for certain.
    expect(['nameNotFound', 'nameNotAnswered']).toContain(told('name'))
    expect([told('tcp'), told('tls'), told('service'), told('version')]).toEqual(Array(4).fill('because of name'))
  })

  it.each([
    ['ENOTFOUND', 'nameNotFound'],
    ['ENODATA', 'nameNotFound'],
    ['EAI_AGAIN', 'nameNotAnswered'],
    ['ETIMEOUT', 'nameNotAnswered'],
  ])('what the system says of a name: %s', async (code, wanted) => {
    const find = () => Promise.reject(Object.assign(new Error('not found'), { code }))
    expect((await diagnose('https://voice.acme.example', { find })).told('name')).toBe(wanted)
  })

  it.each([
    ['ended', expiredCertificate, 'tlsExpired'],
    ['for another name', elsewhereCertificate, 'tlsOtherName'],
  ])('the certificate is bad: %s', async (_name, certificate, wanted) => {
    const service = await start(healthy(), certificate)
    const { told } = await diagnose(`https://127.0.0.1:${service.port}`)
    expect([told('tcp'), told('tls'), told('service')]).toEqual(['tcpOpen', wanted, 'because of tls'])
    expect(service.received()).toBe('')
  })

  it('the certificate is bad: nobody vouches for it', async () => {
    const service = await start(healthy(), serviceCertificate)
    const network = aNetwork(null, { trust: { contextFor: async () => createSecureContext() } })
    const { told } = await diagnose(`https://127.0.0.1:${service.port}`, { network })
    expect([told('tls'), told('service')]).toEqual(['tlsUnknownIssuer', 'because of tls'])
  })

  it('the proxy refuses', async () => {
    const { told, facts } = await through(saying('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n'))
    expect([told('proxy'), told('name'), told('service')]).toEqual([
      'proxyRefused',
      'because of proxy',
      'because of proxy',
    ])
    expect(facts('proxy')['proxy']).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })

  it.each([
    ['ahead', -hour],
    ['behind', hour],
  ])('the clock is off by an hour: %s', async (direction, by) => {
    const service = await start(healthy('1.46.0', Date.now() + by))
    const { told, facts } = await diagnose(service.origin)
    expect([told('clock'), facts('clock')['direction']]).toEqual(['clockOff', direction])
    expect(Math.abs(Number(facts('clock')['seconds']) - 3600)).toBeLessThan(3)
    expect(told('service')).toBe('serviceUp')
  })

  it('the keychain is locked, and nobody is asked to open it for the key', async () => {
    const service = await start()
    let asked = 0
    const ask = () => {
      asked += 1
      return Promise.resolve(fail({ kind: 'keychain', reason: 'locked' } as const))
    }
    const { told } = await diagnose(service.origin, {
      keychainStatus: () => Promise.resolve({ usable: false, reason: 'locked' }),
      key: { ask, inKeychain: true },
    })
    expect([told('keychain'), told('key'), told('service'), asked]).toEqual([
      'keychainLocked',
      'because of keychain',
      'serviceUp',
      0,
    ])
  })

  it.each([
    ['1.31.9', 'versionTooOld', /callByAgentUuid/],
    ['1.44.2', 'versionLacks', /^callerIdChoice readyConfigurations$/],
    ['1.45.0', 'versionLacks', /^readyConfigurations$/],
    ['1.46.0', 'versionComplete', /^$/],
    ['2.0.0', 'versionComplete', /^$/],
  ])('the version is old: %s', async (version, wanted, missing) => {
    const { told, facts } = await diagnose((await start(healthy(version))).origin)
    expect([told('version'), facts('version')['version']]).toEqual([wanted, version])
    expect(facts('version')['missing']).toMatch(missing)
  })
})

describe('a proxy', () => {
  it('that lets us through finds the name itself', async () => {
    const service = await start(healthy(), serviceCertificate)
    const { told, proxy } = await through(tunnelling(service.port), service.port)
    expect(['proxy', 'name', 'tcp', 'tls', 'service', 'version'].map((name) => told(name as 'proxy'))).toEqual([
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
  ])('that says %j', async (words, wanted) => {
    expect((await through(saying(words))).told('proxy')).toBe(wanted)
  })

  it('that is not there', async () => {
    const network = aNetwork(`PROXY 127.0.0.1:${await freePort()}`)
    expect((await diagnose('https://service.test', { network })).told('proxy')).toBe('proxyUnreachable')
  })

  it('that nobody can name', async () => {
    const network = aNetwork(null, { env: { https_proxy: 'ftp://proxy' } })
    const { told } = await diagnose('https://service.test', { network })
    expect([told('proxy'), told('name')]).toEqual(['proxySetting', 'because of proxy'])
  })

  it('never sees its credentials in what is told', async () => {
    const proxy = await behaving(saying('HTTP/1.1 407 No\r\n\r\n'))
    const network = aNetwork(null, { env: { https_proxy: `http://ana:hunter2hunter2@127.0.0.1:${proxy.port}` } })
    const { told, facts } = await diagnose('https://service.test', { network })
    expect(told('proxy')).toBe('proxyAuthentication')
    expect(JSON.stringify(facts('proxy'))).not.toMatch(/hunter2|ana/)
  })
})

describe('what answers', () => {
  it.each([
    ['a server error', httpAnswer('500 Internal Server Error', 'Internal Server Error'), 'serviceFailing'],
    ['a web server', httpAnswer('404 Not Found', '<html>'), 'serviceNotOurs'],
    ['a page in place of JSON', httpAnswer('200 OK', '<html>welcome'), 'serviceNotOurs'],
    ['another JSON', httpAnswer('200 OK', '{"ok":true}'), 'serviceNotOurs'],
    [
      'a redirect',
      httpAnswer('307 Temporary Redirect', '', ['location: https://elsewhere.example/']),
      'serviceRedirects',
    ],
    ['half an answer', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"sta', 'serviceCut'],
  ])('%s', async (_name, bytes, wanted) => {
    const { told } = await diagnose((await start(answering(bytes))).origin)
    expect([told('service'), told('version')]).toEqual([wanted, 'because of service'])
  })

  it('nothing', async () => {
    expect((await diagnose((await start({})).origin)).told('service')).toBe('serviceTimedOut')
  })

  it('what speaks no TLS where TLS is wanted', async () => {
    const service = await start({ onAccept: (socket) => void socket.write('220 mail ready\r\n') })
    const { told } = await diagnose(`https://127.0.0.1:${service.port}`)
    expect(told('tls')).toBe('tlsNotSpoken')
  })

  it.each([['dev'], [''], ['latest-and-greatest']])('a version that is no release: %j', async (version) => {
    expect((await diagnose((await start(healthy(version))).origin)).told('version')).toBe('versionNotTold')
  })

  it.each(['dgr_Zk3vQ8pL0sT5wY2b', '1.45.0-dgr_Zk3vQ8pL0sT5wY2b', '1.45.0+x-api-key: secret'])(
    'a version with what does not belong there: %j',
    async (version) => {
      const { facts } = await diagnose((await start(healthy(version))).origin)
      expect(JSON.stringify(facts('version'))).not.toMatch(/dgr_|secret/)
    },
  )

  it('no time', async () => {
    const script = answering(httpAnswer('200 OK', '{"status":"ok"}'))
    expect((await diagnose((await start(script)).origin)).told('clock')).toBe('clockNotTold')
  })
})

describe('this computer', () => {
  it('is looked at without any profile or address', async () => {
    const { names } = await diagnose(null)
    expect(names).toEqual(['runtime', 'policy', 'keychain', 'database', 'history', 'disk', 'certificates'])
  })

  it.each([
    ['unavailable', 'keychainUnavailable'],
    ['timedOut', 'keychainTimedOut'],
    ['missing', 'keychainUnavailable'],
  ] as const)('its keychain: %s', async (reason, wanted) => {
    const keychainStatus = () => Promise.resolve({ usable: false, reason } as const)
    expect((await diagnose(null, { keychainStatus })).told('keychain')).toBe(wanted)
  })

  it('its history: not to be written, not what was written', async () => {
    const full = await diagnose(null, {
      historyHealth: () => Promise.resolve(fail({ kind: 'storage', reason: 'full' } as const)),
    })
    expect([full.told('database'), full.facts('database')['reason'], full.told('history')]).toEqual([
      'databaseStopped',
      'full',
      'because of database',
    ])
    const changed = await diagnose(null, {
      checkHistory: () => Promise.resolve(succeed({ events: 12, intact: false, firstBroken: 7 })),
    })
    expect([changed.told('history'), changed.facts('history')['firstBroken']]).toEqual(['historyBroken', '7'])
  })

  it.each([
    [10 * 1024 ** 2, 'diskFull'],
    [500 * 1024 ** 2, 'diskLow'],
    [20 * 1024 ** 3, 'diskEnough'],
    [null, 'diskNotTold'],
  ])('its disk with %s bytes free', async (free, wanted) => {
    expect((await diagnose(null, { freeBytes: () => Promise.resolve(free) })).told('disk')).toBe(wanted)
  })

  it('its certificate file: missing, empty, readable', async () => {
    const file = join(temporaryFolder(), 'company.pem')
    const look = () => diagnose(null, { extraCertificatesFile: file })
    expect([(await look()).told('certificates'), (await look()).facts('certificates')['code']]).toEqual([
      'certificatesFileBad',
      'CA_FILE_UNREADABLE',
    ])
    writeFileSync(file, 'hello')
    expect((await look()).facts('certificates')['code']).toBe('CA_FILE_EMPTY')
    writeFileSync(file, serviceCertificate.cert)
    expect((await look()).facts('certificates')['extra']).toBe('1')
  })

  it('its policy: in force, refused, kept', async () => {
    const ruled = { ...noPolicy, locked: ['proxy' as const], allowedOrigins: ['https://voice.acme.example'] }
    const look = (change: Partial<PolicyStanding>) => diagnose(null, { policy: () => ({ ...ruled, ...change }) })
    const inForce = await look({ state: 'inForce' })
    expect([inForce.told('policy'), inForce.facts('policy')]).toEqual([
      'policyInForce',
      { file: '/etc/rundesk/policy.json', locked: 'proxy', origins: 'https://voice.acme.example' },
    ])
    const refused = await look({ state: 'refused', reason: 'content', at: 'settings.proxy' })
    expect([refused.told('policy'), refused.facts('policy')]).toMatchObject([
      'policyRefused',
      { reason: 'content', at: 'settings.proxy' },
    ])
    expect((await look({ state: 'kept', reason: 'notJson' })).told('policy')).toBe('policyKept')
  })

  it('its runtime, when it gets no security fixes any more', async () => {
    expect((await diagnose(null, { appInfo: { ...anApp, runtime: 'trial' } })).told('runtime')).toBe('runtimeTrial')
    expect((await diagnose(null, { appInfo: { ...anApp, electron: '' } })).told('runtime')).toBe('runtimeWithoutWindow')
  })
})

describe('a look', () => {
  it('is told as it comes in, has an end, and is read again later', async () => {
    const { doctor, ended, announced } = aDoctor(() => ({ origin: null, key: null }))
    expect(doctor.read()).toBeNull()
    const begun = await doctor.start({ kind: 'here' })
    expect(begun).toMatchObject({ ok: true, value: { endedAt: null, origin: null } })
    const report = await ended()
    expect(report.lines.map(({ step }) => step)).toEqual(Array(7).fill('done'))
    // Running and done for each line, and the end.
    expect(announced()).toBe(15)
    expect(doctor.read()).toEqual(report)
  })

  it('is ended by a person, and by the next one', async () => {
    const never = { keychainStatus: () => new Promise<never>(() => {}) }
    const { doctor, ended } = aDoctor(() => ({ origin: null, key: null }), never)
    await doctor.start({ kind: 'here' })
    await new Promise((resolve) => setTimeout(resolve, 50))
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

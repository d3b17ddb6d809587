import type { CapabilityName, DoctorFinding, DoctorFindingCode } from '../../../contract/doctor.ts'
import { type Check, found } from './run-checks.ts'
import type { ConnectionProbe } from './connection-probe.ts'
import { lookup } from 'node:dns/promises'
import { connect, isIP } from 'node:net'
import { codeOf, unreachableCause } from '../../service/reply.ts'
import type { Failure, Outcome } from '../../../contract/failure.ts'
import type { HealthProbe } from '../../service/keyless-get.ts'

/** Findings by network error; any other error is `proxyBroken`. */
const proxyCodes: Record<string, DoctorFindingCode> = {
  PROXY_REFUSED: 'proxyRefused',
  PROXY_AUTH: 'proxyAuthentication',
  PROXY_AUTH_UNSUPPORTED: 'proxyAuthentication',
  PROXY_GATEWAY: 'proxyGateway',
  PROXY_UNREACHABLE: 'proxyUnreachable',
  PROXY_TIMEOUT: 'proxyTimedOut',
  PROXY_CERTIFICATE: 'proxyCertificate',
  PROXY_SETTING: 'proxySetting',
  PROXY_UNKNOWN: 'proxySetting',
  PROXY_UNSUPPORTED: 'proxyUnsupported',
}

const proxyFindingCode = (code: string): DoctorFindingCode => proxyCodes[code] ?? 'proxyBroken'

/** Checks whether there is a proxy and whether it opens a tunnel. Shows its address, never its credentials. */
export const checkProxy = (probe: ConnectionProbe): Check => ({
  name: 'proxy',
  after: [],
  milliseconds: 45_000,
  run: async () => {
    const result = await probe.routes()
    if (!result.ok) return found(proxyFindingCode(result.code), { code: result.code })
    const proxies = result.routes.filter((route) => route !== 'direct')
    if (proxies.length === 0) return found('proxyNone')
    const details = { proxy: proxies.join(', '), host: probe.host }
    const connected = await probe.connect()
    if (!connected.ok && connected.code.startsWith('PROXY_'))
      return found(proxyFindingCode(connected.code), { ...details, code: connected.code })
    return found('proxyOpen', details)
  },
})

const isProxied = async (probe: ConnectionProbe): Promise<boolean> => {
  const result = await probe.routes()
  return result.ok && result.routes[0] !== 'direct'
}

export type FindAddresses = (host: string) => Promise<string[]>

export const findAddresses: FindAddresses = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address)

/** The maximum number of addresses that are shown. */
const maxAddresses = 4

/** Resolves the host name. Distinguishes an unknown name from a name server that does not respond. */
export const checkName = (probe: ConnectionProbe, find: FindAddresses): Check => ({
  name: 'name',
  after: ['proxy'],
  milliseconds: 15_000,
  run: async () => {
    const { host } = probe
    if (await isProxied(probe)) return found('nameLeftToProxy', { host })
    if (isIP(host) !== 0) return found('nameNotNeeded', { host })
    try {
      return found('nameFound', { host, addresses: (await find(host)).slice(0, maxAddresses).join(', ') })
    } catch (error) {
      const code = codeOf(error)
      return found(code === 'ENOTFOUND' || code === 'ENODATA' ? 'nameNotFound' : 'nameNotAnswered', { host, code })
    }
  },
})

/** Time allowed for a TCP connection, in milliseconds. */
const tcpTimeout = 12_000

const tcpFindingCode = (error: unknown): 'tcpRefused' | 'tcpTimedOut' | 'tcpNoRoute' => {
  const cause = unreachableCause(codeOf(error))
  if (cause === 'refused') return 'tcpRefused'
  return cause === 'connectTimeout' ? 'tcpTimedOut' : 'tcpNoRoute'
}

/** Tries to open a connection, and closes it without sending anything. An IPv6 address is shown in its brackets. */
const tryConnect = ({ host, port, origin }: ConnectionProbe, signal: AbortSignal): Promise<DoctorFinding> =>
  new Promise((resolve) => {
    const shown = { host: origin.hostname, port }
    const socket = connect({ host, port, timeout: tcpTimeout })
    const end = (finding: DoctorFinding): void => {
      socket.destroy()
      resolve(finding)
    }
    signal.addEventListener('abort', () => socket.destroy(), { once: true })
    socket
      .once('connect', () => end(found('tcpOpen', { ...shown, addresses: socket.remoteAddress })))
      .once('timeout', () => end(found('tcpTimedOut', shown)))
      .on('error', (error) => end(found(tcpFindingCode(error), { ...shown, code: codeOf(error) })))
  })

/**
 * Checks whether a TCP connection can be opened. Distinguishes a service that is down from a network that blocks the
 * connection.
 */
export const checkTcp = (probe: ConnectionProbe): Check => ({
  name: 'tcp',
  after: ['proxy', 'name'],
  milliseconds: 15_000,
  run: async (signal) => {
    const { port, origin } = probe
    return (await isProxied(probe))
      ? found('tcpThroughProxy', { host: origin.hostname, port })
      : tryConnect(probe, signal)
  },
})

/** A certificate that expires within this time is reported: 21 days, in milliseconds. */
const warningMilliseconds = 21 * 86_400_000

const certificateCodes: Record<string, DoctorFindingCode> = {
  CERT_HAS_EXPIRED: 'tlsExpired',
  CERT_NOT_YET_VALID: 'tlsNotYetValid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tlsOtherName',
  HOSTNAME_MISMATCH: 'tlsOtherName',
}

const tlsFindingCode = (code: string): DoctorFindingCode => {
  const cause = unreachableCause(code)
  if (cause === 'certificate') return certificateCodes[code] ?? 'tlsUnknownIssuer'
  return cause === 'notTls' || code === 'PROXY_TUNNEL_NOT_TLS' ? 'tlsNotSpoken' : 'tlsBroken'
}

/**
 * Checks TLS and the certificate. SECURITY: the check is as strict as for a call; a bad certificate is reported and
 * never accepted.
 */
export const checkTls = (probe: ConnectionProbe, clock: () => number): Check => ({
  name: 'tls',
  after: ['certificates', 'proxy', 'tcp'],
  milliseconds: 30_000,
  run: async () => {
    const { host, origin } = probe
    if (origin.protocol === 'http:') return found('tlsNotUsed', { host })
    const connected = await probe.connect()
    if (!connected.ok) return found(tlsFindingCode(connected.code), { host, code: connected.code })
    if (connected.certificate === null) return found('tlsBroken', { host })
    const { protocol, issuer, validTo } = connected.certificate
    const until = Date.parse(validTo)
    const details = { host, protocol, issuer, until: Number.isNaN(until) ? null : new Date(until).toISOString() }
    return found(until - clock() < warningMilliseconds ? 'tlsEndsSoon' : 'tlsTrusted', details)
  },
})

/** Statuses that any server or proxy sends while it is busy or waits too long, so they don't show a wrong address. */
const busy: ReadonlySet<number> = new Set([408, 429, 503, 504])

/** The longest response time that is not reported, in milliseconds: the service may check other systems for that long. */
const slowMilliseconds = 5_000

const findingOfAnswer = ({ status, health }: HealthProbe, milliseconds: number): DoctorFinding => {
  if (health !== null && milliseconds > slowMilliseconds)
    return found('serviceSlow', { seconds: Math.round(milliseconds / 1000) })
  if (health !== null) return found('serviceUp', { milliseconds: Math.round(milliseconds) })
  if (status >= 300 && status < 400) return found('serviceRedirects', { status })
  if (busy.has(status)) return found('serviceBusy', { status })
  return found(status >= 500 ? 'serviceFailing' : 'serviceNotOurs', { status })
}

const findingOfFailure = (failure: Failure, milliseconds: number): DoctorFinding => {
  const details = { seconds: Math.round(milliseconds / 1000) }
  if (failure.kind === 'unavailable' && failure.cause === 'timedOut') return found('serviceTimedOut', details)
  if (failure.kind === 'unavailable' && failure.cause === 'tooLarge') return found('serviceNotOurs', { status: 200 })
  return found('serviceCut', details)
}

/** Requests the health endpoint without a key and checks that it is the service. */
export const checkService = (probe: ConnectionProbe): Check => ({
  name: 'service',
  after: ['tls'],
  milliseconds: 30_000,
  run: async () => {
    const { answer, milliseconds } = await probe.health()
    return answer.ok ? findingOfAnswer(answer.value, milliseconds) : findingOfFailure(answer.failure, milliseconds)
  },
})

/**
 * Compares the service's release with the capabilities Rundesk uses. An older release silently ignores those that it
 * lacks.
 */
export const checkVersion = (probe: ConnectionProbe): Check => ({
  name: 'version',
  after: ['service'],
  milliseconds: 30_000,
  run: async () => {
    const { answer } = await probe.health()
    const text = answer.ok ? (answer.value.health?.version ?? null) : null
    const version = text === null ? null : readVersion(text)
    // SECURITY: this response is not masked, so only the version's digits are shown.
    if (version === null) return found('versionUnknown')
    const missing = missingCapabilities(version)
    const details = { version: version.join('.'), missing: missing.map(({ name }) => name).join(' ') }
    if (missing.some(({ needed }) => needed)) return found('versionTooOld', details)
    return found(missing.length > 0 ? 'versionLacks' : 'versionComplete', details)
  },
})

/**
 * The maximum clock difference that is not reported, in milliseconds. Larger ones affect certificates and the order of
 * events.
 */
const maxClockDifference = 120_000

/** Compares the clock with the service's `Date` header, which contains whole seconds. */
export const checkClock = (probe: ConnectionProbe): Check => ({
  name: 'clock',
  after: ['service'],
  milliseconds: 30_000,
  run: async () => {
    const { answer, at } = await probe.health()
    const date = answer.ok ? answer.value.date : null
    if (date === null) return found('clockUnknown')
    const ahead = Math.round((at - (Date.parse(date) + 500)) / 1000)
    const details = { seconds: Math.abs(ahead), direction: ahead < 0 ? 'behind' : 'ahead', serviceDate: date }
    return found(Math.abs(ahead) * 1000 > maxClockDifference ? 'clockOff' : 'clockRight', details)
  },
})

export type KeyCheckDeps = {
  /** Reads the key's organization and the path of the key list; null if unknown. */
  readKeyOwner: () => Promise<Outcome<{ organization: number | null; adminPath: 'prefixed' | 'bare' | null }>>
  /**
   * True if the key is in the keychain. Then the keychain check runs first, so that this check does not open an unlock
   * dialog.
   */
  inKeychain: boolean
}

/** Checks that the service accepts the profile's key. */
export const checkKey = ({ readKeyOwner, inKeychain }: KeyCheckDeps): Check => ({
  name: 'key',
  after: inKeychain ? ['keychain', 'service'] : ['service'],
  milliseconds: 60_000,
  run: async () => {
    const owner = await readKeyOwner()
    if (owner.ok) return found('keyWorks', owner.value)
    const { failure } = owner
    if (failure.kind === 'unauthorized' || failure.kind === 'forbidden') return found('keyRefused')
    if (failure.kind === 'keychain') return found('keyMissing', { reason: failure.reason })
    return found('keyNotChecked', { kind: failure.kind })
  },
})

/** A release of the service, such as `1.45.0`. */
type Version = readonly [major: number, minor: number, patch: number]

/** The first service release with each capability (service description, section 15). */
const capabilities: readonly { name: CapabilityName; since: Version; needed: boolean }[] = [
  { name: 'configurationChoice', since: [1, 27, 0], needed: false },
  // Without it, no calls can be placed.
  { name: 'callByAgentUuid', since: [1, 32, 0], needed: true },
  { name: 'callLimit', since: [1, 42, 0], needed: false },
  { name: 'noTestDefaults', since: [1, 43, 0], needed: false },
  { name: 'failedRunsReported', since: [1, 44, 0], needed: false },
  { name: 'callerIdChoice', since: [1, 45, 0], needed: false },
  // Servers that report the version 1.45.0 have it, too (measured), so 1.45.0 is not considered to lack it.
  { name: 'readyConfigurations', since: [1, 45, 0], needed: false },
]

/** Parses `1.45.0` or `v1.45.0-rc1`; null for anything else, such as `dev`. */
export const readVersion = (text: string): Version | null => {
  const [, major, minor, patch = '0'] = /^v?(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?(?:[-+].*)?$/.exec(text.trim()) ?? []
  return major === undefined || minor === undefined ? null : [Number(major), Number(minor), Number(patch)]
}

const isBefore = (one: Version, other: Version): boolean => {
  const at = one.findIndex((part, index) => part !== other[index])
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0)
}

/** Returns the capabilities that a release lacks. */
export const missingCapabilities = (version: Version): typeof capabilities =>
  capabilities.filter(({ since }) => isBefore(version, since))

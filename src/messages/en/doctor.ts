import {
  type CapabilityName,
  capabilityNames,
  type DoctorCheckName,
  type DoctorDetails,
  type DoctorFindingCode,
  type DoctorLine,
  severityOf,
} from '../../contract/doctor.ts'
import { policyReasons, policySettings } from '../../contract/policy.ts'
import { keychainNext, storageNext, storageWhy } from './failure.ts'
import { describeLoss, describeNotedLoss, policy } from './settings.ts'
import { common, time } from './common.ts'

/** Returns one detail of a finding, or an empty string if it is unknown. */
type GetDetail = (name: keyof DoctorDetails) => string
type Describe = (detail: GetDetail) => [found: string, next: string | null]

type Here = Extract<
  DoctorFindingCode,
  `${'runtime' | 'policy' | 'keychain' | 'database' | 'history' | 'disk' | 'certificates'}${string}` | 'late' | 'broken'
>

const gigabytes = (bytes: string): string => `${(Number(bytes) / 1024 ** 3).toFixed(1)} GB`

const isReason = (text: string): text is keyof typeof storageWhy => Object.hasOwn(storageWhy, text)
const describeStorage = (detail: GetDetail): [string, string] => {
  const reason = detail('reason')
  return isReason(reason)
    ? [storageWhy[reason], storageNext[reason]]
    : ['The history couldn’t be read.', 'Restart Rundesk. If this continues, save the diagnostics below.']
}

const describePolicy = (detail: GetDetail): string => {
  const locked = policySettings.options.filter((name) => detail('locked').split(' ').includes(name))
  const parts = [
    ...(detail('origins') === '' ? [] : [`Allowed services: ${detail('origins')}.`]),
    ...(locked.length === 0 ? [] : [`Locked settings: ${policy.names(locked)}.`]),
  ]
  return parts.length === 0 ? 'It doesn’t restrict services or lock settings.' : parts.join(' ')
}

const describePolicyProblem = (detail: GetDetail): string => {
  const reason = policyReasons.find((one) => one === detail('reason'))
  const why = reason === undefined ? '' : policy.why(reason, detail('at') || null)
  return `${policy.refused} (${detail('file')}). ${why}`.trim()
}

/** What the doctor may find on this computer. */
const localFindings: Record<Here, Describe> = {
  runtimeSupported: (detail) => [
    `Rundesk ${detail('version')} on Electron ${detail('electron')}, which still receives security fixes.`,
    null,
  ],
  runtimeTrial: (detail) => [
    `Electron ${detail('electron')} no longer receives security fixes, so Rundesk is limited to practice and services on this computer.`,
    'Install the packaged app, which includes a supported Electron.',
  ],
  runtimeWithoutWindow: (detail) => [
    `Rundesk ${detail('version')} is running without a window, on Node.js ${detail('node')}.`,
    null,
  ],
  policyNone: () => ['No policy is set on this computer.', null],
  policyInForce: (detail) => [`A policy is in effect (${detail('file')}). ${describePolicy(detail)}`, null],
  policyKept: (detail) => [
    `${describePolicyProblem(detail)} ${policy.lastValidKept} ${describePolicy(detail)}`,
    policy.next,
  ],
  policyRefused: (detail) => [`${describePolicyProblem(detail)} ${policy.noPolicy}`, policy.next],
  keychainUsable: () => ['The keychain is available and unlocked.', null],
  keychainLocked: () => ['The keychain is locked: keys can’t be read or saved.', keychainNext.locked],
  keychainUnavailable: (detail) => [
    'No usable keychain found.',
    detail('platform') === 'linux'
      ? keychainNext.unavailable
      : 'Sign out and back in. If this continues, contact your IT administrator.',
  ],
  keychainTimedOut: () => ['The keychain didn’t respond in time.', keychainNext.timedOut],
  databaseWritable: (detail) => [`Calls can be saved. Backups: ${detail('backups')}.`, null],
  databaseStopped: describeStorage,
  historyWhole: (detail) => [`All ${detail('events')} history events are intact.`, null],
  historyBroken: (detail) => [
    `History events were damaged or modified, starting with event ${detail('firstBroken')}.`,
    'That event and all later events can’t be trusted. Save the diagnostics and contact your IT administrator.',
  ],
  historyIncomplete: (detail) => [describeLoss(detail), 'Go to Settings > History and follow the notice.'],
  historyLossNoted: (detail) => [describeNotedLoss(detail), null],
  historyUnreadable: describeStorage,
  diskEnough: (detail) => [`${gigabytes(detail('free'))} free on the disk that stores the history.`, null],
  diskLow: (detail) => [
    `Only ${gigabytes(detail('free'))} free on the disk that stores the history.`,
    'Free up some disk space soon.',
  ],
  diskFull: (detail) => [
    `${gigabytes(detail('free'))} free: Rundesk may not be able to save the next call, and it doesn’t place calls that it can’t save.`,
    'Free up some space on this disk now.',
  ],
  diskUnknown: () => ['This system doesn’t report free disk space.', null],
  certificatesTrusted: (detail) => [
    Number(detail('extra')) > 0
      ? `Trusted: ${detail('system')} system certificates and ${detail('extra')} additional ones.`
      : `Trusted: ${detail('system')} system certificates.`,
    null,
  ],
  certificatesBundledOnly: () => [
    'The system certificates couldn’t be read, so only the ones included with Rundesk are trusted.',
    'If your company issues its own certificates, choose its certificate file in Settings.',
  ],
  certificatesFileBad: (detail) => [
    `Can’t use the certificate file ${detail('file')} (${detail('code')}). Rundesk won’t connect until this is fixed.`,
    'Choose a readable PEM file in Settings, or remove this one.',
  ],
  late: (detail) => [
    `Timed out after ${detail('seconds')} s.`,
    'Run the checks again. If this continues, save the diagnostics below.',
  ],
  broken: (detail) => [
    `The check itself failed (reference ${detail('reference')}).`,
    'Save the diagnostics below and give support this reference.',
  ],
}

type OnTheWay = Exclude<DoctorFindingCode, keyof typeof localFindings>

const network = 'Ask your network administrator'
const service = 'Ask the service’s administrator'
const address = (detail: GetDetail): string => `${detail('host')}:${detail('port')}`

const span = (seconds: number): string => {
  if (seconds < 7_200) return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} days`
}

/** The specification allows either path; a service has one of them. */
const listPaths: Record<string, string> = { prefixed: '/api/v1/user/api-keys', bare: '/user/api-keys' }

const describeClock = (detail: GetDetail): string => {
  const relation = detail('direction') === 'behind' ? 'behind' : 'ahead of'
  return `This computer’s clock is ${span(Number(detail('seconds')))} ${relation} the service’s.`
}

/** What the doctor may find between this computer and a service, and at the service. */
const connectionFindings: Record<OnTheWay, Describe> = {
  proxyNone: () => ['No proxy in use.', null],
  proxyOpen: (detail) => [`Connected through the proxy ${detail('proxy')}.`, null],
  proxyRefused: (detail) => [
    `The proxy ${detail('proxy')} refuses to connect to ${detail('host')}.`,
    `${network} to allow this host, or set another proxy in Settings.`,
  ],
  proxyAuthentication: (detail) => [
    `The proxy ${detail('proxy')} requires a user name and password, or rejected the ones provided.`,
    'Enter them in Settings. Only Basic authentication is supported.',
  ],
  proxyGateway: (detail) => [
    `The proxy ${detail('proxy')} couldn’t reach ${detail('host')}.`,
    'Check the address for typos. If it’s correct, contact the administrator of the proxy or the service.',
  ],
  proxyUnreachable: (detail) => [
    `The proxy ${detail('proxy')} can’t be reached.`,
    `${network} whether it’s running, or set another one in Settings.`,
  ],
  proxyTimedOut: (detail) => [`The proxy ${detail('proxy')} didn’t respond in time.`, `${network} about it.`],
  proxyCertificate: (detail) => [
    `The proxy ${detail('proxy')} uses a certificate that this computer doesn’t trust.`,
    `${network} for its certificate, and choose the file in Settings. Don’t ignore this.`,
  ],
  proxySetting: () => [
    'Couldn’t determine which proxy to use: its address is invalid, or the system didn’t respond.',
    'Correct the proxy in Settings, or the variables https_proxy and no_proxy.',
  ],
  proxyUnsupported: () => [
    'Only unsupported proxy types (SOCKS, QUIC) are configured.',
    `${network} for an HTTP proxy, and set it in Settings.`,
  ],
  proxyBroken: (detail) => [
    `The proxy ${detail('proxy')} dropped the connection or sent an invalid response (${detail('code')}).`,
    `${network} about it.`,
  ],
  nameNotNeeded: (detail) => [`${detail('host')} is an IP address; no lookup needed.`, null],
  nameLeftToProxy: (detail) => [`The proxy resolves ${detail('host')}.`, null],
  nameFound: (detail) => [`${detail('host')} resolves to ${detail('addresses')}.`, null],
  nameNotFound: (detail) => [
    `${detail('host')} doesn’t exist in DNS.`,
    'Check the address for typos. If it’s correct, you may need the company network or VPN.',
  ],
  nameNotAnswered: (detail) => [
    `DNS lookup for ${detail('host')} failed (${detail('code')}).`,
    'Check this computer’s network connection (cable, Wi-Fi, VPN), then check the address for typos.',
  ],
  tcpOpen: (detail) => [`${address(detail)} accepts connections.`, null],
  tcpThroughProxy: (detail) => [`${address(detail)} is reached through the proxy.`, null],
  tcpRefused: (detail) => [
    `Nothing is listening at ${address(detail)}. The service may be down.`,
    `${service} whether it’s running, and check the port in the address.`,
  ],
  tcpTimedOut: (detail) => [
    `${address(detail)} didn’t respond (timed out).`,
    `${network} whether a firewall is blocking it or a VPN is required. Then ask the service’s administrator.`,
  ],
  tcpNoRoute: (detail) => [`No network route to ${address(detail)}.`, 'Check your network or VPN connection.'],
  tlsTrusted: (detail) => [
    `${detail('protocol')}; certificate issued by ${detail('issuer')}, valid until ${time.date(detail('until'))}.`,
    null,
  ],
  tlsNotUsed: () => ['Not used: the address starts with http.', null],
  tlsEndsSoon: (detail) => [
    `The certificate expires on ${time.date(detail('until'))}.`,
    `${service} to renew it before then. After that date, calls will fail.`,
  ],
  tlsExpired: (detail) => [
    `The certificate of ${detail('host')} has expired.`,
    `${service} to renew it. If this computer’s clock is wrong, set it first.`,
  ],
  tlsNotYetValid: (detail) => [
    `The certificate of ${detail('host')} isn’t valid yet.`,
    'Check this computer’s clock. If it’s correct, contact the service’s administrator.',
  ],
  tlsOtherName: (detail) => [
    `The certificate isn’t for ${detail('host')}: another server is responding, or the address is wrong.`,
    'Check the address. Don’t ignore this: a key would be sent to the wrong server.',
  ],
  tlsUnknownIssuer: (detail) => [
    `The certificate of ${detail('host')} was issued by an authority this computer doesn’t trust (${detail('code')}).`,
    'If your company issues its own certificates, choose its certificate file in Settings. Don’t ignore this.',
  ],
  tlsNotSpoken: (detail) => [
    `${detail('host')} doesn’t use HTTPS on this port.`,
    'Check the port in the address. The sign-in page of a guest network can also cause this.',
  ],
  tlsBroken: (detail) => [
    `The connection to ${detail('host')} dropped before it was encrypted (${detail('code')}).`,
    `${network} whether a firewall blocks encrypted connections.`,
  ],
  serviceUp: (detail) => [`The service responds in ${detail('milliseconds')} ms.`, null],
  serviceSlow: (detail) => [`The service took ${detail('seconds')} s to respond.`, `${service} why it’s slow.`],
  serviceTimedOut: (detail) => [
    `The service didn’t respond within ${detail('seconds')} s.`,
    `${service} why it’s slow.`,
  ],
  serviceCut: () => [
    'The service closed the connection without a response.',
    'Contact the service’s administrator. It’s safe to run the checks again.',
  ],
  serviceBusy: (detail) => [
    `The service is busy or responds too slowly (status ${detail('status')}).`,
    'Wait a minute, then run the checks again. If this continues, ask the service’s administrator.',
  ],
  serviceFailing: (detail) => [
    `The service has an internal error (status ${detail('status')}).`,
    'Contact the service’s administrator. It can’t be fixed from this computer.',
  ],
  serviceRedirects: (detail) => [
    `The service redirects to another address (status ${detail('status')}). Rundesk never follows redirects with a key.`,
    'Use the final address. It often starts with https instead of http, or has a different host name.',
  ],
  serviceNotOurs: (detail) => [
    `A server responded, but it isn’t the expected service (status ${detail('status')}).`,
    'Check the address: it may be a web server, a network sign-in page, or the wrong port.',
  ],
  clockRight: (detail) => {
    const seconds = Number(detail('seconds'))
    return [seconds === 0 ? 'The clocks match.' : `The clocks agree to within ${span(seconds)}.`, null]
  },
  clockOff: (detail) => [
    describeClock(detail),
    'Turn on automatic date and time. If this computer’s clock is correct, contact the service’s administrator.',
  ],
  clockUnknown: () => ['The service didn’t report its time.', null],
  versionComplete: (detail) => [`Version ${detail('version')} supports everything Rundesk needs.`, null],
  versionLacks: (detail) => [
    `Version ${detail('version')} doesn’t support: ${detail('missing')}. It silently ignores these options.`,
    `${service} to update it.`,
  ],
  versionTooOld: (detail) => [
    `Version ${detail('version')} is too old to place calls. It doesn’t support: ${detail('missing')}.`,
    `${service} to update it to 1.45.0 or newer.`,
  ],
  versionUnknown: () => [
    'The service didn’t report its version, or runs an unreleased build.',
    'Choose the configuration and caller ID with care: an old service silently ignores them.',
  ],
  keyWorks: (detail) => [
    [
      'The key works.',
      ...(detail('organization') === '' ? [] : [`Organization ${detail('organization')}.`]),
      ...(detail('adminPath') === ''
        ? []
        : [`Keys are listed at ${listPaths[detail('adminPath')] ?? detail('adminPath')}.`]),
    ].join(' '),
    null,
  ],
  keyRefused: () => [
    'The service rejected this profile’s key: it was archived or is unknown.',
    'Replace this profile’s key, or have it reactivated.',
  ],
  keyMissing: () => [
    'This profile’s key isn’t in the keychain, or was kept only until Rundesk quit.',
    'Unlock the keychain, or go to Manage profiles > Replace key and enter the key again.',
  ],
  keyNotChecked: () => ['Couldn’t check the key.', 'Run the checks again.'],
}

/** What was found, and what to do about it, or null if nothing needs to be done. */
type FindingText = { found: string; next: string | null }

const checkNames: Record<DoctorCheckName, string> = {
  runtime: 'This app',
  policy: 'Policy',
  keychain: 'Keychain',
  database: 'Saving calls',
  history: 'History',
  disk: 'Disk',
  certificates: 'Certificates',
  proxy: 'Proxy',
  name: 'DNS',
  tcp: 'Connection',
  tls: 'Encryption',
  service: 'Service',
  clock: 'Clock',
  version: 'Version',
  key: 'Key',
}

const capabilities: Record<CapabilityName, string> = {
  configurationChoice: 'choosing a telephony configuration',
  callByAgentUuid: 'calling by Agent UUID',
  callLimit: 'a limit on concurrent calls',
  noTestDefaults: 'calls without the agent’s test values',
  failedRunsReported: 'failure reasons',
  callerIdChoice: 'choosing a caller ID',
  readyConfigurations: 'configuration readiness',
}

/** The names of what a release lacks. Names unknown to this version are left out. */
const missingOf = (names: string): string => {
  const missing = names.split(' ')
  return common.list(capabilityNames.filter((name) => missing.includes(name)).map((name) => capabilities[name]))
}

/** The finding of one check, or null if it has none yet. */
const describe = ({ finding }: DoctorLine): FindingText | null => {
  if (finding === null) return null
  const details = { ...finding.details, missing: missingOf(finding.details['missing'] ?? '') }
  const [found, next] = { ...localFindings, ...connectionFindings }[finding.code]((name) => details[name] ?? '')
  return { found, next }
}

/** All problems in one string, or null while it is too early to say. */
const conclusion = (lines: readonly DoctorLine[], isOver: boolean): string | null => {
  const bad = lines.filter(({ finding }) => finding !== null && severityOf(finding) === 'bad')
  if (bad.length > 0) return bad.flatMap((line) => describe(line)?.found ?? []).join(' ')
  if (!isOver) return null
  return lines.some(({ step }) => step === 'cancelled') ? 'Stopped early.' : 'No problems found.'
}

/** The doctor: checks of everything that a call depends on. */
export const doctor = {
  title: 'Doctor',
  text: 'Checks everything a call depends on and suggests fixes. It works without a profile, sends each key only to its own service, and never places a call.',
  subject: 'Check',
  here: 'this computer only',
  otherAddress: 'another address…',
  address: 'Service address',
  /** Shown before there is a profile. */
  open: 'Can’t connect? Run the connection check…',
  start: 'Run checks',
  runAgain: 'Run again',
  stop: 'Stop',
  checking: 'Checking…',
  list: 'Check results',
  /** `profile` is null if none was checked, `age` while the checks run. */
  checkedAt: (profile: string | null, origin: string | null, age: string | null) =>
    [profile, origin ?? 'this computer only', age === null ? null : `checked ${age}`]
      .filter((part) => part !== null)
      .join(' · '),
  fix: 'Fix: ',
  resultLabel: (result: string) => `${result}: `,
  skipped: (check: DoctorCheckName) => `Skipped because of: ${checkNames[check]}.`,
  steps: { waiting: 'waiting', running: 'checking', skipped: 'skipped', cancelled: 'stopped' },
  results: { good: 'OK', note: 'Note', bad: 'Problem' },
  checks: checkNames,
  describe,
  conclusion,
}

import {
  capabilityNames,
  type CapabilityName,
  type DoctorCheckName,
  type DoctorLine,
  verdictOf,
} from '../../../contract/doctor.ts'
import { common } from './common.ts'
import { doctorHere } from './doctor-here.ts'
import { doctorWay } from './doctor-way.ts'

/** What was found, and what to do about it, or null where nothing needs doing. */
export type FindingWords = { found: string; next: string | null }

const checks: Record<DoctorCheckName, string> = {
  runtime: 'This app',
  policy: 'Policy',
  keychain: 'Keychain',
  database: 'Recording calls',
  history: 'History',
  disk: 'Disk',
  certificates: 'Certificates',
  proxy: 'Proxy',
  name: 'Name',
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
  callLimit: 'a limit on calls at once',
  noTestDefaults: 'calls without the agent’s test values',
  failedRunsTold: 'telling why a run failed',
  callerIdChoice: 'choosing a caller ID',
  readyConfigurations: 'telling which configurations are ready',
}

const isCapability = (name: string): name is CapabilityName => capabilityNames.some((one) => one === name)

/** What a release lacks, in words; a name that this app does not know is left out. */
const missingOf = (names: string): string =>
  common.list(
    names
      .split(' ')
      .filter(isCapability)
      .map((name) => capabilities[name]),
  )

/** Words for what one line found; null while it has found nothing. */
const inWords = ({ finding }: DoctorLine): FindingWords | null => {
  if (finding === null) return null
  const facts = { ...finding.facts, missing: missingOf(finding.facts['missing'] ?? '') }
  const [found, next] = { ...doctorHere, ...doctorWay }[finding.code]((name) => facts[name] ?? '')
  return { found, next }
}

/** In short, every trouble there is: is it us, the way, or the service; null while nothing can be said. */
const conclude = (lines: readonly DoctorLine[], isOver: boolean): string | null => {
  const bad = lines.filter(({ finding }) => finding !== null && verdictOf(finding) === 'bad')
  if (bad.length > 0) return bad.flatMap((line) => inWords(line)?.found ?? []).join(' ')
  if (!isOver) return null
  return lines.some(({ step }) => step === 'cancelled') ? 'Stopped before the end.' : 'Nothing stands in the way.'
}

/** Words of the doctor. */
export const doctor = {
  title: 'Doctor',
  text: 'Looks at everything that may stand between you and a call, and says what to do. It needs no profile, sends no key to anybody but the profile’s own service, and calls nobody.',
  subject: 'Look at',
  here: 'this computer only',
  elsewhere: 'another address …',
  address: 'Service address',
  /** Where there is no profile yet. */
  call: 'Cannot get through? Let the doctor look …',
  start: 'Look now',
  again: 'Look again',
  stop: 'Stop',
  looking: 'Looking …',
  list: 'What the doctor found',
  /** `age` is null while the look goes on. */
  lookedAt: (origin: string | null, age: string | null) =>
    [origin ?? 'this computer only', age === null ? null : `looked ${age}`].filter((part) => part !== null).join(' · '),
  remedy: 'What to do: ',
  told: (verdict: string) => `${verdict}: `,
  skipped: (check: DoctorCheckName) => `Not looked at, because of: ${checks[check]}.`,
  steps: { waiting: 'waiting', running: 'looking', skipped: 'left out', cancelled: 'stopped' },
  verdicts: { good: 'good', note: 'worth knowing', bad: 'trouble' },
  checks,
  inWords,
  conclude,
}

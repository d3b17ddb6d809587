import {
  doctorChecks,
  type DoctorFinding,
  type DoctorLine,
  type DoctorReport,
  type DoctorCheckName,
} from '../../../src/contract/doctor.ts'
import { type Outcome, succeed } from '../../../src/contract/failure.ts'
import type { HealthHour, HealthSample } from '../../../src/contract/app-status.ts'
import type { Input } from '../../../src/contract/operations.ts'

export type FakeSupport = {
  /** The findings of the checks that differ from the default. */
  findings?: Partial<Record<DoctorCheckName, DoctorFinding>>
  /** Checks that never finish. */
  hanging?: readonly DoctorCheckName[]
  /** Whether the last hour has failed health checks. */
  unwell?: boolean
  /** The event at which the check of a call fails when its evidence is saved. */
  brokenEvent?: number
}

type SupportOptions = FakeSupport & { now: () => number; announce: () => void }

const healthyDoctor: Record<DoctorCheckName, DoctorFinding> = {
  runtime: { code: 'runtimeSupported', details: { version: '0.1.0', electron: '45.4.1' } },
  policy: { code: 'policyNone', details: {} },
  keychain: { code: 'keychainUsable', details: { platform: 'linux' } },
  database: { code: 'databaseWritable', details: { backups: '7' } },
  history: { code: 'historyWhole', details: { events: '3604' } },
  disk: { code: 'diskEnough', details: { free: '88046829568' } },
  certificates: { code: 'certificatesTrusted', details: { system: '142', extra: '0' } },
  proxy: { code: 'proxyNone', details: {} },
  name: { code: 'nameFound', details: { host: 'voice.acme.example', addresses: '203.0.113.7' } },
  tcp: { code: 'tcpOpen', details: { host: 'voice.acme.example', port: '443' } },
  tls: {
    code: 'tlsTrusted',
    details: { protocol: 'TLSv1.3', issuer: 'Example Trust Services', until: '2027-02-11T00:00:00.000Z' },
  },
  service: { code: 'serviceUp', details: { milliseconds: '84' } },
  clock: { code: 'clockRight', details: { seconds: '0' } },
  version: { code: 'versionComplete', details: { version: '1.45.0', missing: '' } },
  key: { code: 'keyWorks', details: { organization: '7', adminPath: 'prefixed' } },
}

const connectionChecks: readonly DoctorCheckName[] = [
  'proxy',
  'name',
  'tcp',
  'tls',
  'service',
  'clock',
  'version',
  'key',
]

const healthSampleAt = (at: number, index: number, unwell: boolean): HealthSample => {
  const isDown = unwell && index % 9 > 5
  return {
    at: new Date(at).toISOString(),
    milliseconds: isDown ? null : 60 + ((index * 37) % 45) + (unwell ? (index * 97) % 700 : 0),
    version: isDown ? null : index < 20 ? '1.44.2' : '1.45.0',
    failure: isDown ? { kind: 'unavailable', cause: 'timedOut' } : null,
  }
}

const diagnostics = [
  '== Rundesk diagnostics ==',
  'made 2026-11-21T10:00:00.000Z',
  'version: 0.1.0',
  'electron: 45.4.1',
  '',
  '== Log, newest last ==',
  ...Array.from(
    { length: 60 },
    (_unused, index) =>
      `{"at":"2026-11-21T09:${String(index).padStart(2, '0')}:00.000Z","level":"info","event":"started"}`,
  ),
].join('\n')

/** Creates the support operations in memory: an hour of health checks, and a doctor with fixed findings. */
export const createFakeSupport = (options: SupportOptions) => {
  const { now, announce, findings = {}, hanging = [], unwell = false, brokenEvent = null } = options
  let report: DoctorReport | null = null
  const reply = <T>(value: T): Promise<Outcome<T>> => Promise.resolve(succeed(value))

  const lineOf = (check: DoctorCheckName, broken: DoctorCheckName | null): DoctorLine => {
    const plain = { check, because: null, finding: null, milliseconds: null }
    if (hanging.includes(check)) return { ...plain, step: 'running' }
    if (
      broken !== null &&
      connectionChecks.indexOf(check) > connectionChecks.indexOf(broken) &&
      connectionChecks.includes(broken)
    )
      return { ...plain, step: 'skipped', because: broken }
    return { ...plain, step: 'done', finding: findings[check] ?? healthyDoctor[check], milliseconds: 12 }
  }

  const hour = (): HealthHour => {
    const from = now() - 3_600_000
    const samples = Array.from({ length: 48 }, (_unused, index) =>
      healthSampleAt(from + 720_000 + index * 60_000, index, unwell),
    )
    return { from: new Date(from).toISOString(), until: new Date(now()).toISOString(), samples }
  }

  return {
    listHealth: (_input: Input<'listHealth'>) => reply(hour()),
    startDoctor: ({ subject }: Input<'startDoctor'>): Promise<Outcome<DoctorReport>> => {
      const checks = doctorChecks.filter((check) => subject.kind !== 'here' || !connectionChecks.includes(check))
      const broken = connectionChecks.find((check) => findings[check] !== undefined) ?? null
      const at = new Date(now()).toISOString()
      const waiting = checks.map((check): DoctorLine => ({ ...lineOf(check, null), step: 'waiting', finding: null }))
      const origin = subject.kind === 'here' ? null : 'https://voice.acme.example'
      const running: DoctorReport = { subject, origin, startedAt: at, endedAt: null, lines: waiting }
      const endedAt = hanging.length > 0 ? null : at
      report = { ...running, endedAt, lines: checks.map((check) => lineOf(check, broken)) }
      setTimeout(announce, 20)
      return reply(running)
    },
    saveEvidence: ({ callId }: Input<'saveEvidence'>) =>
      reply({ file: `rundesk-evidence-${callId}.html`, seal: '3f9a'.repeat(16), brokenEvent }),
    checkEvidence: ({ seal }: Input<'checkEvidence'>) =>
      reply({
        file: 'rundesk-evidence-48219.html',
        check:
          seal === null || seal === '3f9a'.repeat(16)
            ? {
                ok: true as const,
                seal: '3f9a'.repeat(16),
                isSealNoted: seal !== null,
                callId: '01K000000000000000000CA11A',
                workflowRunId: 48_219,
                madeAt: '2026-11-21T09:14:02.000Z',
                operator: 'Kim Lee',
                app: 'Rundesk 0.1.0',
                events: 3,
                exactEvents: 3,
                firstBroken: brokenEvent,
                isAffected: brokenEvent !== null,
                recoveries: [],
              }
            : { ok: false as const, fault: 'otherSeal' as const, event: null },
      }),
    previewDiagnostics: () => reply({ diagnosticsId: '7f3c2a1e-0000-4000-8000-000000009b21', text: diagnostics }),
    saveDiagnostics: () => reply({ file: 'rundesk-diagnostics-2026-11-21.txt' }),
    readDoctor: () => reply(report),
    cancelDoctor: () => {
      const stopped = (line: DoctorLine): DoctorLine =>
        line.step === 'running' ? { ...line, step: 'cancelled' } : line
      if (report !== null)
        report = { ...report, endedAt: new Date(now()).toISOString(), lines: report.lines.map(stopped) }
      announce()
      return reply({})
    },
  }
}

import type { AppInfo } from '../../contract/app-info.ts'
import { type DoctorReport, verdictOf } from '../../contract/doctor.ts'
import type { Failure, Outcome } from '../../contract/failure.ts'
import type { HealthHour } from '../../contract/health.ts'
import type { HistoryHealth } from '../../contract/history.ts'
import type { PolicyStanding } from '../../contract/policy.ts'
import type { Profile } from '../../contract/profile.ts'
import type { Settings } from '../../contract/settings.ts'

/** Everything the diagnostics tell of; none of it holds a key, a call, a number or a context. */
export type DiagnosticsFacts = {
  madeAt: string
  app: AppInfo
  profiles: readonly Profile[]
  settings: Settings
  policy: PolicyStanding
  history: Outcome<HistoryHealth>
  doctor: DoctorReport | null
  health: readonly { profileId: string; hour: HealthHour }[]
  log: readonly string[]
}

const line = (name: string, value: unknown): string =>
  `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`

/** A number of a version as a runtime writes it, such as `130.0.6723.170`; nothing longer, and nothing with blanks. */
const versionShape = /^\d{1,4}(?:\.\d{1,6}){1,3}(?:-[a-z]+\.\d{1,4})?$/

/**
 * The lines that hold nothing but the versions of our own runtime. Their digits have the shape of a telephone number, and
 * a mask would take them for one. SECURITY: only what the app says of itself, only where it has the shape of a version.
 */
export const versionLines = ({ version, electron, chromium, node }: AppInfo): string[] =>
  Object.entries({ version, electron, chromium, node }).flatMap(([name, value]) =>
    versionShape.test(value) ? [line(name, value)] : [],
  )

const named = (values: object): string[] => Object.entries(values).map(([name, value]) => line(name, value))

const section = (title: string, lines: readonly string[]): string =>
  [`== ${title} ==`, ...(lines.length === 0 ? ['(nothing)'] : lines), ''].join('\n')

/** Names that people gave are left out: an id tells profiles apart as well. */
const profileLine = (profile: Profile): string => {
  const { id, kind, referenceName } = profile
  const where = profile.kind === 'service' ? `${profile.origin} key kept: ${profile.custody}` : ''
  return `${id} ${kind} reference: ${referenceName ?? 'none'} ${where}`.trim()
}

const doctorLines = (report: DoctorReport | null): string[] => {
  if (report === null) return []
  const { subject, origin, startedAt, endedAt, lines } = report
  const head = `${subject.kind} ${origin ?? ''} from ${startedAt} to ${endedAt ?? 'now'}`
  const told = lines.map(({ check, step, finding, because, milliseconds }) => {
    if (finding === null) return `${check}: ${step}${because === null ? '' : ` because of ${because}`}`
    const facts = Object.entries(finding.facts).map(([name, fact]) => `${name}=${fact}`)
    return [`${check}: ${verdictOf(finding)} ${finding.code}`, ...facts, `${Math.round(milliseconds ?? 0)} ms`].join(
      ' ',
    )
  })
  return [head, ...told]
}

const failureWord = (failure: Failure): string => {
  if (failure.kind === 'unreachable' || failure.kind === 'unavailable') return `${failure.kind} ${failure.cause}`
  return failure.kind === 'keychain' || failure.kind === 'storage' ? `${failure.kind} ${failure.reason}` : failure.kind
}

const healthLines = ({ profileId, hour }: DiagnosticsFacts['health'][number]): string[] =>
  hour.samples.map(({ at, milliseconds, version, failure }) =>
    milliseconds === null
      ? `${profileId} ${at} ${failure === null ? '' : failureWord(failure)}`
      : `${profileId} ${at} ${Math.round(milliseconds)} ms ${version ?? 'version not told'}`,
  )

/** The diagnostics as one plain text, a section a matter; it is scrubbed by whoever shows or saves it. */
export const diagnosticsText = (facts: DiagnosticsFacts): string => {
  const { madeAt, app, profiles, settings, policy, history, doctor, health, log } = facts
  return [
    section('Rundesk diagnostics', [`made ${madeAt}`, ...named(app)]),
    section('Profiles', profiles.map(profileLine)),
    section('Settings', named(settings)),
    section('Policy', named(policy)),
    section('History', history.ok ? named(history.value) : [failureWord(history.failure)]),
    section('Doctor', doctorLines(doctor)),
    section('Health in the last hour', health.flatMap(healthLines)),
    section('Log, newest last', log),
  ].join('\n')
}

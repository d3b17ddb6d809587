import { basename } from 'node:path'
import { fileMessages } from '../../../messages/native.ts'
import { type Failure, invalid, type Outcome, succeed } from '../../../contract/failure.ts'
import type { Scrub } from '../../log/redact.ts'
import type { ChooseSupportFile, WriteSupportFile } from './evidence.ts'
import type { AppInfo, HealthHour, HistoryHealth } from '../../../contract/app-status.ts'
import { type DoctorReport, severityOf } from '../../../contract/doctor.ts'
import type { PolicyStatus } from '../../../contract/policy.ts'
import type { Profile } from '../../../contract/profile.ts'
import { localDay } from '../../../domain/local-day.ts'
import type { Settings } from '../../../contract/settings.ts'
import { parseJson } from '../../../domain/json.ts'

type DiagnosticsDeps = {
  gather: () => Promise<DiagnosticsContent>
  chooseFile: ChooseSupportFile
  write: WriteSupportFile
  scrub: Scrub
  clock: () => number
  createUuid: () => string
  /** Runs an action after a delay. */
  after: (milliseconds: number, action: () => void) => unknown
}

type ShownDiagnostics = { diagnosticsId: string; text: string }

/** How long a preview can be saved, in milliseconds. */
const previewMilliseconds = 600_000
const maxCharacters = 500_000

/**
 * Diagnostics in two steps, so that exactly the text that was shown is saved. SECURITY: every string is redacted; log
 * lines were already redacted once when they were written. Numeric values are kept: they are the app's own (times,
 * ports, counts), and adjacent ones would look like phone numbers.
 */
export const createDiagnostics = ({ gather, chooseFile, write, scrub, clock, createUuid, after }: DiagnosticsDeps) => {
  let shown: ShownDiagnostics | null = null

  return {
    async preview(): Promise<Outcome<ShownDiagnostics>> {
      const text = diagnosticsText(scrubContent(await gather(), scrub))
      const preview = { diagnosticsId: createUuid(), text: text.slice(-maxCharacters) }
      shown = preview
      after(previewMilliseconds, () => {
        if (shown === preview) shown = null
      })
      return succeed(preview)
    },

    async save(diagnosticsId: string): Promise<Outcome<{ file: string | null }>> {
      if (shown?.diagnosticsId !== diagnosticsId) return invalid(['diagnosticsId'], 'invalid')
      const { text } = shown
      const name = `rundesk-diagnostics-${localDay(clock())}.txt`
      const file = await chooseFile({ name, format: 'text' })
      if (file === null) return succeed({ file: null })
      const written = await write(file, text)
      return written.ok ? succeed({ file: basename(file) }) : written
    },
  }
}

const texts = fileMessages.diagnostics

/** The content of the diagnostics: no keys, calls, phone numbers or contexts. */
export type DiagnosticsContent = {
  madeAt: string
  app: AppInfo
  profiles: readonly Profile[]
  settings: Settings
  policy: PolicyStatus
  history: Outcome<HistoryHealth>
  doctor: DoctorReport | null
  health: readonly { profileId: string; hour: HealthHour }[]
  log: readonly string[]
}

const line = (name: string, value: unknown): string =>
  `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`

/** The format of a version, such as `130.0.6723.170`. */
const versionShape = /^\d{1,4}(?:\.\d{1,6}){1,3}(?:-[a-z]+\.\d{1,4})?$/

/** The format of an IP address, such as `10.142.33.215`. */
const addressShape = /^\d{1,3}(?:\.\d{1,3}){3}$/

/** Fields that contain the version of a program. */
const versionFields: ReadonlySet<string> = new Set(['version', 'electron', 'chromium', 'node'])

/** Fields that contain a number of bytes, events, calls or lists, which would look like a phone number. */
const countFields: ReadonlySet<string> = new Set(['free', 'events', 'firstBroken', 'missingCalls', 'missingLists'])

/** SECURITY: returns true only for a field that a program fills, and only if its value has that field's format. */
const isHarmless = (field: string, text: string): boolean =>
  (versionFields.has(field) && versionShape.test(text)) ||
  (countFields.has(field) && /^\d{1,16}$/.test(text)) ||
  (field === 'host' && addressShape.test(text))

const scrubValue = (value: unknown, field: string, scrub: Scrub, keeps = isHarmless): unknown => {
  if (typeof value === 'string') return keeps(field, value) ? value : scrub(value)
  if (Array.isArray(value)) return value.map((item) => scrubValue(item, field, scrub, keeps))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [scrub(name), scrubValue(item, name, scrub, keeps)]),
  )
}

/** Redacts a log line: all strings in its fields, or the whole line if it is truncated or damaged. */
const scrubLine = (text: string, scrub: Scrub): string => {
  const value = parseJson(text)
  return value === undefined ? scrub(text) : JSON.stringify(scrubValue(value, '', scrub, () => false))
}

/** Redacts each string separately: within a line, adjacent IDs and times would look like one number. */
const scrubContent = (content: DiagnosticsContent, scrub: Scrub): DiagnosticsContent => {
  const { log, ...rest } = content
  // The structure is unchanged: only strings change.
  return { ...(scrubValue(rest, '', scrub) as typeof rest), log: log.map((text) => scrubLine(text, scrub)) }
}

const linesOf = (values: object): string[] => Object.entries(values).map(([name, value]) => line(name, value))

const section = (title: string, lines: readonly string[]): string =>
  [`== ${title} ==`, ...(lines.length === 0 ? [texts.empty] : lines), ''].join('\n')

/** Describes a profile without its name. */
const profileLine = (profile: Profile): string => {
  const { id, kind, referenceName } = profile
  const where = profile.kind === 'service' ? `${profile.origin} ${texts.profile(profile.keyStorage)}` : ''
  return `${id} ${kind} ${texts.reference(referenceName)} ${where}`.trim()
}

const doctorLines = (report: DoctorReport | null): string[] => {
  if (report === null) return []
  const { subject, origin, startedAt, endedAt, lines } = report
  const head = `${subject.kind} ${origin ?? ''} from ${startedAt} to ${endedAt ?? 'now'}`
  const checks = lines.map(({ check, step, finding, because, milliseconds }) => {
    if (finding === null) return `${check}: ${step}${because === null ? '' : ` ${texts.skippedBecauseOf(because)}`}`
    const details = Object.entries(finding.details).map(([name, value]) => `${name}=${value}`)
    return [`${check}: ${severityOf(finding)} ${finding.code}`, ...details, `${Math.round(milliseconds ?? 0)} ms`].join(
      ' ',
    )
  })
  return [head, ...checks]
}

const failureText = (failure: Failure): string => {
  if (failure.kind === 'unreachable' || failure.kind === 'unavailable') return `${failure.kind} ${failure.cause}`
  return failure.kind === 'keychain' || failure.kind === 'storage' ? `${failure.kind} ${failure.reason}` : failure.kind
}

const healthLines = ({ profileId, hour }: DiagnosticsContent['health'][number]): string[] => [
  `${profileId} ${texts.checksSince(hour.from)}`,
  ...hour.samples.map(({ at, milliseconds, version, failure }) =>
    milliseconds === null
      ? `${profileId} ${at} ${failure === null ? '' : failureText(failure)}`
      : `${profileId} ${at} ${Math.round(milliseconds)} ms ${version ?? texts.versionNotReported}`,
  ),
]

/** Formats the diagnostics as plain text, not yet redacted. */
export const diagnosticsText = (content: DiagnosticsContent): string => {
  const { madeAt, app, profiles, settings, policy, history, doctor, health, log } = content
  return [
    section(texts.title, [texts.created(madeAt), ...linesOf(app)]),
    section(texts.sections.profiles, profiles.map(profileLine)),
    section(texts.sections.settings, linesOf(settings)),
    section(texts.sections.policy, linesOf(policy)),
    section(texts.sections.history, history.ok ? linesOf(history.value) : [failureText(history.failure)]),
    section(texts.sections.checks, doctorLines(doctor)),
    section(texts.sections.health, health.flatMap(healthLines)),
    section(texts.sections.log, log),
  ].join('\n')
}

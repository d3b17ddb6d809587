import {
  capabilityNames,
  type DoctorDetails,
  type DoctorFinding,
  type DoctorFindingCode,
  doctorFindings,
} from '../../../src/contract/doctor.ts'
import { storageReasons } from '../../../src/contract/failure.ts'
import { policyReasons } from '../../../src/contract/policy.ts'
import { longestHealthCheck } from '../../../src/domain/request-limits.ts'
import { missingCapabilities, readVersion } from '../../../src/main/features/support/checks-connection.ts'
import { messages } from '../../../src/messages/index.ts'
import { everyDoctorFinding } from '../every-doctor-finding.ts'

/** The details that the examples on the page show. */
const example: DoctorDetails = { ...everyDoctorFinding, missing: capabilityNames[0], locked: '', origins: '' }

const ofReasons = (reasons: readonly string[]): DoctorDetails[] => reasons.map((reason) => ({ reason }))
const platforms: DoctorDetails[] = ['linux', 'darwin', 'win32'].map((platform) => ({ platform }))
const policies: DoctorDetails[] = ofReasons(policyReasons).map((one) => ({ ...one, file: 'policy.json' }))

/** Returns a release with the capabilities that it actually lacks, so that the page is consistent. */
const release = (version: string): DoctorDetails[] => {
  const read = readVersion(version)
  if (read === null) throw new Error(`${version} is not a version.`)
  return [
    {
      version,
      missing: missingCapabilities(read)
        .map(({ name }) => name)
        .join(' '),
    },
  ]
}

/** Findings with several messages; each message has its own line. */
const variants: Partial<Record<DoctorFindingCode, readonly DoctorDetails[]>> = {
  policyKept: [{ reason: 'content', file: 'policy.json', locked: 'proxy' }],
  policyRefused: policies,
  keychainUnavailable: platforms,
  databaseStopped: ofReasons(storageReasons),
  historyIncomplete: [
    {},
    { missingCalls: '', missingLists: '' },
    { missingCalls: '', missingLists: '', lostAll: 'true' },
  ],
  // `databaseStopped` lists the other reasons.
  historyUnreadable: [{ reason: 'diskError' }],
  diskFull: [{ free: '104857600' }],
  serviceRedirects: [{ status: '301' }],
  serviceBusy: [{ status: '429' }],
  serviceNotOurs: [{ status: '404' }],
  versionLacks: release('1.44.0'),
  versionTooOld: release('1.31.0'),
  clockOff: [{ direction: 'behind' }, { direction: 'ahead' }],
  late: [{ seconds: '10' }],
  serviceSlow: [{ seconds: '11' }],
  serviceTimedOut: [{ seconds: String(longestHealthCheck / 1000) }],
}

const lineOf = (finding: DoctorFinding): string => {
  const text = messages.doctor.describe({ check: 'tcp', step: 'done', finding, because: null, milliseconds: 1 })
  if (text === null) throw new Error(`The doctor has no text for ${finding.code}.`)
  return `- **${text.found}** ${text.next ?? 'No action needed.'}`
}

// Object.keys loses the type of the names.
const codes = Object.keys(doctorFindings) as DoctorFindingCode[]

const linesOf = (findings: readonly DoctorFindingCode[]): string[] => [
  ...new Set(
    findings.flatMap((code) =>
      (variants[code] ?? [{}]).map((details) => lineOf({ code, details: { ...example, ...details } })),
    ),
  ),
]

/** Returns every finding that is not good as lines of Markdown, below the names of its checks: what was found, and the fix. */
export const doctorLines = (): string[] => {
  const relevant = codes.filter((code) => doctorFindings[code] !== 'good')
  const checks = Object.entries(messages.doctor.checks)
  const checkOf = (code: string): string | null =>
    checks.flatMap(([check]) => (code.startsWith(check) ? check : [])).toSorted((a, b) => b.length - a.length)[0] ??
    null
  const sections = checks.map(([check, title]) => ({
    title,
    codes: relevant.filter((code) => checkOf(code) === check),
  }))
  const rest = relevant.filter((code) => checkOf(code) === null)
  return [...sections, { title: 'Any of them', codes: rest }]
    .filter((section) => section.codes.length > 0)
    .flatMap((section) => [`## ${section.title}`, ...linesOf(section.codes)])
}

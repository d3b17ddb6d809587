import {
  capabilityNames,
  type DoctorFacts,
  type DoctorFinding,
  type DoctorFindingCode,
  doctorFindings,
} from '../../../src/contract/doctor.ts'
import { storageReasons } from '../../../src/contract/failure.ts'
import { policyReasons } from '../../../src/contract/policy.ts'
import { lacking, readVersion } from '../../../src/main/doctor/capabilities.ts'
import { words } from '../../../src/renderer/words/words.ts'
import { everyDoctorFact } from '../every-doctor-fact.ts'

/** What the examples on the page are about: where one name may do for many, the first one. */
const example: DoctorFacts = { ...everyDoctorFact, missing: capabilityNames[0], locked: '', origins: '' }

const ofReasons = (reasons: readonly string[]): DoctorFacts[] => reasons.map((reason) => ({ reason }))
const platforms: DoctorFacts[] = ['linux', 'darwin', 'win32'].map((platform) => ({ platform }))
const policies: DoctorFacts[] = ofReasons(policyReasons).map((one) => ({ ...one, file: 'policy.json' }))

/** A release with what it really lacks: the page must not contradict itself. */
const release = (version: string): DoctorFacts[] => {
  const read = readVersion(version)
  if (read === null) throw new Error(`${version} is no release.`)
  return [
    {
      version,
      missing: lacking(read)
        .map(({ name }) => name)
        .join(' '),
    },
  ]
}

/** Findings that say different things for different reasons: each of them has a line of its own. */
const variants: Partial<Record<DoctorFindingCode, readonly DoctorFacts[]>> = {
  policyKept: [{ reason: 'content', file: 'policy.json', locked: 'proxy' }],
  policyRefused: policies,
  keychainLocked: platforms,
  keychainUnavailable: platforms,
  databaseStopped: ofReasons(storageReasons),
  // The other reasons are those of a recording that stopped.
  historyUnreadable: [{ reason: 'diskError' }],
  diskFull: [{ free: '104857600' }],
  serviceRedirects: [{ status: '301' }],
  serviceNotOurs: [{ status: '404' }],
  versionLacks: release('1.44.0'),
  versionTooOld: release('1.31.0'),
  clockOff: [{ direction: 'behind' }, { direction: 'ahead' }],
  late: [{ seconds: '10' }],
  serviceTimedOut: [{ seconds: '10' }],
}

const lineOf = (finding: DoctorFinding): string => {
  const said = words.doctor.inWords({ check: 'tcp', step: 'done', finding, because: null, milliseconds: 1 })
  if (said === null) throw new Error(`Nothing is said of ${finding.code}.`)
  return `- **${said.found}** ${said.next ?? 'Nothing has to be done.'}`
}

// The names of a constant object are its keys.
const codes = Object.keys(doctorFindings) as DoctorFindingCode[]

const linesOf = (some: readonly DoctorFindingCode[]): string[] => [
  ...new Set(
    some.flatMap((code) => (variants[code] ?? [{}]).map((facts) => lineOf({ code, facts: { ...example, ...facts } }))),
  ),
]

/**
 * Everything but good news that the doctor may find, as lines of Markdown under the names of its checks: what was found,
 * and what to do.
 */
export const doctorLines = (): string[] => {
  const worrying = codes.filter((code) => doctorFindings[code] !== 'good')
  const checks = Object.entries(words.doctor.checks)
  const checkOf = (code: string): string | null =>
    checks.flatMap(([check]) => (code.startsWith(check) ? check : [])).toSorted((a, b) => b.length - a.length)[0] ??
    null
  const sections = checks.map(([check, title]) => ({
    title,
    codes: worrying.filter((code) => checkOf(code) === check),
  }))
  const rest = worrying.filter((code) => checkOf(code) === null)
  return [...sections, { title: 'Any of them', codes: rest }]
    .filter((section) => section.codes.length > 0)
    .flatMap((section) => [`## ${section.title}`, ...linesOf(section.codes)])
}

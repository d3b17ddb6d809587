import { z } from 'zod'
import { profileIdSchema } from './profile.ts'

/** Everything the doctor looks at, in the order in which it is shown: this computer first, then the way to the service. */
export const doctorChecks = [
  'runtime',
  'policy',
  'keychain',
  'database',
  'history',
  'disk',
  'certificates',
  'proxy',
  'name',
  'tcp',
  'tls',
  'service',
  'clock',
  'version',
  'key',
] as const

export type DoctorCheckName = (typeof doctorChecks)[number]

/** `note`: nothing is broken, and it is worth knowing. */
export type DoctorVerdict = 'good' | 'note' | 'bad'

/** Everything a check may find, and how grave it is. */
export const doctorFindings = {
  runtimeSupported: 'good',
  runtimeTrial: 'bad',
  runtimeWithoutWindow: 'note',
  policyNone: 'good',
  policyInForce: 'good',
  policyKept: 'bad',
  policyRefused: 'bad',
  keychainUsable: 'good',
  keychainLocked: 'bad',
  keychainUnavailable: 'bad',
  keychainTimedOut: 'bad',
  databaseWritable: 'good',
  databaseStopped: 'bad',
  historyWhole: 'good',
  historyBroken: 'bad',
  historyUnreadable: 'bad',
  diskEnough: 'good',
  diskLow: 'note',
  diskFull: 'bad',
  diskNotTold: 'note',
  certificatesTrusted: 'good',
  certificatesBundledOnly: 'note',
  certificatesFileBad: 'bad',
  proxyNone: 'good',
  proxyOpen: 'good',
  proxyRefused: 'bad',
  proxyAuthentication: 'bad',
  proxyGateway: 'bad',
  proxyUnreachable: 'bad',
  proxyTimedOut: 'bad',
  proxyCertificate: 'bad',
  proxySetting: 'bad',
  proxyUnsupported: 'bad',
  proxyBroken: 'bad',
  nameNotNeeded: 'good',
  nameLeftToProxy: 'good',
  nameFound: 'good',
  nameNotFound: 'bad',
  nameNotAnswered: 'bad',
  tcpOpen: 'good',
  tcpThroughProxy: 'good',
  tcpRefused: 'bad',
  tcpTimedOut: 'bad',
  tcpNoRoute: 'bad',
  tlsTrusted: 'good',
  tlsNotUsed: 'good',
  tlsEndsSoon: 'note',
  tlsExpired: 'bad',
  tlsNotYetValid: 'bad',
  tlsOtherName: 'bad',
  tlsUnknownIssuer: 'bad',
  tlsNotSpoken: 'bad',
  tlsBroken: 'bad',
  serviceUp: 'good',
  serviceTimedOut: 'bad',
  serviceCut: 'bad',
  serviceFailing: 'bad',
  serviceRedirects: 'bad',
  serviceNotOurs: 'bad',
  clockRight: 'good',
  clockOff: 'bad',
  clockNotTold: 'note',
  versionComplete: 'good',
  versionLacks: 'note',
  versionTooOld: 'bad',
  versionNotTold: 'note',
  keyWorks: 'good',
  keyRefused: 'bad',
  keyMissing: 'bad',
  keyNotAsked: 'note',
  /** The check did not end in its time. */
  late: 'bad',
  /** The check itself failed in a way nobody foresaw. */
  broken: 'bad',
} as const satisfies Record<string, DoctorVerdict>

export type DoctorFindingCode = keyof typeof doctorFindings

/** What releases of the service have learned one after the other, as `versionLacks` names it, apart by blanks. */
export const capabilityNames = [
  'configurationChoice',
  'callByAgentUuid',
  'callLimit',
  'noTestDefaults',
  'failedRunsTold',
  'callerIdChoice',
  'readyConfigurations',
] as const
export type CapabilityName = (typeof capabilityNames)[number]

const codes = z.enum(
  // Object.keys forgets the names of a constant object; they are exactly those of the table above.
  Object.keys(doctorFindings) as [DoctorFindingCode, ...DoctorFindingCode[]],
)

const fact = z.string().max(400).optional()

/** What the words of a finding need: addresses, numbers and names, each as text. Nothing else can be told. */
export const doctorFactsSchema = z.object({
  version: fact,
  electron: fact,
  chromium: fact,
  node: fact,
  platform: fact,
  /** Of a keychain or a storage failure, or why a policy was not taken. */
  reason: fact,
  backups: fact,
  newestAt: fact,
  events: fact,
  firstBroken: fact,
  /** Bytes. */
  free: fact,
  /** The system's or the network's own word for a trouble. */
  code: fact,
  file: fact,
  /** How many certificates. */
  system: fact,
  extra: fact,
  proxy: fact,
  host: fact,
  port: fact,
  addresses: fact,
  protocol: fact,
  issuer: fact,
  until: fact,
  status: fact,
  milliseconds: fact,
  seconds: fact,
  direction: fact,
  /** The service's own time. */
  serviceDate: fact,
  /** Names of capabilities, apart by blanks. */
  missing: fact,
  organization: fact,
  /** Under which path a service lists keys: `prefixed` with `/api/v1`, or `bare`. */
  adminPath: fact,
  /** Where in a policy file, which settings it locks (apart by blanks), and which services it allows. */
  at: fact,
  locked: fact,
  origins: fact,
  kind: fact,
  reference: fact,
})
export type DoctorFacts = z.infer<typeof doctorFactsSchema>

export const doctorFindingSchema = z.object({ code: codes, facts: doctorFactsSchema })

/** What one check found. */
export type DoctorFinding = z.infer<typeof doctorFindingSchema>

const checkNameSchema = z.enum(doctorChecks)

export const doctorLineSchema = z.object({
  check: checkNameSchema,
  /** `skipped` because of an earlier check, which `because` names; `cancelled` by a person. */
  step: z.enum(['waiting', 'running', 'done', 'skipped', 'cancelled']),
  finding: doctorFindingSchema.nullable(),
  because: checkNameSchema.nullable(),
  milliseconds: z.number().nullable(),
})
export type DoctorLine = z.infer<typeof doctorLineSchema>

/** Whom the doctor looks at: a profile, an address without any profile, or this computer alone. */
export const doctorSubjectSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('profile'), profileId: profileIdSchema }),
  z.object({ kind: z.literal('origin'), origin: z.string().max(2048) }),
  z.object({ kind: z.literal('here') }),
])
export type DoctorSubject = z.infer<typeof doctorSubjectSchema>

export const doctorReportSchema = z.object({
  subject: doctorSubjectSchema,
  /** Where the service is; null when only this computer is looked at. */
  origin: z.string().max(300).nullable(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  lines: z.array(doctorLineSchema),
})

/** What the doctor has found so far; a line that is not done yet says so. */
export type DoctorReport = z.infer<typeof doctorReportSchema>

/** The verdict of a finding. */
export const verdictOf = ({ code }: Pick<DoctorFinding, 'code'>): DoctorVerdict => doctorFindings[code]

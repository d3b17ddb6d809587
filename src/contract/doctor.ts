import { z } from 'zod'
import { profileIdSchema } from './profile.ts'

/** The doctor's checks in display order: first this computer, then the connection to the service. */
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

/** `note`: not a fault, but useful to know. */
export type DoctorSeverity = 'good' | 'note' | 'bad'

/** The findings of each check, with their severity. */
export const doctorFindings = {
  runtimeSupported: 'good',
  // It is not the cause of a failed check: the doctor refuses the services that such a build can't connect to.
  runtimeTrial: 'note',
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
  historyIncomplete: 'bad',
  historyLossNoted: 'note',
  historyUnreadable: 'bad',
  diskEnough: 'good',
  diskLow: 'note',
  diskFull: 'bad',
  diskUnknown: 'note',
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
  serviceSlow: 'note',
  serviceTimedOut: 'bad',
  serviceCut: 'bad',
  serviceBusy: 'bad',
  serviceFailing: 'bad',
  serviceRedirects: 'bad',
  serviceNotOurs: 'bad',
  clockRight: 'good',
  clockOff: 'bad',
  clockUnknown: 'note',
  versionComplete: 'good',
  versionLacks: 'note',
  versionTooOld: 'bad',
  versionUnknown: 'note',
  keyWorks: 'good',
  keyRefused: 'bad',
  keyMissing: 'bad',
  keyNotChecked: 'note',
  /** The check timed out. */
  late: 'bad',
  /** The check itself failed unexpectedly. */
  broken: 'bad',
} as const satisfies Record<string, DoctorSeverity>

export type DoctorFindingCode = keyof typeof doctorFindings

/**
 * Capabilities in the order in which the service's releases added them; `versionLacks` lists the missing ones,
 * separated by spaces.
 */
export const capabilityNames = [
  'configurationChoice',
  'callByAgentUuid',
  'callLimit',
  'noTestDefaults',
  'failedRunsReported',
  'callerIdChoice',
  'readyConfigurations',
] as const
export type CapabilityName = (typeof capabilityNames)[number]

const codes = z.enum(
  // Object.keys returns string[], but the keys are those of the table above.
  Object.keys(doctorFindings) as [DoctorFindingCode, ...DoctorFindingCode[]],
)

const detail = z.string().max(400).optional()

/** The values for a finding's text, as strings. No other values are allowed. */
const doctorDetailsSchema = z.object({
  version: detail,
  electron: detail,
  chromium: detail,
  node: detail,
  platform: detail,
  /** Why the keychain or storage failed, why a policy was rejected, or why calls may be missing from the history. */
  reason: detail,
  backups: detail,
  newestAt: detail,
  events: detail,
  firstBroken: detail,
  /** How many calls and lists are known to be missing from the history. */
  missingCalls: detail,
  missingLists: detail,
  /** `true` if the whole history was lost. */
  lostAll: detail,
  /** When the loss was found. */
  lostAt: detail,
  /** Bytes. */
  free: detail,
  /** The error code from the system or the network. */
  code: detail,
  file: detail,
  /** The number of certificates. */
  system: detail,
  extra: detail,
  proxy: detail,
  host: detail,
  port: detail,
  addresses: detail,
  protocol: detail,
  issuer: detail,
  until: detail,
  status: detail,
  milliseconds: detail,
  seconds: detail,
  direction: detail,
  /** The service's time. */
  serviceDate: detail,
  /** Capability names, separated by spaces. */
  missing: detail,
  organization: detail,
  /** The path of the key endpoints: `prefixed` with `/api/v1`, or `bare`. */
  adminPath: detail,
  /** A position in the policy file, the settings it locks (separated by spaces), and the services it allows. */
  at: detail,
  locked: detail,
  origins: detail,
  kind: detail,
  reference: detail,
})
export type DoctorDetails = z.infer<typeof doctorDetailsSchema>

const doctorFindingSchema = z.object({ code: codes, details: doctorDetailsSchema })

/** The result of one check. */
export type DoctorFinding = z.infer<typeof doctorFindingSchema>

const checkNameSchema = z.enum(doctorChecks)

const doctorLineSchema = z.object({
  check: checkNameSchema,
  /** `skipped` because of the earlier check in `because`; `cancelled` by the user. */
  step: z.enum(['waiting', 'running', 'done', 'skipped', 'cancelled']),
  finding: doctorFindingSchema.nullable(),
  because: checkNameSchema.nullable(),
  milliseconds: z.number().nullable(),
})
export type DoctorLine = z.infer<typeof doctorLineSchema>

/** What the doctor checks: a profile, an address without a profile, or this computer only. */
export const doctorSubjectSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('profile'), profileId: profileIdSchema }),
  z.object({ kind: z.literal('origin'), origin: z.string().max(2048) }),
  z.object({ kind: z.literal('here') }),
])
export type DoctorSubject = z.infer<typeof doctorSubjectSchema>

export const doctorReportSchema = z.object({
  subject: doctorSubjectSchema,
  /** The service's origin; null if only this computer is checked. */
  origin: z.string().max(300).nullable(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  lines: z.array(doctorLineSchema),
})

/** The doctor's results so far; unfinished checks are marked. */
export type DoctorReport = z.infer<typeof doctorReportSchema>

/** The severity of a finding. */
export const severityOf = ({ code }: Pick<DoctorFinding, 'code'>): DoctorSeverity => doctorFindings[code]

import { z } from 'zod'
import { recoverySchema } from './app-status.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const time = z.iso.datetime()
const json = z.json()

const evidenceEventSchema = z.object({
  /** The event's sequence number in the whole history. */
  sequence: z.int(),
  at: time,
  state: z.string(),
  /** The masked state of the call at that time. */
  outcome: json,
  previous: z.string().regex(/^([0-9a-f]{64})?$/),
  digest: sha256,
  hash: sha256,
  /**
   * The exact string that was hashed, and its salt. Both are null if the string contains something that must be masked,
   * because a masked number could be guessed from them.
   */
  text: z.string().nullable(),
  salt: z.string().nullable(),
})
export type EvidenceEvent = z.infer<typeof evidenceEventSchema>

export const evidenceSchema = z.object({
  format: z.literal('rundesk-evidence-1'),
  madeAt: time,
  /** Who created the evidence, and with which version of the app. */
  operator: z.string(),
  app: z.string(),
  call: z.object({
    callId: z.string(),
    profileName: z.string(),
    practice: z.boolean(),
    origin: z.string(),
    agentUuid: z.string(),
    agentName: z.string().nullable(),
    phoneNumber: z.string(),
    telephonyConfigurationId: z.int().nullable(),
    telephonyConfigurationName: z.string().nullable(),
    fromPhoneNumberId: z.int().nullable(),
    fromPhoneNumberText: z.string().nullable(),
    redialOf: z.string().nullable(),
    preparedAt: time,
    /** Null if Rundesk did not see the connection end, or never sent the request. */
    endedAt: time.nullable(),
    /** The service's time in its response. */
    serverDate: time.nullable(),
    /** As displayed in the app. */
    state: z.string(),
    callPlaced: z.enum(['yes', 'no', 'unknown']),
    /** How the user resolved the call; null if it was not resolved by a user. */
    decision: z
      .object({ decision: z.enum(['placed', 'notPlaced']), who: z.string(), at: time, note: z.string() })
      .nullable(),
    /** Whether a run of a call that was resolved as not placed is its `own` or only `possible`; null or absent if none is. */
    runDespiteDecision: z.enum(['own', 'possible']).nullish(),
    /** Whether that run shows that the call was answered; absent in files of older versions. */
    wasAnswered: z.boolean().optional(),
    /** When the number, context and texts were erased on this computer; absent or null if they were not. */
    erasedAt: time.nullish(),
    /** The run that the file is named after and that was requested; null if there is none, several or only a possible one. */
    workflowRunId: z.int().nullable(),
    /** The call's known runs: its own, or the candidates. */
    workflowRunIds: z.array(z.int()),
    /** Those of these runs that certainly are the call's; absent in files of older versions. */
    ownRunIds: z.array(z.int()).optional(),
  }),
  note: z.object({ text: z.string(), at: time }).nullable(),
  request: z.object({
    /** False only if it is certain that not a single byte was sent. */
    mayHaveLeft: z.boolean(),
    method: z.string(),
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    body: json,
  }),
  events: z.array(evidenceEventSchema),
  /**
   * The whole history when the file was written: the number of events, the last hash, and whether every hash is valid.
   */
  chain: z.object({
    events: z.int(),
    head: z.string(),
    intact: z.boolean(),
    firstBroken: z.int().nullable(),
    checkedAt: time,
    /**
     * The recoveries of the history since the call was prepared, oldest first: events of the call may be missing. Absent
     * in files of older versions.
     */
    recoveries: z.array(recoverySchema).optional(),
  }),
  /**
   * The service's record of the run, masked, with the time when its request began, which is null if nothing was
   * requested; null without a run or a profile. `failure` is the kind of the failure, the cause of an unusable response,
   * or `policy` if the key may not be sent to the profile's origin. Older versions wrote the time of the response,
   * `unavailable` for every unusable response, `unreachable` instead of `policy`, and a time even if nothing was
   * requested.
   */
  service: z.object({ requestedAt: time.nullable(), run: json.nullable(), failure: z.string().nullable() }).nullable(),
})

/**
 * Everything this computer knows about a call, for handing over: without keys, and with only the last digits of phone
 * numbers.
 */
export type Evidence = z.infer<typeof evidenceSchema>

export const savedEvidenceSchema = z.object({
  file: z.string().nullable(),
  seal: z.string().nullable(),
  /** The first event that was damaged or modified; null if all events of the call come before it. */
  brokenEvent: z.int().nullable(),
})
export type SavedEvidence = z.infer<typeof savedEvidenceSchema>

/** A seal that the user wrote down: 64 hexadecimal digits in uppercase or lowercase. */
export const sealSchema = z.string().regex(/^[0-9a-fA-F]{64}$/)

/**
 * Why a file is rejected. `seal`: it has no seal or does not match it. `notEvidence`: it is not an evidence file.
 * `event`: one of its events does not match its hash. `otherSeal`: the file is valid, but its seal is not the one that
 * the user entered.
 */
const evidenceFaults = ['seal', 'notEvidence', 'otherSeal', 'event'] as const
export type EvidenceFault = (typeof evidenceFaults)[number]

const evidenceCheckSchema = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    seal: sha256,
    /** If false, a file that was changed and then sealed again cannot be detected. */
    isSealNoted: z.boolean(),
    callId: z.string(),
    workflowRunId: z.int().nullable(),
    madeAt: time,
    operator: z.string(),
    app: z.string(),
    /** The number of events that match their hashes. */
    events: z.int(),
    /** How many of them are in the file with their exact text, which matches too. The others were masked or erased. */
    exactEvents: z.int(),
    /** The history's first event that was damaged or modified when the file was written; null if it was intact. */
    firstBroken: z.int().nullable(),
    /** Whether the call has an event at or after `firstBroken`. */
    isAffected: z.boolean(),
    /** The recoveries of the history since the call was prepared, oldest first. Events of the call may be missing. */
    recoveries: z.array(recoverySchema),
  }),
  /** `event` is the sequence number of the first event that does not match. */
  z.object({ ok: z.literal(false), fault: z.enum(evidenceFaults), event: z.int().nullable() }),
])
export type EvidenceCheck = z.infer<typeof evidenceCheckSchema>

export const checkedEvidenceSchema = z.object({
  file: z.string().nullable(),
  check: evidenceCheckSchema.nullable(),
})

/** The name of the verified file and the result; both are null if none was chosen. */
export type CheckedEvidence = z.infer<typeof checkedEvidenceSchema>

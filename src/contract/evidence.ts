import { z } from 'zod'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const time = z.iso.datetime()
const json = z.json()

export const evidenceEventSchema = z.object({
  /** Its number in the whole history. */
  sequence: z.int(),
  at: time,
  state: z.string(),
  /** What became of the call then, masked. */
  outcome: json,
  previous: z.string().regex(/^([0-9a-f]{64})?$/),
  digest: sha256,
  hash: sha256,
  /**
   * The exact text under the digest and the salt it was digested with, where nothing in it had to be masked. Otherwise
   * both are null: with them a masked number could be found again by trying.
   */
  text: z.string().nullable(),
  salt: z.string().nullable(),
})
export type EvidenceEvent = z.infer<typeof evidenceEventSchema>

export const evidenceSchema = z.object({
  format: z.literal('rundesk-evidence-1'),
  madeAt: time,
  /** Who made it, with what. */
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
    endedAt: time.nullable(),
    /** What the service's own clock said in its answer. */
    serverDate: time.nullable(),
    state: z.string(),
    workflowRunId: z.int().nullable(),
  }),
  note: z.object({ text: z.string(), at: time }).nullable(),
  request: z.object({
    /** False where it is certain that no byte of it left. */
    mayHaveLeft: z.boolean(),
    method: z.string(),
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    body: json,
  }),
  events: z.array(evidenceEventSchema),
  /** The whole history when this was made: how many events, the hash of the last, and whether every one fits. */
  chain: z.object({
    events: z.int(),
    head: z.string(),
    intact: z.boolean(),
    firstBroken: z.int().nullable(),
    checkedAt: time,
  }),
  /** What the service told of the run when this was made, masked; null where there is no run or nobody to ask. */
  service: z.object({ askedAt: time, run: json.nullable(), failure: z.string().nullable() }).nullable(),
})

/** Everything this computer knows of one call, fit to be handed over: no key, and no number beyond its last digits. */
export type Evidence = z.infer<typeof evidenceSchema>

/** A seal as a person notes it: 64 letters and digits from 0 to f, large or small. */
export const sealSchema = z.string().regex(/^[0-9a-fA-F]{64}$/)

/**
 * Why a file is not to be believed: it is not what was sealed (or never was), it is sealed and no evidence, it is another
 * evidence than the one whose seal was noted, or an event in it does not fit its own hash.
 */
export const evidenceFaults = ['seal', 'notEvidence', 'otherSeal', 'event'] as const
export type EvidenceFault = (typeof evidenceFaults)[number]

export const evidenceVerdictSchema = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    seal: sha256,
    /** Without a seal that was noted elsewhere, nobody can tell a file that was changed and sealed anew. */
    isSealNoted: z.boolean(),
    callId: z.string(),
    workflowRunId: z.int().nullable(),
    madeAt: time,
    operator: z.string(),
    app: z.string(),
    /** So many events fit their hashes. */
    events: z.int(),
    /** What the desk that made it said of its whole history then. */
    isHistoryWhole: z.boolean(),
  }),
  /** `event` is the first one that does not fit, by its number in the history. */
  z.object({ ok: z.literal(false), fault: z.enum(evidenceFaults), event: z.int().nullable() }),
])
export type EvidenceVerdict = z.infer<typeof evidenceVerdictSchema>

export const checkedEvidenceSchema = z.object({
  file: z.string().nullable(),
  verdict: evidenceVerdictSchema.nullable(),
})

/** A file that was checked, by its name; both are null when none was chosen. */
export type CheckedEvidence = z.infer<typeof checkedEvidenceSchema>

import { z } from 'zod'
import { failureSchema } from './failure.ts'
import { keyStorageSchema, profileColorSchema, profileIdSchema, profileNameSchema } from './profile.ts'

const apiKeySummarySchema = z.object({
  id: z.int(),
  name: z.string(),
  /** The key's first characters, as the service lists them. */
  prefix: z.string().max(12),
  archived: z.boolean(),
  createdAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  archivedAt: z.string().nullable(),
  /** True if it is this profile's key. */
  usedByThisApp: z.boolean(),
})

/** A listed API key, without its text. */
export type ApiKeySummary = z.infer<typeof apiKeySummarySchema>

/** Longest reason, in characters. */
export const maxReasonLength = 300

/** Why a key was archived or reactivated, as text from the user. */
export const keyReasonSchema = z.string().trim().min(1).max(maxReasonLength)

const statementSchema = z.object({
  reason: keyReasonSchema,
  at: z.iso.datetime(),
  /** The account name of the computer's user. */
  by: z.string(),
})

/** The local mark of a key that was archived as compromised: the reason, and the reason for a reactivation. */
const keyMarkSchema = z.object({ compromised: statementSchema, reactivated: statementSchema.nullable() })
export type KeyMark = z.infer<typeof keyMarkSchema>

export const listedKeySchema = apiKeySummarySchema.extend({
  /** True if a profile on this computer uses the key. */
  usedByThisApp: z.boolean(),
  /** The names of the profiles that use it, this one first. */
  usedBy: z.array(z.string()),
  mark: keyMarkSchema.nullable(),
})

/** An API key on the Keys screen: from the service's list, with its profiles on this computer and its mark. */
export type ListedKey = z.infer<typeof listedKeySchema>

/** Stored key marks; a key is identified by its ID and prefix. */
export const storedKeyMarksSchema = z.array(z.object({ id: z.int(), prefix: z.string(), mark: keyMarkSchema }))
export type StoredKeyMark = z.infer<typeof storedKeyMarksSchema>[number]

/**
 * The steps of a rotation, each recorded before it starts. `keeping`: a copy of the old key is stored.
 * `creating`, `storing` (and read back), `proving` (the new key works), `switching` (every profile that used the old one),
 * `archiving` (the old key, with the new), `provingOld` (the old gives 401), `tidying`.
 */
export const forwardSteps = [
  'keeping',
  'creating',
  'storing',
  'proving',
  'switching',
  'archiving',
  'provingOld',
  'tidying',
  'done',
] as const

/** The steps of undoing it: the old key is reactivated, the profiles use it again, and the new one is archived. */
export const backSteps = ['restoring', 'switchingBack', 'archivingNew', 'tidyingBack', 'undone'] as const

const rotationSteps = [...forwardSteps, ...backSteps] as const
export type RotationStep = (typeof rotationSteps)[number]

/** True if no step is left. */
export const isOver = (step: RotationStep): boolean => step === 'done' || step === 'undone'

/**
 * How a rotation ended if not as planned. `otherKey`: the profile keeps a key that the user entered in the meantime.
 * `noKey`: the service accepts neither the old key nor a new one. `newKeyLost`: the old key is archived, and the text
 * of the new one is lost.
 */
const rotationEndings = ['otherKey', 'noKey', 'newKeyLost'] as const
const endingSchema = z.enum(rotationEndings).nullable()

const keySchema = z.object({ id: z.int(), name: z.string(), prefix: z.string().max(12) })

export const rotationSchema = z.object({
  rotationId: z.uuid(),
  profileId: profileIdSchema,
  /** The current step, or the one at which it stopped. */
  step: z.enum(rotationSteps),
  oldKey: keySchema,
  /** Null until the service has returned the key, and again if its text was lost. */
  newKey: keySchema.nullable(),
  /** The profiles that used the old key. */
  profiles: z.array(z.object({ profileId: profileIdSchema, name: z.string() })),
  /** Who started it, and when each step started. */
  by: z.string(),
  times: z.array(z.object({ step: z.enum(rotationSteps), at: z.iso.datetime() })),
  /** Milliseconds from the decision until the old key returned 401; null before that. */
  deadAfterMilliseconds: z.int().nullable(),
  /** Null if it ended, or may still end, as planned. */
  ending: endingSchema,
  /** Why it stopped; null while it runs. */
  failure: failureSchema.nullable(),
  /** False while it waits for the user to resume or undo it. */
  isRunning: z.boolean(),
})

/** A running or ended rotation, with its times. */
export type Rotation = z.infer<typeof rotationSchema>

/**
 * The stored record: with its origin, the storage of both keys' copies, every name under which a new key was requested,
 * and the time of the decision.
 */
export const storedRotationSchema = rotationSchema.omit({ isRunning: true }).extend({
  origin: z.string(),
  keyStorage: keyStorageSchema.default('keychain'),
  ending: endingSchema.default(null),
  names: z.array(z.string()),
  decidedAt: z.int(),
})
export type StoredRotation = z.infer<typeof storedRotationSchema>

/**
 * The content of a sealed file in addition to the key: the name and the origin for the profile on the other computer.
 */
export const keyFileContentSchema = z.object({
  name: profileNameSchema,
  color: profileColorSchema,
  origin: z.string().min(1).max(300),
})
export type KeyFileContent = z.infer<typeof keyFileContentSchema>

/** A chosen sealed file; main holds its bytes. */
export const sealedFileSchema = z.object({ sealedId: z.uuid(), fileName: z.string().max(300) })
export type SealedFile = z.infer<typeof sealedFileSchema>

export const keyNameSchema = z.string().trim().min(1).max(100)

/**
 * The result of creating a key. `made`: main holds its text. `orphan`: the response was lost, and the service lists a
 * key of that name whose text cannot be retrieved. `unclear`: the response was lost, and the list did not show whether it exists.
 */
export const keyCreationSchema = z.discriminatedUnion('step', [
  z.object({
    step: z.literal('made'),
    newKeyId: z.uuid(),
    apiKeyId: z.int(),
    name: z.string(),
    prefix: z.string().max(12),
  }),
  z.object({ step: z.literal('orphan'), failure: failureSchema, orphan: listedKeySchema }),
  z.object({ step: z.literal('unclear'), failure: failureSchema, name: z.string() }),
])
export type KeyCreation = z.infer<typeof keyCreationSchema>

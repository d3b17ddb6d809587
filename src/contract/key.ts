import { z } from 'zod'
import { failureSchema } from './failure.ts'
import { keyStorageSchema, profileColorSchema, profileIdSchema, profileNameSchema } from './profile.ts'

const apiKeySummarySchema = z.object({
  id: z.int(),
  name: z.string(),
  /** The first characters of the key, as listed by the service. */
  prefix: z.string().max(12),
  archived: z.boolean(),
  createdAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  archivedAt: z.string().nullable(),
  /** True if it is this profile's key. */
  usedByThisApp: z.boolean(),
})

/** An API key as listed by the service, without the key itself. */
export type ApiKeySummary = z.infer<typeof apiKeySummarySchema>

/** Maximum length of the reason for archiving or reactivating a key, in characters. */
export const maxReasonLength = 300

/** The user's reason for archiving or reactivating a key. */
export const keyReasonSchema = z.string().trim().min(1).max(maxReasonLength)

const statementSchema = z.object({
  reason: keyReasonSchema,
  at: z.iso.datetime(),
  /** Who gave it: the operator name from the settings, or else the computer account. */
  by: z.string(),
})

/** This computer's mark on a key that was archived as compromised: the reason, and the reason if it was reactivated. */
const keyMarkSchema = z.object({ compromised: statementSchema, reactivated: statementSchema.nullable() })
export type KeyMark = z.infer<typeof keyMarkSchema>

export const listedKeySchema = apiKeySummarySchema.extend({
  /** True if a profile on this computer uses the key. */
  usedByThisApp: z.boolean(),
  /** The names of the profiles that use it, this one first. */
  usedBy: z.array(z.string()),
  /** The names of the profiles whose key can't be read now, so that any of them may use this key. */
  maybeUsedBy: z.array(z.string()),
  mark: keyMarkSchema.nullable(),
})

/** An API key on the Keys screen: from the service's list, with the profiles that use it and its mark. */
export type ListedKey = z.infer<typeof listedKeySchema>

/** Returns whether the user must type the key's name to archive it, because this app uses it or may use it. */
export const mustTypeName = ({ usedByThisApp, maybeUsedBy }: ListedKey): boolean =>
  usedByThisApp || maybeUsedBy.length > 0

/** Stored key marks; a key is identified by its ID and prefix. */
export const storedKeyMarksSchema = z.array(z.object({ id: z.int(), prefix: z.string(), mark: keyMarkSchema }))
export type StoredKeyMark = z.infer<typeof storedKeyMarksSchema>[number]

/**
 * The steps of a rotation, each recorded before it starts: `keeping` (stores a copy of the old key), `creating`,
 * `storing` (and reading back), `proving` (the new key works), `switching` (every profile that used the old key),
 * `archiving` (the old key, using the new one), `provingOld` (the old key gets a 401), `tidying` (archives keys that
 * were created but lost, deletes the copies).
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

/** The steps that undo a rotation: reactivate the old key, switch the profiles back to it, archive the new key. */
export const backSteps = ['restoring', 'switchingBack', 'archivingNew', 'tidyingBack', 'undone'] as const

const rotationSteps = [...forwardSteps, ...backSteps] as const
export type RotationStep = (typeof rotationSteps)[number]

/** True if the rotation has no more steps. */
export const isOver = (step: RotationStep): boolean => step === 'done' || step === 'undone'

/**
 * How a rotation ended if it did not end as planned. `otherKey`: the profile keeps a key that the user entered in the
 * meantime. `noKey`: the service accepts neither the old key nor the new one. `newKeyLost`: the old key is archived,
 * and the new key itself is lost.
 */
const rotationEndings = ['otherKey', 'noKey', 'newKeyLost'] as const
const endingSchema = z.enum(rotationEndings).nullable()

const namedProfilesSchema = z.array(z.object({ profileId: profileIdSchema, name: z.string() }))

const keySchema = z.object({ id: z.int(), name: z.string(), prefix: z.string().max(12) })

export const rotationSchema = z.object({
  rotationId: z.uuid(),
  profileId: profileIdSchema,
  /** The current step, or the one at which it stopped. */
  step: z.enum(rotationSteps),
  oldKey: keySchema,
  /** Null until the service has returned the key, and again if the key was lost. */
  newKey: keySchema.nullable(),
  /** The profiles that used the old key. */
  profiles: namedProfilesSchema,
  /**
   * The profiles that had no key when those were found, so that they may have used the old key, or when the rotation
   * ended.
   */
  keyless: namedProfilesSchema,
  /** Who started it, and when each step started. */
  by: z.string(),
  times: z.array(z.object({ step: z.enum(rotationSteps), at: z.iso.datetime() })),
  /** Milliseconds from the decision until the service rejected the old key with a 401; null before that. */
  deadAfterMilliseconds: z.int().nullable(),
  /** Null if the rotation ended as planned, or still may. */
  ending: endingSchema,
  /** Why it stopped; null while it is running. */
  failure: failureSchema.nullable(),
  /** False while it is waiting for the user to resume or undo it. */
  isRunning: z.boolean(),
})

/** A rotation that is running or has ended, with its times. */
export type Rotation = z.infer<typeof rotationSchema>

/**
 * A rotation as stored. It also contains its origin, where the copies of both keys are kept, every name under which a
 * new key was requested, and the time of the decision.
 */
export const storedRotationSchema = rotationSchema.omit({ isRunning: true }).extend({
  origin: z.string(),
  keyStorage: keyStorageSchema.default('keychain'),
  ending: endingSchema.default(null),
  keyless: namedProfilesSchema.default([]),
  names: z.array(z.string()),
  decidedAt: z.int(),
})
export type StoredRotation = z.infer<typeof storedRotationSchema>

/** What a sealed file contains in addition to the key: the name and the origin for the profile on the other computer. */
export const keyFileContentSchema = z.object({
  name: profileNameSchema,
  color: profileColorSchema,
  origin: z.string().min(1).max(300),
})
export type KeyFileContent = z.infer<typeof keyFileContentSchema>

/** A sealed file that the user chose; the main process holds its bytes. */
export const sealedFileSchema = z.object({ sealedId: z.uuid(), fileName: z.string().max(300) })
export type SealedFile = z.infer<typeof sealedFileSchema>

export const keyNameLength = 100
export const keyNameSchema = z.string().trim().min(1).max(keyNameLength)

const newKeyIdSchema = z.uuid()

const createdKeySchema = z.object({
  step: z.literal('made'),
  newKeyId: newKeyIdSchema,
  apiKeyId: z.int(),
  name: z.string(),
  prefix: z.string().max(12),
})

/**
 * The result of creating a key. `made`: the main process holds the key. `orphan`: the response was lost; the service
 * lists a key with that name, but the key itself cannot be retrieved. `unclear`: the response was lost, and whether the
 * key exists is unknown. The main process keeps each result under `newKeyId` until it is discarded.
 */
export const keyCreationSchema = z.discriminatedUnion('step', [
  createdKeySchema,
  z.object({ step: z.literal('orphan'), newKeyId: newKeyIdSchema, failure: failureSchema, orphan: listedKeySchema }),
  z.object({ step: z.literal('unclear'), newKeyId: newKeyIdSchema, failure: failureSchema, name: z.string() }),
])
export type KeyCreation = z.infer<typeof keyCreationSchema>

/** How the user received a new key. `cleared`: it was copied but is no longer on the clipboard. */
const deliverySchema = z.discriminatedUnion('what', [
  z.object({ what: z.literal('copied'), seconds: z.int() }),
  z.object({ what: z.literal('cleared') }),
  z.object({ what: z.literal('revealed') }),
])
export type Delivery = z.infer<typeof deliverySchema>

/** The profile that a new key was saved to. A key that is kept for this session only is lost when Rundesk quits. */
const savedKeySchema = z.object({ profile: z.string(), keyStorage: keyStorageSchema })
export type SavedKey = z.infer<typeof savedKeySchema>

/** A creation of a profile that was not discarded yet, for a page that was loaded again. SECURITY: without the key. */
export const newKeySchema = z.object({
  profileId: profileIdSchema,
  creation: keyCreationSchema,
  delivery: deliverySchema.nullable(),
  saved: savedKeySchema.nullable(),
})
export type NewKey = z.infer<typeof newKeySchema>

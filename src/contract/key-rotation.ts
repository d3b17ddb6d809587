import { z } from 'zod'
import { failureSchema } from './failure.ts'
import { keyCustodySchema, profileIdSchema } from './profile.ts'

/**
 * The steps of a rotation, each written down before it is begun. `keeping`: the old key is laid beside the new one's place.
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

/** The steps of taking it back: the old key works again, the profiles have it, and the new one is archived. */
export const backSteps = ['restoring', 'switchingBack', 'archivingNew', 'tidyingBack', 'undone'] as const

export const rotationSteps = [...forwardSteps, ...backSteps] as const
export type RotationStep = (typeof rotationSteps)[number]

/** Whether there is nothing left to do. */
export const isOver = (step: RotationStep): boolean => step === 'done' || step === 'undone'

/**
 * What a rotation ended with where it was not what was meant. `otherKey`: the profile keeps a key that a person has put in
 * since. `noKey`: the service takes neither the old key nor a new one. `newKeyGone`: the old one is dead, and nobody here has
 * the new one any more.
 */
export const rotationEndings = ['otherKey', 'noKey', 'newKeyGone'] as const
const endingSchema = z.enum(rotationEndings).nullable()

const keySchema = z.object({ id: z.int(), name: z.string(), prefix: z.string().max(12) })

export const rotationSchema = z.object({
  rotationId: z.uuid(),
  profileId: profileIdSchema,
  /** The step that is under way, or at which it stopped. */
  step: z.enum(rotationSteps),
  oldKey: keySchema,
  /** Null until the service has told of one, and again when its text was lost on the way. */
  newKey: keySchema.nullable(),
  /** The profiles that used the old key. */
  profiles: z.array(z.object({ profileId: profileIdSchema, name: z.string() })),
  /** Who decided, and when each step was begun. */
  by: z.string(),
  times: z.array(z.object({ step: z.enum(rotationSteps), at: z.iso.datetime() })),
  /** From the last decision to the 401, in milliseconds; null while it is not proved. */
  deadAfterMilliseconds: z.int().nullable(),
  /** Null for one that ends, or may still end, as it was meant to. */
  ending: endingSchema,
  /** Why it stopped; null while it goes on. */
  failure: failureSchema.nullable(),
  /** False for one that waits for a person: to go on, or to take it back. */
  isRunning: z.boolean(),
})

/** A rotation as it stands: one log entry with its times, also after it is over. */
export type Rotation = z.infer<typeof rotationSchema>

/**
 * As it is kept beside the history: with its origin, where the copies of both keys lie, every name a new key was ever asked
 * for by, and the decision's time. Records of older apps have no word of endings, and all their copies in the keychain.
 */
export const keptRotationSchema = rotationSchema.omit({ isRunning: true }).extend({
  origin: z.string(),
  custody: keyCustodySchema.default('keychain'),
  ending: endingSchema.default(null),
  names: z.array(z.string()),
  decidedAt: z.int(),
})
export type KeptRotation = z.infer<typeof keptRotationSchema>

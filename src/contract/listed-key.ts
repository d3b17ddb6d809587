import { z } from 'zod'
import { apiKeySummarySchema } from './api-key.ts'

/** So many characters a reason may have. */
export const mostReason = 300

/** Why a key was archived or brought back, in a person's own words. */
export const keyReasonSchema = z.string().trim().min(1).max(mostReason)

const wordSchema = z.object({
  reason: keyReasonSchema,
  at: z.iso.datetime(),
  /** The account name of the computer's user. */
  by: z.string(),
})

/** What this computer remembers of a key that was archived as compromised: why, and why it was brought back if it was. */
export const keyMarkSchema = z.object({ compromised: wordSchema, reactivated: wordSchema.nullable() })
export type KeyMark = z.infer<typeof keyMarkSchema>

export const listedKeySchema = apiKeySummarySchema.extend({
  /** True when any profile of this computer uses the key. */
  usedByThisApp: z.boolean(),
  /** The names of the profiles that use it, this one first. */
  usedBy: z.array(z.string()),
  mark: keyMarkSchema.nullable(),
})

/** An API key as an admin sees it: what the service lists, who uses it on this computer, and what is remembered of it. */
export type ListedKey = z.infer<typeof listedKeySchema>

/** Marks as they are kept beside the history: a key is known by its id and its shown prefix. */
export const keptMarksSchema = z.array(z.object({ id: z.int(), prefix: z.string(), mark: keyMarkSchema }))
export type KeptMark = z.infer<typeof keptMarksSchema>[number]

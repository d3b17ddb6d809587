import { z } from 'zod'
import { reservedContextNames } from './initial-context.ts'

export const profileIdSchema = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/)

/** Hue names, not values: the page's tokens give each one its shades for light and dark. */
export const profileColors = ['blue', 'teal', 'green', 'amber', 'red', 'magenta', 'violet', 'slate'] as const
export const profileColorSchema = z.enum(profileColors)
export type ProfileColor = z.infer<typeof profileColorSchema>

/** Where the key of a service profile is kept: in the OS keychain, or until the app quits. */
export const keyCustodySchema = z.enum(['keychain', 'session'])
export type KeyCustody = z.infer<typeof keyCustodySchema>

export const profileNameSchema = z.string().trim().min(1).max(60)

/** The name under which a call's own id travels in its context, unless a profile chooses another or none. */
export const defaultReferenceName = 'rundesk_call_id'
/** Null sends no reference: a lost answer can then only be resolved by a person. */
export const referenceNameSchema = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/)
  .refine((name) => !reservedContextNames.has(name))
  .nullable()

const shared = {
  id: profileIdSchema,
  name: profileNameSchema,
  color: profileColorSchema,
  createdAt: z.iso.datetime(),
  referenceName: referenceNameSchema,
}

export const practiceProfileSchema = z.object({ kind: z.literal('practice'), ...shared })
export const serviceProfileSchema = z.object({
  kind: z.literal('service'),
  ...shared,
  /** scheme://host[:port], nothing more */
  origin: z.string().max(300),
  custody: keyCustodySchema,
})

export const profileSchema = z.discriminatedUnion('kind', [practiceProfileSchema, serviceProfileSchema])

/**
 * A name on this computer for one organization at one origin with one key, or for the built-in practice organization.
 * A practice profile has neither origin nor key, so one can never be taken for the other.
 */
export type Profile = z.infer<typeof profileSchema>
export type PracticeProfile = z.infer<typeof practiceProfileSchema>
export type ServiceProfile = z.infer<typeof serviceProfileSchema>

export const profileListSchema = z.object({ profiles: z.array(profileSchema), selectedId: profileIdSchema.nullable() })
export type ProfileList = z.infer<typeof profileListSchema>

/** What a live look at a profile found: is the service up, does the key work, and whose key it is. */
export const profileCheckSchema = z.object({
  version: z.string().nullable(),
  /** Round trip of the health question, in milliseconds. */
  milliseconds: z.number(),
  /** From the service's own account page where it has one; null where it does not tell. */
  account: z.object({ email: z.string().nullable(), organizationId: z.int().nullable() }).nullable(),
})
export type ProfileCheck = z.infer<typeof profileCheckSchema>

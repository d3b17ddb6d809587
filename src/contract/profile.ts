import { z } from 'zod'
import { reservedContextNames } from './initial-context.ts'

export const profileIdSchema = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/)

/** Hue names; the page's design tokens define the shades for the light and dark themes. */
export const profileColors = ['blue', 'teal', 'green', 'amber', 'red', 'magenta', 'violet', 'slate'] as const
export const profileColorSchema = z.enum(profileColors)
export type ProfileColor = z.infer<typeof profileColorSchema>

/** Where a service profile's key is kept: in the OS keychain, or in memory until the app quits. */
export const keyStorageSchema = z.enum(['keychain', 'session'])
export type KeyStorage = z.infer<typeof keyStorageSchema>

export const profileNameLength = 60
export const profileNameSchema = z.string().trim().min(1).max(profileNameLength)

/** The default context field for the call ID; a profile can choose another or none. */
export const defaultReferenceName = 'rundesk_call_id'
/** If null, no call ID is sent; then only the user can resolve a call whose response was lost. */
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

/** A key's organization, as the service's account endpoint reports it. */
export const organizationSchema = z.object({ id: z.int().nullable(), providerId: z.string().max(300).nullable() })
export type Organization = z.infer<typeof organizationSchema>

const practiceProfileSchema = z.object({ kind: z.literal('practice'), ...shared })
const serviceProfileSchema = z.object({
  kind: z.literal('service'),
  ...shared,
  /** `scheme://host[:port]`, without a path. */
  origin: z.string().max(300),
  keyStorage: keyStorageSchema,
  /** The organization of the profile's key; absent until the service has reported it. */
  organization: organizationSchema.optional(),
})

export const profileSchema = z.discriminatedUnion('kind', [practiceProfileSchema, serviceProfileSchema])

/**
 * One organization at one origin with one key, or the built-in practice organization.
 * A practice profile has no origin and no key, so that it cannot be confused with a real one.
 */
export type Profile = z.infer<typeof profileSchema>
export type ServiceProfile = z.infer<typeof serviceProfileSchema>
/** Fields of a profile that can change; those that are absent stay as they are. */
export type ProfileChange = Partial<
  Pick<ServiceProfile, 'name' | 'color' | 'referenceName' | 'keyStorage' | 'organization'>
>

export const profileListSchema = z.object({ profiles: z.array(profileSchema), selectedId: profileIdSchema.nullable() })
export type ProfileList = z.infer<typeof profileListSchema>

/** The result of checking a profile: the service's version and round-trip time, and the key's account. */
export const profileCheckSchema = z.object({
  version: z.string().nullable(),
  /** Round-trip time of the health check. */
  milliseconds: z.number(),
  /** From the service's account endpoint; null if it reports no account. */
  account: z
    .object({ email: z.string().nullable(), organizationId: z.int().nullable(), providerId: z.string().nullable() })
    .nullable(),
})
export type ProfileCheck = z.infer<typeof profileCheckSchema>

const isPassphrase = z.boolean().optional()
/**
 * A key, or the passphrase of a key file, to stage in the main process: typed, or from the clipboard, which the main
 * process reads itself.
 */
export const keyEntrySchema = z.discriminatedUnion('from', [
  z.object({ from: z.literal('typed'), text: z.string().max(4096), isPassphrase }),
  z.object({ from: z.literal('clipboard'), isPassphrase }),
])
/** The ID of a key that the main process has received but not saved yet. */
export const entryIdSchema = z.uuid()

export const profileLabel = { name: profileNameSchema, color: profileColorSchema }
export const newProfileSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('practice'), ...profileLabel }),
  z.object({
    kind: z.literal('service'),
    ...profileLabel,
    origin: z.string().max(2048),
    entryId: entryIdSchema,
    keyStorage: keyStorageSchema,
    /** If true, the profile is saved even if the service is unreachable. A rejected key is never saved. */
    unchecked: z.boolean(),
  }),
])

/** The profile that gets an imported key, or a new one. */
export const importTargetSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('profile'), profileId: profileIdSchema }),
  z.object({ kind: z.literal('new') }),
])
/**
 * The present key of a profile that may get an imported key: `same` if it is that key, `missing` if this computer has
 * none, and `unchecked` if it couldn't be read or the service gave no answer to it.
 */
const keyStateSchema = z.enum(['works', 'rejected', 'missing', 'same', 'unchecked'])
export type KeyState = z.infer<typeof keyStateSchema>

/** Either an imported key was saved, or its organization already has profiles and the user must choose. */
export const keyImportSchema = z.discriminatedUnion('step', [
  z.object({ step: z.literal('saved'), profile: profileSchema, check: profileCheckSchema.nullable() }),
  z.object({
    step: z.literal('exists'),
    /** The suggested profile first. */
    profiles: z.array(
      z.object({
        id: profileIdSchema,
        ...profileLabel,
        origin: serviceProfileSchema.shape.origin,
        keyState: keyStateSchema,
      }),
    ),
    /** The profile whose key doesn't work, or else the selected one; null if neither is listed. */
    suggestedId: profileIdSchema.nullable(),
  }),
])
export type KeyImport = z.infer<typeof keyImportSchema>

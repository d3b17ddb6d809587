import { z } from 'zod'
import { settingsSchema } from './settings.ts'

/** What a policy may set of the settings; who sits at the desk is nobody's policy. */
const { operatorName: _person, ...settable } = settingsSchema.shape
const values = z
  .strictObject(settable)
  .partial()
  // SECURITY: a policy can be read by everybody; a password has no place in it.
  .refine(({ proxy }) => proxy?.mode !== 'manual' || !proxy.url.includes('@'), { path: ['proxy', 'url'] })

/** The names of the settings that a policy may set or lock. */
export const policySettings = z.enum(Object.keys(settable) as [keyof typeof settable, ...(keyof typeof settable)[]])
export type PolicySetting = z.infer<typeof policySettings>

/** An origin as it is compared: `https://host[:port]`, nothing behind it. */
const originSchema = z
  .string()
  .max(300)
  .regex(/^https?:\/\/(\[[0-9a-f:]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(:[1-9]\d{0,4})?$/)
  // The port that is meant anyway is not part of an origin.
  .refine((origin) => !/^https:.*:443$|^http:.*:80$/.test(origin))

/** The file by which an admin rules a computer; what it does not name is left to the people at it. */
export const policySchema = z.strictObject({
  version: z.literal(1),
  /** The only services that may be connected; practice and this computer itself always may. */
  allowedOrigins: z.array(originSchema).min(1).max(50).optional(),
  /** Lets keys go over plain http to addresses of a local network. */
  plainHttpOnLan: z.boolean().optional(),
  /** Rundesk has no channel of its own for updates: off is all there is. */
  updates: z.literal('off').optional(),
  /** Settings with the values given here; nobody at the desk can change them. */
  settings: values.optional(),
  /** Settings that nobody at the desk can change; without a value above they keep the one Rundesk comes with. */
  lockedSettings: z.array(policySettings).max(30).optional(),
})
export type Policy = z.infer<typeof policySchema>

/** Why a policy file was not taken. */
export const policyReasons = [
  'unreadable',
  'notAFile',
  'tooLarge',
  'owner',
  'writable',
  'notText',
  'notJson',
  'content',
] as const
export type PolicyReason = (typeof policyReasons)[number]

/** How it stands with the policy of this computer. */
export const policyStandingSchema = z.object({
  /** `kept`: the file that is there cannot be taken, and the last good one still holds. */
  state: z.enum(['none', 'inForce', 'refused', 'kept']),
  file: z.string().nullable(),
  reason: z.enum(policyReasons).nullable(),
  /** Where in the file, for `content`. */
  at: z.string().max(200).nullable(),
  allowedOrigins: z.array(z.string()).nullable(),
  plainHttpOnLan: z.boolean(),
  locked: z.array(policySettings),
})
export type PolicyStanding = z.infer<typeof policyStandingSchema>

import { z } from 'zod'
import { listTypes } from './list.ts'
import { settingsSchema } from './settings.ts'

/** The settings that a policy may set: all but the operator's name, which is specific to a person. */
const { operatorName: _person, ...settable } = settingsSchema.shape
const values = z
  .strictObject(settable)
  .partial()
  // SECURITY: every user can read a policy, so it must not contain a password.
  .refine(({ proxy }) => proxy?.mode !== 'manual' || !proxy.url.includes('@'), { path: ['proxy', 'url'] })

/** The names of the settings that a policy may set or lock. */
export const policySettings = z.enum(Object.keys(settable) as [keyof typeof settable, ...(keyof typeof settable)[]])
export type PolicySetting = z.infer<typeof policySettings>

/** A canonical origin: `https://host[:port]`, without a path. */
const originSchema = z
  .string()
  .max(300)
  .regex(/^https?:\/\/(\[[0-9a-f:]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(:[1-9]\d{0,4})?$/)
  // A default port is not part of an origin.
  .refine((origin) => !/^https:.*:443$|^http:.*:80$/.test(origin))

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** What call lists may do on a computer. Rundesk's default applies to anything that a policy omits. */
export const listPolicySchema = z.strictObject({
  /**
   * The hours, in the recipient's local time, outside which no list may call. They replace the default, 08:00 to 21:00.
   */
  hours: z
    .strictObject({ from: timeOfDay, to: timeOfDay })
    .refine(({ from, to }) => from < to, { path: ['to'] })
    .optional(),
  /**
   * The dates, such as `2026-12-25`, on which no list may call, in the recipient's local time. They replace the default,
   * the federal holidays of the US for people in the US. An empty array allows calls on every day.
   */
  holidays: z.array(z.iso.date()).max(1_000).optional(),
  /** The only types of lists that may call. An empty array forbids call lists. */
  types: z.array(z.enum(listTypes)).max(listTypes.length).optional(),
  /** Types whose rows need a yes in the consent column; marketing always needs it. */
  consentRequired: z.array(z.enum(listTypes)).max(listTypes.length).optional(),
  /** Maximum number of calls before a list pauses, and of simultaneous calls. */
  maxCalls: z.int().min(1).max(1_000_000).optional(),
  maxAtOnce: z.int().min(1).max(100).optional(),
})
export type ListPolicy = z.infer<typeof listPolicySchema>

/** An admin's policy file. Users can choose everything that it does not contain. */
export const policySchema = z.strictObject({
  version: z.literal(1),
  /** The only services that profiles may connect to, in addition to practice and this computer. */
  allowedOrigins: z.array(originSchema).min(1).max(50).optional(),
  /** Allows plain http to addresses on a local network. */
  plainHttpOnLan: z.boolean().optional(),
  /** Rundesk has no update channel, so only `off` exists. */
  updates: z.literal('off').optional(),
  /** Values of settings. Users cannot change them. */
  settings: values.optional(),
  /** Settings that users cannot change; if `settings` contains no value for one, Rundesk's default applies. */
  lockedSettings: z.array(policySettings).max(30).optional(),
  lists: listPolicySchema.optional(),
})
export type Policy = z.infer<typeof policySchema>

/** Why a policy file was rejected. */
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

/** The state of this computer's policy. */
export const policyStatusSchema = z.object({
  /** `kept`: the current file is invalid, so the last valid one applies. */
  state: z.enum(['none', 'inForce', 'refused', 'kept']),
  file: z.string().nullable(),
  reason: z.enum(policyReasons).nullable(),
  /** The position in the file, if the reason is `content`. */
  at: z.string().max(200).nullable(),
  allowedOrigins: z.array(z.string()).nullable(),
  plainHttpOnLan: z.boolean(),
  locked: z.array(policySettings),
  /**
   * What call lists may do; null without rules. Not strict: like all output of the main process, it drops unknown
   * fields.
   */
  lists: z
    .object({ ...listPolicySchema.shape, hours: z.object({ from: timeOfDay, to: timeOfDay }).optional() })
    .nullable(),
})
export type PolicyStatus = z.infer<typeof policyStatusSchema>

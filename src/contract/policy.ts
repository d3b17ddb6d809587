import { z } from 'zod'
import { listTypes } from './list.ts'
import { settingsSchema } from './settings.ts'

/** The settings that a policy may set. The operator's name is personal. */
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

/** What call lists may do on a computer. What a policy does not contain stays as Rundesk has it. */
export const listPolicySchema = z.strictObject({
  /** The hours at the place of the person that no list may leave, instead of 08:00 to 21:00; narrower or wider. */
  hours: z
    .strictObject({ from: timeOfDay, to: timeOfDay })
    .refine(({ from, to }) => from < to, { path: ['to'] })
    .optional(),
  /** The only types of lists that may call. An empty list forbids call lists. */
  types: z.array(z.enum(listTypes)).max(listTypes.length).optional(),
  /** Types whose rows need a yes in the consent column; those for marketing always do. */
  consentRequired: z.array(z.enum(listTypes)).max(listTypes.length).optional(),
  /** Most calls of one list until a person starts it again, and at once. */
  maxCalls: z.int().min(1).max(1_000_000).optional(),
  maxAtOnce: z.int().min(1).max(100).optional(),
})
export type ListPolicy = z.infer<typeof listPolicySchema>

/** The policy file of an admin. Users decide about everything that it does not contain. */
export const policySchema = z.strictObject({
  version: z.literal(1),
  /** The only services that may be connected; practice and this computer itself always may. */
  allowedOrigins: z.array(originSchema).min(1).max(50).optional(),
  /** Allows plain http to addresses of a local network. */
  plainHttpOnLan: z.boolean().optional(),
  /** Rundesk has no update channel, so only `off` exists. */
  updates: z.literal('off').optional(),
  /** Settings with the values given here; users cannot change them. */
  settings: values.optional(),
  /** Settings that users cannot change; without a value above they keep Rundesk's default. */
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

/** The state of the policy of this computer. */
export const policyStatusSchema = z.object({
  /** `kept`: the current file is invalid, and the last valid one applies. */
  state: z.enum(['none', 'inForce', 'refused', 'kept']),
  file: z.string().nullable(),
  reason: z.enum(policyReasons).nullable(),
  /** The position in the file, for `content`. */
  at: z.string().max(200).nullable(),
  allowedOrigins: z.array(z.string()).nullable(),
  plainHttpOnLan: z.boolean(),
  locked: z.array(policySettings),
  /** What call lists may do; null for no rule. Not strict, like each answer of main: further fields are removed. */
  lists: z
    .object({ ...listPolicySchema.shape, hours: z.object({ from: timeOfDay, to: timeOfDay }).optional() })
    .nullable(),
})
export type PolicyStatus = z.infer<typeof policyStatusSchema>

import { z } from 'zod'
import { agentUuidSchema } from './agent.ts'

export const maxRecordId = 2_147_483_647

/** A record ID in the service: a positive integer below 2^31. The service fails with an error for larger ones. */
export const recordIdSchema = z.int().min(1).max(maxRecordId)

export const telephonyConfigurationSchema = z.object({
  id: z.int(),
  name: z.string(),
  provider: z.string(),
  isDefault: z.boolean(),
  /** Disabled after connection failures; the service returns 404 for it. */
  inactive: z.boolean(),
  /** Null if the service is too old to report it. */
  ready: z.boolean().nullable(),
  blockedReason: z.string().nullable(),
})

/** The trunk that carries a call. */
export type TelephonyConfiguration = z.infer<typeof telephonyConfigurationSchema>

export const callerIdSchema = z.object({
  /** The ID of the phone-number record, not the phone number. */
  id: z.int(),
  telephonyConfigurationId: z.int(),
  address: z.string(),
  label: z.string().nullable(),
  isActive: z.boolean(),
  isDefault: z.boolean(),
})

/** A phone-number record that can be a caller ID. */
export type CallerId = z.infer<typeof callerIdSchema>

/**
 * The chosen route of a call. Either records that the service lists: null means the current default, and `provider`
 * leaves the caller ID to the provider. Or typed integer IDs; null means that no ID is sent.
 */
export const chosenRouteSchema = z.discriminatedUnion('mode', [
  z.object({
    mode: z.literal('listed'),
    configurationId: recordIdSchema.nullable(),
    callerId: z.union([recordIdSchema, z.literal('provider')]).nullable(),
  }),
  z.object({ mode: z.literal('ids'), configurationId: recordIdSchema.nullable(), callerId: recordIdSchema.nullable() }),
])
export type ChosenRoute = z.infer<typeof chosenRouteSchema>

/** The last route chosen for each agent, most recent first. */
export const rememberedRoutesSchema = z.array(z.object({ agentUuid: agentUuidSchema, route: chosenRouteSchema }))

export const routeIdKinds = ['configuration', 'callerId'] as const
export type RouteIdKind = (typeof routeIdKinds)[number]

/** The user's name for a record; an empty name removes it. */
export const routeLabelSchema = z.string().trim().max(80)

/** The user's name for an integer ID that the service does not list. */
const labeledIdSchema = z.object({ kind: z.enum(routeIdKinds), id: recordIdSchema, label: z.string().max(80) })

/** The user's names for integer IDs, most recent first. */
export const routeLabelsSchema = z.array(labeledIdSchema)
export type RouteLabels = z.infer<typeof routeLabelsSchema>

import { z } from 'zod'
import { agentUuidSchema } from './agent.ts'
import { recordIdSchema } from './telephony.ts'

/**
 * What a call goes out through, as a person chose it: records that the service lists, where null is the sensible default
 * of the moment and `provider` leaves the caller ID to the provider, or integer ids typed by hand, where null names none.
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

/** What the calls to each agent were last sent through, the latest choice first. */
export const rememberedRoutesSchema = z.array(z.object({ agentUuid: agentUuidSchema, route: chosenRouteSchema }))
export type RememberedRoutes = z.infer<typeof rememberedRoutesSchema>

export const routeIdKinds = ['configuration', 'callerId'] as const
export type RouteIdKind = (typeof routeIdKinds)[number]

/** What a person calls a record; empty takes the name away. */
export const routeLabelSchema = z.string().trim().max(80)

/** What a person calls an integer id that the service does not list. */
export const labelledIdSchema = z.object({ kind: z.enum(routeIdKinds), id: recordIdSchema, label: z.string().max(80) })

/** The names that a person gave to integer ids, the latest first. */
export const routeLabelsSchema = z.array(labelledIdSchema)
export type RouteLabels = z.infer<typeof routeLabelsSchema>

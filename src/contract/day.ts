import { z } from 'zod'

/** What the charts of a day tell apart, in the order of a bar from below. */
export const dayOutcomes = ['reached', 'noAnswer', 'busy', 'notPlaced', 'unknown', 'other'] as const
export type DayOutcome = (typeof dayOutcomes)[number]

const countsSchema = z.object({
  reached: z.int(),
  noAnswer: z.int(),
  busy: z.int(),
  notPlaced: z.int(),
  unknown: z.int(),
  other: z.int(),
} satisfies Record<DayOutcome, z.ZodType>)
export type DayCounts = z.infer<typeof countsSchema>

const counted = { calls: z.int(), counts: countsSchema }

export const daySummarySchema = z.object({
  ...counted,
  /** From the first to the last hour with a call, by the clock of this computer. */
  hours: z.array(z.object({ hour: z.int(), ...counted })),
  /** Most calls first. `agentId` is a UUID or, in the service's list, a number; the name is null if it is not known. */
  agents: z.array(z.object({ agentId: z.string(), name: z.string().nullable(), ...counted })),
  /** In seconds, of the calls whose run has ended. */
  talkSeconds: z.number(),
})

/** The calls of a day, counted by outcome, hour and agent. */
export type DaySummary = z.infer<typeof daySummarySchema>

export const organizationDaySchema = z.object({
  summary: daySummarySchema,
  /** How many runs were read, and how many the service has; not every run is an outbound call. */
  read: z.int(),
  total: z.int(),
})

/** The outbound calls of an organization on a day, from the service's list of runs. */
export type OrganizationDay = z.infer<typeof organizationDaySchema>

import { z } from 'zod'

/** The outcomes in a day's charts, from the bottom of a bar to its top. */
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
  /** From the first to the last hour with a call, in this computer's time zone. */
  hours: z.array(z.object({ hour: z.int(), ...counted })),
  /** Most calls first. `agentId` is a UUID or, from the service's list, a number; the name is null if unknown. */
  agents: z.array(z.object({ agentId: z.string(), name: z.string().nullable(), ...counted })),
  /** Total talk time in seconds, for calls whose run has ended. */
  talkSeconds: z.number(),
})

/** The number of a day's calls by outcome, hour and agent. */
export type DaySummary = z.infer<typeof daySummarySchema>

export const organizationDaySchema = z.object({
  summary: daySummarySchema,
  /** How many runs were read, and how many the service has. Not every run is an outbound call. */
  read: z.int(),
  total: z.int(),
})

/** An organization's outbound calls on one day, from the service's list of runs. */
export type OrganizationDay = z.infer<typeof organizationDaySchema>

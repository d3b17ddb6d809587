import { z } from 'zod'
import { failureSchema } from './failure.ts'

/** What the health endpoint answered. It verifies that the API is reachable (specification section 4.2) and nothing behind it. */
export const healthSchema = z.object({
  status: z.string(),
  version: z.string().nullable(),
  milliseconds: z.number(),
  checkedAt: z.iso.datetime(),
})
export type Health = z.infer<typeof healthSchema>

/** One health question: when it was asked, and either its round trip or why there was no answer. */
export const healthSampleSchema = z.object({
  at: z.iso.datetime(),
  milliseconds: z.number().nullable(),
  version: z.string().nullable(),
  failure: failureSchema.nullable(),
})
export type HealthSample = z.infer<typeof healthSampleSchema>

/** What was asked since `from` (an hour ago, or when the app was opened), oldest first; nobody asks while nobody looks. */
export const healthHourSchema = z.object({
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  samples: z.array(healthSampleSchema),
})
export type HealthHour = z.infer<typeof healthHourSchema>

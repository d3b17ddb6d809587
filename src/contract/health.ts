import { z } from 'zod'

/** What the health endpoint answered. It verifies that the API is reachable (specification section 4.2) and nothing behind it. */
export const healthSchema = z.object({
  status: z.string(),
  version: z.string().nullable(),
  milliseconds: z.number(),
  checkedAt: z.iso.datetime(),
})
export type Health = z.infer<typeof healthSchema>

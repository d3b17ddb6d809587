import { z } from 'zod'

export const apiKeySummarySchema = z.object({
  id: z.int(),
  name: z.string(),
  /** The first characters, as the service lists them; never more of the key than this. */
  prefix: z.string().max(12),
  archived: z.boolean(),
  createdAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  archivedAt: z.string().nullable(),
  /** True when this profile's own key is the one listed. */
  usedByThisApp: z.boolean(),
})

/** An API key as it is listed: never its text. */
export type ApiKeySummary = z.infer<typeof apiKeySummarySchema>

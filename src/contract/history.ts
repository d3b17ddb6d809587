import { z } from 'zod'
import { storageReasons } from './failure.ts'

export const historyCheckSchema = z.object({
  events: z.int(),
  intact: z.boolean(),
  /** The first event that does not fit to the one before it; null when all do. */
  firstBroken: z.int().nullable(),
})

/** What a check of the whole history found. */
export type HistoryCheck = z.infer<typeof historyCheckSchema>

export const historyHealthSchema = z.object({
  /** Why no call can be placed now; null when calls can be recorded. */
  stopped: z.enum(storageReasons).nullable(),
  check: historyCheckSchema.nullable(),
  backups: z.object({
    count: z.int(),
    newestAt: z.iso.datetime().nullable(),
    failed: z.enum(storageReasons).nullable(),
  }),
  /** A damaged file was set aside: calls between `gapFrom` and `at` may be missing. */
  recovered: z
    .object({ at: z.iso.datetime(), gapFrom: z.iso.datetime().nullable(), damagedFile: z.string() })
    .nullable(),
})

/** Whether the history on disk can be trusted and written. */
export type HistoryHealth = z.infer<typeof historyHealthSchema>

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
    .object({
      at: z.iso.datetime(),
      gapFrom: z.iso.datetime().nullable(),
      /** The name under which it was kept; null when the file had vanished. */
      damagedFile: z.string().nullable(),
      /** How many calls were taken over from it, and how many could not be trusted. */
      salvaged: z.int(),
      unreadable: z.int(),
    })
    .nullable(),
})

/** Whether the history on disk can be trusted and written. */
export type HistoryHealth = z.infer<typeof historyHealthSchema>

export const erasedSchema = z.object({
  calls: z.int(),
  /** Files in which the person may still stand, by name: damaged ones set aside, or one that is being read just now. */
  remaining: z.array(z.string()),
})

/** What was erased of a person, and where something of them may be left. */
export type ErasedPerson = z.infer<typeof erasedSchema>

import { z } from 'zod'
import { failureSchema, keychainReasons, storageReasons } from './failure.ts'

export const appInfoSchema = z.object({
  version: z.string(),
  electron: z.string(),
  chromium: z.string(),
  node: z.string(),
  platform: z.string(),
  /** `trial` is an unsupported runtime. It may connect only to loopback addresses and the practice service. */
  runtime: z.enum(['product', 'trial']),
})

/** The app's version and runtime, for Support and the notice about a test build. */
export type AppInfo = z.infer<typeof appInfoSchema>

export const keychainStatusSchema = z.discriminatedUnion('usable', [
  z.object({ usable: z.literal(true) }),
  z.object({ usable: z.literal(false), reason: z.enum(keychainReasons) }),
])

/** Whether the OS keychain is usable and, if not, why. */
export type KeychainStatus = z.infer<typeof keychainStatusSchema>

/** The response of the health endpoint. It shows only that the API is reachable (specification, section 4.2). */
export const healthSchema = z.object({
  status: z.string(),
  version: z.string().nullable(),
  milliseconds: z.number(),
  checkedAt: z.iso.datetime(),
})
export type Health = z.infer<typeof healthSchema>

/** One health check: its time, and either its round-trip time or its failure. */
const healthSampleSchema = z.object({
  at: z.iso.datetime(),
  milliseconds: z.number().nullable(),
  version: z.string().nullable(),
  failure: failureSchema.nullable(),
})
export type HealthSample = z.infer<typeof healthSampleSchema>

/**
 * The checks since `from` (an hour ago, or when the app was started), oldest first. Checks run only while the window
 * has focus.
 */
export const healthHourSchema = z.object({
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  samples: z.array(healthSampleSchema),
})
export type HealthHour = z.infer<typeof healthHourSchema>

export const historyCheckSchema = z.object({
  events: z.int(),
  intact: z.boolean(),
  /** The first event whose hash does not match the previous event; null if all match. */
  firstBroken: z.int().nullable(),
  /** The number of intact calls with an unreadable value, which is omitted; absent if there are none. */
  incomplete: z.int().optional(),
})

/** The result of verifying the whole history. */
export type HistoryCheck = z.infer<typeof historyCheckSchema>

/** Why calls may be missing from the history. */
export const historyLosses = ['damaged', 'shorter', 'unverified'] as const

/** When the history was restored or found incomplete, and why. */
export const recoverySchema = z.object({ at: z.iso.datetime(), cause: z.enum(historyLosses) })

export const historyHealthSchema = z.object({
  /** Why calls cannot be placed now; null if they can be recorded. */
  stopped: z.enum(storageReasons).nullable(),
  /** The last check and its time; null if there was none since the app was started. */
  check: historyCheckSchema.extend({ at: z.iso.datetime() }).nullable(),
  backups: z.object({
    count: z.int(),
    newestAt: z.iso.datetime().nullable(),
    failed: z.enum(storageReasons).nullable(),
  }),
  /** Calls between `gapFrom` and `at` may be missing; null once the user has acknowledged it. */
  recovered: z
    .object({
      /**
       * `damaged`: the file was damaged or missing. `shorter`: it was intact, but calls that it once contained were
       * gone. `unverified`: Rundesk could not check whether calls are missing, or the content of a call is damaged.
       */
      cause: z.enum(historyLosses),
      /** How many calls are known to be missing, at least; null if unknown. */
      missing: z.int().nullable(),
      /** How many lists are known to be missing, at least; null if unknown. */
      lostLists: z.int().nullable(),
      at: z.iso.datetime(),
      gapFrom: z.iso.datetime().nullable(),
      /** The name of the damaged file, which is kept; null if there is none. */
      damagedFile: z.string().nullable(),
      /** What Rundesk started from if the history file was missing and no damaged file is kept; null otherwise. */
      startedFrom: z.enum(['backup', 'empty']).nullable(),
      /** Whether the whole history was lost, even if a later loss is reported with it. */
      lostAll: z.boolean(),
      /** How many calls were recovered from the damaged file, and how many could not be verified; null if unknown. */
      salvaged: z.int(),
      unreadable: z.int().nullable(),
    })
    .nullable(),
  /** Erasures that were started but are not complete, as in `erasedSchema`; null if there are none. */
  unfinishedErasures: z
    .object({
      count: z.int(),
      hasMentions: z.boolean(),
      /** Why the last attempt failed; null if none has failed since the app was started. */
      reason: z.enum(storageReasons).nullable(),
    })
    .nullable(),
  /** The last recovery, also after its notice was acknowledged; for the doctor and the diagnostics. */
  lastRecovery: recoverySchema
    .extend({ missing: z.int().nullable(), lostLists: z.int().nullable(), lostAll: z.boolean() })
    .nullable(),
})

/** Whether the history on disk is intact and writable, and what is left to erase. */
export type HistoryHealth = z.infer<typeof historyHealthSchema>

export const erasedSchema = z.object({
  calls: z.int(),
  /** The number of list rows that belonged to the person. They are never called. */
  listRows: z.int(),
  /**
   * The names of files that may still contain the person's data: damaged files that were kept, or a file that is in
   * use.
   */
  remaining: z.array(z.string()),
  /**
   * Why some of the person's data is not erased yet, although the rest is; Rundesk tries again. Null: nothing is left.
   * `hasMentions`: other calls and list rows may still mention the person; if not, only the history file, the search
   * index and the backups may contain the data.
   */
  unfinished: z.object({ hasMentions: z.boolean(), reason: z.enum(storageReasons) }).nullable(),
})

/** What was erased about a person, and which files may still contain their data. */
export type ErasedPerson = z.infer<typeof erasedSchema>

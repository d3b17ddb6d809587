import { z } from 'zod'
import { callIdSchema } from './call.ts'
import { failureSchema } from './failure.ts'

export const lookUpSchema = z.object({
  callId: callIdSchema,
  /** `waiting` for its next turn, `asking` the service, or `stopped` because only a person can go on. */
  step: z.enum(['waiting', 'asking', 'stopped']),
  /** Whether the service lets this key read lists of runs; `untried` until it was asked. */
  lists: z.enum(['untried', 'readable', 'refused']),
  /** Our own run, seen in a list while the answer is still out. */
  foundRunId: z.int().nullable(),
  attempts: z.int(),
  lastAskedAt: z.iso.datetime().nullable(),
  lastFailure: failureSchema.nullable(),
  nextAskAt: z.iso.datetime().nullable(),
  /** When a verdict of "not found" is possible at the earliest; null while the connection is open. */
  quietUntil: z.iso.datetime().nullable(),
  /** The time in which a run of this call was made, if one was: what to look for in the service's dashboard. */
  window: z.object({ from: z.iso.datetime(), to: z.iso.datetime() }),
})

/** What is being done to find out what became of one call. */
export type LookUp = z.infer<typeof lookUpSchema>

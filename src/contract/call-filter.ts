import { z } from 'zod'
import { agentUuidSchema } from './agent.ts'
import { type CallStateName, callIdSchema, callSchema } from './call.ts'
import type { initialContextSchema } from './initial-context.ts'
import { profileIdSchema } from './profile.ts'

/** The state of a call by its name, as a filter names it. */
const callStateNames = {
  queued: 'queued',
  sending: 'sending',
  accepted: 'accepted',
  rejected: 'rejected',
  notSent: 'notSent',
  failedAtProvider: 'failedAtProvider',
  unknown: 'unknown',
  candidate: 'candidate',
  notFound: 'notFound',
  closedByOperator: 'closedByOperator',
  cancelled: 'cancelled',
} as const satisfies { [N in CallStateName]: N }

/** What a person types to find calls; see `readWords` for how it is understood. */
export const callSearchSchema = z.string().max(200)

export const callFilterSchema = z.object({
  /** In any of these states; none stands for all of them. */
  states: z.array(z.enum(callStateNames)).max(11),
  /** By any of these agents, and from any of these profiles; none stands for all of them. */
  agentUuids: z.array(agentUuidSchema).max(100),
  profileIds: z.array(profileIdSchema).max(100),
  /** Only practice, only real calls, or null for both. */
  practice: z.boolean().nullable(),
  /** Prepared at or after `from` and before `until` (ISO 8601); null leaves that end open. */
  from: z.iso.datetime().nullable(),
  until: z.iso.datetime().nullable(),
})

/** Which calls of the history are shown. */
export type CallFilter = z.infer<typeof callFilterSchema>

/** Lets every call through. */
export const everyCall: CallFilter = {
  states: [],
  agentUuids: [],
  profileIds: [],
  practice: null,
  from: null,
  until: null,
}

export const callPageSchema = z.object({
  calls: z.array(callSchema),
  /** How many calls there are in all; where counting them would take too long, there are more than this. */
  total: z.int(),
  totalIs: z.enum(['exact', 'atLeast']),
  /** Which call of the whole history, counted from the oldest, the first one of the page is; 0 when there is none. */
  place: z.int(),
  more: z.boolean(),
  /** After which call the next page begins, null at the end. A page may be shorter than asked for and not the last one. */
  next: callIdSchema.nullable(),
  /** What people wrote to the calls of this page, by their ids; most calls have no note. */
  notes: z.record(callIdSchema, z.string()),
  /** So many calls are not in the search index yet. They are found all the same, and it takes longer. */
  unindexed: z.int(),
})

/** A page of calls, newest first. */
export type CallPage = z.infer<typeof callPageSchema>

/** Days that move on with the calendar, as a person names them. */
export const movingDays = ['today', 'yesterday', 'sevenDays', 'month'] as const

export const savedViewSchema = z.object({
  viewId: z.uuid(),
  name: z.string().trim().min(1).max(80),
  search: callSearchSchema,
  filter: callFilterSchema,
  /** The days meant, in place of the filter's own, where they move on with the calendar; null where they do not. */
  days: z.enum(movingDays).nullable(),
})

/** An agent that calls of the history were placed with, under the name it had last. */
export const calledAgentSchema = z.object({ agentUuid: agentUuidSchema, name: z.string().nullable() })
export type CalledAgent = z.infer<typeof calledAgentSchema>

/** A search with its filter under a name, kept on this computer. */
export type SavedView = z.infer<typeof savedViewSchema>

export const exportFormats = ['csv', 'jsonLines'] as const

export const exportSchema = z.object({
  /** The name of the file; null when there is none. */
  file: z.string().nullable(),
  calls: z.int(),
})

/** What an export wrote. */
export type Export = z.infer<typeof exportSchema>

/** A call as it is exported. */
export type ExportedCall = {
  call: z.infer<typeof callSchema>
  initialContext: z.infer<typeof initialContextSchema>
  note: string | null
}

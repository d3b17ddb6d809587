import { z } from 'zod'
import { agentUuidSchema } from './agent.ts'
import { callIdSchema, callSchema, callStateSchema, type Learned, learnedSchema } from './call.ts'
import { failureSchema } from './failure.ts'
import type { initialContextSchema } from './initial-context.ts'
import { profileColorSchema, profileIdSchema } from './profile.ts'

/**
 * The call states as displayed, in the order of the filter. The end of `accepted` calls is not known yet; the user must
 * resolve `toCheck` calls, which are displayed and filtered as `unknown`. `displayStateOf` derives these states from the
 * recorded one for screens, exports and evidence.
 */
export const displayStates = [
  'reached',
  'voicemail',
  'noAnswer',
  'busy',
  'failed',
  'ended',
  'accepted',
  'sending',
  'dialing',
  'unknown',
  'toCheck',
  'notFound',
  'rejected',
  'carrierRefused',
  'notSent',
  'resolvedPlaced',
  'resolvedNotPlaced',
  'cancelled',
  'queued',
] as const
export type DisplayState = (typeof displayStates)[number]

/** The search text for calls, which `readWords` parses. */
export const callSearchSchema = z.string().max(200)

/** Kinds of what an agent learned: the result of the call, a tag, or the name of a variable. */
export const learnedFacets = ['result', 'tag', 'variable'] as const

export const learnedFacetSchema = z.object({ kind: z.enum(learnedFacets), value: z.string().min(1).max(500) })

/** Something that an agent learned in calls, to filter them by. */
export type LearnedFacet = z.infer<typeof learnedFacetSchema>

const numberRangeSchema = z.object({ from: z.number().min(0).nullable(), to: z.number().min(0).nullable() })

/** A range of numbers that includes both ends; null leaves that end open. */
export type NumberRange = z.infer<typeof numberRangeSchema>

export const callFilterSchema = z.object({
  /** Calls in any of these states; empty means all. */
  states: z.array(z.enum(displayStates)).max(displayStates.length),
  /** Calls to any of these agents and from any of these profiles; empty means all. */
  agentUuids: z.array(agentUuidSchema).max(100),
  profileIds: z.array(profileIdSchema).max(100),
  /** True for practice calls, false for real calls, null for both. */
  practice: z.boolean().nullable(),
  /** Calls in which the agent learned any of these; absent or empty means all. */
  learned: z.array(learnedFacetSchema).max(60).optional(),
  /** Calls whose duration in seconds, or cost in the service's credits, is known and in the range; absent means all. */
  duration: numberRangeSchema.optional(),
  credits: numberRangeSchema.optional(),
  /** Calls prepared at or after `from` and before `until` (ISO 8601); null means no limit. */
  from: z.iso.datetime().nullable(),
  until: z.iso.datetime().nullable(),
})

/** Which calls of the history are shown. */
export type CallFilter = z.infer<typeof callFilterSchema>

/** Matches every call. */
export const everyCall: CallFilter = {
  states: [],
  agentUuids: [],
  profileIds: [],
  practice: null,
  from: null,
  until: null,
}

const learnedBriefSchema = learnedSchema.pick({ tags: true, variables: true, credits: true })

/** The first tags and variables that an agent learned in a call, and the call's cost. */
export type LearnedBrief = z.infer<typeof learnedBriefSchema>

export const callPageSchema = z.object({
  calls: z.array(callSchema),
  /** The total number of calls; a lower bound if counting would take too long. */
  total: z.int(),
  totalIs: z.enum(['exact', 'atLeast']),
  /**
   * The position of the page's first call in the whole history, numbered from the oldest call; 0 if the page is empty.
   */
  position: z.int(),
  more: z.boolean(),
  /**
   * The call after which the next page starts; null at the end. A page shorter than the limit is not always the last.
   */
  next: callIdSchema.nullable(),
  /** The notes on the calls of this page, by call ID. */
  notes: z.record(callIdSchema, z.string()),
  /** What the agents learned in these calls, in short, by call ID. */
  learned: z.record(callIdSchema, learnedBriefSchema),
  /** How many calls are not in the search index yet. A search still finds them, but takes longer. */
  unindexed: z.int(),
})

/** A page of calls, newest first. */
export type CallPage = z.infer<typeof callPageSchema>

/** Days relative to the current day. */
export const relativeDays = ['today', 'yesterday', 'sevenDays', 'month'] as const

export const savedViewSchema = z.object({
  viewId: z.uuid(),
  name: z.string().trim().min(1).max(80),
  search: callSearchSchema,
  filter: callFilterSchema,
  /** The relative days that replace the filter's dates; null if the dates are fixed. */
  days: z.enum(relativeDays).nullable(),
})

/** An agent that was called, with its latest name in the history. */
export const calledAgentSchema = z.object({ agentUuid: agentUuidSchema, name: z.string().nullable() })
export type CalledAgent = z.infer<typeof calledAgentSchema>

/** A named search with its filter, saved on this computer. */
export type SavedView = z.infer<typeof savedViewSchema>

export const exportFormats = ['csv', 'jsonLines'] as const

export const exportSchema = z.object({
  /** The name of the file; null if none was chosen. */
  file: z.string().nullable(),
  calls: z.int(),
})

/** The result of an export. */
export type Export = z.infer<typeof exportSchema>

/** A call as exported; its `endedAt` is null if Rundesk did not see the connection end, or never sent the request. */
export type ExportedCall = {
  call: z.infer<typeof callSchema>
  initialContext: z.infer<typeof initialContextSchema>
  note: string | null
  learned: Learned | null
}

export const recentCallsSchema = z.object({
  /** This computer's calls to the number, from every profile, newest first. */
  calls: z.array(callSchema),
  /** True if there are older calls. */
  more: z.boolean(),
})
export type RecentCalls = z.infer<typeof recentCallsSchema>

/**
 * The state of a run in the service's list. `noReport`: the service has no report of the carrier. `unknown`: it reports
 * an error after which a phone may ring.
 */
const recentRunStates = ['noReport', 'placed', 'ended', 'failed', 'unknown'] as const

const recentRunSchema = z.object({
  workflowRunId: z.int(),
  workflowRunName: z.string(),
  createdAt: z.string(),
  state: z.enum(recentRunStates),
  /** The service's own description of the end or the failure; null if there is none yet. */
  disposition: z.string().nullable(),
  error: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  callerNumber: z.string().nullable(),
  /** The call in this computer's history that created the run; null if the history has none. */
  callId: z.string().nullable(),
  /** The profile that placed that call, which may be another one than lists the run. */
  callProfileName: z.string().nullable(),
  /** The outcome of that call, which is displayed if it says more than the run and agrees with it. */
  outcome: callStateSchema.nullable(),
  from: z.enum(['thisComputer', 'elsewhere']),
})
export type RecentRun = z.infer<typeof recentRunSchema>

const profileRunsSchema = z.object({
  profileId: profileIdSchema,
  profileName: z.string(),
  profileColor: profileColorSchema,
  practice: z.boolean(),
  /** Why the runs are unknown; null if the service's list was read. */
  failure: failureSchema.nullable(),
  /** True if the service has more runs than were read, so that older ones may be missing. */
  more: z.boolean(),
  /** Newest first. */
  runs: z.array(recentRunSchema),
})
export type ProfileRuns = z.infer<typeof profileRunsSchema>

export const recentRunsSchema = z.object({
  /** Start of the requested period. */
  since: z.iso.datetime(),
  profiles: z.array(profileRunsSchema),
})
/** The service's recent runs to a number, by profile. */
export type RecentRuns = z.infer<typeof recentRunsSchema>

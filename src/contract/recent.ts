import { z } from 'zod'
import { callSchema } from './call.ts'
import { profileColorSchema, profileIdSchema } from './profile.ts'

export const recentCallsSchema = z.object({
  /** This computer's calls to the number, of every profile, newest first. */
  calls: z.array(callSchema),
  /** True when there are older ones. */
  more: z.boolean(),
})
export type RecentCalls = z.infer<typeof recentCallsSchema>

/** What became of a run as the service's list tells it: it may still be dialled, may go on, may be over, or failed to start. */
export const recentRunStates = ['dialling', 'placed', 'ended', 'failed'] as const

export const recentRunSchema = z.object({
  workflowRunId: z.int(),
  workflowRunName: z.string(),
  createdAt: z.string(),
  state: z.enum(recentRunStates),
  /** The service's own words for how it ended or why it failed; null while it tells none. */
  disposition: z.string().nullable(),
  error: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  callerNumber: z.string().nullable(),
  /** This computer's call that the run belongs to; null when another desk, a campaign or a program placed it. */
  callId: z.string().nullable(),
  from: z.enum(['thisDesk', 'elsewhere']),
})
export type RecentRun = z.infer<typeof recentRunSchema>

export const profileRunsSchema = z.object({
  profileId: profileIdSchema,
  profileName: z.string(),
  profileColor: profileColorSchema,
  practice: z.boolean(),
  /** False when the service could not be asked just now, or lists nothing: then the runs tell nothing, and that is all. */
  asked: z.boolean(),
  /** Newest first. */
  runs: z.array(recentRunSchema),
  /** When the service was asked. */
  askedAt: z.iso.datetime(),
})
export type ProfileRuns = z.infer<typeof profileRunsSchema>

export const recentRunsSchema = z.object({
  /** From when on the service was asked for runs. */
  since: z.iso.datetime(),
  profiles: z.array(profileRunsSchema),
})
/** The service's own runs to a number in the last days, profile by profile. */
export type RecentRuns = z.infer<typeof recentRunsSchema>

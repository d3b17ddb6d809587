import { z } from 'zod'
import { issueSchema, unreachableCauses } from './failure.ts'
import { initialContextSchema } from './initial-context.ts'
import { profileColorSchema, profileIdSchema } from './profile.ts'
import { recordIdSchema } from './telephony.ts'
import { agentUuidSchema, maxNameLength } from './agent.ts'

/** A ULID, created when the form opens, so that two submissions with the same ID are one call. */
export const callIdSchema = z.string().regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)

/** `historyLost`: the call's last state was lost with a part of the history. */
export const unknownCauses = [
  'interrupted',
  'historyLost',
  'timedOut',
  'cut',
  'serverError',
  'unreadable',
  'unexpected',
] as const

const state = <const S extends string, T extends z.ZodRawShape>(name: S, shape: T) =>
  z.object({ state: z.literal(name), ...shape })

/** How a placed call ended. `ended` means that the result does not show whether someone answered. */
export const callEnds = ['reached', 'voicemail', 'noAnswer', 'busy', 'failed', 'ended'] as const

const callEndSchema = z.object({
  kind: z.enum(callEnds),
  /** The service's own description of the result; null if it reports none. */
  disposition: z.string().nullable(),
  durationSeconds: z.number().nullable(),
})

/** The name of the run whose ID is known; absent if the service did not report it, and in older records. */
const workflowRunName = z.string().optional()

/** How the run of a call ended. */
export type CallEnd = z.infer<typeof callEndSchema>

export const callStateSchema = z.discriminatedUnion('state', [
  /** Recorded on disk, but not sent yet. */
  state('queued', {}),
  /** Recorded on disk and claimed for sending; from now on the phone may ring. */
  state('sending', {
    since: z.iso.datetime(),
    /** The run that the lists showed before the response; absent if none. The response still decides. */
    foundRunId: z.int().optional(),
    workflowRunName,
  }),
  /** The service responded with 200 and a valid body, or its lists showed the call ID that we sent (`reconciled`). */
  state('accepted', {
    workflowRunId: z.int(),
    workflowRunName: z.string(),
    /** The status text of the response; empty if the run was found in a list. */
    status: z.string(),
    reconciled: z.boolean(),
    /**
     * `started`: the carrier has the call. `dialing`: the run was found, but the carrier has reported nothing to the
     * service yet. `orphaned`: still no report after 5 minutes 10 seconds, which is longer than any dial attempt.
     */
    progress: z.enum(['started', 'dialing', 'orphaned']).default('started'),
    /** Absent until the service reports that the run is over, or no longer has the run. */
    end: callEndSchema.optional(),
  }),
  /** The service refused the call before dialing. */
  state('rejected', {
    status: z.int(),
    detail: z.string(),
    issues: z.array(issueSchema),
    /** The run that the lists show for the refused call, for example after a refusal for lack of credits; absent if none. */
    workflowRunId: z.int().optional(),
    workflowRunName,
  }),
  /**
   * Failed before the first byte of the request was sent; `notRecorded` means that the history could not be written.
   */
  state('notSent', { cause: z.enum([...unreachableCauses, 'notRecorded']) }),
  /** The service created a run, but its carrier failed; with `doubt`, the phone may be ringing. */
  state('failedAtProvider', {
    /** Null if a list reported the failure, not the response. */
    status: z.int().nullable(),
    detail: z.string(),
    doubt: z.boolean(),
    /** The response does not contain it; the lists do. */
    workflowRunId: z.int().nullable().default(null),
    workflowRunName,
  }),
  /** No valid response: the phone may be ringing. This is not a failure. */
  state('unknown', {
    cause: z.enum(unknownCauses),
    status: z.int().nullable(),
    detail: z.string(),
    /** The run ID in an unexpected response; absent if there is none. */
    workflowRunId: z.int().optional(),
    /** The run that the lists showed while the response was pending; absent if none. The lists still decide. */
    foundRunId: z.int().optional(),
    workflowRunName,
  }),
  /**
   * Runs by the same agent to the same number in the same minutes, but without the call ID that we sent. The user
   * decides.
   */
  state('candidate', { runIds: z.array(z.int()).min(1) }),
  /** The waiting time is over, and the service's complete lists contain no run of this call. */
  state('notFound', { since: z.iso.datetime() }),
  state('closedByOperator', {
    decision: z.enum(['placed', 'notPlaced']),
    who: z.string(),
    at: z.iso.datetime(),
    note: z.string(),
    /** The runs that are known: those at the decision, and those that were found since; absent if there are none. */
    runIds: z.array(z.int()).min(1).optional(),
    /** Those of these runs that have the call's ID, or that the service reported for the call; absent if none is known. */
    ownRunIds: z.array(z.int()).min(1).optional(),
    /** When the service's lists showed after the decision that the call has no run that may have rung a phone. */
    noRunAt: z.iso.datetime().optional(),
    /** How the call's own run, or one of several, ended; absent until the service reports it. The decision remains. */
    end: callEndSchema.optional(),
    workflowRunName,
  }),
  state('cancelled', {}),
])

/** The state of a call, with only that state's values. */
export type CallState = z.infer<typeof callStateSchema>
export type CallStateName = CallState['state']

export const callSchema = z.object({
  callId: callIdSchema,
  profileId: profileIdSchema,
  /** The color and name of the profile when the call was prepared. The profile may be renamed or removed later. */
  profileName: z.string(),
  profileColor: profileColorSchema,
  practice: z.boolean(),
  origin: z.string(),
  agentUuid: agentUuidSchema,
  agentName: z.string().nullable(),
  /** Exactly what was sent. */
  phoneNumber: z.string(),
  phoneNumberDisplay: z.string(),
  telephonyConfigurationId: recordIdSchema.nullable(),
  telephonyConfigurationName: z.string().nullable(),
  fromPhoneNumberId: recordIdSchema.nullable(),
  fromPhoneNumberText: z.string().nullable(),
  /** The context field that contains the call ID; null if the profile sends none. */
  referenceName: z.string().nullable(),
  /** The earlier call that the user chose to repeat with this one. */
  redialOf: callIdSchema.nullable(),
  preparedAt: z.iso.datetime(),
  /**
   * When the request's connection closed (at the latest, if Rundesk was interrupted: when it started again), and the
   * service's time in its response.
   */
  endedAt: z.iso.datetime().nullable(),
  serverDate: z.iso.datetime().nullable(),
  changedAt: z.iso.datetime(),
  outcome: callStateSchema,
})

/** The record of one request to call one number, and its outcome. */
export type Call = z.infer<typeof callSchema>

export const callEventSchema = z.object({ at: z.iso.datetime(), state: z.string(), outcome: callStateSchema })
export type CallEvent = z.infer<typeof callEventSchema>

export const callNoteSchema = z.object({ text: z.string(), at: z.iso.datetime() })

/** The note on a call, and when it was written. */
export type CallNote = z.infer<typeof callNoteSchema>

export const decisionNoteLength = 1000

/** The user's decision about a call that could not be resolved otherwise, and how the user knows. */
export const decisionSchema = z.object({
  decision: z.enum(['placed', 'notPlaced']),
  note: z.string().trim().min(1).max(decisionNoteLength),
})

export const learnedSchema = z.object({
  /** The variables that the agent extracted from the conversation; values other than text are JSON. */
  variables: z.array(z.object({ name: z.string(), value: z.string() })),
  tags: z.array(z.string()),
  /** The steps of the agent that the conversation went through, in order. */
  steps: z.array(z.string()),
  /** The price in the service's credits; null if unknown. */
  credits: z.number().nullable(),
})

/** What the agent learned in a call. */
export type Learned = z.infer<typeof learnedSchema>

export const callDetailSchema = z.object({
  call: callSchema,
  /** What the agent learned, as last reported by the service; null before the call ends. */
  learned: learnedSchema.nullable(),
  note: callNoteSchema.nullable(),
  initialContext: initialContextSchema,
  /** When the call's number, context and free text were removed from this computer; null if they were not. */
  erasedAt: z.iso.datetime().nullable(),
  /** The call's states, oldest first. */
  events: z.array(callEventSchema),
})
export type CallDetail = z.infer<typeof callDetailSchema>

export const callDraftSchema = z.object({
  callId: callIdSchema,
  profileId: profileIdSchema,
  agentUuid: agentUuidSchema,
  agentName: z.string().max(maxNameLength).nullable(),
  phoneNumber: z.string().min(1).max(200),
  phoneNumberDisplay: z.string().max(200),
  initialContext: initialContextSchema,
  telephonyConfigurationId: recordIdSchema.nullable(),
  telephonyConfigurationName: z.string().max(maxNameLength).nullable(),
  fromPhoneNumberId: recordIdSchema.nullable(),
  fromPhoneNumberText: z.string().max(maxNameLength).nullable(),
  redialOf: callIdSchema.nullable(),
  /** The one-time token from the `repeat` failure, to call a number again. */
  confirmation: z.uuid().nullable(),
})

/** The input of a call: exactly what the call button shows. */
export type CallDraft = z.infer<typeof callDraftSchema>

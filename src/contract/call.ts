import { z } from 'zod'
import { issueSchema, unreachableCauses } from './failure.ts'
import { initialContextSchema } from './initial-context.ts'
import { profileColorSchema, profileIdSchema } from './profile.ts'
import { recordIdSchema } from './telephony.ts'
import { agentUuidSchema } from './agent.ts'

/** A ULID, minted when the form opens: two submissions with the same one are one call. */
export const callIdSchema = z.string().regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)

export const unknownCauses = ['interrupted', 'timedOut', 'cut', 'serverError', 'unreadable'] as const

const state = <const S extends string, T extends z.ZodRawShape>(name: S, shape: T) =>
  z.object({ state: z.literal(name), ...shape })

export const callStateSchema = z.discriminatedUnion('state', [
  /** Durable, not yet on its way. */
  state('queued', {}),
  /** Durable, and from here on the phone may ring. */
  state('sending', { since: z.iso.datetime() }),
  /** The service answered 200 with a valid body, or its lists showed our reference (`reconciled`). */
  state('accepted', {
    workflowRunId: z.int(),
    workflowRunName: z.string(),
    /** The service's own word; empty when it was found in a list, which has none. */
    status: z.string(),
    reconciled: z.boolean(),
    /**
     * `started`: the carrier has it. `dialling`: found in a list before the carrier had it.
     * `orphaned`: still so after 5 minutes 10 seconds, which no dial takes; probably never placed.
     */
    progress: z.enum(['started', 'dialling', 'orphaned']).default('started'),
  }),
  /** A definite refusal before any dialling. */
  state('rejected', { status: z.int(), detail: z.string(), issues: z.array(issueSchema) }),
  /** Failed before the first byte of the request left; `notRecorded` because the history could not be written. */
  state('notSent', { cause: z.enum([...unreachableCauses, 'notRecorded']) }),
  /** The service made a run, and its carrier failed; with doubt, it may be ringing all the same. */
  state('failedAtProvider', {
    /** Null when a list told of the failure and no answer did. */
    status: z.int().nullable(),
    detail: z.string(),
    doubt: z.boolean(),
    /** The answer does not tell it; the lists do. */
    workflowRunId: z.int().nullable().default(null),
  }),
  /** No answer that can be understood: it may be ringing. Never "failed". */
  state('unknown', { cause: z.enum(unknownCauses), status: z.int().nullable(), detail: z.string() }),
  /** Runs to the same number by the same agent in the same minutes, without our reference: a person decides. */
  state('candidate', { runIds: z.array(z.int()).min(1) }),
  /** The service's lists are complete, the quiet period is over, and no run of this call is in them. */
  state('notFound', { since: z.iso.datetime() }),
  state('closedByOperator', {
    verdict: z.enum(['placed', 'notPlaced']),
    who: z.string(),
    at: z.iso.datetime(),
    note: z.string(),
  }),
  state('cancelled', {}),
])

/** What became of a call, with the facts that belong to that state and no others. */
export type CallState = z.infer<typeof callStateSchema>
export type CallStateName = CallState['state']

export const callSchema = z.object({
  callId: callIdSchema,
  profileId: profileIdSchema,
  /** The profile as it was when the call was prepared: it may be renamed or removed later. */
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
  /** Under which name our callId travelled in the context; null when the profile sends none. */
  referenceName: z.string().nullable(),
  /** The earlier call that this one repeats by a person's choice. */
  redialOf: callIdSchema.nullable(),
  preparedAt: z.iso.datetime(),
  /** When the connection that carried the call was over, and what the service's clock said in its answer. */
  endedAt: z.iso.datetime().nullable(),
  serverDate: z.iso.datetime().nullable(),
  changedAt: z.iso.datetime(),
  outcome: callStateSchema,
})

/** Our own record of one wish to call one number, and what became of it. */
export type Call = z.infer<typeof callSchema>

export const callEventSchema = z.object({ at: z.iso.datetime(), state: z.string(), outcome: callStateSchema })
export type CallEvent = z.infer<typeof callEventSchema>

export const callNoteSchema = z.object({ text: z.string(), at: z.iso.datetime() })

/** What a person wrote to a call, and when. */
export type CallNote = z.infer<typeof callNoteSchema>

export const callDetailSchema = z.object({
  call: callSchema,
  note: callNoteSchema.nullable(),
  initialContext: initialContextSchema,
  /** Every state the call went through, oldest first. */
  events: z.array(callEventSchema),
})
export type CallDetail = z.infer<typeof callDetailSchema>

export const callDraftSchema = z.object({
  callId: callIdSchema,
  profileId: profileIdSchema,
  agentUuid: agentUuidSchema,
  agentName: z.string().max(300).nullable(),
  phoneNumber: z.string().min(1).max(200),
  phoneNumberDisplay: z.string().max(200),
  initialContext: initialContextSchema,
  telephonyConfigurationId: recordIdSchema.nullable(),
  telephonyConfigurationName: z.string().max(300).nullable(),
  fromPhoneNumberId: recordIdSchema.nullable(),
  fromPhoneNumberText: z.string().max(300).nullable(),
  redialOf: callIdSchema.nullable(),
  /** The one-time leave to call a number again, from the `repeat` failure that asked for it. */
  confirmation: z.uuid().nullable(),
})

/** What the person reads on the button, and nothing that is not there. */
export type CallDraft = z.infer<typeof callDraftSchema>

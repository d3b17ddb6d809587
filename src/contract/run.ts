import { z } from 'zod'
import { callIdSchema, learnedSchema } from './call.ts'
import { failureSchema } from './failure.ts'

const runStepSchema = z.object({ status: z.string(), at: z.string().nullable() })

export const runSchema = z.object({
  workflowRunId: z.int(),
  workflowRunName: z.string(),
  /** Null if the service reports it in an unreadable form. */
  workflowId: z.int().nullable(),
  isCompleted: z.boolean(),
  createdAt: z.string(),
  calledNumber: z.string().nullable(),
  callerNumber: z.string().nullable(),
  disposition: z.string().nullable(),
  error: z.string().nullable(),
  /** The carrier's ID for the call; null until the carrier has accepted it. */
  carrierCallId: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  /** What the carrier has reported so far, oldest first. */
  steps: z.array(runStepSchema),
  hasRecording: z.boolean(),
  hasTranscript: z.boolean(),
  learned: learnedSchema,
  initialContext: z.record(z.string(), z.json()),
})

/** A workflow run: the service's own record of a started call. */
export type Run = z.infer<typeof runSchema>

export const liveRunSchema = z.object({
  callId: callIdSchema,
  workflowRunId: z.int(),
  /** The service's last report, and its time; both null before the first. */
  run: runSchema.nullable(),
  reportedAt: z.iso.datetime().nullable(),
  /**
   * `polling`: a request is in progress. `waiting`: for the next poll. `ended`: the run is over and its record is
   * complete. `stale`: the run is still not over after longer than any call lasts. `stopped`: it could not be read for
   * too long.
   */
  step: z.enum(['polling', 'waiting', 'ended', 'stale', 'stopped']),
  /** Why the last request failed; null if it succeeded. */
  failure: failureSchema.nullable(),
  /** When it failed. */
  failedAt: z.iso.datetime().optional(),
})

/** The run of an accepted call that the main process polls, with the time of its data. */
export type LiveRun = z.infer<typeof liveRunSchema>

/** The progress of a run, from the service's report. */
type RunProgress = 'dialing' | 'ringing' | 'answered' | 'ended'

const answered = ['answered', 'in-progress', 'inprogress']
const rang = ['ringing', 'alerting', 'early']

/** Returns the progress indicated by the carrier's status strings; unknown ones are ignored. */
export const progressOf = ({ isCompleted, steps }: Pick<Run, 'isCompleted' | 'steps'>): RunProgress => {
  if (isCompleted) return 'ended'
  const reported = steps.map(({ status }) => status.toLowerCase().replaceAll('_', '-'))
  if (reported.some((status) => answered.includes(status))) return 'answered'
  return reported.some((status) => rang.includes(status)) ? 'ringing' : 'dialing'
}

export const reconciliationJobSchema = z.object({
  callId: callIdSchema,
  /** `waiting` for the next poll, `polling` the service, or `stopped` because the user must decide. */
  step: z.enum(['waiting', 'polling', 'stopped']),
  /**
   * Whether this key may read the run lists; `untried` before the first request. `ofAgent`: it may read only the
   * agent's own list, which can show that a run exists, but not that none does.
   */
  lists: z.enum(['untried', 'readable', 'ofAgent', 'refused']),
  /** The call's run, if a list showed it before the response arrived. */
  foundRunId: z.int().nullable(),
  lastAttemptAt: z.iso.datetime().nullable(),
  lastFailure: failureSchema.nullable(),
  nextAttemptAt: z.iso.datetime().nullable(),
  /** The earliest time at which the outcome can be "not found"; null while the connection is open. */
  quietUntil: z.iso.datetime().nullable(),
  /** When a run of this call may have been created, for a search in the service's dashboard. */
  window: z.object({ from: z.iso.datetime(), to: z.iso.datetime() }),
})

/** The reconciliation job of a call. */
export type ReconciliationJob = z.infer<typeof reconciliationJobSchema>

/** Who is speaking: the agent, the person who was called, or another source that the service recorded. */
const speakers = ['agent', 'callee', 'other'] as const

const spokenTurnSchema = z.object({
  speaker: z.enum(speakers),
  text: z.string(),
  /** When it was spoken; null if the service does not report it. */
  at: z.iso.datetime().nullable(),
})
export type SpokenTurn = z.infer<typeof spokenTurnSchema>

export const transcriptSchema = z.object({
  /** In spoken order. */
  turns: z.array(spokenTurnSchema),
  /** Whether it is the service's transcript or, if there is none, its log of the conversation. */
  from: z.enum(['transcript', 'notes']),
  /** False if Rundesk truncated the transcript. */
  isWhole: z.boolean(),
})

/** The transcript of a call. */
export type Transcript = z.infer<typeof transcriptSchema>

/** Maximum number of samples per request for a recording: 512 KiB. */
export const maxSamples = 262_144

export const recordingSchema = z.object({
  /** Identifies the recording in the main process's memory without revealing the run. */
  recordingId: z.uuid(),
  /** Samples per second, and the number of samples (16-bit, mono). */
  sampleRate: z.int().min(1),
  samples: z.int().min(0),
  /** The loudness of equal parts of the recording in order, each from 0 to 1, for the waveform. */
  peaks: z.array(z.number()).max(400),
})

/** A recording that the main process has downloaded and keeps in memory until the page has read it. */
export type Recording = z.infer<typeof recordingSchema>

export const recordingPieceSchema = z.object({
  /** Little-endian 16-bit samples in base64. */
  samples: z.string().max(Math.ceil((maxSamples * 2) / 3) * 4),
  /** The first sample of the next chunk; null at the end. */
  next: z.int().nullable(),
})
export type RecordingPiece = z.infer<typeof recordingPieceSchema>

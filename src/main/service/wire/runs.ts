import { z } from 'zod'
import type { Run, SpokenTurn } from '../../../contract/run.ts'
import {
  date,
  entries,
  filledWord,
  flag,
  id,
  integer,
  jsonObject,
  listOf,
  type Shape,
  number,
  orNull,
  seconds,
  text,
  textLimits,
  textOf,
  toIso,
  toText,
  wholeText,
  word,
} from './common.ts'

/**
 * Maximum number of entries of each kind, and maximum length of names and values, in characters: what fits on a screen.
 */
const maxEntries = 50
const maxNameLength = 100
const maxValueLength = 1_000

/**
 * Returns at most `length` characters as a well-formed string without characters that break a line or end a string in
 * the database.
 */
const shorten = (whole: string, length: number): string =>
  whole
    .slice(0, length)
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()

/** The strings in an array; other entries are dropped. */
const texts = orNull(z.array(z.unknown())).transform((found) =>
  (found ?? [])
    .slice(0, maxEntries)
    .flatMap((entry) => (typeof entry === 'string' ? [shorten(entry, maxNameLength)] : []))
    .filter((entry) => entry !== ''),
)

const valueOf = (value: unknown): string =>
  value === null ? '' : shorten(typeof value === 'string' ? value : JSON.stringify(value), maxValueLength)

/** Drops variables that the conversation did not mention, which an agent reports as null or empty strings. */
const variables = jsonObject.transform((extracted) =>
  Object.entries(extracted ?? {})
    .slice(0, maxEntries)
    .map(([name, value]) => ({ name: shorten(name, maxNameLength), value: valueOf(value) }))
    .filter(({ name, value }) => name !== '' && value !== ''),
)

const gatheredFields = z.object({
  call_id: filledWord,
  error: text,
  call_disposition: filledWord,
  mapped_call_disposition: filledWord,
  // What the agent learned.
  extracted_variables: variables,
  call_tags: texts,
  nodes_visited: texts,
})
const gathered = orNull(gatheredFields).transform((value) => value ?? gatheredFields.parse({}))

const cost = orNull(z.object({ call_duration_seconds: seconds, dograh_token_usage: number }))
const numbers = orNull(z.object({ called_number: filledWord, caller_number: filledWord }))
/** Empty if it is missing or unreadable; such a run may have been created at any time. */
const createdAt = orNull(z.string()).transform((value) => toIso(value ?? '') ?? '')
/** A run is identified by its ID, so a run without a name or workflow is accepted. */
const runName = orNull(textOf(textLimits.name)).transform((value) => value ?? '')
/** Maximum number of carrier reports about one call; repeated reports are appended again. */
const maxSteps = 200

const step = z
  .object({ status: textOf(textLimits.word).refine((status) => status.trim() !== ''), timestamp: date })
  .transform(({ status, timestamp }) => ({ status, at: timestamp }))

/** Fields from the carrier may overwrite a callback's own fields, so entries without a readable status are dropped. */
const steps = orNull(z.object({ telephony_status_callbacks: entries(step, maxSteps) })).transform(
  (logs) => logs?.telephony_status_callbacks ?? [],
)

const shared = {
  id,
  name: runName,
  workflow_id: orNull(id),
  created_at: createdAt,
  recording_url: wholeText,
  transcript_url: wholeText,
  gathered_context: gathered,
}

export const runSchema: z.ZodType<Run> = z
  .object({
    ...shared,
    is_completed: flag,
    cost_info: cost,
    usage_info: cost,
    initial_context: jsonObject,
    logs: steps,
  })
  .transform((wire) => {
    const dialed = numbers.parse(wire.initial_context)
    return {
      workflowRunId: wire.id,
      workflowRunName: wire.name,
      workflowId: wire.workflow_id,
      isCompleted: wire.is_completed,
      createdAt: wire.created_at,
      calledNumber: dialed?.called_number ?? null,
      callerNumber: dialed?.caller_number ?? null,
      disposition: wire.gathered_context.mapped_call_disposition ?? wire.gathered_context.call_disposition,
      error: wire.gathered_context.error,
      carrierCallId: wire.gathered_context.call_id,
      durationSeconds: wire.cost_info?.call_duration_seconds ?? wire.usage_info?.call_duration_seconds ?? null,
      steps: wire.logs,
      hasRecording: wire.recording_url !== null,
      hasTranscript: wire.transcript_url !== null,
      learned: {
        variables: wire.gathered_context.extracted_variables,
        tags: wire.gathered_context.call_tags,
        steps: wire.gathered_context.nodes_visited,
        // A self-hosted service reports 0, because it does not set prices.
        credits: wire.cost_info?.dograh_token_usage || null,
      },
      initialContext: wire.initial_context ?? {},
    }
  })

/** A run as the lists contain it: enough to match it to a call. */
export type RunListItem = {
  workflowRunId: number
  workflowRunName: string
  /** Null if it is unreadable. */
  workflowId: number | null
  createdAt: string
  /** Null in the organization's list, which does not contain it. */
  isCompleted: boolean | null
  calledNumber: string | null
  callerNumber: string | null
  /** The carrier or the kind of browser connection; null if an older service does not report it. */
  mode: string | null
  /** `inbound` or `outbound`; null if the service doesn't report it. */
  callType: string | null
  /** The carrier's ID for the call; null until it is dialed. */
  carrierCallId: string | null
  error: string | null
  disposition: string | null
  durationSeconds: number | null
  initialContext: Record<string, z.core.util.JSONType>
}

/** One page of a list of runs, newest first. */
export type RunPage = {
  runs: RunListItem[]
  totalCount: number
  page: number
  /** Null if the service doesn't report it. */
  totalPages: number | null
  /** The service's time (ISO 8601); null if the response had no date. */
  serverDate: string | null
}

const item = z
  .object({
    ...shared,
    is_completed: orNull(z.boolean()),
    cost_info: cost,
    call_duration_seconds: seconds,
    called_number: filledWord,
    caller_number: filledWord,
    disposition: filledWord,
    mode: word,
    call_type: word,
    initial_context: jsonObject,
  })
  .transform((wire): RunListItem => {
    const dialed = numbers.parse(wire.initial_context)
    const { call_id, error, call_disposition, mapped_call_disposition } = wire.gathered_context
    return {
      workflowRunId: wire.id,
      workflowRunName: wire.name,
      workflowId: wire.workflow_id,
      createdAt: wire.created_at,
      isCompleted: wire.is_completed,
      calledNumber: wire.called_number ?? dialed?.called_number ?? null,
      callerNumber: wire.caller_number ?? dialed?.caller_number ?? null,
      mode: wire.mode,
      callType: wire.call_type,
      carrierCallId: call_id,
      error,
      disposition: wire.disposition ?? mapped_call_disposition ?? call_disposition,
      durationSeconds: wire.call_duration_seconds ?? wire.cost_info?.call_duration_seconds ?? null,
      initialContext: wire.initial_context ?? {},
    }
  })

/** Maximum number of runs in a page; the service allows no more. */
const maxRuns = 100
const runRows = listOf(item, maxRuns)
const pageEnvelope = z.object({
  runs: z.unknown(),
  total_count: z.int().min(0),
  page: integer,
  total_pages: integer,
})

export const runPageShape: Shape<Omit<RunPage, 'serverDate'>> = async (json) => {
  const envelope = pageEnvelope.safeParse(json)
  const runs = envelope.success ? await runRows(envelope.data.runs) : null
  if (!envelope.success || runs === null) return null
  const { total_count: totalCount, page, total_pages: totalPages } = envelope.data
  return { runs, totalCount, page: page ?? 1, totalPages }
}

const speakers: ReadonlyMap<unknown, SpokenTurn['speaker']> = new Map([
  ['rtf-bot-text', 'agent'],
  ['rtf-user-transcription', 'callee'],
] as const)

/** Maximum number of events of one call that are read; a 20-minute call has a few thousand. */
const maxEvents = 20_000

const fieldsOf = (value: unknown): Map<string, unknown> =>
  new Map(typeof value === 'object' && value !== null ? Object.entries(value) : [])

/** Reads a turn without a schema, because most of the thousands of events have other types. */
const turnOf = (event: unknown): SpokenTurn[] => {
  const fields = fieldsOf(event)
  const speaker = speakers.get(fields.get('type'))
  if (speaker === undefined) return []
  const payload = fieldsOf(fields.get('payload'))
  const [said, at] = [payload.get('text'), fields.get('timestamp')]
  const spoken = typeof said === 'string' ? toText(said.trim(), textLimits.line) : ''
  // The service sends partial transcripts while someone is speaking; only the last one is final.
  if (spoken === '' || payload.get('final') === false) return []
  return [{ speaker, text: spoken, at: typeof at === 'string' ? toIso(at) : null }]
}

const events = orNull(z.object({ realtime_feedback_events: z.array(z.unknown()).catch([]) })).transform((logs) =>
  (logs?.realtime_feedback_events ?? []).slice(0, maxEvents).flatMap(turnOf),
)

/** A token that needs no percent-encoding in a path. */
const token = orNull(z.string().regex(/^[\w-]{8,200}$/))

/**
 * Artifacts of a run: their storage paths, and the token of the public link if the service has one; and what shows whose
 * run it is.
 */
export type WireArtifacts = Pick<RunListItem, 'workflowRunId' | 'calledNumber' | 'initialContext'> & {
  storagePaths: { recording: string | null; transcript: string | null }
  token: string | null
  notes: SpokenTurn[]
}

/** SECURITY: with the paths and the token, anyone can open the recordings, so they never leave src/main/service. */
export const artifactsSchema: z.ZodType<WireArtifacts> = z
  .object({
    id,
    recording_url: wholeText,
    transcript_url: wholeText,
    public_access_token: token,
    initial_context: jsonObject,
    logs: events,
  })
  .transform((wire) => ({
    workflowRunId: wire.id,
    calledNumber: numbers.parse(wire.initial_context)?.called_number ?? null,
    initialContext: wire.initial_context ?? {},
    storagePaths: { recording: wire.recording_url, transcript: wire.transcript_url },
    token: wire.public_access_token,
    notes: wire.logs,
  }))

/** Maximum length of a recording's URL, in characters. */
const maxUrlLength = 8_192

export const signedUrlSchema = z.object({ url: z.string().max(maxUrlLength) })

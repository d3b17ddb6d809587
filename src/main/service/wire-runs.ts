import { z } from 'zod'
import type { Run } from '../../contract/run.ts'
import { date, flag, id, integer, number, orNull, text, toIso } from './wire.ts'

const json = z.record(z.string(), z.json())

const gathered = orNull(
  z.object({ call_id: text, error: text, call_disposition: text, mapped_call_disposition: text }),
).transform((value) => value ?? { call_id: null, error: null, call_disposition: null, mapped_call_disposition: null })

const cost = orNull(z.object({ call_duration_seconds: number }))
const numbers = orNull(z.object({ called_number: text, caller_number: text }))
const createdAt = z.string().transform((value) => toIso(value) ?? value)

const step = z
  .object({ status: z.string(), timestamp: date })
  .transform(({ status, timestamp }) => ({ status, at: timestamp }))

/** A callback's fields may be overwritten by the carrier's own: an entry without a readable status is left out. */
const steps = orNull(z.object({ telephony_status_callbacks: orNull(z.array(orNull(step))) })).transform((logs) =>
  (logs?.telephony_status_callbacks ?? []).filter((entry) => entry !== null),
)

const shared = {
  id,
  name: z.string(),
  workflow_id: id,
  created_at: createdAt,
  recording_url: text,
  transcript_url: text,
  gathered_context: gathered,
}

export const runSchema: z.ZodType<Run> = z
  .object({
    ...shared,
    is_completed: flag,
    cost_info: cost,
    usage_info: cost,
    initial_context: orNull(json),
    logs: steps,
  })
  .transform((wire) => {
    const dialled = numbers.parse(wire.initial_context)
    return {
      workflowRunId: wire.id,
      workflowRunName: wire.name,
      workflowId: wire.workflow_id,
      isCompleted: wire.is_completed,
      createdAt: wire.created_at,
      calledNumber: dialled?.called_number ?? null,
      callerNumber: dialled?.caller_number ?? null,
      disposition: wire.gathered_context.mapped_call_disposition ?? wire.gathered_context.call_disposition,
      error: wire.gathered_context.error,
      durationSeconds: wire.cost_info?.call_duration_seconds ?? wire.usage_info?.call_duration_seconds ?? null,
      steps: wire.logs,
      hasRecording: wire.recording_url !== null,
      hasTranscript: wire.transcript_url !== null,
      initialContext: wire.initial_context ?? {},
    }
  })

/** A run as the lists tell it: enough to find one's own call again. */
export type RunListItem = {
  workflowRunId: number
  workflowRunName: string
  workflowId: number
  createdAt: string
  /** Null in the organization's list, which does not tell. */
  isCompleted: boolean | null
  calledNumber: string | null
  callerNumber: string | null
  /** The carrier's id of the call; null while it is being dialled, and for ever when it never was. */
  carrierCallId: string | null
  error: string | null
  disposition: string | null
  durationSeconds: number | null
  initialContext: Record<string, z.core.util.JSONType>
}

/** One page of a list of runs, newest first unless asked otherwise. */
export type RunPage = {
  runs: RunListItem[]
  totalCount: number
  page: number
  totalPages: number
  /** What the service's own clock said when it answered (ISO 8601); null when the answer did not tell. */
  serverDate: string | null
}

const item = z
  .object({
    ...shared,
    is_completed: orNull(z.boolean()),
    cost_info: cost,
    call_duration_seconds: number,
    called_number: text,
    caller_number: text,
    disposition: text,
    initial_context: orNull(json),
  })
  .transform((wire): RunListItem => {
    const dialled = numbers.parse(wire.initial_context)
    const { call_id, error, call_disposition, mapped_call_disposition } = wire.gathered_context
    return {
      workflowRunId: wire.id,
      workflowRunName: wire.name,
      workflowId: wire.workflow_id,
      createdAt: wire.created_at,
      isCompleted: wire.is_completed,
      calledNumber: wire.called_number ?? dialled?.called_number ?? null,
      callerNumber: wire.caller_number ?? dialled?.caller_number ?? null,
      carrierCallId: call_id,
      error,
      disposition: wire.disposition ?? mapped_call_disposition ?? call_disposition,
      durationSeconds: wire.call_duration_seconds ?? wire.cost_info?.call_duration_seconds ?? null,
      initialContext: wire.initial_context ?? {},
    }
  })

export const runPageSchema: z.ZodType<Omit<RunPage, 'serverDate'>> = z
  .object({ runs: z.array(item), total_count: z.int(), page: integer, total_pages: integer })
  .transform((wire) => ({
    runs: wire.runs,
    totalCount: wire.total_count,
    page: wire.page ?? 1,
    totalPages: wire.total_pages ?? 1,
  }))

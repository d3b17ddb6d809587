import { dateWithMilliseconds, dateWithOffset } from '../http/dates.ts'
import { JsonNumber, type JsonObject, type Printable } from '../json/json-value.ts'
import type { Pace } from '../pace.ts'
import type { Run } from '../world/world.ts'
import { conversationOf } from './conversation.ts'
import { lifeOf, type RunLife } from './run-life.ts'
import { hasPassed } from './run-moment.ts'

type Fields = { [name: string]: Printable }

/** A run as it can be seen at one moment. */
export type RunState = {
  readonly isCompleted: boolean
  /** The result is there: disposition, costs, events. */
  readonly isSaved: boolean
  readonly hasArtifacts: boolean
  readonly disposition: string | null
  readonly durationSeconds: number | null
  readonly callerNumber: string | null
  readonly initialContext: JsonObject
  readonly gatheredContext: Fields
  readonly costInfo: Fields | null
  readonly usageInfo: Fields | null
  readonly logs: Fields
}

/** What a question about this run finds now (measured, moment by moment). */
export function stateOf(run: Run, pace: Pace, now: number): RunState {
  const life = lifeOf(run, pace)
  const isSaved = hasPassed(life.savedAt, now)
  const isDialled = run.start.kind === 'dialled' && now >= run.dialledAt
  const durationSeconds = isSaved ? life.talkSeconds : null
  const zeros = { llm: {}, tts: {}, stt: {}, call_duration_seconds: life.talkSeconds }
  return {
    isCompleted: hasPassed(life.completedAt, now),
    isSaved,
    hasArtifacts: hasPassed(life.artifactsAt, now),
    disposition: isSaved ? life.disposition : null,
    durationSeconds,
    callerNumber: isDialled ? run.callerNumber : null,
    initialContext: contextAt(run, life, isDialled, now),
    gatheredContext: gatheredAt(run, life, isDialled, isSaved),
    costInfo: isSaved ? { dograh_token_usage: 0, call_duration_seconds: life.talkSeconds } : null,
    usageInfo: isSaved && (run.start.kind === 'failed' || life.connectedAt !== null) ? zeros : null,
    logs: logsAt(run, life, isSaved, now),
  }
}

function contextAt(run: Run, life: RunLife, isDialled: boolean, now: number): JsonObject {
  const context = new Map(run.initialContext)
  if (isDialled && run.callerNumber !== null) context.set('caller_number', run.callerNumber)
  if (!hasPassed(life.connectedAt, now)) return context
  return context.set('runtime_configuration', new Map([['max_call_duration', new JsonNumber('300')]]))
}

function gatheredAt(run: Run, life: RunLife, isDialled: boolean, isSaved: boolean): Fields {
  if (run.start.kind === 'failed') return isSaved ? { error: run.start.error, ...dispositions('error') } : {}
  if (!isDialled) return {}
  const begun: Fields = { provider: run.provider, triggered_by: 'api', call_id: run.callId }
  if (!isSaved || life.disposition === null) return begun
  const result = dispositions(life.disposition)
  if (life.connectedAt === null)
    return { ...begun, call_tags: ['not_connected', `telephony_${life.disposition}`], ...result }
  return { ...begun, ...result, call_tags: [], nodes_visited: ['Start'], extracted_variables: {} }
}

function dispositions(disposition: string): Fields {
  return { call_disposition: disposition, mapped_call_disposition: disposition }
}

function logsAt(run: Run, life: RunLife, isSaved: boolean, now: number): Fields {
  if (run.start.kind === 'failed') {
    return isSaved ? { realtime_feedback_events: [startFailure(run.start.error, run.dialledAt)] } : {}
  }
  const callbacks = life.callbacks
    .filter(({ at }) => at <= now)
    .map(({ status, at, durationSeconds }) => ({
      status,
      timestamp: dateWithOffset(at),
      call_id: run.callId,
      duration: durationSeconds === 0 ? null : String(durationSeconds),
      CallStatus: status,
    }))
  return {
    ...(callbacks.length > 0 ? { telephony_status_callbacks: callbacks } : {}),
    ...(isSaved && life.connectedAt !== null ? { realtime_feedback_events: conversationOf(life.connectedAt) } : {}),
  }
}

function startFailure(error: string, at: number): Printable {
  return {
    type: 'rtf-pipeline-error',
    payload: { error, fatal: true, processor: 'call_start' },
    timestamp: dateWithMilliseconds(at),
    turn: 0,
  }
}

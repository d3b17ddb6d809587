import { dateWithMilliseconds, dateWithOffset, dateWithZ } from '../answers.ts'
import { JsonNumber, type JsonObject, type Printable } from '../json.ts'
import type { Timings } from '../practice.ts'
import type { Run } from '../organization/world.ts'
import { conversationOf, hasPassed, timelineOf, type RunTimeline } from './timeline.ts'
import { type ArtifactName, hasArtifact, storageKeyOf } from '../storage.ts'

type Fields = { [name: string]: Printable }

export type RunState = {
  readonly isCompleted: boolean
  /** True once the disposition, costs and events are available. */
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

/** Returns what the service reports about this run at this time (measured). */
export function stateOf(run: Run, timings: Timings, now: number): RunState {
  const timeline = timelineOf(run, timings)
  const isSaved = hasPassed(timeline.savedAt, now)
  const isDialed = run.start.kind === 'dialed' && now >= run.dialedAt
  const durationSeconds = isSaved ? timeline.talkSeconds : null
  const zeros = { llm: {}, tts: {}, stt: {}, call_duration_seconds: timeline.talkSeconds }
  return {
    isCompleted: hasPassed(timeline.completedAt, now),
    isSaved,
    hasArtifacts: hasPassed(timeline.artifactsAt, now),
    disposition: isSaved ? timeline.disposition : null,
    durationSeconds,
    callerNumber: isDialed ? run.callerNumber : null,
    initialContext: contextAt(run, timeline, isDialed, now),
    gatheredContext: gatheredAt(run, timeline, isDialed, isSaved),
    costInfo: isSaved ? { dograh_token_usage: 0, call_duration_seconds: timeline.talkSeconds } : null,
    usageInfo: isSaved ? zeros : null,
    logs: logsAt(run, timeline, isSaved, now),
  }
}

function contextAt(run: Run, timeline: RunTimeline, isDialed: boolean, now: number): JsonObject {
  const context = new Map(run.initialContext)
  if (isDialed && run.callerNumber !== null) context.set('caller_number', run.callerNumber)
  // Measured: a browser run has only a direction.
  if (run.source === 'browser' || !hasPassed(timeline.connectedAt, now)) return context
  return context.set('runtime_configuration', new Map([['max_call_duration', new JsonNumber('300')]]))
}

function gatheredAt(run: Run, timeline: RunTimeline, isDialed: boolean, isSaved: boolean): Fields {
  if (run.start.kind === 'failed') return isSaved ? { error: run.start.error, ...dispositions('error') } : {}
  if (!isDialed) return {}
  const connection: Fields =
    run.source === 'browser'
      ? {}
      : {
          provider: run.provider,
          ...(run.source === 'api' ? { triggered_by: 'api' } : {}),
          call_id: run.callId,
        }
  if (!isSaved || timeline.disposition === null) return connection
  const result = dispositions(timeline.disposition)
  if (timeline.connectedAt === null)
    return { ...connection, call_tags: ['not_connected', `telephony_${timeline.disposition}`], ...result }
  return { ...connection, ...result, ...learned(timeline.disposition) }
}

// Measured: a browser run is considered inbound.
export function directionOf({ source }: Run): 'inbound' | 'outbound' {
  return source === 'inbound' || source === 'browser' ? 'inbound' : 'outbound'
}

// According to the service's source, extracted values are also copied into the object itself.
function learned(disposition: string): Fields {
  if (disposition === 'voicemail_detected')
    return { call_tags: ['voicemail'], nodes_visited: ['Start'], extracted_variables: {} }
  const extracted = { good_moment: disposition === 'do_not_call' ? 'no' : 'yes', wants_callback: false }
  return { ...extracted, call_tags: ['practice'], nodes_visited: ['Start', 'End'], extracted_variables: extracted }
}

function dispositions(disposition: string): Fields {
  return { call_disposition: disposition, mapped_call_disposition: disposition }
}

function logsAt(run: Run, timeline: RunTimeline, isSaved: boolean, now: number): Fields {
  if (run.start.kind === 'failed') {
    return isSaved ? { realtime_feedback_events: [startFailure(run.start.error, run.dialedAt)] } : {}
  }
  const callbacks = timeline.callbacks
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
    ...(isSaved && timeline.connectedAt !== null
      ? { realtime_feedback_events: conversationOf(run, timeline.connectedAt) }
      : {}),
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

const noPublicLinks = {
  transcript_public_url: null,
  recording_public_url: null,
  user_recording_public_url: null,
  bot_recording_public_url: null,
  public_access_token: null,
}

/** Returns a run in the format of its own endpoint. */
export function detailBody(run: Run, state: RunState, origin: string): Fields {
  return {
    ...agentListBody(run, state),
    ...publicLinks(run, state, origin),
    usage_info: state.usageInfo,
    logs: state.logs,
    annotations: {},
  }
}

/** Returns a run in the format of its agent's list, with null for what only the details contain (measured). */
export function agentListBody(run: Run, state: RunState): Fields {
  return {
    id: run.id,
    workflow_id: run.agentId,
    name: run.name,
    mode: run.provider,
    created_at: dateWithZ(run.createdAt),
    is_completed: state.isCompleted,
    ...storageKeys(run, state),
    ...noPublicLinks,
    cost_info: state.costInfo,
    usage_info: null,
    definition_id: run.definitionId,
    initial_context: state.initialContext,
    gathered_context: state.gatheredContext,
    call_type: directionOf(run),
    logs: null,
    annotations: null,
  }
}

/**
 * Returns a run in the format of the organization's list: without `is_completed`, but with the public links (measured).
 */
export function organizationListBody(run: Run, state: RunState, agentName: string | null, origin: string): Fields {
  return {
    id: run.id,
    workflow_id: run.agentId,
    workflow_name: agentName,
    name: run.name,
    created_at: dateWithOffset(run.createdAt),
    dograh_token_usage: 0,
    call_duration_seconds: state.durationSeconds ?? 0,
    ...storageKeys(run, state),
    ...publicLinks(run, state, origin),
    phone_number: run.calledNumber,
    caller_number: state.callerNumber,
    called_number: run.calledNumber,
    call_type: directionOf(run),
    mode: run.provider,
    disposition: state.disposition,
    initial_context: state.initialContext,
    gathered_context: state.gatheredContext,
    charge_usd: null,
  }
}

// Paths within the storage, not URLs.
function storageKeys(run: Run, { hasArtifacts }: RunState): Fields {
  const only = (name: ArtifactName) => (hasArtifacts && hasArtifact(run, name) ? storageKeyOf(run, name) : null)
  return {
    transcript_url: only('transcript'),
    recording_url: only('recording'),
    user_recording_url: only('user_recording'),
    bot_recording_url: only('bot_recording'),
  }
}

function publicLinks(run: Run, { hasArtifacts }: RunState, origin: string): Fields {
  if (!hasArtifacts) return noPublicLinks
  const link = (artifact: string) => `${origin}/api/v1/public/download/workflow/${run.publicToken}/${artifact}`
  return {
    // Measured: both links are present if either file is.
    transcript_public_url: link('transcript'),
    recording_public_url: link('recording'),
    user_recording_public_url: hasArtifact(run, 'user_recording') ? link('user_recording') : null,
    bot_recording_public_url: hasArtifact(run, 'bot_recording') ? link('bot_recording') : null,
    public_access_token: run.publicToken,
  }
}

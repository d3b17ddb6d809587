import { type ArtifactName, storageKeyOf } from '../artifacts/artifact-files.ts'
import { dateWithOffset, dateWithZ } from '../http/dates.ts'
import type { Printable } from '../json/json-value.ts'
import type { Run } from '../world/world.ts'
import type { RunState } from './run-state.ts'

type Fields = { [name: string]: Printable }

const noPublicLinks = {
  transcript_public_url: null,
  recording_public_url: null,
  user_recording_public_url: null,
  bot_recording_public_url: null,
  public_access_token: null,
}

/** A run in full, as its own endpoint gives it. */
export function detailBody(run: Run, state: RunState, origin: string): Fields {
  return {
    ...agentListBody(run, state),
    ...publicLinks(run, state, origin),
    usage_info: state.usageInfo,
    logs: state.logs,
    annotations: {},
  }
}

/** A run in the list of its agent; what only the detail knows is null (measured). */
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
    call_type: 'outbound',
    logs: null,
    annotations: null,
  }
}

/** A run in the list of the organization: no `is_completed`, but the public links (measured). */
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
    call_type: 'outbound',
    mode: run.provider,
    disposition: state.disposition,
    initial_context: state.initialContext,
    gathered_context: state.gatheredContext,
    charge_usd: null,
  }
}

// Places in a storage, not addresses.
function storageKeys(run: Run, { hasArtifacts }: RunState): Fields {
  const only = (name: ArtifactName) => (hasArtifacts ? storageKeyOf(run, name) : null)
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
    transcript_public_url: link('transcript'),
    recording_public_url: link('recording'),
    user_recording_public_url: link('user_recording'),
    bot_recording_public_url: link('bot_recording'),
    public_access_token: run.publicToken,
  }
}

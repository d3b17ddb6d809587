import type { CallEnd, CallState } from '../contract/call.ts'
import { type LiveRun, progressOf, type Run } from '../contract/run.ts'
import { mayHaveTalked } from './answered-calls.ts'
import { endOf, placedOf, runIdOf } from './call-state.ts'

/** Results that the service and carriers report as fixed strings, here in lowercase and with dashes. */
const knownResults: Readonly<Record<string, CallEnd['kind']>> = {
  busy: 'busy',
  'user-busy': 'busy',
  'no-answer': 'noAnswer',
  noanswer: 'noAnswer',
  'voicemail-detected': 'voicemail',
  'machine-detected': 'voicemail',
  failed: 'failed',
  error: 'failed',
  canceled: 'failed',
  cancelled: 'failed',
  'system-cancelled': 'failed',
  'system-connect-error': 'failed',
  'pipeline-error': 'failed',
  'unexpected-error': 'failed',
  'user-hangup': 'reached',
  'end-call-tool': 'reached',
  'call-duration-exceeded': 'reached',
  'call-transferred': 'reached',
  'transfer-call': 'reached',
  'user-idle-max-duration-exceeded': 'reached',
  'user-qualified': 'reached',
  'user-disqualified': 'reached',
}

const resultOf = (text: string): CallEnd['kind'] | undefined => {
  const key = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')
  return Object.hasOwn(knownResults, key) ? knownResults[key] : undefined
}

/** Returns the result of an unanswered call, from its last carrier status. */
const unansweredResult = (steps: Run['steps']): CallEnd['kind'] | undefined =>
  steps
    .map(({ status }) => resultOf(status))
    .findLast((kind) => kind === 'busy' || kind === 'noAnswer' || kind === 'failed')

/** True if a report has the run's result. The service writes the result and the duration together. */
export const hasResult = ({
  disposition,
  durationSeconds,
}: Pick<CallEnd, 'disposition' | 'durationSeconds'>): boolean => disposition !== null || durationSeconds !== null

/** The part of a run that shows how it ended. */
export type EndReport = Pick<Run, 'isCompleted' | 'disposition' | 'durationSeconds' | 'error' | 'steps'>

/**
 * Returns how a run ended; null while it is in progress. The service's result decides. If it is missing or was written
 * by the agent, the carrier's statuses and the duration show whether someone answered. While `mayGetResult`, the
 * carrier's statuses alone don't show that a person answered, because the result may still be voicemail.
 */
export const endOfRun = (run: EndReport, mayGetResult = false): CallEnd | null => {
  const { isCompleted, disposition, durationSeconds, error, steps } = run
  const wasAnswered = progressOf({ isCompleted: false, steps }) === 'answered'
  const unanswered = wasAnswered ? undefined : unansweredResult(steps)
  if (!isCompleted && unanswered === undefined) return null
  const lacksResult = mayGetResult && !hasResult({ disposition, durationSeconds })
  const talked = (wasAnswered && !lacksResult) || (durationSeconds ?? 0) > 0
  const kind =
    (disposition === null ? undefined : resultOf(disposition)) ??
    unanswered ??
    (error === null ? (talked ? 'reached' : 'ended') : 'failed')
  return { kind, disposition, durationSeconds }
}

/** A call's outcome as its polled run shows it. `awaitsResult`: the run is over, and its result may still arrive. */
type FollowedOutcome = { outcome: CallState; awaitsResult: boolean }

/**
 * Returns a started call's outcome with the result in the last report about its run, which is known before it is
 * recorded.
 */
export const followedOutcome = (outcome: CallState, live: Pick<LiveRun, 'run' | 'step'> | null): FollowedOutcome => {
  const recorded = { outcome, awaitsResult: false }
  if (outcome.state !== 'accepted' || outcome.progress !== 'started' || !live?.run) return recorded
  if (outcome.end !== undefined && (outcome.end.kind !== 'ended' || hasResult(outcome.end))) return recorded
  const isFollowed = live.step === 'polling' || live.step === 'waiting'
  const end = endOfRun(live.run, isFollowed)
  if (end === null) return recorded
  const isKnown = end.kind !== 'ended' || hasResult(end)
  return isKnown ? { outcome: { ...outcome, end }, awaitsResult: false } : { outcome, awaitsResult: isFollowed }
}

/**
 * `none`: the service has no such file, or the call was not placed or never connected. `possible`: it may exist now or
 * later.
 */
type Availability = 'available' | 'possible' | 'none'

/** Returns whether a call's recording and transcript are available; `run` is the service's last report, if any. */
export const artifactsOf = (
  outcome: CallState,
  run: (EndReport & Pick<Run, 'hasRecording' | 'hasTranscript'>) | null,
): Record<'recording' | 'transcript', Availability> => {
  const recorded = endOf(outcome)
  // That one of several own runs was not answered says nothing about the others.
  const decides = recorded !== undefined && (runIdOf({ outcome }) !== null || mayHaveTalked(recorded))
  const end = decides ? recorded : run && endOfRun(run)
  // A person may have resolved the call as not placed although its run was answered.
  const neverConnected = end === null ? placedOf(outcome) === 'no' : !mayHaveTalked(end)
  const isImpossible = run?.isCompleted === true || neverConnected
  const availabilityOf = (isThere: boolean): Availability => {
    if (isThere) return 'available'
    return isImpossible ? 'none' : 'possible'
  }
  return {
    recording: availabilityOf(run?.hasRecording === true),
    transcript: availabilityOf(run?.hasTranscript === true),
  }
}

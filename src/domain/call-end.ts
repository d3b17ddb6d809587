import type { CallEnd } from '../contract/call.ts'
import { progressOf, type Run } from '../contract/run.ts'

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

/**
 * Returns how a run ended; null while it is in progress. The service's result decides. If it is missing or was written
 * by the agent, the carrier's statuses and the duration show whether someone answered.
 */
export const endOfRun = (
  run: Pick<Run, 'isCompleted' | 'disposition' | 'durationSeconds' | 'error' | 'steps'>,
): CallEnd | null => {
  const { isCompleted, disposition, durationSeconds, error, steps } = run
  const wasAnswered = progressOf({ isCompleted: false, steps }) === 'answered'
  const unanswered = wasAnswered ? undefined : unansweredResult(steps)
  if (!isCompleted && unanswered === undefined) return null
  const talked = wasAnswered || (durationSeconds ?? 0) > 0
  const kind =
    (disposition === null ? undefined : resultOf(disposition)) ??
    unanswered ??
    (error === null ? (talked ? 'reached' : 'ended') : 'failed')
  return { kind, disposition, durationSeconds }
}

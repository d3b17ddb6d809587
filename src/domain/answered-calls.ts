import type { Call, CallEnd, CallState } from '../contract/call.ts'
import type { FoundRun } from '../contract/found-run.ts'
import { decisionOf, endOf, runDespiteDecisionOf, runIdOf } from './call-state.ts'

/** True if the agent reported `do_not_call`, which agents may write with other separators. */
export const isDoNotCallResult = (disposition: string | null): boolean => /^do.not.call$/i.test(disposition ?? '')

/** True if an end shows that someone or something answered, also if the call failed afterwards. */
const wasAnswered = ({ kind, disposition, durationSeconds }: CallEnd): boolean =>
  kind === 'reached' ||
  kind === 'voicemail' ||
  (kind === 'failed' && (durationSeconds ?? 0) > 0) ||
  isDoNotCallResult(disposition)

/** True if someone or something may have answered, so that there may be a recording and a transcript. */
export const mayHaveTalked = (end: CallEnd): boolean => end.kind === 'ended' || wasAnswered(end)

/** True if the service reported that a call that a user resolved as not placed was answered. */
export const wasAnsweredDespite = (outcome: CallState): boolean => {
  const end = decisionOf(outcome)?.decision === 'notPlaced' ? endOf(outcome) : undefined
  return end !== undefined && wasAnswered(end)
}

/** Returns which run of a call is known although a user resolved it as not placed; null if none, and for any other call. */
export const foundRunOf = (outcome: CallState): FoundRun | null =>
  wasAnsweredDespite(outcome) ? 'answered' : runDespiteDecisionOf(outcome)

/** Like `runIdOf`, but null for a run that only may be that of a call that a user resolved as not placed. */
export const shownRunIdOf = ({ outcome }: Pick<Call, 'outcome'>): number | null =>
  foundRunOf(outcome) === 'possible' ? null : runIdOf({ outcome })

/**
 * True for a call that a user resolved if two outcomes differ only in how its run ended, and this changes nothing for
 * call lists. It does if it shows, despite the decision, that the call was answered.
 */
export const addsEndOnly = (before: CallState, after: CallState): boolean =>
  before.state === 'closedByOperator' &&
  after.state === 'closedByOperator' &&
  (wasAnsweredDespite(before) || !wasAnsweredDespite(after)) &&
  JSON.stringify({ ...before, end: undefined }) === JSON.stringify({ ...after, end: undefined })

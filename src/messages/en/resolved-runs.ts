import type { CallEnd, CallState } from '../../contract/call.ts'
import type { FoundRun } from '../../contract/found-run.ts'
import { foundRunOf } from '../../domain/answered-calls.ts'
import { decisionOf, isResolvedAndOver, ownRunIdsOf, runIdsOf } from '../../domain/call-state.ts'
import { describeEnd, endOf } from './call-end.ts'
import { common, time } from './common.ts'

/** Names runs by their IDs. */
export const runsOf = (ids: readonly number[]): string =>
  `${ids.length === 1 ? 'run' : 'runs'} ${common.list(ids.map(String))}`

/** Returns the end of the only run of a call that a person resolved, if it shows what happened; otherwise null. */
const resultOf = (outcome: CallState): CallEnd | null =>
  outcome.state === 'closedByOperator' &&
  outcome.end !== undefined &&
  outcome.end.kind !== 'ended' &&
  isResolvedAndOver(outcome) &&
  ownRunIdsOf({ outcome }).length === 1
    ? outcome.end
    : null

/** Names a resolved call's own runs and, if it is known, how the only run ended. */
const foundOwnRuns = (outcome: CallState): string => {
  const end = resultOf(outcome)
  return `Rundesk found this call’s ${runsOf(ownRunIdsOf({ outcome }))}${end === null ? '' : `: ${endOf(end)}`}.`
}

/** Says that a run is known of a call that a person resolved as not placed; null for any other call. */
export const runDespiteDecision = (outcome: CallState): string | null => {
  const foundRun = foundRunOf(outcome)
  if (foundRun === null) return null
  const own = ownRunIdsOf({ outcome })
  const others = runIdsOf({ outcome }).filter((runId) => !own.includes(runId))
  const possible = `${runsOf(others)}, ${others.length === 1 ? 'which' : 'one of which'} may be this call’s`
  const found = [
    ...(own.length === 0 ? [] : [`this call’s ${runsOf(own)}`]),
    ...(others.length === 0 ? [] : [possible]),
  ]
  if (foundRun === 'answered') {
    const also = others.length === 0 ? '' : ` Rundesk also found ${possible}.`
    const which = own.length === 1 ? 'this' : 'one of this'
    return `Resolved as not placed${byWhom(outcome)}, but ${which} call’s ${runsOf(own)} shows that the call was answered.${also}`
  }
  if (resultOf(outcome) !== null) return foundOwnRuns(outcome)
  return `Rundesk found ${found.join(', and ')}, so the phone may have rung.`
}

/** The name is empty if the record is damaged. */
const byWhom = (outcome: CallState): string => {
  const who = decisionOf(outcome)?.who ?? ''
  return who === '' ? '' : ` by ${who}`
}

/**
 * Says in a few words, beside the state, that a run is known of a call that a person resolved as not placed. A narrow
 * column shows only the beginning, so what the run means comes first.
 */
export const runFound: Record<FoundRun, string> = {
  possible: 'may have rung, possible run',
  own: 'may have rung, run found',
  answered: 'answered, run found',
}

/** The same for one call; null if no run is known. */
export const runFoundOf = (outcome: CallState): string | null => {
  const found = foundRunOf(outcome)
  return found === null ? null : runFound[found]
}

/** The same as the end of a sentence about that call. `which`: how the sentence refers to it. */
export const butRunFound = (found: FoundRun, which: 'this' | 'that' = 'this'): string => {
  if (found === 'answered') return 'but its run shows that the call was answered'
  const run = found === 'own' ? 'its run' : `a run that may be ${which} call’s`
  return `but Rundesk found ${run}, so the phone may have rung`
}

/** Says what the look-up after a person's decision found; null if it found nothing or the call has another outcome. */
export const foundAfterDecision = (outcome: CallState): string | null => {
  if (outcome.state !== 'closedByOperator') return null
  if (outcome.runIds === undefined && outcome.noRunAt !== undefined)
    return `On ${time.full(outcome.noRunAt)}, the service’s run list showed no run of this call that may have rung a phone.`
  const own = ownRunIdsOf({ outcome })
  return runDespiteDecision(outcome) ?? (own.length === 0 ? null : foundOwnRuns(outcome))
}

/** What is known about the runs of a call that a person resolved, before the text about the decision. */
export const knownRuns = (outcome: CallState): string => {
  const runIds = runIdsOf({ outcome })
  const known = `Known ${runIds.length === 1 ? 'run' : 'runs'}: ${common.list(runIds.map(String))}.`
  const found = foundAfterDecision(outcome)
  return runIds.length === 0 && found === null ? '' : `${found ?? known} `
}

/** The run of a call that was resolved as not placed is still looked up. */
export const runNotKnownYet = 'Rundesk doesn’t know yet whether the service has a run for that call.'

/** The next step after a person resolved a call as not placed. */
export const nextAfterNotPlaced = (outcome: CallState): string => {
  if (runDespiteDecision(outcome) === null) return 'You can call again.'
  const end = resultOf(outcome)
  return end === null ? 'Look up what happened in the run before you call again.' : describeEnd(end).next
}

/** Says who decided about a call that a person resolved, when and why; null for any other call. */
export const decidedBy = (outcome: CallState): string | null => {
  const decision = decisionOf(outcome)
  if (decision === null) return null
  const { who, at, note } = decision
  return `Marked by ${who} on ${time.full(at)}${note ? `: ${note}` : '.'}`
}

import type { CallState } from '../../contract/call.ts'
import { decisionOf, ownRunIdOf, runDespiteDecisionOf, runIdsOf } from '../../domain/call-state.ts'
import { common, time } from './common.ts'

/** Says that a run is known of a call that a person resolved as not placed; null for any other call. */
export const runDespiteDecision = (outcome: CallState): string | null => {
  const runIds = runIdsOf({ outcome })
  if (runDespiteDecisionOf(outcome) === null) return null
  const own = ownRunIdOf({ outcome })
  if (own !== null) return `Rundesk found this call’s run ${own}, so the phone may have rung.`
  const runs = common.list(runIds.map(String))
  return runIds.length === 1
    ? `Rundesk found run ${runs}, which may be this call’s, so the phone may have rung.`
    : `Rundesk found runs ${runs}, one of which may be this call’s, so the phone may have rung.`
}

/** Says what the look-up after a person's decision found; null if it found nothing or the call has another outcome. */
export const foundAfterDecision = (outcome: CallState): string | null => {
  if (outcome.state !== 'closedByOperator') return null
  if (outcome.runIds === undefined && outcome.noRunAt !== undefined)
    return `At ${time.clock(outcome.noRunAt)}, the service’s run list showed no run of this call that may have rung a phone.`
  const own = ownRunIdOf({ outcome })
  return runDespiteDecision(outcome) ?? (own === null ? null : `Rundesk found this call’s run ${own}.`)
}

/** What is known about the runs of a call that a person resolved, before the text about the decision. */
export const knownRuns = (outcome: CallState): string => {
  const runIds = runIdsOf({ outcome })
  const known = `Known ${runIds.length === 1 ? 'run' : 'runs'}: ${common.list(runIds.map(String))}.`
  const found = foundAfterDecision(outcome)
  return runIds.length === 0 && found === null ? '' : `${found ?? known} `
}

/** The next step after a person resolved a call as not placed. */
export const nextAfterNotPlaced = (outcome: CallState): string =>
  runDespiteDecision(outcome) === null
    ? 'You can call again.'
    : 'Look up what happened in the run before you call again.'

/** Says who decided about a call that a person resolved, when and why; null for any other call. */
export const decidedBy = (outcome: CallState): string | null => {
  const decision = decisionOf(outcome)
  if (decision === null) return null
  const { who, at, note } = decision
  return `Marked by ${who} on ${time.full(at)}${note ? `: ${note}` : '.'}`
}

import type { Call, CallEnd, CallState } from '../contract/call.ts'
import type { DisplayState, RecentRun } from '../contract/call-list.ts'

/**
 * Maximum duration of a call from its request, in milliseconds: the service ends calls after 20 minutes; time for
 * dialing and for its report is added.
 */
export const longestCall = 25 * 60_000

/**
 * Maximum duration of dialing, in milliseconds: the service stops waiting for a carrier after 300 s (measured); time for
 * its report is added.
 */
export const longestDial = 310_000

/** Returns how a call's run ended; undefined if the service has not reported it. */
export const endOf = (outcome: CallState): CallEnd | undefined =>
  outcome.state === 'accepted' || outcome.state === 'closedByOperator' ? outcome.end : undefined

/** Returns how long a call lasted, in seconds; null if the service has not reported it. */
export const durationOf = (outcome: CallState): number | null => endOf(outcome)?.durationSeconds ?? null

/** Returns the call's state as every screen, export and evidence file shows it. */
export const displayStateOf = (outcome: CallState): DisplayState => {
  switch (outcome.state) {
    case 'accepted':
      if (outcome.progress !== 'started') return outcome.progress === 'dialing' ? 'dialing' : 'toCheck'
      return outcome.end?.kind ?? 'accepted'
    case 'failedAtProvider':
      return outcome.doubt ? 'unknown' : 'carrierRefused'
    case 'candidate':
      return 'toCheck'
    case 'closedByOperator':
      return outcome.decision === 'placed' ? 'resolvedPlaced' : 'resolvedNotPlaced'
    case 'queued':
    case 'sending':
    case 'rejected':
    case 'notSent':
    case 'unknown':
    case 'notFound':
    case 'cancelled':
      return outcome.state
  }
}

/** Returns the states that a filter selects: `unknown` and `toCheck` have the same word, so either selects both. */
export const selectedStates = (states: readonly DisplayState[]): readonly DisplayState[] =>
  states.includes('unknown') || states.includes('toCheck') ? [...states, 'unknown', 'toCheck'] : states

/** Whether a call was placed; `notYet` while it is being requested or dialed. */
export type Placed = 'yes' | 'no' | 'unknown' | 'notYet'

/** Returns whether a call in this state was placed. */
export const placedIn = (state: DisplayState): Placed => {
  switch (state) {
    case 'accepted':
    case 'reached':
    case 'voicemail':
    case 'noAnswer':
    case 'busy':
    case 'failed':
    case 'ended':
    case 'resolvedPlaced':
      return 'yes'
    case 'rejected':
    case 'carrierRefused':
    case 'notSent':
    case 'notFound':
    case 'resolvedNotPlaced':
    case 'cancelled':
      return 'no'
    case 'unknown':
    case 'toCheck':
      return 'unknown'
    case 'queued':
    case 'sending':
    case 'dialing':
      return 'notYet'
  }
}

/** Returns whether the call was placed, as every screen, export and evidence file reports it. */
export const placedOf = (outcome: CallState): Placed => placedIn(displayStateOf(outcome))

/** Returns whether the call was placed, for a file that is read later: `notYet` becomes `unknown`. */
export const knownPlacedOf = (outcome: CallState): Exclude<Placed, 'notYet'> => {
  const placed = placedOf(outcome)
  return placed === 'notYet' ? 'unknown' : placed
}

/** Replaces the service's message in an outcome whose texts were erased. An empty message has another meaning. */
export const erasedDetail = '(erased)'

/** How the user resolved a call. */
export type Decision = Pick<Extract<CallState, { state: 'closedByOperator' }>, 'decision' | 'who' | 'at' | 'note'>

/** Returns the decision of the user who resolved the call; null if no user has. */
export const decisionOf = (outcome: CallState): Decision | null => {
  if (outcome.state !== 'closedByOperator') return null
  const { decision, who, at, note } = outcome
  return { decision, who, at, note }
}

/** Returns the IDs of the call's known runs: its own, or its candidates. */
export const runIdsOf = ({ outcome }: Pick<Call, 'outcome'>): readonly number[] => {
  switch (outcome.state) {
    case 'accepted':
      return [outcome.workflowRunId]
    case 'failedAtProvider':
      return outcome.workflowRunId === null ? [] : [outcome.workflowRunId]
    case 'rejected':
      return outcome.workflowRunId === undefined ? [] : [outcome.workflowRunId]
    case 'sending':
      return outcome.foundRunId === undefined ? [] : [outcome.foundRunId]
    case 'unknown': {
      const workflowRunId = outcome.workflowRunId ?? outcome.foundRunId
      return workflowRunId === undefined ? [] : [workflowRunId]
    }
    case 'candidate':
      return outcome.runIds
    case 'closedByOperator':
      return outcome.runIds ?? []
    case 'queued':
    case 'notSent':
    case 'notFound':
    case 'cancelled':
      return []
  }
}

/** Returns the call's run ID; null if none is known, there are only candidates, or the call has several runs. */
export const runIdOf = ({ outcome }: Pick<Call, 'outcome'>): number | null => {
  const known = outcome.state === 'candidate' ? [] : runIdsOf({ outcome })
  const [first, ...others] = outcome.state === 'closedByOperator' ? (outcome.ownRunIds ?? known) : known
  return others.length === 0 ? (first ?? null) : null
}

/**
 * Returns the IDs of the runs that certainly are the call's, as the service's response or the call's ID in the run shows;
 * usually at most one.
 */
export const ownRunIdsOf = ({ outcome }: Pick<Call, 'outcome'>): readonly number[] => {
  if (outcome.state === 'closedByOperator') return outcome.ownRunIds ?? []
  // A run in an unexpected response may be that of another request.
  const runId = outcome.state === 'unknown' ? outcome.foundRunId : runIdOf({ outcome })
  return typeof runId === 'number' ? [runId] : []
}

/** True for a call that a user resolved and whose own run is known. */
export const isResolvedWithRun = ({ outcome }: Pick<Call, 'outcome'>): boolean =>
  decisionOf(outcome) !== null && ownRunIdsOf({ outcome }).length === 1

/**
 * Returns whether a call that a user resolved as not placed has a run that is its `own`, or only runs that may be (`possible`);
 * null if none is known, and for any other call.
 */
export const runDespiteDecisionOf = (outcome: CallState): 'own' | 'possible' | null => {
  if (decisionOf(outcome)?.decision !== 'notPlaced' || runIdsOf({ outcome }).length === 0) return null
  return ownRunIdsOf({ outcome }).length === 0 ? 'possible' : 'own'
}

/** Returns the name of the call's run; undefined if none is known. */
export const runNameOf = ({ outcome }: Pick<Call, 'outcome'>): string | undefined =>
  'workflowRunName' in outcome ? outcome.workflowRunName : undefined

/** Returns the run that the lists showed while the response was pending; undefined if none. */
const foundRunIdOf = (outcome: CallState): number | undefined =>
  outcome.state === 'sending' || outcome.state === 'unknown' ? outcome.foundRunId : undefined

/** True for a refusal that the service sends after it has created a run. */
export const isRefusedRun = (outcome: CallState): boolean =>
  outcome.state === 'failedAtProvider' || (outcome.state === 'rejected' && outcome.status === 402)

/**
 * Returns the outcome that follows `before`, with the run that was found before the response. Any refusal that the
 * service sends before it creates a run is then about another request, which a proxy may have repeated.
 */
export const keepFoundRun = (before: CallState, after: CallState): CallState => {
  const foundRunId = foundRunIdOf(before)
  if (foundRunId === undefined || runIdOf({ outcome: after }) !== null) return after
  const name = runNameOf({ outcome: before })
  const named = name === undefined ? {} : { workflowRunName: name }
  if (after.state === 'sending' || after.state === 'unknown') return { ...after, foundRunId, ...named }
  if (after.state !== 'rejected') return after
  if (isRefusedRun(after)) return { ...after, workflowRunId: foundRunId, ...named }
  return { state: 'unknown', cause: 'unexpected', status: after.status, detail: after.detail, foundRunId, ...named }
}

/**
 * True for a refused call whose run the lists may show: its ID isn't in the response, and a run that was found before
 * the response may be that of another request.
 */
export const mayGetRun = ({ outcome, referenceName }: Pick<Call, 'outcome' | 'referenceName'>): boolean =>
  referenceName !== null && isRefusedRun(outcome) && (outcome.state === 'rejected' || runIdOf({ outcome }) === null)

/**
 * True while the call's outcome is unknown. A phone may be ringing, so the number is locked until the call is resolved.
 */
export const isUnresolved = (outcome: CallState): boolean => {
  switch (outcome.state) {
    case 'queued':
    case 'sending':
    case 'unknown':
    case 'candidate':
      return true
    case 'failedAtProvider':
      return outcome.doubt
    case 'accepted':
      return outcome.progress !== 'started'
    case 'rejected':
    case 'notSent':
    case 'notFound':
    case 'closedByOperator':
    case 'cancelled':
      return false
  }
}

/**
 * Returns the ID of an unresolved call's run if the run itself is read until it has a carrier report; otherwise null. A
 * run that was found before the response is not: the lists decide, because they may show a second run of the call.
 */
export const followedRunIdOf = (outcome: CallState): number | null =>
  isUnresolved(outcome) && foundRunIdOf(outcome) === undefined ? runIdOf({ outcome }) : null

/**
 * True for an unresolved call whose run had no carrier report when it was last read, and whose dialing is over at `now`
 * (milliseconds since 1970). The service may have one since, if it can't be read. A report may never come, so the user
 * checks the run and decides.
 */
export const lacksCarrierReport = (
  { outcome, preparedAt }: Pick<Call, 'outcome' | 'preparedAt'>,
  now: number,
): boolean => followedRunIdOf(outcome) !== null && now - Date.parse(preparedAt) > longestDial

/**
 * Returns the outcome that screens show at `now` (milliseconds since 1970): a run without a carrier report is no longer
 * shown as being dialed once dialing is over, although its recorded state may change only at the next check.
 */
export const shownOutcome = (call: Pick<Call, 'outcome' | 'preparedAt'>, now: number): CallState => {
  const { outcome } = call
  return outcome.state === 'accepted' && lacksCarrierReport(call, now) ? { ...outcome, progress: 'orphaned' } : outcome
}

/** True for an outcome that was set without a response, after an interruption or a recovery. */
const isAfterInterruption = (outcome: CallState): boolean =>
  outcome.state === 'unknown' && (outcome.cause === 'interrupted' || outcome.cause === 'historyLost')

/**
 * Returns whether the recorded end of a call's connection may be the time when Rundesk started again, based on the
 * call's outcomes, oldest first. A call that is `sending` again after a recovery is still in flight in this process.
 */
export const lacksSeenEnd = (outcomes: readonly CallState[]): boolean =>
  outcomes.slice(outcomes.findLastIndex(({ state }) => state === 'sending') + 1).some(isAfterInterruption)

/**
 * True for an outcome that was set without a response, after an interruption or a recovery, or from the service's
 * lists. A late response replaces it.
 */
export const isProvisional = (outcome: CallState): boolean =>
  isAfterInterruption(outcome) || outcome.state === 'candidate' || outcome.state === 'notFound'

/** True if the call did not ring any phone. Only such a call may be placed again. */
export const wasNotPlaced = (outcome: CallState): boolean => {
  switch (outcome.state) {
    case 'rejected':
    case 'notSent':
    case 'notFound':
    case 'cancelled':
      return true
    case 'failedAtProvider':
      return !outcome.doubt
    case 'closedByOperator':
      return outcome.decision === 'notPlaced'
    case 'queued':
    case 'sending':
    case 'accepted':
    case 'unknown':
    case 'candidate':
      return false
  }
}

/**
 * Returns the outcome of a listed run's call if it says more than the service's list does and agrees with it; otherwise
 * null, so that the list's report is shown. A person's decision is not a report.
 */
export const outcomeOfListedRun = ({
  state,
  disposition,
  outcome,
}: Pick<RecentRun, 'state' | 'disposition' | 'outcome'>): CallState | null => {
  if (outcome === null) return null
  const isRefused = outcome.state === 'rejected' || (outcome.state === 'failedAtProvider' && !outcome.doubt)
  const isStarted = outcome.state === 'accepted' && outcome.progress === 'started'
  const end = isStarted ? outcome.end : undefined
  const agrees = {
    noReport: isStarted || isRefused,
    placed: isStarted,
    ended: end !== undefined && (disposition === null || disposition === end.disposition),
    failed: isRefused,
    unknown: false,
  }
  return agrees[state] ? outcome : null
}

/**
 * True if a phone rang or may have rung, so that another call soon after needs a confirmation. This includes a call that
 * a user resolved as not placed although a run was known.
 */
export const mayHaveRung = (outcome: CallState): boolean =>
  isUnresolved(outcome) ||
  outcome.state === 'accepted' ||
  (outcome.state === 'closedByOperator' && (outcome.decision === 'placed' || outcome.runIds !== undefined))

/** True for a call that the service has started and whose end it has not reported yet. */
export const lacksEnd = (outcome: CallState): boolean =>
  outcome.state === 'accepted' && outcome.progress === 'started' && outcome.end === undefined

/** True if the only known run of a call that a user resolved is the call's own, and the service reported its end. */
export const isResolvedAndOver = (outcome: CallState): boolean =>
  outcome.state === 'closedByOperator' && outcome.end !== undefined && outcome.runIds?.length === 1

/** True if the service reported the end of a run of a call that a user resolved, but the call may have another run. */
export const mayHaveOtherRun = (outcome: CallState): boolean =>
  outcome.state === 'closedByOperator' && outcome.end !== undefined && !isResolvedAndOver(outcome)

/** True for a call whose run may not be over: the phone may be ringing, or a conversation may be going on. */
const mayBeInProgress = (outcome: CallState): boolean =>
  lacksEnd(outcome) || (outcome.state === 'closedByOperator' && mayHaveRung(outcome) && !isResolvedAndOver(outcome))

type EarlierCall = Pick<Call, 'outcome' | 'preparedAt'>

/** A time (ISO 8601) that is later than any call. */
export const endOfTime = '9999-12-31T23:59:59.999Z'

/** Returns the time (ISO 8601) since which a call counts as recent: `milliseconds` ago, or never if they are 0. */
export const repeatSinceOf = (milliseconds: number, now: number): string =>
  milliseconds === 0 ? endOfTime : new Date(now - milliseconds).toISOString()

/** True if a call that was prepared then must be over at `at` (ISO 8601). */
export const isLongAgo = ({ preparedAt }: Pick<EarlierCall, 'preparedAt'>, at: string): boolean =>
  Date.parse(at) - Date.parse(preparedAt) > longestCall

/** The times (ISO 8601) of another call, and since which an earlier one counts as recent. */
type RepeatTimes = { repeatSince: string; at: string }

/**
 * True if a phone rang or may have rung in a recent call. A call that a user resolved as not placed although its run has
 * ended counts as recent for at least 25 minutes, as if its end were not known: the user who resolved it did not know the run.
 */
export const mayHaveRungRecently = (call: EarlierCall, { repeatSince, at }: RepeatTimes): boolean =>
  (call.preparedAt >= repeatSince && mayHaveRung(call.outcome)) ||
  (runDespiteDecisionOf(call.outcome) !== null && isResolvedAndOver(call.outcome) && !isLongAgo(call, at))

/**
 * True if a call may not be over at `at` (ISO 8601). Age ends only a call that a user resolved, because the end of its run
 * may never become known.
 */
export const mayBeInProgressAt = (call: EarlierCall, at: string): boolean =>
  mayBeInProgress(call.outcome) && !(call.outcome.state === 'closedByOperator' && isLongAgo(call, at))

/**
 * Returns until when the run of a call that a user resolved is looked up, in milliseconds since 1970: until 25 minutes
 * after the decision, because the service may not have been reachable before. Null if no run is looked up, for example
 * because the service has answered.
 */
export const lookUpEndOf = ({ outcome, preparedAt }: EarlierCall): number | null =>
  outcome.state !== 'closedByOperator' || outcome.runIds !== undefined || outcome.noRunAt !== undefined
    ? null
    : Math.max(Date.parse(preparedAt), Date.parse(outcome.at)) + longestCall

/**
 * True while the service may show a run of a call that a user resolved as not placed, at `now` (milliseconds since 1970).
 * Lists don't call its number until then.
 */
export const mayGetRunDespite = (call: EarlierCall, now: number): boolean =>
  wasNotPlaced(call.outcome) && now <= (lookUpEndOf(call) ?? -Infinity)

/**
 * True if a run of a call that a user resolved as not placed became known in the 25 minutes before `at` (ISO 8601). Lists
 * hold its number's rows, also those that were not ready then.
 */
export const hasNewRunDespite = ({ outcome, changedAt }: Pick<Call, 'outcome' | 'changedAt'>, at: string): boolean =>
  runDespiteDecisionOf(outcome) !== null && Date.parse(at) - Date.parse(changedAt) <= longestCall

/** True for a call whose end is looked up once before another call to its number. */
export const mayLookUpEnd = (
  { callId, outcome }: Pick<Call, 'callId' | 'outcome'>,
  lookedUp: readonly string[] = [],
): boolean => outcome.state === 'accepted' && !lookedUp.includes(callId)

/**
 * True if another call to the same number at `at` is locked or needs a confirmation because of this earlier call. If the
 * end of an old call was not read, the service reports it when the number is called, so the old call prevents nothing.
 */
export const preventsCall = (earlier: EarlierCall, times: RepeatTimes): boolean =>
  isUnresolved(earlier.outcome) ||
  mayHaveRungRecently(earlier, times) ||
  (mayBeInProgressAt(earlier, times.at) && !isLongAgo(earlier, times.at))

import type { Call, CallState } from '../../../contract/call.ts'
import type { Outcome } from '../../../contract/failure.ts'
import type { Profile } from '../../../contract/profile.ts'
import { decisionOf, runIdOf, wasNotPlaced } from '../../../domain/call-state.ts'
import { isSameNumber } from '../../../domain/phone-number.ts'
import { createServiceOf } from '../../lib/service-origin.ts'
import { calledNumber, callIdsIn, isOfAnotherCall } from '../../service/run-identity.ts'
import type { Storage } from '../../storage/storage.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import { maxCandidates, refusedWithRun } from './decide.ts'
import { type MatchedRun, outcomeOfRun, ownRuns, possibleRuns, type RunReport } from './match-runs.ts'
import type { CallOutcomes } from '../calls/outcomes.ts'
import { longestRequest, runTimeRange, type TimeRange } from './timing.ts'

/** A run as a list or the run itself reports it. */
type ReportedRun = RunReport & MatchedRun

/**
 * Records runs that a profile's service reports with the calls that they may belong to, if Rundesk found no run of such a
 * call, the service refused it, or a person resolved it.
 */
export type RecordRuns = (profileId: string, runs: readonly ReportedRun[]) => Promise<void>

export type RecordRunsDeps = {
  storage: Pick<Storage, 'run'>
  profiles: Pick<ProfileStore, 'list'>
  outcomes: Pick<CallOutcomes, 'resolve'>
  /** Starts the reconciliation of a call whose outcome is unknown again. */
  watch: (call: Call) => void
}

/** The person's decision remains. After a failure, the run is recorded when it is read again. */
export const createRecordRuns = ({ storage, profiles, outcomes, watch }: RecordRunsDeps): RecordRuns => {
  /** Returns whether a run to the call's number may be that of an unresolved call; true if the calls can't be read. */
  const hasUnresolvedCall = async ({ phoneNumber, practice }: Call): Promise<boolean> => {
    const calls = await storage.run('unresolvedCalls', {})
    const isToNumber = (other: Call): boolean =>
      other.practice === practice && isSameNumber(other.phoneNumber, phoneNumber)
    return !calls.ok || calls.value.some(isToNumber)
  }

  /** Returns the runs that may be the call's without proof, except those that are known to be other calls' runs. */
  const otherRuns = async (
    call: Call,
    runs: readonly ReportedRun[],
    isOfService: IsOfService,
  ): Promise<ReportedRun[]> => {
    // Without a readable time, a run to the number may be of any age.
    const toNumber = runs.filter(
      (run) => isSameNumber(calledNumber(run) ?? '', call.phoneNumber) && !Number.isNaN(Date.parse(run.createdAt)),
    )
    const possible = possibleRuns(call, toNumber, timeOfRuns(call))
    if (possible.length === 0 || (await hasUnresolvedCall(call))) return []
    const left: ReportedRun[] = []
    for (const run of possible) {
      const calls = await storage.run('callsOfRun', { workflowRunId: run.workflowRunId })
      const hasRun = (other: Call): boolean =>
        other.outcome.state !== 'closedByOperator' && other.outcome.state !== 'candidate' && isOfService(other)
      if (calls.ok && !calls.value.some((other) => hasRun(other) && !isOfAnotherCall(run, other))) left.push(run)
    }
    return left
  }

  return async (profileId, runs) => {
    const found = await findCalls(storage, runs)
    if (!found.ok || found.value.length === 0) return
    const listed = await profiles.list()
    const profile = listed.ok ? listed.value.profiles.find(({ id }) => id === profileId) : undefined
    if (!listed.ok || profile === undefined) return
    const isOfService = createIsOfService(profile, listed.value.profiles)
    for (const call of found.value) {
      if (call.practice !== (profile.kind === 'practice')) continue
      const own = ownRuns(call, runs)
      const others = runs.filter((run) => !own.includes(run))
      // Only its own run contradicts a refusal, and a person's decision that it was placed needs no other.
      const mayHaveOthers = call.outcome.state !== 'rejected' && !isPlaced(call.outcome) && isOfService(call)
      const possible = mayHaveOthers ? await otherRuns(call, others, isOfService) : []
      const outcome = outcomeWith(call, own, possible)
      const moved = outcome === null ? null : await outcomes.resolve(call, outcome)
      if (moved?.ok === true && moved.value !== null) watch(moved.value)
    }
  }
}

const isPlaced = (outcome: CallState): boolean => decisionOf(outcome)?.decision === 'placed'

/**
 * Reads the calls that count as not placed, or that a person resolved, whose ID is in the context of a run, or whose
 * number a run called.
 */
const findCalls = (storage: Pick<Storage, 'run'>, runs: readonly ReportedRun[]): Promise<Outcome<Call[]>> =>
  storage.run('callsNotPlaced', {
    callIds: runs.flatMap(callIdsIn),
    phoneNumbers: runs.flatMap((run) => calledNumber(run) ?? []),
  })

type IsOfService = (call: Call) => boolean

/** Returns whether a call was placed with this profile or at its service. Run IDs are unique only within one service. */
const createIsOfService = (profile: Profile, profiles: readonly Profile[]): IsOfService => {
  const serviceOf = createServiceOf(profiles)
  const isAtOrigin = ({ origin }: Call): boolean =>
    profile.kind === 'service' && serviceOf(origin) === serviceOf(profile.origin)
  return (call) => call.profileId === profile.id || isAtOrigin(call)
}

/**
 * Returns the time range in which the call's run may have been created, by this computer's clock. A run that was created
 * after the call was settled may be that of a later call.
 */
const timeOfRuns = ({ preparedAt, endedAt, outcome }: Call): TimeRange => {
  const from = Date.parse(preparedAt)
  const { from: first, to: last } = runTimeRange({ from, to: Date.parse(endedAt ?? '') || from + longestRequest })
  const settledAt =
    outcome.state === 'closedByOperator' ? outcome.at : outcome.state === 'notFound' ? outcome.since : ''
  return { from: first, to: Math.min(last, Date.parse(settledAt) || last) }
}

/** Returns the call's outcome with these runs; null if it does not change. */
const outcomeWith = (
  { outcome, ...call }: Call,
  own: readonly ReportedRun[],
  possible: readonly ReportedRun[],
): CallState | null => {
  if (outcome.state === 'rejected') return refusedWithRun({ ...call, outcome }, own)
  const known = outcome.state === 'closedByOperator' ? (outcome.runIds ?? []) : []
  // A run that certainly rang no phone agrees with the decision.
  const agrees = (run: ReportedRun): boolean =>
    outcome.state === 'closedByOperator' &&
    !isPlaced(outcome) &&
    wasNotPlaced(outcomeOfRun({ ...call, outcome }, run, 0))
  const found = [...own, ...possible]
  const runs = found.filter((run) => !known.includes(run.workflowRunId) && !agrees(run))
  const [first] = runs
  const runIds = withIds(known, runs)
  if (runIds.length > maxCandidates) return null
  if (outcome.state === 'notFound' && first !== undefined)
    return own.length === 1 ? outcomeOfRun({ ...call, outcome }, first, 0) : { state: 'candidate', runIds }
  if (outcome.state !== 'closedByOperator') return null
  const { state, decision, who, at, note } = outcome
  const knownOwn = outcome.ownRunIds ?? []
  const ownRunIds = withIds(
    knownOwn,
    own.filter(({ workflowRunId }) => runIds.includes(workflowRunId)),
  )
  if (first === undefined && ownRunIds.length === knownOwn.length) return null
  const next = { state, decision, who, at, note, runIds, ...(ownRunIds.length === 0 ? {} : { ownRunIds }) }
  const runId = runIdOf({ outcome: next })
  const name =
    found.find(({ workflowRunId }) => workflowRunId === runId)?.workflowRunName ??
    (runId === runIdOf({ outcome }) ? outcome.workflowRunName : undefined)
  return {
    ...next,
    // The run that ended remains the call's own.
    ...(knownOwn.length > 0 && outcome.end !== undefined && { end: outcome.end }),
    ...(runId !== null && name !== undefined && { workflowRunName: name }),
  }
}

/** Returns the IDs with those of the runs, in order. */
const withIds = (ids: readonly number[], runs: readonly ReportedRun[]): number[] =>
  [...new Set([...ids, ...runs.map(({ workflowRunId }) => workflowRunId)])].toSorted((a, b) => a - b)

import { isDeepStrictEqual } from 'node:util'
import type { Agent } from '../../../contract/agent.ts'
import type { Call, CallState } from '../../../contract/call.ts'
import { type Failure, type Outcome, succeed } from '../../../contract/failure.ts'
import { isUnresolved, runIdOf } from '../../../domain/call-state.ts'
import { asRunOf } from '../../service/run-identity.ts'
import type { RunListItem } from '../../service/wire/runs.ts'
import type { Run } from '../../../contract/run.ts'
import {
  dateReading,
  ageOf,
  type Decide,
  type Evidence,
  gapsIn,
  type LatestReading,
  needsServiceDetails,
  type ServiceDetails,
  withFinding,
} from './decide.ts'
import {
  isDecided,
  isFromEarlierProcess,
  isProofWanted,
  type Job,
  runToFollow,
  timeToList,
  undecidedCall,
  withFailure,
  withoutClient,
  withoutList,
  withReading,
  withRun,
} from './job.ts'
import { outcomeOfRun, ownRuns } from './match-runs.ts'
import { haveSameList, type JobStore, type PollGroup } from './queue.ts'
import type { RecordRuns } from './record-runs.ts'
import { countRuns, findAgent, findRuns, type ListClient, readAllRuns } from './read-lists.ts'
import { backOffMilliseconds, runTimeRange, type ServiceMoment, spanOf, type TimeRange } from './timing.ts'

/** The recorded calls. `resolve` writes an outcome, or returns null if the call has changed. */
export type CallRecords = {
  resolve: (call: Call, outcome: CallState) => Promise<Outcome<Call | null>>
  find: (callId: string) => Promise<Outcome<Call | null>>
}

type PollGroupDeps = {
  clientOf: (profileId: string) => Promise<Outcome<ListClient>>
  jobs: JobStore
  decideCall: DecideCall
  settleByRun: SettleByRun
  recordRuns: RecordRuns
  onUnexpected: (error: unknown) => void
}

/** One reading of the lists, and the client for further requests; `agents` is requested only once for all calls. */
type PollResult = {
  reading: LatestReading
  client: ListClient
  agents: () => Promise<Outcome<Agent[]>>
  /** True if found runs are read, too, because the lists lack the carrier's status reports. */
  readsRuns: boolean
}

/** Maximum number of known runs that are read one by one. */
const maxFollowed = 5

const unexpected: Failure = { kind: 'internal', reference: 'look-up' }

/**
 * Creates a function that reads the lists once for several calls of a profile, reads known runs, and decides each
 * call's outcome.
 */
export const createPollGroup = (deps: PollGroupDeps): PollGroup => {
  const { clientOf, jobs, decideCall, settleByRun, recordRuns, onUnexpected } = deps
  const rescheduleAll = (group: readonly Job[], change: (job: Job) => Job): void => {
    for (const { call } of group) {
      const job = jobs.get(call.callId)
      if (job !== undefined) jobs.schedule(change(job))
    }
  }

  const markPolling = (group: readonly Job[]): void => {
    for (const job of group) {
      jobs.cancelTimer(job.call.callId)
      jobs.set({ ...job, step: 'polling', lastPollWall: jobs.now().wall })
    }
  }

  /** Reads the run of each call whose run is known. Returns a failure only if the service requested a back-off. */
  const followRuns = async (group: readonly Job[], client: ListClient): Promise<Failure | null> => {
    for (const job of group) {
      const workflowRunId = runToFollow(job)
      if (workflowRunId === null || jobs.isStopped()) continue
      const read = await client.run(workflowRunId)
      const run = read.ok ? asRunOf(job.call, read.value) : read
      if (run.ok) await settleByRun(job.call.callId, run.value)
      else rescheduleAll([job], (current) => withFailure(current, run.failure))
      if (!run.ok && backOffMilliseconds(run.failure) > 0) return run.failure
    }
    return null
  }

  const readLists = async (group: readonly Job[], first: Job, client: ListClient): Promise<Failure | null> => {
    const startedAt = jobs.now().monotonic
    const isProof = group.some((job) => isProofWanted(job, startedAt))
    const reading = await (isProof ? readAllRuns : findRuns)({
      client,
      list: first.list,
      agentUuid: first.call.agentUuid,
      timeOf: (now: ServiceMoment): TimeRange => spanOf(group.map((job) => timeToList(job, now))),
      now: jobs.now,
      missingNumbers: (runs: readonly RunListItem[]) =>
        group.flatMap(({ call }) => {
          // Without a reference, a call that a user resolved gets a run to its number.
          const mayGetRuns = call.referenceName !== null || isDecided(call)
          return mayGetRuns && ownRuns(call, runs).length === 0 ? [call.phoneNumber] : []
        }),
      earlierNewest: newestOf(group),
      isOver: jobs.isStopped,
    })
    if (!reading.ok) {
      rescheduleAll(group, (job) => withoutList(job, reading.failure))
      return reading.failure
    }
    const latest = dateReading(reading.value, startedAt)
    // A call that is not due yet would find its run only after this poll, which takes long for a slow service.
    const found = jobs
      .all()
      .filter(
        (job) =>
          job.foundRunId === null &&
          runToFollow(job) === null &&
          !group.some(({ call }) => call.callId === job.call.callId) &&
          haveSameList(job, first) &&
          ownRuns(job.call, latest.runs).length > 0,
      )
    const readsRuns = group.length + found.length <= maxFollowed
    const result = { reading: latest, client, agents: requestAgentsOnce(client), readsRuns }
    let failure: Failure | null = null
    for (const { call } of [...group, ...found]) failure ??= await decideCall(call.callId, result)
    // Last, because a call that is decided now no longer prevents a match with its number, and it may be the last reading.
    await recordRuns(first.call.profileId, reading.value.runs)
    return failure ?? reading.value.failure
  }

  const pollGroup = async (group: readonly Job[]): Promise<Failure | null> => {
    markPolling(group)
    const known = group.filter((job) => runToFollow(job) !== null)
    // If there are many runs, most of their state can be read from the lists with few requests.
    const followed = known.length > maxFollowed ? [] : known
    const others = group.filter((job) => !followed.includes(job))
    const profileId = group[0]?.call.profileId ?? ''
    const client = await clientOf(profileId)
    if (!client.ok) {
      rescheduleAll(group, (job) => withoutClient(job, client.failure))
      return client.failure
    }
    const failure = await followRuns(followed, client.value)
    const [first] = others
    if (failure !== null) rescheduleAll(others, (job) => withFailure(job, failure))
    return failure !== null || first === undefined ? failure : readLists(others, first, client.value)
  }

  return async (group) => {
    const [first] = group
    if (first === undefined) return null
    try {
      const failure = await pollGroup(group)
      if (failure !== null) jobs.backOff(first.call.profileId, failure)
      return failure
    } catch (error) {
      onUnexpected(error)
      rescheduleAll(group, (job) => withFailure(job, unexpected))
      return unexpected
    }
  }
}

const newestOf = (group: readonly Job[]): number[] | null => {
  const ids = group.flatMap(({ newestRunId }) => newestRunId ?? [])
  return ids.length === group.length ? ids : null
}

const requestAgentsOnce = (client: ListClient): (() => Promise<Outcome<Agent[]>>) => {
  let agents: Promise<Outcome<Agent[]>> | null = null
  return () => (agents ??= client.agents())
}

type DecideCallDeps = {
  outcomes: CallRecords
  decide: Decide
  jobs: JobStore
  /** Invoked with a call that has changed. */
  watch: (call: Call) => void
}

const createWriter = ({ outcomes, jobs, watch }: Omit<DecideCallDeps, 'decide'>) => {
  /** Continues with the recorded call after it has changed, or if its outcome may not be replaced. */
  const followRecord = async (job: Job): Promise<void> => {
    const { callId, outcome } = job.call
    const found = await outcomes.find(callId)
    if (!found.ok) jobs.schedule(withFailure(job, found.failure))
    else if (found.value === null) jobs.remove(callId)
    else if (isDeepStrictEqual(found.value.outcome, outcome)) jobs.schedule(job)
    else watch(found.value)
  }

  /** Writes the outcome of a call with compare-and-set, and continues with the job. */
  return async (job: Job, outcome: CallState): Promise<void> => {
    const { call } = job
    if (isDeepStrictEqual(call.outcome, outcome)) return jobs.schedule(job)
    jobs.set(job)
    const moved = await outcomes.resolve(call, outcome)
    if (!moved.ok) jobs.schedule(withFailure(job, moved.failure))
    // After the write, the response may have changed the call.
    else if (moved.value === null || jobs.get(call.callId)?.call !== call) await followRecord(job)
    else watch(moved.value)
  }
}

/** Returns true for the outcome of a run without a carrier report in the lists; the run itself may have one. */
const mayHaveReport = (outcome: CallState): boolean => isUnresolved(outcome) && runIdOf({ outcome }) !== null

/** Once dialing is over, keeps a run `orphaned` until there is a carrier report. */
const keepOrphaned = ({ outcome: before }: Call, after: CallState): CallState =>
  before.state === 'accepted' &&
  before.progress === 'orphaned' &&
  after.state === 'accepted' &&
  after.progress !== 'started'
    ? before
    : after

/** Settles a call by its own run, as soon as the service has received any report from the carrier. */
export const createSettleByRun = (deps: Omit<DecideCallDeps, 'decide'>) => {
  const { jobs } = deps
  const write = createWriter(deps)
  return async (callId: string, run: Run): Promise<void> => {
    const job = jobs.get(callId)
    if (job === undefined || runToFollow(job) !== run.workflowRunId) return
    const now = jobs.now()
    const found = withRun(job, now)
    const age = job.dialIsOver ? Infinity : now.monotonic - (found.foundAt ?? now.monotonic)
    const outcome = keepOrphaned(job.call, outcomeOfRun(job.call, run, age))
    // Other features may read the run every few seconds. Such a reading does not move the job's next poll.
    if (job.step !== 'polling' && isDeepStrictEqual(job.call.outcome, outcome)) return jobs.set(found)
    await write(found, outcome)
  }
}

type SettleByRun = ReturnType<typeof createSettleByRun>

/** Writes the outcome of a call if the reading shows one, or schedules the next poll. */
export const createDecideCall = ({ decide, ...deps }: DecideCallDeps) => {
  const { jobs } = deps
  const write = createWriter(deps)

  const requestDetails = async (job: Job, evidence: Evidence, result: PollResult): Promise<Outcome<ServiceDetails>> => {
    if (!needsServiceDetails(evidence)) return succeed({ seesAgent: false, mayBeHidden: true })
    const agents = await result.agents()
    if (!agents.ok) return agents
    const seesAgent = findAgent(agents.value, evidence.call.agentUuid) !== undefined
    const hidden = await mayRunBeHidden(job, evidence, result.client)
    return hidden.ok ? succeed({ seesAgent, mayBeHidden: hidden.value }) : hidden
  }

  const addReport = async (evidence: Evidence, outcome: CallState, result: PollResult): Promise<CallState> => {
    const isOverdue = outcome.state === 'accepted' && outcome.progress === 'orphaned'
    const workflowRunId = mayHaveReport(outcome) && (result.readsRuns || isOverdue) ? runIdOf({ outcome }) : null
    const run = workflowRunId === null ? null : await result.client.run(workflowRunId)
    // After a failure, the next poll reads the run again.
    if (run === null || !run.ok) return outcome
    return outcomeOfRun(evidence.call, run.value, ageOf(evidence, run.value.createdAt))
  }

  const pollAgain = (job: Job): null => {
    jobs.schedule(job)
    return null
  }

  /** Returns a failure only if the service requested a back-off, so that nothing more may be requested now. */
  return async (callId: string, result: PollResult): Promise<Failure | null> => {
    const before = jobs.get(callId)
    // Undefined if the call was resolved while the lists were read.
    if (before === undefined) return null
    const { endedAt, earlier } = before
    const job = withReading(before, result.reading, jobs.now().monotonic)
    if (endedAt === null) {
      await write(job, withFoundRun(job))
      return null
    }
    const { call, callTime, foundAt, dialIsOver } = job
    const now = jobs.now()
    const evidence = {
      call: undecidedCall(job),
      endedAt,
      latest: result.reading,
      earlier,
      callTime,
      foundAt,
      dialIsOver,
      now,
    }
    const details = await requestDetails(job, evidence, result)
    const current = jobs.get(callId)
    // The call may have changed in the meantime.
    if (current?.call !== before.call) return current === undefined ? null : pollAgain(current)
    if (!details.ok) {
      jobs.schedule(withFailure(job, details.failure))
      return backOffMilliseconds(details.failure) > 0 ? details.failure : null
    }
    const outcome = decide(evidence, details.value)
    if (outcome === null) return pollAgain(job)
    const reported = await addReport(evidence, outcome, result)
    const latest = jobs.get(callId)
    if (latest?.call !== before.call) return latest === undefined ? null : pollAgain(latest)
    await write(job, withFinding(call, keepOrphaned(call, reported), now.wall))
    return null
  }
}

type DecideCall = ReturnType<typeof createDecideCall>

/** Returns the outcome of a call in flight with the run that was found for it. */
const withFoundRun = ({ call: { outcome }, foundRunId, foundRunName }: Job): CallState =>
  outcome.state === 'sending' && outcome.foundRunId === undefined && foundRunId !== null
    ? { ...outcome, foundRunId, ...(foundRunName === null ? {} : { workflowRunName: foundRunName }) }
    : outcome

/**
 * Returns whether the call may have a run that the lists did not show: an unreadable one, or one outside the time
 * range.
 */
const mayRunBeHidden = async (
  job: Job,
  { latest, callTime }: Evidence,
  client: ListClient,
): Promise<Outcome<boolean>> => {
  // The agent's list does not show runs that the service assigned to another agent.
  if (job.list === 'agent') return succeed(true)
  // Without a reference, only the number and the time can be matched, and the wall clock may have been changed since
  // the earlier process.
  if (job.call.referenceName === null && isFromEarlierProcess(job)) return succeed(true)
  const time = runTimeRange(callTime)
  if (gapsIn(latest.gaps, time).length === 0) return succeed(false)
  if (!Number.isFinite(time.from + time.to)) return succeed(true)
  // Only the number of runs that the service reports for the time range shows whether an unreadable one is among them.
  const count = await countRuns(client, time)
  const isInTime = (at: number): boolean => at >= time.from && at <= time.to
  if (!count.ok) return backOffMilliseconds(count.failure) > 0 ? count : succeed(true)
  return succeed(count.value !== latest.runs.filter(({ createdAt }) => isInTime(Date.parse(createdAt))).length)
}

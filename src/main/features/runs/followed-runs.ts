import type { Call } from '../../../contract/call.ts'
import { fail, type Outcome, succeed, type Failure } from '../../../contract/failure.ts'
import type { Operations } from '../../../contract/operations.ts'
import { type Run, type LiveRun, progressOf } from '../../../contract/run.ts'
import { type EndReport, hasResult } from '../../../domain/call-end.ts'
import {
  endOf,
  isResolvedWithRun,
  lacksEnd,
  longestCall,
  runDespiteDecisionOf,
  runIdOf,
} from '../../../domain/call-state.ts'
import type { ServiceClient } from '../../service/client.ts'
import { asRunOf, isOfAnotherCall } from '../../service/run-identity.ts'
import { createConcurrencyLimit } from '../../lib/concurrency-limit.ts'
import type { RecordRuns } from '../reconciliation/record-runs.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Runtime } from '../../app/runtime.ts'
import { createUnfinishedCalls } from './unfinished-calls.ts'

type RunClient = Pick<ServiceClient, 'run'>

type FollowedRunsDeps = Pick<Runtime, 'clock' | 'monotonic' | 'after' | 'announce'> & {
  storage: Storage
  clientOf: (profileId: string) => Promise<Outcome<RunClient>>
  /** Sends a request with a profile's key, and records whether the service accepts the key. */
  withClient: <T>(profileId: string, request: (client: RunClient) => Promise<Outcome<T>>) => Promise<Outcome<T>>
  /** Settles an unresolved call based on its run. */
  settleByRun: (callId: string, run: Run) => Promise<void>
  recordRuns: RecordRuns
  /** Records how a call ended. Its run may get a result while `mayGetResult`. */
  recordEnd: (callId: string, run: EndReport & Pick<Run, 'workflowRunId'>, mayGetResult: boolean) => Promise<unknown>
}

/** The report about a run that is over, of which nothing else is known. */
const withoutResult: EndReport = { isCompleted: true, disposition: null, durationSeconds: null, error: null, steps: [] }

/** A run that only may be that of a call resolved as not placed reports nothing about the call. */
const mayKeepReport = (run: Run, call: Call): boolean =>
  !isOfAnotherCall(run, call) && runDespiteDecisionOf(call.outcome) !== 'possible'

/**
 * Reads the runs of calls, and stores what the service reports about them: how a call ended and what the agent learned.
 */
export const createFollowedRuns = (deps: FollowedRunsDeps) => {
  const { storage, clientOf, withClient, settleByRun, recordRuns, recordEnd, clock, monotonic, after, announce } = deps

  /** Stores what a run reports. A failure loses nothing, because the service still has the report. */
  const keepReport = async (callId: string, run: Run, mayGetResult: boolean): Promise<void> => {
    await settleByRun(callId, run)
    await recordEnd(callId, run, mayGetResult)
    if (!run.isCompleted) return
    if (!hasResult(run)) {
      const found = await storage.run('getCall', { callId })
      const end = found.ok && found.value !== null ? endOf(found.value.call.outcome) : undefined
      // The recorded end has a result, so this report is older than it.
      if (end !== undefined && hasResult(end)) return
    }
    const saved = await storage.run('saveLearned', { callId, learned: run.learned })
    if (saved.ok && saved.value) announce('callsChanged', { callIds: [callId] })
  }

  /**
   * Reads a run from the service, and stores what it reports about the calls that started it. Fails if the run certainly
   * belongs to another call than `callId`. A call whose run the service no longer has, or whose run ID it has reused,
   * ends without a result once it must be over. Invokes `onRequest` before the request, unless the profile or its key
   * can't be read or the key may not be sent to its origin.
   */
  const readRun = async (
    profileId: string,
    workflowRunId: number,
    callId?: string,
    onRequest = (): void => {},
  ): Promise<Outcome<Run>> => {
    const run = await withClient(profileId, (client) => {
      onRequest()
      return client.run(workflowRunId)
    })
    if (run.ok) await recordRuns(profileId, [run.value])
    const isMissing = !run.ok && run.failure.kind === 'notFound'
    const calls = run.ok || isMissing ? await storage.run('callsOfRun', { workflowRunId }) : run
    if (calls.ok)
      for (const call of calls.value) {
        if (call.profileId !== profileId || runIdOf(call) !== workflowRunId) continue
        const isLongOver = clock() - Date.parse(call.preparedAt) >= longestCall
        if (run.ok && mayKeepReport(run.value, call)) await keepReport(call.callId, run.value, !isLongOver)
        // The service won't report the end of this call. Without one, no list could call its number again.
        else if (isLongOver && lacksEnd(call.outcome))
          await recordEnd(call.callId, { workflowRunId, ...withoutResult }, false)
      }
    if (!run.ok || callId === undefined) return run
    const found = await storage.run('getCall', { callId })
    if (!found.ok) return found
    return found.value === null ? fail({ kind: 'notFound', detail: '' }) : asRunOf(found.value.call, run.value)
  }

  const liveRuns = createLiveRuns({
    clientOf,
    clock,
    monotonic,
    after,
    announce: () => announce('liveRunsChanged', {}),
    onReport: (callId, run, mayGetResult) => void keepReport(callId, run, mayGetResult),
  })
  const unfinishedCalls = createUnfinishedCalls({
    list: (input) => storage.run('unfinishedCalls', input),
    readRun,
    follow: liveRuns.follow,
    clock,
    after,
  })
  const operations: Pick<Operations, 'getRun' | 'listLiveRuns' | 'followRun'> = {
    getRun: ({ profileId, workflowRunId, callId }) => readRun(profileId, workflowRunId, callId),
    listLiveRuns: async () => succeed(liveRuns.list()),
    async followRun({ callId }) {
      const found = await storage.run('getCall', { callId })
      if (!found.ok) return found
      if (found.value === null) return fail({ kind: 'notFound', detail: '' })
      liveRuns.restart(found.value.call)
      return succeed({})
    },
  }

  return {
    operations,
    readRun,
    /** Follows a call's run, unless its result is known. */
    follow(call: Call): void {
      if ((endOf(call.outcome)?.kind ?? 'ended') === 'ended') liveRuns.follow(call)
    },
    /** Reads the call's run now, if it has one. */
    async lookUpEnd(call: Call): Promise<void> {
      const workflowRunId = runIdOf(call)
      if (workflowRunId !== null) await readRun(call.profileId, workflowRunId, call.callId)
    },
    /** Reads the runs of calls that were in progress or had no result when the app quit. */
    start: unfinishedCalls.start,
    /** Resumes following a profile's runs when its key works again. */
    resume(profileId: string): void {
      liveRuns.resume(profileId)
      unfinishedCalls.resume(profileId)
    },
    /** Invoked when a profile is removed. */
    forgetProfile: liveRuns.forgetProfile,
    /** Invoked when a person was erased, because the last reports contain what the agent learned. */
    forgetCalls: liveRuns.forgetCalls,
    stop(): void {
      liveRuns.stop()
      unfinishedCalls.stop()
    },
  }
}

type LiveRunsDeps = {
  clientOf: (profileId: string) => Promise<Outcome<RunClient>>
  /** Wall clock and a clock that never goes back, both in milliseconds. */
  clock: () => number
  monotonic: () => number
  after: (milliseconds: number, action: () => void) => () => void
  announce: () => void
  /** Invoked with each report about a run; later ones may contain more. The last one is without `mayGetResult`. */
  onReport: (callId: string, run: Run, mayGetResult: boolean) => void
}

type Entry = FollowedRun & { call: Call; live: LiveRun; isErased: boolean; cancel: () => void }

/** If more runs than this are tracked, the oldest that are over and need no poll for their result are dropped. */
const maxFollowed = 60
/**
 * The maximum numbers of runs in progress (more than a list calls at once), and of runs that are over without a result
 * (more than end in a minute if 100 calls at once take 10 s each). The limits bound the memory; the oldest are dropped.
 */
const [maxInProgress, maxWithoutResult] = [120, 600]
/**
 * Pause between polls of different runs, in milliseconds, so that the runs in progress cause at most ten requests per
 * second, and the runs that are over without a result cause as many.
 */
const betweenRuns = 100
/**
 * Delay before the first poll of an accepted call's run, in milliseconds. Few phones ring sooner, and the next call
 * needs the CPU.
 */
const firstPoll = 1_000
/** The maximum number of concurrent requests, so that following runs does not delay calls. */
const maxConcurrent = 3

/**
 * Returns true for a failure that polling again will not change. A rejected key may be reactivated or replaced, so that
 * failure is not final.
 */
const isFinal = ({ kind }: Failure): boolean => ['notFound', 'refused', 'invalid'].includes(kind)

/**
 * Follows the runs of accepted calls: polls the service, often while the phone is ringing and less often during the
 * conversation, until a run is over and its recording and transcript are available. It only reads.
 */
export const createLiveRuns = ({ clientOf, clock, monotonic, after, announce, onReport }: LiveRunsDeps) => {
  const entries = new Map<string, Entry>()
  const limit = createConcurrencyLimit(maxConcurrent)
  let stopped = false

  const isFollowed = (entry: Entry): boolean => !stopped && entries.get(entry.live.callId) === entry

  const update = (entry: Entry, change: Partial<LiveRun>): void => {
    entry.live = { ...entry.live, ...change }
    announce()
  }

  const isPolled = ({ live: { step } }: Entry): boolean => step === 'waiting' || step === 'polling'
  const isInProgress = (entry: Entry): boolean => entry.endedAt === null && isPolled(entry)

  const lacksResult = (entry: Entry): boolean =>
    entry.endedAt !== null && isPolled(entry) && (entry.run === null || !hasResult(entry.run))
  const needsNoPoll = (entry: Entry): boolean => !isInProgress(entry) && !lacksResult(entry)
  const entriesThat = (isIncluded: (entry: Entry) => boolean): Entry[] => [...entries.values()].filter(isIncluded)

  /** Returns a pause that increases with the number of runs that are polled for the same reason. */
  const spread = (milliseconds: number, { endedAt }: Entry): number =>
    Math.max(milliseconds, entriesThat(endedAt === null ? isInProgress : lacksResult).length * betweenRuns)

  /**
   * Stops polling an entry. Its last report is final if it has no result. A report with a result is not repeated,
   * because other features may have read a later one since.
   */
  const end = (entry: Entry, step: LiveRun['step']): void => {
    entry.cancel()
    if (entry.run !== null && !hasResult(entry.run) && isPolled(entry)) onReport(entry.live.callId, entry.run, false)
    if (entry.isErased) entries.delete(entry.live.callId)
    update(entry, { step })
  }

  const schedule = (entry: Entry, next = nextPoll(entry, monotonic())): void => {
    if (typeof next === 'string') return end(entry, next)
    entry.cancel = after(spread(next, entry), () => poll(entry))
    update(entry, { step: 'waiting' })
  }

  const poll = (entry: Entry): void => {
    // Before the wait for other requests, so that `resume` does not start a second poll.
    update(entry, { step: 'polling' })
    void limit(async () => {
      if (!isFollowed(entry)) return
      const client = await clientOf(entry.call.profileId)
      const answer = client.ok ? await client.value.run(entry.live.workflowRunId) : client
      const read = answer.ok ? asRunOf(entry.call, answer.value) : answer
      if (!isFollowed(entry)) return
      if (read.ok) {
        const run = read.value
        entry.run = run
        entry.failuresInARow = 0
        if (run.isCompleted) entry.endedAt ??= monotonic()
        const next = nextPoll(entry, monotonic())
        const isLast = typeof next !== 'number'
        if (!isLast || hasResult(run)) onReport(entry.live.callId, run, !isLast)
        entry.live = { ...entry.live, run, reportedAt: new Date(clock()).toISOString(), failure: null }
        return schedule(entry, next)
      }
      entry.failuresInARow += 1
      entry.live = { ...entry.live, failure: read.failure, failedAt: new Date(clock()).toISOString() }
      if (isFinal(read.failure)) end(entry, 'stopped')
      else schedule(entry)
    })
  }

  /** Drops entries without a last report: a result may still follow, and is read on request or at the next start. */
  const removeOldest = (): void => {
    const [running, ended] = [entriesThat(isInProgress), entriesThat(lacksResult)]
    const others = entriesThat(needsNoPoll)
    for (const entry of [
      ...running.slice(0, Math.max(0, running.length - maxInProgress)),
      ...ended.slice(0, Math.max(0, ended.length - maxWithoutResult)),
      ...others.slice(0, Math.max(0, entries.size - maxFollowed)),
    ]) {
      entry.cancel()
      entries.delete(entry.live.callId)
    }
  }

  /** Adds a call. Returns null for calls without a known run and those that are already followed. */
  const add = (call: Call): Entry | null => {
    const { callId } = call
    const workflowRunId = runIdOf(call)
    if (stopped || workflowRunId === null || entries.has(callId)) return null
    const entry: Entry = {
      run: null,
      followedAt: monotonic(),
      endedAt: null,
      failuresInARow: 0,
      isErased: false,
      call,
      live: { callId, workflowRunId, run: null, reportedAt: null, step: 'waiting', failure: null },
      cancel: () => {},
    }
    entries.set(callId, entry)
    removeOldest()
    return entry
  }

  /**
   * Polls a call now and follows it again, also after a person resolved it. Shows the last report until a new one,
   * unless the call was erased.
   */
  const restart = (call: Call): void => {
    const known = entries.get(call.callId)
    known?.cancel()
    entries.delete(call.callId)
    const entry = add(call)
    if (entry === null) return
    if (known !== undefined) {
      const { run, reportedAt } = known.live
      if (!known.isErased) entry.live = { ...entry.live, run, reportedAt }
      entry.run = known.run
      entry.followedAt = known.followedAt
      // So that one poll decides whether a call that is over has a result.
      entry.endedAt = known.endedAt
    }
    poll(entry)
  }

  return {
    /**
     * Starts following a call that was just accepted, or that a person resolved and whose own run is known. Ignores other
     * calls and those that are already followed, but reads the run of a call that was resolved after its polling ended.
     */
    follow(call: Call): void {
      const known = entries.get(call.callId)
      if (isResolvedWithRun(call) && known !== undefined && !isPolled(known) && !isResolvedWithRun(known.call))
        return restart(call)
      const entry = call.outcome.state === 'accepted' || isResolvedWithRun(call) ? add(call) : null
      if (entry === null) return
      entry.cancel = after(spread(firstPoll, entry), () => poll(entry))
      announce()
    },
    restart,
    /** Polls those runs of a profile whose last request failed, because its key works again. */
    resume(profileId: string): void {
      for (const entry of entries.values()) {
        if (entry.call.profileId !== profileId || entry.live.failure === null || entry.live.step === 'polling') continue
        entry.cancel()
        entry.failuresInARow = 0
        poll(entry)
      }
    },
    /** Stops following a profile's runs and drops their reports, which no longer change. */
    forgetProfile(profileId: string): void {
      for (const [callId, entry] of entries) {
        if (entry.call.profileId !== profileId) continue
        end(entry, 'stopped')
        entries.delete(callId)
      }
      announce()
    },
    /**
     * Hides the reports about erased calls, and drops those that need no poll. A run that is in progress or lacks its
     * result is dropped after its last poll, because a list waits for its end.
     */
    forgetCalls(callIds: readonly string[]): void {
      for (const entry of callIds.flatMap((callId) => entries.get(callId) ?? [])) {
        entry.isErased = true
        if (needsNoPoll(entry)) end(entry, 'stopped')
      }
      announce()
    },
    list: (): LiveRun[] => [...entries.values()].flatMap(({ isErased, live }) => (isErased ? [] : [live])),
    stop(): void {
      stopped = true
      for (const { cancel } of entries.values()) cancel()
    },
  }
}

/** The maximum time until the recording and the transcript are available after the end of a run, in milliseconds. */
const artifactMilliseconds = 60_000

/** What the next poll depends on. Times are in monotonic milliseconds. */
export type FollowedRun = {
  run: LiveRun['run']
  followedAt: number
  /** When the run was first reported as completed, or null. */
  endedAt: number | null
  failuresInARow: number
}

/** Returns the milliseconds until the next poll, or the reason why there is none. */
export const nextPoll = (followed: FollowedRun, now: number): number | 'ended' | 'stale' | 'stopped' => {
  const { run, followedAt, endedAt, failuresInARow } = followed
  const age = now - followedAt
  const isComplete = run !== null && run.hasRecording && run.hasTranscript
  if (endedAt !== null && (isComplete || now - endedAt >= artifactMilliseconds)) return 'ended'
  // A run that could not be read recently may have ended since, so it is not considered stale.
  if (endedAt === null && age >= longestCall) return failuresInARow > 0 ? 'stopped' : 'stale'
  if (failuresInARow > 0) return Math.min(5_000 * 2 ** (failuresInARow - 1), 60_000)
  // The service reports that a run is over before it reports the result.
  if (endedAt !== null) return run?.disposition === null && now - endedAt < 20_000 ? 2_000 : 10_000
  const progress = run === null ? 'dialing' : progressOf(run)
  return progress !== 'answered' && age < 60_000 ? 2_000 : 5_000
}

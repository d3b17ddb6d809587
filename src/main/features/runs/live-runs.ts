import type { Call } from '../../../contract/call.ts'
import type { Failure, Outcome } from '../../../contract/failure.ts'
import { type LiveRun, progressOf, type Run } from '../../../contract/run.ts'

type LiveRunsDeps = {
  clientOf: (profileId: string) => Promise<Outcome<{ run(workflowRunId: number): Promise<Outcome<Run>> }>>
  /** Wall clock and a clock that never goes back, both in milliseconds. */
  clock: () => number
  monotonic: () => number
  after: (milliseconds: number, action: () => void) => () => void
  announce: () => void
  /** Invoked with each report about a run; later ones may contain more. */
  onReport: (callId: string, run: Run) => void
}

type Entry = FollowedRun & { profileId: string; live: LiveRun; cancel: () => void }

/**
 * If more runs than the first number are tracked, the oldest finished ones are dropped; if more than the second number,
 * which is more than a list calls at once, runs in progress are dropped, too.
 */
const [maxFollowed, maxInProgress] = [60, 120]
/** Pause between polls of different runs, in milliseconds, so that many runs cause at most ten requests per second. */
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
const isFinal = ({ kind }: Failure): boolean => ['notFound', 'refused'].includes(kind)

/**
 * Follows the runs of accepted calls: polls the service, often while the phone is ringing and less often during the
 * conversation, until a run is over and its recording and transcript are available. It only reads.
 */
export const createLiveRuns = ({ clientOf, clock, monotonic, after, announce, onReport }: LiveRunsDeps) => {
  const entries = new Map<string, Entry>()
  const limit = limitConcurrency(maxConcurrent)
  let stopped = false

  const isFollowed = (entry: Entry): boolean => !stopped && entries.get(entry.live.callId) === entry

  const update = (entry: Entry, change: Partial<LiveRun>): void => {
    entry.live = { ...entry.live, ...change }
    announce()
  }

  const isInProgress = ({ endedAt, live: { step } }: Entry): boolean =>
    endedAt === null && (step === 'waiting' || step === 'polling')

  /** Returns a pause that increases with the number of runs in progress. */
  const spread = (milliseconds: number): number =>
    Math.max(milliseconds, [...entries.values()].filter(isInProgress).length * betweenRuns)

  const schedule = (entry: Entry): void => {
    const next = nextPoll(entry, monotonic())
    if (typeof next === 'string') return update(entry, { step: next })
    entry.cancel = after(spread(next), () => poll(entry))
    update(entry, { step: 'waiting' })
  }

  const poll = (entry: Entry): void =>
    void limit(async () => {
      if (!isFollowed(entry)) return
      update(entry, { step: 'polling' })
      const client = await clientOf(entry.profileId)
      const read = client.ok ? await client.value.run(entry.live.workflowRunId) : client
      if (!isFollowed(entry)) return
      if (read.ok) {
        const run = read.value
        entry.run = run
        entry.failuresInARow = 0
        if (run.isCompleted) entry.endedAt ??= monotonic()
        onReport(entry.live.callId, run)
        entry.live = { ...entry.live, run, reportedAt: new Date(clock()).toISOString(), failure: null }
        return schedule(entry)
      }
      entry.failuresInARow += 1
      entry.live = { ...entry.live, failure: read.failure, failedAt: new Date(clock()).toISOString() }
      if (isFinal(read.failure)) update(entry, { step: 'stopped' })
      else schedule(entry)
    })

  const removeOldest = (): void => {
    for (const [callId, entry] of entries) {
      if (entries.size <= maxFollowed) return
      if (isInProgress(entry) && entries.size <= maxInProgress) continue
      entry.cancel()
      entries.delete(callId)
    }
  }

  /** Adds an accepted call. Returns null for other calls and those that are already followed. */
  const add = ({ callId, profileId, outcome }: Call): Entry | null => {
    if (stopped || outcome.state !== 'accepted' || entries.has(callId)) return null
    const { workflowRunId } = outcome
    const entry: Entry = {
      run: null,
      followedAt: monotonic(),
      endedAt: null,
      failuresInARow: 0,
      profileId,
      live: { callId, workflowRunId, run: null, reportedAt: null, step: 'waiting', failure: null },
      cancel: () => {},
    }
    entries.set(callId, entry)
    removeOldest()
    return entry
  }

  return {
    /** Starts following a call that was just accepted. Ignores other calls and those that are already followed. */
    follow(call: Call): void {
      const entry = add(call)
      if (entry === null) return
      entry.cancel = after(spread(firstPoll), () => poll(entry))
      announce()
    },
    /** Follows a call again from the start and polls it now. */
    restart(call: Call): void {
      entries.get(call.callId)?.cancel()
      entries.delete(call.callId)
      const entry = add(call)
      if (entry !== null) poll(entry)
    },
    /** Polls those runs of a profile whose last request failed, because its key works again. */
    resume(profileId: string): void {
      for (const entry of entries.values()) {
        if (entry.profileId !== profileId || entry.live.failure === null || entry.live.step === 'polling') continue
        entry.cancel()
        entry.failuresInARow = 0
        poll(entry)
      }
    },
    list: (): LiveRun[] => [...entries.values()].map(({ live }) => live),
    stop(): void {
      stopped = true
      for (const { cancel } of entries.values()) cancel()
    },
  }
}

/**
 * Maximum duration of a call, in milliseconds: the service ends calls after 20 minutes; time for its report is added.
 */
export const longestCall = 25 * 60_000
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

/** Returns a function that runs tasks, in order, at most `count` concurrently. A task must not throw. */
const limitConcurrency = (count: number) => {
  const waiting: (() => void)[] = []
  let running = 0
  return async (task: () => Promise<void>): Promise<void> => {
    if (running >= count) await new Promise<void>((resolve) => waiting.push(resolve))
    running += 1
    try {
      await task()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}

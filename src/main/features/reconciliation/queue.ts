import type { Call } from '../../../contract/call.ts'
import { fail, type Failure, type Outcome, succeed } from '../../../contract/failure.ts'
import { isUnresolved, longestCall, mayGetRun } from '../../../domain/call-state.ts'
import { type Job, lookUpEnd, nextPollIn, type Now } from './job.ts'
import { backOffMilliseconds } from './timing.ts'

/** Polls the service once for all these jobs, and handles the result of each; returns the failure. Never throws. */
export type PollGroup = (group: readonly Job[]) => Promise<Failure | null>

/** Jobs that become due within this time are polled together, in milliseconds. */
const gatheringMilliseconds = 50

/**
 * Sends at most one poll at a time to each profile's service: after a power failure, hundreds of calls can be
 * unresolved at once.
 */
export const createPollQueue = (
  { after }: Pick<JobStoreDeps, 'after'>,
  jobs: Pick<JobStore, 'get'>,
  pollGroup: PollGroup,
) => {
  const results = createPendingResults()
  const due = new Set<string>()
  const busy = new Set<string>()

  const finish = (callId: string, failure: Failure | null): void => {
    const isDueAgain = results.finish(callId, failure)
    const job = jobs.get(callId)
    // The job's timer fired during the poll. If the service requested a back-off, all timers are reset anyway.
    if (isDueAgain && job !== undefined && backOffMilliseconds(failure) === 0) void poll(job)
  }

  /** Removes jobs whose call was resolved while they were waiting. */
  const dueJobs = (profileId: string): Job[] => {
    const found = [...due].flatMap((callId) => {
      const job = jobs.get(callId)
      if (job !== undefined) return job
      due.delete(callId)
      finish(callId, null)
      return []
    })
    return found.filter(({ call }) => call.profileId === profileId)
  }

  const pollDueJobs = async (profileId: string): Promise<void> => {
    for (let group = pickGroup(dueJobs(profileId)); group.length > 0; group = pickGroup(dueJobs(profileId))) {
      for (const { call } of group) due.delete(call.callId)
      const failure = await pollGroup(group)
      for (const { call } of group) finish(call.callId, failure)
      if (backOffMilliseconds(failure) === 0) continue
      for (const { call } of dueJobs(profileId)) {
        due.delete(call.callId)
        finish(call.callId, failure)
      }
    }
    busy.delete(profileId)
  }

  const poll = ({ call }: Job): Promise<Outcome<Call>> => {
    const pending = results.join(call.callId, !due.has(call.callId))
    if (pending !== null) return pending
    due.add(call.callId)
    if (!busy.has(call.profileId)) {
      busy.add(call.profileId)
      after(gatheringMilliseconds, () => void pollDueJobs(call.profileId))
    }
    return results.open(call)
  }

  return {
    /** Queues a job; concurrent callers get the same result. */
    poll,
    /** Stores a call's latest state for callers that are waiting for its result. */
    note: results.note,
    /** Resolves all pending results. */
    stop: (): void => results.finishAll(),
  }
}

/** `call` is the latest state; `isDueAgain` is true if the job's timer fired during the poll. */
type PendingResult = {
  call: Call
  isDueAgain: boolean
  result: Promise<Outcome<Call>>
  resolve: (result: Outcome<Call>) => void
}

/** One pending result per call, shared by all callers. */
const createPendingResults = () => {
  const pending = new Map<string, PendingResult>()

  /** Resolves a call's result; returns true if the call must be polled again. */
  const finish = (callId: string, failure: Failure | null): boolean => {
    const one = pending.get(callId)
    pending.delete(callId)
    one?.resolve(failure === null ? succeed(one.call) : fail(failure))
    return one?.isDueAgain === true
  }

  return {
    finish,
    /** Returns the pending result, or null; `isDueAgain` requests another poll after it. */
    join(callId: string, isDueAgain: boolean): Promise<Outcome<Call>> | null {
      const one = pending.get(callId)
      if (one === undefined) return null
      one.isDueAgain ||= isDueAgain
      return one.result
    },
    open(call: Call): Promise<Outcome<Call>> {
      const { promise, resolve } = Promise.withResolvers<Outcome<Call>>()
      pending.set(call.callId, { call, isDueAgain: false, result: promise, resolve })
      return promise
    },
    note(call: Call): void {
      const one = pending.get(call.callId)
      if (one !== undefined) one.call = call
    },
    finishAll(): void {
      for (const callId of pending.keys()) finish(callId, null)
    },
  }
}

/** A single reading covers calls that were sent within this time, in milliseconds. */
const groupMilliseconds = 60 * 60_000

/** Picks the newest job, and those of the same profile and list whose calls were sent within an hour of it. */
export const pickGroup = (due: readonly Job[]): Job[] => {
  const [first] = due.toSorted((one, other) => other.sent.wall - one.sent.wall)
  if (first === undefined) return []
  const isNear = (job: Job): boolean => Math.abs(job.sent.wall - first.sent.wall) <= groupMilliseconds
  return due.filter((job) => isNear(job) && haveSameList(job, first))
}

/** Returns whether the runs of both calls are in the same list of the same profile. */
export const haveSameList = (one: Job, other: Job): boolean =>
  one.call.profileId === other.call.profileId &&
  one.list === other.list &&
  (one.list === 'organization' || one.call.agentUuid === other.call.agentUuid)

export type JobStoreDeps = {
  /** The wall clock and a clock that never goes back, both in milliseconds. */
  clock: () => number
  monotonic: () => number
  after: (milliseconds: number, action: () => void) => () => void
  /** Invoked when jobs have changed. */
  announce: () => void
}

/** The last poll but one of a call that a user resolved is this long before its look-up ends, in milliseconds. */
const beforeEnd = 15_000

/** The open jobs and their timers. `poll` is invoked when a job is due. */
export const createJobStore = (deps: JobStoreDeps, poll: (job: Job) => void) => {
  const { clock, monotonic, after } = deps
  const jobs = new Map<string, Job>()
  const timers = new Map<string, () => void>()
  const backOffs = createBackOff(monotonic)
  const announce = oncePerTask(deps.announce)
  let stopped = false

  const cancelTimer = (callId: string): void => {
    timers.get(callId)?.()
    timers.delete(callId)
  }

  const set = (job: Job): void => {
    if (stopped) return
    jobs.set(job.call.callId, job)
    announce()
  }

  const remove = (callId: string): void => {
    cancelTimer(callId)
    if (jobs.delete(callId)) announce()
  }

  const setTimer = (callId: string, wait: number, act: (job: Job) => void): void => {
    const onTimer = (): void => {
      timers.delete(callId)
      const job = jobs.get(callId)
      if (job !== undefined) act(job)
    }
    timers.set(callId, after(wait, onTimer))
  }

  /** Stores a job and sets its timer; removes the job of a resolved call. */
  const schedule = (job: Job): void => {
    const { callId, outcome } = job.call
    // A call that a user resolved is looked up like an unresolved one, until the end of its look-up.
    const left = isUnresolved(outcome) ? Infinity : (lookUpEnd(job) ?? -Infinity) - clock()
    const isOpen = left >= 0
    if (stopped || !(isOpen || mayGetRun(job.call))) return remove(callId)
    cancelTimer(callId)
    const next = nextPollIn(job, monotonic())
    if (next === null && !isOpen) return remove(callId)
    // Lists call the number after the end, so a run should be found before.
    const latest = isOpen ? (left > beforeEnd ? left - beforeEnd : left) : Infinity
    const wait = next === null ? null : Math.max(Math.min(next, latest), backOffs.left(job.call.profileId))
    // While the response is pending, the job is waiting for the response, not for the user.
    const step = wait === null && job.endedAt !== null ? 'stopped' : 'waiting'
    set({ ...job, step, nextPollWall: wait === null ? null : clock() + wait })
    if (wait !== null) setTimer(callId, wait, poll)
    // A halted job isn't polled, but removed after its end.
    else if (Number.isFinite(left)) setTimer(callId, Math.min(left, longestCall) + 1, schedule)
  }

  return {
    now: (): Now => ({ wall: clock(), monotonic: monotonic() }),
    cancelTimer,
    set,
    remove,
    isStopped: (): boolean => stopped,
    get: (callId: string): Job | undefined => jobs.get(callId),
    all: (): Job[] => [...jobs.values()],
    schedule,
    /** Delays all jobs of a profile for the time that its service requested with this failure. */
    backOff(profileId: string, failure: Failure): void {
      if (!backOffs.note(profileId, failure)) return
      for (const job of jobs.values()) if (job.call.profileId === profileId) schedule(job)
    },
    /** Removes all jobs and timers. */
    stop(): void {
      stopped = true
      for (const callId of timers.keys()) cancelTimer(callId)
      jobs.clear()
    },
  }
}

export type JobStore = ReturnType<typeof createJobStore>

/** Tracks, for each profile, until when its service must not be polled, in monotonic milliseconds. */
const createBackOff = (monotonic: () => number) => {
  const until = new Map<string, number>()
  return {
    /** Returns false if the service did not request a back-off. */
    note(profileId: string, failure: Failure): boolean {
      const milliseconds = backOffMilliseconds(failure)
      if (milliseconds > 0) until.set(profileId, monotonic() + milliseconds)
      return milliseconds > 0
    },
    /** Returns the remaining back-off in milliseconds; 0 or less if the service may be polled. */
    left: (profileId: string): number => (until.get(profileId) ?? -Infinity) - monotonic(),
  }
}

/**
 * Coalesces all invocations within one event-loop task, so that hundreds of simultaneous job changes cause a single
 * announcement.
 */
const oncePerTask = (action: () => void): (() => void) => {
  let waiting = false
  return () => {
    if (waiting) return
    waiting = true
    queueMicrotask(() => {
      waiting = false
      action()
    })
  }
}

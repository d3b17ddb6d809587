import type { Call } from '../../../contract/call.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { ReconciliationJob } from '../../../contract/run.ts'
import { isPermanentFailure, type ListName } from './read-lists.ts'
import type { LatestReading, PastReading } from './decide.ts'
import {
  type Moment,
  type TimeRange,
  callTimeByResponse,
  callTimeByClocks,
  clocksDiffer,
  isProofDue,
  quietMilliseconds,
  runTimeRange,
  type ServiceMoment,
  waitAfterEnding,
  waitAfterFailure,
  waitForCarrier,
  waitForRefusedRun,
  waitWhileSending,
} from './timing.ts'
import { ownRuns } from './match-runs.ts'
import { isUnresolved, mayLackRunId, runIdOf } from '../../../domain/call-state.ts'

/** Wall clock and monotonic clock at one moment, in milliseconds. */
export type Now = { wall: number; monotonic: number }

/** Everything known about a call that is being reconciled. `…At` times are of the monotonic clock. */
export type Job = {
  call: Call
  /** When this process started to watch the call, and when its connection ended (null while it is open). */
  watchedAt: number
  endedAt: number | null
  sent: Moment
  ended: Moment | null
  /** The time of the request by the service's clock; null until that clock is known. */
  callTime: TimeRange | null
  /** True for a call of an earlier process that was sent so long ago that its dial has ended. */
  dialIsOver: boolean
  list: ListName
  lists: ReconciliationJob['lists']
  /** True if only a person can continue: the service refuses the lists, or the key is not available. */
  halted: boolean
  /** True if the next poll is due at once. */
  immediate: boolean
  /** The complete readings since the connection ended. */
  earlier: readonly PastReading[]
  /** The run with the call's reference, and when it was first seen. */
  foundRunId: number | null
  foundAt: number | null
  /** The newest run of the list at the last reading: a page with it overlaps that reading. */
  newestRunId: number | null
  attempts: number
  failures: number
  lastFailure: Failure | null
  lastPollWall: number | null
  nextPollWall: number | null
  step: ReconciliationJob['step']
}

const isOut = ({ outcome }: Call): boolean => outcome.state === 'queued' || outcome.state === 'sending'

const endMark = ({ endedAt, preparedAt }: Call, now: Now, monotonic: number | null): Moment => {
  // Without a recorded end, the call ended after it was sent and before now.
  const wall = endedAt === null ? Math.max(now.wall, Date.parse(preparedAt)) : Date.parse(endedAt)
  return { wall, monotonic }
}

/** No dial lasts longer after its call was sent, in milliseconds: request, delay and dialing together. */
const longestCall = 25 * 60_000

/** Creates the job of a call. The connection of a settled call ended in an earlier process. */
export const createJob = (call: Call, now: Now): Job => {
  const out = isOut(call)
  return {
    call,
    watchedAt: now.monotonic,
    endedAt: out ? null : now.monotonic,
    sent: { wall: Date.parse(call.preparedAt), monotonic: out ? now.monotonic : null },
    ended: out ? null : endMark(call, now, null),
    callTime: null,
    dialIsOver: !out && now.wall - Date.parse(call.preparedAt) > longestCall,
    list: 'organization',
    lists: 'untried',
    halted: false,
    immediate: !out,
    earlier: [],
    foundRunId: null,
    foundAt: null,
    newestRunId: null,
    attempts: 0,
    failures: 0,
    lastFailure: null,
    lastPollWall: null,
    nextPollWall: null,
    step: 'waiting',
  }
}

/** The same job after its call has changed; what is known about the service stays. */
export const updateJob = (job: Job, call: Call, now: Now): Job => {
  // A restored history had an end, but the response is still open.
  if (job.endedAt !== null && isOut(call)) return { ...job, call, endedAt: null, ended: null, immediate: false }
  if (job.endedAt !== null || isOut(call)) return { ...job, call }
  const ended = endMark(call, now, now.monotonic)
  return { ...job, call, endedAt: now.monotonic, ended, failures: 0, halted: false, immediate: true }
}

/** True for a call of an earlier process: only the wall clock dates it, and it may have been set since. */
export const isFromEarlierProcess = ({ sent }: Job): boolean => sent.monotonic === null

/** Keeps the first times that the service reported; later ones may follow a clock change. */
const keepFirst = (job: TimeRange | null, placed: TimeRange): TimeRange => ({
  from: job !== null && Number.isFinite(job.from) ? job.from : placed.from,
  to: job !== null && Number.isFinite(job.to) ? job.to : placed.to,
})

/** The time of the request, once the service's clock is known. */
export const callTimeOf = (job: Job, now: ServiceMoment): TimeRange => {
  const { call, sent, ended, callTime: onItsWay } = job
  if (!isFromEarlierProcess(job)) return keepFirst(onItsWay, callTimeByClocks(sent, ended, now))
  if (onItsWay !== null) return onItsWay
  const byAnswer = ended === null || call.serverDate === null ? null : callTimeByResponse(sent, ended, call.serverDate)
  return byAnswer ?? callTimeByClocks(sent, ended, now)
}

/** The time to keep: a call whose response is open has no end yet. */
export const savedCallTime = (job: Job, now: ServiceMoment): TimeRange => {
  const time = callTimeOf(job, now)
  return job.endedAt === null ? { ...time, to: Infinity } : time
}

/** For a call of an earlier process: the clock may have been corrected since by a time zone or a day; in milliseconds. */
const marginOfEarlierProcess = 26 * 60 * 60_000

/** The time for which the lists are read: every run that may belong to the call is in it. */
export const timeToList = (job: Job, now: ServiceMoment): TimeRange => {
  const time = runTimeRange(callTimeOf(job, now))
  const margin = isFromEarlierProcess(job) ? marginOfEarlierProcess : clocksDiffer
  return { from: time.from - margin, to: time.to + margin }
}

/** Whether the next poll should read all runs of the call's time; `now` is of the monotonic clock. */
export const isProofWanted = ({ call, endedAt, earlier }: Job, now: number): boolean =>
  endedAt !== null && isUnresolved(call.outcome) && isProofDue(now - endedAt, earlier.length)

const iso = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString()

/** The time that the page shows: by the service's clock if it is known, otherwise by ours. */
const shownTime = ({ callTime: onItsWay, sent, ended }: Job, now: Now): ReconciliationJob['window'] => {
  const ours = { from: sent.wall, to: Math.max(sent.wall, ended?.wall ?? now.wall) }
  const { from, to } = onItsWay !== null && Number.isFinite(onItsWay.from + onItsWay.to) ? onItsWay : ours
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}

/** The job as the page shows it. */
export const describeJob = (job: Job, now: Now): ReconciliationJob => {
  const { call, endedAt, step, lists, foundRunId, attempts, lastFailure } = job
  return {
    callId: call.callId,
    step,
    lists,
    foundRunId,
    attempts,
    lastAttemptAt: iso(job.lastPollWall),
    lastFailure,
    nextAttemptAt: iso(job.nextPollWall),
    quietUntil: endedAt === null ? null : iso(now.wall + endedAt + quietMilliseconds - now.monotonic),
    window: shownTime(job, now),
  }
}

/**
 * The run of a call, if it is known but has no report from its carrier: only the run itself shows one, so no list is
 * read.
 */
export const runToFollow = ({ call: { outcome } }: Job): number | null =>
  isUnresolved(outcome) ? runIdOf({ outcome }) : null

/** From this time on, a failing service is polled no more often than a working one; in milliseconds. */
const failureIsOld = 600_000

const pauseOf = (job: Job, now: number): number | null => {
  const { call, endedAt, watchedAt, foundAt, foundRunId, earlier } = job
  if (endedAt === null) return foundRunId === null ? waitWhileSending(now - watchedAt) : null
  if (runToFollow(job) !== null) return waitForCarrier(now - (foundAt ?? watchedAt))
  if (mayLackRunId(call) && !isUnresolved(call.outcome)) return waitForRefusedRun(now - endedAt)
  return call.outcome.state === 'candidate' ? null : waitAfterEnding(now - endedAt, earlier.length)
}

/**
 * How long to wait until the next poll, in milliseconds; null if only a person or the response can continue. `now` is of
 * the monotonic clock.
 */
export const nextPollIn = (job: Job, now: number): number | null => {
  const { endedAt, watchedAt, halted, failures, immediate } = job
  const pause = halted ? null : pauseOf(job, now)
  if (pause === null) return null
  const elapsed = now - (endedAt ?? watchedAt)
  const least = waitAfterFailure(failures, elapsed)
  const isUrgent = immediate || (endedAt !== null && failures > 0 && elapsed < failureIsOld)
  return isUrgent ? least : Math.max(pause, least)
}

/** Complete readings kept per call: a decision compares the latest with one of them. */
const keptReadings = 8

/** The job after a failed poll that may succeed next time. */
export const withFailure = (job: Job, failure: Failure): Job => ({
  ...job,
  immediate: false,
  failures: job.failures + 1,
  lastFailure: failure,
})

/** The job if no request could be sent. It halts if a person has to correct something first. */
export const withoutClient = (job: Job, failure: Failure): Job => {
  const locked = failure.kind === 'keychain' && (failure.reason === 'locked' || failure.reason === 'missing')
  const halted = locked || failure.kind === 'invalid' || failure.kind === 'notFound'
  return { ...withFailure(job, failure), halted }
}

/** The job if a list could not be read. After a refusal the agent's list is next, and then a person. */
export const withoutList = (job: Job, failure: Failure): Job => {
  if (!isPermanentFailure(failure)) return withFailure(job, failure)
  const refused: Job = { ...job, failures: 0, lastFailure: failure }
  return job.list === 'organization'
    ? { ...refused, list: 'agent', immediate: true }
    : { ...refused, list: 'organization', lists: 'refused', halted: true, immediate: false }
}

/** The job after its list was read, at least in part; `now` is of the monotonic clock. */
export const withReading = (job: Job, reading: LatestReading, now: number): Job => {
  const { call, endedAt, earlier } = job
  const { server, failure, complete } = reading
  const [own] = ownRuns(call, reading.runs)
  return {
    ...job,
    callTime: server === null ? job.callTime : savedCallTime(job, server),
    lists: job.list === 'agent' ? 'ofAgent' : 'readable',
    immediate: false,
    earlier: [...earlier, ...(complete && endedAt !== null ? [reading.kept] : [])].slice(-keptReadings),
    foundRunId: own?.workflowRunId ?? job.foundRunId,
    foundAt: job.foundAt ?? (own === undefined ? null : now),
    newestRunId: reading.newestRunId ?? job.newestRunId,
    failures: failure === null ? 0 : job.failures + 1,
    lastFailure: failure,
  }
}

/** The job after its run was read; `now` is of the monotonic clock. */
export const withRun = (job: Job, now: number): Job => ({
  ...job,
  immediate: false,
  foundAt: job.foundAt ?? now,
  failures: 0,
  lastFailure: null,
})

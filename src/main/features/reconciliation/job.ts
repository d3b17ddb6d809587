import type { Call, CallState } from '../../../contract/call.ts'
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
import {
  decisionOf,
  followedRunIdOf,
  isUnresolved,
  longestCall,
  lookUpEndOf,
  mayGetRun,
  runIdOf,
} from '../../../domain/call-state.ts'

/** A point in time as wall-clock and monotonic time, in milliseconds. */
export type Now = { wall: number; monotonic: number }

/** Everything that is known about a call that is being reconciled. `…At` times are monotonic. */
export type Job = {
  call: Call
  /** The outcome before a user resolved the call; null if this process doesn't know it. */
  before: CallState | null
  /** When this process started watching the call, and when its connection ended (null while it is open). */
  watchedAt: number
  endedAt: number | null
  sent: Moment
  ended: Moment | null
  /** The time range of the request by the service's clock; null until that clock is known. */
  callTime: TimeRange | null
  /** True for a call of an earlier process that was sent so long ago that dialing has certainly ended. */
  dialIsOver: boolean
  list: ListName
  lists: ReconciliationJob['lists']
  /** True if only the user can continue: the service refuses the lists, or the key is not available. */
  halted: boolean
  /** True if the next poll is due immediately. */
  immediate: boolean
  /** The complete readings since the connection ended. */
  earlier: readonly PastReading[]
  /** The run with the call's reference, and when it was first seen. */
  foundRunId: number | null
  foundRunName: string | null
  foundAt: number | null
  /** The newest run in the list at the last reading; a page that contains it overlaps that reading. */
  newestRunId: number | null
  failures: number
  lastFailure: Failure | null
  lastPollWall: number | null
  nextPollWall: number | null
  step: ReconciliationJob['step']
}

const isInFlight = ({ outcome }: Call): boolean => outcome.state === 'queued' || outcome.state === 'sending'

const endMark = ({ endedAt, preparedAt }: Call, now: Now, monotonic: number | null): Moment => {
  // If no end is recorded, the call ended after it was sent and before now.
  const wall = endedAt === null ? Math.max(now.wall, Date.parse(preparedAt)) : Date.parse(endedAt)
  return { wall, monotonic }
}

/** Creates the job of a call. The connection of a settled call ended in an earlier process. */
export const createJob = (call: Call, now: Now): Job => {
  const inFlight = isInFlight(call)
  return {
    call,
    before: null,
    watchedAt: now.monotonic,
    endedAt: inFlight ? null : now.monotonic,
    sent: { wall: Date.parse(call.preparedAt), monotonic: inFlight ? now.monotonic : null },
    ended: inFlight ? null : endMark(call, now, null),
    callTime: null,
    dialIsOver: !inFlight && now.wall - Date.parse(call.preparedAt) > longestCall,
    list: 'organization',
    lists: 'untried',
    halted: false,
    immediate: !inFlight,
    earlier: [],
    foundRunId: null,
    foundRunName: null,
    foundAt: null,
    newestRunId: null,
    failures: 0,
    lastFailure: null,
    lastPollWall: null,
    nextPollWall: null,
    step: 'waiting',
  }
}

/** True for a call that a user resolved. */
export const isDecided = ({ outcome }: Call): boolean => outcome.state === 'closedByOperator'

/** Returns the job after its call has changed; keeps what is known about the service. */
export const updateJob = (known: Job, call: Call, now: Now): Job => {
  const isNew = isDecided(call) && !isDecided(known.call)
  const job = isNew ? { ...known, before: known.call.outcome, failures: 0, immediate: true } : known
  // According to the restored history, the call is still in flight, so its end is unknown again.
  if (job.endedAt !== null && isInFlight(call)) return { ...job, call, endedAt: null, ended: null, immediate: false }
  if (job.endedAt !== null || isInFlight(call)) return { ...job, call }
  const ended = endMark(call, now, now.monotonic)
  return { ...job, call, endedAt: now.monotonic, ended, failures: 0, halted: false, immediate: true }
}

/** The carrier may be dialing. Lists without a run don't disprove it. */
const inDoubt: CallState = { state: 'failedAtProvider', status: null, detail: '', doubt: true, workflowRunId: null }

/** Returns the call as the lists decide about it: with its outcome before a user resolved it. */
export const undecidedCall = ({ call, before }: Job): Call =>
  isDecided(call) ? { ...call, outcome: before ?? inDoubt } : call

/**
 * Returns true for a call of an earlier process: only its wall-clock times are known, and the wall clock may have been
 * changed since.
 */
export const isFromEarlierProcess = ({ sent }: Job): boolean => sent.monotonic === null

/** Keeps the first times that the service reported; later ones may be affected by a clock change. */
const keepFirst = (first: TimeRange | null, later: TimeRange): TimeRange => ({
  from: first !== null && Number.isFinite(first.from) ? first.from : later.from,
  to: first !== null && Number.isFinite(first.to) ? first.to : later.to,
})

/** Returns the time range of the request, once the service's clock is known. */
export const callTimeOf = (job: Job, now: ServiceMoment): TimeRange => {
  const { call, sent, ended, callTime } = job
  if (!isFromEarlierProcess(job)) return keepFirst(callTime, callTimeByClocks(sent, ended, now))
  if (callTime !== null) return callTime
  const byResponse =
    ended === null || call.serverDate === null ? null : callTimeByResponse(sent, ended, call.serverDate)
  return byResponse ?? callTimeByClocks(sent, ended, now)
}

/** Returns the time range to keep; it has no end while the response is pending. */
export const savedCallTime = (job: Job, now: ServiceMoment): TimeRange => {
  const time = callTimeOf(job, now)
  return job.endedAt === null ? { ...time, to: Infinity } : time
}

/**
 * Margin for a call of an earlier process, in milliseconds: the clock may have been corrected by a time zone offset or
 * a day since.
 */
const marginOfEarlierProcess = 26 * 60 * 60_000

/** Returns the time range for which the lists are read; it contains every run that may belong to the call. */
export const timeToList = (job: Job, now: ServiceMoment): TimeRange => {
  const time = runTimeRange(callTimeOf(job, now))
  const margin = isFromEarlierProcess(job) ? marginOfEarlierProcess : clocksDiffer
  return { from: time.from - margin, to: time.to + margin }
}

/**
 * Returns whether the next poll should read all runs in the call's time range; `now` is monotonic. They prove nothing about a
 * call that a user resolved before this process started.
 */
export const isProofWanted = ({ call, before, endedAt, earlier }: Job, now: number): boolean =>
  endedAt !== null &&
  (isUnresolved(call.outcome) || (isDecided(call) && before !== null)) &&
  isProofDue(now - endedAt, earlier.length)

/**
 * Returns until when the run of a call that a user resolved is looked up, in milliseconds since 1970; null if it isn't. A
 * call that was resolved as placed gets only a run with its reference.
 */
export const lookUpEnd = ({ call }: Job): number | null =>
  decisionOf(call.outcome)?.decision === 'placed' && call.referenceName === null ? null : lookUpEndOf(call)

const iso = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString()

/** How far the service's time may be ahead of its `Date` header, which has whole seconds, in milliseconds. */
const dateRemainder = 999

/**
 * Returns the time range that is displayed, in whole seconds: by the service's clock if known, otherwise by this
 * computer's. It is rounded outward, so that it contains the run.
 */
const shownTime = ({ callTime, sent, ended }: Job, now: Now): ReconciliationJob['window'] => {
  const ours = { from: sent.wall, to: Math.max(sent.wall, ended?.wall ?? now.wall) }
  const isKnown = callTime !== null && Number.isFinite(callTime.from + callTime.to)
  const { from, to } = isKnown ? { from: callTime.from, to: callTime.to + dateRemainder } : ours
  const [first, last] = [Math.floor(from / 1000), Math.ceil(to / 1000)]
  return { from: new Date(first * 1000).toISOString(), to: new Date(last * 1000).toISOString() }
}

/** Returns the job as displayed by the page. */
export const describeJob = (job: Job, now: Now): ReconciliationJob => {
  const { call, endedAt, step, lists, foundRunId, lastFailure } = job
  return {
    callId: call.callId,
    step,
    lists,
    foundRunId,
    lastAttemptAt: iso(job.lastPollWall),
    lastFailure,
    nextAttemptAt: iso(job.nextPollWall),
    quietUntil: endedAt === null ? null : iso(now.wall + endedAt + quietMilliseconds - now.monotonic),
    window: shownTime(job, now),
  }
}

/**
 * Returns a call's run ID if the run is known but has no carrier report. Carrier reports are only in the run itself, so
 * no list is read.
 */
export const runToFollow = ({ call: { outcome } }: Job): number | null => followedRunIdOf(outcome)

/** After this time, in milliseconds, a failing service is polled no more often than a working one. */
const failureIsOld = 600_000

/** The longest pause between polls while lists may wait for the look-up of a call that a user resolved, in milliseconds. */
const pauseOfDecided = 60_000

const pauseOf = (job: Job, now: number): number | null => {
  const { call, endedAt, watchedAt, foundAt, earlier } = job
  if (endedAt === null) return runIdOf(call) === null ? waitWhileSending(now - watchedAt) : null
  if (runToFollow(job) !== null) return waitForCarrier(now - (foundAt ?? watchedAt))
  if (mayGetRun(call) && !isUnresolved(call.outcome)) return waitForRefusedRun(now - endedAt)
  if (call.outcome.state === 'candidate') return null
  const pause = waitAfterEnding(now - endedAt, earlier.length)
  return isDecided(call) ? Math.min(pause, pauseOfDecided) : pause
}

/**
 * Returns the milliseconds until the next poll; null if the job is waiting for the user or the response. `now` is
 * monotonic.
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

/** Number of complete readings kept per call; a decision compares the latest with one of them. */
const keptReadings = 8

/** Returns the job after a failed poll that may succeed next time. */
export const withFailure = (job: Job, failure: Failure): Job => ({
  ...job,
  immediate: false,
  failures: job.failures + 1,
  lastFailure: failure,
})

/**
 * Returns the job after a poll that could not send any request. The job is halted if the user must correct something
 * first.
 */
export const withoutClient = (job: Job, failure: Failure): Job => {
  const locked = failure.kind === 'keychain' && (failure.reason === 'locked' || failure.reason === 'missing')
  const halted = locked || failure.kind === 'invalid' || failure.kind === 'notFound'
  return { ...withFailure(job, failure), halted }
}

/**
 * Returns the job after a list could not be read. If the organization's list is refused, the agent's list is read next;
 * if that is refused, too, the job is halted.
 */
export const withoutList = (job: Job, failure: Failure): Job => {
  if (!isPermanentFailure(failure)) return withFailure(job, failure)
  const refused: Job = { ...job, failures: 0, lastFailure: failure }
  return job.list === 'organization'
    ? { ...refused, list: 'agent', immediate: true }
    : { ...refused, list: 'organization', lists: 'refused', halted: true, immediate: false }
}

/** Returns the job after its list was read at least partially; `now` is monotonic. */
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
    foundRunName: own?.workflowRunName ?? job.foundRunName,
    foundAt: job.foundAt ?? (own === undefined ? null : now),
    newestRunId: reading.newestRunId ?? job.newestRunId,
    failures: failure === null ? 0 : job.failures + 1,
    lastFailure: failure,
  }
}

/** Returns the job after its run was read, by a poll or by another feature. */
export const withRun = (job: Job, now: Now): Job => ({
  ...job,
  immediate: false,
  foundAt: job.foundAt ?? now.monotonic,
  failures: 0,
  lastFailure: null,
  lastPollWall: now.wall,
})

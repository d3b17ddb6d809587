import type { ListOptions } from '../../contract/list.ts'

/** How fast a running list calls. All times are milliseconds of a monotonic clock. */
export type Pace = {
  /** The calls that a person chose to have in progress at once, and the slots of the organization that stay free. */
  readonly chosen: Pick<ListOptions, 'atOnce' | 'freeSlots'>
  /** Calls that the service answered by themselves since the start or the last resume: placed, or refused for their own sake. */
  readonly answered: number
  /** How many calls the organization may have in progress: from the service, or learned from a refusal; null if unknown. */
  readonly limit: number | null
  /** The same since the limit was learned; null if the service reported the limit itself. */
  readonly answeredAtLimit: number | null
  /** Refusals for too many calls in a row. */
  readonly refusals: number
  /** No call starts before this time. */
  readonly resumeAt: number
}

/** The first call shows whether calls work at all, and three more whether they work at once. */
const [afterStart, afterFirst, trialCalls] = [1, 3, 4]
/** First and longest pause after a refusal for too many calls, in milliseconds. */
const [firstPause, longestPause] = [5_000, 60_000]
/** A server may ask for any pause; an hour is the longest that is honored, in milliseconds. */
const longestRetryAfter = 3_600_000
/** How many calls are placed at a learned limit before one more is tried: other people's calls may have ended. */
const callsPerTrial = 20

export const createPace = (chosen: Pace['chosen'], limit: number | null): Pace => ({
  chosen,
  answered: 0,
  limit,
  answeredAtLimit: null,
  refusals: 0,
  resumeAt: 0,
})

/**
 * Returns how many calls may be in progress now. `earlier` of them were placed before the start or the last resume: they
 * use slots and try nothing out.
 */
export const slotsOf = ({ chosen, answered, limit, resumeAt }: Pace, now: number, earlier = 0): number => {
  if (now < resumeAt) return 0
  const trial = answered === 0 ? afterStart : answered < trialCalls ? afterFirst : chosen.atOnce
  const free = limit === null ? chosen.atOnce : Math.max(1, limit - chosen.freeSlots)
  return Math.min(trial + earlier, free, chosen.atOnce)
}

/** The service placed a call, or refused it for a reason of its row. */
export const afterAnswered = (pace: Pace): Pace => {
  const next = { ...pace, answered: pace.answered + 1, refusals: 0 }
  if (pace.limit === null || pace.answeredAtLimit === null) return next
  const answeredAtLimit = pace.answeredAtLimit + 1
  return answeredAtLimit < callsPerTrial
    ? { ...next, answeredAtLimit }
    : { ...next, limit: pace.limit + 1, answeredAtLimit: 0 }
}

/**
 * The service refused a call because too many are in progress, or because it is busy. `inProgress` is how many of this
 * list's calls go on; `retryAfterSeconds` is the service's Retry-After.
 */
export const afterRefused = (
  pace: Pace,
  { inProgress, now, retryAfterSeconds }: { inProgress: number; now: number; retryAfterSeconds: number | null },
): Pace => {
  const pause =
    retryAfterSeconds === null
      ? Math.min(longestPause, firstPause * 2 ** pace.refusals)
      : Math.min(longestRetryAfter, retryAfterSeconds * 1000)
  return {
    ...pace,
    // A refusal that comes with others in flight may see calls that end at the same moment; the lowest count is safe.
    limit: Math.max(1, Math.min(pace.limit ?? Infinity, inProgress)),
    answeredAtLimit: 0,
    refusals: pace.refusals + 1,
    resumeAt: Math.max(pace.resumeAt, now + pause),
  }
}

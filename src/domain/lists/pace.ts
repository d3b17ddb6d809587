import type { ListOptions } from '../../contract/list.ts'

/** How fast a running list calls. Times are in milliseconds, from a monotonic clock. */
export type Pace = {
  /** The user's maximum number of simultaneous calls, and how many of the organization's slots are kept free. */
  readonly chosen: Pick<ListOptions, 'atOnce' | 'freeSlots'>
  /** The number of calls since the start or the last resume that the service placed or refused because of their row. */
  readonly answered: number
  /**
   * How many calls the organization may have in progress, as reported by the service or learned from a refusal; null if
   * unknown.
   */
  readonly limit: number | null
  /** Like `answered`, but since the limit was learned; null if the service reported the limit. */
  readonly answeredAtLimit: number | null
  /** The number of consecutive refusals because of too many calls. */
  readonly refusals: number
  /** No call starts before this time. */
  readonly resumeAt: number
}

/** The first call shows whether calls work at all; the next three show whether they work simultaneously. */
const [afterStart, afterFirst, trialCalls] = [1, 3, 4]
/** First and longest pause after a refusal because of too many calls, in milliseconds. */
const [firstPause, longestPause] = [5_000, 60_000]
/** The longest Retry-After that is honored, in milliseconds: an hour. */
const longestRetryAfter = 3_600_000
/** How many calls are placed at a learned limit before trying one more, because other users' calls may have ended. */
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
 * Returns how many calls may be in progress now. `earlier` calls were placed before the start or the last resume: they
 * use slots, but are not counted as trial calls.
 */
export const slotsOf = ({ chosen, answered, limit, resumeAt }: Pace, now: number, earlier = 0): number => {
  if (now < resumeAt) return 0
  const trial = answered === 0 ? afterStart : answered < trialCalls ? afterFirst : chosen.atOnce
  const free = limit === null ? chosen.atOnce : Math.max(1, limit - chosen.freeSlots)
  return Math.min(trial + earlier, free, chosen.atOnce)
}

/** Returns the pace after the service placed a call, or refused it because of its row. */
export const afterAnswered = (pace: Pace): Pace => {
  const next = { ...pace, answered: pace.answered + 1, refusals: 0 }
  if (pace.limit === null || pace.answeredAtLimit === null) return next
  const answeredAtLimit = pace.answeredAtLimit + 1
  return answeredAtLimit < callsPerTrial
    ? { ...next, answeredAtLimit }
    : { ...next, limit: pace.limit + 1, answeredAtLimit: 0 }
}

/**
 * Returns the pace after the service refused a call because too many are in progress or it is busy. `inProgress` is the
 * number of this list's calls in progress; `retryAfterSeconds` is the service's Retry-After.
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
    // If several refusals arrive, some of the counted calls may be ending, so use the lowest count.
    limit: Math.max(1, Math.min(pace.limit ?? Infinity, inProgress)),
    answeredAtLimit: 0,
    refusals: pace.refusals + 1,
    resumeAt: Math.max(pace.resumeAt, now + pause),
  }
}

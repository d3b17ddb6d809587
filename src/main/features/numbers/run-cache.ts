import type { Failure, Outcome } from '../../../contract/failure.ts'
import type { RunListItem } from '../../service/wire/runs.ts'

export type ListedRuns = { runs: RunListItem[]; more: boolean }
/** The runs to one number at one service; none if the request failed. */
export type CachedRuns = ListedRuns & { failure: Failure | null }

/** How long runs are reused, in milliseconds; a failure is retried sooner. */
const cacheMilliseconds = 60_000
const failureCacheMilliseconds = 10_000

/** Creates a cache of the runs to a number by service, so that each keystroke does not cause a request. */
export const createRunCache = (clock: () => number) => {
  const entries = new Map<string, { from: number; answer: Promise<CachedRuns>; failed: boolean }>()

  const removeOld = (): void => {
    for (const [key, { from, failed }] of entries) {
      const age = clock() - from
      // If the clock was set back, the age is unknown.
      if (age < 0 || age >= (failed ? failureCacheMilliseconds : cacheMilliseconds)) entries.delete(key)
    }
  }

  return {
    /** Returns the cached or pending runs, or requests them; if `fresh` is true, always requests them. */
    async get(key: string, fresh: boolean, request: () => Promise<Outcome<ListedRuns>>): Promise<CachedRuns> {
      removeOld()
      const known = fresh ? undefined : entries.get(key)
      if (known !== undefined) return known.answer
      const from = clock()
      const answer = request().then((listed) => ({
        failure: listed.ok ? null : listed.failure,
        ...(listed.ok ? listed.value : { runs: [], more: false }),
      }))
      const entry = { from, answer, failed: false }
      entries.set(key, entry)
      entry.failed = (await answer).failure !== null
      return answer
    },
  }
}

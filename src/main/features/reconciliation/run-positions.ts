import type { RunListItem, RunPage } from '../../service/wire/runs.ts'

/** The time range in which an unreadable run was created; a limit is infinite if the list does not show it. */
export type Gap = { olderAt: number; newerAt: number }

/** Longer lists are rejected: a service with ten million runs cannot return a list within the time limit. */
const longestList = 10_000_000

/** Returns true if the page has exactly as many runs as the length of the list requires. `start` is 0-based. */
const hasItsLength = (start: number, size: number, { totalCount, totalPages, runs }: RunPage): boolean => {
  const pages = Math.max(1, Math.ceil(totalCount / size))
  const isWholeNumber = totalCount >= 0 && totalCount <= longestList
  const hasPages = totalPages === null || totalPages === pages || (totalCount === 0 && totalPages === 0)
  return isWholeNumber && hasPages && runs.length === Math.min(size, Math.max(0, totalCount - start))
}

/**
 * Tracks the positions of a list that have been read. A list grows only at its newest end, so a position numbered from
 * the oldest run (1) never changes while pages are read. Overlapping pages must show the same run at the same position.
 * A list that is in another order or has a wrong length eventually contradicts itself and then is not considered
 * complete.
 */
export const createRunPositions = () => {
  const read = new Map<number, RunListItem>()
  const positionOf = new Map<number, number>()
  const unreadable = new Set<number>()
  let first: number | null = null
  let total = 0
  let contradicted = false

  const put = (position: number, run: RunListItem): void => {
    const known = positionOf.get(run.workflowRunId) ?? position
    const other = read.get(position)?.workflowRunId ?? run.workflowRunId
    if (known !== position || other !== run.workflowRunId) contradicted = true
    positionOf.set(run.workflowRunId, position)
    read.set(position, run)
  }

  const isKnown = (position: number): boolean => read.has(position) || unreadable.has(position)

  const at = (position: number): number => Date.parse(read.get(position)?.createdAt ?? '')

  const isOrdered = (): boolean => {
    const times = [...read.keys()].toSorted((a, b) => a - b).map(at)
    return times.every((time, index) => index === 0 || time >= (times[index - 1] ?? time))
  }

  const gapAt = (position: number): Gap => {
    const known = [...read.keys()]
    const [older, newer] = [known.filter((one) => one < position), known.filter((one) => one > position)]
    const [olderAt, newerAt] = [at(Math.max(...older)), at(Math.min(...newer))]
    return {
      olderAt: Number.isNaN(olderAt) ? -Infinity : olderAt,
      newerAt: Number.isNaN(newerAt) ? Infinity : newerAt,
    }
  }

  /** The times of readable runs limit the time of an unreadable one only if the list is in order. */
  const gaps = (): Gap[] => {
    const positions = [...unreadable].filter((position) => position > 0 && !read.has(position))
    return isOrdered() ? positions.map(gapAt) : positions.map(() => ({ olderAt: -Infinity, newerAt: Infinity }))
  }

  return {
    /** Adds a page: `start` is 0-based from the newest run; `size` is the requested number of runs. */
    take(start: number, size: number, page: RunPage): void {
      const { totalCount, runs } = page
      if (!hasItsLength(start, size, page)) contradicted = true
      if (totalCount < 0 || totalCount > longestList) return
      first ??= totalCount
      // Responses may arrive in a different order than their requests, but a list never becomes shorter.
      if (totalCount < first) contradicted = true
      total = Math.max(total, totalCount)
      for (const [index, run] of runs.entries()) put(totalCount - start - index, run)
    },
    /** Marks the run at `start` as unreadable. */
    markUnreadable: (start: number): void => void unreadable.add(total - start),
    /** Returns the largest length that was reported for the list; null before the first page. */
    total: (): number | null => (first === null ? null : total),
    runs: (): RunListItem[] => [...new Map([...read.values()].map((run) => [run.workflowRunId, run])).values()],
    gaps,
    newestRunId: (): number | null => read.get(total)?.workflowRunId ?? null,
    /** Returns whether two pages, or a page and the reported length, contradict each other. */
    isContradicted: (): boolean => contradicted,
    /**
     * Returns the current 0-based positions, from the newest run, of the runs that existed at the start and were not
     * read. Only the newest `most` runs are checked, because checking a list of millions would block the app.
     */
    missing(most: number): number[] {
      const newest = first ?? 0
      const oldest = Math.max(1, total - most + 1)
      const all = Array.from({ length: Math.max(0, newest - oldest + 1) }, (_, index) => oldest + index)
      return all.filter((position) => !isKnown(position)).map((position) => total - position)
    },
    /** Returns whether each run that existed at the start was read, or is known to be unreadable. */
    isWhole(): boolean {
      const known = new Set([...read.keys(), ...unreadable])
      return (
        first !== null && [...known].filter((position) => position >= 1 && position <= (first ?? 0)).length === first
      )
    },
  }
}

export type RunPositions = ReturnType<typeof createRunPositions>

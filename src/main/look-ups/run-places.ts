import type { RunListItem } from '../service/wire-runs.ts'

/** Runs that no page shows: where they stand, told by the nearest older run that can be read, and between which moments they were made. */
export type Gap = { key: string; olderAt: number; newerAt: number }

/**
 * Which places of a list of runs have been read. A list only grows at its new end, so a place counted from the oldest
 * run (1) stays that run's for ever, however many come while its pages are read.
 */
export const createRunPlaces = () => {
  const read = new Map<number, RunListItem>()
  const unreadable = new Set<number>()
  let first: number | null = null
  let total = 0

  const at = (place: number): number => Date.parse(read.get(place)?.createdAt ?? '')

  const gapAt = (place: number): Gap => {
    let older = place - 1
    while (older > 0 && !read.has(older)) older -= 1
    let newer = place + 1
    while (newer <= total && !read.has(newer)) newer += 1
    const [olderAt, newerAt] = [at(older), at(newer)]
    return {
      key: `${read.get(older)?.workflowRunId ?? 0}+${place - older}`,
      olderAt: Number.isNaN(olderAt) ? -Infinity : olderAt,
      newerAt: Number.isNaN(newerAt) ? Infinity : newerAt,
    }
  }

  return {
    /** Takes a page: `start` counts from the newest run (0), `count` is how long the list was just then. */
    take(start: number, count: number, runs: readonly RunListItem[]): void {
      first ??= count
      total = count
      for (const [index, run] of runs.entries()) read.set(count - start - index, run)
    },
    /** Takes note that the run at `start` cannot be read. */
    giveUp: (start: number): void => void unreadable.add(total - start),
    /** How long the list was when a page last told; null before that. */
    total: (): number | null => (first === null ? null : total),
    runs: (): RunListItem[] => [...new Map([...read.values()].map((run) => [run.workflowRunId, run])).values()],
    gaps: (): Gap[] => [...unreadable].filter((place) => place > 0 && !read.has(place)).map(gapAt),
    /**
     * Where those runs stand now that were passed over, counted from the newest (0): of all that there were at the
     * beginning, down to the oldest that was read or, with `toTheEnd`, that there is. Null before a page has told.
     */
    passedOver(toTheEnd: boolean): number[] | null {
      if (first === null) return null
      const lowest = toTheEnd ? 1 : Math.min(...read.keys())
      const all = Array.from({ length: Math.max(0, first - lowest + 1) }, (_, index) => lowest + index)
      return all.filter((place) => !read.has(place) && !unreadable.has(place)).map((place) => total - place)
    },
  }
}

export type RunPlaces = ReturnType<typeof createRunPlaces>

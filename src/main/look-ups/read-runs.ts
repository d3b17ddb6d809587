import { type Failure, fail, type Outcome, succeed } from '../../contract/failure.ts'
import type { RunListItem, RunPage } from '../service/wire-runs.ts'

/** One page of a list, newest first; pages count from 1. */
export type AskPage = (page: number, limit: number) => Promise<Outcome<RunPage>>

export type Reading = {
  runs: RunListItem[]
  /** Runs that no page shows, by their place from the oldest: a poisoned run makes every page that holds it fail. */
  unreadable: number[]
  /** Whether every run of the list was seen, or is known to be unreadable. */
  complete: boolean
  /** The service's clock in milliseconds since 1970; null when no answer told. */
  serverNow: number | null
}

/** Each size divides the one before, so that a page is read around by whole smaller pages. */
const sizes = [100, 25, 5, 1] as const
/** A list this long is not the list of a few minutes: reading on would only load the service. */
const mostRuns = 5_000

const isPoisoned = (failure: Failure): boolean => failure.kind === 'unavailable' && failure.cause === 'serverError'

type Progress = {
  seen: Map<number, RunListItem>
  unreadable: number[]
  /** How many runs the list has; null until a page told. */
  total: number | null
  serverNow: number | null
  reachedOlder: boolean
}

const take = (progress: Progress, page: RunPage, from: number): void => {
  progress.total = page.totalCount
  if (page.serverDate !== null) progress.serverNow = Date.parse(page.serverDate)
  for (const run of page.runs) progress.seen.set(run.workflowRunId, run)
  if (page.runs.some((run) => Date.parse(run.createdAt) < from)) progress.reachedOlder = true
}

const isOver = ({ reachedOlder, total }: Progress, start: number): boolean =>
  reachedOlder || start >= mostRuns || (total !== null && start >= total)

/** Reads the runs from place `start` on, as many as the page size of `step`; a failure that is no poisoned page ends it. */
const readBlock = async (
  ask: AskPage,
  progress: Progress,
  block: { start: number; step: number; from: number },
): Promise<Failure | null> => {
  const { start, step, from } = block
  const size = sizes[step] ?? 1
  const page = await ask(start / size + 1, size)
  if (page.ok) {
    take(progress, page.value, from)
    return null
  }
  if (!isPoisoned(page.failure)) return page.failure
  const smaller = sizes[step + 1]
  if (smaller === undefined) {
    progress.unreadable.push(start)
    return null
  }
  for (let at = start; at < start + size && !isOver(progress, at); at += smaller) {
    const failure = await readBlock(ask, progress, { start: at, step: step + 1, from })
    if (failure !== null) return failure
  }
  // Not one answer told how long the list is: this is no poisoned page, it is a service in trouble.
  return progress.total === null ? page.failure : null
}

/** Reads a list to its end, or until a run is older than `from` (milliseconds since 1970), around pages that fail. */
export const readRuns = async (ask: AskPage, from: number): Promise<Outcome<Reading>> => {
  const progress: Progress = { seen: new Map(), unreadable: [], total: null, serverNow: null, reachedOlder: false }
  for (let start = 0; !isOver(progress, start); start += sizes[0]) {
    const failure = await readBlock(ask, progress, { start, step: 0, from })
    if (failure !== null) return fail(failure)
  }
  const { seen, serverNow, reachedOlder } = progress
  const count = progress.total ?? 0
  const places = progress.unreadable.filter((place) => place < count).map((place) => count - place)
  const complete = reachedOlder || seen.size + places.length === count
  return succeed({ runs: [...seen.values()], unreadable: places.toSorted((a, b) => a - b), complete, serverNow })
}

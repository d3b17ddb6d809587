import { fail, type Failure, type Outcome, succeed } from '../../../contract/failure.ts'
import type { RunListItem, RunPage } from '../../service/wire/runs.ts'
import { createRunPositions, type Gap, type RunPositions } from './run-positions.ts'
import { backOffMilliseconds, clocksDiffer, type ServiceMoment } from './timing.ts'
import { type ConcurrencyLimit, createConcurrencyLimit } from '../../lib/concurrency-limit.ts'

/** One page of a list; page numbers are 1-based. */
export type ReadPage = (page: number, limit: number) => Promise<Outcome<RunPage>>

type ReadRunsOptions = {
  readPage: ReadPage
  /** The wall time and the monotonic time, in milliseconds. */
  now: () => { wall: number; monotonic: number }
  /** Maximum number of runs to read; a multiple of 100. */
  most: number
  /** Returns true if the runs include the wanted ones; then no more pages are read. */
  isEnough: (runs: readonly RunListItem[]) => boolean
}

export type Reading = {
  runs: RunListItem[]
  /** Unreadable runs. Every page that contains a broken run fails. */
  gaps: Gap[]
  /**
   * Whether every run of the list was read, or is known to be unreadable. The proof is based on the length that the
   * service reports: each position up to that length was read, and no two pages contradict each other. The order of the
   * list does not matter.
   */
  complete: boolean
  /** The service's clock; null if no response contained it, or if the runs contradict it. */
  server: ServiceMoment | null
  /** The failure that ended the reading early; null if there was none. */
  failure: Failure | null
  /** The newest run of the list; null if it is unreadable or there is none. */
  newestRunId: number | null
}

/** The maximum page size that the service allows. */
export const pageSize = 100
/** Each size is a divisor of the previous one, so that smaller pages exactly cover a broken page. */
const sizes = [pageSize, 25, 5, 1] as const
/**
 * Beyond the end of every list: such a page contains no run that could cause it to fail, and it returns the length of
 * the list.
 */
const beyondTheEnd = 1_000_000
/** Limits the load on a service with many broken runs. */
const maxRequests = 150
const maxMissing = 10
/** Limits the load while several pages are read. */
const requestsAtOnce = 10

/**
 * Returns true if a single run may have caused the page to fail: a server error, or a response that is too large or
 * malformed. If the service requests a back-off, the service itself has a problem.
 */
export const isBrokenPage = (failure: Failure): boolean =>
  failure.kind === 'unavailable' &&
  failure.retryAfterSeconds === undefined &&
  ['serverError', 'tooLarge', 'notJson', 'wrongShape'].includes(failure.cause)

/** Returns the service's time from a page, with both local times; null if the page does not contain it. */
export const momentOf = (page: RunPage, now: { wall: number; monotonic: number }): ServiceMoment | null => {
  const server = page.serverDate === null ? Number.NaN : Date.parse(page.serverDate)
  return Number.isNaN(server) ? null : { server, ...now }
}

/** Returns true if a run is newer than the service's clock allows, so that one of the two times is wrong. */
export const isContradicted = (runs: readonly RunListItem[], server: ServiceMoment): boolean =>
  runs.some(({ createdAt }) => Date.parse(createdAt) > server.server + clocksDiffer)

type Progress = ReadRunsOptions & {
  positions: RunPositions
  limited: ConcurrencyLimit
  server: ServiceMoment | null
  requests: number
  enough: boolean
  /** The first failure that is not caused by a run; then no more pages are requested. */
  failure: Failure | null
  /** False once a page failed although each of its runs is readable: so the service failed, not a run. */
  steady: boolean
}

const take = (progress: Progress, start: number, size: number, page: RunPage): void => {
  progress.positions.take(start, size, page)
  progress.server = momentOf(page, progress.now()) ?? progress.server
  progress.enough ||= progress.isEnough(progress.positions.runs())
}

const isSpent = ({ enough, failure, requests }: Progress): boolean =>
  enough || failure !== null || requests >= maxRequests

/** Returns the position after the last one to read. */
const endOf = ({ most, positions }: Progress): number => Math.min(most, positions.total() ?? most)

const requestPage = async (progress: Progress, page: number, size: number): Promise<Outcome<RunPage>> => {
  if (progress.failure !== null) return fail(progress.failure)
  const answer = await progress.readPage(page, size)
  if (!answer.ok && backOffMilliseconds(answer.failure) > 0) progress.failure ??= answer.failure
  return answer
}

const readOnePage = async (progress: Progress, start: number, size: number): Promise<Failure | null> => {
  progress.requests += 1
  const page = await progress.limited(() => requestPage(progress, start / size + 1, size))
  if (!page.ok) return page.failure
  take(progress, start, size, page.value)
  return null
}

/**
 * Returns whether the service can return the length of its list. If it cannot, the problem is the service, not a run.
 */
const isUp = async (progress: Progress): Promise<boolean> => {
  if (progress.positions.total() !== null) return true
  progress.requests += 1
  const page = await requestPage(progress, beyondTheEnd, 1)
  if (page.ok) take(progress, beyondTheEnd, 1, page.value)
  return page.ok
}

/**
 * Requests a single run again, so that it is not lost because of a temporary failure. Returns the number of unreadable
 * runs.
 */
const readSingle = async (progress: Progress, start: number): Promise<number> => {
  if (isSpent(progress)) return 0
  const failure = await readOnePage(progress, start, 1)
  if (failure === null) progress.steady = false
  else if (isBrokenPage(failure)) progress.positions.markUnreadable(start)
  else progress.failure ??= failure
  return failure !== null && isBrokenPage(failure) ? 1 : 0
}

const readAround = async (progress: Progress, start: number, step: number): Promise<number> => {
  const [size, smaller] = [sizes[step], sizes[step + 1]]
  if (size === undefined || smaller === undefined) return readSingle(progress, start)
  const starts = Array.from({ length: size / smaller }, (_, index) => start + index * smaller)
  const wanted = starts.filter((at) => at < endOf(progress))
  const lost = (await Promise.all(wanted.map((at) => readBlock(progress, at, step + 1)))).reduce((a, b) => a + b, 0)
  if (lost === 0) progress.steady = false
  return lost
}

/** Reads the runs from `start` on; their number is the page size of `step`. Returns the number of unreadable runs. */
const readBlock = async (progress: Progress, start: number, step: number): Promise<number> => {
  if (isSpent(progress)) return 0
  const failure = await readOnePage(progress, start, sizes[step] ?? 1)
  if (failure === null) return 0
  if (isBrokenPage(failure) && (await isUp(progress))) return readAround(progress, start, step)
  progress.failure ??= failure
  return 0
}

/**
 * Reads the pages after the first one. If a list fills its last page, one more page is read, because the service might
 * report only the length of what it returned.
 */
const readRest = async (progress: Progress): Promise<void> => {
  const total = progress.positions.total() ?? 0
  const end = total % pageSize === 0 ? total + 1 : total
  const starts = Array.from(
    { length: Math.ceil(Math.min(end, progress.most) / pageSize) },
    (_, page) => page * pageSize,
  )
  await Promise.all(starts.slice(1).map((start) => readBlock(progress, start, 0)))
}

/** Reads the few runs that may be missing because a new run shifted the others during concurrent requests. */
const readMissing = async (progress: Progress): Promise<void> => {
  const missing = progress.positions.missing(progress.most)
  if (missing.length > maxMissing) return
  for (const start of missing.toSorted((a, b) => a - b)) await readBlock(progress, start, sizes.length - 1)
}

/** Reads a whole list, working around broken pages. Runs that were read before a failure are kept. */
export const readRuns = async (parts: ReadRunsOptions): Promise<Outcome<Reading>> => {
  const positions = createRunPositions()
  const initial = { server: null, requests: 0, enough: false, failure: null, steady: true }
  const progress: Progress = { ...parts, ...initial, positions, limited: createConcurrencyLimit(requestsAtOnce) }
  await readBlock(progress, 0, 0)
  await readRest(progress)
  await readMissing(progress)
  const { server, steady, enough, failure } = progress
  if (failure !== null && positions.total() === null) return fail(failure)
  const runs = positions.runs()
  const isWhole = positions.isWhole() && !positions.isContradicted()
  return succeed({
    runs,
    gaps: positions.gaps(),
    complete: failure === null && steady && !enough && isWhole,
    server: server === null || isContradicted(runs, server) ? null : server,
    failure,
    newestRunId: positions.newestRunId(),
  })
}

import { type Failure, fail, type Outcome, succeed } from '../../contract/failure.ts'
import type { RunListItem, RunPage } from '../service/wire-runs.ts'
import { type AtOnce, createAtOnce } from './at-once.ts'
import { leftAloneFor } from './look-up-times.ts'
import { createRunPlaces, type Gap, type RunPlaces } from './run-places.ts'
import type { ServiceMoment } from './service-time.ts'

/** One page of a list, newest first; pages count from 1. */
export type AskPage = (page: number, limit: number) => Promise<Outcome<RunPage>>

export type ReadRunsParts = {
  ask: AskPage
  /** Both of our clocks, in milliseconds. */
  now: () => { wall: number; monotonic: number }
  /** The oldest moment that matters, once the service's clock is known; -Infinity reads on to the end of the list. */
  until: (now: ServiceMoment | null) => number
  /** No more runs than this are read: a multiple of 100. */
  most: number
  /** True when the runs read so far show all that was looked for: no further page is asked for then. */
  isEnough: (runs: readonly RunListItem[]) => boolean
}

export type Reading = {
  runs: RunListItem[]
  /** Runs that no page shows: a poisoned run makes every page that holds it fail. */
  gaps: Gap[]
  /** Whether every run down to the oldest moment that matters was seen, or is known to be unreadable. */
  complete: boolean
  /** The service's clock; null when no answer told it, or when the runs themselves contradict it. */
  server: ServiceMoment | null
  /** What ended the reading early. */
  failure: Failure | null
}

/** Each size divides the one before, so that a page is read around by whole smaller pages. */
const sizes = [100, 25, 5, 1] as const
/** Beyond the end of every list: such a page holds no run that could break it, and tells how long the list is. */
const beyondTheEnd = 1_000_000
/** Reading on around ever more poisoned runs would only load the service. */
const mostRequests = 150
const mostPassedOver = 10
/** Around a poisoned run there are many small pages to read; more than a few at a time would be felt. */
const requestsAtOnce = 5
/** A run may be stamped by another clock than the answer, in milliseconds; more than this, and one of them is wrong. */
const clocksMayDiffer = 120_000

/**
 * True for a page that one run on it may have spoilt: broken in the service, too large, or unlike a list of runs. A
 * service that asks to be left alone is in trouble of its own.
 */
const isSpoilt = (failure: Failure): boolean =>
  failure.kind === 'unavailable' &&
  failure.retryAfterSeconds === undefined &&
  ['serverError', 'tooLarge', 'notJson', 'wrongShape'].includes(failure.cause)

const momentOf = (page: RunPage, now: { wall: number; monotonic: number }): ServiceMoment | null => {
  const server = page.serverDate === null ? Number.NaN : Date.parse(page.serverDate)
  return Number.isNaN(server) ? null : { server, ...now }
}

type Progress = ReadRunsParts & {
  places: RunPlaces
  inTurn: AtOnce
  server: ServiceMoment | null
  requests: number
  reachedOlder: boolean
  enough: boolean
  /** With what the service asked to be left alone: not even pages that wait their turn are asked for then. */
  leftAlone: Failure | null
  /** False once a page failed although each of its runs can be read: a service in trouble, not a poisoned run. */
  steady: boolean
}

/** How a part of the list was read: how many of its runs cannot be, and the failure that no single run explains. */
type Part = { lost: number; failure: Failure | null }
const whole: Part = { lost: 0, failure: null }

const take = (progress: Progress, start: number, page: RunPage): void => {
  progress.places.take(start, page.totalCount, page.runs)
  progress.server = momentOf(page, progress.now()) ?? progress.server
  const until = progress.until(progress.server)
  if (page.runs.some(({ createdAt }) => Date.parse(createdAt) < until)) progress.reachedOlder = true
  progress.enough ||= progress.isEnough(progress.places.runs())
}

const isSpent = ({ enough, leftAlone, requests }: Progress): boolean =>
  enough || leftAlone !== null || requests >= mostRequests

/** The newest hundred are read in any case: a clock that is wrong can then hide no run that was made just now. */
const isOver = (progress: Progress, start: number): boolean => {
  const { reachedOlder, places, most } = progress
  const end = Math.min(most, places.total() ?? most)
  return start >= end || (reachedOlder && start >= sizes[0]) || isSpent(progress)
}

const askUnlessLeftAlone = async (progress: Progress, page: number, size: number): Promise<Outcome<RunPage>> => {
  if (progress.leftAlone !== null) return fail(progress.leftAlone)
  const answer = await progress.ask(page, size)
  if (!answer.ok && leftAloneFor(answer.failure) > 0) progress.leftAlone = answer.failure
  return answer
}

const askFor = async (progress: Progress, start: number, size: number): Promise<Failure | null> => {
  progress.requests += 1
  const page = await progress.inTurn(() => askUnlessLeftAlone(progress, start / size + 1, size))
  if (!page.ok) return page.failure
  take(progress, start, page.value)
  return null
}

/** Before a page is read around: a service that cannot even say how long its list is has no poisoned run, but trouble. */
const isUp = async (progress: Progress): Promise<boolean> => {
  if (progress.places.total() !== null) return true
  progress.requests += 1
  const page = await askUnlessLeftAlone(progress, beyondTheEnd, 1)
  if (page.ok) take(progress, beyondTheEnd, page.value)
  return page.ok
}

/** A single run whose page fails is asked for once more, so that a hiccup does not hide it. */
const readSingle = async (progress: Progress, start: number): Promise<Part> => {
  if (isSpent(progress)) return whole
  const failure = await askFor(progress, start, 1)
  if (failure === null) progress.steady = false
  if (failure === null || !isSpoilt(failure)) return { lost: 0, failure }
  progress.places.giveUp(start)
  return { lost: 1, failure: null }
}

const readAround = async (progress: Progress, start: number, step: number): Promise<Part> => {
  const [size, smaller] = [sizes[step], sizes[step + 1]]
  if (size === undefined || smaller === undefined) return readSingle(progress, start)
  const starts = Array.from({ length: size / smaller }, (_, index) => start + index * smaller)
  const wanted = starts.filter((at) => !isOver(progress, at))
  const parts = await Promise.all(wanted.map((at) => readBlock(progress, at, step + 1)))
  const lost = parts.reduce((sum, part) => sum + part.lost, 0)
  const failure = parts.find((part) => part.failure !== null)?.failure ?? null
  if (lost === 0 && failure === null) progress.steady = false
  return { lost, failure }
}

/** Reads the runs from `start` on, as many as the page size of `step`; what is left unread breaks the row of places. */
const readBlock = async (progress: Progress, start: number, step: number): Promise<Part> => {
  if (isSpent(progress)) return whole
  const failure = await askFor(progress, start, sizes[step] ?? 1)
  if (failure === null) return whole
  return isSpoilt(failure) && (await isUp(progress)) ? readAround(progress, start, step) : { lost: 0, failure }
}

/** Small pages are asked for side by side, and a run that comes in meanwhile moves the others: a few are then passed over. */
const readPassedOver = async (progress: Progress): Promise<Failure | null> => {
  const all = progress.places.passedOver(!progress.reachedOlder) ?? []
  const passed = all.filter((start) => start < progress.most)
  if (passed.length > mostPassedOver) return null
  for (const start of passed.toSorted((a, b) => a - b)) {
    const { failure } = await readBlock(progress, start, sizes.length - 1)
    if (failure !== null) return failure
  }
  return null
}

const isContradicted = (runs: readonly RunListItem[], server: ServiceMoment): boolean =>
  runs.some(({ createdAt }) => Date.parse(createdAt) > server.server + clocksMayDiffer)

/** Reads a list from its newest run on, around pages that fail. What was read before a failure is kept. */
export const readRuns = async (parts: ReadRunsParts): Promise<Outcome<Reading>> => {
  const places = createRunPlaces()
  const begun = { server: null, requests: 0, reachedOlder: false, enough: false, leftAlone: null, steady: true }
  const progress: Progress = { ...parts, ...begun, places, inTurn: createAtOnce(requestsAtOnce) }
  let failure: Failure | null = null
  for (let start = 0; failure === null && !isOver(progress, start); start += sizes[0])
    failure = (await readBlock(progress, start, 0)).failure
  failure ??= await readPassedOver(progress)
  failure = progress.leftAlone ?? failure
  if (failure !== null && places.total() === null) return fail(failure)
  const { server, reachedOlder, steady, enough } = progress
  const runs = places.runs()
  const trusted = server === null || isContradicted(runs, server) ? null : server
  // Runs that are older by a clock that is wrong may be of just now: then only the end of the list is the end.
  const passed = places.passedOver(trusted === null || !reachedOlder)
  const complete = failure === null && steady && !enough && passed?.length === 0
  return succeed({ runs, gaps: places.gaps(), complete, server: trusted, failure })
}

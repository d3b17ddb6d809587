import type { Agent } from '../../../contract/agent.ts'
import { fail, type Failure, type Outcome, succeed } from '../../../contract/failure.ts'
import type { ServiceClient } from '../../service/client.ts'
import type { RunListItem, RunPage } from '../../service/wire/runs.ts'
import { createConcurrencyLimit } from '../../lib/concurrency-limit.ts'
import { isBrokenPage, isContradicted, momentOf, pageSize, type Reading, type ReadPage, readRuns } from './read-runs.ts'
import type { ServiceMoment, TimeRange } from './timing.ts'

/**
 * The service's run lists: the organization's list is read first; if the key may not read it, the agent's list is read
 * instead.
 */
export type ListName = 'organization' | 'agent'

export type ListClient = Pick<ServiceClient, 'agents' | 'run' | 'runsOfAgent' | 'runsOfOrganization'>

type ListRequest = {
  client: ListClient
  list: ListName
  agentUuid: string
  /** Returns the time range to read, by the service's clock. If it has no start, the whole list is read. */
  timeOf: (now: ServiceMoment) => TimeRange
  /** The wall time and the monotonic time, in milliseconds. */
  now: () => { wall: number; monotonic: number }
  /** Returns the numbers, as sent, of the calls that have no run among these runs. */
  missingNumbers: (runs: readonly RunListItem[]) => readonly string[]
  /** The newest run IDs at the earlier readings of these calls; null if one of the calls has no earlier reading. */
  earlierNewest: readonly number[] | null
  /** Returns true once the result is no longer needed; then no more pages are read. */
  isOver: () => boolean
}

/** The maximum number of runs in one reading; far more than are created in a few minutes. */
const maxRuns = 5_000
/**
 * The maximum number of phone numbers that are requested one by one; for more numbers, all runs in their time range are
 * read.
 */
const maxNumbers = 3
/** Limits the load while several numbers are requested. */
const requestsAtOnce = 5

/** Returns a call's agent, even if archived; undefined if it is not visible with this key. */
export const findAgent = (agents: readonly Agent[], agentUuid: string): Agent | undefined =>
  agents.find((agent) => agent.agentUuid?.toLowerCase() === agentUuid.toLowerCase())

/**
 * Returns true for a failure that another attempt will not change: the key may not read this list, or the list does not
 * exist.
 */
export const isPermanentFailure = ({ kind }: Failure): boolean =>
  ['unauthorized', 'forbidden', 'notFound', 'refused', 'invalid'].includes(kind)

/**
 * Returns how many runs the service counts in a time range, including unreadable ones. It requests a page beyond the
 * end, which contains no run that could cause it to fail.
 */
export const countRuns = async (client: ListClient, { from, to }: TimeRange): Promise<Outcome<number>> => {
  const range = { from: iso(from), to: iso(to), page: 1_000_000, limit: 1, once: true }
  const page = await client.runsOfOrganization(range)
  return page.ok ? succeed(page.value.totalCount) : page
}

/** A run list: all its runs, those in a time range, and (in the organization's list only) those to a number. */
type RunList = { all: ReadPage; inTime: (time: TimeRange) => ReadPage; toNumber: ((number: string) => ReadPage) | null }

const openList = async ({ client, list, agentUuid, isOver }: ListRequest): Promise<Outcome<RunList>> => {
  const closing = fail({ kind: 'closing' } as const)
  const unlessOver =
    (readPage: ReadPage): ReadPage =>
    (page, limit) =>
      isOver() ? Promise.resolve(closing) : readPage(page, limit)
  if (list === 'organization') {
    const pages = (filter: Parameters<ListClient['runsOfOrganization']>[0]): ReadPage =>
      unlessOver((page, limit) => client.runsOfOrganization({ ...filter, page, limit, once: true }))
    return succeed({
      all: pages({}),
      inTime: ({ from, to }) => pages({ from: iso(from), to: iso(to) }),
      toNumber: (calledNumber) => pages({ calledNumber }),
    })
  }
  const agents = await client.agents()
  if (!agents.ok) return agents
  const agent = findAgent(agents.value, agentUuid)
  if (agent === undefined) return fail({ kind: 'notFound', detail: '' })
  const pages = (filter: { from?: string; to?: string }): ReadPage =>
    unlessOver((page, limit) => client.runsOfAgent(agent.workflowId, { ...filter, page, limit, once: true }))
  return succeed({
    all: pages({}),
    inTime: ({ from, to }) => pages({ from: iso(from), to: iso(to) }),
    toNumber: null,
  })
}

/** The options for reading a list. */
type Options = { now: ListRequest['now']; isEnough: (runs: readonly RunListItem[]) => boolean }

const optionsOf = ({ now, missingNumbers }: ListRequest): Options => ({
  now,
  isEnough: (runs) => missingNumbers(runs).length === 0,
})

/**
 * Reads every run in the requested time range, which can prove that there is no run. The newest runs are read
 * regardless of their time, so that a wrong clock cannot hide a new run; those in the time range must also be in the
 * list for that range.
 */
export const readAllRuns = async (request: ListRequest): Promise<Outcome<Reading>> => {
  const list = await openList(request)
  return list.ok ? readTime(request, list.value) : list
}

const readTime = async (request: ListRequest, { all, inTime }: RunList): Promise<Outcome<Reading>> => {
  // If no call has a reference, `isEnough` is true before any run was read, so it must not end the reading.
  const options = optionsOf(request)
  const isEnough = options.isEnough([]) ? () => false : options.isEnough
  const newest = await readRuns({ ...options, isEnough, readPage: all, most: pageSize })
  if (!newest.ok) return newest
  const { complete, failure, runs, server } = newest.value
  if (complete || failure !== null || isEnough(runs)) return newest
  const time = server === null ? anyTime : request.timeOf(server)
  const readPage = isDatable(time) ? inTime(time) : all
  const second = await readRuns({ ...options, isEnough, readPage, most: maxRuns })
  return combine(newest.value, second, isDatable(time) ? time : anyTime)
}

/**
 * Looks for the runs of calls with few requests: among the newest runs, then among the runs to their numbers. If it
 * does not find a run, this proves nothing, unless it had to read all runs.
 */
export const findRuns = async (request: ListRequest): Promise<Outcome<Reading>> => {
  const list = await openList(request)
  if (!list.ok) return list
  const { missingNumbers, now } = request
  const newest = await list.value.all(1, pageSize)
  if (!newest.ok && !isBrokenPage(newest.failure)) return newest
  const reading = newest.ok ? toReading(newest.value, now()) : nothingRead
  const numbers = [...new Set(missingNumbers(reading.runs))]
  if (numbers.length === 0 || (newest.ok && reachesBack(newest.value, reading, request))) return succeed(reading)
  const { toNumber } = list.value
  if (toNumber === null || numbers.length > maxNumbers) return readTime(request, list.value)
  const limited = createConcurrencyLimit(requestsAtOnce)
  const pages = await Promise.all(numbers.map((number) => limited(() => toNumber(number)(1, pageSize))))
  const failed = pages.find((page) => !page.ok)
  if (failed !== undefined && !failed.ok) return isBrokenPage(failed.failure) ? readTime(request, list.value) : failed
  const found = pages.flatMap((page) => (page.ok ? page.value.runs : []))
  const runs = new Map([...reading.runs, ...found].map((run) => [run.workflowRunId, run]))
  return succeed({ ...reading, runs: [...runs.values()] })
}

const nothingRead: Reading = { runs: [], gaps: [], complete: false, server: null, failure: null, newestRunId: null }

const toReading = (page: RunPage, now: { wall: number; monotonic: number }): Reading => {
  const server = momentOf(page, now)
  const isWrong = server !== null && isContradicted(page.runs, server)
  const newestRunId = page.runs[0]?.workflowRunId ?? null
  return { ...nothingRead, runs: page.runs, server: isWrong ? null : server, newestRunId }
}

/**
 * Returns true if the newest page contains every run since the calls were sent, or overlaps the earlier readings,
 * provided that the list is in order.
 */
const reachesBack = (
  { totalCount }: RunPage,
  { runs, server }: Reading,
  { timeOf, earlierNewest }: ListRequest,
): boolean => {
  if (totalCount <= runs.length) return true
  const listed = new Set(runs.map((run) => run.workflowRunId))
  if (earlierNewest?.every((id) => listed.has(id)) === true) return true
  const oldest = Math.min(...runs.map(({ createdAt }) => Date.parse(createdAt)))
  const isOldestLast = Date.parse(runs.at(-1)?.createdAt ?? '') === oldest
  return server !== null && isOldestLast && oldest < timeOf(server).from
}

const anyTime: TimeRange = { from: -Infinity, to: Infinity }

const isIn = ({ createdAt }: RunListItem, { from, to }: TimeRange): boolean =>
  Date.parse(createdAt) >= from && Date.parse(createdAt) <= to

/**
 * Combines the newest runs with those in a time range. The result is complete only if the second list contains the
 * newest runs in its range.
 */
const combine = (newest: Reading, second: Outcome<Reading>, time: TimeRange): Outcome<Reading> => {
  if (!second.ok) return succeed({ ...newest, complete: false, failure: second.failure })
  const known = new Set(second.value.runs.map((run) => run.workflowRunId))
  const overlaps = newest.runs.filter((run) => isIn(run, time)).every((run) => known.has(run.workflowRunId))
  const runs = new Map([...newest.runs, ...second.value.runs].map((run) => [run.workflowRunId, run]))
  return succeed({
    ...second.value,
    runs: [...runs.values()],
    complete: second.value.complete && overlaps,
    server: newest.server,
    newestRunId: newest.newestRunId,
  })
}

/** The latest time that a Date can represent, in milliseconds since 1970 (ECMAScript). */
const lastMoment = 8.64e15

const isDatable = ({ from, to }: TimeRange): boolean => Math.abs(from) <= lastMoment && Math.abs(to) <= lastMoment

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString()

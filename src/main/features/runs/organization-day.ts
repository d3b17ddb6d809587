import type { DisplayState } from '../../../contract/call-list.ts'
import type { OrganizationDay } from '../../../contract/day.ts'
import { type Outcome, succeed } from '../../../contract/failure.ts'
import { endOfRun } from '../../../domain/call-end.ts'
import { type DayCall, summarizeDay } from '../../../domain/day-summary.ts'
import type { ServiceClient } from '../../service/client.ts'
import type { RunListItem, RunPage } from '../../service/wire/runs.ts'

type OrganizationDayDeps = {
  client: Pick<ServiceClient, 'runsOfOrganization' | 'agents'>
  /** Start of the day (ISO 8601). */
  since: string
  clock: () => number
  /** Returns whether the phone may ring although the run has this error. */
  mayRingDespite: (error: string) => boolean
}

/**
 * Maximum number of pages of 100 runs: a few seconds of requests, and more calls than most organizations make in a day.
 */
const maxPages = 20
const pageSize = 100
/** Sizes of the parts in which a page is read if the service cannot send the whole page. */
const partSizes = [25, 5]

/**
 * Maximum duration of dialing, in milliseconds: the service gives up after 300 s (measured); time for its report is
 * added.
 */
const longestDial = 310_000

/**
 * Counts the outbound calls that an organization made since a time, from every computer, campaign and program. If a
 * list is too long, or the service cannot send all of it, only the runs that were read are counted.
 */
export const readOrganizationDay = async ({
  client,
  since,
  clock,
  mayRingDespite,
}: OrganizationDayDeps): Promise<Outcome<OrganizationDay>> => {
  const list = (page: number, limit: number) => client.runsOfOrganization({ from: since, page, limit })
  const runs = new Map<number, RunListItem>()
  let total = 0
  for (let page = 1; page <= maxPages; page += 1) {
    const read = await readPage(list, page)
    if (!read.ok) {
      if (page === 1) return read
      break
    }
    // A run that is created in the meantime shifts the others, so the next page contains some of them again.
    for (const run of read.value.runs) runs.set(run.workflowRunId, run)
    total = read.value.totalCount
    if (page * pageSize >= total) break
  }
  const names = runs.size === 0 ? new Map<number, string>() : await namesOfAgents(client)
  const calls = [...runs.values()].filter(isOutboundCall).map((run): DayCall => {
    const { createdAt: at, workflowId, durationSeconds } = run
    const agent = { id: String(workflowId), name: names.get(workflowId) ?? null }
    return { at, agent, state: stateOf(run, clock(), mayRingDespite), talkSeconds: durationSeconds ?? 0 }
  })
  return succeed({ summary: summarizeDay(calls), read: runs.size, total: Math.max(total, runs.size) })
}

type ListRuns = (page: number, limit: number) => Promise<Outcome<RunPage>>

/**
 * Reads a page. If the service cannot send it, because it cannot serialize one of the runs, reads the parts that it can
 * send.
 */
const readPage = async (list: ListRuns, page: number, size = pageSize): Promise<Outcome<RunPage>> => {
  const whole = await list(page, size)
  const isBroken = !whole.ok && whole.failure.kind === 'unavailable' && whole.failure.cause === 'serverError'
  const smaller = partSizes.find((one) => one < size)
  if (!isBroken || smaller === undefined) return whole
  const parts = size / smaller
  const found: RunPage[] = []
  for (let part = 1; part <= parts; part += 1) {
    const read = await readPage(list, (page - 1) * parts + part, smaller)
    if (read.ok) found.push(read.value)
  }
  const last = found.at(-1)
  return last === undefined ? whole : succeed({ ...last, runs: found.flatMap(({ runs }) => runs) })
}

/** Returns the agents' names by workflow ID; empty if they cannot be read, because the count does not need them. */
const namesOfAgents = async (client: Pick<ServiceClient, 'agents'>): Promise<ReadonlyMap<number, string>> => {
  const agents = await client.agents()
  return new Map(agents.ok ? agents.value.map(({ workflowId, name }) => [workflowId, name]) : [])
}

const browserModes = ['smallwebrtc', 'webrtc', 'textchat']

const isOutboundCall = ({ mode, callType }: RunListItem): boolean =>
  callType !== 'inbound' && !browserModes.includes(mode ?? '')

/**
 * Returns the state of a listed run. The organization's list has no carrier reports and does not say whether a run is
 * over.
 */
const stateOf = (run: RunListItem, now: number, mayRingDespite: (error: string) => boolean): DisplayState => {
  const { carrierCallId, disposition, error, isCompleted, createdAt } = run
  const startError = error ?? (disposition === 'error' ? '' : null)
  if (startError !== null && carrierCallId === null) return mayRingDespite(startError) ? 'unknown' : 'carrierRefused'
  const isOver = disposition !== null || error !== null || isCompleted === true
  const end = endOfRun({ ...run, isCompleted: isOver, steps: [] })
  if (end !== null) return end.kind
  if (carrierCallId !== null) return 'accepted'
  return now - Date.parse(createdAt) > longestDial ? 'toCheck' : 'dialing'
}

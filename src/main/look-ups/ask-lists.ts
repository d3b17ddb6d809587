import type { Agent } from '../../contract/agent.ts'
import { type Failure, fail, type Outcome, succeed } from '../../contract/failure.ts'
import type { ServiceClient } from '../service/service-client.ts'
import type { RunListItem } from '../service/wire-runs.ts'
import { type AskPage, type Reading, readRuns } from './read-runs.ts'
import type { OnItsWay, ServiceMoment } from './service-time.ts'

/** The service's two lists of runs; the organization's is asked first, and a service that refuses it may have the agent's. */
export type ListName = 'organization' | 'agent'

export type ListClient = Pick<ServiceClient, 'agents' | 'runsOfAgent' | 'runsOfOrganization'>

export type ListQuestion = {
  client: ListClient
  list: ListName
  agentUuid: string
  /** The time that is to be read, by the service's clock; where it begins nowhere the whole list is read. */
  timeOf: (now: ServiceMoment) => OnItsWay
  /** Both of our clocks, in milliseconds. */
  now: () => { wall: number; monotonic: number }
  /** True when the runs show what was looked for: then nothing more is read. */
  isEnough: (runs: readonly RunListItem[]) => boolean
  /** True once nobody waits for the answer any more: no further page is asked for. */
  isOver: () => boolean
}

const oneBlock = 100
/** A list this long is not the list of a few minutes. */
const mostRuns = 5_000

/** True for an answer that asking again will not change: this list is not for this key, or not there at all. */
export const isRefusal = ({ kind }: Failure): boolean =>
  ['unauthorized', 'forbidden', 'notFound', 'refused', 'invalid'].includes(kind)

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** The agent of a call among those that the key sees: its organization's, the archived ones too. */
export const findAgent = (agents: readonly Agent[], agentUuid: string): Agent | undefined =>
  agents.find((one) => one.agentUuid?.toLowerCase() === agentUuid.toLowerCase())

const readUntilTime = (question: ListQuestion, ask: AskPage, most: number): Promise<Outcome<Reading>> => {
  const { timeOf, now, isEnough, isOver } = question
  const ended = fail({ kind: 'closing' } as const)
  return readRuns({
    ask: (page, limit) => (isOver() ? Promise.resolve(ended) : ask(page, limit)),
    now,
    isEnough,
    until: (moment) => (moment === null ? -Infinity : timeOf(moment).from),
    most,
  })
}

/** What was shown first stays, also where the second reading found nothing or ended early. */
const joined = (first: Reading, rest: Outcome<Reading>): Outcome<Reading> => {
  if (!rest.ok) return succeed({ ...first, complete: false, failure: rest.failure })
  const runs = new Map([...first.runs, ...rest.value.runs].map((run) => [run.workflowRunId, run]))
  return succeed({ ...rest.value, runs: [...runs.values()], server: rest.value.server ?? first.server })
}

const anyTime: OnItsWay = { from: -Infinity, to: Infinity }

/** The whole list, whatever its clock says: where that is unknown, or contradicted, no run is too old to matter. */
const readWhole = async (question: ListQuestion, ask: AskPage, first: Reading): Promise<Outcome<Reading>> =>
  joined(first, await readUntilTime({ ...question, timeOf: () => anyTime }, ask, mostRuns))

const isSettled = ({ complete, failure, runs }: Reading, { isEnough }: ListQuestion): boolean =>
  complete || failure !== null || isEnough(runs)

const askAgent = async (question: ListQuestion): Promise<Outcome<Reading>> => {
  const { client, agentUuid } = question
  const agents = await client.agents()
  if (!agents.ok) return agents
  const agent = findAgent(agents.value, agentUuid)
  if (agent === undefined) return fail({ kind: 'notFound', detail: '' })
  const ask: AskPage = (page, limit) => client.runsOfAgent(agent.workflowId, { page, limit, once: true })
  const first = await readUntilTime(question, ask, mostRuns)
  if (!first.ok || isSettled(first.value, question) || first.value.server !== null) return first
  return readWhole(question, ask, first.value)
}

/**
 * The newest runs first, whatever their time: a run of a moment ago is among them even where clocks are wrong. Where
 * they do not reach back far enough, the time that matters is asked for; that list does not grow any more.
 */
const askOrganization = async (question: ListQuestion): Promise<Outcome<Reading>> => {
  const { client, timeOf } = question
  const all: AskPage = (page, limit) => client.runsOfOrganization({ page, limit, once: true })
  const newest = await readUntilTime(question, all, oneBlock)
  if (!newest.ok || isSettled(newest.value, question)) return newest
  const time = newest.value.server === null ? anyTime : timeOf(newest.value.server)
  if (!Number.isFinite(time.from)) return readWhole(question, all, newest.value)
  const range = { from: iso(time.from), to: iso(time.to), once: true }
  const inTime: AskPage = (page, limit) => client.runsOfOrganization({ ...range, page, limit })
  return joined(newest.value, await readUntilTime(question, inTime, mostRuns))
}

/** Asks one of the lists for the newest runs, and for those around the time that matters. */
export const askLists = (question: ListQuestion): Promise<Outcome<Reading>> =>
  question.list === 'agent' ? askAgent(question) : askOrganization(question)

/** How many runs the service counts in a time, the unreadable ones too: a page beyond the end tells, for no run can break it. */
export const countRuns = async (client: ListClient, { from, to }: OnItsWay): Promise<Outcome<number>> => {
  const range = { from: iso(from), to: iso(to), page: 1_000_000, limit: 1, once: true }
  const page = await client.runsOfOrganization(range)
  return page.ok ? succeed(page.value.totalCount) : page
}

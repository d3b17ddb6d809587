import { type Failure, fail, type Outcome, succeed } from '../../contract/failure.ts'
import type { ServiceClient } from '../service/service-client.ts'
import { type AskPage, type Reading, readRuns } from './read-runs.ts'
import type { OnItsWay } from './verdict.ts'

/** The service's two lists of runs; the organization's is asked first, and a service that refuses it may have the agent's. */
export type ListName = 'organization' | 'agent'

export type ListClient = Pick<ServiceClient, 'agents' | 'runsOfAgent' | 'runsOfOrganization'>

export type ListQuestion = { agentUuid: string; onItsWay: OnItsWay }

export type ListAnswer = { reading: Reading; workflowId: number | null }

/** Wider than the minutes that matter, for clocks that disagree and requests that were held up; in milliseconds. */
const before = 15 * 60_000
const after = 10 * 60_000

/** True for an answer that asking again will not change: this list is not for this key, or not there at all. */
export const isRefusal = ({ kind }: Failure): boolean =>
  ['unauthorized', 'forbidden', 'notFound', 'refused', 'invalid', 'keychain'].includes(kind)

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** Asks one of the lists for the runs around the minutes in which a call was on its way. */
export const askLists = async (
  client: ListClient,
  list: ListName,
  { agentUuid, onItsWay }: ListQuestion,
): Promise<Outcome<ListAnswer>> => {
  const agents = await client.agents()
  const agent = agents.ok ? agents.value.find((one) => one.agentUuid === agentUuid) : undefined
  const workflowId = agent?.workflowId ?? null
  if (list === 'agent' && workflowId === null)
    return fail(agents.ok ? { kind: 'notFound', detail: '' } : agents.failure)
  const from = onItsWay.from - before
  const range = { from: iso(from), to: iso(onItsWay.to + after), once: true }
  const ask: AskPage = (page, limit) =>
    list === 'agent' && workflowId !== null
      ? client.runsOfAgent(workflowId, { page, limit, once: true })
      : client.runsOfOrganization({ ...range, page, limit })
  const reading = await readRuns(ask, from)
  return reading.ok ? succeed({ reading: reading.value, workflowId }) : reading
}

/** The service's clock in milliseconds since 1970, from any page that answers; null when none tells. */
export const askServerClock = async (client: ListClient): Promise<number | null> => {
  // The newest run may be a poisoned one, whose page fails without telling the time.
  for (const page of [1, 2, 3]) {
    const answer = await client.runsOfOrganization({ page, limit: 1, once: true })
    if (answer.ok && answer.value.serverDate !== null) return Date.parse(answer.value.serverDate)
    if (!answer.ok && isRefusal(answer.failure)) return null
  }
  return null
}

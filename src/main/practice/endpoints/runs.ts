import { jsonResponse, refuse, serverError } from '../http/answers.ts'
import { authenticate, type Identity } from '../http/authenticate.ts'
import type { Call, Endpoint } from '../http/call.ts'
import { pathId, pathInteger } from '../http/parameters.ts'
import type { Practice } from '../practice.ts'
import { parseMoment } from '../runs/parse-moment.ts'
import { readFilters, type ReadFilters } from '../runs/read-filters.ts'
import { agentListBody, detailBody, organizationListBody } from '../runs/run-bodies.ts'
import { UnusableFilter, type SeenRun } from '../runs/run-filter.ts'
import { pageOf, readPageWish } from '../runs/run-page.ts'
import { stateOf } from '../runs/run-state.ts'

const agentAttributes = new Set(['dateRange', 'dispositionCode', 'duration', 'status', 'tokenUsage'])
const organizationAttributes = new Set([
  'runId',
  'workflowId',
  'campaignId',
  'callerNumber',
  'calledNumber',
  'dispositionCode',
  'duration',
  'callDirection',
  'callChannel',
])

/** `GET /workflow/{workflow_id}/runs/{run_id}`: one run; the workflow id is not looked at (measured). */
export const runDetail: Endpoint = (call, practice) => {
  const identity = authenticate(call, practice)
  pathInteger(call, 'workflow_id')
  const id = pathId(call, 'run_id')
  const found = runsOf(practice, identity).find(({ run }) => run.id === id)
  if (found === undefined) throw refuse(404, 'Workflow run not found')
  if (found.run.poisons.lists) throw serverError()
  return jsonResponse(200, detailBody(found.run, found.state, call.origin))
}

/** `GET /workflow/{workflow_id}/runs`: the runs of one agent; of an unknown one none, not 404 (measured). */
export const agentRuns: Endpoint = (call, practice) => {
  const identity = authenticate(call, practice)
  const id = pathId(call, 'workflow_id')
  const wish = readPageWish(call, false)
  const read = agentFilters(call)
  const own = runsOf(practice, identity).filter(({ run }) => run.agentId === id)
  const page = pageOf(
    own.filter((seen) => read.filters.every(({ test }) => test(seen))),
    wish,
  )
  return jsonResponse(200, {
    runs: page.seen.map(({ run, state }) => agentListBody(run, state)),
    ...page.totals,
    applied_filters: read.sent,
  })
}

/** `GET /organizations/usage/runs`: every run of the organization, those under way included. */
export const organizationRuns: Endpoint = (call, practice) => {
  const identity = authenticate(call, practice)
  const wish = readPageWish(call, true)
  const isInTime = timeTest(call)
  const own = runsOf(practice, identity)
  const { filters } = organizationFilters(call)
  const filtersNumbers = filters.some(({ attribute }) => attribute === 'calledNumber')
  if (filtersNumbers && own.some(({ run }) => run.poisons.numberFilter)) throw databaseError()
  const chosen = own.filter((seen) => isInTime(seen) && filters.every(({ test }) => test(seen)))
  const { seen, totals } = pageOf(chosen, wish)
  const nameOf = (id: number) => practice.world.agents.find((agent) => agent.id === id)?.name ?? null
  return jsonResponse(200, {
    runs: seen.map(({ run, state }) => organizationListBody(run, state, nameOf(run.agentId), call.origin)),
    total_dograh_tokens: 0,
    total_duration_seconds: seen.reduce((sum, { state }) => sum + (state.durationSeconds ?? 0), 0),
    ...totals,
  })
}

function runsOf(practice: Practice, { organization }: Identity): SeenRun[] {
  const now = practice.clock.now()
  return practice.world.runs
    .filter((run) => run.organizationId === organization.id)
    .map((run) => ({ run, state: stateOf(run, practice.pace, now) }))
}

type Filters = Extract<ReadFilters, { kind: 'filters' }>

// Measured: this list refuses an unknown attribute, and breaks over anything that is no list of filters.
function agentFilters(call: Call): Filters {
  const read = readOrBreak(call, serverError, (attribute) => {
    if (!agentAttributes.has(attribute)) throw refuse(403, `Invalid attribute '${attribute}'`)
    return true
  })
  if (read.kind === 'notJson') throw refuse(400, 'Invalid filter format')
  if (read.kind !== 'filters') throw serverError()
  return read
}

// Measured: this list drops an unknown attribute silently and shows what its database said.
function organizationFilters(call: Call): Filters {
  const read = readOrBreak(call, databaseError, (attribute) => organizationAttributes.has(attribute))
  if (read.kind === 'notJson') throw refuse(400, 'Invalid filters format')
  if (read.kind === 'notFilters') throw databaseError()
  return read.kind === 'null' ? { kind: 'filters', filters: [], sent: null } : read
}

function readOrBreak(call: Call, broken: () => Error, allow: (attribute: string) => boolean): ReadFilters {
  try {
    return readFilters(call.query.get('filters'), allow)
  } catch (error) {
    throw error instanceof UnusableFilter ? broken() : error
  }
}

function databaseError(): Error {
  return refuse(
    500,
    '(sqlalchemy.dialects.postgresql.asyncpg.Error) unsupported value [SQL: SELECT workflow_runs.id …]',
  )
}

function timeTest(call: Call): (seen: SeenRun) => boolean {
  const moment = (name: string, otherwise: number) => {
    const text = call.query.get(name)
    if (text === null || text === '') return otherwise
    const found = parseMoment(text)
    if (found === undefined) throw serverError()
    return found
  }
  const from = moment('start_date', -Infinity)
  const to = moment('end_date', Infinity)
  return ({ run }) => run.createdAt >= from && run.createdAt <= to
}

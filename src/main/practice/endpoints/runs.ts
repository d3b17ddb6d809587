import { invalid, jsonResponse, type Problem, refuse, serverError } from '../answers.ts'
import {
  authenticate,
  type Call,
  type Endpoint,
  type Identity,
  pathId,
  pathInteger,
  queryInteger,
  isHugeId,
} from '../requests.ts'
import type { Practice } from '../practice.ts'
import {
  agentListBody,
  detailBody,
  organizationListBody,
  stateOf,
  directionOf,
  type RunState,
} from '../runs/run-state.ts'
import { artifactNames, hasArtifact, storageAddress, storageKeyOf } from '../storage.ts'
import { JsonNumber, type JsonObject, type JsonValue } from '../json.ts'
import type { Run } from '../organization/world.ts'

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

/** `GET /workflow/{workflow_id}/runs/{run_id}`: one run. The workflow ID is ignored (measured). */
export const runDetail: Endpoint = (call, practice) => {
  const identity = authenticate(call, practice)
  pathInteger(call, 'workflow_id')
  const id = pathId(call, 'run_id')
  const found = runsOf(practice, identity).find(({ run }) => run.id === id)
  if (found === undefined) throw refuse(404, 'Workflow run not found')
  if (found.run.breaks.lists) throw serverError()
  return jsonResponse(200, detailBody(found.run, found.state, call.origin))
}

/**
 * `GET /workflow/{workflow_id}/runs`: the runs of one agent; an empty list, not a 404, for an unknown agent (measured).
 */
export const agentRuns: Endpoint = (call, practice) => {
  const identity = authenticate(call, practice)
  const id = pathId(call, 'workflow_id')
  const request = readPageRequest(call, false)
  const read = agentFilters(call, practice)
  const own = runsOf(practice, identity).filter(({ run }) => run.agentId === id)
  const page = pageOf(
    own.filter((seen) => read.filters.every(({ test }) => test(seen))),
    request,
  )
  return jsonResponse(200, {
    runs: page.seen.map(({ run, state }) => agentListBody(run, state)),
    ...page.totals,
    applied_filters: read.sent,
  })
}

/** `GET /organizations/usage/runs`: every run of the organization, including those in progress. */
export const organizationRuns: Endpoint = (call, practice) => {
  const identity = authenticate(call, practice)
  const request = readPageRequest(call, true)
  const isInTime = timeTest(call)
  const own = runsOf(practice, identity)
  const { filters } = organizationFilters(call, practice)
  const filtersNumbers = filters.some(({ attribute }) => attribute === 'calledNumber')
  if (filtersNumbers && own.some(({ run }) => run.breaks.numberFilter)) throw databaseError()
  const chosen = own.filter((seen) => isInTime(seen) && filters.every(({ test }) => test(seen)))
  const { seen, totals } = pageOf(chosen, request)
  const nameOf = (id: number) => practice.world.agents.find((agent) => agent.id === id)?.name ?? null
  return jsonResponse(200, {
    runs: seen.map(({ run, state }) => organizationListBody(run, state, nameOf(run.agentId), call.origin)),
    total_dograh_tokens: 0,
    total_duration_seconds: seen.reduce((sum, { state }) => sum + (state.durationSeconds ?? 0), 0),
    ...totals,
  })
}

function runsOf(practice: Practice, { organization }: Identity): RunWithState[] {
  const now = practice.clock.now()
  return practice.world.runs
    .filter((run) => run.organizationId === organization.id)
    .map((run) => ({ run, state: stateOf(run, practice.timings, now) }))
}

type Filters = Extract<ReadFilters, { kind: 'filters' }>

// Measured: this list refuses an unknown attribute, and fails for anything but a list of filters.
function agentFilters(call: Call, practice: Practice): Filters {
  const read = readOrBreak(call, practice, serverError, (attribute) => {
    if (!agentAttributes.has(attribute)) throw refuse(403, `Invalid attribute '${attribute}'`)
    return true
  })
  if (read.kind === 'notJson') throw refuse(400, 'Invalid filter format')
  if (read.kind !== 'filters') throw serverError()
  return read
}

// Measured: this list ignores an unknown attribute and shows the database's error message.
function organizationFilters(call: Call, practice: Practice): Filters {
  const read = readOrBreak(call, practice, databaseError, (attribute) => organizationAttributes.has(attribute))
  if (read.kind === 'notJson') throw refuse(400, 'Invalid filters format')
  if (read.kind === 'notFilters') throw databaseError()
  return read.kind === 'null' ? { kind: 'filters', filters: [], sent: null } : read
}

function readOrBreak(
  call: Call,
  { parseJson }: Practice,
  broken: () => Error,
  allow: (attribute: string) => boolean,
): ReadFilters {
  try {
    return readFilters(call.query.get('filters'), parseJson, allow)
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

function timeTest(call: Call): (seen: RunWithState) => boolean {
  const moment = (name: string, otherwise: number) => {
    const text = call.query.get(name)
    if (text === null || text === '') return otherwise
    const found = parseTime(text)
    if (found === undefined) throw serverError()
    return found
  }
  const from = moment('start_date', -Infinity)
  const to = moment('end_date', Infinity)
  return ({ run }) => run.createdAt >= from && run.createdAt <= to
}

/** `GET /public/download/workflow/{token}/{artifact}`: redirects anyone with the link to the storage (measured). */
export const downloadArtifact: Endpoint = ({ params }, practice) => {
  const name = artifactNames.find((one) => one === params.get('artifact'))
  if (name === undefined) throw refuse(400, 'Unsupported artifact type')
  const run = practice.world.runs.find(({ publicToken }) => publicToken === params.get('token'))
  if (run === undefined) throw refuse(404, 'Invalid or expired token')
  if (!hasArtifact(run, name) || !stateOf(run, practice.timings, practice.clock.now()).hasArtifacts)
    throw refuse(404, `No ${name} available for this workflow run`)
  const location = storageAddress(practice.storageOrigin, storageKeyOf(run, name))
  return new Response(null, { status: 302, headers: { 'content-length': '0', location } })
}

/** `GET /s3/signed-url`: the URL of a file in the storage, for the organization whose run it is. */
export const signedUrl: Endpoint = (call, practice) => {
  const { organization } = authenticate(call, practice)
  const key = call.query.get('key') ?? ''
  if (!/^(recordings|transcripts)\/[\w./-]+$/.test(key) || key.includes('..')) throw refuse(400, 'Invalid key format')
  const own = practice.world.runs.filter(({ organizationId }) => organizationId === organization.id)
  if (!own.some((run) => artifactNames.some((name) => storageKeyOf(run, name) === key)))
    throw refuse(403, 'Access denied for this workflow run')
  const seconds = Number(call.query.get('expires_in') ?? 3600)
  return jsonResponse(200, { url: storageAddress(practice.storageOrigin, key), expires_in: seconds })
}

type PageRequest = {
  readonly page: number
  readonly limit: number
  readonly byDuration: boolean
  readonly upwards: boolean
}

/**
 * Reads the page, limit and order, or refuses the request with a 422. Only the organization's list checks the order
 * (measured).
 */
function readPageRequest(call: Call, mindsOrder: boolean): PageRequest {
  const problems: Problem[] = []
  const page = queryInteger(call, 'page', 1, { least: 1 }, problems)
  const limit = queryInteger(call, 'limit', 50, { least: 1, most: 100 }, problems)
  const order = call.query.get('sort_order') ?? 'desc'
  if (mindsOrder && order !== 'asc' && order !== 'desc') {
    const pattern = '^(asc|desc)$'
    const msg = `String should match pattern '${pattern}'`
    problems.push({
      type: 'string_pattern_mismatch',
      loc: ['query', 'sort_order'],
      msg,
      input: order,
      ctx: { pattern },
    })
  }
  if (problems.length > 0) throw invalid(problems)
  return { page, limit, byDuration: call.query.get('sort_by') === 'duration', upwards: order === 'asc' }
}

type Page = {
  readonly seen: readonly RunWithState[]
  readonly totals: {
    readonly total_count: number
    readonly page: number
    readonly limit: number
    readonly total_pages: number
  }
}

/** Returns one page of runs, newest first by default. Fails if it contains a run that cannot be returned (measured). */
function pageOf(all: readonly RunWithState[], request: PageRequest): Page {
  const { page, limit } = request
  const seen = all.toSorted(orderOf(request)).slice((page - 1) * limit, page * limit)
  if (seen.some(({ run }) => run.breaks.lists)) throw serverError()
  return { seen, totals: { total_count: all.length, page, limit, total_pages: Math.ceil(all.length / limit) } }
}

function orderOf({ byDuration, upwards }: PageRequest): (one: RunWithState, other: RunWithState) => number {
  const sign = upwards ? 1 : -1
  const byTime = (one: RunWithState, other: RunWithState) =>
    sign * (one.run.createdAt - other.run.createdAt || one.run.id - other.run.id)
  if (!byDuration) return byTime
  return (one, other) => {
    const [left, right] = [one.state.durationSeconds, other.state.durationSeconds]
    // Measured: runs without a duration come last in either order.
    if (left === null || right === null) return Number(left === null) - Number(right === null) || byTime(one, other)
    return sign * (left - right) || byTime(one, other)
  }
}

type RunFilter = { readonly attribute: string; readonly test: RunTest }

type ReadFilters =
  | { kind: 'filters'; filters: readonly RunFilter[]; sent: JsonValue | null }
  | { kind: 'notJson' }
  /** JSON null, or a list of values that are not filters; endpoints handle these differently. */
  | { kind: 'null' }
  | { kind: 'notFilters' }

/**
 * Reads the `filters` of a list. Entries without an attribute, a type or a value are ignored (measured). `allow`
 * decides whether an attribute may be used.
 */
function readFilters(
  text: string | null,
  parseJson: Practice['parseJson'],
  allow: (attribute: string) => boolean,
): ReadFilters {
  if (text === null || text === '') return { kind: 'filters', filters: [], sent: null }
  const parsed = parseJson(text)
  if (parsed.kind !== 'value') return { kind: 'notJson' }
  const sent = parsed.value
  if (sent === null) return { kind: 'null' }
  if (!Array.isArray(sent)) return { kind: 'filters', filters: [], sent }
  const entries = sent.filter((entry) => entry instanceof Map)
  if (entries.length < sent.length) return { kind: 'notFilters' }
  return { kind: 'filters', filters: entries.flatMap((entry) => filterOf(entry, allow)), sent }
}

function filterOf(entry: JsonObject, allow: (attribute: string) => boolean): RunFilter[] {
  const attribute = entry.get('attribute')
  if (typeof attribute !== 'string' || !allow(attribute)) return []
  const value = entry.get('value')
  if (typeof entry.get('type') !== 'string' || value === undefined || value === null) return []
  return [{ attribute, test: filterTest(attribute, value instanceof Map ? value : new Map()) }]
}

type RunWithState = { readonly run: Run; readonly state: RunState }

type RunTest = (seen: RunWithState) => boolean

/** A value that the service's database rejects. */
class UnusableFilter extends Error {}

/** Creates the test for a filter. Throws UnusableFilter if the value has an unexpected format. */
function filterTest(attribute: string, value: JsonObject): RunTest {
  switch (attribute) {
    case 'runId':
      return numberTest(value, ({ run }) => run.id)
    case 'workflowId':
      return numberTest(value, ({ run }) => run.agentId)
    case 'campaignId':
      return numberTest(value, ({ run }) => campaignIdOf(run))
    case 'callerNumber':
      return textTest(value, ({ state }) => state.callerNumber)
    case 'calledNumber':
      return textTest(value, ({ run }) => run.calledNumber)
    case 'dispositionCode':
      return dispositionTest(value)
    case 'duration':
      return rangeTest(value, ({ state }) => state.durationSeconds)
    case 'tokenUsage':
      return rangeTest(value, ({ state }) => (state.isSaved ? 0 : null))
    case 'callDirection':
      return ({ run }) => value.get('status') === directionOf(run)
    case 'callChannel':
      return ({ run }) => value.get('status') === (run.source === 'browser' ? 'web' : 'telephony')
    case 'status':
      return statusTest(value)
    case 'dateRange':
      return dateTest(value)
    default:
      return () => true
  }
}

// Measured: the database refuses an ID beyond 32 bits.
function numberTest(value: JsonObject, of: (seen: RunWithState) => number | null): RunTest {
  const wanted = value.get('value')
  if (!(wanted instanceof JsonNumber) || isHugeId(wanted.value)) throw new UnusableFilter()
  return (seen) => of(seen) === wanted.value
}

function campaignIdOf({ initialContext }: Run): number | null {
  const id = initialContext.get('campaign_id')
  return id instanceof JsonNumber ? id.value : null
}

// Measured: matches a substring, and `%` matches anything.
function textTest(value: JsonObject, of: (seen: RunWithState) => string | null): RunTest {
  const wanted = value.get('value')
  if (typeof wanted !== 'string') throw new UnusableFilter()
  const pattern = new RegExp(wanted.split('%').map(escapePattern).join('.*'), 'is')
  return (seen) => pattern.test(of(seen) ?? '')
}

function escapePattern(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}

function dispositionTest(value: JsonObject): RunTest {
  const codes = value.get('codes')
  if (!Array.isArray(codes)) throw new UnusableFilter()
  return ({ state }) => state.disposition !== null && codes.includes(state.disposition)
}

// Measured: excludes runs without such a value.
function rangeTest(value: JsonObject, of: (seen: RunWithState) => number | null): RunTest {
  const least = bound(value.get('min'), -Infinity)
  const most = bound(value.get('max'), Infinity)
  return (seen) => {
    const found = of(seen)
    return found !== null && found >= least && found <= most
  }
}

function bound(value: JsonValue | undefined, otherwise: number): number {
  if (value === undefined || value === null) return otherwise
  if (!(value instanceof JsonNumber)) throw new UnusableFilter()
  return value.value
}

function statusTest(value: JsonObject): RunTest {
  const wanted = value.get('status')
  if (wanted !== 'completed' && wanted !== 'in_progress') return () => true
  return ({ state }) => state.isCompleted === (wanted === 'completed')
}

function dateTest(value: JsonObject): RunTest {
  const from = momentOr(value.get('from'), -Infinity)
  const to = momentOr(value.get('to'), Infinity)
  return ({ run }) => run.createdAt >= from && run.createdAt <= to
}

function momentOr(value: JsonValue | undefined, otherwise: number): number {
  if (value === undefined || value === null) return otherwise
  const moment = typeof value === 'string' ? parseTime(value) : undefined
  if (moment === undefined) throw new UnusableFilter()
  return moment
}

const form = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/

/**
 * Returns an ISO time in milliseconds since 1970, or undefined. A date without a time means its start; a time without a
 * zone is UTC (measured).
 */
function parseTime(text: string): number | undefined {
  const found = form.exec(text)
  if (found === null) return undefined
  const zoned = found[1] === undefined && text.length > 10 ? `${text}Z` : text
  const moment = Date.parse(zoned.replace(' ', 'T'))
  return Number.isNaN(moment) ? undefined : moment
}

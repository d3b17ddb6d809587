import { JsonNumber, type JsonObject, type JsonValue } from '../json.ts'
import type { Run } from '../organization/world.ts'
import type { Practice } from '../practice.ts'
import { isHugeId } from '../requests.ts'
import { directionOf, type RunState } from './run-state.ts'

type RunFilter = { readonly attribute: string; readonly test: RunTest }

export type ReadFilters =
  | { kind: 'filters'; filters: readonly RunFilter[]; sent: JsonValue | null }
  | { kind: 'notJson' }
  /** JSON null, or a list of values that are not filters; endpoints handle these differently. */
  | { kind: 'null' }
  | { kind: 'notFilters' }

/**
 * Reads the `filters` of a list. Entries without an attribute, a type or a value are ignored (measured). `allow`
 * decides whether an attribute may be used.
 */
export function readFilters(
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

export type SeenRun = { readonly run: Run; readonly state: RunState }

type RunTest = (seen: SeenRun) => boolean

/** A value that the service's database rejects. */
export class UnusableFilter extends Error {}

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
function numberTest(value: JsonObject, of: (seen: SeenRun) => number | null): RunTest {
  const wanted = value.get('value')
  if (!(wanted instanceof JsonNumber) || isHugeId(wanted.value)) throw new UnusableFilter()
  return (seen) => of(seen) === wanted.value
}

function campaignIdOf({ initialContext }: Run): number | null {
  const id = initialContext.get('campaign_id')
  return id instanceof JsonNumber ? id.value : null
}

// Measured: matches a substring, and `%` matches anything.
function textTest(value: JsonObject, of: (seen: SeenRun) => string | null): RunTest {
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
function rangeTest(value: JsonObject, of: (seen: SeenRun) => number | null): RunTest {
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
export function parseTime(text: string): number | undefined {
  const found = form.exec(text)
  if (found === null) return undefined
  const zoned = found[1] === undefined && text.length > 10 ? `${text}Z` : text
  const moment = Date.parse(zoned.replace(' ', 'T'))
  return Number.isNaN(moment) ? undefined : moment
}

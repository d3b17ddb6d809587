import { JsonNumber, type JsonObject, type JsonValue } from '../json/json-value.ts'
import type { Run } from '../world/world.ts'
import { parseMoment } from './parse-moment.ts'
import type { RunState } from './run-state.ts'

/** A run together with what can be seen of it now. */
export type SeenRun = { readonly run: Run; readonly state: RunState }

export type RunTest = (seen: SeenRun) => boolean

/** A value of a shape the service's database chokes on. */
export class UnusableFilter extends Error {}

/** Makes a test out of a filter's attribute and value; throws UnusableFilter for a value of another shape than measured. */
export function filterTest(attribute: string, value: JsonObject): RunTest {
  switch (attribute) {
    case 'runId':
      return numberTest(value, ({ run }) => run.id)
    case 'workflowId':
      return numberTest(value, ({ run }) => run.agentId)
    case 'campaignId':
      return numberTest(value, () => null)
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
      return () => value.get('status') === 'outbound'
    case 'callChannel':
      return () => value.get('status') === 'telephony'
    case 'status':
      return statusTest(value)
    case 'dateRange':
      return dateTest(value)
    default:
      return () => true
  }
}

function numberTest(value: JsonObject, of: (seen: SeenRun) => number | null): RunTest {
  const wanted = value.get('value')
  if (!(wanted instanceof JsonNumber)) throw new UnusableFilter()
  return (seen) => of(seen) === wanted.value
}

// Measured: a part of what was typed, and `%` stands for anything.
function textTest(value: JsonObject, of: (seen: SeenRun) => string | null): RunTest {
  const wanted = value.get('value')
  if (typeof wanted !== 'string') throw new UnusableFilter()
  const pattern = new RegExp(wanted.split('%').map(asItStands).join('.*'), 'is')
  return (seen) => pattern.test(of(seen) ?? '')
}

function asItStands(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}

function dispositionTest(value: JsonObject): RunTest {
  const codes = value.get('codes')
  if (!Array.isArray(codes)) throw new UnusableFilter()
  return ({ state }) => state.disposition !== null && codes.includes(state.disposition)
}

// Measured: a run that has no such number is left out.
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
  const moment = typeof value === 'string' ? parseMoment(value) : undefined
  if (moment === undefined) throw new UnusableFilter()
  return moment
}

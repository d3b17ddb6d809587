import { parseJson } from '../json/parse-json.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { filterTest, type RunTest } from './run-filter.ts'

export type RunFilter = { readonly attribute: string; readonly test: RunTest }

export type ReadFilters =
  | { kind: 'filters'; filters: readonly RunFilter[]; sent: JsonValue | null }
  | { kind: 'notJson' }
  /** JSON null, or a list of something else than filters: what each list makes of it differs. */
  | { kind: 'null' }
  | { kind: 'notFilters' }

/**
 * Reads the `filters` of a list. An entry without attribute, type or value is left out silently (measured); `allow` sees
 * every attribute and says whether it may be used here.
 */
export function readFilters(text: string | null, allow: (attribute: string) => boolean): ReadFilters {
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

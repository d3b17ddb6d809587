import { z } from 'zod'
import type { Issue } from './failure.ts'

/** Limits that keep a context readable for the service and its lists. Depth counts the outer object as 1. */
export const contextLimits = { depth: 100, bytes: 65_536, warnBytes: 8_192 } as const

/**
 * Names the service stamps on the run itself. Some it drops when a client sends them, some it believes:
 * a `telephony_configuration_id` in the context makes a run that never ends and keeps its place in the limit.
 */
export const reservedContextNames: ReadonlySet<string> = new Set([
  'agent_identifier',
  'agent_identifier_type',
  'agent_uuid',
  'api_key_created_by',
  'api_key_id',
  'call_id',
  'called_number',
  'caller_number',
  'campaign_id',
  'direction',
  'from_phone_number_id',
  'mps_correlation_id',
  'phone_number',
  'provider',
  'runtime_configuration',
  'telephony_configuration_id',
  'trigger_mode',
  'workflow_run_id',
  'workflow_uuid',
])

type Path = Issue['path']

const textIssues = (text: string, path: Path): Issue[] => {
  if (!text.isWellFormed()) return [{ path, code: 'loneSurrogate' }]
  return text.includes('\0') ? [{ path, code: 'nul' }] : []
}

/** A page cannot hand on a field of this name: it would be lost on the way, and something else sent than was written. */
const nameIssues = (name: string, path: Path): Issue[] =>
  name === '__proto__' ? [{ path, code: 'invalid' }] : textIssues(name, path)

const numberIssues = (value: number, path: Path): Issue[] => {
  if (!Number.isFinite(value)) return [{ path, code: 'notFinite' }]
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? [{ path, code: 'unsafeInteger' }] : []
}

const childrenOf = (value: object): [string | number, unknown][] =>
  Array.isArray(value) ? value.map((item: unknown, index) => [index, item]) : Object.entries(value)

const nestedIssues = (value: object, path: Path): Issue[] => {
  if (path.length >= contextLimits.depth) return [{ path, code: 'tooDeep', words: String(contextLimits.depth) }]
  return childrenOf(value).flatMap(([name, child]) => {
    const at = [...path, name]
    return [...(typeof name === 'string' ? nameIssues(name, at) : []), ...valueIssues(child, at)]
  })
}

const valueIssues = (value: unknown, path: Path): Issue[] => {
  if (typeof value === 'string') return textIssues(value, path)
  if (typeof value === 'number') return numberIssues(value, path)
  return typeof value === 'object' && value !== null ? nestedIssues(value, path) : []
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const utf8Width = (point: number): number => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4)

/** The length of a text in UTF-8 bytes; neither Blob nor TextEncoder exists in every process that reads the contract's types. */
export const utf8Length = (text: string): number =>
  Array.from(text).reduce((sum, character) => sum + utf8Width(character.codePointAt(0) ?? 0), 0)

const sizeIssues = (value: object): Issue[] => {
  const bytes = utf8Length(JSON.stringify(value))
  return bytes > contextLimits.bytes ? [{ path: [], code: 'tooLarge', words: String(bytes) }] : []
}

const reservedIssues = (names: string[]): Issue[] =>
  names
    .filter((name) => reservedContextNames.has(name))
    .map((name) => ({ path: [name], code: 'reservedName', words: name }))

/**
 * Everything in a context that the service would choke on or misread, with the place of each.
 * Refused: not an object, half an emoji (lone surrogate), NUL, more than 100 levels, more than 64 KiB,
 * names the service stamps itself, a field named `__proto__`, integers beyond 2^53 (they lose digits). An empty list
 * means it may be sent.
 */
export const contextIssues = (value: unknown): Issue[] => {
  if (!isPlainObject(value)) return [{ path: [], code: 'notAnObject' }]
  const nested = nestedIssues(value, [])
  // Depth is judged first: JSON.stringify recurses too, and a context that deep has no size worth telling.
  const size = nested.some((issue) => issue.code === 'tooDeep') ? [] : sizeIssues(value)
  return [...reservedIssues(Object.keys(value)), ...nested, ...size]
}

/** The `initial_context` of a call: an object with arbitrary JSON inside (specification section 2), checked by `contextIssues`. */
export const initialContextSchema = z
  .custom<Record<string, z.core.util.JSONType>>(isPlainObject)
  .superRefine((value, context) => {
    for (const { path, code, words } of contextIssues(value))
      context.addIssue({ code: 'custom', path, params: { issue: code, words } })
  })

export type InitialContext = z.infer<typeof initialContextSchema>

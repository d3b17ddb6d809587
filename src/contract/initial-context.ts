import { z } from 'zod'
import type { Issue } from './failure.ts'

/** Limits of the contexts that the service and its lists can process. The outer object has depth 1. */
export const contextLimits = { depth: 100, bytes: 65_536, warnBytes: 8_192 } as const

/**
 * Names that the service sets on the run. If a client sends them, it drops some and trusts others: a
 * `telephony_configuration_id` in the context creates a run that never ends and occupies a concurrency slot.
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

/** A field named `__proto__` is lost when an object is copied, so it would be missing from the context that is sent. */
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

/** Returns the length of a string in UTF-8 bytes. Not every process that uses the contract has Blob or TextEncoder. */
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
 * Returns everything in a context that the service would reject or misinterpret, with its path; an empty array means
 * that the context may be sent. The problems are: not an object, a lone surrogate (half of an emoji), NUL, more than
 * 100 levels, more than 64 KiB, names that the service sets itself, a field named `__proto__`, and integers beyond 2^53
 * (they lose digits).
 */
export const contextIssues = (value: unknown): Issue[] => {
  if (!isPlainObject(value)) return [{ path: [], code: 'notAnObject' }]
  const nested = nestedIssues(value, [])
  // Check the depth first: JSON.stringify recurses and could overflow the stack.
  const size = nested.some((issue) => issue.code === 'tooDeep') ? [] : sizeIssues(value)
  return [...reservedIssues(Object.keys(value)), ...nested, ...size]
}

/**
 * The `initial_context` of a call: an object that may contain any JSON (specification, section 2), checked by
 * `contextIssues`.
 */
export const initialContextSchema = z
  .custom<Record<string, z.core.util.JSONType>>(isPlainObject)
  .superRefine((value, context) => {
    for (const { path, code, words } of contextIssues(value))
      context.addIssue({ code: 'custom', path, params: { issue: code, words } })
  })

export type InitialContext = z.infer<typeof initialContextSchema>

import { stripBlanks } from '../template/template.ts'
import { type InitialContext, reservedContextNames } from '../../contract/initial-context.ts'
import type { ContextFix, ContextPath } from './edit.ts'
import { isObject, valueAt } from '../json.ts'

/** A field that an agent uses, or that earlier calls to it sent. */
export type KnownField = { path: readonly string[]; required: boolean }

/** The known names at one level of a context. */
export type FieldTree = {
  /** True if the agent uses this object as a whole, so that it may contain any name. */
  isWhole: boolean
  children: Map<string, FieldTree>
}

const emptyTree = (): FieldTree => ({ isWhole: false, children: new Map() })

const grow = (tree: FieldTree, [name, ...inside]: readonly string[]): void => {
  if (name === undefined) {
    tree.isWhole = true
    return
  }
  const child = tree.children.get(name) ?? emptyTree()
  tree.children.set(name, child)
  grow(child, inside)
}

/** Returns the known fields, in order, as a tree of their paths. */
export const fieldTree = (fields: readonly KnownField[]): FieldTree => {
  const tree = emptyTree()
  for (const { path } of fields) grow(tree, path)
  return tree
}

/** Returns a name in lowercase, without spaces, dashes, dots and underscores. */
const bare = (name: string): string => name.toLowerCase().replace(/[\s_.-]+/gu, '')

type Rows = { before: number[]; last: number[]; row: number[] }

/** Returns the value of the next cell of the edit-distance table. Swapping two neighbors is considered one edit. */
const stepsAt = (a: string, b: string, i: number, j: number, { before, last, row }: Rows): number => {
  const changed = (last[j] ?? 0) + (a[i] === b[j] ? 0 : 1)
  const inserted = Math.min(row[j] ?? 0, last[j + 1] ?? 0) + 1
  const isSwap = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j]
  return Math.min(changed, inserted, isSwap ? (before[j - 1] ?? 0) + 1 : Infinity)
}

/** Returns the Damerau-Levenshtein distance between two strings. */
export const editDistance = (a: string, b: string): number => {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 0; i < a.length; i += 1) {
    const row = [i + 1]
    for (let j = 0; j < b.length; j += 1) row.push(stepsAt(a, b, i, j, { before, last, row }))
    before = last
    last = row
  }
  return last[b.length] ?? 0
}

/** Maximum length of a name that is compared, in characters; the cost grows with the square of the length. */
const longest = 100

/** Returns the maximum number of typos in a name; for shorter names, it is smaller. */
const maxTyposIn = (name: string): number => (name.length <= 3 ? 0 : name.length <= 5 ? 1 : name.length <= 9 ? 2 : 3)

const distance = (a: string, b: string): number => {
  if (a === b) return 0
  const most = maxTyposIn(a.length < b.length ? a : b)
  if (Math.abs(a.length - b.length) > most || Math.max(a.length, b.length) > longest) return Infinity
  const steps = editDistance(a, b)
  return steps <= most ? steps : Infinity
}

/**
 * Returns the known name that was most likely meant: equal except for case, spaces, dashes, dots and underscores, or up
 * to three typos away (fewer for short names). Returns the first of equally similar names; null if none is similar.
 */
export const nearestName = (name: string, known: readonly string[]): string | null => {
  const written = bare(name)
  const near = known
    .map((one) => ({ one, steps: distance(written, bare(one)) }))
    .filter(({ steps }) => steps < Infinity)
    .toSorted((a, b) => a.steps - b.steps)
  return near[0]?.one ?? null
}

/** The limits of the service's web form. A call accepts longer values, but the agent would speak them. */
export const contextGuide = { fields: 50, nameCharacters: 64, valueCharacters: 2_000 } as const

/** A field with this name replaces the agent's greeting. */
const greetingOverride = 'greeting_override'

/**
 * `reserved` is refused before anything is sent. The others only warn: the agent says nothing for a `missing` or
 * `empty` value and pauses for a `blank` one (a default does not replace it); it does not use names that are
 * `wrongCase` or `unknown`.
 */
export type FindingCode =
  | 'reserved'
  | 'missing'
  | 'empty'
  | 'blank'
  | 'wrongCase'
  | 'unknown'
  | 'longName'
  | 'longValue'
  | 'manyFields'

/** A problem in a context, and the change that fixes it (null if there is none). */
export type Finding = { code: FindingCode; path: ContextPath; fix: ContextFix | null }

type Json = InitialContext[string]

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/**
 * Returns the empty fields, by name, that may have been meant by a wrong name: its siblings and, at the top level, the
 * full path of every field.
 */
const waitingFor = (context: InitialContext, fields: readonly KnownField[], at: ContextPath, tree: FieldTree) => {
  const beside = [...tree.children.keys()].map((name) => [...at, name])
  const all = at.length === 0 ? [...beside, ...fields.map(({ path }) => path)] : beside
  const open = all.filter((path) => isEmpty(valueAt(context, path)))
  return new Map(open.map((path) => [path.slice(at.length).join('.'), path]))
}

type Search = { context: InitialContext; fields: readonly KnownField[]; isComplete: boolean }

const unknownNameFinding = (search: Search, at: ContextPath, name: string, tree: FieldTree): Finding[] => {
  const path = [...at, name]
  const waiting = waitingFor(search.context, search.fields, at, tree)
  const to = waiting.get(nearestName(name, [...waiting.keys()]) ?? '')
  const differsInCase = to?.slice(at.length).join('.').toLowerCase() === name.toLowerCase()
  if (to !== undefined)
    return [{ code: differsInCase ? 'wrongCase' : 'unknown', path, fix: { kind: 'rename', from: path, to } }]
  return search.isComplete ? [{ code: 'unknown', path, fix: { kind: 'remove', path } }] : []
}

const nameFindings = (search: Search, at: ContextPath, inside: InitialContext, tree: FieldTree): Finding[] =>
  Object.entries(inside).flatMap(([name, value]): Finding[] => {
    const path = [...at, name]
    if (at.length === 0 && reservedContextNames.has(name))
      return [{ code: 'reserved', path, fix: { kind: 'remove', path } }]
    const known = tree.children.get(name)
    if (known !== undefined) return isObject(value) && !known.isWhole ? nameFindings(search, path, value, known) : []
    return at.length === 0 && name === greetingOverride ? [] : unknownNameFinding(search, at, name, tree)
  })

const sizeFindings = (value: Json, path: ContextPath): Finding[] => {
  if (typeof value === 'string')
    return value.length > contextGuide.valueCharacters ? [{ code: 'longValue', path, fix: null }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) => [
    ...(name.length > contextGuide.nameCharacters
      ? [{ code: 'longName', path: [...path, name], fix: null } as const]
      : []),
    ...sizeFindings(child, [...path, name]),
  ])
}

/**
 * Returns the path of a value where the agent expects an object (`user` is a string, but the agent uses `user.name`),
 * or null.
 */
const misplaced = (context: InitialContext, path: ContextPath): ContextPath | null => {
  const outer = path.slice(0, -1).map((_, index) => path.slice(0, index + 1))
  return outer.find((at) => !isEmpty(valueAt(context, at)) && !isObject(valueAt(context, at))) ?? null
}

const valueFindings = (context: InitialContext, { path, required }: KnownField): Finding[] => {
  const value = valueAt(context, path)
  const from = misplaced(context, path)
  const fill: ContextFix = from === null ? { kind: 'fill', path } : { kind: 'rename', from, to: path }
  if (typeof value === 'string' && value !== '' && stripBlanks(value) === '')
    return [{ code: 'blank', path, fix: required ? fill : { kind: 'remove', path } }]
  if (!required || !isEmpty(value)) return []
  return [{ code: value === undefined ? 'missing' : 'empty', path, fix: fill }]
}

const startsWith = (path: ContextPath, start: ContextPath): boolean =>
  start.every((name, index) => path[index] === name)

/** True if a suggested rename fills the field, so that it is not reported as missing. */
const isFixed = (path: ContextPath, findings: readonly Finding[]): boolean =>
  findings.some(({ fix }) => fix?.kind === 'rename' && startsWith(path, fix.to))

/**
 * Compares a context with an agent's fields. Returns reserved, unknown and misspelled names in the context's order,
 * then missing values in spoken order, then values that are too long. If `isComplete` is false (only fields from
 * earlier calls are known), a name is reported as unknown only if it resembles a known one.
 */
export const findInContext = (
  context: InitialContext,
  fields: readonly KnownField[],
  { isComplete }: { isComplete: boolean },
): Finding[] => {
  const names = nameFindings({ context, fields, isComplete }, [], context, fieldTree(fields))
  const values = fields.filter(({ path }) => !isFixed(path, names)).flatMap((field) => valueFindings(context, field))
  const many: Finding[] =
    Object.keys(context).length > contextGuide.fields ? [{ code: 'manyFields', path: [], fix: null }] : []
  return [...names, ...values, ...sizeFindings(context, []), ...many]
}

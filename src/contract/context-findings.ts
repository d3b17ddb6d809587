import { stripBlanks } from './blanks.ts'
import { type FieldTree, fieldTree, type KnownField } from './field-tree.ts'
import { type InitialContext, reservedContextNames } from './initial-context.ts'
import type { ContextPath, Mend } from './mend-context.ts'
import { nearestName } from './near-name.ts'

/** What the service's own web form takes; a call takes more, but a voice has no use for it. */
export const contextGuide = { fields: 50, nameCharacters: 64, valueCharacters: 2_000 } as const

/** A name with a meaning of its own: it takes the place of the agent's greeting. */
const greetingOverride = 'greeting_override'

/**
 * `reserved` is refused before anything is sent. The others only warn: `missing` and `empty` are said as nothing, `blank`
 * as a pause (a default does not stand in for it), `wrongCase` and `unknown` are not found by the agent.
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

/** One thing about a context that a person should look at, and the one change that puts it right; null when none does. */
export type Finding = { code: FindingCode; path: ContextPath; mend: Mend | null }

type Json = InitialContext[string]

const isObject = (value: Json | undefined): value is InitialContext =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEmpty = (value: Json | undefined): boolean => value === undefined || value === null || value === ''

const valueAt = (context: InitialContext, path: ContextPath): Json | undefined =>
  path.reduce<Json | undefined>(
    (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    context,
  )

/** Names that wait for a value where a wrong name stands: its neighbours, and at the outside every path in full. */
const waitingFor = (context: InitialContext, fields: readonly KnownField[], at: ContextPath, tree: FieldTree) => {
  const beside = [...tree.children.keys()].map((name) => [...at, name])
  const all = at.length === 0 ? [...beside, ...fields.map(({ path }) => path)] : beside
  const open = all.filter((path) => isEmpty(valueAt(context, path)))
  return new Map(open.map((path) => [path.slice(at.length).join('.'), path]))
}

type Search = { context: InitialContext; fields: readonly KnownField[]; isComplete: boolean }

const strangerFinding = (search: Search, at: ContextPath, name: string, tree: FieldTree): Finding[] => {
  const path = [...at, name]
  const waiting = waitingFor(search.context, search.fields, at, tree)
  const to = waiting.get(nearestName(name, [...waiting.keys()]) ?? '')
  const differsInCase = to?.slice(at.length).join('.').toLowerCase() === name.toLowerCase()
  if (to !== undefined)
    return [{ code: differsInCase ? 'wrongCase' : 'unknown', path, mend: { kind: 'rename', from: path, to } }]
  return search.isComplete ? [{ code: 'unknown', path, mend: { kind: 'remove', path } }] : []
}

const nameFindings = (search: Search, at: ContextPath, inside: InitialContext, tree: FieldTree): Finding[] =>
  Object.entries(inside).flatMap(([name, value]): Finding[] => {
    const path = [...at, name]
    if (at.length === 0 && reservedContextNames.has(name))
      return [{ code: 'reserved', path, mend: { kind: 'remove', path } }]
    const known = tree.children.get(name)
    if (known !== undefined) return isObject(value) && !known.isWhole ? nameFindings(search, path, value, known) : []
    return at.length === 0 && name === greetingOverride ? [] : strangerFinding(search, at, name, tree)
  })

const sizeFindings = (value: Json, path: ContextPath): Finding[] => {
  if (typeof value === 'string')
    return value.length > contextGuide.valueCharacters ? [{ code: 'longValue', path, mend: null }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) => [
    ...(name.length > contextGuide.nameCharacters
      ? [{ code: 'longName', path: [...path, name], mend: null } as const]
      : []),
    ...sizeFindings(child, [...path, name]),
  ])
}

/** A value stands where the agent looks for one inside it: `user` is a name, and it asks for `user.name`. */
const misplaced = (context: InitialContext, path: ContextPath): ContextPath | null => {
  const outer = path.slice(0, -1).map((_, index) => path.slice(0, index + 1))
  return outer.find((at) => !isEmpty(valueAt(context, at)) && !isObject(valueAt(context, at))) ?? null
}

const valueFindings = (context: InitialContext, { path, required }: KnownField): Finding[] => {
  const value = valueAt(context, path)
  const from = misplaced(context, path)
  const fill: Mend = from === null ? { kind: 'fill', path } : { kind: 'rename', from, to: path }
  if (typeof value === 'string' && value !== '' && stripBlanks(value) === '')
    return [{ code: 'blank', path, mend: required ? fill : { kind: 'remove', path } }]
  if (!required || !isEmpty(value)) return []
  return [{ code: value === undefined ? 'missing' : 'empty', path, mend: fill }]
}

const startsWith = (path: ContextPath, start: ContextPath): boolean =>
  start.every((name, index) => path[index] === name)

/** A field that another name is to be given to is not missing besides. */
const isMended = (path: ContextPath, findings: readonly Finding[]): boolean =>
  findings.some(({ mend }) => mend?.kind === 'rename' && startsWith(path, mend.to))

/**
 * Holds a context against the fields an agent asks for: reserved, unknown and wrongly spelt names first, in the context's
 * order, then what is missing, in the order in which it is said, then what is too long. With `isComplete` false (fields
 * that are only remembered) a name is found unknown only when a known one is near.
 */
export const findInContext = (
  context: InitialContext,
  fields: readonly KnownField[],
  { isComplete }: { isComplete: boolean },
): Finding[] => {
  const names = nameFindings({ context, fields, isComplete }, [], context, fieldTree(fields))
  const values = fields.filter(({ path }) => !isMended(path, names)).flatMap((field) => valueFindings(context, field))
  const many: Finding[] =
    Object.keys(context).length > contextGuide.fields ? [{ code: 'manyFields', path: [], mend: null }] : []
  return [...names, ...values, ...sizeFindings(context, []), ...many]
}

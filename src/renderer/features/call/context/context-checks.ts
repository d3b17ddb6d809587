import type { InitialContext } from '../../../../contract/initial-context.ts'
import type { ContextFix, ContextPath } from '../../../../domain/context/edit.ts'
import { findInContext, type Finding, type FindingCode } from '../../../../domain/context/findings.ts'
import { messages } from '../../../../messages/index.ts'
import type { CallFormState } from '../form/call-form-state.ts'
import { type ContextRow, type KnownFields, pathText } from './context-rows.ts'

/**
 * A problem in the context, and the change that fixes it. There are three codes in addition to the finding codes.
 * `reference`: the profile sends the call ID under this name. `inTheWay`: the agent expects an object instead of this
 * value. `key`: main refuses the call because this value contains an API key.
 */
export type Check = { code: FindingCode | 'reference' | 'inTheWay' | 'key'; path: ContextPath; fix: ContextFix | null }

/** True if the service would refuse the call; other checks only warn. */
export const isRefused = ({ code }: Pick<Check, 'code'>): boolean =>
  code === 'reserved' || code === 'reference' || code === 'key'

/** True for a name that the agent does not use and that does not resemble any name it uses. Such a name is harmless. */
export const isUnused = ({ code, fix }: Check): boolean => code === 'unknown' && fix?.kind === 'remove'

/** Returns all checks of a context: first refused names, then other names, then values in the order of the fields. */
export const checkContext = (context: InitialContext, known: KnownFields, referenceName: string | null): Check[] => {
  const reference: Check[] =
    referenceName !== null && Object.hasOwn(context, referenceName)
      ? [{ code: 'reference', path: [referenceName], fix: { kind: 'remove', path: [referenceName] } }]
      : []
  const isReference = ({ path }: Finding) => path.length === 1 && path[0] === referenceName
  const found = findInContext(context, known.fields, known).filter(
    (finding) => reference.length === 0 || !isReference(finding),
  )
  return [...reference, ...found]
}

/** Returns the checks for the values because of which main refused the call, or would refuse it. */
export const checksOfKeys = ({ status, keyFailure }: Pick<CallFormState, 'status' | 'keyFailure'>): Check[] => {
  const failure = keyFailure ?? (status.step === 'refused' ? status.failure : null)
  if (failure?.kind !== 'invalid') return []
  return failure.issues
    .filter(({ code, path }) => code === 'containsKey' && path[0] === 'initialContext')
    .map(({ path }) => ({ code: 'key', path: path.slice(1).map(String), fix: null }))
}

/** Returns the checks that belong to one row of the form. */
export const checksOfRow = (row: ContextRow, checks: readonly Check[]): Check[] => [
  ...checks.filter((check) => belongsTo(check, row)),
  ...blockedCheck(row, checks),
]

const startsWith = (path: ContextPath, start: ContextPath): boolean =>
  start.length <= path.length && start.every((name, index) => path[index] === name)

/**
 * True if a check belongs to a row. A wrong name affects every row inside it; a value that is too long affects only its
 * own row.
 */
const belongsTo = ({ path, code }: Check, row: ContextRow): boolean => {
  if (path.length === row.path.length) return startsWith(path, row.path)
  const isName = code === 'reserved' || code === 'reference' || code === 'unknown' || code === 'wrongCase'
  const isLength = code === 'longName' || code === 'longValue' || code === 'key'
  if (path.length < row.path.length)
    return path.length > 0 && (isName || code === 'longName') && startsWith(row.path, path)
  return isLength && startsWith(path, row.path)
}

/**
 * Returns a check for an optional field that is blocked by another value. The field has no finding, because it needs no
 * value.
 */
const blockedCheck = ({ path, blockedBy }: ContextRow, checks: readonly Check[]): Check[] =>
  blockedBy === null || checks.some(({ fix }) => fix?.kind === 'rename' && startsWith(path, fix.to))
    ? []
    : [{ code: 'inTheWay', path, fix: { kind: 'rename', from: blockedBy, to: path } }]

/** Returns the kind of a fix and the name in it, for the fix's button and announcement. */
export const fixWords = ({ fix, path }: Check): { kind: 'rename' | 'move' | 'remove' | 'fill'; name: string } => {
  if (fix?.kind !== 'rename') return { kind: fix?.kind ?? 'remove', name: pathText(path) }
  return { kind: fix.from.length === fix.to.length ? 'rename' : 'move', name: pathText(fix.to) }
}

export const checkSentence = ({ code, path, fix }: Check): string => {
  const meant = fix?.kind === 'rename' ? pathText(code === 'inTheWay' ? fix.from : fix.to) : null
  return messages.context.check(code, { name: pathText(path), meant })
}

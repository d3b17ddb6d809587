import { findInContext, type Finding, type FindingCode } from '../../contract/context-findings.ts'
import type { InitialContext } from '../../contract/initial-context.ts'
import type { ContextPath, Mend } from '../../contract/mend-context.ts'
import type { KnownFields } from './context-fields.ts'
import type { ContextRow } from './context-rows.ts'

/**
 * One thing to look at in the context, and the one change that puts it right. Besides what the contract finds: `reference`,
 * the name under which the profile sends the call's own id, and `inTheWay`, a value where the agent looks inside.
 */
export type Check = { code: FindingCode | 'reference' | 'inTheWay'; path: ContextPath; mend: Mend | null }

/** With these the call is refused; the others only warn. */
export const isRefused = ({ code }: Pick<Check, 'code'>): boolean => code === 'reserved' || code === 'reference'

/** A name that the agent does not use, and that is like none it uses: it does no harm, and is told once for all of them. */
export const isUnused = ({ code, mend }: Check): boolean => code === 'unknown' && mend?.kind === 'remove'

const referenceCheck = (context: InitialContext, name: string | null): Check[] =>
  name !== null && Object.hasOwn(context, name)
    ? [{ code: 'reference', path: [name], mend: { kind: 'remove', path: [name] } }]
    : []

const isNamed = (name: string | null) => (finding: Finding) => finding.path.length === 1 && finding.path[0] === name

/** Everything to look at in a context: what is refused first, then names, then values, in the order of the fields. */
export const checkContext = (context: InitialContext, known: KnownFields, referenceName: string | null): Check[] => {
  const reference = referenceCheck(context, referenceName)
  const found = findInContext(context, known.fields, known).filter(
    (finding) => reference.length === 0 || !isNamed(referenceName)(finding),
  )
  return [...reference, ...found]
}

const startsWith = (path: ContextPath, start: ContextPath): boolean =>
  start.length <= path.length && start.every((name, index) => path[index] === name)

/** An optional field that cannot be written has no finding of its own: nothing has to stand there. */
const obstacleCheck = ({ path, inTheWay }: ContextRow, checks: readonly Check[]): Check[] =>
  inTheWay === null || checks.some((check) => check.mend?.kind === 'rename' && startsWith(path, check.mend.to))
    ? []
    : [{ code: 'inTheWay', path, mend: { kind: 'rename', from: inTheWay, to: path } }]

/** A name that is wrong is wrong for all that stands inside it; what is too long inside a value is told at the value. */
const belongsTo = ({ path, code }: Check, row: ContextRow): boolean => {
  if (path.length === row.path.length) return startsWith(path, row.path)
  const isName = code === 'reserved' || code === 'reference' || code === 'unknown' || code === 'wrongCase'
  const isLength = code === 'longName' || code === 'longValue'
  if (path.length < row.path.length)
    return path.length > 0 && (isName || code === 'longName') && startsWith(row.path, path)
  return isLength && startsWith(path, row.path)
}

/** The checks that belong to one line of the form. */
export const checksOfRow = (row: ContextRow, checks: readonly Check[]): Check[] => [
  ...checks.filter((check) => belongsTo(check, row)),
  ...obstacleCheck(row, checks),
]

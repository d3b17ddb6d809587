import { type FindingCode, findingCodes, type FindingFix, refusedFindings } from '../../../contract/list.ts'
import { isSettledByRelease } from '../../../domain/lists/finding-fixes.ts'

export type Finding = { code: FindingCode; name: string }

/**
 * `isUndecided`: a decision to call the group anyway doesn't cover the row, because it was held since then. `event`: the
 * event up to which the finding shows calls.
 */
export type StoredFinding = Finding & { isUndecided?: boolean; event?: number }

/** The user's decision on a single row. */
export type RowDecision = 'hold' | 'leaveOut' | 'call'

/** The states of a row before its call. */
export const uncalledStates = ['held', 'ready', 'refused', 'skipped'] as const
export type UncalledState = (typeof uncalledStates)[number]

const refused: ReadonlySet<FindingCode> = new Set(refusedFindings)
const codes: ReadonlySet<unknown> = new Set(findingCodes)

/** Returns the code in a column; null for a string that is not a code. */
export const findingCodeIn = (value: unknown): FindingCode | null =>
  // The set contains only codes.
  codes.has(value) ? (value as FindingCode) : null

/** The fixes of a list by group. */
export type Fixes = ReadonlyMap<string, FindingFix>

export const groupKey = ({ code, name }: Finding): string => `${code}\n${name}`

/** Returns whether the user decided that this finding should not hold the row. */
const isWaived = (finding: StoredFinding, fixes: Fixes, decision: RowDecision | null): boolean =>
  (decision === 'call' || (finding.isUndecided !== true && fixes.get(groupKey(finding)) === 'callAnyway')) &&
  isSettledByRelease(finding)

type UncalledRow = {
  findings: readonly StoredFinding[]
  fixes: Fixes
  decision: RowDecision | null
  /** Null if the row has no number, so that it cannot be called. */
  phoneNumber: string | null
}

/** Returns the findings that hold or refuse the row. */
export const openFindings = ({ findings, fixes, decision }: Omit<UncalledRow, 'phoneNumber'>): Finding[] =>
  findings.filter((finding) => refused.has(finding.code) || !isWaived(finding, fixes, decision))

/** Returns the state of a row that was not called. A refusal takes precedence over any decision by the user. */
export const uncalledState = ({ phoneNumber, ...row }: UncalledRow): UncalledState => {
  const { findings, fixes, decision } = row
  if (findings.some(({ code }) => refused.has(code))) return 'refused'
  if (decision === 'leaveOut') return 'skipped'
  if (decision !== 'call' && findings.some((finding) => fixes.get(groupKey(finding)) === 'leaveOut')) return 'skipped'
  if (decision === 'hold' || phoneNumber === null) return 'held'
  return openFindings(row).length > 0 ? 'held' : 'ready'
}

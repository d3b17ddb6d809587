import type { DatabaseSync } from 'node:sqlite'
import { type FindingFix, type FindingGroup, heldFindings } from '../../../contract/list.ts'
import { wasAnsweredDespite } from '../../../domain/answered-calls.ts'
import { mayHaveRung } from '../../../domain/call-state.ts'
import { fixesOf, isSettledByRelease, needsConfirmation } from '../../../domain/lists/finding-fixes.ts'
import { isSameNumber } from '../../../domain/phone-number.ts'
import { readOutcome, type Row } from '../call-rows.ts'
import { firstEvent } from './known-calls.ts'
import { type Finding, findingCodeIn } from './row-state.ts'

/** The findings that a release of their rows settles, as JSON. */
const settledByRelease = JSON.stringify(heldFindings.filter((code) => isSettledByRelease({ code, name: '' })))

/** Whether Call anyway for the group of `list_findings` makes the row ready: no person and no other finding holds it. */
const isReleasable = `list_rows.state = 'held' AND held_manually = 0 AND NOT EXISTS (
  SELECT 1 FROM list_findings AS other WHERE other.row_id = list_rows.id
    AND (other.code, other.name) <> (list_findings.code, list_findings.name)
    AND (other.code NOT IN (SELECT value FROM json_each(?2)) OR (decision IS NOT 'call' AND (other.undecided OR NOT EXISTS (
      SELECT 1 FROM list_fixes WHERE list_fixes.list = ?1 AND (list_fixes.code, list_fixes.name) = (other.code, other.name)
        AND fix = 'callAnyway')))))`

/** SQL: the states of the rows that a decision on their group changes. */
const changed = "('held', 'ready', 'refused', 'skipped')"

/**
 * Counts the rows of each group that Call anyway makes ready although the service reported that a call to their number,
 * resolved as not placed, was answered.
 */
const countAnswered = (database: DatabaseSync, list: number): ((group: Finding) => number) => {
  const found = database
    .prepare(
      // The other findings of a row are read only if it has such a call: `iif` makes this the last condition.
      `SELECT list_findings.code, list_findings.name, list_rows.row, list_rows.phone_number, calls.phone_number AS called,
         calls.outcome, calls.changed_at
       FROM lists CROSS JOIN list_findings ON list_findings.list = list_number CROSS JOIN list_rows ON id = row_id
         CROSS JOIN calls ON calls.number_tail = list_rows.number_tail AND calls.practice = lists.practice
       WHERE list_number = ?1 AND code IN ('calledRecently', 'unresolvedCall') AND iif(
         calls.state = 'closedByOperator' AND json_extract(calls.outcome, '$.end') IS NOT NULL, ${isReleasable}, 0)`,
    )
    .all(list, settledByRelease)
    .filter(
      (row) => wasAnsweredDespite(readOutcome(row)) && isSameNumber(String(row['phone_number']), String(row['called'])),
    )
  return ({ code, name }) =>
    new Set(found.filter((one) => one['code'] === code && one['name'] === name).map(({ row }) => row)).size
}

/** Counts the rows of each group, or of one, in a list. A group counts only rows that a decision changes. */
const countRows = (database: DatabaseSync, list: number, one: Finding | null): Row[] =>
  database
    .prepare(
      `SELECT code, name, sum(state IN ${changed}) AS rows,
         max(iif(state IN ${changed}, event, 0)) AS event,
         sum(state = 'held') AS held, sum(state = 'refused') AS refused, sum(${isReleasable}) AS releasable,
         sum(state = 'held' AND undecided) AS undecided
       FROM list_findings JOIN list_rows ON id = row_id
       WHERE list_findings.list = ?1 ${one === null ? '' : 'AND code = ?3 AND name = ?4'} GROUP BY code, name`,
    )
    .all(list, settledByRelease, ...(one === null ? [] : [one.code, one.name]))

/**
 * Returns whether Call anyway would decide on more rows of a group, or cover newer calls, than were shown. A group whose
 * decision needs no confirmation is shown without the number of rows that become ready.
 */
export const exceedsShown = (
  database: DatabaseSync,
  list: number,
  group: Finding,
  shown: Pick<FindingGroup, 'rows' | 'releasable' | 'event'>,
): boolean =>
  countRows(database, list, group).some(
    ({ rows, releasable, event }) =>
      Number(rows) > shown.rows ||
      Number(event ?? 0) > (shown.event ?? 0) ||
      (needsConfirmation(group) && Number(releasable) > shown.releasable),
  )

/**
 * Makes a group because of calls show the calls to its held rows since the last check; returns whether there are any. A
 * decision doesn't cover them before, so the transaction that records a row's call would hold the row again.
 */
export const showNewerCalls = (database: DatabaseSync, list: number, { code, name }: Finding): boolean => {
  if (name !== '' || (code !== 'calledRecently' && code !== 'unresolvedCall')) return false
  const newer = database
    .prepare(
      `SELECT list_rows.id, list_rows.phone_number, calls.phone_number AS called, calls.outcome, calls.changed_at,
         ${firstEvent} AS first
       FROM lists CROSS JOIN list_findings ON list_findings.list = list_number CROSS JOIN list_rows ON id = row_id
         CROSS JOIN calls ON calls.number_tail = list_rows.number_tail AND calls.practice = lists.practice
       WHERE list_number = ?1 AND code = ?2 AND list_findings.name = ?3 AND list_rows.state = 'held'
         AND first > coalesce(list_findings.event, 0)
         AND NOT EXISTS (SELECT 1 FROM list_calls WHERE call_id = calls.call_id AND row_id = list_rows.id)`,
    )
    .all(list, code, name)
    .filter((row) => mayHaveRung(readOutcome(row)) && isSameNumber(String(row['phone_number']), String(row['called'])))
  const show = database.prepare(
    'UPDATE list_findings SET event = ?1 WHERE row_id = ?2 AND code = ?3 AND name = ?4 AND coalesce(event, 0) < ?1',
  )
  for (const { id, first } of newer) show.run(Number(first), Number(id), code, name)
  return newer.length > 0
}

const isSameGroup = (one: Row, other: Row): boolean => one['code'] === other['code'] && one['name'] === other['name']

const toGroup = (row: Row, fix: Row | undefined, answeredIn: (group: Finding) => number): FindingGroup[] => {
  const code = findingCodeIn(row['code'])
  const name = String(row['name'])
  if (code === null) return []
  const answered = answeredIn({ code, name })
  const counts = {
    rows: Number(row['rows']),
    held: Number(row['held']),
    refused: Number(row['refused']),
    releasable: Number(row['releasable']),
    ...(answered > 0 && { answered }),
    ...(Number(row['event'] ?? 0) > 0 && { event: Number(row['event']) }),
  }
  // Only `applyFix` writes to this column.
  const fixed = fix === undefined ? null : (fix['fix'] as FindingFix)
  return [{ code, name, ...counts, fixes: fixesOf({ code, name }), fixed, value: String(fix?.['value'] ?? '') }]
}

/** Returns whether a fix is a decision on all rows of a group: it does not change them, and none is held again. */
const decides = ({ fix }: Row, { undecided = 0 }: Row): boolean =>
  fix === 'leaveOut' || (fix === 'callAnyway' && undecided === 0)

const toGroups = (
  groups: readonly Row[],
  fixes: readonly Row[],
  answeredIn: (group: Finding) => number,
): FindingGroup[] => {
  const found = groups
    .filter((group) => Number(group['rows']) > 0)
    .flatMap((group) =>
      toGroup(
        group,
        fixes.find((fix) => isSameGroup(fix, group) && decides(fix, group)),
        answeredIn,
      ),
    )
  const solved = fixes.filter((fix) => !groups.some((group) => isSameGroup(fix, group)))
  return [...found, ...solved.flatMap((fix) => toGroup(fix, fix, answeredIn))]
}

/** Returns the groups of a list's rows with the same finding, including those that the user has fixed. */
export const readFindingGroups = (database: DatabaseSync, list: number): FindingGroup[] => {
  const fixes = database
    .prepare(
      'SELECT code, name, fix, value, rows, 0 AS held, 0 AS refused, 0 AS releasable FROM list_fixes WHERE list = ?',
    )
    .all(list)
  return toGroups(countRows(database, list, null), fixes, countAnswered(database, list))
}

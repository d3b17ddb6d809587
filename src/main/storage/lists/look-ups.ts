import type { DatabaseSync } from 'node:sqlite'
import { foundRuns } from '../../../contract/found-run.ts'
import type { ListRow } from '../../../contract/list.ts'
import { foundRunOf } from '../../../domain/answered-calls.ts'
import {
  decisionOf,
  displayStateOf,
  isUnresolved,
  lookUpEndOf,
  mayHaveRung,
  wasNotPlaced,
} from '../../../domain/call-state.ts'
import { isSameNumber } from '../../../domain/phone-number.ts'
import { newestToNumber, readOutcome, type Row } from '../call-rows.ts'
import { eventsOfCall, firstEvent, isReleasedAfter } from './known-calls.ts'
import { findingsIn, type LookUp } from './list-rows.ts'
import { type StoredFinding, uncalledStates } from './row-state.ts'

/** Selects those of the newest placed calls to a number, as the guards read them, that a user resolved. */
const selectSql = `SELECT call_id, phone_number, prepared_at, outcome, changed_at FROM calls WHERE state = 'closedByOperator' AND sequence IN (
    SELECT sequence FROM calls WHERE number_tail = ?1 AND practice = (SELECT practice FROM lists WHERE list_number = ?2)
      AND state IN ('accepted', 'closedByOperator') ORDER BY sequence DESC LIMIT ${newestToNumber})`

/** Selects the newest calls to a number. */
const selectNewest = `SELECT phone_number, prepared_at, changed_at, outcome, unresolved, ${firstEvent} AS first FROM calls
  WHERE sequence IN (
    SELECT sequence FROM calls WHERE number_tail = ?1 AND practice = (SELECT practice FROM lists WHERE list_number = ?2)
      ORDER BY sequence DESC LIMIT ${newestToNumber})`

/** Creates a function that returns the newest calls to the number of a row with one of these findings, newest first. */
const createCallsOfFindings = (database: DatabaseSync): ((row: Row, findings: readonly StoredFinding[]) => Row[]) => {
  const select = database.prepare(selectNewest)
  return (row, findings) =>
    findings.length === 0 || typeof row['number_tail'] !== 'string'
      ? []
      : select
          .all(row['number_tail'], Number(row['list']))
          .filter((call) => isSameNumber(String(call['phone_number']), String(row['phone_number'])))
          .toSorted((one, other) => Number(other['first'] ?? 0) - Number(one['first'] ?? 0))
}

/**
 * Returns the call that the `unresolvedCall` finding of a row shows, as it is now: an unresolved call to the number or, if
 * there is none, the newest call that the finding shows, because an unresolved call locks its number.
 */
const unresolvedCallOf = (
  findings: readonly StoredFinding[],
  calls: readonly Row[],
): Pick<ListRow, 'unresolvedCall'> => {
  const finding = findings.find(({ code }) => code === 'unresolvedCall')
  if (finding === undefined) return {}
  const { event = Infinity } = finding
  const call =
    calls.find(({ unresolved }) => unresolved === 1) ?? calls.find(({ first }) => Number(first ?? 0) <= event)
  if (call === undefined) return {}
  const outcome = readOutcome(call)
  const who = decisionOf(outcome)?.who ?? ''
  return { unresolvedCall: { state: displayStateOf(outcome), isResolved: !isUnresolved(outcome), who } }
}

/** Returns the newest of the calls that rang or may have rung. */
const lastCallOf = (calls: readonly Row[]): Pick<ListRow, 'lastCall'> => {
  const [last] = calls.flatMap((call) => {
    const outcome = readOutcome(call)
    return mayHaveRung(outcome) ? [{ state: displayStateOf(outcome), at: String(call['prepared_at']) }] : []
  })
  return last === undefined ? {} : { lastCall: last }
}

/**
 * Creates a function that returns until when a row waits because the run of a call to its number is looked up although a
 * user resolved the call as not placed (ISO 8601), null if there is no such call, and which run was found; without the
 * calls after which the user released the row; and the calls that its findings show. It reads the calls to each number
 * once, so it must be used only for rows that are read at the same time.
 */
export const createLookUps = (database: DatabaseSync): ((row: Row) => LookUp) => {
  const select = database.prepare(selectSql)
  const callsOfFindings = createCallsOfFindings(database)
  const selectOwn = database.prepare('SELECT outcome, changed_at FROM calls WHERE call_id = ?')
  const known = new Map<string, Row[]>()

  const withEvent = (call: Row): Row => ({ ...call, event: eventsOfCall(database, call['call_id']).last })

  const callsTo = (tail: string, list: number): Row[] => {
    const key = `${list} ${tail}`
    const calls = known.get(key) ?? select.all(tail, list).map(withEvent)
    known.set(key, calls)
    return calls
  }

  /** Returns the calls that matter for the row: its own or, if it is not being called, those to its number. */
  const callsOf = (row: Row): Row[] => {
    const { state, number_tail: tail, phone_number: number } = row
    if (state === 'resolvedNotPlaced') return selectOwn.all(row['call_id'] ?? null)
    if (typeof tail !== 'string' || !uncalledStates.some((one) => one === state)) return []
    return callsTo(tail, Number(row['list'])).filter(
      (call) =>
        !isReleasedAfter(row, Number(call['event'])) && isSameNumber(String(call['phone_number']), String(number)),
    )
  }

  return (row) => {
    const calls = callsOf(row).map((call) => ({ outcome: readOutcome(call), preparedAt: String(call['prepared_at']) }))
    const found = calls.map(({ outcome }) => foundRunOf(outcome))
    const foundRun = foundRuns.findLast((one) => found.includes(one))
    const findings = findingsIn(row['findings']).filter(
      ({ code }) => code === 'unresolvedCall' || (code === 'calledRecently' && row['state'] === 'held'),
    )
    const ofFindings = callsOfFindings(row, findings)
    const isWaiting = row['state'] === 'ready' || row['state'] === 'held'
    const ends = calls.flatMap((call) => (isWaiting && wasNotPlaced(call.outcome) ? (lookUpEndOf(call) ?? []) : []))
    return {
      lookUpEndsAt: ends.length === 0 ? null : new Date(Math.max(...ends)).toISOString(),
      ...(foundRun !== undefined && { foundRun }),
      ...unresolvedCallOf(findings, ofFindings),
      ...(row['state'] === 'held' && lastCallOf(ofFindings)),
    }
  }
}

import type { DatabaseSync } from 'node:sqlite'
import type { Row } from '../call-rows.ts'
import { endOfRows, rowIdOf } from './list-rows.ts'
import type { StoredFinding } from './row-state.ts'

/**
 * Returns the number of the newest event of a call. A decision to call a number again is stored with it, because it
 * covers only the calls that were recorded before; the clock may have been set back since.
 */
export const newestEvent = (database: DatabaseSync): number =>
  Number(database.prepare('SELECT max(sequence) AS newest FROM call_events').get()?.['newest'] ?? 0)

/** SQL: the number of the first event of a call. */
export const firstEvent = '(SELECT min(sequence) FROM call_events WHERE call_events.call_id = calls.call_id)'

/** SQL: the number of the last event of a call, which recorded its present outcome. */
export const lastEvent = '(SELECT max(sequence) FROM call_events WHERE call_events.call_id = calls.call_id)'

/** Returns whether the user released the row after the event; null if there is no event. */
export const isReleasedAfter = (row: Row, event: unknown): boolean =>
  row['decision'] === 'call' && Number(event ?? Infinity) <= Number(row['decided_after'] ?? 0)

/**
 * Selects, for each finding of a row because of calls, the event up to which it shows them, and the newest event at the
 * user's decision on it: the release of the row at ?2, or Call anyway for the group.
 */
const selectDecisions = `SELECT coalesce(event, 0) AS shown, max(coalesce(?2, 0),
    iif(undecided = 0 AND fix = 'callAnyway', coalesce(decided_after, 0), 0)) AS decided
  FROM list_findings LEFT JOIN list_fixes USING (list, code, name)
  WHERE row_id = ?1 AND code IN ('calledRecently', 'unresolvedCall')`

/** The calls to a row's number that may have reached a person, and that the user knew when deciding to call the row. */
export const createKnownCalls = (database: DatabaseSync, row: Row, findings: readonly StoredFinding[]) => {
  const [id, list] = [Number(row['id']), Number(row['list'])]

  /** Whether a decision covers the call: a finding shows it, and `event` of it was recorded before the decision. */
  const isCovered = (callId: string, event: 'first' | 'last'): boolean => {
    const events = database
      .prepare('SELECT min(sequence) AS first, max(sequence) AS last FROM call_events WHERE call_id = ?')
      .get(callId)
    const [first, until] = [Number(events?.['first'] ?? Infinity), Number(events?.[event] ?? Infinity)]
    return database
      .prepare(selectDecisions)
      .all(id, row['decision'] === 'call' ? (row['decided_after'] ?? null) : null)
      .some(({ shown, decided }) => first <= Number(shown) && until <= Number(decided))
  }

  const isOfList = (callId: string): boolean =>
    database
      .prepare('SELECT 1 FROM list_calls WHERE call_id = ? AND row_id >= ? AND row_id < ?')
      .get(callId, rowIdOf(list, 0), endOfRows(list)) !== undefined

  return {
    /** Whether the user released the row after the present outcome of the call was recorded. */
    isReleasedAfter(callId: string): boolean {
      const last = database.prepare('SELECT max(sequence) AS last FROM call_events WHERE call_id = ?').get(callId)
      return isReleasedAfter(row, last?.['last'])
    },

    /** Whether the user knew the call at the decision. A decision on duplicates covers all calls of the list. */
    isKnown: (callId: string): boolean =>
      isCovered(callId, 'first') || (findings.some(({ code }) => code === 'duplicate') && isOfList(callId)),

    /** Whether the user knew the call, and its present outcome was recorded before the decision. */
    isOutcomeKnown: (callId: string): boolean => isCovered(callId, 'last'),
  }
}

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

/** SQL: a fix that allows calls to numbers that were called. */
const allowsRepeat = "fix = 'callAnyway' AND code IN ('calledRecently', 'unresolvedCall')"

/** The calls to a row's number that may have reached a person, and that the user knew when deciding to call the row. */
export const createKnownCalls = (database: DatabaseSync, row: Row, findings: readonly StoredFinding[]) => {
  const has = (...codes: StoredFinding['code'][]): boolean => findings.some(({ code }) => codes.includes(code))
  const [id, list] = [Number(row['id']), Number(row['list'])]

  const decidedAfter = (): number => {
    if (!has('calledRecently', 'unresolvedCall')) return 0
    const ofGroups = database
      .prepare(
        `SELECT max(decided_after) AS newest FROM list_findings JOIN list_fixes USING (list, code, name)
         WHERE row_id = ? AND undecided = 0 AND ${allowsRepeat}`,
      )
      .get(id)
    const ofRow = row['decision'] === 'call' ? row['decided_after'] : null
    return Math.max(Number(ofRow ?? 0), Number(ofGroups?.['newest'] ?? 0))
  }

  const eventOf = (which: 'min' | 'max', callId: string): number => {
    const event = database.prepare(`SELECT ${which}(sequence) AS event FROM call_events WHERE call_id = ?`).get(callId)
    return Number(event?.['event'] ?? Infinity)
  }

  const isOfList = (callId: string): boolean =>
    database
      .prepare('SELECT 1 FROM list_calls WHERE call_id = ? AND row_id >= ? AND row_id < ?')
      .get(callId, rowIdOf(list, 0), endOfRows(list)) !== undefined

  return {
    /** Whether the call was recorded before the decision. A decision on duplicates covers all calls of the list. */
    isKnown: (callId: string): boolean =>
      eventOf('min', callId) <= decidedAfter() || (has('duplicate') && isOfList(callId)),

    /** Whether the present outcome of the call was recorded before the decision. */
    isOutcomeKnown: (callId: string): boolean => eventOf('max', callId) <= decidedAfter(),
  }
}

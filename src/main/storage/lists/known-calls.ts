import type { DatabaseSync } from 'node:sqlite'
import { addsEndOnly, wasAnsweredDespite } from '../../../domain/answered-calls.ts'
import { readJson, type Row } from '../call-rows.ts'
import { parseOutcome } from '../parse-call.ts'
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

/** SQL: the number of the last event of a call, which may have recorded only how its run ended. */
export const lastEvent = '(SELECT max(sequence) FROM call_events WHERE call_events.call_id = calls.call_id)'

/**
 * The numbers of events of a call; infinite if it has none. `last`: the last event that may change rows, so that the end of
 * the run of a call that a user resolved counts only if it is unexpected. `known`: the event that a decision to call the
 * number again must follow. This is the first, or the answer of a call that was resolved as not placed.
 */
type EventsOfCall = { first: number; known: number; last: number }

export const eventsOfCall = (database: DatabaseSync, callId: unknown): EventsOfCall => {
  const events = database
    .prepare('SELECT sequence, at, outcome FROM call_events WHERE call_id = ? ORDER BY sequence')
    .all(String(callId))
    .map(({ sequence, at, outcome }) => ({ number: Number(sequence), outcome: parseOutcome(readJson(outcome), at) }))
  // A damaged event counts as a change.
  const changes = events.filter(({ outcome }, index) => {
    const before = events[index - 1]?.outcome ?? null
    return before === null || outcome === null || !addsEndOnly(before, outcome)
  })
  const [first, last] = [events[0]?.number ?? Infinity, changes.at(-1)?.number ?? Infinity]
  const present = events.at(-1)?.outcome ?? null
  return { first, known: present !== null && wasAnsweredDespite(present) ? last : first, last }
}

/** Returns whether a row was copied because of a call, which has not changed since. */
export const isCopiedBecauseOf = (
  database: DatabaseSync,
  callId: unknown,
  { copied_after: copiedAfter }: Row,
): boolean => typeof copiedAfter === 'number' && eventsOfCall(database, callId).last <= copiedAfter

/** Returns whether the user released the row after the event. */
export const isReleasedAfter = (row: Row, event: number): boolean =>
  row['decision'] === 'call' && event <= Number(row['decided_after'] ?? 0)

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
  const isCovered = (callId: string, event: 'known' | 'last'): boolean => {
    const { first, [event]: until } = eventsOfCall(database, callId)
    return database
      .prepare(selectDecisions)
      .all(id, row['decision'] === 'call' ? (row['decided_after'] ?? null) : null)
      .some(({ shown, decided }) => first <= Number(shown) && until <= Number(decided))
  }

  const isOfList = (callId: string): boolean =>
    database
      .prepare('SELECT 1 FROM list_calls WHERE call_id = ? AND row_id >= ? AND row_id < ?')
      .get(callId, rowIdOf(list, 0), endOfRows(list)) !== undefined

  const isOfDuplicates = (callId: string): boolean =>
    findings.some(({ code }) => code === 'duplicate') && isOfList(callId)

  return {
    /** Whether a finding of the row shows the call, so that a release of the row now covers it. */
    isShown: (callId: string): boolean => {
      const { first } = eventsOfCall(database, callId)
      const decisions = database.prepare(selectDecisions).all(id, null)
      return decisions.some(({ shown }) => first <= Number(shown)) || isOfDuplicates(callId)
    },

    /** Whether the user released the row after the present outcome of the call was recorded. */
    isReleasedAfter: (callId: string): boolean => isReleasedAfter(row, eventsOfCall(database, callId).last),

    /** Whether the user knew the call at the decision. A decision on duplicates covers all calls of the list. */
    isKnown: (callId: string): boolean => isCovered(callId, 'known') || isOfDuplicates(callId),

    /** Whether the user knew the call, and its present outcome was recorded before the decision. */
    isOutcomeKnown: (callId: string): boolean => isCovered(callId, 'last'),
  }
}

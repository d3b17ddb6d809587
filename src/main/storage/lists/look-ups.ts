import { lookUpEndOf, wasNotPlaced } from '../../../domain/call-state.ts'
import { isSameNumber } from '../../../domain/phone-number.ts'
import { readJson, readOutcome, type Row } from '../call-rows.ts'

/** The calls that may have a row's number and were resolved manually, each with its newest event, as JSON. */
export const lookUpsColumn = `iif(list_rows.state IN ('ready', 'held'), (
  SELECT json_group_array(json_array(phone_number, prepared_at, outcome, changed_at,
    (SELECT max(sequence) FROM call_events WHERE call_events.call_id = resolved.call_id)))
  FROM calls AS resolved WHERE resolved.number_tail = list_rows.number_tail AND state = 'closedByOperator'
    AND practice = (SELECT practice FROM lists WHERE list_number = list_rows.list)), '[]') AS look_ups`

/**
 * Returns until when a row waits because the run of a call to its number is looked up although a user resolved the call as
 * not placed (ISO 8601); null if there is no such call, or the user released the row since. `row` has `lookUpsColumn`.
 */
export const lookUpEndIn = (row: Row): string | null => {
  // `lookUpsColumn` returns these five values.
  const calls = readJson(row['look_ups'] ?? '[]') as [string, string, string, string, number | null][]
  const ends = calls.flatMap(([phoneNumber, preparedAt, text, changedAt, event]) => {
    const outcome = readOutcome({ outcome: text, changed_at: changedAt })
    const isReleased = row['decision'] === 'call' && (event ?? Infinity) <= Number(row['decided_after'] ?? 0)
    const isWaiting = wasNotPlaced(outcome) && isSameNumber(phoneNumber, String(row['phone_number']))
    return isReleased || !isWaiting ? [] : (lookUpEndOf({ outcome, preparedAt }) ?? [])
  })
  return ends.length === 0 ? null : new Date(Math.max(...ends)).toISOString()
}

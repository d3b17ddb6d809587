import type { DatabaseSync } from 'node:sqlite'
import { callStateSchema } from '../../contract/call.ts'
import type { CallState } from '../../contract/call.ts'
import { noteTextChange } from './call-notes.ts'
import type { Row } from './call-row.ts'
import { writeDigest } from './row-digest.ts'

/** What stays of a number: nothing for somebody who was erased, three digits to tell calls apart after the time is over. */
export type NumberLeft = (phoneNumber: string) => string

export const nothing: NumberLeft = () => ''
export const lastThree: NumberLeft = (phoneNumber) => `…${phoneNumber.slice(-3)}`

const readOutcome = (row: Row): CallState => callStateSchema.parse(JSON.parse(String(row['outcome'])))

/** Changes the words in an outcome of the history; its salt goes with them, so that its digest tells nothing any more. */
const changeEvent = (database: DatabaseSync, row: Row, change: (outcome: CallState) => CallState): void => {
  const outcome = JSON.stringify(change(readOutcome(row)))
  if (outcome === row['outcome']) return
  database
    .prepare('UPDATE call_events SET outcome = ?, salt = NULL WHERE sequence = ?')
    .run(outcome, Number(row['sequence']))
}

/** Changes the words in a call's outcome and in all its events alike: the last of them must go on saying the same. */
export const changeWords = (database: DatabaseSync, row: Row, change: (outcome: CallState) => CallState): void => {
  const callId = String(row['call_id'])
  const events = database.prepare('SELECT sequence, outcome FROM call_events WHERE call_id = ?').all(callId)
  for (const event of events) changeEvent(database, event, change)
  database
    .prepare('UPDATE calls SET outcome = ? WHERE call_id = ?')
    .run(JSON.stringify(change(readOutcome(row))), callId)
}

/** Writes what follows from a call's columns anew, after they have changed. */
export const refresh = (database: DatabaseSync, sequence: number): void => {
  // An earlier version of the app kept a copy of the words there.
  database.prepare(`UPDATE calls SET search_text = '' WHERE sequence = ?`).run(sequence)
  writeDigest(database, sequence)
  noteTextChange(database, sequence)
}

export type Removal = { left: NumberLeft; change: (outcome: CallState) => CallState; at: string }

/** Takes number, context and words out of one call; whom it was for is gone, what became of it stays. */
export const removePerson = (database: DatabaseSync, row: Row, { left, change, at }: Removal): void => {
  const sequence = Number(row['sequence'])
  const number = left(String(row['phone_number']))
  changeWords(database, row, change)
  database
    .prepare(
      `UPDATE calls SET phone_number = ?, phone_number_display = ?, number_key = '', number_tail = '', initial_context = '{}', purged_at = ?
       WHERE sequence = ?`,
    )
    .run(number, number, at, sequence)
  database.prepare('DELETE FROM call_notes WHERE call_id = ?').run(String(row['call_id']))
  refresh(database, sequence)
}

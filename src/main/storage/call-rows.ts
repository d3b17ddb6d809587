import type { DatabaseSync } from 'node:sqlite'
import { type Call, type CallNote, callSchema, type CallState } from '../../contract/call.ts'
import type { DisplayState } from '../../contract/call-list.ts'
import type { Reminder } from '../../contract/person.ts'
import { displayStateOf, endOfTime } from '../../domain/call-state.ts'
import { isSameNumber, numberTail } from '../../domain/phone-number.ts'
import { StorageError } from './errors.ts'
import { parseCall, parseOutcome } from './parse-call.ts'
import { hasIntactContent } from './row-digests.ts'
import { inTransaction } from './database.ts'
import { parseJson } from '../../domain/json.ts'

export type Row = NonNullable<ReturnType<ReturnType<DatabaseSync['prepare']>['get']>>

/** Columns and the corresponding properties of `Call`. */
const names = {
  call_id: 'callId',
  profile_id: 'profileId',
  profile_name: 'profileName',
  profile_color: 'profileColor',
  origin: 'origin',
  agent_uuid: 'agentUuid',
  agent_name: 'agentName',
  phone_number: 'phoneNumber',
  phone_number_display: 'phoneNumberDisplay',
  telephony_configuration_id: 'telephonyConfigurationId',
  telephony_configuration_name: 'telephonyConfigurationName',
  from_phone_number_id: 'fromPhoneNumberId',
  from_phone_number_text: 'fromPhoneNumberText',
  reference_name: 'referenceName',
  redial_of: 'redialOf',
  prepared_at: 'preparedAt',
  ended_at: 'endedAt',
  server_date: 'serverDate',
  changed_at: 'changedAt',
} as const

/** Parses a JSON column; throws `corrupt` if no version of this app can have written it. */
export const readJson = (text: unknown): unknown => {
  const value = parseJson(String(text))
  if (value === undefined) throw new StorageError('corrupt')
  return value
}

const namesByColumn = Object.entries(names)

const fieldsOf = (row: Row): Record<string, unknown> => {
  const fields: Record<string, unknown> = { practice: row['practice'] === 1, outcome: readJson(row['outcome']) }
  for (const [column, name] of namesByColumn) fields[name] = row[column]
  return fields
}

/**
 * Parses a row. If its digests prove that the app wrote it, unreadable optional values are omitted and the record is
 * valid. Throws `corrupt` if the row is damaged.
 */
export const readCall = (row: Row): Call => {
  const fields = fieldsOf(row)
  const parsed = callSchema.safeParse(fields)
  if (parsed.success) return parsed.data
  const call = hasIntactContent(row) ? parseCall(fields) : null
  if (call === null) throw new StorageError('corrupt')
  return call
}

/** Returns whether `readCall` omits a value of this row. */
export const lacksValue = (row: Row): boolean => !callSchema.safeParse(fieldsOf(row)).success

/** Parses the outcome of a call or an event. Throws `corrupt` if a required value is unreadable. */
export const readOutcome = (row: Row): CallState => {
  const outcome = parseOutcome(readJson(row['outcome']), row['changed_at'] ?? row['at'])
  if (outcome === null) throw new StorageError('corrupt')
  return outcome
}

/**
 * The number of placed calls to a number that are searched for one that is in progress; a phone has only one line.
 */
export const newestToNumber = 20

/** Returns the state of a call as it is called in a filter. */
export const displayStateIn = (row: Row): DisplayState => displayStateOf(readOutcome(row))

/** Notifies the search index that a call's text changed without an event, in the caller's transaction. */
export const recordTextChange = (database: DatabaseSync, sequence: number): void => {
  database.prepare('INSERT INTO text_changes (sequence) VALUES (?)').run(sequence)
}

/** Writes a note, or removes it if it is empty, in the caller's transaction. Does not check that the call exists. */
export const writeNote = (database: DatabaseSync, callId: string, { text, at }: CallNote): void => {
  if (text === '') database.prepare('DELETE FROM call_notes WHERE call_id = ?').run(callId)
  else
    database
      .prepare(
        `INSERT INTO call_notes (call_id, note, noted_at) VALUES (?, ?, ?)
         ON CONFLICT (call_id) DO UPDATE SET note = excluded.note, noted_at = excluded.noted_at`,
      )
      .run(callId, text, at)
}

export const readNote = (database: DatabaseSync, callId: string): CallNote | null => {
  const row = database.prepare('SELECT note, noted_at FROM call_notes WHERE call_id = ?').get(callId)
  return row === undefined ? null : { text: String(row['note']), at: String(row['noted_at']) }
}

/** Notes are not part of the event chain, because they are deleted when a person's data is erased. */
export const createCallNotes = (database: DatabaseSync) => ({
  /** Sets or (if empty) removes a call's note; returns false if there is no such call. */
  setCallNote({ callId, note }: { callId: string; note: CallNote }): boolean {
    return inTransaction(database, () => {
      const sequence = database.prepare('SELECT sequence FROM calls WHERE call_id = ?').get(callId)?.['sequence']
      if (sequence === undefined) return false
      writeNote(database, callId, note)
      recordTextChange(database, Number(sequence))
      return true
    })
  },

  /** Returns the notes of these calls by call ID. */
  notesOf({ callIds }: { callIds: readonly string[] }): Record<string, string> {
    const rows = database
      .prepare('SELECT call_id, note FROM call_notes WHERE call_id IN (SELECT value FROM json_each(?))')
      .all(JSON.stringify(callIds))
    return Object.fromEntries(rows.map((row) => [String(row['call_id']), String(row['note'])]))
  },
})

const selectRemindersSql = `SELECT calls.*, reminder_id, due_at, reminders.created_at AS reminder_created_at
  FROM reminders JOIN calls USING (call_id)`

const readReminder = (row: Row): Reminder => ({
  reminderId: String(row['reminder_id']),
  call: readCall(row),
  dueAt: String(row['due_at']),
  createdAt: String(row['reminder_created_at']),
})

/**
 * Removes the reminders to call a number that were set until `setUntil` (ISO 8601), in the caller's transaction. Keeps
 * the reminder of the call `keptCallId`.
 */
export const removeRemindersOf = (
  database: DatabaseSync,
  { phoneNumber, practice }: Pick<Call, 'phoneNumber' | 'practice'>,
  setUntil: string = endOfTime,
  keptCallId = '',
): void => {
  const reminders = database
    .prepare(
      `SELECT reminder_id, phone_number FROM reminders JOIN calls USING (call_id)
       WHERE reminders.number_tail = ? AND practice = ? AND created_at <= ? AND call_id <> ?`,
    )
    .all(numberTail(phoneNumber), practice ? 1 : 0, setUntil, keptCallId)
  for (const { reminder_id: reminderId, phone_number: called } of reminders)
    if (isSameNumber(String(called), phoneNumber))
      database.prepare('DELETE FROM reminders WHERE reminder_id = ?').run(String(reminderId))
}

/** Reminders to call again, one per call. If a call's number is erased, its reminder is deleted with it. */
export const createRemindersTable = (database: DatabaseSync) => ({
  /** Returns all reminders, earliest first. */
  listReminders(_input: Record<string, never>): Reminder[] {
    return database.prepare(`${selectRemindersSql} ORDER BY due_at, reminder_id`).all().map(readReminder)
  },

  /** Sets the reminder of a call, or moves it; null if there is no such call or if its number was erased. */
  setReminder(input: { reminderId: string; callId: string; dueAt: string; createdAt: string }): Reminder | null {
    const { reminderId, callId, dueAt, createdAt } = input
    return inTransaction(database, () => {
      database
        .prepare(
          `INSERT INTO reminders (reminder_id, call_id, due_at, created_at)
           SELECT ?, call_id, ?, ? FROM calls WHERE call_id = ? AND purged_at IS NULL
           ON CONFLICT (call_id) DO UPDATE SET due_at = excluded.due_at`,
        )
        .run(reminderId, dueAt, createdAt, callId)
      const row = database.prepare(`${selectRemindersSql} WHERE call_id = ?`).get(callId)
      return row === undefined ? null : readReminder(row)
    })
  },

  /** Removes a reminder; returns false if there is none. */
  removeReminder({ reminderId }: { reminderId: string }): boolean {
    return inTransaction(
      database,
      () => Number(database.prepare('DELETE FROM reminders WHERE reminder_id = ?').run(reminderId).changes) > 0,
    )
  },
})

import type { DatabaseSync } from 'node:sqlite'
import type { Reminder } from '../../contract/person.ts'
import { readCall, type Row } from './call-rows.ts'
import { inTransaction } from './database.ts'

const selectSql = `SELECT calls.*, reminder_id, due_at, reminders.created_at AS reminder_created_at
  FROM reminders JOIN calls USING (call_id)`

const readReminder = (row: Row): Reminder => ({
  reminderId: String(row['reminder_id']),
  call: readCall(row),
  dueAt: String(row['due_at']),
  createdAt: String(row['reminder_created_at']),
})

/** Reminders to call again, one per call. If a call's number is erased, its reminder is deleted with it. */
export const createRemindersTable = (database: DatabaseSync) => ({
  /** Returns all reminders, earliest first. */
  listReminders(_input: Record<string, never>): Reminder[] {
    return database.prepare(`${selectSql} ORDER BY due_at, reminder_id`).all().map(readReminder)
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
      const row = database.prepare(`${selectSql} WHERE call_id = ?`).get(callId)
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

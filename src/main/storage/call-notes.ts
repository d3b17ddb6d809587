import type { DatabaseSync } from 'node:sqlite'
import type { CallNote } from '../../contract/call.ts'
import { inTransaction } from './transaction.ts'

/** Remembers that the words of a call have changed without an event of the chain, in the caller's transaction. */
export const noteTextChange = (database: DatabaseSync, sequence: number): void => {
  database.prepare('INSERT INTO text_changes (sequence) VALUES (?)').run(sequence)
}

/** Writes a note without asking for its call, in the caller's transaction; an empty one is removed. */
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

/** What a person wrote to a call; null where nobody did. */
export const readNote = (database: DatabaseSync, callId: string): CallNote | null => {
  const row = database.prepare('SELECT note, noted_at FROM call_notes WHERE call_id = ?').get(callId)
  return row === undefined ? null : { text: String(row['note']), at: String(row['noted_at']) }
}

/**
 * The notes to calls. They are no part of the chain: they say nothing of what happened, and whoever is erased takes them
 * along.
 */
export const createCallNotes = (database: DatabaseSync) => ({
  /** Writes a note in the place of the one that is there, or removes it when it is empty; false when there is no such call. */
  noteCall({ callId, note }: { callId: string; note: CallNote }): boolean {
    return inTransaction(database, () => {
      const sequence = database.prepare('SELECT sequence FROM calls WHERE call_id = ?').get(callId)?.['sequence']
      if (sequence === undefined) return false
      writeNote(database, callId, note)
      noteTextChange(database, Number(sequence))
      return true
    })
  },

  /** The notes to these calls, by their ids. */
  notesOf({ callIds }: { callIds: readonly string[] }): Record<string, string> {
    const rows = database
      .prepare('SELECT call_id, note FROM call_notes WHERE call_id IN (SELECT value FROM json_each(?))')
      .all(JSON.stringify(callIds))
    return Object.fromEntries(rows.map((row) => [String(row['call_id']), String(row['note'])]))
  },
})

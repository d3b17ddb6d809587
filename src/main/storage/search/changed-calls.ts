import type { DatabaseSync } from 'node:sqlite'
import type { Row } from '../call-row.ts'
import type { Progress } from './search-progress.ts'

/** The rows of calls as a search reads them: with their notes. */
const rows = 'SELECT calls.*, call_notes.note FROM calls LEFT JOIN call_notes USING (call_id)'

/** Tells what the search file does not know yet of the history. */
export const createChangedCalls = (history: DatabaseSync) => {
  const sequencesIn = (sql: string, ...values: number[]): number[] =>
    history
      .prepare(sql)
      .all(...values)
      .map((row) => Number(row['sequence']))

  return {
    /** Calls at or above the floor that changed since, newest first. */
    pending: ({ events, changes, floor }: Progress): number[] =>
      sequencesIn(
        `SELECT sequence FROM (
           SELECT calls.sequence FROM call_events AS event CROSS JOIN calls USING (call_id) WHERE event.sequence > ?
           UNION SELECT sequence FROM text_changes WHERE change > ?
         ) WHERE sequence >= ? ORDER BY sequence DESC`,
        events,
        changes,
        floor,
      ),

    /** The next events that were not taken in, oldest first: of which calls, and how far they go. */
    nextEvents(
      after: number,
      limit: number,
    ): { sequences: number[]; last: { events: number; eventHash: string } | null } {
      const found = history
        .prepare(
          `SELECT event.sequence AS last, event.hash, calls.sequence FROM call_events AS event CROSS JOIN calls USING (call_id)
           WHERE event.sequence > ? ORDER BY event.sequence LIMIT ?`,
        )
        .all(after, limit)
      const last = found.at(-1)
      return {
        sequences: found.map((row) => Number(row['sequence'])),
        last: last === undefined ? null : { events: Number(last['last']), eventHash: String(last['hash']) },
      }
    },

    /** The next changes of texts that no event tells of. */
    nextChanges(after: number, limit: number): { sequences: number[]; last: number | null } {
      const found = history
        .prepare('SELECT change, sequence FROM text_changes WHERE change > ? ORDER BY change LIMIT ?')
        .all(after, limit)
      const last = found.at(-1)?.['change']
      return { sequences: found.map((row) => Number(row['sequence'])), last: last === undefined ? null : Number(last) }
    },

    /** The calls just below a place, newest first. */
    below: (floor: number, limit: number): Row[] =>
      history.prepare(`${rows} WHERE calls.sequence < ? ORDER BY calls.sequence DESC LIMIT ?`).all(floor, limit),

    /** The calls at these places, newest first. */
    at: (sequences: readonly number[]): Row[] =>
      history
        .prepare(`${rows} WHERE calls.sequence IN (SELECT value FROM json_each(?)) ORDER BY calls.sequence DESC`)
        .all(JSON.stringify(sequences)),

    /** The place after the newest call. */
    end: (): number => Number(history.prepare('SELECT max(sequence) AS last FROM calls').get()?.['last'] ?? 0) + 1,

    /** Whether there are changes to forget. */
    hasChanges: (upTo: number): boolean =>
      history.prepare('SELECT 1 FROM text_changes WHERE change <= ? LIMIT 1').get(upTo) !== undefined,

    /** Forgets changes that are in the search file for good. */
    forgetChanges(upTo: number): void {
      history.prepare('DELETE FROM text_changes WHERE change <= ?').run(upTo)
    },
  }
}

export type ChangedCalls = ReturnType<typeof createChangedCalls>

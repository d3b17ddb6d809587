import type { DatabaseSync } from 'node:sqlite'

/** How far the search file has followed the history. */
export type Progress = {
  /** The last event of the chain that was taken in, and its hash: with it the history is known to be the same one. */
  events: number
  eventHash: string
  /** The last change of a text that no event tells of. */
  changes: number
  /** Calls from this place on have been taken in once; those below are still to come, newest first. */
  floor: number
}

const numberIn = (database: DatabaseSync, sql: string): number => Number(database.prepare(sql).get()?.['found'] ?? 0)

const hashAt = (history: DatabaseSync, sequence: number): string =>
  String(history.prepare('SELECT hash FROM call_events WHERE sequence = ?').get(sequence)?.['hash'] ?? '')

/** Where a new search file begins: what happens from now on is followed, and what is there is taken in from the newest on. */
export const firstProgress = (history: DatabaseSync): Progress => {
  const events = numberIn(history, 'SELECT max(sequence) AS found FROM call_events')
  return {
    events,
    eventHash: hashAt(history, events),
    changes: numberIn(history, `SELECT seq AS found FROM sqlite_sequence WHERE name = 'text_changes'`),
    floor: numberIn(history, 'SELECT max(sequence) AS found FROM calls') + 1,
  }
}

/** What the search file says of itself; null where it says nothing yet. */
export const readProgress = (search: DatabaseSync): Progress | null => {
  const row = search.prepare('SELECT * FROM progress').get()
  if (row === undefined) return null
  const { events, event_hash: eventHash, changes, floor } = row
  return { events: Number(events), eventHash: String(eventHash), changes: Number(changes), floor: Number(floor) }
}

/** Writes how far the search file is, in the transaction of what was taken in. */
export const writeProgress = (search: DatabaseSync, { events, eventHash, changes, floor }: Progress): void => {
  search
    .prepare('INSERT OR REPLACE INTO progress (id, events, event_hash, changes, floor) VALUES (1, ?, ?, ?, ?)')
    .run(events, eventHash, changes, floor)
}

/** Whether this history is the one that was followed, and not an older copy that was put in its place. */
export const isSameHistory = (history: DatabaseSync, { events, eventHash, changes }: Progress): boolean =>
  hashAt(history, events) === eventHash && changes <= firstProgress(history).changes

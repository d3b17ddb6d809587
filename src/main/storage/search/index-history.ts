import type { DatabaseSync } from 'node:sqlite'
import { displayStateOf } from '../../../domain/call-state.ts'
import { readOutcome, type Row } from '../call-rows.ts'
import { amountsOf } from '../call-results.ts'
import { inTransaction } from '../database.ts'
import { type Progress, readProgress, writeProgress } from './search-file.ts'
import { StorageError } from '../errors.ts'
import { searchTextOf } from './search-text.ts'

/** The number of rows per step: a call that is being recorded waits for no more than this. */
const [eventsAtOnce, newAtOnce, mergedPages] = [20, 60, 16]

/** Minimum number of new calls before the whole index is merged again, also as a share of all calls. */
const [leastNew, newShare] = [2_000, 0.1]

type IndexerDeps = { history: DatabaseSync; search: DatabaseSync }

/** Indexes the history step by step: first changes, then calls that have never been indexed, then merges. */
export const createIndexer = ({ history, search }: IndexerDeps) => {
  const changed: HistoryChanges = createHistoryChanges(history)
  const writer = createEntryWriter(search)
  const found = readProgress(search)
  if (found === null) throw new StorageError('corrupt')
  let progress: Progress = found
  let isMergingAll = false

  const indexRows = (rows: readonly Row[], next: Progress): void => {
    try {
      inTransaction(search, () => {
        for (const row of rows) writer.write(row)
        writeProgress(search, next)
      })
      progress = next
    } catch (error) {
      writer.forgetLabels()
      throw error
    }
  }

  const aboveFloor = (sequences: readonly number[]): Row[] =>
    changed.at(sequences.filter((sequence) => sequence >= progress.floor))

  const indexEvents = (): boolean => {
    const { sequences, last } = changed.nextEvents(progress.events, eventsAtOnce)
    if (last !== null) indexRows(aboveFloor(sequences), { ...progress, ...last })
    return last !== null
  }

  const indexChanges = (): boolean => {
    const { sequences, last } = changed.nextChanges(progress.changes, eventsAtOnce)
    if (last !== null) indexRows(aboveFloor(sequences), { ...progress, changes: last })
    return last !== null
  }

  const indexOld = (): boolean => {
    const rows = changed.below(progress.floor, newAtOnce)
    const floor = Number(rows.at(-1)?.['sequence'] ?? 0)
    if (rows.length > 0) indexRows(rows, { ...progress, floor })
    return rows.length > 0
  }

  const totalChanges = (): number => Number(search.prepare('SELECT total_changes() AS total').get()?.['total'])

  /**
   * Merges some pages of the index; a negative number starts a merge of all segments into one. Returns false when there
   * is nothing left to merge.
   */
  const merge = (pages: number): boolean => {
    const before = totalChanges()
    search.prepare(`INSERT INTO texts_index (texts_index, rank) VALUES ('merge', ?)`).run(pages)
    // The command itself is counted as one change.
    return totalChanges() - before > 1
  }

  return {
    progress: (): Progress => progress,
    /** Returns calls that are indexed with outdated text or not at all, newest first; a search reads them directly. */
    pending: (): number[] => changed.pending(progress),
    /** Indexes some changes; returns false when none are left. */
    follow: (): boolean => indexEvents() || indexChanges(),
    /** Runs one step of any kind; returns false when nothing is left. */
    step(): boolean {
      const indexed = indexEvents() || indexChanges() || indexOld()
      return merge(mergedPages) || indexed
    },
    /**
     * Merges some pages of the whole index into one segment, once every call is indexed and enough of them are new.
     * Searching one segment takes half the time of searching several. Returns false when nothing is left to merge.
     */
    mergeGrown(): boolean {
      const calls = changed.end() - 1
      const added = calls - progress.merged
      const isDue = changed.below(progress.floor, 1).length === 0 && added > Math.max(leastNew, calls * newShare)
      if (!isMergingAll && !isDue) return false
      const more = merge(isMergingAll ? mergedPages : -mergedPages)
      isMergingAll = more
      if (!more) {
        progress = { ...progress, merged: calls }
        inTransaction(search, () => writeProgress(search, progress))
      }
      return more
    },
    /** Starts merging the index into one segment without deleted entries; `mergeOn` continues. */
    mergeAll: (): boolean => merge(-mergedPages),
    mergeOn: (): boolean => merge(mergedPages),
    /** Syncs the file and deletes the recorded changes that it now contains. */
    checkpoint(): void {
      const { changes } = progress
      if (Number(search.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] ?? 1) !== 0) return
      if (changed.hasChanges(changes)) inTransaction(history, () => changed.forgetChanges(changes))
    },
  }
}

export type Indexer = ReturnType<typeof createIndexer>

/** Calls with their notes and what their agents learned. */
const rows = `SELECT calls.*, call_notes.note, call_results.learned FROM calls
  LEFT JOIN call_notes USING (call_id) LEFT JOIN call_results USING (call_id)`

/** Reads what has changed in the history since the index was updated. */
export const createHistoryChanges = (history: DatabaseSync) => {
  const sequencesIn = (sql: string, ...values: number[]): number[] =>
    history
      .prepare(sql)
      .all(...values)
      .map((row) => Number(row['sequence']))

  return {
    /** Returns changed calls at or above the floor (the lowest indexed sequence number), newest first. */
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

    /** Returns the next events, oldest first. */
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

    /** Returns the next text changes without an event. */
    nextChanges(after: number, limit: number): { sequences: number[]; last: number | null } {
      const found = history
        .prepare('SELECT change, sequence FROM text_changes WHERE change > ? ORDER BY change LIMIT ?')
        .all(after, limit)
      const last = found.at(-1)?.['change']
      return { sequences: found.map((row) => Number(row['sequence'])), last: last === undefined ? null : Number(last) }
    },

    /** Returns the next calls below the floor, newest first. */
    below: (floor: number, limit: number): Row[] =>
      history.prepare(`${rows} WHERE calls.sequence < ? ORDER BY calls.sequence DESC LIMIT ?`).all(floor, limit),

    /** Returns the calls with these sequence numbers, newest first. */
    at: (sequences: readonly number[]): Row[] =>
      history
        .prepare(`${rows} WHERE calls.sequence IN (SELECT value FROM json_each(?)) ORDER BY calls.sequence DESC`)
        .all(JSON.stringify(sequences)),

    /** Returns the sequence number after the newest call. */
    end: (): number => Number(history.prepare('SELECT max(sequence) AS last FROM calls').get()?.['last'] ?? 0) + 1,

    hasChanges: (upTo: number): boolean =>
      history.prepare('SELECT 1 FROM text_changes WHERE change <= ? LIMIT 1').get(upTo) !== undefined,

    /** Deletes recorded changes that the search file on disk already contains. */
    forgetChanges(upTo: number): void {
      history.prepare('DELETE FROM text_changes WHERE change <= ?').run(upTo)
    },
  }
}

export type HistoryChanges = ReturnType<typeof createHistoryChanges>

type Kind = 'agent' | 'profile'

/** Maps agents and profiles to small integers, because millions of entries contain them. */
const createLabels = (search: DatabaseSync) => {
  const known = new Map<string, number>()
  const read = (kind: Kind, value: string): number => {
    search.prepare('INSERT INTO labels (kind, value) VALUES (?, ?) ON CONFLICT DO NOTHING').run(kind, value)
    return Number(search.prepare('SELECT label FROM labels WHERE kind = ? AND value = ?').get(kind, value)?.['label'])
  }
  return (kind: Kind, value: unknown): number => {
    const key = `${kind} ${String(value)}`
    const label = known.get(key) ?? read(kind, String(value))
    known.set(key, label)
    return label
  }
}

/** Writes entries of the search file, in the caller's transaction. */
const createEntryWriter = (search: DatabaseSync) => {
  let labelOf = createLabels(search)

  const writeText = (sequence: number, text: string): void => {
    const known = search.prepare('SELECT text FROM texts WHERE sequence = ?').get(sequence)?.['text']
    if (known === text) return
    if (known !== undefined) {
      search
        .prepare(`INSERT INTO texts_index (texts_index, rowid, text) VALUES ('delete', ?, ?)`)
        .run(sequence, String(known))
      search.prepare('UPDATE texts SET text = ? WHERE sequence = ?').run(text, sequence)
    } else search.prepare('INSERT INTO texts (sequence, text) VALUES (?, ?)').run(sequence, text)
    search.prepare('INSERT INTO texts_index (rowid, text) VALUES (?, ?)').run(sequence, text)
  }

  const writeFields = (sequence: number, row: Row): void => {
    const [agent, profile] = [labelOf('agent', row['agent_uuid']), labelOf('profile', row['profile_id'])]
    const outcome = readOutcome(row)
    const { duration, credits } = amountsOf(outcome, row['learned'])
    search
      .prepare(
        `INSERT OR REPLACE INTO fields (sequence, state, agent, profile, practice, prepared, duration, credits)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        sequence,
        displayStateOf(outcome),
        agent,
        profile,
        Number(row['practice']),
        Date.parse(String(row['prepared_at'])),
        duration,
        credits,
      )
  }

  return {
    /** Writes the current state of a call; `row` is its row with its note. */
    write(row: Row): void {
      const sequence = Number(row['sequence'])
      writeText(sequence, searchTextOf(row))
      writeFields(sequence, row)
    },
    /** Invoke this after a rollback, because the cached labels may not exist. */
    forgetLabels(): void {
      labelOf = createLabels(search)
    },
  }
}

import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { restrictToOwner, inTransaction, readPragma } from '../database.ts'
import { reasonOf, sqliteCode, StorageError } from '../errors.ts'

/** Returns the search file of the history at `file`. */
export const searchFileOf = (file: string): string => join(dirname(file), 'rundesk-search.db')

/** Removes the search file; it is rebuilt from the history. */
export const removeSearchFile = (file: string): void => {
  for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(searchFileOf(file) + ending, { force: true })
}

/**
 * The pragmas, each with the value that must be read back. A commit does not wait for the disk; after a power loss, the
 * file is outdated but consistent, and is updated again. Checkpoints run when the app is idle.
 */
const pragmas: readonly [name: string, set: string, expected: number | string][] = [
  ['journal_mode', 'WAL', 'wal'],
  ['synchronous', 'NORMAL', 1],
  ['trusted_schema', 'OFF', 0],
  // SECURITY: it contains the same data as the history, and is erased as thoroughly.
  ['secure_delete', 'ON', 1],
  ['temp_store', 'MEMORY', 2],
]

const setPragmas = (search: DatabaseSync): void => {
  for (const [name, value] of pragmas) search.exec(`PRAGMA ${name} = ${value}`)
  for (const [name, , expected] of pragmas) if (readPragma(search, name) !== expected) throw new StorageError('pragma')
}

const prepare = (search: DatabaseSync, history: DatabaseSync): void => {
  setPragmas(search)
  if (readPragma(search, 'user_version') === searchVersion) return
  inTransaction(search, () => {
    search.exec(searchSchema)
    writeProgress(search, firstProgress(history))
    search.exec(`PRAGMA user_version = ${searchVersion}`)
  })
}

const openOnce = (file: string, history: DatabaseSync): DatabaseSync => {
  const path = searchFileOf(file)
  // SECURITY: SQLite would create the file so that others can read it.
  writeFileSync(path, '', { mode: 0o600, flag: 'a' })
  const search = new DatabaseSync(path)
  try {
    prepare(search, history)
    const progress = readProgress(search)
    if (progress === null || !isSameHistory(history, progress)) throw new StorageError('corrupt')
    restrictToOwner(path)
    return search
  } catch (error) {
    search.close()
    throw error
  }
}

/** Returns whether the file is damaged or its tables differ from this app's. */
export const needsRebuild = (error: unknown): boolean => reasonOf(error) === 'corrupt' || sqliteCode(error) === 1

/**
 * Opens the search file of the history at `file`; rebuilds one that is damaged, of another version or of another
 * history. Throws errors that `reasonOf` maps, for example on a full disk.
 */
export const openSearchFile = (file: string, history: DatabaseSync): DatabaseSync => {
  try {
    return openOnce(file, history)
  } catch (error) {
    if (!needsRebuild(error)) throw error
    removeSearchFile(file)
    return openOnce(file, history)
  }
}

/** How much of the history is indexed. */
export type Progress = {
  /** The last indexed event, and its hash, which identifies the history. */
  events: number
  eventHash: string
  /** The last indexed text change without an event. */
  changes: number
  /** Calls with this sequence number or a higher one are indexed; older ones follow, newest first. */
  floor: number
  /** The number of calls when the index was last merged into one segment; 0 before that. */
  merged: number
}

const numberIn = (database: DatabaseSync, sql: string): number => Number(database.prepare(sql).get()?.['found'] ?? 0)

const hashAt = (history: DatabaseSync, sequence: number): string =>
  String(history.prepare('SELECT hash FROM call_events WHERE sequence = ?').get(sequence)?.['hash'] ?? '')

/**
 * Returns the progress of a new search file. It starts at the end of the history: new events are indexed as they
 * arrive, older calls newest first.
 */
const firstProgress = (history: DatabaseSync): Progress => {
  const events = numberIn(history, 'SELECT max(sequence) AS found FROM call_events')
  return {
    events,
    eventHash: hashAt(history, events),
    changes: numberIn(history, `SELECT seq AS found FROM sqlite_sequence WHERE name = 'text_changes'`),
    floor: numberIn(history, 'SELECT max(sequence) AS found FROM calls') + 1,
    merged: 0,
  }
}

/** Reads the progress of a search file; null in a new one. */
export const readProgress = (search: DatabaseSync): Progress | null => {
  const row = search.prepare('SELECT * FROM progress').get()
  if (row === undefined) return null
  const { events, event_hash: eventHash, changes, floor, merged } = row
  return {
    events: Number(events),
    eventHash: String(eventHash),
    changes: Number(changes),
    floor: Number(floor),
    merged: Number(merged),
  }
}

/** Writes the progress, in the transaction of the indexed entries. */
export const writeProgress = (search: DatabaseSync, progress: Progress): void => {
  const { events, eventHash, changes, floor, merged } = progress
  search
    .prepare(
      'INSERT OR REPLACE INTO progress (id, events, event_hash, changes, floor, merged) VALUES (1, ?, ?, ?, ?, ?)',
    )
    .run(events, eventHash, changes, floor, merged)
}

/** Returns whether this is the indexed history rather than an older copy of it. */
const isSameHistory = (history: DatabaseSync, { events, eventHash, changes }: Progress): boolean =>
  hashAt(history, events) === eventHash && changes <= firstProgress(history).changes

/** Version of the schema and of the normalized text; a file of another version is rebuilt. */
const searchVersion = 6

/**
 * `texts` is searched, and `fields` is filtered; `labels` maps agents and profiles to integers. The index stores no
 * positions or sizes (`detail`, `columnsize`), which saves two thirds of its size; matches are verified in the text.
 * Merges run in small steps, so that no request waits for a large one. Deleted text remains in old segments until they
 * are merged, because FTS5's own secure delete takes 10 ms per call.
 */
export const searchSchema = `
  CREATE TABLE texts (sequence INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
  CREATE VIRTUAL TABLE texts_index USING fts5(
    text, content = 'texts', content_rowid = 'sequence',
    tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0
  );
  INSERT INTO texts_index (texts_index, rank) VALUES ('automerge', 0);
  INSERT INTO texts_index (texts_index, rank) VALUES ('crisismerge', 1000);
  CREATE VIRTUAL TABLE texts_terms USING fts5vocab(texts_index, row);

  CREATE TABLE labels (
    label INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('agent', 'profile')),
    value TEXT NOT NULL,
    UNIQUE (kind, value)
  ) STRICT;
  CREATE TABLE fields (
    sequence INTEGER PRIMARY KEY,
    state TEXT NOT NULL,
    agent INTEGER NOT NULL,
    profile INTEGER NOT NULL,
    practice INTEGER NOT NULL,
    prepared INTEGER NOT NULL,
    -- In seconds, and in the service's credits; null if unknown.
    duration REAL,
    credits REAL
  ) STRICT;
  CREATE INDEX fields_by_state ON fields (state, sequence);
  CREATE INDEX fields_by_agent ON fields (agent, sequence);
  CREATE INDEX fields_by_profile ON fields (profile, sequence);
  CREATE INDEX fields_by_practice ON fields (practice, sequence);
  CREATE INDEX fields_by_prepared ON fields (prepared, sequence);
  CREATE INDEX fields_by_duration ON fields (duration, sequence) WHERE duration IS NOT NULL;
  CREATE INDEX fields_by_credits ON fields (credits, sequence) WHERE credits IS NOT NULL;

  CREATE TABLE progress (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    events INTEGER NOT NULL,
    event_hash TEXT NOT NULL,
    changes INTEGER NOT NULL,
    floor INTEGER NOT NULL,
    merged INTEGER NOT NULL
  ) STRICT;
`

/**
 * Returns whether the index matches the text exactly. SQLite's integrity check covers only the structure of the index:
 * of 60 flipped bits it found 2, this check 55. The file cannot be written during the check.
 */
export const isIndexIntact = (file: string): boolean => {
  const path = searchFileOf(file)
  if (!existsSync(path)) return true
  const search = new DatabaseSync(path)
  try {
    search.exec(`INSERT INTO texts_index (texts_index, rank) VALUES ('integrity-check', 1)`)
    return true
  } catch (error) {
    if (needsRebuild(error)) return false
    // Another program is writing to the file; the next check will show whether it is intact.
    if (reasonOf(error) === 'locked') return true
    throw error
  } finally {
    search.close()
  }
}

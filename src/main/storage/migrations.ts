import type { DatabaseSync } from 'node:sqlite'
import { migrateChain } from './migrate-chain.ts'
import { rekeyNumbers } from './rekey-numbers.ts'
import { digestRows } from './row-digest.ts'

/** SQL, and where SQL is not enough what is done after it, in the same transaction. */
export type Migration = string | { sql: string; act: (database: DatabaseSync) => void }

/** The database's history: step N takes version N to N + 1. A step that has been released never changes. */
export const migrations: readonly Migration[] = [
  `
  CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;

  CREATE TABLE profiles (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('practice', 'service')),
    name TEXT NOT NULL,
    color TEXT NOT NULL,
    origin TEXT,
    custody TEXT CHECK (custody IN ('keychain', 'session')),
    created_at TEXT NOT NULL,
    CHECK ((kind = 'service') = (origin IS NOT NULL)),
    CHECK ((kind = 'service') = (custody IS NOT NULL))
  ) STRICT;

  CREATE TABLE calls (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    call_id TEXT NOT NULL UNIQUE CHECK (length(call_id) = 26),
    profile_id TEXT NOT NULL,
    profile_name TEXT NOT NULL,
    profile_color TEXT NOT NULL,
    practice INTEGER NOT NULL CHECK (practice IN (0, 1)),
    origin TEXT NOT NULL,
    agent_uuid TEXT NOT NULL,
    agent_name TEXT,
    phone_number TEXT NOT NULL,
    phone_number_display TEXT NOT NULL,
    telephony_configuration_id INTEGER,
    telephony_configuration_name TEXT,
    from_phone_number_id INTEGER,
    from_phone_number_text TEXT,
    initial_context TEXT NOT NULL CHECK (json_valid(initial_context)),
    prepared_at TEXT NOT NULL,
    changed_at TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'accepted', 'rejected', 'notSent', 'failedAtProvider',
      'unknown', 'candidate', 'notFound', 'closedByOperator', 'cancelled')),
    outcome TEXT NOT NULL CHECK (json_valid(outcome)),
    workflow_run_id INTEGER,
    search_text TEXT NOT NULL,
    CHECK (state <> 'accepted' OR workflow_run_id IS NOT NULL)
  ) STRICT;
  CREATE INDEX calls_unsettled ON calls (state) WHERE state IN ('queued', 'sending', 'unknown', 'candidate');
  CREATE INDEX calls_by_run ON calls (workflow_run_id) WHERE workflow_run_id IS NOT NULL;
  CREATE INDEX calls_by_number ON calls (phone_number, sequence);

  CREATE TABLE call_events (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    call_id TEXT NOT NULL REFERENCES calls (call_id),
    at TEXT NOT NULL,
    outcome TEXT NOT NULL CHECK (json_valid(outcome)),
    previous_hash TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  CREATE INDEX call_events_by_call ON call_events (call_id, sequence);
  `,
  // What a lost answer is looked up by, and what the guards before a second ring ask for.
  `
  ALTER TABLE profiles ADD COLUMN reference_name TEXT DEFAULT 'rundesk_call_id';
  ALTER TABLE calls ADD COLUMN reference_name TEXT;
  ALTER TABLE calls ADD COLUMN redial_of TEXT;
  ALTER TABLE calls ADD COLUMN ended_at TEXT;
  ALTER TABLE calls ADD COLUMN server_date TEXT;
  ALTER TABLE calls ADD COLUMN number_key TEXT NOT NULL DEFAULT '';
  ALTER TABLE calls ADD COLUMN unresolved INTEGER NOT NULL DEFAULT 0 CHECK (unresolved IN (0, 1));
  UPDATE calls SET
    number_key = CASE WHEN phone_number GLOB '[+(0-9]*'
      THEN replace(replace(replace(replace(replace(replace(phone_number, '+', ''), ' ', ''), '(', ''), ')', ''), '.', ''), '-', '')
      ELSE lower(phone_number) END,
    unresolved = state IN ('queued', 'sending', 'unknown', 'candidate')
      OR (state = 'failedAtProvider' AND json_extract(outcome, '$.doubt') = 1);
  DROP INDEX calls_by_number;
  DROP INDEX calls_unsettled;
  CREATE INDEX calls_by_number ON calls (number_key, practice, sequence);
  CREATE INDEX calls_unresolved ON calls (sequence) WHERE unresolved = 1;
  `,
  // The chain of events holds over digests, so that a person can be erased without breaking it; its end is known too.
  {
    sql: `
    CREATE TABLE chain_head (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      events INTEGER NOT NULL,
      hash TEXT NOT NULL,
      first_broken INTEGER
    ) STRICT;

    CREATE TABLE salted_events (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      call_id TEXT NOT NULL REFERENCES calls (call_id),
      at TEXT NOT NULL,
      state TEXT NOT NULL,
      outcome TEXT NOT NULL CHECK (json_valid(outcome)),
      salt TEXT,
      digest TEXT NOT NULL,
      previous_hash TEXT NOT NULL,
      hash TEXT NOT NULL
    ) STRICT;

    CREATE TABLE recoveries (
      at TEXT NOT NULL,
      gap_from TEXT,
      damaged_file TEXT,
      salvaged INTEGER NOT NULL,
      unreadable INTEGER NOT NULL,
      noted INTEGER NOT NULL DEFAULT 0 CHECK (noted IN (0, 1))
    ) STRICT;

    CREATE TABLE pending_erasures (phone_number TEXT PRIMARY KEY) STRICT;

    ALTER TABLE calls ADD COLUMN row_digest TEXT NOT NULL DEFAULT '';
    ALTER TABLE calls ADD COLUMN purged_at TEXT;
    CREATE INDEX calls_search ON calls (sequence, search_text);
    CREATE INDEX calls_to_purge ON calls (changed_at) WHERE purged_at IS NULL;
    `,
    act: (database) => {
      migrateChain(database)
      digestRows(database)
    },
  },
  // What is searched moves to a file of its own, which follows: the record of a call carries no copy of it any more.
  `
  DROP INDEX calls_search;

  CREATE TABLE call_notes (
    call_id TEXT PRIMARY KEY REFERENCES calls (call_id),
    note TEXT NOT NULL,
    noted_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE views (
    view_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    search TEXT NOT NULL,
    filter TEXT NOT NULL CHECK (json_valid(filter))
  ) STRICT;

  CREATE TABLE text_changes (
    change INTEGER PRIMARY KEY AUTOINCREMENT,
    sequence INTEGER NOT NULL
  ) STRICT;
  `,
  // One number is known in every spelling: an index finds what may be it by its end, and the guards compare the rest.
  {
    sql: `
    ALTER TABLE calls ADD COLUMN number_tail TEXT NOT NULL DEFAULT '';
    DROP INDEX calls_by_number;
    CREATE INDEX calls_by_number ON calls (number_tail, practice, sequence);
    `,
    act: rekeyNumbers,
  },
  // The log of acts: who did what to keys, profiles, settings and the history. SECURITY: nothing in it is ever changed.
  `
  CREATE TABLE audit_entries (
    sequence INTEGER PRIMARY KEY,
    entry TEXT NOT NULL CHECK (json_valid(entry)),
    previous_hash TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;

  CREATE TABLE audit_head (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    entries INTEGER NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  INSERT INTO audit_head (id, entries, hash) VALUES (1, 0, '');

  CREATE TRIGGER audit_entries_stay BEFORE UPDATE ON audit_entries
  BEGIN SELECT RAISE(ABORT, 'the log of acts is only added to'); END;
  CREATE TRIGGER audit_entries_remain BEFORE DELETE ON audit_entries
  BEGIN SELECT RAISE(ABORT, 'the log of acts is only added to'); END;
  `,
]

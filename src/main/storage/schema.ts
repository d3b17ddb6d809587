/** The entry at index N upgrades a database from version N to N + 1. It never changes after a release. */
export const migrations: string[] = [
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
    key_storage TEXT CHECK (key_storage IN ('keychain', 'session')),
    created_at TEXT NOT NULL,
    reference_name TEXT DEFAULT 'rundesk_call_id',
    organization_id INTEGER,
    provider_id TEXT,
    CHECK ((kind = 'service') = (origin IS NOT NULL)),
    CHECK ((kind = 'service') = (key_storage IS NOT NULL))
  ) STRICT;

  CREATE TABLE views (
    view_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    search TEXT NOT NULL,
    filter TEXT NOT NULL CHECK (json_valid(filter))
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
    number_key TEXT NOT NULL,
    -- The end of the number: the index finds candidates by it, and the code compares the rest.
    number_tail TEXT NOT NULL,
    telephony_configuration_id INTEGER,
    telephony_configuration_name TEXT,
    from_phone_number_id INTEGER,
    from_phone_number_text TEXT,
    initial_context TEXT NOT NULL CHECK (json_valid(initial_context)),
    reference_name TEXT,
    redial_of TEXT,
    prepared_at TEXT NOT NULL,
    ended_at TEXT,
    server_date TEXT,
    changed_at TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'accepted', 'rejected', 'notSent', 'failedAtProvider',
      'unknown', 'candidate', 'notFound', 'closedByOperator', 'cancelled')),
    outcome TEXT NOT NULL CHECK (json_valid(outcome)),
    unresolved INTEGER NOT NULL CHECK (unresolved IN (0, 1)),
    workflow_run_id INTEGER,
    row_digest TEXT NOT NULL,
    state_digest TEXT NOT NULL,
    purged_at TEXT,
    CHECK (state <> 'accepted' OR workflow_run_id IS NOT NULL)
  ) STRICT;
  CREATE INDEX calls_by_run ON calls (workflow_run_id) WHERE workflow_run_id IS NOT NULL;
  CREATE INDEX calls_by_number ON calls (number_tail, practice, sequence);
  CREATE INDEX calls_unresolved ON calls (sequence) WHERE unresolved = 1;
  -- A person resolves few calls among several runs, which no column can index.
  CREATE INDEX calls_with_runs ON calls (sequence)
    WHERE state = 'closedByOperator' AND workflow_run_id IS NULL AND json_extract(outcome, '$.runIds') IS NOT NULL;
  CREATE INDEX calls_to_purge ON calls (changed_at) WHERE purged_at IS NULL;

  CREATE TABLE call_notes (
    call_id TEXT PRIMARY KEY REFERENCES calls (call_id),
    note TEXT NOT NULL,
    noted_at TEXT NOT NULL
  ) STRICT;

  -- What the agent learned in a call, which names people: not in the event chain, so that erasing removes it.
  CREATE TABLE call_results (
    call_id TEXT PRIMARY KEY REFERENCES calls (call_id),
    learned TEXT NOT NULL CHECK (json_valid(learned))
  ) STRICT;

  CREATE TABLE reminders (
    reminder_id TEXT PRIMARY KEY,
    call_id TEXT NOT NULL UNIQUE REFERENCES calls (call_id),
    due_at TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;

  -- After a person was erased, only hashes of their number and of its end are left.
  CREATE TABLE do_not_call (
    entry_id TEXT PRIMARY KEY,
    number_tail TEXT,
    number_hash TEXT,
    phone_number TEXT,
    phone_number_display TEXT NOT NULL,
    practice INTEGER NOT NULL CHECK (practice IN (0, 1)),
    reason TEXT NOT NULL,
    added_at TEXT NOT NULL,
    added_by TEXT NOT NULL,
    CHECK ((phone_number IS NULL) = (number_hash IS NOT NULL)),
    CHECK ((phone_number IS NULL) = (number_tail IS NULL))
  ) STRICT;
  CREATE INDEX do_not_call_by_number ON do_not_call (number_tail) WHERE number_tail IS NOT NULL;
  CREATE INDEX do_not_call_by_hash ON do_not_call (number_hash) WHERE number_hash IS NOT NULL;

  -- SECURITY: without this key, the few possible numbers of a country could be hashed and compared.
  CREATE TABLE do_not_call_key (id INTEGER PRIMARY KEY CHECK (id = 1), key BLOB NOT NULL) STRICT;
  INSERT INTO do_not_call_key (id, key) VALUES (1, randomblob(32));

  -- Numbers of a file of a do-not-call register: one row each, because there may be a million. A prefix such as +1900*
  -- has no tail, and its digits are the key.
  CREATE TABLE do_not_call_imports (
    import_number INTEGER PRIMARY KEY,
    import_id TEXT NOT NULL UNIQUE,
    practice INTEGER NOT NULL CHECK (practice IN (0, 1)),
    source TEXT NOT NULL,
    file_name TEXT,
    added_at TEXT NOT NULL,
    added_by TEXT NOT NULL,
    expires_at TEXT,
    -- Its numbers hold back calls only once all of them are here, and no longer when it is being removed.
    complete INTEGER NOT NULL DEFAULT 0 CHECK (complete IN (0, 1))
  ) STRICT;
  CREATE TABLE do_not_call_numbers (
    number_tail TEXT NOT NULL,
    number_key TEXT NOT NULL,
    import_number INTEGER NOT NULL REFERENCES do_not_call_imports (import_number),
    PRIMARY KEY (number_tail, number_key, import_number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX do_not_call_numbers_by_import ON do_not_call_numbers (import_number);

  CREATE TABLE lists (
    list_number INTEGER PRIMARY KEY AUTOINCREMENT,
    list_id TEXT NOT NULL UNIQUE,
    profile_id TEXT NOT NULL,
    practice INTEGER NOT NULL CHECK (practice IN (0, 1)),
    name TEXT NOT NULL,
    source TEXT NOT NULL CHECK (json_valid(source)),
    -- SHA-256 of the file's bytes, to recognize a file that was opened before.
    fingerprint TEXT,
    state TEXT NOT NULL CHECK (state IN ('reading', 'draft', 'running', 'paused', 'finished', 'stopped', 'removing')),
    brake TEXT CHECK (json_valid(brake)),
    created_at TEXT NOT NULL,
    started_at TEXT,
    ended_at TEXT,
    headers TEXT NOT NULL CHECK (json_valid(headers)),
    targets TEXT NOT NULL CHECK (json_valid(targets)),
    agent TEXT CHECK (json_valid(agent)),
    route TEXT CHECK (json_valid(route)),
    options TEXT NOT NULL CHECK (json_valid(options)),
    -- Counts the saved plans. The rows were checked with plan number checked_plan; a list starts only if that is the last one.
    plan INTEGER NOT NULL DEFAULT 0,
    checked_plan INTEGER,
    preview TEXT CHECK (json_valid(preview)),
    purged_at TEXT
  ) STRICT;

  -- Its id is list_number * 2^21 + row, so that the rows of a list lie together. A row has the ID of its next or current
  -- call from the import on, so that it can never become two calls.
  CREATE TABLE list_rows (
    id INTEGER PRIMARY KEY,
    list INTEGER NOT NULL REFERENCES lists (list_number),
    row INTEGER NOT NULL,
    state TEXT NOT NULL,
    call_id TEXT NOT NULL CHECK (length(call_id) = 26),
    -- Milliseconds since 1970; 0 before all others, 1 at once.
    due_at INTEGER NOT NULL DEFAULT 1,
    attempts INTEGER NOT NULL DEFAULT 0,
    -- Milliseconds since 1970; null before the first change by a call or a person.
    changed_at INTEGER,
    number_tail TEXT,
    phone_number TEXT,
    phone_number_display TEXT NOT NULL DEFAULT '',
    cells TEXT NOT NULL,
    context TEXT NOT NULL DEFAULT '{}',
    time_zones TEXT NOT NULL DEFAULT '',
    note TEXT NOT NULL DEFAULT '',
    noted INTEGER NOT NULL DEFAULT 0 CHECK (noted IN (0, 1)),
    -- What a person decided about this row alone.
    decision TEXT CHECK (decision IN ('hold', 'leaveOut', 'call'))
  ) STRICT;
  CREATE INDEX list_rows_due ON list_rows (list, due_at) WHERE state = 'ready';
  CREATE INDEX list_rows_by_state ON list_rows (list, state);
  CREATE INDEX list_rows_changed ON list_rows (list, changed_at, state) WHERE changed_at IS NOT NULL;
  CREATE INDEX list_rows_by_number ON list_rows (list, number_tail) WHERE number_tail IS NOT NULL;

  -- The calls of a row, also the earlier ones. A recovered history may lack the call.
  CREATE TABLE list_calls (
    call_id TEXT PRIMARY KEY,
    row_id INTEGER NOT NULL REFERENCES list_rows (id),
    attempt INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX list_calls_by_row ON list_calls (row_id);

  CREATE TABLE list_findings (
    row_id INTEGER NOT NULL REFERENCES list_rows (id),
    code TEXT NOT NULL,
    name TEXT NOT NULL,
    list INTEGER NOT NULL,
    PRIMARY KEY (row_id, code, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX list_findings_by_group ON list_findings (list, code, name);

  -- What a person decided about all rows with a finding, and how many they were.
  CREATE TABLE list_fixes (
    list INTEGER NOT NULL REFERENCES lists (list_number),
    code TEXT NOT NULL,
    name TEXT NOT NULL,
    fix TEXT NOT NULL,
    value TEXT NOT NULL,
    rows INTEGER NOT NULL,
    PRIMARY KEY (list, code, name)
  ) STRICT, WITHOUT ROWID;

  -- Triggers keep the counts, so that they always add up to the rows of the list.
  CREATE TABLE list_counts (
    list INTEGER NOT NULL,
    state TEXT NOT NULL,
    rows INTEGER NOT NULL,
    PRIMARY KEY (list, state)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER list_rows_added AFTER INSERT ON list_rows BEGIN
    INSERT INTO list_counts (list, state, rows) VALUES (NEW.list, NEW.state, 1)
      ON CONFLICT (list, state) DO UPDATE SET rows = rows + 1;
  END;
  CREATE TRIGGER list_rows_changed_state AFTER UPDATE OF state ON list_rows WHEN OLD.state <> NEW.state BEGIN
    UPDATE list_counts SET rows = rows - 1 WHERE list = OLD.list AND state = OLD.state;
    INSERT INTO list_counts (list, state, rows) VALUES (NEW.list, NEW.state, 1)
      ON CONFLICT (list, state) DO UPDATE SET rows = rows + 1;
  END;
  CREATE TRIGGER list_rows_removed AFTER DELETE ON list_rows BEGIN
    UPDATE list_counts SET rows = rows - 1 WHERE list = OLD.list AND state = OLD.state;
  END;

  -- Changes of a call's text that the search index has not read yet and that no event records.
  CREATE TABLE text_changes (
    change INTEGER PRIMARY KEY AUTOINCREMENT,
    sequence INTEGER NOT NULL
  ) STRICT;

  -- Each hash covers the previous one and a salted digest of the outcome, so that erasing a person keeps the chain valid.
  CREATE TABLE call_events (
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
  CREATE INDEX call_events_by_call ON call_events (call_id, sequence);

  CREATE TABLE chain_head (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    events INTEGER NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  INSERT INTO chain_head (id, events, hash) VALUES (1, 0, '');

  CREATE TABLE recoveries (
    at TEXT NOT NULL,
    cause TEXT NOT NULL CHECK (cause IN ('damaged', 'shorter', 'unverified')),
    missing INTEGER,
    gap_from TEXT,
    damaged_file TEXT,
    salvaged INTEGER NOT NULL,
    unreadable INTEGER NOT NULL,
    noted INTEGER NOT NULL DEFAULT 0 CHECK (noted IN (0, 1))
  ) STRICT;

  CREATE TABLE pending_erasures (phone_number TEXT PRIMARY KEY) STRICT;

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

  -- SECURITY: an audit entry is never changed or deleted.
  CREATE TRIGGER audit_entries_no_update BEFORE UPDATE ON audit_entries
  BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
  CREATE TRIGGER audit_entries_no_delete BEFORE DELETE ON audit_entries
  BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
  `,
  `
  -- Whether a call of a row may be missing, if the row was in a history that lacks calls. A row that was called counts
  -- only until the user decides on it.
  ALTER TABLE list_rows ADD COLUMN may_lack_call INTEGER GENERATED ALWAYS AS (decision IS 'hold' OR state NOT IN (
    'queued', 'sending', 'dialing', 'accepted', 'reached', 'voicemail', 'noAnswer', 'busy', 'failed', 'ended',
    'resolvedPlaced')) VIRTUAL;

  -- Triggers keep the counts of such rows, because counting 100,000 rows takes too long for each read of a running list.
  CREATE TABLE list_unclear (
    list INTEGER NOT NULL,
    state TEXT NOT NULL,
    rows INTEGER NOT NULL,
    PRIMARY KEY (list, state)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO list_unclear (list, state, rows)
    SELECT list_rows.list, state, count(*) FROM list_findings JOIN list_rows ON id = row_id
    WHERE code = 'calledRecently' AND name = 'sinceBackup' AND may_lack_call GROUP BY list_rows.list, state;
  CREATE TRIGGER list_findings_added AFTER INSERT ON list_findings
  WHEN NEW.code = 'calledRecently' AND NEW.name = 'sinceBackup' BEGIN
    INSERT INTO list_unclear (list, state, rows)
      SELECT list, state, 1 FROM list_rows WHERE id = NEW.row_id AND may_lack_call
      ON CONFLICT (list, state) DO UPDATE SET rows = rows + 1;
  END;
  CREATE TRIGGER list_findings_removed AFTER DELETE ON list_findings
  WHEN OLD.code = 'calledRecently' AND OLD.name = 'sinceBackup' BEGIN
    UPDATE list_unclear SET rows = rows - 1
      WHERE (list, state) = (SELECT list, state FROM list_rows WHERE id = OLD.row_id AND may_lack_call);
  END;
  CREATE TRIGGER list_rows_changed_unclear AFTER UPDATE OF state, decision ON list_rows
  WHEN (OLD.state <> NEW.state OR OLD.decision IS NOT NEW.decision) AND EXISTS (SELECT 1 FROM list_findings
    WHERE row_id = NEW.id AND code = 'calledRecently' AND name = 'sinceBackup') BEGIN
    UPDATE list_unclear SET rows = rows - 1 WHERE list = OLD.list AND state = OLD.state AND OLD.may_lack_call;
    INSERT INTO list_unclear (list, state, rows) SELECT NEW.list, NEW.state, 1 WHERE NEW.may_lack_call
      ON CONFLICT (list, state) DO UPDATE SET rows = rows + 1;
  END;
  `,
  `
  -- The end of the call's number, so that a placed call finds the reminders of its number among many reminders and calls.
  ALTER TABLE reminders ADD COLUMN number_tail TEXT;
  UPDATE reminders SET number_tail = (SELECT number_tail FROM calls WHERE calls.call_id = reminders.call_id);
  CREATE INDEX reminders_by_number ON reminders (number_tail);
  CREATE TRIGGER reminders_added AFTER INSERT ON reminders BEGIN
    UPDATE reminders SET number_tail = (SELECT number_tail FROM calls WHERE call_id = NEW.call_id)
      WHERE reminder_id = NEW.reminder_id;
  END;

  -- Older versions stored the zone that the user chose also for rows whose own zones have no calling hours in common, so
  -- such a list is checked again before it resumes. A running list is paused after the migration.
  UPDATE lists SET plan = plan + 1
    WHERE state IN ('running', 'paused') AND list_number IN (SELECT list FROM list_fixes WHERE fix = 'chooseZone');
  `,
  `
  -- Whether the user held the row, which a decision on one of its groups does not release. Older versions did not record
  -- it: the user may have held a row without findings, so no decision on a group releases it.
  ALTER TABLE list_rows ADD COLUMN held_manually INTEGER NOT NULL DEFAULT 0
    CHECK (held_manually = 0 OR (held_manually = 1 AND decision IS 'hold'));
  UPDATE list_rows SET held_manually = 1
    WHERE decision = 'hold' AND NOT EXISTS (SELECT 1 FROM list_findings WHERE row_id = id);
  `,
  `
  -- The erased rows, so that each read of a long list counts them without reading its other rows.
  CREATE INDEX list_rows_erased ON list_rows (list, state) WHERE cells = '[]';
  `,
  `
  -- If calling hours or holidays put the row off: since when the row may be called otherwise, in milliseconds since 1970.
  -- Older versions did not record it. Of the rows that wait in their lists, those without a call wait for no retry.
  ALTER TABLE list_rows ADD COLUMN not_before INTEGER;
  UPDATE list_rows SET not_before = 1 WHERE state = 'ready' AND attempts = 0 AND due_at > 1;
  `,
  `
  -- Null: unknown. Older versions stored 0 in this case, too.
  ALTER TABLE recoveries RENAME COLUMN unreadable TO counted;
  ALTER TABLE recoveries ADD COLUMN unreadable INTEGER;
  UPDATE recoveries SET unreadable = nullif(counted, 0);
  ALTER TABLE recoveries DROP COLUMN counted;
  ALTER TABLE recoveries ADD COLUMN lost_lists INTEGER;
  `,
  `
  -- Whether a decision to call the group anyway doesn't cover the row until the user makes it again.
  ALTER TABLE list_findings ADD COLUMN undecided INTEGER NOT NULL DEFAULT 0 CHECK (undecided IN (0, 1));
  UPDATE list_findings SET undecided = 1
    WHERE name = 'sinceBackup' AND row_id IN (SELECT id FROM list_rows WHERE decision = 'hold');
  `,
  // The newest event when the user decided to call the row or the group. Older versions did not record it.
  `ALTER TABLE list_rows ADD COLUMN decided_after INTEGER; ALTER TABLE list_fixes ADD COLUMN decided_after INTEGER`,
  `
  -- Which request to erase the number is pending, which list was the newest then, and whether calls to other people or
  -- list rows may still mention the number. Older versions recorded neither the request nor the list.
  ALTER TABLE pending_erasures ADD COLUMN erasure_id TEXT;
  ALTER TABLE pending_erasures ADD COLUMN last_list INTEGER;
  ALTER TABLE pending_erasures ADD COLUMN has_mentions INTEGER NOT NULL DEFAULT 1 CHECK (has_mentions IN (0, 1));
  `,
  // The newest event when the row was held, or the first event of the newest call that a check found: a decision covers no
  // later call. Null: the finding shows no call. Older versions did not record it.
  'ALTER TABLE list_findings ADD COLUMN event INTEGER',
  // The file that the rows of a copied list are from. The newest event of the calls because of which a row was copied: the
  // calls until then don't hold it. Older versions recorded neither.
  'ALTER TABLE lists ADD COLUMN origin_fingerprint TEXT; ALTER TABLE list_rows ADD COLUMN copied_after INTEGER',
  // Whether the user held the row before leaving it out. Older versions did not record it.
  'ALTER TABLE list_rows ADD COLUMN held_before INTEGER NOT NULL DEFAULT 0',
]

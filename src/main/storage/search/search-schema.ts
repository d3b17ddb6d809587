/** The form of the search file. A file of any other form is made anew: everything in it follows from the history. */
export const searchVersion = 1

/**
 * `texts` is what is searched, `facts` what is filtered by, `labels` the agents and profiles that facts name by a number.
 * The index keeps neither places nor sizes (`detail`, `columnsize`): a third of the room, and what it finds is looked up in
 * the text. It merges its pieces when it is told to, a little at a time, so that nobody waits for a large merge. What is
 * taken out of it stays in its older pieces until all of them are merged; its own way to take it out at once costs ten
 * milliseconds a call.
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
  CREATE TABLE facts (
    sequence INTEGER PRIMARY KEY,
    state TEXT NOT NULL,
    agent INTEGER NOT NULL,
    profile INTEGER NOT NULL,
    practice INTEGER NOT NULL,
    prepared INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX facts_by_state ON facts (state, sequence);
  CREATE INDEX facts_by_agent ON facts (agent, sequence);
  CREATE INDEX facts_by_profile ON facts (profile, sequence);
  CREATE INDEX facts_by_practice ON facts (practice, sequence);
  CREATE INDEX facts_by_prepared ON facts (prepared, sequence);

  CREATE TABLE progress (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    events INTEGER NOT NULL,
    event_hash TEXT NOT NULL,
    changes INTEGER NOT NULL,
    floor INTEGER NOT NULL
  ) STRICT;
`

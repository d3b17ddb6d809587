import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { readRows } from '../../../src/main/storage/every-row.ts'

const notes = 30_050

const setUp = (isGone: string): DatabaseSync => {
  const database = new DatabaseSync(':memory:')
  database.exec(`
    CREATE TABLE call_notes (call_id TEXT PRIMARY KEY, note TEXT NOT NULL, noted_at TEXT NOT NULL) STRICT;
    INSERT INTO call_notes
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${notes})
      SELECT 'call ' || n, 'a note', '2026-11-22' FROM numbers;
    DELETE FROM call_notes WHERE ${isGone};
  `)
  return database
}

it.each([
  ['at the beginning, where old notes were erased', 'rowid <= 30000', 50],
  ['in the middle', 'rowid BETWEEN 26 AND 30025', 50],
  ['at the end', 'rowid > 50', 50],
  ['everywhere', 'true', 0],
])('finds every row beside a long gap %s', (_where, isGone, left) => {
  const found = readRows(setUp(isGone), 'call_notes', (row) => String(row['call_id']))
  expect(found).toHaveLength(left)
  expect(new Set(found).size).toBe(left)
})

import { DatabaseSync } from 'node:sqlite'
import { displayStateIn } from '../../../../src/main/storage/call-rows.ts'
import { isUnclear } from '../../../../src/main/storage/lists/list-rows.ts'

const uncalled = ['held', 'ready', 'refused', 'skipped', 'stopped']

/** Returns the inconsistencies in the lists of a history; there must never be any. */
export const listProblems = (file: string): string[] => {
  const database = new DatabaseSync(file)
  const problems: string[] = []
  const counted = database
    .prepare('SELECT list, state, count(*) AS rows FROM list_rows GROUP BY list, state ORDER BY list, state')
    .all()
  const kept = database.prepare('SELECT list, state, rows FROM list_counts WHERE rows <> 0 ORDER BY list, state').all()
  if (JSON.stringify(counted) !== JSON.stringify(kept))
    problems.push(`counts ${JSON.stringify(kept)} of rows ${JSON.stringify(counted)}`)
  const unclear = database
    .prepare(
      `SELECT list, state, count(*) AS rows FROM list_rows WHERE ${isUnclear} GROUP BY list, state ORDER BY list, state`,
    )
    .all()
  const keptUnclear = database
    .prepare('SELECT list, state, rows FROM list_unclear WHERE rows <> 0 ORDER BY list, state')
    .all()
  if (JSON.stringify(unclear) !== JSON.stringify(keptUnclear))
    problems.push(`unclear ${JSON.stringify(keptUnclear)} of rows ${JSON.stringify(unclear)}`)
  const shared = database
    .prepare(
      `SELECT count(*) AS shared FROM list_rows AS one JOIN list_rows AS other
         ON other.call_id = one.call_id AND other.id <> one.id`,
    )
    .get()
  if (shared?.['shared'] !== 0) problems.push('two rows have one call')
  const foreign = database
    .prepare(
      `SELECT count(*) AS calls FROM list_calls JOIN list_rows ON list_rows.call_id = list_calls.call_id
       WHERE list_rows.id <> list_calls.row_id`,
    )
    .get()
  if (foreign?.['calls'] !== 0) problems.push('a call belongs to two rows')
  const called = database
    .prepare(
      `SELECT list_rows.row, list_rows.state AS row_state, list_rows.attempts, list_calls.row_id, calls.* FROM list_rows
       JOIN calls USING (call_id) LEFT JOIN list_calls USING (call_id)`,
    )
    .all()
  for (const row of called) {
    if (row['row_id'] === null) problems.push(`row ${String(row['row'])} has a call that is not its own`)
    if (row['row_state'] !== displayStateIn(row))
      problems.push(`row ${String(row['row'])} is ${String(row['row_state'])}, its call ${String(row['state'])}`)
    if (row['attempts'] === 0) problems.push(`row ${String(row['row'])} was called without an attempt`)
  }
  const inProgress = database
    .prepare(`SELECT call_id, state FROM list_rows WHERE state NOT IN (SELECT value FROM json_each(?))`)
    .all(JSON.stringify(uncalled))
  const has = database.prepare('SELECT 1 FROM calls WHERE call_id = ?')
  for (const row of inProgress)
    if (has.get(row['call_id'] ?? null) === undefined) problems.push(`${String(row['state'])} without a call`)
  const orphans = database
    .prepare(
      `SELECT count(*) AS rows FROM list_rows WHERE list NOT IN (SELECT list_number FROM lists)
         OR NOT EXISTS (SELECT 1 FROM lists WHERE list_number = list)`,
    )
    .get()
  if (orphans?.['rows'] !== 0) problems.push('rows without a list')
  const ready = database
    .prepare("SELECT count(*) AS rows FROM list_rows WHERE state = 'ready' AND phone_number IS NULL")
    .get()
  if (ready?.['rows'] !== 0) problems.push('a ready row without a number')
  database.close()
  return problems
}

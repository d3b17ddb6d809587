import type { DatabaseSync } from 'node:sqlite'
import { sinceBackup } from '../../../domain/lists/checked-row.ts'
import { readCall } from '../call-rows.ts'
import { inTransaction } from '../database.ts'
import { followCall } from './list-gate.ts'

/**
 * Makes the lists of a backup safe after a recovery, in one transaction. Rows that were ready when the backup was made
 * may have been called since then, so all of them are held until the user decides on them; no list runs on its own.
 * Rows that were called before the backup keep their state, and are held as soon as they are ready again. Rows whose
 * call was recovered get the state of that call.
 */
export const settleRecoveredLists = (database: DatabaseSync, at: string): void =>
  inTransaction(database, () => {
    const called = database
      .prepare(
        `SELECT list_rows.id, calls.* FROM list_rows JOIN calls ON calls.call_id = list_rows.call_id
         WHERE NOT EXISTS (SELECT 1 FROM list_calls WHERE list_calls.call_id = list_rows.call_id)`,
      )
      .all()
    for (const row of called) {
      const [id, call] = [Number(row['id']), readCall(row)]
      database.prepare('UPDATE list_rows SET attempts = attempts + 1 WHERE id = ?').run(id)
      database
        .prepare('INSERT INTO list_calls (call_id, row_id, attempt) SELECT ?, id, attempts FROM list_rows WHERE id = ?')
        .run(call.callId, id)
      followCall(database, call)
    }
    const open = `SELECT id FROM list_rows JOIN lists ON lists.list_number = list_rows.list
      WHERE list_rows.state = 'ready' AND lists.state IN ('draft', 'running', 'paused')`
    // Rows that may become ready again; their calls since the backup are unknown, too.
    const mayBeReady = `SELECT id FROM list_rows JOIN lists ON lists.list_number = list_rows.list
      WHERE list_rows.attempts > 0 AND list_rows.state <> 'held' AND lists.state IN ('draft', 'running', 'paused')`
    database.exec(
      `DELETE FROM list_fixes WHERE code = 'calledRecently' AND fix = 'callAnyway';
       INSERT INTO list_findings (row_id, code, name, list)
         SELECT id, 'calledRecently', '${sinceBackup}', list FROM list_rows WHERE id IN (${open}) ON CONFLICT DO NOTHING;
       UPDATE list_rows SET state = 'held', decision = 'hold' WHERE id IN (${open});
       INSERT INTO list_findings (row_id, code, name, list)
         SELECT id, 'calledRecently', '${sinceBackup}', list FROM list_rows WHERE id IN (${mayBeReady}) ON CONFLICT DO NOTHING;
       UPDATE list_rows SET decision = 'hold' WHERE id IN (${mayBeReady});`,
    )
    database
      .prepare("UPDATE lists SET state = 'paused', brake = ? WHERE state = 'running'")
      .run(JSON.stringify({ reason: 'restarted', detail: '', at }))
  })

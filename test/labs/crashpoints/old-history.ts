import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrations } from '../../../src/main/storage/migrations.ts'
import { createUlid } from '../../../src/contract/ulid.ts'

const at = '2026-08-01T09:00:00.000Z'
const agentUuid = '7f3c2a1e-0000-4000-8000-000000009b21'

const outcomeOf = (run: number): string =>
  JSON.stringify({
    state: 'accepted',
    workflowRunId: run,
    workflowRunName: `WR-API-${run}`,
    status: 'initiated',
    reconciled: false,
  })

const insertCall = (database: DatabaseSync, callId: string, run: number): void => {
  const phoneNumber = `+1213${String(run).padStart(7, '0')}`
  database
    .prepare(
      `INSERT INTO calls (call_id, profile_id, profile_name, profile_color, practice, origin, agent_uuid, phone_number,
         phone_number_display, initial_context, prepared_at, changed_at, state, outcome, workflow_run_id, search_text)
       VALUES (?, ?, 'Lab', 'blue', 0, 'http://127.0.0.1:1', ?, ?, ?, '{}', ?, ?, 'accepted', ?, ?, ?)`,
    )
    .run(
      callId,
      createUlid(0, new Uint8Array(16)),
      agentUuid,
      phoneNumber,
      phoneNumber,
      at,
      at,
      outcomeOf(run),
      run,
      phoneNumber,
    )
}

/** As the first version linked its events. */
const insertEvents = (
  database: DatabaseSync,
  callId: string,
  outcomes: readonly string[],
  previous: string,
): string => {
  let last = previous
  for (const outcome of outcomes) {
    const hash = createHash('sha256').update([last, callId, at, outcome].join('\n')).digest('hex')
    database
      .prepare('INSERT INTO call_events (call_id, at, outcome, previous_hash, hash) VALUES (?, ?, ?, ?, ?)')
      .run(callId, at, outcome, last, hash)
    last = hash
  }
  return last
}

/** Writes a history of so many accepted calls as the first version of the app left it, and gives their callIds. */
export const writeOldHistory = (dataFolder: string, calls: number): string[] => {
  const [first] = migrations
  if (typeof first !== 'string') throw new Error('The first version of the database is plain SQL.')
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(join(dataFolder, 'rundesk.db'))
  database.exec('PRAGMA journal_mode = WAL')
  database.exec(`BEGIN; ${first}; PRAGMA user_version = 1`)
  const callIds = Array.from({ length: calls }, (_, call) =>
    createUlid(
      1_785_000_000_000 + call,
      Uint8Array.from({ length: 16 }, (_byte, place) => (call + place) % 32),
    ),
  )
  let previous = ''
  for (const [call, callId] of callIds.entries()) {
    insertCall(database, callId, call + 1)
    const sending = JSON.stringify({ state: 'sending', since: at })
    previous = insertEvents(database, callId, ['{"state":"queued"}', sending, outcomeOf(call + 1)], previous)
  }
  database.exec('COMMIT')
  database.close()
  return callIds
}

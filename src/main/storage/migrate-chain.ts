import { createHash, randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Row } from './call-row.ts'
import { linkHash, textDigest } from './event-chain.ts'

const page = 2_000

/** The rule of the first versions: each event's text itself stood in its hash. */
const oldHash = (previous: string, row: Row): string =>
  createHash('sha256').update([previous, row['call_id'], row['at'], row['outcome']].join('\n')).digest('hex')

const stateIn = (outcome: string): string => {
  const parsed: unknown = JSON.parse(outcome)
  const state = typeof parsed === 'object' && parsed !== null && 'state' in parsed ? parsed.state : undefined
  return typeof state === 'string' ? state : ''
}

type Progress = { last: number; old: string; previous: string; events: number; firstBroken: number | null }

/** Checks one event by the old rule and writes it by the new one. */
const relink = (database: DatabaseSync, row: Row, { old, previous, events, firstBroken }: Progress): Progress => {
  const last = Number(row['sequence'])
  const fits = row['previous_hash'] === old && row['hash'] === oldHash(old, row)
  const [callId, at, outcome] = [String(row['call_id']), String(row['at']), String(row['outcome'])]
  const salt = randomBytes(16).toString('hex')
  const [digest, state] = [textDigest(salt, outcome), stateIn(outcome)]
  const hash = linkHash({ previous, callId, at, state, digest })
  database
    .prepare(
      `INSERT INTO salted_events (sequence, call_id, at, state, outcome, salt, digest, previous_hash, hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(last, callId, at, state, outcome, salt, digest, previous, hash)
  const broken = firstBroken ?? (fits ? null : last)
  return { last, old: String(row['hash']), previous: hash, events: events + 1, firstBroken: broken }
}

/**
 * Links every event anew over a salted digest of its text. A chain that was broken before stays known as broken: its
 * first broken event is kept, and every later check names it.
 */
export const migrateChain = (database: DatabaseSync): void => {
  let progress: Progress = { last: 0, old: '', previous: '', events: 0, firstBroken: null }
  const next = database.prepare('SELECT * FROM call_events WHERE sequence > ? ORDER BY sequence LIMIT ?')
  for (let rows = next.all(0, page); rows.length > 0; rows = next.all(progress.last, page))
    for (const row of rows) progress = relink(database, row, progress)
  database
    .prepare('INSERT INTO chain_head (id, events, hash, first_broken) VALUES (1, ?, ?, ?)')
    .run(progress.events, progress.previous, progress.firstBroken)
  database.exec('DROP TABLE call_events; ALTER TABLE salted_events RENAME TO call_events;')
  database.exec('CREATE INDEX call_events_by_call ON call_events (call_id, sequence)')
}

import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { CallState } from '../../contract/call.ts'

export type EventRow = { callId: string; at: string; outcome: CallState }

const linkHash = (previous: string, callId: string, at: string, outcome: string): string =>
  createHash('sha256').update([previous, callId, at, outcome].join('\n')).digest('hex')

const lastHash = (database: DatabaseSync): string =>
  String(database.prepare('SELECT hash FROM call_events ORDER BY sequence DESC LIMIT 1').get()?.['hash'] ?? '')

/** Appends one event; each carries the SHA-256 of itself and the one before, so that no event can vanish unseen. */
export const appendEvent = (database: DatabaseSync, { callId, at, outcome }: EventRow): void => {
  const previous = lastHash(database)
  const text = JSON.stringify(outcome)
  database
    .prepare('INSERT INTO call_events (call_id, at, outcome, previous_hash, hash) VALUES (?, ?, ?, ?, ?)')
    .run(callId, at, text, previous, linkHash(previous, callId, at, text))
}

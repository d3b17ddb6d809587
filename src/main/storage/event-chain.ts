import { createHash, randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { CallState } from '../../contract/call.ts'

export type EventRow = { callId: string; at: string; outcome: CallState }

const sha256 = (parts: readonly string[]): string => createHash('sha256').update(parts.join('\n')).digest('hex')

/**
 * What stands in the chain for an event's text. The salt is wiped when a person is erased: then nothing can be tried
 * against the digest to find the text again, and the chain holds all the same.
 */
export const textDigest = (salt: string, outcome: string): string => sha256([salt, outcome])

export type Link = { previous: string; callId: string; at: string; state: string; digest: string }

/** The hash of one event over itself and the one before it. */
export const linkHash = ({ previous, callId, at, state, digest }: Link): string =>
  sha256([previous, callId, at, state, digest])

/** How many events there are and the hash of the last one: without it, an event cut off the end would not be missed. */
export const readHead = (database: DatabaseSync): { events: number; hash: string; firstBroken: number | null } => {
  const row = database.prepare('SELECT events, hash, first_broken FROM chain_head').get()
  const broken = row?.['first_broken']
  return {
    events: Number(row?.['events'] ?? 0),
    hash: String(row?.['hash'] ?? ''),
    firstBroken: typeof broken === 'number' ? broken : null,
  }
}

/** Appends one event and moves the head; the caller's transaction holds both, and the call's own row. */
export const appendEvent = (database: DatabaseSync, { callId, at, outcome }: EventRow): void => {
  const { hash: previous } = readHead(database)
  const text = JSON.stringify(outcome)
  const salt = randomBytes(16).toString('hex')
  const digest = textDigest(salt, text)
  const hash = linkHash({ previous, callId, at, state: outcome.state, digest })
  database
    .prepare(
      `INSERT INTO call_events (call_id, at, state, outcome, salt, digest, previous_hash, hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(callId, at, outcome.state, text, salt, digest, previous, hash)
  database.prepare('UPDATE chain_head SET events = events + 1, hash = ?').run(hash)
}

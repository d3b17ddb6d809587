import type { DatabaseSync } from 'node:sqlite'
import { isUnresolved } from '../../contract/call-resolution.ts'
import type { HistoryCheck } from '../../contract/history.ts'
import { readCall, type Row } from './call-row.ts'
import { linkHash, readHead, textDigest } from './event-chain.ts'
import { everyCall, rowDigest } from './row-digest.ts'

const page = 2_000

/** Whether an event is what was written: it fits to the one before, and its text to its digest unless it was erased. */
const fits = (row: Row, previous: string): boolean => {
  const [callId, at, state] = [String(row['call_id']), String(row['at']), String(row['state'])]
  const digest = String(row['digest'])
  const salt = row['salt']
  const sameText = salt === null || digest === textDigest(String(salt), String(row['outcome']))
  return (
    sameText && row['previous_hash'] === previous && row['hash'] === linkHash({ previous, callId, at, state, digest })
  )
}

/** The number of a call is locked exactly while nobody knows what became of it. */
const isRightlyLocked = (row: Row): boolean => {
  try {
    return row['unresolved'] === (isUnresolved(readCall(row).outcome) ? 1 : 0)
  } catch {
    // A row that cannot be read is not what was written.
    return false
  }
}

type Walked = { events: number; last: number; hash: string; firstBroken: number | null }

const walk = (database: DatabaseSync) => {
  const next = database.prepare('SELECT * FROM call_events WHERE sequence > ? ORDER BY sequence LIMIT ?')
  let found: Walked = { events: 0, last: 0, hash: '', firstBroken: null }
  for (let rows = next.all(0, page); rows.length > 0; rows = next.all(found.last, page))
    for (const row of rows) {
      const last = Number(row['sequence'])
      const firstBroken = found.firstBroken ?? (fits(row, found.hash) ? null : last)
      found = { events: found.events + 1, last, hash: String(row['hash']), firstBroken }
    }
  return found
}

/** The first call that does not say what its own last event says, as that event's number. */
const firstContradiction = (database: DatabaseSync, ifMissing: number): number | null => {
  const row = database
    .prepare(
      `SELECT coalesce(event.sequence, ?) AS sequence FROM calls
       LEFT JOIN call_events AS event ON event.sequence =
         (SELECT max(sequence) FROM call_events WHERE call_id = calls.call_id)
       WHERE event.outcome IS NOT calls.outcome OR event.state IS NOT calls.state
       ORDER BY 1 LIMIT 1`,
    )
    .get(ifMissing)
  return row === undefined ? null : Number(row['sequence'])
}

/** The first call whose own row is not what was written, or whose lock does not fit its outcome, as its first event. */
const firstBadRow = (database: DatabaseSync, ifMissing: number): number | null => {
  for (const row of everyCall(database)) {
    if (row['row_digest'] === rowDigest(row) && isRightlyLocked(row)) continue
    const event = database
      .prepare('SELECT min(sequence) AS first FROM call_events WHERE call_id = ?')
      .get(String(row['call_id']))
    return Number(event?.['first'] ?? ifMissing)
  }
  return null
}

/**
 * Checks the whole history: every event against the one before and against its own text, the end against what is known
 * of it, and every call against its last event and its own digest. `firstBroken` is the first event that does not fit, or, where one is
 * missing at the end, the number after the last.
 */
export const verifyChain = (database: DatabaseSync): HistoryCheck => {
  database.exec('BEGIN')
  try {
    const head = readHead(database)
    const { events, last, hash, firstBroken } = walk(database)
    const ends = head.events === events && head.hash === hash
    const inChain = head.firstBroken ?? firstBroken ?? (ends ? null : last + 1)
    const broken = inChain ?? firstContradiction(database, last + 1) ?? firstBadRow(database, last + 1)
    return { events, intact: broken === null, firstBroken: broken }
  } finally {
    database.exec('COMMIT')
  }
}

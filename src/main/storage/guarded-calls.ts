import type { DatabaseSync } from 'node:sqlite'
import { reasonOf } from './errors.ts'
import { readLength } from './high-water-mark.ts'
import { hasIntactContent } from './row-digests.ts'

/** How far the guard against a second call looks back, in milliseconds: one day, the maximum of the setting. */
const guardedTime = 24 * 60 * 60_000

/**
 * The number of newest calls whose content is checked: more than anyone places in ten minutes, which is the default
 * setting.
 */
const newestRead = 1_000

/** Returns the sequence number of the last call before the guarded time, read without an index. */
const lastUnguarded = (database: DatabaseSync, now: string): number => {
  const newest = database.prepare('SELECT prepared_at FROM calls ORDER BY sequence DESC LIMIT 1').get()?.['prepared_at']
  // If the clock was set back, the newest call is in the future.
  const until = Math.min(Date.parse(now), typeof newest === 'string' ? Date.parse(newest) : Infinity)
  if (Number.isNaN(until)) return 0
  const since = new Date(until - guardedTime).toISOString()
  const row = database
    .prepare('SELECT sequence FROM calls NOT INDEXED WHERE prepared_at < ? ORDER BY sequence DESC LIMIT 1')
    .get(since)
  return Number(row?.['sequence'] ?? 0)
}

/** Counts the calls that are missing from an index that the guards use. */
const unfoundSince = `SELECT count(*) AS unfound FROM calls AS one NOT INDEXED WHERE sequence > ? AND NOT (
    EXISTS (SELECT 1 FROM calls AS found INDEXED BY calls_by_number WHERE found.number_tail = one.number_tail
      AND found.practice = one.practice AND found.sequence = one.sequence)
    AND EXISTS (SELECT 1 FROM calls AS found INDEXED BY sqlite_autoindex_calls_1 WHERE found.call_id = one.call_id
      AND found.sequence = one.sequence)
    AND (one.unresolved = 0 OR EXISTS (SELECT 1 FROM calls AS found INDEXED BY calls_unresolved
      WHERE found.sequence = one.sequence AND found.unresolved = 1)))`

const endsWithItsHead = (database: DatabaseSync): boolean => {
  const { events, hash } = readLength(database)
  const last = database.prepare('SELECT sequence, hash FROM call_events ORDER BY sequence DESC LIMIT 1').get()
  return Number(last?.['sequence'] ?? 0) === events && (last?.['hash'] ?? '') === hash
}

/**
 * Returns whether the indexes used by the guards against a second call contain every call that the guards need: the
 * calls whose outcome is unknown, of which there must be `unresolved`, and those of the last day before `now` (ISO
 * 8601). It takes 2 µs per call of the last day.
 */
export const areGuardedCallsFound = (database: DatabaseSync, unresolved: number, now: string): boolean => {
  try {
    const found = database
      .prepare('SELECT count(*) AS found FROM calls INDEXED BY calls_unresolved WHERE unresolved = 1')
      .get()
    if (found?.['found'] !== unresolved || !endsWithItsHead(database)) return false
    return database.prepare(unfoundSince).get(lastUnguarded(database, now))?.['unfound'] === 0
  } catch (error) {
    if (reasonOf(error) === 'corrupt') return false
    throw error
  }
}

/**
 * Returns whether the content of the unresolved and newest calls matches their digests. A changed digit would unlock a
 * number, which a check of the file's structure would not detect.
 */
export const areGuardedCallsIntact = (database: DatabaseSync): boolean => {
  const locked = database.prepare('SELECT * FROM calls WHERE unresolved = 1').all()
  const newest = database.prepare(`SELECT * FROM calls ORDER BY sequence DESC LIMIT ${newestRead}`).all()
  return [...locked, ...newest].every(hasIntactContent)
}

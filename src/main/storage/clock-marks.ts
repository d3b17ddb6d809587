import type { DatabaseSync } from 'node:sqlite'
import { parseJson } from '../../domain/json.ts'
import { inTransaction } from './database.ts'

const hour = 60 * 60_000
const day = 24 * hour

/**
 * After a pause longer than this, a clock that was set ahead cannot be distinguished from a computer that was turned
 * off.
 */
const longestPause = 3 * day
/** How long a clock that jumped ahead must run before it is trusted, in milliseconds. */
const probation = day
/** By how much the certain time advances at most when another jump confirms an earlier one, in milliseconds. */
const longestStep = 31 * day

/**
 * When maintenance last ran, when the clock was last seen to jump ahead, and the time that was certain then (ISO 8601;
 * null if unknown). Older versions did not store the latter.
 */
export type ClockMarks = { last: string; jumpedAt: string | null; certain?: string | null }

type CheckedClock = {
  /** Whether the clock is trusted. */
  trusted: boolean
  /** The time that has certainly been reached; retention periods end before it. Null if unknown. */
  certain: string | null
  marks: ClockMarks
}

/**
 * Decides whether the clock is trusted. A clock that jumped ahead by days is trusted after a day; one that was set back
 * is trusted immediately. Until then, only the time before the jump is certain. A later jump without a correction in
 * between makes that of an earlier jump certain, so that data is deleted even if the app is used only once a week, but at
 * most a month at once, so that a clock that jumps several times doesn't delete everything. If an older version saw the
 * jump, no time is certain until a later one, which makes the time of the oldest personal data certain.
 */
export const checkClock = (marks: ClockMarks | null, now: string, findOldest: () => string | null): CheckedClock => {
  const time = Date.parse(now)
  const trustedClock = { trusted: true, certain: now, marks: { last: now, jumpedAt: null } }
  if (marks === null) return trustedClock
  const last = Date.parse(marks.last)
  if (time < last - hour) return trustedClock
  const hasJumped = time - last > longestPause
  const jumpedAt = hasJumped ? now : marks.jumpedAt
  if (jumpedAt === null || time - Date.parse(jumpedAt) >= probation) return trustedClock
  const { certain: before = marks.jumpedAt === null ? marks.last : null } = marks
  const certain = hasJumped ? earliest(last, nextCertain(before, findOldest())) : before
  return { trusted: false, certain, marks: { last: now, jumpedAt, certain } }
}

/**
 * Returns the time that a later jump makes certain. No data is older than the oldest, so nothing is deleted if the time
 * advances to it at once.
 */
const nextCertain = (before: string | null, oldest: string | null): string | null => {
  if (before === null) return oldest
  return later(oldest !== null && Date.parse(oldest) > Date.parse(before) ? oldest : before, longestStep)
}

const later = (time: string, milliseconds: number): string => new Date(Date.parse(time) + milliseconds).toISOString()

const earliest = (one: number, other: string | null): string | null =>
  other === null ? null : new Date(Math.min(one, Date.parse(other))).toISOString()

/** Returns when the oldest personal data that a retention period removes was last changed (ISO 8601); null if none. */
const findOldestData = (database: DatabaseSync): string | null => {
  const oldest = database
    .prepare(
      `SELECT min(at) AS at FROM (
         SELECT * FROM (SELECT changed_at AS at FROM calls WHERE purged_at IS NULL AND unresolved = 0
           ORDER BY changed_at LIMIT 1)
         UNION ALL SELECT min(created_at) FROM lists WHERE purged_at IS NULL)`,
    )
    .get()?.['at']
  return typeof oldest === 'string' && !Number.isNaN(Date.parse(oldest)) ? oldest : null
}

const clockMarksSetting = 'clockMarks'

const isMarks = (value: unknown): value is ClockMarks =>
  typeof value === 'object' &&
  value !== null &&
  'last' in value &&
  typeof value.last === 'string' &&
  !Number.isNaN(Date.parse(value.last)) &&
  'jumpedAt' in value &&
  (value.jumpedAt === null || typeof value.jumpedAt === 'string') &&
  (!('certain' in value) ||
    value.certain === null ||
    (typeof value.certain === 'string' && !Number.isNaN(Date.parse(value.certain))))

/** Unreadable marks are ignored: the clock is trusted, and is watched from now on. */
const readMarks = (database: DatabaseSync): ClockMarks | null => {
  const text = database.prepare('SELECT value FROM settings WHERE name = ?').get(clockMarksSetting)?.['value']
  const value = typeof text === 'string' ? parseJson(text) : null
  return isMarks(value) ? value : null
}

/** Stores the current time and decides whether the clock is trusted. */
export const checkAndStoreClock = (database: DatabaseSync, now: string): CheckedClock => {
  const checked = checkClock(readMarks(database), now, () => findOldestData(database))
  inTransaction(database, () =>
    database
      .prepare(
        'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      )
      .run(clockMarksSetting, JSON.stringify(checked.marks)),
  )
  return checked
}

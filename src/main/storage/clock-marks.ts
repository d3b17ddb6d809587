import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from './transaction.ts'

const [hour, day] = [60 * 60_000, 24 * 60 * 60_000]
/** A computer that was off for longer than this looks like one whose clock was set ahead. */
const longestPause = 3 * day
/** So long the clock must go on from where it jumped to before it is believed. */
const probation = day

/** What the clock said when the history was last cared for, and when it was last seen to have jumped ahead (ISO 8601). */
export type ClockMarks = { last: string; jumpedAt: string | null }

/**
 * Whether the clock may decide that something is over its time and is deleted for good. One that jumped ahead by days may
 * be wrong, so a day must pass in which it goes on; one that was set back has shown that it was.
 */
export const judgeClock = (marks: ClockMarks | null, now: string): { believed: boolean; marks: ClockMarks } => {
  const time = Date.parse(now)
  if (marks === null) return { believed: true, marks: { last: now, jumpedAt: null } }
  if (time < Date.parse(marks.last) - hour) return { believed: true, marks: { last: now, jumpedAt: null } }
  const jumpedAt = time - Date.parse(marks.last) > longestPause ? now : marks.jumpedAt
  const believed = jumpedAt === null || time - Date.parse(jumpedAt) >= probation
  return { believed, marks: { last: now, jumpedAt: believed ? null : jumpedAt } }
}

const name = 'clockMarks'

const isMarks = (value: unknown): value is ClockMarks =>
  typeof value === 'object' &&
  value !== null &&
  'last' in value &&
  typeof value.last === 'string' &&
  !Number.isNaN(Date.parse(value.last)) &&
  'jumpedAt' in value &&
  (value.jumpedAt === null || typeof value.jumpedAt === 'string')

const readMarks = (database: DatabaseSync): ClockMarks | null => {
  const text = database.prepare('SELECT value FROM settings WHERE name = ?').get(name)?.['value']
  try {
    const value: unknown = typeof text === 'string' ? JSON.parse(text) : null
    return isMarks(value) ? value : null
  } catch {
    // Marks that cannot be read are none: the clock is believed and watched from here on.
    return null
  }
}

/** Notes what the clock says now and tells whether it may decide what is deleted. */
export const believeClock = (database: DatabaseSync, now: string): boolean => {
  const { believed, marks } = judgeClock(readMarks(database), now)
  inTransaction(database, () =>
    database
      .prepare(
        'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      )
      .run(name, JSON.stringify(marks)),
  )
  return believed
}

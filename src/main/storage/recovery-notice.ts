import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

const name = 'recovered'

const noticeSchema = z.object({
  at: z.iso.datetime(),
  gapFrom: z.iso.datetime().nullable(),
  damagedFile: z.string().nullable(),
  salvaged: z.int(),
  unreadable: z.int(),
})

/**
 * What a person must know about a history that was restored: calls between `gapFrom` (null: any time before) and `at`
 * may be missing. `damagedFile` is the name of the file that was set aside, null when the file had vanished;
 * `salvaged` counts the calls that were taken over from it, `unreadable` those that could not be trusted.
 */
export type RecoveryNotice = z.infer<typeof noticeSchema>

/** The last recovery that nobody has taken note of yet. */
export const readNotice = (database: DatabaseSync): RecoveryNotice | null => {
  const value = database.prepare('SELECT value FROM settings WHERE name = ?').get(name)?.['value']
  return typeof value === 'string' ? noticeSchema.parse(JSON.parse(value)) : null
}

/** Two gaps of which neither was taken note of are one, from the start of the earlier to the end of the later. */
const earlier = (one: string | null, other: string | null): string | null =>
  one === null || other === null ? null : one < other ? one : other

/** Keeps what happened until somebody has taken note of it. */
export const writeNotice = (database: DatabaseSync, notice: RecoveryNotice): void => {
  const before = readNotice(database)
  const gapFrom = before === null ? notice.gapFrom : earlier(before.gapFrom, notice.gapFrom)
  database
    .prepare('INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value')
    .run(name, JSON.stringify({ ...notice, gapFrom }))
}

/** Forgets the last recovery: a person has taken note of it. */
export const clearNotice = (database: DatabaseSync): void => {
  database.prepare('DELETE FROM settings WHERE name = ?').run(name)
}

import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Row } from './call-row.ts'

/** The columns that say whom a call was for: they are written once, and again only when a person is erased. */
const lasting = [
  'call_id',
  'profile_id',
  'profile_name',
  'profile_color',
  'practice',
  'origin',
  'agent_uuid',
  'agent_name',
  'phone_number',
  'phone_number_display',
  'telephony_configuration_id',
  'telephony_configuration_name',
  'from_phone_number_id',
  'from_phone_number_text',
  'initial_context',
  'reference_name',
  'redial_of',
  'number_key',
  'prepared_at',
] as const

/**
 * The SHA-256 of what a call is. SQLite's own checks look at the form of a file, not at the letters in it: a digit of
 * a number that went bad on the disk shows here alone.
 */
export const rowDigest = (row: Row): string =>
  createHash('sha256')
    .update(JSON.stringify(lasting.map((column) => row[column] ?? null)))
    .digest('hex')

const page = 1_000

/** Every call, in pages: a whole history need not fit into memory. */
export function* everyCall(database: DatabaseSync): Generator<Row> {
  const next = database.prepare('SELECT * FROM calls WHERE sequence > ? ORDER BY sequence LIMIT ?')
  for (let rows = next.all(0, page); rows.length > 0; rows = next.all(Number(rows.at(-1)?.['sequence']), page))
    yield* rows
}

/** Writes the digest of one call anew, after its row has changed. */
export const writeDigest = (database: DatabaseSync, sequence: number): void => {
  const row = database.prepare('SELECT * FROM calls WHERE sequence = ?').get(sequence)
  if (row !== undefined)
    database.prepare('UPDATE calls SET row_digest = ? WHERE sequence = ?').run(rowDigest(row), sequence)
}

/** Gives every call its digest: the step of the migration that brings them in. */
export const digestRows = (database: DatabaseSync): void => {
  const write = database.prepare('UPDATE calls SET row_digest = ? WHERE sequence = ?')
  for (const row of everyCall(database)) write.run(rowDigest(row), Number(row['sequence']))
}

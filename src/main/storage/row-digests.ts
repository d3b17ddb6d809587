import { hash } from 'node:crypto'

/** The columns of a call by name. */
type Columns = Readonly<Record<string, unknown>>

/** Columns that are written once, and again only when a person's data is erased. */
const permanentColumns = [
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
 * Returns the SHA-256 of a call's permanent columns. SQLite's checks cover the structure of a file, not its content;
 * only this digest detects a changed digit of a number.
 */
export const rowDigest = (row: Columns): string => digestOf(row, permanentColumns)

const digestOf = (row: Columns, columns: readonly string[]): string =>
  hash('sha256', JSON.stringify(columns.map((column) => row[column] ?? null)))

/** Columns that every state change writes. */
const stateColumns = [
  'changed_at',
  'ended_at',
  'server_date',
  'state',
  'outcome',
  'unresolved',
  'workflow_run_id',
] as const

/** Returns the SHA-256 of a call's state columns, which is needed because their times are not part of any event. */
export const stateDigest = (row: Columns): string => digestOf(row, stateColumns)

/** Returns the digests of a call's columns that changed since the app wrote them; empty if none did. */
export const damageIn = (row: Columns): string => {
  const found = { row_digest: rowDigest(row), state_digest: stateDigest(row) }
  return Object.entries(found)
    .filter(([column, digest]) => row[column] !== digest)
    .map(([, digest]) => digest)
    .join(' ')
}

/** Returns whether a call's columns are unchanged since the app wrote them. */
export const hasIntactContent = (row: Columns): boolean => damageIn(row) === ''

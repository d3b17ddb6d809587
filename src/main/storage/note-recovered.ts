import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { hostname } from 'node:os'
import type { AuditEntry } from '../../contract/audit.ts'
import { appendEntry } from './audit-table.ts'
import { inTransaction } from './transaction.ts'

/** How many could not be read; null where nobody can know. */
export type Lost = { entries: number | null; settings: number | null }

const counted = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`

/** What is missing, as a sentence of the log. */
const tell = ({ entries, settings }: Lost): string => {
  const lost = [
    ...(entries ? [counted(entries, 'entry', 'entries')] : []),
    ...(settings ? [counted(settings, 'setting', 'settings')] : []),
  ]
  const unknown = [...(entries === null ? ['entries'] : []), ...(settings === null ? ['settings'] : [])]
  const told = [
    ...(lost.length > 0 ? [`${lost.join(' and ')} could not be read`] : []),
    ...(unknown.length > 0 ? [`how many ${unknown.join(' and ')} are missing is not known`] : []),
  ]
  return told.join('; ') || 'every entry and every setting could be read'
}

/** Writes into the log of acts that the history was restored, and what could not be read: begun and done, like any act. */
export const noteRecovered = (database: DatabaseSync, at: string, lost: Lost): void => {
  const entry: Omit<AuditEntry, 'phase'> = {
    actId: randomUUID(),
    at,
    act: 'recoverHistory',
    account: 'Rundesk',
    person: null,
    computer: hostname(),
    profileId: null,
    profileName: null,
    about: tell(lost),
    failure: null,
  }
  inTransaction(database, () => {
    for (const phase of ['begun', 'done'] as const) appendEntry(database, JSON.stringify({ ...entry, phase }))
  })
}

import type { DatabaseSync } from 'node:sqlite'
import { appendEntry, auditHash, type AuditLink, linkOf, readHead } from './audit-table.ts'
import { everyRow, lastRow } from './every-row.ts'
import { readable } from './readable.ts'
import { inTransaction } from './transaction.ts'

type Place = Pick<AuditLink, 'sequence' | 'hash'>

/** How many entries the file ought to have: its own count, or its last number where that is gone; null if neither tells. */
const expected = (damaged: DatabaseSync): number | null =>
  readable(() => readHead(damaged).entries) ?? lastRow(damaged, 'audit_entries')

/** Whether an entry is what was written, to the letter. */
const isWhole = ({ previousHash, entry, hash }: AuditLink): boolean => hash === auditHash(previousHash, entry)

/** SECURITY: a whole entry that follows on another one than it says was not written there: nothing from it on is believed. */
const isForeign = (link: AuditLink, last: Place): boolean =>
  link.sequence === last.sequence + 1 && link.previousHash !== last.hash

/**
 * Takes over the entries that follow on what the backup has, each that is what was written; those that cannot be read
 * cost themselves alone. Returns how many are missing, null where nobody can know. Throws where it cannot write.
 */
export const takeOverAudit = (database: DatabaseSync, damaged: DatabaseSync): number | null => {
  const head = readHead(database)
  let [kept, last]: [number, Place] = [0, { sequence: head.entries, hash: head.hash }]
  inTransaction(database, () => {
    for (const row of everyRow(damaged, 'audit_entries', head.entries)) {
      const link = row === null ? null : linkOf(row)
      if (link === null || !isWhole(link)) continue
      if (isForeign(link, last)) return
      appendEntry(database, link.entry)
      kept += 1
      last = link
    }
  })
  const all = expected(damaged)
  return all === null ? null : Math.max(all, last.sequence) - head.entries - kept
}

import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { type AuditCheck, type AuditEntry, auditEntrySchema, type ListedAuditEntry } from '../../contract/audit.ts'
import { type Row, readJson } from './call-row.ts'
import { StorageError } from './storage-error.ts'
import { inTransaction } from './transaction.ts'

/** An entry as it stands in the chain; its hash is taken over the one before it and this very text. */
export type AuditLink = { sequence: number; entry: string; previousHash: string; hash: string }

export const auditHash = (previousHash: string, entry: string): string =>
  createHash('sha256').update(`${previousHash}\n${entry}`).digest('hex')

/** The link that a row of the log holds, as it stands there. */
export const linkOf = (row: Row): AuditLink => ({
  sequence: Number(row['sequence']),
  entry: String(row['entry']),
  previousHash: String(row['previous_hash']),
  hash: String(row['hash']),
})

const readEntry = (row: Row): ListedAuditEntry => {
  const parsed = auditEntrySchema.safeParse(readJson(row['entry']))
  if (!parsed.success) throw new StorageError('corrupt')
  return { ...parsed.data, sequence: Number(row['sequence']) }
}

/** How many entries there are and the hash of the last one: one that was cut off the end would else not be missed. */
export const readHead = (database: DatabaseSync): { entries: number; hash: string } => {
  const row = database.prepare('SELECT entries, hash FROM audit_head').get()
  return { entries: Number(row?.['entries'] ?? 0), hash: String(row?.['hash'] ?? '') }
}

/** Appends the text of one entry; the caller's transaction holds it and the head. */
export const appendEntry = (database: DatabaseSync, entry: string): number => {
  const { entries, hash: previousHash } = readHead(database)
  const hash = auditHash(previousHash, entry)
  database
    .prepare('INSERT INTO audit_entries (sequence, entry, previous_hash, hash) VALUES (?, ?, ?, ?)')
    .run(entries + 1, entry, previousHash, hash)
  database.prepare('UPDATE audit_head SET entries = entries + 1, hash = ?').run(hash)
  return entries + 1
}

const page = 500

/** Every link, oldest first, read page by page: no statement stands open, and every driver of ours can do it. */
function* everyLink(database: DatabaseSync): Generator<AuditLink> {
  const newer = database.prepare('SELECT * FROM audit_entries WHERE sequence > ? ORDER BY sequence LIMIT ?')
  let last = Number.MIN_SAFE_INTEGER
  for (let rows = newer.all(last, page); rows.length > 0; rows = newer.all(last, page))
    for (const link of rows.map(linkOf)) {
      last = link.sequence
      yield link
    }
}

const walk = (database: DatabaseSync): AuditCheck => {
  const head = readHead(database)
  let [entries, hash] = [0, '']
  let firstBroken: number | null = null
  for (const link of everyLink(database)) {
    entries += 1
    const fits = link.sequence === entries && link.previousHash === hash && link.hash === auditHash(hash, link.entry)
    if (!fits) firstBroken ??= entries
    ;({ hash } = link)
  }
  if (head.entries !== entries || head.hash !== hash) firstBroken ??= entries + 1
  return { entries, intact: firstBroken === null, firstBroken }
}

/** The log of acts: it is only ever added to, and each entry is bound to the one before it. */
export const createAuditTable = (database: DatabaseSync) => ({
  appendAudit({ entry }: { entry: AuditEntry }): number {
    return inTransaction(database, () => appendEntry(database, JSON.stringify(entry)))
  },

  listAudit({ before, limit }: { before: number | null; limit: number }): ListedAuditEntry[] {
    const older = database.prepare('SELECT * FROM audit_entries WHERE sequence < ? ORDER BY sequence DESC LIMIT ?')
    return older.all(before ?? Number.MAX_SAFE_INTEGER, limit).map(readEntry)
  },

  /** The chain itself from one entry on, oldest first, for a copy that can be checked elsewhere. */
  auditLinks({ after, limit }: { after: number; limit: number }): AuditLink[] {
    const newer = database.prepare('SELECT * FROM audit_entries WHERE sequence > ? ORDER BY sequence LIMIT ?')
    return newer.all(after, limit).map(linkOf)
  },

  checkAudit: (_input: Record<string, never>): AuditCheck => walk(database),
})

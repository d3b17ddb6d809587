import { createHash, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { DatabaseSync } from 'node:sqlite'
import { type AuditCheck, type AuditEntry, auditEntrySchema, type ListedAuditEntry } from '../../contract/audit.ts'
import { readJson, type Row } from './call-rows.ts'
import { StorageError } from './errors.ts'
import { inTransaction } from './database.ts'

/** An entry in the audit chain; its hash covers the previous hash and the exact string `entry`. */
export type AuditLink = { sequence: number; entry: string; previousHash: string; hash: string }

export const auditHash = (previousHash: string, entry: string): string =>
  createHash('sha256').update(`${previousHash}\n${entry}`).digest('hex')

export const linkOf = (row: Row): AuditLink => ({
  sequence: Number(row['sequence']),
  entry: String(row['entry']),
  previousHash: String(row['previous_hash']),
  hash: String(row['hash']),
})

/** An entry as stored: only main knows which actions are in progress. */
export type StoredAuditEntry = Omit<ListedAuditEntry, 'isRunning'>

const readEntry = (row: Row): StoredAuditEntry => {
  const parsed = auditEntrySchema.safeParse(readJson(row['entry']))
  if (!parsed.success) throw new StorageError('corrupt')
  return { ...parsed.data, sequence: Number(row['sequence']) }
}

/** Reads the number of entries and the last hash, without which entries removed from the end would go unnoticed. */
export const readAuditHead = (database: DatabaseSync): { entries: number; hash: string } => {
  const row = database.prepare('SELECT entries, hash FROM audit_head').get()
  return { entries: Number(row?.['entries'] ?? 0), hash: String(row?.['hash'] ?? '') }
}

/** Appends an entry and updates the stored end of the chain, in the caller's transaction. */
export const appendAuditEntry = (database: DatabaseSync, entry: string): number => {
  const { entries, hash: previousHash } = readAuditHead(database)
  const hash = auditHash(previousHash, entry)
  database
    .prepare('INSERT INTO audit_entries (sequence, entry, previous_hash, hash) VALUES (?, ?, ?, ?)')
    .run(entries + 1, entry, previousHash, hash)
  database.prepare('UPDATE audit_head SET entries = entries + 1, hash = ?').run(hash)
  return entries + 1
}

/** Adds an action that has ended to the log as a started and a completed one, in the caller's transaction. */
export const appendAuditAction = (database: DatabaseSync, entry: Omit<AuditEntry, 'phase'>): void => {
  for (const phase of ['started', 'done'] as const) appendAuditEntry(database, JSON.stringify({ ...entry, phase }))
}

/** Adds what the app did or found by itself, in the caller's transaction. */
export const appendOwnAction = (
  database: DatabaseSync,
  { action, at, about }: Pick<AuditEntry, 'action' | 'at' | 'about'>,
): void =>
  appendAuditAction(database, {
    actionId: randomUUID(),
    at,
    action,
    account: 'Rundesk',
    person: null,
    computer: hostname(),
    profileId: null,
    profileName: null,
    about,
    failure: null,
  })

const checkLinks = (database: DatabaseSync): AuditCheck => {
  const head = readAuditHead(database)
  let [entries, hash] = [0, '']
  let firstBroken: number | null = null
  for (const row of database.prepare('SELECT * FROM audit_entries ORDER BY sequence').iterate()) {
    const link = linkOf(row)
    entries += 1
    const fits = link.sequence === entries && link.previousHash === hash && link.hash === auditHash(hash, link.entry)
    if (!fits) firstBroken ??= entries
    ;({ hash } = link)
  }
  if (head.entries !== entries || head.hash !== hash) firstBroken ??= entries + 1
  return { entries, intact: firstBroken === null, firstBroken }
}

/** The audit log: append-only, each entry chained to the previous one. */
export const createAuditTable = (database: DatabaseSync) => ({
  appendAudit({ entry }: { entry: AuditEntry }): number {
    return inTransaction(database, () => appendAuditEntry(database, JSON.stringify(entry)))
  },

  listAudit({ before, limit }: { before: number | null; limit: number }): StoredAuditEntry[] {
    const older = database.prepare('SELECT * FROM audit_entries WHERE sequence < ? ORDER BY sequence DESC LIMIT ?')
    return older.all(before ?? Number.MAX_SAFE_INTEGER, limit).map(readEntry)
  },

  /** Returns the entries after `after` with their hashes, oldest first, for a copy that can be verified elsewhere. */
  auditLinks({ after, limit }: { after: number; limit: number }): AuditLink[] {
    const newer = database.prepare('SELECT * FROM audit_entries WHERE sequence > ? ORDER BY sequence LIMIT ?')
    return newer.all(after, limit).map(linkOf)
  },

  checkAudit: (_input: Record<string, never>): AuditCheck => checkLinks(database),
})

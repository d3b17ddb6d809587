import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditHash, createAuditTable } from '../../../src/main/storage/audit.ts'
import { migrate } from '../../../src/main/storage/migrate.ts'
import { recoverAudit } from '../../../src/main/storage/recover-rows.ts'
import { anAuditEntry } from '../../support/an-audit-entry.ts'

const open = () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  return { database, table: createAuditTable(database) }
}

const fill = (table: ReturnType<typeof open>['table'], count: number): void => {
  for (let at = 1; at <= count; at += 1) table.appendAudit({ entry: anAuditEntry(`key ${at}`) })
}

let one: ReturnType<typeof open>

beforeEach(() => {
  one = open()
})

/** Disables the triggers first, as a person with access to the file could. */
const tamper = (sql: string): void => {
  one.database.exec('DROP TRIGGER audit_entries_no_update; DROP TRIGGER audit_entries_no_delete')
  one.database.exec(sql)
}

/** Replaces an entry with another one that has a valid hash. */
const rewrite = (sequence: number, about: string): string => {
  const text = JSON.stringify(anAuditEntry(about))
  let hash = ''
  for (let at = 1; at < sequence; at += 1) hash = auditHash(hash, JSON.stringify(anAuditEntry(`key ${at}`)))
  return `UPDATE audit_entries SET entry = '${text}', hash = '${auditHash(hash, text)}' WHERE sequence = ${sequence}`
}

describe('the audit log on disk', () => {
  it('lists the newest entries first, page by page', () => {
    fill(one.table, 5)
    const [newest, next] = one.table.listAudit({ before: null, limit: 2 })
    expect([newest?.about, next?.about]).toEqual(['key 5', 'key 4'])
    expect(one.table.listAudit({ before: next?.sequence ?? 0, limit: 9 }).map(({ about }) => about)).toEqual([
      'key 3',
      'key 2',
      'key 1',
    ])
  })

  it('is intact after appending, and when empty', () => {
    expect(one.table.checkAudit({})).toEqual({ entries: 0, intact: true, firstBroken: null })
    fill(one.table, 4)
    expect(one.table.checkAudit({})).toEqual({ entries: 4, intact: true, firstBroken: null })
  })

  it('is verified across pages', () => {
    fill(one.table, 1_001)
    expect(one.table.checkAudit({})).toEqual({ entries: 1_001, intact: true, firstBroken: null })
    tamper(`UPDATE audit_entries SET entry = replace(entry, 'key 501', 'key 9') WHERE sequence = 501`)
    expect(one.table.checkAudit({})).toMatchObject({ entries: 1_001, intact: false, firstBroken: 501 })
  })

  it('rejects updates and deletes', () => {
    fill(one.table, 2)
    expect(() => one.database.exec(`UPDATE audit_entries SET entry = '{}'`)).toThrow('append-only')
    expect(() => one.database.exec('DELETE FROM audit_entries')).toThrow('append-only')
  })

  it.each([
    ['a changed word', `UPDATE audit_entries SET entry = replace(entry, 'key 3', 'key 9') WHERE sequence = 3`, 3],
    ['a removed entry', 'DELETE FROM audit_entries WHERE sequence = 2', 2],
    ['the last entries cut off', 'DELETE FROM audit_entries WHERE sequence > 3', 4],
    [
      'two swapped entries',
      'UPDATE audit_entries SET sequence = -sequence WHERE sequence IN (2, 3); UPDATE audit_entries SET sequence = 5 + sequence WHERE sequence < 0',
      2,
    ],
    ['an end that was moved back', `UPDATE audit_head SET entries = 4`, 6],
  ])('finds %s', (_what, sql, firstBroken) => {
    fill(one.table, 5)
    tamper(sql)
    expect(one.table.checkAudit({})).toMatchObject({ intact: false, firstBroken })
  })

  it.each([
    [
      'a changed word affects only its own entry',
      `UPDATE audit_entries SET entry = replace(entry, 'key 4', 'key 9') WHERE sequence = 4`,
      [3, 5, 6],
      1,
    ],
    ['a removed entry is reported as missing', 'DELETE FROM audit_entries WHERE sequence = 4', [3, 5, 6], 1],
    ['entries cut off the end are reported as missing', 'DELETE FROM audit_entries WHERE sequence > 4', [3, 4], 2],
    ['an entry that follows a different one is not trusted', rewrite(4, 'key 9'), [3, 9], 2],
  ])('recovers the entries after a backup: %s', (_what, sql, kept, missing) => {
    const backup = open()
    fill(backup.table, 2)
    fill(one.table, 6)
    tamper(sql)
    expect(recoverAudit(backup.database, one.database)).toBe(missing)
    const taken = backup.table.listAudit({ before: null, limit: 9 }).toReversed().slice(2)
    expect(taken.map(({ about }) => about)).toEqual(kept.map((number) => `key ${number}`))
    expect(backup.table.checkAudit({})).toEqual({ entries: 2 + kept.length, intact: true, firstBroken: null })
  })
  it('recovers nothing from the log of another history', () => {
    const backup = open()
    backup.table.appendAudit({ entry: anAuditEntry('key 7') })
    fill(one.table, 3)
    expect(recoverAudit(backup.database, one.database)).toBe(2)
    expect(backup.table.checkAudit({})).toEqual({ entries: 1, intact: true, firstBroken: null })
  })
})

import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, vi } from 'vitest'
import type { Call } from '../../../src/contract/call.ts'
import { sinceBackup } from '../../../src/domain/lists/checked-row.ts'
import { removeRemindersOf } from '../../../src/main/storage/call-rows.ts'
import { createCallReader } from '../../../src/main/storage/call-reader.ts'
import { createCallWriter } from '../../../src/main/storage/calls.ts'
import { readNotice } from '../../../src/main/storage/recover.ts'
import { migrate, newestVersion } from '../../../src/main/storage/migrate.ts'
import { migrations } from '../../../src/main/storage/schema.ts'
import { createStorage } from '../../../src/main/storage/storage.ts'
import { aCall } from '../../support/a-call.ts'
import { at, newFile, open, placeSettled, value } from './open-storage.ts'

const migratingWorker = new URL('./extra-migration-worker.ts', import.meta.url)

/** Creates a database in memory as an older version of the app left it. */
const olderDatabase = (version: number): DatabaseSync => {
  const database = new DatabaseSync(':memory:')
  for (const sql of migrations.slice(0, version)) database.exec(sql)
  database.exec(`PRAGMA user_version = ${version}`)
  return database
}

const versionIn = (file: string): unknown => {
  const database = new DatabaseSync(file)
  const version = database.prepare('PRAGMA user_version').get()?.['user_version']
  database.close()
  return version
}

it('migrates an older database, keeps its history valid, and backs it up first', async () => {
  const file = newFile()
  const before = open(file)
  const call = aCall()
  await placeSettled(before, call)
  await before.close()
  expect(versionIn(file)).toBe(newestVersion())

  const storage = createStorage({ file, worker: migratingWorker })
  const detail = await value(storage.run('getCall', { callId: call.callId }))
  expect(detail?.events.map(({ state }) => state)).toEqual(['queued', 'queued', 'accepted'])
  expect(await value(storage.run('verifyHistory', { now: at }))).toEqual({ events: 3, intact: true, firstBroken: null })
  await storage.close()

  const database = new DatabaseSync(file)
  expect(database.prepare('SELECT extra FROM calls').get()).toEqual({ extra: call.callId })
  database.close()
  expect(versionIn(file)).toBe(newestVersion() + 1)
  const [backup] = readdirSync(join(dirname(file), 'backups'))
  expect(versionIn(join(dirname(file), 'backups', backup ?? ''))).toBe(newestVersion())
})

const insertList = `
  INSERT INTO lists (list_number, list_id, profile_id, practice, name, source, state, created_at, headers, targets, options)
    VALUES (1, 'list', 'profile', 0, 'Renewals', '{}', 'paused', '${at}', '[]', '[]', '{}');`

it('counts the rows of an older database that may have been called', () => {
  const database = olderDatabase(1)
  database.exec(`
    ${insertList}
    INSERT INTO list_rows (id, list, row, state, call_id, cells, decision) VALUES
      (1, 1, 1, 'held', '${aCall().callId}', '[]', 'hold'), (2, 1, 2, 'noAnswer', '${aCall().callId}', '[]', 'hold'),
      (3, 1, 3, 'noAnswer', '${aCall().callId}', '[]', NULL), (4, 1, 4, 'ready', '${aCall().callId}', '[]', NULL);
    INSERT INTO list_findings (row_id, code, name, list) VALUES (1, 'calledRecently', '${sinceBackup}', 1),
      (2, 'calledRecently', '${sinceBackup}', 1), (3, 'calledRecently', '${sinceBackup}', 1), (4, 'calledRecently', '', 1);
  `)
  migrate(database)
  expect(database.prepare('SELECT state, rows FROM list_unclear ORDER BY state').all()).toEqual([
    { state: 'held', rows: 1 },
    { state: 'noAnswer', rows: 1 },
  ])
  // No later decision on their group covers them while they are called.
  expect(database.prepare('SELECT row_id FROM list_findings WHERE undecided').all()).toEqual([
    { row_id: 1 },
    { row_id: 2 },
  ])
  database.close()
})

it('takes only rows without findings as held by a person in an older database', () => {
  const database = olderDatabase(3)
  database.exec(`
    ${insertList}
    INSERT INTO list_rows (id, list, row, state, call_id, cells, decision) VALUES
      (1, 1, 1, 'held', '${aCall().callId}', '[]', 'hold'), (2, 1, 2, 'held', '${aCall().callId}', '[]', 'hold'),
      (3, 1, 3, 'held', '${aCall().callId}', '[]', NULL);
    INSERT INTO list_findings (row_id, code, name, list) VALUES (2, 'noConsent', '', 1);
  `)
  migrate(database)
  expect(database.prepare('SELECT id FROM list_rows WHERE held_manually').all()).toEqual([{ id: 1 }])
  database.close()
})

it('has the unfinished lists of an older database with a chosen zone checked again before they resume', () => {
  const database = olderDatabase(2)
  const lists = [
    ['paused', 'chooseZone'],
    ['running', 'chooseZone'],
    ['paused', 'leaveOut'],
    ['finished', 'chooseZone'],
  ] as const
  for (const [index, [state, fix]] of lists.entries())
    database.exec(`
      INSERT INTO lists (list_number, list_id, profile_id, practice, name, source, state, created_at, headers, targets,
          options, plan, checked_plan)
        VALUES (${index}, 'list ${index}', 'profile', 0, 'Renewals', '{}', '${state}', '${at}', '[]', '[]', '{}', 4, 4);
      INSERT INTO list_fixes (list, code, name, fix, value, rows) VALUES (${index}, 'noTimeZone', '', '${fix}', '', 1);
    `)
  migrate(database)
  expect(database.prepare('SELECT list_number FROM lists WHERE checked_plan <> plan').all()).toEqual([
    { list_number: 0 },
    { list_number: 1 },
  ])
  database.close()
})

it('decides again on waiting rows of an older database only if they were not called, because others may wait for a retry', () => {
  const database = olderDatabase(5)
  database.exec(`
    ${insertList}
    INSERT INTO list_rows (id, list, row, state, call_id, cells, due_at, attempts) VALUES
      (1, 1, 1, 'ready', '${aCall().callId}', '[]', 9, 0), (2, 1, 2, 'ready', '${aCall().callId}', '[]', 9, 1),
      (3, 1, 3, 'ready', '${aCall().callId}', '[]', 1, 0);
  `)
  migrate(database)
  expect(database.prepare('SELECT id FROM list_rows WHERE not_before IS NOT NULL').all()).toEqual([{ id: 1 }])
  database.close()
})

it('keeps the notices of an older database, whose numbers of lost lists, and of unreadable calls if 0, are unknown', () => {
  const database = olderDatabase(4)
  database.exec(`
    INSERT INTO recoveries (at, cause, missing, gap_from, damaged_file, salvaged, unreadable)
      VALUES ('${at}', 'damaged', 36, NULL, 'rundesk.db.damaged', 2, 0);
  `)
  migrate(database)
  const file = { damagedFile: 'rundesk.db.damaged', salvaged: 2 }
  const notice = {
    cause: 'damaged',
    missing: 36,
    lostLists: null,
    lostAll: false,
    at,
    gapFrom: null,
    startedFrom: null,
    ...file,
  }
  expect(readNotice(database)).toEqual({ ...notice, unreadable: null })
  database.exec('UPDATE recoveries SET unreadable = 3')
  expect(readNotice(database)).toEqual({ ...notice, unreadable: 3 })
  database.exec(`
    INSERT INTO recoveries (at, cause, missing, lost_lists, salvaged) VALUES ('${at}', 'damaged', 2, 1, 0);
    INSERT INTO recoveries (at, cause, missing, lost_lists, salvaged) VALUES ('${at}', 'damaged', 0, 3, 0);
  `)
  // Without a damaged file, the history file was missing, and there was no backup.
  expect(readNotice(database)).toEqual({ ...notice, missing: 38, lostLists: 4, unreadable: 3, lostAll: true })
  database.close()
})

it('finds the reminders of an older database and new ones by their number, however many reminders and calls there are', () => {
  const database = olderDatabase(2)
  const { insert } = createCallWriter(database)
  const [older, newer, other] = [aCall(), aCall(), aCall({ phoneNumber: '+14155550109' })]
  for (const call of [older, newer, other]) insert(call, {}, [call.outcome])
  const remind = ({ callId }: Call) =>
    database
      .prepare('INSERT INTO reminders (reminder_id, call_id, due_at, created_at) VALUES (?1, ?1, ?2, ?2)')
      .run(callId, at)
  remind(older)
  migrate(database)
  remind(newer)
  remind(other)
  const prepare = vi.spyOn(database, 'prepare')
  removeRemindersOf(database, older)
  const select = prepare.mock.calls[0]?.[0] ?? ''
  prepare.mockRestore()
  expect(database.prepare('SELECT call_id FROM reminders').all()).toEqual([{ call_id: other.callId }])
  const plan = database
    .prepare(`EXPLAIN QUERY PLAN ${select}`)
    .all()
    .map(({ detail }) => String(detail))
  expect(plan[0]).toContain('reminders_by_number')
  expect(plan.filter((step) => step.includes('calls_by_number') || step.startsWith('SCAN'))).toEqual([])
  database.close()
})

it('finds the calls to look up with an index, however many calls there are', () => {
  const database = olderDatabase(2)
  migrate(database)
  const prepare = vi.spyOn(database, 'prepare')
  createCallReader(database).callsToLookUp({ since: at })
  const select = prepare.mock.calls[0]?.[0] ?? ''
  prepare.mockRestore()
  const plan = database
    .prepare(`EXPLAIN QUERY PLAN ${select}`)
    .all()
    .map(({ detail }) => String(detail))
  expect(plan.some((step) => step.includes('calls_to_purge (changed_at>?)'))).toBe(true)
  expect(plan.filter((step) => step.startsWith('SCAN') && !step.includes('calls_unresolved'))).toEqual([])
  database.close()
})

it('never changes a migration, because SQLite stores the text of a table with its comments', () => {
  const hash = (sql: string): string => createHash('sha256').update(sql).digest('hex').slice(0, 12)
  expect(migrations.map(hash)).toEqual([
    'c37a4ae66eca',
    '38e06c3e5b39',
    'c151202a6b90',
    '4afcbd5267b7',
    '7b4e7f44e5da',
    '75fde798b19e',
    '333cbaee43f0',
    '87e23acc300b',
    '7a55467da2ca',
    'f9c78e38a465',
    'a924861954b2',
    '5f21ec3ef0b6',
    '425e5f22aad1',
  ])
})

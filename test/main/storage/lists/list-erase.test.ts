import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sinceBackup } from '../../../../src/domain/lists/checked-row.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { noCounts } from '../../../../src/contract/list.ts'
import type { CallState } from '../../../../src/contract/call.ts'
import { createCallWriter, createRecordCall } from '../../../../src/main/storage/calls.ts'
import { openListDatabase } from '../../../../src/main/storage/lists/list-database.ts'
import { createMaintenanceOperations } from '../../../../src/main/storage/maintenance.ts'
import { createMaintenance } from '../../../../src/main/storage/maintenance-thread.ts'
import { listMessages } from '../../../../src/messages/native.ts'
import { messages } from '../../../../src/messages/index.ts'
import { accepted, aCall } from '../../../support/a-call.ts'
import { open, rootOf, settle, value, filesWith } from '../open-storage.ts'
import {
  after,
  agentUuid,
  aRow,
  at,
  callRow,
  checkedList,
  countsOf,
  importRows,
  type Lists,
  now,
  openLists,
  profileId,
  readList,
  readRows,
  savePlan,
  start,
  statesOf,
} from './open-lists.ts'

const number = '+12125550001'
const formats = [number, '2125550001', '555-0001', 'Person 1"', 'Ms. Ito']

describe('a person who is erased', () => {
  /** Stores that the erasure of the person was started, but no mention has been erased. */
  const interruptErasure = (lists: Lists): void => {
    const database = new DatabaseSync(lists.file)
    const list = database.prepare('SELECT max(list_number) AS last FROM lists').get()?.['last'] ?? null
    database.prepare("INSERT INTO pending_erasures VALUES (?, 'id', ?, 1)").run(number, list)
    database.close()
  }

  it('is not in any byte of their rows, of rows that mention them, or of the backups; the counts still add up', async () => {
    const lists = await openLists()
    const cells = ['Ms. Ito', '(212) 555-0001']
    const listId = await checkedList(lists, [
      aRow(1, { cells, context: { name: 'Ms. Ito' }, note: 'call Ms. Ito' }),
      aRow(2, { cells: ['Person 2', 'her sister has 212-555-0001'], context: { note: 'sister: 212-555-0001' } }),
      aRow(3),
    ])
    // This draft is not checked, so that only its cells contain the number.
    const draft = importRows(lists, [aRow(1, { cells }), aRow(2)])
    await value(lists.storage.run('backUp', { now: after(-60) }))
    expect(filesWith(lists.file, formats).length).toBeGreaterThan(1)
    // The second row of the first list only mentions the number.
    const erased = await value(lists.storage.run('erasePerson', { phoneNumber: number, now: at }))
    expect(erased).toMatchObject({ listRows: 2, listIds: [listId, draft] })
    expect(filesWith(lists.file, formats)).toEqual([])
    expect(await countsOf(lists, listId)).toEqual({ skipped: 1, ready: 2 })
    expect(await readRows(lists, listId)).toMatchObject([
      { cells: [], phoneNumber: null, phoneNumberDisplay: '', note: '' },
      { cells: ['Person 2', 'her sister has [erased]'], state: 'ready' },
      { cells: ['Person 3', '2125550003'] },
    ])
    expect(await statesOf(lists, draft)).toEqual(['skipped', 'held'])
  })

  it('keeps their rows in lists that were imported since, if the erasure is finished later', async () => {
    const lists = await openLists()
    const cells = ['Ms. Ito', '(212) 555-0001']
    const old = importRows(lists, [aRow(1, { cells }), aRow(2)])
    interruptErasure(lists)
    const imported = importRows(lists, [aRow(1, { cells })])
    const checked = await checkedList(lists, [aRow(1, { cells })])
    const done = await value(lists.storage.run('maintain', { now: at, keepPersonalDataDays: null }))
    expect(done).toEqual({ failures: [], erased: { callIds: [], listIds: [old] } })
    expect(await readRows(lists, old)).toMatchObject([{ cells: [], state: 'skipped' }, { state: 'held' }])
    expect(await readRows(lists, imported)).toMatchObject([{ cells, state: 'held' }])
    expect(await readRows(lists, checked)).toMatchObject([{ cells, phoneNumber: number, state: 'ready' }])
  })

  it('is not in a copy that is made before the erasure is finished, but in lists that were imported since', async () => {
    const lists = await openLists()
    const own = aRow(1, { cells: ['Ms. Ito', '(212) 555-0001'] })
    const mentioning = aRow(2, { cells: ['Person 2', 'her sister has 212-555-0001'] })
    const old = importRows(lists, [own, mentioning, aRow(3)])
    interruptErasure(lists)
    const imported = importRows(lists, [own])
    const copyOf = async (listId: string) => {
      const about = { listId, states: ['held'] as const, newListId: randomUUID(), name: 'Copy', at }
      return (await value(lists.storage.run('copyListRows', about)))?.listId ?? ''
    }
    const [copy, later] = [await copyOf(old), await copyOf(imported)]
    const copyOfCopy = await copyOf(copy)
    await value(lists.storage.run('maintain', { now: at, keepPersonalDataDays: null }))
    const redacted = [{ cells: ['Person 2', 'her sister has [erased]'] }, { cells: aRow(3).cells }]
    expect(await readRows(lists, copy)).toMatchObject([{ cells: [], state: 'skipped' }, ...redacted])
    expect(await readRows(lists, copyOfCopy)).toMatchObject(redacted)
    for (const listId of [imported, later])
      expect(await readRows(lists, listId)).toMatchObject([{ cells: own.cells, state: 'held' }])
  })

  it('is not in rows that a check has read before, which are read again', async () => {
    const lists = await openLists()
    const cells = ['Person 2', 'her sister has 212-555-0001']
    const rows = [
      aRow(1, { cells: ['Ms. Ito', '(212) 555-0001'], context: { name: 'Ms. Ito' }, note: 'call Ms. Ito' }),
      aRow(2, { cells, context: { note: 'sister: 212-555-0001' }, note: 'sister: 212-555-0001' }),
      aRow(3),
    ]
    const listId = importRows(lists, rows)
    await savePlan(lists, listId)
    const { check } = lists.thread
    expect(check.start(listId, now)).not.toBeNull()
    const read = check.readCells(listId, 0)
    await value(lists.storage.run('erasePerson', { phoneNumber: number, now: at }))
    expect(check.write(listId, rows)).toBe(false)
    expect(filesWith(lists.file, formats)).toEqual([])
    expect(await statesOf(lists, listId)).toEqual(['skipped', 'held', 'ready'])
    const again = check.readCells(listId, 0)
    expect(again).toEqual([{ row: 2, cells: ['Person 2', 'her sister has [erased]'] }, read[2]])
    expect(check.write(listId, [{ ...aRow(2), ...again[0] }, aRow(3)])).toBe(true)
    expect(await statesOf(lists, listId)).toEqual(['skipped', 'ready', 'ready'])
  })

  it('is not called again, even if their call reached no one', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1)])
    await start(lists, listId)
    await callRow(lists, listId, 1)
    const callId = (await readRows(lists, listId))[0]?.callId ?? ''
    const busy: CallState = { ...accepted, end: { kind: 'busy', disposition: null, durationSeconds: 0 } }
    await settle(lists.storage, callId, busy)
    await value(lists.storage.run('erasePerson', { phoneNumber: number, now: at }))
    const again = { listId, row: 1, callId, dueAt: now, counts: true, at: now }
    expect(await value(lists.storage.run('callListRowAgain', again))).toBe(false)
    expect(await statesOf(lists, listId)).toEqual(['busy'])
  })

  /** Starts a list whose first row mentions the number; returns the call of the row as it was read then. */
  const readAhead = async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(2, { row: 1, context: { note: `call back ${number}` } })])
    await start(lists, listId)
    const [due] = await value(lists.storage.run('takeDueRows', { listId, now, limit: 1 }))
    if (due === undefined) throw new Error('No row is due.')
    const { callId, phoneNumber, phoneNumberDisplay, context: initialContext } = due
    const outcome: CallState = { state: 'sending', since: at }
    const about = { profileId, agentUuid, preparedAt: at, changedAt: at, outcome }
    const call = aCall({ callId, phoneNumber, phoneNumberDisplay, ...about })
    const input = { call, initialContext, repeatSince: at, confirmedAfter: [], listRow: { listId, row: 1 } }
    return { lists, listId, callId, input }
  }
  const otherContext = { placed: 'notNow', reason: 'row', until: null }

  it('is not in the call of a row that was read before the erasure; the row is called as it is then', async () => {
    const { lists, listId, callId, input } = await readAhead()
    await value(lists.storage.run('erasePerson', { phoneNumber: number, now: at }))
    expect(await value(lists.storage.run('recordCall', input))).toEqual(otherContext)
    expect(await statesOf(lists, listId)).toEqual(['ready'])
    expect(await callRow(lists, listId, 1)).toMatchObject({ placed: 'now' })
    const found = await value(lists.storage.run('getCall', { callId }))
    expect(found?.initialContext).toEqual({ note: 'call back [erased]' })
  })

  it('is not in the call of a row that is recorded between two steps of the erasure', async () => {
    const { lists, input } = await readAhead()
    const database = openListDatabase(lists.file)
    onTestFinished(() => database.close())
    const run = () => Promise.reject(new Error('There are no backups.'))
    const maintenance = createMaintenance({ file: lists.file, run, onDamage() {} })
    const reportFailure = () => 'unavailable' as const
    const parts = { file: lists.file, maintenance, search: null, stopped: () => null }
    const deps = { ...parts, report: reportFailure, reportFailure }
    const people = createMaintenanceOperations(database, deps)
    const erasing = people.erasePerson({ phoneNumber: number, now: at })
    // The erasure pauses after its first step.
    await nextTurn()
    expect(createRecordCall(database, createCallWriter(database)).recordCall(input)).toEqual(otherContext)
    await erasing
  })

  it('keeps an imported do-not-call entry only as a hash', async () => {
    const lists = await openLists()
    const importId = '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b612'
    const about = { importId, practice: false, source: 'register', fileName: null, addedAt: at, addedBy: 'ana' }
    lists.thread.doNotCall.begin({ ...about, expiresAt: null })
    lists.thread.doNotCall.append(importId, [number, '+12125550002'])
    lists.thread.doNotCall.finish(importId)
    await value(lists.storage.run('erasePerson', { phoneNumber: number, keepDoNotCall: true, now: at }))
    await value(lists.storage.run('erasePerson', { phoneNumber: '+12125550002', now: at }))
    expect(filesWith(lists.file, [number, '+12125550002'])).toEqual([])
    const find = (phoneNumber: string) =>
      value(lists.storage.run('findDoNotCall', { phoneNumber, practice: false, at }))
    expect(await find(number)).toMatchObject({ phoneNumber: null })
    expect(await find('+12125550002')).toBeNull()
  })
})

it('purges the rows of lists that were not used for longer than the retention period', async () => {
  const lists = await openLists()
  const old = await checkedList(lists, [
    aRow(1, { cells: ['Ms. Ito', '2125550001'], context: { name: 'Ms. Ito' } }),
    aRow(2),
  ])
  await start(lists, old)
  await callRow(lists, old, 1)
  const [row] = await readRows(lists, old)
  await settle(lists.storage, row?.callId ?? '')
  await value(lists.storage.run('setListState', { listId: old, from: ['running'], to: 'paused', at }))
  const purge = (before: string) => value(lists.storage.run('purgePersonalData', { before, now: after(60 * 24 * 90) }))
  await purge(at)
  expect((await readRows(lists, old))[0]).toMatchObject({ cells: ['Ms. Ito', '2125550001'] })
  await purge(after(1))
  const purged = await readRows(lists, old)
  expect(purged).toMatchObject([
    { cells: [], phoneNumber: null, phoneNumberDisplay: '…001', state: 'accepted' },
    { cells: [], phoneNumber: null, phoneNumberDisplay: '…002', state: 'skipped' },
  ])
  expect(purged.map((one) => listMessages.table.reason(one))).not.toContain(messages.common.numberErased)
  expect(filesWith(lists.file, ['Ms. Ito', number])).toEqual([])
  expect((await readList(lists, old)).state).toBe('stopped')
  expect(await value(lists.storage.run('countCopyableRows', { listId: old }))).toEqual(noCounts())
})

describe('a recovered history', () => {
  /** Damages a history whose backup has a running list; since the backup, another call and another list were added. */
  const damage = async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1), aRow(2), aRow(3)])
    await start(lists, listId)
    await callRow(lists, listId, 1)
    await value(lists.storage.run('backUp', { now: after(-60) }))
    const [first] = await readRows(lists, listId)
    await settle(lists.storage, first?.callId ?? '', accepted)
    await callRow(lists, listId, 2)
    const second = (await readRows(lists, listId))[1]
    await settle(lists.storage, second?.callId ?? '', { state: 'rejected', status: 422, detail: '', issues: [] })
    const importId = '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b612'
    const about = { importId, practice: false, source: 'register', fileName: null, addedAt: at, addedBy: 'ana' }
    lists.thread.doNotCall.begin({ ...about, expiresAt: null })
    lists.thread.doNotCall.append(importId, ['+12125550003', '+1900*'])
    lists.thread.doNotCall.finish(importId)
    importRows(lists, [aRow(9)])
    return { lists, listId }
  }

  it('runs no list: ready rows are held, and called rows have the state of their calls', async () => {
    const { lists, listId } = await damage()
    await lists.storage.close()
    lists.thread.close()
    const root = rootOf(lists.file, 'chain_head')
    const bytes = readFileSync(lists.file)
    bytes.fill(0x5a, root, root + 100)
    writeFileSync(lists.file, bytes)
    const storage = open(lists.file)
    const again = { ...lists, storage }
    expect(await statesOf(again, listId)).toEqual(['accepted', 'rejected', 'held'])
    expect(await value(storage.run('readLists', { now }))).toMatchObject([
      { listId, state: 'paused', brake: { reason: 'restarted' } },
    ])
    expect((await readRows(again, listId))[2]).toMatchObject({
      findings: [{ code: 'calledRecently', name: sinceBackup }],
    })
    expect(await start(again, listId)).toMatchObject({ list: { state: 'running' } })
    await expect(callRow(again, listId, 3)).rejects.toThrow('not ready')
    const find = (phoneNumber: string) => value(storage.run('findDoNotCall', { phoneNumber, practice: false, at }))
    expect(await find('+12125550003')).toMatchObject({ reason: 'register' })
    expect(await find('+19005550000')).toMatchObject({ reason: 'register' })
    const audit = await value(storage.run('listAudit', { before: null, limit: 5 }))
    expect(JSON.stringify(audit)).toContain('at least 1 call list is missing')
    expect((await value(storage.run('storageHealth', {}))).recovered?.lostLists).toBe(1)
  })

  it('holds the ready rows even if nothing in the damaged file can be read', async () => {
    const { lists, listId } = await damage()
    await lists.storage.close()
    lists.thread.close()
    truncateSync(lists.file, 5_000)
    rmSync(`${lists.file}-wal`, { force: true })
    const again = { ...lists, storage: open(lists.file) }
    expect(await statesOf(again, listId)).toEqual(['unknown', 'held', 'held'])
  })
})

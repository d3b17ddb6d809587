import { mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { CallState } from '../../../src/contract/call.ts'
import { everyCall } from '../../../src/contract/call-list.ts'
import { erasedDetail } from '../../../src/domain/call-state.ts'
import { reasonOf, StorageError } from '../../../src/main/storage/errors.ts'
import { openListDatabase } from '../../../src/main/storage/lists/list-database.ts'
import { createMaintenanceOperations } from '../../../src/main/storage/maintenance.ts'
import { createMaintenance } from '../../../src/main/storage/maintenance-thread.ts'
import { createStorage, type Storage } from '../../../src/main/storage/storage.ts'
import { aCall, accepted, anId } from '../../support/a-call.ts'
import {
  at,
  newFile,
  open,
  place,
  placeSettled,
  settle,
  untilIndexed,
  value,
  worker,
  filesWith,
} from './open-storage.ts'

const now = '2026-12-24T09:00:00.000Z'
const number = '+14155550101'
const sending: CallState = { state: 'sending', since: at }
const refused: CallState = { state: 'rejected', status: 422, detail: 'no line to (415) 555-0101', issues: [] }

const detailOf = async (storage: Storage, callId: string) => {
  const detail = await value(storage.run('getCall', { callId }))
  if (detail === null) throw new Error('The call is not there.')
  return detail
}

const intact = async (storage: Storage): Promise<boolean> => (await value(storage.run('verifyHistory', { now }))).intact

describe('personal data', () => {
  it('is removed from calls older than the retention period, whose outcomes stay', async () => {
    const file = newFile()
    const storage = open(file)
    const old = aCall({ outcome: sending })
    const young = aCall({ phoneNumber: '+442079460018', phoneNumberDisplay: '+44 20 7946 0018' })
    await place(storage, old, { name: 'Jane Doe' })
    await settle(storage, old.callId, refused, '2026-01-01T09:00:00.000Z')
    await placeSettled(storage, young)
    await value(storage.run('maintain', { now, keepPersonalDataDays: 90 }))
    const { call, initialContext, events } = await detailOf(storage, old.callId)
    expect(call).toMatchObject({ phoneNumber: '…101', phoneNumberDisplay: '…101', agentName: old.agentName })
    expect(call.outcome).toEqual({ ...refused, detail: erasedDetail })
    expect(initialContext).toEqual({})
    expect(events.map(({ state }) => state)).toEqual(['queued', 'sending', 'rejected'])
    expect((await detailOf(storage, young.callId)).call.phoneNumber).toBe('+442079460018')
    expect(await intact(storage)).toBe(true)
    expect(filesWith(file, [number, '555 0101', '555-0101', 'Jane Doe'])).toEqual([])
  })

  it.each([
    ['a message is replaced', 'Failed to initiate call: 504: (415) 555-0101', erasedDetail],
    ['no message stays no message', '', ''],
  ])('is removed from earlier outcomes of a call, too: %s', async (_name, detail, kept) => {
    const storage = open(newFile())
    const call = aCall({ outcome: sending })
    const failed: CallState = { state: 'failedAtProvider', status: 400, detail, doubt: true, workflowRunId: null }
    await place(storage, call)
    await settle(storage, call.callId, failed)
    await value(storage.run('moveCall', { callId: call.callId, from: ['failedAtProvider'], outcome: accepted, at }))
    await value(storage.run('erasePerson', { phoneNumber: number, now }))
    const { events } = await detailOf(storage, call.callId)
    expect(events.find(({ state }) => state === failed.state)?.outcome).toEqual({ ...failed, detail: kept })
  })

  it('is kept for an unresolved call, however old it is', async () => {
    const storage = open(newFile())
    const call = aCall()
    await place(storage, call)
    const connectionCut: CallState = { state: 'unknown', cause: 'cut', status: null, detail: '' }
    await settle(storage, call.callId, connectionCut, '2020-01-01T09:00:00.000Z')
    expect(await value(storage.run('purgePersonalData', { before: now, now }))).toEqual({ calls: 0 })
    expect((await detailOf(storage, call.callId)).call.phoneNumber).toBe(number)
  })
})

const formats = [number, '14155550101', '4155550101', '415 555 0101', '555-0101', '(415)']

describe('an erased person', () => {
  /** Writes a person's data into calls, another person's context, notes, a profile, a setting and two backups. */
  const history = async (file: string) => {
    const storage = open(file)
    const theirs = aCall({ phoneNumber: number, phoneNumberDisplay: '(415) 555-0101' })
    await place(storage, theirs, { name: 'Jane Doe', call_back: 14155550101 })
    await settle(storage, theirs.callId, refused)
    await value(storage.run('backUp', { now: '2026-11-20T09:00:00.000Z' }))
    const other = aCall({ phoneNumber: '+442079460018', phoneNumberDisplay: '+44 20 7946 0018' })
    await place(storage, other, { note: 'her sister has +1 (415) 555-0101', deep: [{ '4155550101': 1 }] })
    await settle(storage, other.callId)
    const name = 'Line 415 555 0101'
    const profile = { kind: 'practice', id: anId(), name, color: 'teal', createdAt: at, referenceName: null } as const
    await value(storage.run('saveProfile', { profile }))
    await value(storage.run('writeSetting', { name: 'last', value: number }))
    await value(storage.run('backUp', { now: '2026-11-21T09:00:00.000Z' }))
    return { storage, theirs, other }
  }

  it('is not in any byte of the database, its WAL and its backups; everything else stays', async () => {
    const file = newFile()
    const { storage, theirs, other } = await history(file)
    expect(filesWith(file, [number]).length).toBeGreaterThan(2)
    const erased = await value(storage.run('erasePerson', { phoneNumber: '+1 415 555 0101', now }))
    expect(erased).toEqual({
      erased: true,
      callIds: [theirs.callId],
      mentioning: [other.callId],
      listRows: 0,
      listIds: [],
      remaining: [],
      unfinished: null,
    })
    expect(filesWith(file, [...formats, 'Jane Doe'])).toEqual([])
    const found = await detailOf(storage, theirs.callId)
    expect(found.call).toMatchObject({
      phoneNumber: '',
      phoneNumberDisplay: '',
      outcome: { ...refused, detail: erasedDetail },
    })
    expect(found.erasedAt).toBe(now)
    const kept = await detailOf(storage, other.callId)
    expect(kept.erasedAt).toBeNull()
    expect(kept.call).toMatchObject({ phoneNumber: '+442079460018', outcome: accepted })
    expect(kept.initialContext).toEqual({ note: 'her sister has [erased]', deep: [{ '[erased]': 1 }] })
    expect((await value(storage.run('storageHealth', {}))).backups.count).toBe(2)
    expect(await intact(storage)).toBe(true)
  })

  it('is not in the name of another call’s run, which a search finds in every state with a known run', async () => {
    const file = newFile()
    const storage = open(file)
    const found = 'WR-API-7823'
    const outcomesWith = (workflowRunName: string): CallState[] => [
      { ...sending, foundRunId: 7, workflowRunName },
      { state: 'rejected', status: 402, detail: '', issues: [], workflowRunId: 7, workflowRunName },
      { state: 'failedAtProvider', status: 400, detail: '', doubt: true, workflowRunId: 7, workflowRunName },
      { state: 'unknown', cause: 'cut', status: null, detail: '', foundRunId: 7, workflowRunName },
      { state: 'closedByOperator', decision: 'placed', who: '', at, note: '', runIds: [7], workflowRunName },
    ]
    const callIds: string[] = []
    const [withNumber, withName] = [outcomesWith(`Run for ${number}`), outcomesWith(found)]
    for (const [index, last] of withName.entries()) {
      const phoneNumber = `+44207946002${index}`
      const call = aCall({ phoneNumber, phoneNumberDisplay: phoneNumber, outcome: sending })
      const { callId } = call
      await place(storage, call)
      for (const outcome of [withNumber[index] ?? last, last])
        await value(storage.run('moveCall', { callId, from: ['sending', outcome.state], outcome, at }))
      callIds.push(callId)
    }
    const findByName = async () => {
      const request = { search: found, filter: everyCall, after: null, limit: 50 }
      return (await value(storage.run('listCalls', request))).calls.map(({ callId }) => callId).toSorted()
    }
    await untilIndexed(file, callIds.length)
    expect(await findByName()).toEqual(callIds.toSorted())
    await value(storage.run('erasePerson', { phoneNumber: number, now }))
    expect(filesWith(file, [number])).toEqual([])
    expect(await findByName()).toEqual(callIds.toSorted())
  })

  it('cannot be found by a search or by testing a guess against the chain', async () => {
    const file = newFile()
    const { storage, theirs } = await history(file)
    await value(storage.run('erasePerson', { phoneNumber: number, now }))
    expect((await value(storage.run('listCalls', { search: '0101', after: null, limit: 5 }))).total).toBe(0)
    const database = new DatabaseSync(file)
    const row = database
      .prepare("SELECT salt FROM call_events WHERE call_id = ? AND state = 'rejected'")
      .get(theirs.callId)
    database.close()
    expect(row).toEqual({ salt: null })
  })

  it('is kept while a call to them is in flight or unresolved', async () => {
    const storage = open(newFile())
    const call = aCall({ outcome: sending })
    await place(storage, call)
    expect(await value(storage.run('erasePerson', { phoneNumber: number, now }))).toEqual({
      erased: false,
      unresolved: [call.callId],
    })
    expect((await detailOf(storage, call.callId)).call.phoneNumber).toBe(number)
  })

  it('is erased from the backups later if an older version of the app was killed before', async () => {
    const file = newFile()
    const first = createStorage({ file, worker })
    await placeSettled(first, aCall())
    await value(first.run('backUp', { now: '2026-11-20T09:00:00.000Z' }))
    await value(first.run('erasePerson', { phoneNumber: number, now }))
    await value(first.run('backUp', { now: '2026-11-20T10:00:00.000Z' }))
    await first.close()
    const database = new DatabaseSync(file)
    database.exec(`INSERT INTO pending_erasures (phone_number) VALUES ('${number}')`)
    database.close()
    const storage = open(file)
    expect((await value(storage.run('storageHealth', {}))).unfinishedErasures?.count).toBe(1)
    await value(storage.run('maintain', { now, keepPersonalDataDays: 3_650 }))
    expect((await value(storage.run('storageHealth', {}))).unfinishedErasures).toBeNull()
    expect(filesWith(file, formats)).toEqual([])
  })

  it('may remain in damaged files, which are reported', async () => {
    const file = newFile()
    const { storage } = await history(file)
    const damaged = 'rundesk.db.damaged-2026-11-19T09-00-00-000Z'
    writeFileSync(join(dirname(file), damaged), number)
    expect(await value(storage.run('erasePerson', { phoneNumber: number, now }))).toMatchObject({
      remaining: [damaged],
    })
  })
})

describe('an erasure that is finished later', () => {
  const entry = {
    entryId: '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b611',
    phoneNumber: number,
    phoneNumberDisplay: '+1 415 555 0101',
    practice: false,
    reason: `asked again on ${number}`,
    addedAt: now,
    addedBy: 'ana',
  }
  const display = '(415) 555-0101'
  const note = { text: `the number is ${number} again`, at: now }

  /**
   * Erases the number while a folder in the place of a backup can't be replaced. Then the number is called again, with a
   * note, and is added to the do-not-call list. Returns the later call's ID and how to remove the folder.
   */
  const interrupt = async (storage: Storage, file: string) => {
    const first = aCall({ phoneNumber: number, phoneNumberDisplay: display })
    await placeSettled(storage, first)
    await value(storage.run('backUp', { now: '2026-11-20T09:00:00.000Z' }))
    const folder = join(dirname(file), 'backups', 'rundesk-2026-11-20T10-00-00-000Z-e3.db')
    mkdirSync(folder)
    const erased = await value(storage.run('erasePerson', { phoneNumber: number, now }))
    expect(erased).toMatchObject({
      erased: true,
      callIds: [first.callId],
      unfinished: { hasMentions: false, reason: 'unavailable' },
    })
    expect((await value(storage.run('storageHealth', {}))).unfinishedErasures?.count).toBe(1)
    const later = aCall({ phoneNumber: number, phoneNumberDisplay: display })
    await placeSettled(storage, later)
    await value(storage.run('setCallNote', { callId: later.callId, note }))
    await value(storage.run('addDoNotCall', { entry }))
    return { callId: later.callId, unblock: () => rmdirSync(folder) }
  }

  const finish = async (storage: Storage) => {
    await value(storage.run('maintain', { now, keepPersonalDataDays: 3_650 }))
    expect((await value(storage.run('storageHealth', {}))).unfinishedErasures).toBeNull()
  }

  const expectLaterKept = async (storage: Storage, callId: string) => {
    const found = await detailOf(storage, callId)
    expect(found.call).toMatchObject({ phoneNumber: number, phoneNumberDisplay: display })
    expect(found).toMatchObject({ initialContext: { name: 'Jane' }, note })
    expect(await value(storage.run('listDoNotCall', {}))).toEqual([entry])
  }

  it('keeps the calls to the number, their notes and the do-not-call entries that were added since', async () => {
    const file = newFile()
    const storage = open(file)
    const { callId, unblock } = await interrupt(storage, file)
    unblock()
    await finish(storage)
    const [end, start] = await value(storage.run('listAudit', { before: null, limit: 2 }))
    expect([start?.action, start?.phase, end?.action, end?.phase]).toEqual([
      'finishErasure',
      'started',
      'finishErasure',
      'done',
    ])
    await expectLaterKept(storage, callId)
    // Only the backup that was made after that has the later call.
    expect(filesWith(file, [number]).some((name) => name.includes('rundesk-2026-11-20T09'))).toBe(false)
    expect(await intact(storage)).toBe(true)
  })

  it('keeps them also if the app was killed before all mentions were erased, and erases the older mentions', async () => {
    const file = newFile()
    const storage = open(file)
    const other = aCall({ phoneNumber: '+442079460018', phoneNumberDisplay: '+44 20 7946 0018' })
    await place(storage, other)
    await settle(storage, other.callId)
    const { callId, unblock } = await interrupt(storage, file)
    unblock()
    await storage.close()
    const database = new DatabaseSync(file)
    database.exec('UPDATE pending_erasures SET has_mentions = 1')
    database.prepare('INSERT INTO call_notes VALUES (?, ?, ?)').run(other.callId, `sister: ${number}`, at)
    database.close()
    const again = open(file)
    await finish(again)
    await expectLaterKept(again, callId)
    expect((await detailOf(again, other.callId)).note?.text).toBe('sister: [erased]')
  })

  it('keeps them in a backup that was made in between, and erases them from it if the person is erased again', async () => {
    const file = newFile()
    const storage = open(file)
    const { unblock } = await interrupt(storage, file)
    await value(storage.run('backUp', { now: '2026-12-24T10:00:00.000Z' }))
    unblock()
    const folder = join(dirname(file), 'backups')
    const newest = (): string => readdirSync(folder).toSorted().at(-1) ?? ''
    const read = (sql: string) => {
      const backup = new DatabaseSync(join(folder, newest()), { readOnly: true })
      const rows = backup.prepare(sql).all()
      backup.close()
      return rows
    }
    await finish(storage)
    expect(newest()).toMatch(/^rundesk-2026-12-24T10/)
    expect(read("SELECT phone_number FROM calls WHERE number_tail <> ''")).toEqual([{ phone_number: number }])
    expect(read('SELECT phone_number FROM do_not_call')).toEqual([{ phone_number: number }])
    expect(read('SELECT * FROM pending_erasures')).toEqual([])
    await value(storage.run('erasePerson', { phoneNumber: number, now }))
    expect(filesWith(file, formats)).toEqual([])
  })

  /**
   * Opens an erasure of the number of which only the checkpoint with this number (1-based) fails, and no pending erasure
   * can be read after that.
   */
  const failingCheckpoint = async (failing: number) => {
    const file = newFile()
    const storage = open(file)
    await placeSettled(storage, aCall())
    const database = openListDatabase(file)
    onTestFinished(() => database.close())
    const prepare = database.prepare.bind(database)
    let checkpoints = 0
    database.prepare = (sql) => {
      if (sql.includes('wal_checkpoint')) checkpoints += 1
      if (sql.includes('wal_checkpoint') && checkpoints === failing) throw new StorageError('full')
      if (sql.includes('pending_erasures WHERE') && sql.startsWith('SELECT')) throw new StorageError('unavailable')
      return prepare(sql)
    }
    const tasks = createMaintenance({ file, run: () => Promise.reject(new Error('No thread')), onDamage() {} })
    const maintenance = { ...tasks, eraseFromBackups: () => Promise.resolve([]) }
    const deps = {
      file,
      maintenance,
      search: null,
      stopped: () => null,
      report: reasonOf,
      reportFailure: vi.fn(reasonOf),
    }
    return { people: createMaintenanceOperations(database, deps), reportFailure: deps.reportFailure }
  }

  it('is repeated if the rewritten database could not be moved out of the write-ahead log', async () => {
    const { people } = await failingCheckpoint(1)
    const unfinished = { hasMentions: false, reason: 'full' }
    expect(await people.erasePerson({ phoneNumber: number, now })).toMatchObject({ unfinished })
    // Settings show the same as the dialog.
    expect(people.storageHealth({}).unfinishedErasures).toEqual({ count: 1, ...unfinished })
    await people.maintain({ now, keepPersonalDataDays: null })
    expect(people.storageHealth({}).unfinishedErasures).toBeNull()
  })

  it('is done if only the end of the request could not be moved, which is reported', async () => {
    const { people, reportFailure } = await failingCheckpoint(2)
    const erased = await people.erasePerson({ phoneNumber: number, now })
    expect(erased).toMatchObject({ erased: true, remaining: [], unfinished: null })
    expect(people.storageHealth({}).unfinishedErasures).toBeNull()
    expect(reportFailure).toHaveBeenCalledOnce()
  })

  it('keeps nothing in a backup that was made before the person was erased a second time', async () => {
    const file = newFile()
    const storage = open(file)
    const { unblock } = await interrupt(storage, file)
    await value(storage.run('backUp', { now: '2026-12-24T10:00:00.000Z' }))
    await storage.run('erasePerson', { phoneNumber: number, now })
    unblock()
    await finish(storage)
    expect(filesWith(file, formats)).toEqual([])
  })
})

it.each([
  ['10', ['+14155550110', '+442079461000', '+4930901820']],
  ['+8613055550101', ['+13055550101', '+14155550101']],
  ['+14155550101', ['+4414155550101', '+12125550101', '+14155550102']],
])('erasing %s changes no other person and no settings', async (phoneNumber, others) => {
  const storage = open(newFile())
  const calls = others.map((one) => aCall({ phoneNumber: one, phoneNumberDisplay: one }))
  for (const call of calls) await placeSettled(storage, call)
  const theirs = aCall({ phoneNumber, phoneNumberDisplay: phoneNumber })
  await placeSettled(storage, theirs)
  const settings = '{"repeatMinutes":10,"dialSeconds":330,"note":"ask at 10"}'
  await value(storage.run('writeSetting', { name: 'settings', value: settings }))
  const erased = await value(storage.run('erasePerson', { phoneNumber, now }))
  expect(erased).toMatchObject({ erased: true, callIds: [theirs.callId] })
  for (const call of calls) {
    const detail = await value(storage.run('getCall', { callId: call.callId }))
    expect(detail?.call.phoneNumber).toBe(call.phoneNumber)
  }
  expect(await value(storage.run('readSetting', { name: 'settings' }))).toBe(settings)
})

it('records a call while an erasure scans the history', async () => {
  const storage = open(newFile())
  for (let count = 0; count < 250; count += 1)
    await placeSettled(storage, aCall({ phoneNumber: `+442079461${String(count).padStart(3, '0')}` }))
  const erasing = value(storage.run('erasePerson', { phoneNumber: '+14155550101', now }))
  const order: string[] = []
  const erased = erasing.then(() => order.push('erased'))
  await placeSettled(storage, aCall({ phoneNumber: '+442079460019' })).then(() => order.push('call'))
  await erased
  expect(order).toEqual(['call', 'erased'])
})

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { CallState } from '../../../../src/contract/call.ts'
import { type FindingCode, noCounts, type RowState, rowStates } from '../../../../src/contract/list.ts'
import { isUnresolved } from '../../../../src/domain/call-state.ts'
import { type CheckedRow, neverOpen, noOverlap, sinceBackup } from '../../../../src/domain/lists/checked-row.ts'
import { openListDatabase } from '../../../../src/main/storage/lists/list-database.ts'
import { settleRecoveredLists } from '../../../../src/main/storage/lists/list-lifecycle.ts'
import { totalsOf } from '../../../../src/renderer/lib/list-totals.ts'
import type { Finding } from '../../../../src/main/storage/lists/row-state.ts'
import { accepted, aCall } from '../../../support/a-call.ts'
import { place, settle, value } from '../open-storage.ts'
import {
  act,
  after,
  aRow,
  at,
  callRow,
  check,
  checkedList,
  countsOf,
  everyRow,
  importRows,
  type Lists,
  now,
  openLists,
  readList,
  readRows,
  repeatMinutes,
  savePlan,
  start,
  statesOf,
} from './open-lists.ts'

const reached: CallState = { ...accepted, end: { kind: 'reached', disposition: null, durationSeconds: 4 } }
const resolvedPlaced: CallState = { state: 'closedByOperator', decision: 'placed', who: 'ana', at, note: '' }

const found = (row: number, code: FindingCode, name = '', change: Partial<CheckedRow> = {}): CheckedRow =>
  aRow(row, { findings: [{ code, name }], ...change })

const fix = (
  { storage }: Lists,
  listId: string,
  code: FindingCode,
  chosen: 'callAnyway' | 'leaveOut' | 'useCountry' | 'chooseZone' | 'repair',
  name = '',
) => value(storage.run('applyFix', { listId, code, name, fix: chosen, value: 'US', shown: everyRow, now }))

const groupsOf = async ({ storage }: Lists, listId: string) =>
  (await value(storage.run('listFindings', { listId }))).map(({ code, rows, fixed }) => [code, rows, fixed])

describe('an import', () => {
  it('stores all rows with a call ID each, and becomes a draft only at its end', async () => {
    const lists = await openLists()
    const listId = '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b611'
    const source = { fileName: null, format: 'paste', encoding: null, separator: null, sheet: null } as const
    const about = { listId, profileId: '01JD0000000000000000000001', practice: false, name: 'x', createdAt: at }
    lists.thread.lists.begin({ ...about, source, headers: ['a'], fingerprint: 'f' })
    const rows = Array.from({ length: 2_500 }, (_, index) => ({ row: index + 1, cells: [`cell "${index}" \u00e9`] }))
    lists.thread.lists.append(listId, rows)
    expect(await readList(lists, listId)).toMatchObject({ state: 'reading' })
    expect(await value(lists.storage.run('removeList', { listId }))).toBe(false)
    expect(lists.thread.lists.finish(listId, {}, now)).toMatchObject({ state: 'draft', checked: false })
    expect(await countsOf(lists, listId)).toEqual({ held: 2_500 })
    const last = { listId, states: [], finding: null, search: '', order: 'file', from: 2_498, limit: 10 } as const
    const page = await value(lists.storage.run('readListRows', last))
    expect(page).toMatchObject({ total: 2_500, rows: [{ row: 2_499, cells: ['cell "2498" \u00e9'] }, { row: 2_500 }] })
    expect(() => lists.thread.lists.append(listId, [{ row: 2_501, cells: [] }])).toThrow('storage')
  })

  it('is removed on the next startup if it was not finished, and an unfinished removal is completed', async () => {
    const lists = await openLists()
    const kept = importRows(lists, [aRow(1)])
    const source = { fileName: null, format: 'paste', encoding: null, separator: null, sheet: null } as const
    const listId = '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b611'
    const about = {
      listId,
      profileId: 'p',
      practice: false,
      name: 'x',
      createdAt: at,
      headers: ['a'],
      fingerprint: null,
    }
    lists.thread.lists.begin({ ...about, source })
    lists.thread.lists.append(listId, [aRow(1), aRow(2)])
    expect(await value(lists.storage.run('settleInterruptedLists', { at: now }))).toEqual([])
    const left = await value(lists.storage.run('readLists', { now }))
    expect(left.map((list) => list.listId)).toEqual([kept])
    expect(await countsOf(lists, kept)).toEqual({ held: 1 })
    expect(await value(lists.storage.run('removeList', { listId: kept }))).toBe(true)
    expect(await value(lists.storage.run('readLists', { now }))).toEqual([])
  })

  it('reports the earlier list from the same file, and how many of its rows were called', async () => {
    const lists = await openLists()
    const source = { fileName: 'a.csv', format: 'csv', encoding: 'UTF-8', separator: ',', sheet: null } as const
    const again = async (profileId: string) => {
      const listId = crypto.randomUUID()
      const about = { listId, profileId, practice: false, name: 'x', createdAt: at, headers: ['a'] }
      lists.thread.lists.begin({ ...about, source, fingerprint: null })
      lists.thread.lists.finish(listId, { fingerprint: 'same' }, now)
      return listId
    }
    const one = await again('01JD0000000000000000000001')
    const other = await again('01JD0000000000000000000001')
    expect((await readList(lists, one)).sameFileAs).toBeNull()
    expect((await readList(lists, other)).sameFileAs).toMatchObject({ listId: one, called: 0, isOver: false })
    expect((await readList(lists, await again('01JD0000000000000000000002'))).sameFileAs).toBeNull()
    const database = openListDatabase(lists.file)
    const list = database.prepare('SELECT list_number AS number FROM lists WHERE list_id = ?').get(one)
    const counted = database.prepare('INSERT INTO list_counts (list, state, rows) VALUES (?, ?, 1)')
    for (const state of rowStates) counted.run(list?.['number'] ?? null, state)
    database.close()
    await value(lists.storage.run('setListState', { listId: one, from: ['draft'], to: 'stopped', at }))
    const { called } = totalsOf((await readList(lists, one)).counts)
    expect((await readList(lists, other)).sameFileAs).toMatchObject({ listId: one, called, isOver: true })
    const part = await again('01JD0000000000000000000001')
    const second = openListDatabase(lists.file)
    second.prepare(`UPDATE lists SET fingerprint = 'part', origin_fingerprint = 'same' WHERE list_id = ?`).run(part)
    second
      .prepare(
        `INSERT INTO list_counts (list, state, rows)
         SELECT list_number, 'reached', 1 FROM lists WHERE list_id = ?`,
      )
      .run(part)
    second.close()
    // A later copy of some of the rows was called, too, but the file's own list says more.
    expect((await readList(lists, other)).sameFileAs).toMatchObject({ listId: one, called })
  })
})

describe('a check', () => {
  it('gives each row one state, and groups the findings with the available fixes', async () => {
    const lists = await openLists()
    const rows = [
      aRow(1),
      found(2, 'missingValue', 'policy'),
      found(3, 'noCountryCode', '', { phoneNumber: null }),
      found(4, 'emergencyNumber'),
      found(5, 'noConsent'),
      found(6, 'noTimeZone', '', { timeZones: [] }),
      found(7, 'noTimeZone', noOverlap, { timeZones: ['Australia/Sydney', 'Europe/London'] }),
      found(8, 'noTimeZone', neverOpen),
    ]
    const listId = await checkedList(lists, rows)
    expect(await statesOf(lists, listId)).toEqual(['ready', 'held', 'held', 'refused', 'held', 'held', 'held', 'held'])
    expect(await countsOf(lists, listId)).toEqual({ ready: 1, held: 6, refused: 1 })
    expect(await readList(lists, listId)).toMatchObject({ checked: true })
    const groups = await value(lists.storage.run('listFindings', { listId }))
    expect(groups).toContainEqual({
      code: 'missingValue',
      name: 'policy',
      rows: 1,
      held: 1,
      refused: 0,
      releasable: 1,
      fixes: ['callAnyway', 'leaveOut'],
      fixed: null,
      value: '',
    })
    expect(groups.find(({ code }) => code === 'emergencyNumber')?.fixes).toEqual([])
    const fixesOfZones = (name: string) =>
      groups.find((group) => group.code === 'noTimeZone' && group.name === name)?.fixes
    expect(fixesOfZones('')).toEqual(['chooseZone', 'leaveOut'])
    for (const name of [noOverlap, neverOpen]) expect(fixesOfZones(name)).toEqual(['leaveOut'])
    const preview = await value(lists.storage.run('previewListRows', { listId }))
    expect(preview?.longest.row).toBe(1)
  })

  it('finds rows whose number has an earlier row, a call in the last days, or a do-not-call entry', async () => {
    const lists = await openLists()
    const called = aCall({
      phoneNumber: '(212) 555-0002',
      preparedAt: after(-3 * 24 * 60),
      outcome: { state: 'sending', since: at },
    })
    await place(lists.storage, called)
    await settle(lists.storage, called.callId, accepted)
    const old = aCall({
      phoneNumber: '+12125550003',
      preparedAt: after(-9 * 24 * 60),
      outcome: { state: 'sending', since: at },
    })
    await place(lists.storage, old)
    await settle(lists.storage, old.callId, accepted)
    const refused = aCall({ phoneNumber: '+12125550005', preparedAt: at, outcome: { state: 'sending', since: at } })
    await place(lists.storage, refused)
    await settle(lists.storage, refused.callId, { state: 'rejected', status: 402, detail: '', issues: [] })
    const entry = { practice: false, reason: '', addedAt: at, addedBy: 'ana', phoneNumberDisplay: 'x' }
    const entryId = '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b611'
    await value(lists.storage.run('addDoNotCall', { entry: { ...entry, entryId, phoneNumber: '212.555.0004' } }))
    const rows = [aRow(1), aRow(2), aRow(3), aRow(4), aRow(5), aRow(6, { phoneNumber: '+12125550001' })]
    const listId = await checkedList(lists, rows, { recentDays: 7 })
    expect(await statesOf(lists, listId)).toEqual(['ready', 'held', 'ready', 'refused', 'ready', 'held'])
    expect(await groupsOf(lists, listId)).toEqual([
      ['calledRecently', 1, null],
      ['doNotCall', 1, null],
      ['duplicate', 1, null],
    ])
    await savePlan(lists, listId, { recentDays: 0 })
    expect(await readList(lists, listId)).toMatchObject({ checked: false })
    check(lists, listId, rows)
    expect(await statesOf(lists, listId)).toEqual(['ready', 'ready', 'ready', 'refused', 'ready', 'held'])
  })

  it.each<[string, CallState, minutesAgo: number]>([
    ['a recent call', reached, repeatMinutes - 1],
    ['an older call', reached, repeatMinutes + 1],
    ['a recent call that was not placed', { state: 'rejected', status: 402, detail: '', issues: [] }, 1],
    ['an unknown outcome', { state: 'unknown', cause: 'cut', status: null, detail: '' }, 3 * 24 * 60],
    ['a call that may be in progress', accepted, repeatMinutes + 1],
    ['a call that a user resolved as placed', resolvedPlaced, repeatMinutes + 1],
    ['an old call that a user resolved as placed', resolvedPlaced, 60],
  ])(
    'holds a row with %s to its number exactly if the row would not be called',
    async (_title, outcome, minutesAgo) => {
      const lists = await openLists()
      const rows = [aRow(1)]
      const unchecked = await checkedList(lists, rows)
      const preparedAt = after(-minutesAgo)
      const earlier = aCall({
        phoneNumber: rows[0]?.phoneNumber ?? '',
        preparedAt,
        outcome: { state: 'sending', since: preparedAt },
      })
      await place(lists.storage, earlier)
      await settle(lists.storage, earlier.callId, outcome)
      const listId = await checkedList(lists, rows)
      await start(lists, unchecked)
      const { placed } = await callRow(lists, unchecked, 1)
      expect(await statesOf(lists, listId)).toEqual([placed === 'now' ? 'ready' : 'held'])
      const code = isUnresolved(outcome) ? 'unresolvedCall' : 'calledRecently'
      expect(await groupsOf(lists, listId)).toEqual(placed === 'now' ? [] : [[code, 1, null]])
    },
  )

  it('holds the rows that an earlier list from the same file has called, however long ago that was', async () => {
    const lists = await openLists()
    const rows = [aRow(1), aRow(2), aRow(3), aRow(4)]
    const earlier = await checkedList(lists, rows, {}, 'same')
    await start(lists, earlier)
    const preparedAt = after(-3 * 24 * 60)
    const unclear: CallState = { state: 'unknown', cause: 'cut', status: null, detail: '' }
    const outcomes: CallState[] = [reached, { state: 'rejected', status: 402, detail: '', issues: [] }, unclear]
    for (const [index, outcome] of outcomes.entries()) {
      const placed = await callRow(lists, earlier, index + 1, { preparedAt })
      if (placed.placed !== 'now') throw new Error('The call was not placed.')
      await settle(lists.storage, placed.call.callId, outcome)
    }
    // The list that the file was opened as in between has no calls.
    await checkedList(lists, rows, {}, 'same')
    const again = await checkedList(lists, rows, {}, 'same')
    expect(await statesOf(lists, again)).toEqual(['held', 'ready', 'held', 'ready'])
    expect(await groupsOf(lists, again)).toEqual([
      ['calledRecently', 1, null],
      ['unresolvedCall', 1, null],
    ])
    await fix(lists, again, 'calledRecently', 'callAnyway')
    check(lists, again, rows)
    expect(await statesOf(lists, again)).toEqual(['ready', 'ready', 'held', 'ready'])
    expect(await statesOf(lists, await checkedList(lists, rows, {}, 'other'))).toEqual([
      'ready',
      'ready',
      'held',
      'ready',
    ])
  })

  it('finds an erased person who is stored as a hash, and prefixes from an import', async () => {
    const lists = await openLists()
    const entryId = '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b611'
    const entry = { practice: false, reason: '', addedAt: at, addedBy: 'ana', phoneNumberDisplay: 'x' }
    await value(lists.storage.run('addDoNotCall', { entry: { ...entry, entryId, phoneNumber: '+12125550001' } }))
    await value(lists.storage.run('erasePerson', { phoneNumber: '+12125550001', keepDoNotCall: true, now: at }))
    const importId = '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b612'
    lists.thread.doNotCall.begin({ ...entry, importId, source: 's', fileName: null, expiresAt: null })
    lists.thread.doNotCall.append(importId, ['+1900*', '2125550003'])
    // The fourth number ends as the erased one does.
    const others = ['+19005550002', '+12125550003', '+6425550001'].map((phoneNumber, index) =>
      aRow(index + 2, { phoneNumber }),
    )
    const rows = [aRow(1), ...others]
    const before = await checkedList(lists, rows)
    expect(await statesOf(lists, before)).toEqual(['refused', 'ready', 'ready', 'ready'])
    lists.thread.doNotCall.finish(importId)
    const listId = await checkedList(lists, rows)
    expect(await statesOf(lists, listId)).toEqual(['refused', 'refused', 'refused', 'ready'])
    const removed = await value(lists.storage.run('removeDoNotCallImport', { importId }))
    expect(removed).toMatchObject({ importId, numbers: 2 })
    expect(await value(lists.storage.run('listDoNotCallImports', {}))).toEqual([])
    expect(await statesOf(lists, await checkedList(lists, rows))).toEqual(['refused', 'ready', 'ready', 'ready'])
  })

  it('keeps holding a row that may have been called after the backup that was recovered', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1)])
    const database = openListDatabase(lists.file)
    settleRecoveredLists(database, at)
    database.close()
    await fix(lists, listId, 'calledRecently', 'callAnyway', sinceBackup)
    expect(await statesOf(lists, listId)).toEqual(['ready'])
    await value(
      lists.storage.run('applyFix', {
        listId,
        code: 'calledRecently',
        name: sinceBackup,
        fix: null,
        value: '',
        shown: everyRow,
        now,
      }),
    )
    check(lists, listId, [aRow(1)])
    expect(await statesOf(lists, listId)).toEqual(['held'])
    expect(await groupsOf(lists, listId)).toEqual([['calledRecently', 1, null]])
  })

  it('gives each row whose state it changes its time, except in a draft the rows that no person has changed', async () => {
    const lists = await openLists()
    const rows = [aRow(1), found(2, 'noConsent'), aRow(3), aRow(4)]
    const listId = await checkedList(lists, rows, { recentDays: 7 })
    const timesOf = async () => (await readRows(lists, listId)).map(({ state, changedAt }) => [state, changedAt])
    const checkAt = (minutes: number, checked = rows) => check(lists, listId, checked, now + minutes * 60_000)
    await act(lists, listId, 4, 'hold')
    await act(lists, listId, 4, 'release')
    // In a draft, a check holds a row that a person changed, and one that no person changed.
    checkAt(1, [aRow(1), found(2, 'noConsent'), found(3, 'noConsent'), found(4, 'noConsent')])
    const inDraft = [
      ['ready', null],
      ['held', null],
      ['held', null],
      ['held', after(1)],
    ]
    expect(await timesOf()).toEqual(inDraft)
    await start(lists, listId)
    await value(lists.storage.run('setListState', { listId, from: ['running'], to: 'paused', at }))
    // Two rows no longer have their finding, and a number was called.
    await place(lists.storage, aCall({ phoneNumber: '+12125550001', preparedAt: at, outcome: reached }))
    checkAt(2, [aRow(1), found(2, 'noConsent'), aRow(3), aRow(4)])
    const [, second] = inDraft
    expect(await timesOf()).toEqual([['held', after(2)], second, ['ready', after(2)], ['ready', after(2)]])
    await savePlan(lists, listId, { recentDays: 0 })
    checkAt(60 * 24)
    expect((await timesOf())[0]).toEqual(['ready', after(60 * 24)])
    const database = openListDatabase(lists.file)
    settleRecoveredLists(database, after(60 * 25))
    database.close()
    expect((await timesOf())[2]).toEqual(['held', after(60 * 25)])
  })

  it('must have used the latest plan before the list can start', async () => {
    const lists = await openLists()
    const listId = importRows(lists, [aRow(1)])
    expect(await start(lists, listId)).toEqual({ refused: 'unchecked' })
    await savePlan(lists, listId)
    expect(await start(lists, listId)).toEqual({ refused: 'unchecked' })
    expect(await value(lists.storage.run('settleInterruptedLists', { at: now }))).toEqual([listId])
    const started = lists.thread.check.start(listId, now)
    await savePlan(lists, listId)
    lists.thread.check.write(listId, [aRow(1)])
    expect(lists.thread.check.finish(listId, started?.plan ?? 0, { now, repeatMinutes, recentCalls: [] })).toBe(false)
    expect(await start(lists, listId)).toEqual({ refused: 'unchecked' })
    check(lists, listId, [aRow(1)])
    const state = { listId, from: ['draft'], to: 'running', at, ready: 2 } as const
    expect(await value(lists.storage.run('setListState', state))).toEqual({ refused: 'count' })
    expect(await value(lists.storage.run('setListState', { ...state, ready: 1, version: 'v1' }))).toMatchObject({
      list: { state: 'running', startedAt: at, agent: { version: 'v1' } },
    })
    expect(await start(lists, listId)).toEqual({ refused: 'state' })
    const second = await checkedList(lists, [aRow(2)])
    expect(await start(lists, second)).toEqual({ refused: 'busy' })
  })

  it('changes no rows of a list that has been started since', async () => {
    const lists = await openLists()
    const closed = { findings: [{ code: 'noTimeZone', name: neverOpen }] } as const
    const listId = await checkedList(lists, [aRow(1), aRow(2, closed)])
    const plan = lists.thread.check.start(listId, now)?.plan ?? 0
    expect(await start(lists, listId)).toMatchObject({ list: { state: 'running' } })
    expect(lists.thread.check.start(listId, now)).toBeNull()
    lists.thread.check.write(listId, [aRow(1), aRow(2)])
    await place(lists.storage, aCall({ phoneNumber: '+12125550001', preparedAt: at, outcome: reached }))
    expect(lists.thread.check.finish(listId, plan, { now, repeatMinutes, recentCalls: [] })).toBe(false)
    expect(await countsOf(lists, listId)).toEqual({ ready: 1, held: 1 })
  })

  it('is required before a paused list resumes only if a row that had no calling hours has some now', async () => {
    const lists = await openLists()
    const closed = (name: string) => ({ findings: [{ code: 'noTimeZone', name }] }) as const
    const zones = { timeZones: ['America/New_York', 'Europe/London', 'Asia/Tokyo'] }
    const listId = await checkedList(lists, [
      aRow(1),
      aRow(2, closed(neverOpen)),
      aRow(3, { ...closed(noOverlap), ...zones }),
    ])
    const settleWith = (within: { from: string; to: string }) =>
      value(lists.storage.run('settleInterruptedLists', { at: now, within }))
    const [never, usual] = [
      { from: '06:00', to: '08:30' },
      { from: '08:00', to: '21:00' },
    ]
    expect(await settleWith(usual)).toEqual([])
    await start(lists, listId)
    await value(lists.storage.run('pauseRunningLists', { at }))
    expect(await settleWith(never)).toEqual([])
    expect(await settleWith(usual)).toEqual([listId])
    expect(await start(lists, listId)).toEqual({ refused: 'unchecked' })
    check(lists, listId, [aRow(1), aRow(2), aRow(3, { ...closed(noOverlap), ...zones })])
    expect(await settleWith(usual)).toEqual([])
  })

  it('keeps a row held while the rows are checked again', async () => {
    const lists = await openLists()
    const rows = [aRow(1), aRow(2)]
    const listId = await checkedList(lists, rows, { recentDays: 7 })
    await place(lists.storage, aCall({ phoneNumber: '+12125550001', preparedAt: at, outcome: reached }))
    check(lists, listId, rows)
    expect(await statesOf(lists, listId)).toEqual(['held', 'ready'])
    lists.thread.check.start(listId, now)
    lists.thread.check.write(listId, rows)
    expect(await statesOf(lists, listId)).toEqual(['held', 'ready'])
  })

  it('holds a row that waits for another call if it now needs a consent that it does not have', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1), aRow(2), aRow(3)])
    await start(lists, listId)
    for (const row of [1, 2, 3]) {
      await callRow(lists, listId, row)
      const callId = (await readRows(lists, listId))[row - 1]?.callId ?? ''
      await settle(lists.storage, callId, { state: 'rejected', status: 503, detail: '', issues: [] })
      const again = { listId, row, callId, dueAt: now, counts: true, at: now }
      if (row < 3) await value(lists.storage.run('callListRowAgain', again))
    }
    await value(lists.storage.run('setListState', { listId, from: ['running'], to: 'paused', at }))
    await savePlan(lists, listId, { type: 'marketing' })
    const rows = [found(1, 'noConsent'), aRow(2, { phoneNumber: '+12125559999' }), found(3, 'noConsent')]
    check(lists, listId, rows)
    expect(await statesOf(lists, listId)).toEqual(['held', 'ready', 'rejected'])
    expect((await readRows(lists, listId))[1]).toMatchObject({ phoneNumber: '+12125550002' })
    await start(lists, listId)
    // A user requests another call of the row that had ended.
    await act(lists, listId, 3, 'callAgain')
    expect(await callRow(lists, listId, 3)).toMatchObject({ placed: 'notNow', reason: 'consent' })
    expect(await statesOf(lists, listId)).toEqual(['held', 'ready', 'held'])
    await value(lists.storage.run('setListState', { listId, from: ['running'], to: 'paused', at }))
    await savePlan(lists, listId, { type: 'service' })
    check(lists, listId, [aRow(1), aRow(2), aRow(3)])
    expect(await statesOf(lists, listId)).toEqual(['ready', 'ready', 'ready'])
  })

  it('gives a row that waits for another call the zones of its phone, so that it is not called at night', async () => {
    const lists = await openLists()
    // An older version stored the zone that the user had chosen.
    const listId = await checkedList(lists, [aRow(1)])
    await start(lists, listId)
    await callRow(lists, listId, 1)
    const callId = (await readRows(lists, listId))[0]?.callId ?? ''
    await settle(lists.storage, callId, { state: 'rejected', status: 503, detail: '', issues: [] })
    await value(lists.storage.run('callListRowAgain', { listId, row: 1, callId, dueAt: now, counts: true, at: now }))
    await value(lists.storage.run('setListState', { listId, from: ['running'], to: 'paused', at }))
    const timeZones = ['Australia/Sydney', 'Europe/London']
    check(lists, listId, [found(1, 'noTimeZone', noOverlap, { timeZones })])
    const findings = [{ code: 'noTimeZone', name: noOverlap }]
    expect((await readRows(lists, listId))[0]).toMatchObject({
      state: 'held',
      timeZone: timeZones.join(', '),
      findings,
    })
  })

  it('makes a row that was held for its zones ready again once they have calling hours', async () => {
    const lists = await openLists()
    const rows = [aRow(1), aRow(2)]
    const listId = await checkedList(lists, rows)
    await start(lists, listId)
    await callRow(lists, listId, 1)
    const callId = (await readRows(lists, listId))[0]?.callId ?? ''
    await settle(lists.storage, callId, { state: 'rejected', status: 503, detail: '', issues: [] })
    await value(lists.storage.run('callListRowAgain', { listId, row: 1, callId, dueAt: now, counts: true, at: now }))
    for (const row of [1, 2]) await callRow(lists, listId, row, {}, { within: { from: '06:00', to: '08:30' } })
    expect(await statesOf(lists, listId)).toEqual(['held', 'held'])
    await value(lists.storage.run('setListState', { listId, from: ['running'], to: 'paused', at }))
    await savePlan(lists, listId)
    check(lists, listId, [found(1, 'noTimeZone', neverOpen), found(2, 'noTimeZone', neverOpen)])
    expect(await statesOf(lists, listId)).toEqual(['held', 'held'])
    check(lists, listId, rows)
    expect((await readRows(lists, listId)).map(({ state, findings }) => [state, findings])).toEqual([
      ['ready', []],
      ['ready', []],
    ])
  })

  it('still holds a row for its zones if it was called at another number than the file now has', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1)])
    await start(lists, listId)
    await callRow(lists, listId, 1)
    const callId = (await readRows(lists, listId))[0]?.callId ?? ''
    await settle(lists.storage, callId, { state: 'rejected', status: 503, detail: '', issues: [] })
    await value(lists.storage.run('callListRowAgain', { listId, row: 1, callId, dueAt: now, counts: true, at: now }))
    await callRow(lists, listId, 1, {}, { within: { from: '06:00', to: '08:30' } })
    await value(lists.storage.run('setListState', { listId, from: ['running'], to: 'paused', at }))
    check(lists, listId, [aRow(1, { phoneNumber: '+12125559999' })])
    const findings = [{ code: 'noTimeZone', name: neverOpen }]
    expect((await readRows(lists, listId))[0]).toMatchObject({ state: 'held', findings })
  })

  it('keeps the hold by a person on a row whose number was called in the meantime, also if its group is called', async () => {
    const lists = await openLists()
    const rows = [aRow(1), aRow(2)]
    const listId = await checkedList(lists, rows, { recentDays: 7 })
    await act(lists, listId, 1, 'hold')
    const call = (phoneNumber: string, preparedAt: string) =>
      place(lists.storage, aCall({ phoneNumber, preparedAt, outcome: reached }))
    const checkAt = (minutes: number): void => {
      const plan = lists.thread.check.start(listId, now)?.plan ?? 0
      lists.thread.check.write(listId, rows)
      lists.thread.check.finish(listId, plan, { now: Date.parse(after(minutes)), repeatMinutes, recentCalls: [] })
    }
    await call('+12125550001', after(1))
    checkAt(2)
    expect((await readRows(lists, listId))[0]?.findings).toMatchObject([{ code: 'calledRecently', name: '' }])
    const days = 8 * 24 * 60
    await call('+12125550002', after(days - 60))
    checkAt(days)
    await fix(lists, listId, 'calledRecently', 'callAnyway')
    expect(await statesOf(lists, listId)).toEqual(['held', 'ready'])
  })

  it('does not change rows that were called', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1), aRow(2)])
    await start(lists, listId)
    await callRow(lists, listId, 1)
    await value(lists.storage.run('setListState', { listId, from: ['running'], to: 'paused', at }))
    await savePlan(lists, listId)
    check(lists, listId, [found(1, 'emergencyNumber', '', { phoneNumber: '+911' }), found(2, 'noConsent')])
    expect(await readRows(lists, listId)).toMatchObject([
      { state: 'sending', phoneNumber: '+12125550001', findings: [] },
      { state: 'held' },
    ])
  })
})

describe('a fix for a group', () => {
  it('skips or calls the rows of the group, but never calls a refused one', async () => {
    const lists = await openLists()
    const both = [
      { code: 'noConsent', name: '' },
      { code: 'missingValue', name: 'a' },
    ] as const
    const rows = [
      found(1, 'noConsent'),
      aRow(2, { findings: both }),
      found(3, 'missingValue', 'a'),
      aRow(4, { findings: [...both, { code: 'shortNumber', name: '' }] }),
    ]
    const listId = await checkedList(lists, rows)
    expect(await fix(lists, listId, 'noConsent', 'useCountry')).toBeNull()
    expect(await fix(lists, listId, 'shortNumber', 'callAnyway')).toBeNull()
    await fix(lists, listId, 'noConsent', 'callAnyway')
    expect(await statesOf(lists, listId)).toEqual(['ready', 'held', 'held', 'refused'])
    await fix(lists, listId, 'missingValue', 'leaveOut', 'a')
    expect(await statesOf(lists, listId)).toEqual(['ready', 'skipped', 'skipped', 'refused'])
    await fix(lists, listId, 'missingValue', 'callAnyway', 'a')
    expect(await statesOf(lists, listId)).toEqual(['ready', 'ready', 'ready', 'refused'])
    expect(await groupsOf(lists, listId)).toEqual([
      ['missingValue', 3, 'callAnyway'],
      ['noConsent', 3, 'callAnyway'],
      ['shortNumber', 1, null],
    ])
  })

  it('creates a new plan if it changes how rows are read, and stays visible after the check', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [found(1, 'noCountryCode', '', { phoneNumber: null }), aRow(2)])
    expect(await fix(lists, listId, 'noCountryCode', 'useCountry')).toMatchObject({ checked: false })
    expect(lists.thread.check.start(listId, now)?.fixes).toEqual([
      { code: 'noCountryCode', name: '', fix: 'useCountry', value: 'US' },
    ])
    check(lists, listId, [aRow(1), aRow(2)])
    expect(await groupsOf(lists, listId)).toEqual([['noCountryCode', 1, 'useCountry']])
    expect(await countsOf(lists, listId)).toEqual({ ready: 2 })
  })

  it('keeps the number of its rows and shows the new choice if the user changes it', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [found(1, 'noCountryCode', '', { phoneNumber: null }), aRow(2)])
    const choose = async (country: string) => {
      const group = { listId, code: 'noCountryCode', name: '', shown: everyRow, now } as const
      await value(lists.storage.run('applyFix', { ...group, fix: 'useCountry', value: country }))
      check(lists, listId, [aRow(1), aRow(2)])
      return value(lists.storage.run('listFindings', { listId }))
    }
    expect(await choose('DE')).toMatchObject([{ rows: 1, fixed: 'useCountry', value: 'DE' }])
    expect(await choose('US')).toMatchObject([{ rows: 1, fixed: 'useCountry', value: 'US' }])
  })

  it('does not change how the other rows are read if it skips the rest of a group', async () => {
    const lists = await openLists()
    const unread = { phoneNumber: null }
    const rows = [found(1, 'noCountryCode', '', unread), found(2, 'noCountryCode', '', unread)]
    const listId = await checkedList(lists, rows)
    await fix(lists, listId, 'noCountryCode', 'useCountry')
    check(lists, listId, [aRow(1), found(2, 'noCountryCode', '', unread)])
    await fix(lists, listId, 'noCountryCode', 'leaveOut')
    await savePlan(lists, listId)
    expect(lists.thread.check.start(listId, now)?.fixes).toMatchObject([{ fix: 'useCountry' }])
    check(lists, listId, [aRow(1), found(2, 'noCountryCode', '', unread)])
    expect(await statesOf(lists, listId)).toEqual(['ready', 'skipped'])
  })

  it('does not apply to rows that joined the group later, because the user has not seen them', async () => {
    const lists = await openLists()
    const rows = [found(1, 'noConsent'), aRow(2)]
    const listId = await checkedList(lists, rows)
    await fix(lists, listId, 'noConsent', 'callAnyway')
    await savePlan(lists, listId)
    check(lists, listId, rows)
    expect(await statesOf(lists, listId)).toEqual(['ready', 'ready'])
    await savePlan(lists, listId, { type: 'marketing' })
    check(lists, listId, [found(1, 'noConsent'), found(2, 'noConsent')])
    expect(await statesOf(lists, listId)).toEqual(['held', 'held'])
    expect(await groupsOf(lists, listId)).toEqual([['noConsent', 2, null]])
  })

  it.each([
    ['lost a row', [aRow(1), aRow(2)], []],
    ['loses a row in the same check', [], []],
    ['has a row that was erased', [], ['+12125550001']],
  ])('does not apply to a row that joins a group that %s', async (_title, between, erased) => {
    const lists = await openLists()
    const listId = await checkedList(lists, [found(1, 'noConsent'), aRow(2)])
    await fix(lists, listId, 'noConsent', 'callAnyway')
    for (const phoneNumber of erased) await value(lists.storage.run('erasePerson', { phoneNumber, now: at }))
    check(lists, listId, between)
    check(lists, listId, [aRow(1), found(2, 'noConsent')])
    expect((await statesOf(lists, listId))[1]).toBe('held')
  })

  it('does not apply to a row whose number was called since, even if another row leaves the group', async () => {
    const lists = await openLists()
    const place1 = (phoneNumber: string, preparedAt: string) =>
      place(lists.storage, aCall({ phoneNumber, preparedAt, outcome: reached }))
    await place1('+12125550001', at)
    const rows = [aRow(1), aRow(2)]
    const listId = await checkedList(lists, rows, { recentDays: 7 })
    await fix(lists, listId, 'calledRecently', 'callAnyway')
    const checkAt = async (minutes: number) => {
      const plan = lists.thread.check.start(listId, now)?.plan ?? 0
      lists.thread.check.write(listId, rows)
      lists.thread.check.finish(listId, plan, { now: Date.parse(after(minutes)), repeatMinutes, recentCalls: [] })
      return statesOf(lists, listId)
    }
    expect(await checkAt(60)).toEqual(['ready', 'ready'])
    const days = 8 * 24 * 60
    await place1('+12125550002', after(days - 60))
    expect(await checkAt(days)).toEqual(['ready', 'held'])
  })
})

describe('a call to a number that was erased', () => {
  it.each<[string, CallState, number, boolean, number, RowState]>([
    ['may be in progress', accepted, 24, false, 0, 'held'],
    ['ended', reached, 24, false, 0, 'ready'],
    ['ended, if it is recent', reached, 24, true, 0, 'held'],
    ['ended, if the list holds numbers for a day', reached, 24, false, 1, 'held'],
    ['must be over', accepted, 26, false, 0, 'ready'],
  ])(
    'holds a row as if it had not been erased: the call %s',
    async (_what, outcome, minutes, isRecent, days, state) => {
      const lists = await openLists()
      const phoneNumber = '+12125550001'
      const call = aCall({ phoneNumber, preparedAt: at, outcome })
      await place(lists.storage, call)
      await value(lists.storage.run('erasePerson', { phoneNumber, now: at }))
      const rows = [aRow(1)]
      const listId = await checkedList(lists, rows, { recentDays: days })
      const plan = lists.thread.check.start(listId, now)?.plan ?? 0
      lists.thread.check.write(listId, rows)
      const recentCalls = [{ callId: call.callId, phoneNumber, isRecent }]
      lists.thread.check.finish(listId, plan, { now: Date.parse(after(minutes)), repeatMinutes: 10, recentCalls })
      expect(await statesOf(lists, listId)).toEqual([state])
    },
  )
})

describe('a person', () => {
  it('holds a row even if its group is called anyway, until the user releases it', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [found(1, 'noConsent'), found(2, 'noConsent'), found(3, 'noConsent')])
    await fix(lists, listId, 'noConsent', 'callAnyway')
    for (const row of [1, 2, 3]) await act(lists, listId, row, 'hold')
    await act(lists, listId, 3, 'leaveOut')
    await fix(lists, listId, 'noConsent', 'callAnyway')
    expect(await statesOf(lists, listId)).toEqual(['held', 'held', 'skipped'])
    expect(await act(lists, listId, 1, 'release')).toMatchObject({ state: 'ready', heldManually: false })
  })

  it('can hold, release, skip and prioritize single rows', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1), aRow(2), found(3, 'noConsent'), found(4, 'shortNumber')])
    expect(await act(lists, listId, 1, 'hold')).toMatchObject({ state: 'held', changedAt: at, heldManually: true })
    expect(await act(lists, listId, 1, 'release')).toMatchObject({ state: 'ready', heldManually: false })
    expect(await act(lists, listId, 1, 'leaveOut')).toMatchObject({ state: 'skipped' })
    expect(await act(lists, listId, 3, 'release')).toMatchObject({ state: 'ready' })
    expect(await act(lists, listId, 3, 'hold')).toMatchObject({ state: 'held', findings: [{ code: 'noConsent' }] })
    expect(await act(lists, listId, 3, 'release')).toMatchObject({ state: 'ready', findings: [{ code: 'noConsent' }] })
    expect(await act(lists, listId, 4, 'release')).toBeNull()
    expect(await act(lists, listId, 9, 'hold')).toBeNull()
    expect(await act(lists, listId, 3, 'callFirst')).toMatchObject({ dueAt: null })
    const due = await value(lists.storage.run('takeDueRows', { listId, now, limit: 5 }))
    expect(due.map(({ row, context }) => [row, context])).toEqual([
      [3, { name: 'Person 3' }],
      [2, { name: 'Person 2' }],
    ])
    const note = { kind: 'setNote', note: 'moved' } as const
    expect(await value(lists.storage.run('changeListRow', { listId, row: 4, action: note, at: now }))).toMatchObject({
      note: 'moved',
    })
    await savePlan(lists, listId)
    // Row 3 now has a finding that the user did not see when releasing it.
    const later = [
      aRow(1),
      aRow(2),
      found(3, 'missingValue', 'a'),
      found(4, 'shortNumber', '', { note: 'from the file' }),
    ]
    check(lists, listId, later)
    expect(await statesOf(lists, listId)).toEqual(['skipped', 'ready', 'held', 'refused'])
    expect((await readRows(lists, listId))[3]).toMatchObject({ note: 'moved' })
  })

  it('is asked again about a released row whose number was called since', async () => {
    const lists = await openLists()
    const rows = [found(1, 'noConsent'), aRow(2)]
    const listId = await checkedList(lists, rows, { recentDays: 7 })
    expect(await act(lists, listId, 1, 'release')).toMatchObject({ state: 'ready' })
    await place(lists.storage, aCall({ phoneNumber: '+12125550001', preparedAt: at, outcome: reached }))
    check(lists, listId, rows)
    expect(await statesOf(lists, listId)).toEqual(['held', 'ready'])
    expect(await act(lists, listId, 1, 'release')).toMatchObject({ state: 'ready' })
    check(lists, listId, rows)
    expect(await statesOf(lists, listId)).toEqual(['ready', 'ready'])
  })

  const decisions = [
    ['a release', (lists: Lists, listId: string) => act(lists, listId, 1, 'release')],
    ['Call anyway', (lists: Lists, listId: string) => fix(lists, listId, 'calledRecently', 'callAnyway')],
  ] as const

  it.each(decisions)('is asked again after %s if the number has a newer call', async (_title, decide) => {
    const lists = await openLists()
    const placeAt = (minutes: number) =>
      place(lists.storage, aCall({ phoneNumber: '+12125550001', preparedAt: after(minutes), outcome: reached }))
    await placeAt(-60)
    const listId = await checkedList(lists, [aRow(1)], { recentDays: 7 })
    await decide(lists, listId)
    check(lists, listId, [aRow(1)], Date.parse(after(1)))
    expect(await statesOf(lists, listId)).toEqual(['ready'])
    // The clock may be set back, so that the newer call has an earlier time.
    await placeAt(-30)
    await start(lists, listId)
    expect(await callRow(lists, listId, 1, { preparedAt: after(2) }, {}, after(-60))).toMatchObject({
      placed: 'repeat',
    })
    await value(lists.storage.run('setListState', { listId, from: ['running'], to: 'paused', at }))
    check(lists, listId, [aRow(1)], Date.parse(after(2)))
    expect(await statesOf(lists, listId)).toEqual(['held'])
    expect(await groupsOf(lists, listId)).toEqual([['calledRecently', 1, null]])
    await decide(lists, listId)
    await start(lists, listId)
    expect(await callRow(lists, listId, 1, { preparedAt: after(2) }, {}, after(-60))).toMatchObject({ placed: 'now' })
  })

  /** Holds a row as the dialer does after its number was called. */
  const hold = async ({ storage }: Lists, listId: string) => {
    const due = await value(storage.run('takeDueRows', { listId, now, limit: 10 }))
    const callId = due.find(({ row }) => row === 1)?.callId ?? ''
    const finding = { code: 'calledRecently', name: '' } as const
    expect(await value(storage.run('holdListRow', { listId, row: 1, callId, at: now, ...finding }))).toBe(true)
  }

  it('is asked again about a group that is called anyway and has a newer call than the check found', async () => {
    const lists = await openLists()
    const placeAt = (minutes: number) =>
      place(lists.storage, aCall({ phoneNumber: '+12125550001', preparedAt: after(minutes), outcome: reached }))
    await placeAt(-60)
    const listId = await checkedList(lists, [aRow(1)], { recentDays: 7 })
    // The group still shows the earlier call.
    await placeAt(-1)
    await fix(lists, listId, 'calledRecently', 'callAnyway')
    expect(await groupsOf(lists, listId)).toEqual([['calledRecently', 1, null]])
    await fix(lists, listId, 'calledRecently', 'callAnyway')
    await start(lists, listId)
    expect(await callRow(lists, listId, 1)).toMatchObject({ placed: 'now' })
  })

  it.each(decisions)('is asked again by a check after %s that was made before it', async (_title, decide) => {
    const lists = await openLists()
    const placeAt = (minutes: number) =>
      place(lists.storage, aCall({ phoneNumber: '+12125550001', preparedAt: after(minutes), outcome: reached }))
    await placeAt(-60)
    const listId = await checkedList(lists, [aRow(1)], { recentDays: 7 })
    await placeAt(-1)
    await decide(lists, listId)
    for (const state of ['held', 'ready']) {
      check(lists, listId, [aRow(1)])
      expect(await statesOf(lists, listId)).toEqual([state])
      if (state === 'held') await decide(lists, listId)
    }
    await start(lists, listId)
    expect(await callRow(lists, listId, 1)).toMatchObject({ placed: 'now' })
  })

  it('is asked again about a row of a recovered history whose number was called after the recovery', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1), aRow(2)])
    await start(lists, listId)
    const database = openListDatabase(lists.file)
    settleRecoveredLists(database, at)
    database.close()
    await place(lists.storage, aCall({ phoneNumber: '+12125550001', preparedAt: after(-1), outcome: reached }))
    await fix(lists, listId, 'calledRecently', 'callAnyway', sinceBackup)
    await start(lists, listId)
    expect(await callRow(lists, listId, 1)).toMatchObject({ placed: 'repeat' })
    expect(await callRow(lists, listId, 2)).toMatchObject({ placed: 'now' })
    await hold(lists, listId)
    await fix(lists, listId, 'calledRecently', 'callAnyway')
    expect(await callRow(lists, listId, 1)).toMatchObject({ placed: 'now' })
  })

  it('is asked about each row that may have been called since the recovered backup, also if it was not ready in it', async () => {
    const lists = await openLists()
    const rows = [aRow(1), aRow(2), found(3, 'noConsent'), found(4, 'shortNumber'), found(5, 'noTimeZone'), aRow(6)]
    const ended = await checkedList(lists, rows)
    await act(lists, ended, 1, 'leaveOut')
    await start(lists, ended)
    await value(lists.storage.run('setListState', { listId: ended, from: ['running'], to: 'stopped', at }))
    const listId = await checkedList(lists, rows)
    await value(lists.storage.run('erasePerson', { phoneNumber: aRow(6).phoneNumber ?? '', now: at }))
    await act(lists, listId, 1, 'leaveOut')
    await act(lists, listId, 2, 'hold')
    await act(lists, listId, 5, 'release')
    const before = [await readRows(lists, ended), await statesOf(lists, listId)]
    const database = openListDatabase(lists.file)
    settleRecoveredLists(database, at)
    database.close()
    expect([await readRows(lists, ended), await statesOf(lists, listId)]).toEqual(before)
    const names = (await readRows(lists, listId)).map(({ findings }) => findings.map(({ name }) => name))
    const isUnclear = names.map((all) => all.includes(sinceBackup))
    expect(isUnclear).toEqual([true, true, true, true, true, false])
    expect((await readRows(lists, listId))[1]).toMatchObject({ heldManually: true })
    expect((await readList(lists, listId)).unclear).toEqual({ ...noCounts(), skipped: 1, held: 3, refused: 1 })
    expect(await act(lists, listId, 1, 'putBack')).toMatchObject({ state: 'held' })
    check(
      lists,
      listId,
      [1, 2, 3, 4, 5].map((row) => aRow(row)),
    )
    expect(await statesOf(lists, listId)).toEqual(['held', 'held', 'held', 'held', 'held', 'skipped'])
    expect(await act(lists, listId, 5, 'release')).toMatchObject({ state: 'ready' })
  })

  it('is asked again about a decision from before a recovery, whose events have other numbers', async () => {
    const lists = await openLists()
    await place(lists.storage, aCall({ phoneNumber: '+12125550001', preparedAt: after(-60), outcome: reached }))
    const listId = await checkedList(lists, [aRow(1)], { recentDays: 7 })
    const database = openListDatabase(lists.file)
    settleRecoveredLists(database, at)
    database.close()
    expect(await act(lists, listId, 1, 'release')).toBeNull()
    await start(lists, listId)
    expect(await statesOf(lists, listId)).toEqual(['held'])
    await act(lists, listId, 1, 'release')
    expect(await callRow(lists, listId, 1)).toMatchObject({ placed: 'now' })
  })

  it.each(decisions)('is asked again after %s if the row gets another number', async (_title, decide) => {
    const lists = await openLists()
    for (const phoneNumber of ['+12125550001', '+13105550001'])
      await place(lists.storage, aCall({ phoneNumber, preparedAt: after(-60), outcome: reached }))
    const listId = await checkedList(lists, [aRow(1)], { recentDays: 7 })
    await decide(lists, listId)
    check(lists, listId, [aRow(1, { phoneNumber: '(212) 555-0001' })])
    expect(await statesOf(lists, listId)).toEqual(['ready'])
    check(lists, listId, [aRow(1, { phoneNumber: '+13105550001' })])
    expect(await statesOf(lists, listId)).toEqual(['held'])
  })

  it('releases a row only if every finding that the row has was shown', async () => {
    const lists = await openLists()
    const rows = [found(1, 'missingValue', 'a')]
    const listId = await checkedList(lists, rows)
    const release = (findings: readonly Finding[]) =>
      value(lists.storage.run('changeListRow', { listId, row: 1, action: { kind: 'release', findings }, at: now }))
    const missing = { code: 'missingValue', name: 'a' } as const
    expect(await release([missing])).toMatchObject({ state: 'ready' })
    await act(lists, listId, 1, 'hold')
    await place(lists.storage, aCall({ phoneNumber: '+12125550001', preparedAt: at, outcome: reached }))
    check(lists, listId, rows)
    for (const shown of [[], [missing], [{ code: 'calledRecently', name: sinceBackup }, missing] as const])
      expect(await release(shown)).toBeNull()
    expect(await statesOf(lists, listId)).toEqual(['held'])
    const [shownRow] = await readRows(lists, listId)
    expect(await release(shownRow?.findings ?? [])).toMatchObject({ state: 'ready' })
  })

  it('releases a row only if the calls were shown that its finding shows now', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1)], { recentDays: 7 })
    const findingsAfterCall = async (minutes: number) => {
      await place(lists.storage, aCall({ phoneNumber: '+12125550001', preparedAt: after(minutes), outcome: reached }))
      check(lists, listId, [aRow(1)])
      return (await readRows(lists, listId))[0]?.findings ?? []
    }
    const release = (findings: readonly Finding[]) =>
      value(lists.storage.run('changeListRow', { listId, row: 1, action: { kind: 'release', findings }, at: now }))
    const [first, second] = [await findingsAfterCall(-60), await findingsAfterCall(-30)]
    expect(await release(first)).toBeNull()
    expect(await statesOf(lists, listId)).toEqual(['held'])
    expect(await release(second)).toMatchObject({ state: 'ready' })
  })

  it('puts back a row that it left out, with the findings of the last check, unless its group is left out', async () => {
    const lists = await openLists()
    const rows = [aRow(1), found(2, 'noConsent'), found(3, 'contextTooLarge'), aRow(4)]
    const listId = await checkedList(lists, rows)
    await act(lists, listId, 2, 'release')
    for (const row of [1, 2, 3]) await act(lists, listId, row, 'leaveOut')
    expect((await readRows(lists, listId)).map(({ canBePutBack = false }) => canBePutBack)).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(await act(lists, listId, 4, 'putBack')).toBeNull()
    await fix(lists, listId, 'contextTooLarge', 'leaveOut')
    expect(await act(lists, listId, 3, 'putBack')).toBeNull()
    check(lists, listId, [found(1, 'missingValue', 'a'), found(2, 'noConsent'), ...rows.slice(2)])
    expect(await act(lists, listId, 1, 'putBack')).toMatchObject({
      state: 'held',
      findings: [{ code: 'missingValue' }],
    })
    expect(await act(lists, listId, 2, 'putBack')).toMatchObject({ state: 'held', findings: [{ code: 'noConsent' }] })
    check(lists, listId, rows)
    expect(await statesOf(lists, listId)).toEqual(['ready', 'held', 'skipped', 'ready'])
    expect((await readRows(lists, listId))[0]).not.toHaveProperty('canBePutBack')
  })

  it('puts back a row of a running list, but none that was called, erased or left out of an ended list', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1), aRow(2), aRow(3)])
    await start(lists, listId)
    const noAnswer: CallState = { ...accepted, end: { kind: 'noAnswer', disposition: null, durationSeconds: null } }
    await callRow(lists, listId, 1, { outcome: noAnswer })
    await act(lists, listId, 1, 'callAgain')
    for (const row of [1, 2, 3]) await act(lists, listId, row, 'leaveOut')
    expect(await act(lists, listId, 1, 'putBack')).toBeNull()
    expect(await act(lists, listId, 2, 'putBack')).toMatchObject({ state: 'ready', callId: null })
    await value(lists.storage.run('setListState', { listId, from: ['running'], to: 'stopped', at }))
    expect(await act(lists, listId, 3, 'putBack')).toBeNull()
  })

  it('is asked about a row that it puts back if a call needs a confirmation, also if its group is called anyway', async () => {
    const lists = await openLists()
    const rows = [found(1, 'noConsent'), found(2, 'noConsent'), found(3, 'missingValue', 'a')]
    const listId = await checkedList(lists, rows)
    await act(lists, listId, 1, 'leaveOut')
    await act(lists, listId, 3, 'leaveOut')
    await fix(lists, listId, 'noConsent', 'callAnyway')
    await fix(lists, listId, 'missingValue', 'callAnyway', 'a')
    const findings = [{ code: 'noConsent', name: '' }]
    expect(await act(lists, listId, 1, 'putBack')).toMatchObject({ state: 'held', findings, heldManually: false })
    expect((await readRows(lists, listId))[0]?.findings[0]).not.toHaveProperty('decided')
    expect(await act(lists, listId, 3, 'putBack')).toMatchObject({ state: 'ready' })
    check(lists, listId, rows)
    expect(await statesOf(lists, listId)).toEqual(['held', 'ready', 'ready'])
    const groups = await value(lists.storage.run('listFindings', { listId }))
    expect(groups.find(({ code }) => code === 'noConsent')).toMatchObject({ held: 1, releasable: 1, fixed: null })
    await fix(lists, listId, 'noConsent', 'callAnyway')
    expect(await statesOf(lists, listId)).toEqual(['ready', 'ready', 'ready'])
  })

  it('puts back a row that it had held as held, also if it left out the row with its group', async () => {
    const lists = await openLists()
    const rows = [aRow(1), found(2, 'noTimeZone'), aRow(3)]
    const listId = await checkedList(lists, rows)
    for (const row of [1, 3]) await act(lists, listId, row, 'hold')
    await act(lists, listId, 1, 'leaveOut')
    expect((await readRows(lists, listId))[0]).toMatchObject({ state: 'skipped', heldManually: false })
    expect(await act(lists, listId, 1, 'putBack')).toMatchObject({ state: 'held', heldManually: true })
    check(lists, listId, rows)
    expect(await statesOf(lists, listId)).toEqual(['held', 'held', 'held'])
    // A release ends the hold.
    await act(lists, listId, 1, 'release')
    await act(lists, listId, 1, 'leaveOut')
    expect(await act(lists, listId, 1, 'putBack')).toMatchObject({ state: 'ready', heldManually: false })
    // The group's rows got a zone, so that they are left out one by one.
    await fix(lists, listId, 'noTimeZone', 'chooseZone')
    check(lists, listId, [aRow(1), aRow(2), found(3, 'noTimeZone')])
    await fix(lists, listId, 'noTimeZone', 'leaveOut')
    expect((await readRows(lists, listId))[2]).toMatchObject({ state: 'skipped', heldManually: false })
    expect(await act(lists, listId, 3, 'putBack')).toMatchObject({ state: 'held', heldManually: true })
  })

  it('can decide about each row of a group, so that none of the group is held', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [found(1, 'noConsent'), found(2, 'noConsent')])
    const group = async () => (await value(lists.storage.run('listFindings', { listId })))[0]
    expect(await group()).toMatchObject({ rows: 2, held: 2, fixed: null })
    await act(lists, listId, 1, 'leaveOut')
    expect(await group()).toMatchObject({ rows: 2, held: 1, fixed: null })
    await act(lists, listId, 2, 'release')
    expect(await group()).toMatchObject({ rows: 2, held: 0, fixed: null })
  })

  it('counts the rows of a group that are refused because of another finding', async () => {
    const lists = await openLists()
    const findings = (['missingValue', 'shortNumber'] as const).map((code) => ({ code, name: '' }))
    const listId = await checkedList(lists, [aRow(1, { findings }), found(2, 'missingValue')])
    const groups = await value(lists.storage.run('listFindings', { listId }))
    expect(groups).toMatchObject([
      { code: 'missingValue', rows: 2, held: 1, refused: 1, fixed: null },
      { code: 'shortNumber', rows: 1, held: 0, refused: 1, fixed: null },
    ])
  })

  it('can stop a list: its ready rows are stopped, unlike those left out, and it can no longer be changed', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1), aRow(2), found(3, 'noConsent'), aRow(4), aRow(5)])
    await act(lists, listId, 4, 'leaveOut')
    await start(lists, listId)
    await callRow(lists, listId, 1)
    await callRow(lists, listId, 5)
    const { callId } = (await readRows(lists, listId))[4] ?? {}
    await settle(lists.storage, callId ?? '', { ...resolvedPlaced, decision: 'notPlaced' })
    await act(lists, listId, 5, 'callAgain')
    const state = { listId, from: ['running'], to: 'finished', at } as const
    expect(await value(lists.storage.run('setListState', state))).toEqual({ refused: 'open' })
    await value(lists.storage.run('setListState', { ...state, to: 'stopped' }))
    await value(lists.storage.run('stopListRows', { listId, at: now }))
    expect(await statesOf(lists, listId)).toEqual(['sending', 'stopped', 'held', 'skipped', 'resolvedNotPlaced'])
    expect(await act(lists, listId, 2, 'release')).toBeNull()
    expect(await readList(lists, listId)).toMatchObject({ state: 'stopped', endedAt: at })
    const states = ['stopped', 'resolvedNotPlaced'] as const
    const copy = { newListId: '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b612', name: 'Left', states }
    const made = await value(lists.storage.run('copyListRows', { listId, ...copy, at }))
    expect((await readRows(lists, made?.listId ?? '')).map(({ cells }) => cells[0])).toEqual(['Person 2', 'Person 5'])
  })

  it('can copy the rows that were not called to a new list, but never those whose call may have been placed', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1), aRow(2), found(3, 'noConsent'), aRow(4)])
    await start(lists, listId)
    await callRow(lists, listId, 1)
    const [row] = await readRows(lists, listId)
    await settle(lists.storage, row?.callId ?? '', { state: 'unknown', cause: 'cut', status: null, detail: '' })
    await callRow(lists, listId, 4)
    const copy = { listId, newListId: '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b611', name: 'Left', at }
    const only = { ...copy, states: ['unknown', 'sending'] } as const
    expect(await value(lists.storage.run('copyListRows', only))).toBeNull()
    const states = ['ready', 'held', 'unknown', 'sending'] as const
    const made = await value(lists.storage.run('copyListRows', { ...copy, states }))
    expect(made).toMatchObject({ name: 'Left', state: 'draft', checked: false, counts: { held: 2 } })
    const copied = await readRows(lists, made?.listId ?? '')
    expect(copied.map(({ cells }) => cells[0])).toEqual(['Person 2', 'Person 3'])
    expect(await value(lists.storage.run('readLists', { now }))).toHaveLength(2)
  })

  it('reports the earlier list with the same rows for a copy, also if all rows of a file were copied', async () => {
    const lists = await openLists()
    const fingerprint = 'a'.repeat(64)
    const rows = [aRow(1), aRow(2), found(3, 'noConsent')]
    const listId = await checkedList(lists, rows, {}, fingerprint)
    const copy = async (states: RowState[]) => {
      const about = { listId, newListId: randomUUID(), name: 'Left', at, states }
      return value(lists.storage.run('copyListRows', about))
    }
    const some = await copy(['ready'])
    expect(some?.sameFileAs).toBeNull()
    expect((await copy(['ready']))?.sameFileAs).toMatchObject({ listId: some?.listId, called: 0 })
    expect((await copy(['held']))?.sameFileAs).toBeNull()
    const all = await copy(['ready', 'held'])
    expect(all?.sameFileAs).toMatchObject({ listId })
    const opened = await readList(lists, importRows(lists, rows, fingerprint))
    expect(opened.sameFileAs).toMatchObject({ listId: all?.listId })
  })

  it('never copies rows that may have been called after the recovered backup, unless they were called since', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1), aRow(2), aRow(3), aRow(4), aRow(5)])
    await start(lists, listId)
    const noAnswer: CallState = { ...accepted, end: { kind: 'noAnswer', disposition: null, durationSeconds: null } }
    const call = async (row: number) => {
      await callRow(lists, listId, row)
      const { callId } = (await readRows(lists, listId))[row - 1] ?? {}
      await settle(lists.storage, callId ?? '', noAnswer)
    }
    await call(1)
    const database = openListDatabase(lists.file)
    settleRecoveredLists(database, at)
    database.close()
    await act(lists, listId, 2, 'release')
    await act(lists, listId, 3, 'release')
    await act(lists, listId, 4, 'leaveOut')
    await start(lists, listId)
    await call(2)
    await value(lists.storage.run('setListState', { listId, from: ['running'], to: 'stopped', at }))
    await value(lists.storage.run('stopListRows', { listId, at: now }))
    expect(await statesOf(lists, listId)).toEqual(['noAnswer', 'noAnswer', 'stopped', 'skipped', 'held'])
    const { counts, unclear } = await readList(lists, listId)
    expect(unclear).toEqual({ ...noCounts(), noAnswer: 1, stopped: 1, skipped: 1, held: 1 })
    expect(totalsOf(counts, unclear)).toMatchObject({ called: 2, notCalled: 0, unknown: 3 })
    const copy = { listId, newListId: '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b611', name: 'Left', at }
    const made = await value(lists.storage.run('copyListRows', { ...copy, states: rowStates }))
    expect((await readRows(lists, made?.listId ?? '')).map(({ cells }) => cells[0])).toEqual(['Person 2'])
    expect(made?.counts.held).toBe(rowStates.reduce((sum, state) => sum + counts[state] - unclear[state], 0))
  })
})

import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { CallState } from '../../../../src/contract/call.ts'
import { defaultListOptions, noCounts, type RowState } from '../../../../src/contract/list.ts'
import { neverOpen, noOverlap, sinceBackup } from '../../../../src/domain/lists/checked-row.ts'
import { accepted, aCall } from '../../../support/a-call.ts'
import type { ListRowOfCall } from '../../../../src/main/storage/lists/list-gate.ts'
import { openListDatabase } from '../../../../src/main/storage/lists/list-database.ts'
import { createListLifecycle, settleRecoveredLists } from '../../../../src/main/storage/lists/list-lifecycle.ts'
import { open, place, settle, value } from '../open-storage.ts'
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
import { endOfTime, longestCall } from '../../../../src/domain/call-state.ts'

const noAnswer: CallState = { ...accepted, end: { kind: 'noAnswer', disposition: null, durationSeconds: 4 } }
const failedLate: CallState = { ...accepted, end: { kind: 'failed', disposition: null, durationSeconds: 95 } }
const unknown: CallState = { state: 'unknown', cause: 'cut', status: null, detail: '' }

describe('a row of a running list', () => {
  it('is held after a recovery as soon as it is ready again, because its later calls may be lost', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1)])
    await start(lists, listId)
    await callRow(lists, listId, 1)
    const callId = (await readRows(lists, listId))[0]?.callId ?? ''
    await settle(lists.storage, callId, { state: 'notFound', since: at })
    const database = openListDatabase(lists.file)
    settleRecoveredLists(database, at)
    database.close()
    expect(await statesOf(lists, listId)).toEqual(['notFound'])
    await start(lists, listId)
    const again = { listId, row: 1, callId, dueAt: now, counts: false, at: now }
    expect(await value(lists.storage.run('callListRowAgain', again))).toBe(true)
    expect(await callRow(lists, listId, 1)).toMatchObject({ placed: 'notNow' })
    expect(await statesOf(lists, listId)).toEqual(['held'])
  })

  it('is not covered by a decision on its group after a recovery if it was called in the history', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1), aRow(2), aRow(3)])
    await start(lists, listId)
    const call = async (row: number, outcome: CallState) => {
      await callRow(lists, listId, row)
      const { callId = null } = (await readRows(lists, listId))[row - 1] ?? {}
      await settle(lists.storage, callId ?? '', outcome)
      return callId ?? ''
    }
    const callId = await call(1, unknown)
    await call(3, noAnswer)
    const database = openListDatabase(lists.file)
    settleRecoveredLists(database, at)
    database.close()
    const group = { listId, code: 'calledRecently', name: sinceBackup } as const
    const callAnyway = () =>
      value(lists.storage.run('applyFix', { ...group, fix: 'callAnyway', value: '', shown: everyRow, now }))
    const found = async () => (await value(lists.storage.run('listFindings', { listId })))[0]
    expect(await found()).toMatchObject({ rows: 1, releasable: 1, fixed: null })
    await callAnyway()
    expect(await statesOf(lists, listId)).toEqual(['unknown', 'ready', 'noAnswer'])
    expect(await readList(lists, listId)).toMatchObject({ unclear: { unknown: 1, noAnswer: 1 } })
    const notFound = { callId, from: ['unknown'], outcome: { state: 'notFound', since: at }, at: after(1) } as const
    await value(lists.storage.run('moveCall', notFound))
    const again = { listId, row: 1, callId, dueAt: now, counts: false, at: now }
    expect(await value(lists.storage.run('callListRowAgain', again))).toBe(true)
    await start(lists, listId)
    expect(await callRow(lists, listId, 1)).toMatchObject({ placed: 'notNow' })
    expect(await found()).toMatchObject({ rows: 2, held: 1, releasable: 1, fixed: null })
    await callAnyway()
    expect(await callRow(lists, listId, 1)).toMatchObject({ placed: 'now' })
  })

  it('is called with the ID from its import, and follows every state of its call', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1), aRow(2)])
    await start(lists, listId)
    const placed = await callRow(lists, listId, 1)
    expect(placed).toMatchObject({ placed: 'now' })
    expect(await countsOf(lists, listId)).toEqual({ sending: 1, ready: 1 })
    const [row] = await readRows(lists, listId)
    expect(row).toMatchObject({ state: 'sending', attempts: 1, changedAt: at })
    const callId = row?.callId ?? ''
    await settle(lists.storage, callId, accepted, after(1))
    expect((await readRows(lists, listId))[0]).toMatchObject({ state: 'accepted', workflowRunId: 48_213 })
    await value(lists.storage.run('moveCall', { callId, from: ['accepted'], outcome: noAnswer, at: after(2) }))
    expect((await readRows(lists, listId))[0]).toMatchObject({ state: 'noAnswer', changedAt: after(2) })
    expect(await value(lists.storage.run('rowsOfCalls', { callIds: [callId, 'other'] }))).toEqual({
      [callId]: { listId, row: 1, attempts: 1 },
    })
  })

  it('is called after a holiday at the person’s place, unless the policy has other holidays', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1), aRow(2)])
    await start(lists, listId)
    const thanksgiving = '2026-11-26T17:00:00.000Z'
    const change = { preparedAt: thanksgiving, changedAt: thanksgiving }
    const later = { placed: 'notNow', reason: 'hours', until: '2026-11-27T14:00:00.000Z' }
    expect(await callRow(lists, listId, 1, change)).toEqual(later)
    expect(await callRow(lists, listId, 2, change, { holidays: [] })).toMatchObject({ placed: 'now' })
  })

  it('waits for calling hours and holidays only as long as the current policy and plan say, but always for a retry', async () => {
    const lists = await openLists()
    const retry = { ...defaultListOptions.retry, perDay: 1 }
    const listId = await checkedList(lists, [aRow(1), aRow(2), aRow(3)], { retry })
    await start(lists, listId)
    const callAgain = async (row: number, preparedAt: string, dueAt: string) => {
      await callRow(lists, listId, row, { preparedAt, changedAt: preparedAt })
      const { callId = null } = (await readRows(lists, listId))[row - 1] ?? {}
      await settle(lists.storage, callId ?? '', noAnswer, preparedAt)
      const times = { dueAt: Date.parse(dueAt), at: Date.parse(preparedAt) }
      const again = { listId, row, callId: callId ?? '', counts: true, ...times }
      expect(await value(lists.storage.run('callListRowAgain', again))).toBe(true)
    }
    const thanksgiving = '2026-11-26T17:00:00.000Z'
    const friday = '2026-11-27T14:00:00.000Z'
    const retryAt = '2026-11-26T19:30:00.000Z'
    await callRow(lists, listId, 1, { preparedAt: thanksgiving })
    await callAgain(2, '2026-11-24T18:00:00.000Z', retryAt)
    // After 24 hours, it is a holiday.
    await callAgain(3, '2026-11-25T18:00:00.000Z', '2026-11-25T18:30:00.000Z')
    await callRow(lists, listId, 3, { preparedAt: '2026-11-25T18:30:00.000Z' })
    const dueWith = async (ofPolicy: Pick<ListRowOfCall, 'within' | 'holidays'>) => {
      await value(lists.storage.run('updateOpenings', { listId, now: Date.parse(thanksgiving), ...ofPolicy }))
      return (await readRows(lists, listId)).map(({ dueAt }) => dueAt)
    }
    expect(await dueWith({})).toEqual([friday, retryAt, friday])
    const holidays: string[] = []
    const late = { from: '14:00', to: '21:00' }
    expect(await dueWith({ holidays, within: late })).toEqual(
      Array(3).fill('2026-11-26T19:00:00.000Z').with(1, retryAt),
    )
    expect(await dueWith({ holidays })).toEqual([null, retryAt, '2026-11-26T18:00:00.000Z'])
    await value(lists.storage.run('setListState', { listId, from: ['running'], to: 'paused', at }))
    await savePlan(lists, listId, { hours: { from: '15:00', to: '20:00' } })
    expect(await dueWith({ holidays })).toEqual([null, retryAt, '2026-11-26T20:00:00.000Z'])
    // Its number is in use.
    const [next] = await value(lists.storage.run('takeDueRows', { listId, now: Date.parse(friday), limit: 1 }))
    expect(next?.row).toBe(1)
    const deferred = { listId, row: 1, callId: next?.callId ?? '', until: Date.parse(retryAt) }
    expect(await value(lists.storage.run('deferListRow', deferred))).toBe(true)
    expect(await dueWith({ holidays: [] })).toEqual([retryAt, retryAt, '2026-11-26T20:00:00.000Z'])
  })

  it('has its wait computed once with the rows that wait for the same, and written only if it changes', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1), aRow(2)])
    const database = openListDatabase(lists.file)
    database.exec(`UPDATE list_rows SET not_before = 2, due_at = ${now + 86_400_000} WHERE row = 1`)
    const written = () => Number(database.prepare('SELECT total_changes() AS changes').get()?.['changes'])
    let reads = 0
    const within = {
      get from() {
        reads += 1
        return '15:00'
      },
      to: '21:00',
    }
    const update = async () => {
      const [before, changes] = [reads, written()]
      await createListLifecycle(database).updateOpenings({ listId, now, within })
      return { reads: reads - before, changes: written() - changes }
    }
    const { reads: ofOneRow } = await update()
    database.exec(`UPDATE list_rows SET not_before = 2, due_at = (SELECT max(due_at) FROM list_rows)`)
    expect(await update()).toEqual({ reads: ofOneRow, changes: 0 })
    database.close()
  })

  it('is recorded once, however often it is requested again', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1)])
    await start(lists, listId)
    const [due] = await value(lists.storage.run('takeDueRows', { listId, now, limit: 5 }))
    await callRow(lists, listId, 1)
    const again = aCall({ callId: due?.callId ?? '', phoneNumber: due?.phoneNumber ?? '' })
    const input = {
      call: again,
      initialContext: {},
      repeatSince: endOfTime,
      confirmedAfter: [],
      listRow: { listId, row: 1 },
    }
    expect(await value(lists.storage.run('recordCall', input))).toMatchObject({ placed: 'before' })
    const other = { ...input, call: { ...again, callId: '01JD0000000000000000000099' } }
    expect(await value(lists.storage.run('recordCall', other))).toEqual({
      placed: 'notNow',
      reason: 'row',
      until: null,
    })
    expect(await value(lists.storage.run('takeDueRows', { listId, now, limit: 5 }))).toEqual([])
  })

  it('is not called while the list is a draft, paused or stopped', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1)])
    const refused = { placed: 'notNow', reason: 'list', until: null }
    expect(await callRow(lists, listId, 1)).toEqual(refused)
    await start(lists, listId)
    await value(lists.storage.run('setListState', { listId, from: ['running'], to: 'paused', at }))
    expect(await callRow(lists, listId, 1)).toEqual(refused)
    await value(lists.storage.run('setListState', { listId, from: ['paused'], to: 'stopped', at }))
    expect(await callRow(lists, listId, 1)).toEqual(refused)
    expect(await value(lists.storage.run('unresolvedCalls', {}))).toEqual([])
  })

  it('is not called with a number or agent other than the checked one', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1)])
    await start(lists, listId)
    const refused = { placed: 'notNow', reason: 'row', until: null }
    expect(await callRow(lists, listId, 1, { phoneNumber: '+12125559999' })).toEqual(refused)
    expect(await callRow(lists, listId, 1, { agentUuid: '7f3c2a1e-0000-4000-8000-000000009b22' })).toEqual(refused)
  })

  it('is held with its zones if their calling hours never overlap', async () => {
    const lists = await openLists()
    const zones = ['Australia/Sydney', 'Europe/London']
    const listId = await checkedList(lists, [aRow(1, { timeZones: zones })])
    await start(lists, listId)
    expect(await callRow(lists, listId, 1)).toEqual({ placed: 'notNow', reason: 'hours', until: null })
    const findings = [{ code: 'noTimeZone', name: noOverlap }]
    expect((await readRows(lists, listId))[0]).toMatchObject({ state: 'held', timeZone: zones.join(', '), findings })
  })

  it('is held for its known zones if the hours of a policy exclude those of the list', async () => {
    const lists = await openLists()
    const rows = [aRow(1), aRow(2, { timeZones: ['Australia/Sydney', 'Europe/London'] })]
    const listId = await checkedList(lists, rows)
    await start(lists, listId)
    const within = { from: '06:00', to: '08:30' }
    for (const row of [1, 2])
      expect(await callRow(lists, listId, row, {}, { within })).toMatchObject({ reason: 'hours' })
    for (const { findings } of await readRows(lists, listId))
      expect(findings).toEqual([{ code: 'noTimeZone', name: neverOpen }])
  })

  it('waits for the next opening if it is outside the calling hours of any of its zones', async () => {
    const lists = await openLists()
    const zones = ['America/New_York', 'America/Los_Angeles']
    const listId = await checkedList(lists, [aRow(1, { timeZones: zones })])
    await start(lists, listId)
    // 7:00 in Los Angeles.
    const early = '2026-11-21T15:00:00.000Z'
    const until = '2026-11-21T17:00:00.000Z'
    expect(await callRow(lists, listId, 1, { preparedAt: early })).toEqual({ placed: 'notNow', reason: 'hours', until })
    expect((await readRows(lists, listId))[0]).toMatchObject({ state: 'ready', dueAt: until, attempts: 0 })
    expect(await value(lists.storage.run('takeDueRows', { listId, now: now - 1, limit: 5 }))).toEqual([])
    const list = await value(lists.storage.run('readList', { listId, now: now - 1 }))
    expect(list?.waiting).toEqual({ rows: 1, until })
    expect(await callRow(lists, listId, 1, { preparedAt: early })).toMatchObject({ reason: 'notDue' })
    expect(await callRow(lists, listId, 1)).toMatchObject({ placed: 'now' })
  })

  it('is refused in a draft as soon as its number is on the do-not-call list, until the check after its removal', async () => {
    const lists = await openLists()
    const rows = [aRow(1), aRow(2)]
    const listId = await checkedList(lists, rows)
    const entryId = '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b611'
    const by = { practice: false, addedAt: at, addedBy: 'ana', reason: '' }
    const entry = { ...by, entryId, phoneNumber: '(212) 555-0001', phoneNumberDisplay: '' }
    const added = await value(lists.storage.run('addDoNotCall', { entry }))
    expect([added.listIds, await statesOf(lists, listId)]).toEqual([[listId], ['refused', 'ready']])
    await value(lists.storage.run('removeDoNotCall', { entryId }))
    check(lists, listId, rows)
    expect(await statesOf(lists, listId)).toEqual(['ready', 'ready'])
  })

  it('is refused if its number is on the do-not-call list, directly, by prefix or by import', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1), aRow(2), aRow(3, { phoneNumber: '+19005550103' }), aRow(4)])
    await start(lists, listId)
    const by = { practice: false, addedAt: at, addedBy: 'ana' }
    const entryId = '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b611'
    const number = { phoneNumber: '(212) 555-0001', phoneNumberDisplay: '' }
    const entry = { ...by, ...number, entryId, reason: 'moved' }
    await value(lists.storage.run('addDoNotCall', { entry }))
    expect(await statesOf(lists, listId)).toEqual(['refused', 'ready', 'ready', 'ready'])
    const importId = '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b612'
    lists.thread.doNotCall.begin({ ...by, importId, source: 'register', fileName: null, expiresAt: after(60) })
    expect(lists.thread.doNotCall.append(importId, ['212-555-0002', '+1900*', 'no number'])).toBe(1)
    // An import blocks no call before it is complete.
    expect(lists.thread.doNotCall.finish(importId)).toMatchObject({ numbers: 2 })
    const refused = { placed: 'notNow', reason: 'doNotCall', until: null }
    for (const row of [2, 3]) expect(await callRow(lists, listId, row)).toEqual(refused)
    expect(await statesOf(lists, listId)).toEqual(['refused', 'refused', 'refused', 'ready'])
    for (const { findings } of (await readRows(lists, listId)).slice(0, 3))
      expect(findings).toEqual([{ code: 'doNotCall', name: '' }])
    // The import has expired.
    const second = await checkedList(lists, [aRow(2)])
    expect(await statesOf(lists, second)).toEqual(['refused'])
    expect(
      await value(lists.storage.run('findDoNotCall', { phoneNumber: '+12125550002', practice: false, at: after(61) })),
    ).toBeNull()
  })

  it('is not called and changes nothing while the do-not-call list cannot be read', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1)])
    await start(lists, listId)
    const database = new DatabaseSync(lists.file)
    database.exec('ALTER TABLE do_not_call RENAME TO hidden')
    database.close()
    await expect(callRow(lists, listId, 1)).rejects.toThrow('storage')
    expect(await statesOf(lists, listId)).toEqual(['ready'])
    expect(await value(lists.storage.run('unresolvedCalls', {}))).toEqual([])
  })

  it('waits if its number had as many calls in a day as the list allows, from any source', async () => {
    const lists = await openLists()
    const retry = { attempts: 0, gapMinutes: 60, perDay: 1, perWeek: 7 }
    const listId = await checkedList(lists, [aRow(1)], { retry })
    await start(lists, listId)
    const earlier = aCall({
      phoneNumber: '(212) 555-0001',
      preparedAt: after(-120),
      outcome: { state: 'sending', since: at },
    })
    await value(
      lists.storage.run('recordCall', {
        call: earlier,
        initialContext: {},
        repeatSince: endOfTime,
        confirmedAfter: [],
      }),
    )
    await settle(lists.storage, earlier.callId, noAnswer)
    const until = after(24 * 60 - 120)
    expect((await readRows(lists, listId))[0]?.waitsForLimit).toBeUndefined()
    expect(await callRow(lists, listId, 1)).toEqual({ placed: 'notNow', reason: 'maximum', until })
    expect((await readRows(lists, listId))[0]).toMatchObject({ dueAt: until, waitsForLimit: true })
  })

  it('is not called if its number had a call within the days of the list, except calls of the row itself', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1), aRow(2)], { recentDays: 2 })
    await start(lists, listId)
    await callRow(lists, listId, 1)
    const callId = (await readRows(lists, listId))[0]?.callId ?? ''
    await settle(lists.storage, callId, noAnswer)
    const again = { listId, row: 1, callId, dueAt: now, counts: true, at: now }
    expect(await value(lists.storage.run('callListRowAgain', again))).toBe(true)
    await place(lists.storage, aCall({ phoneNumber: '(212) 555-0002', preparedAt: after(5), outcome: noAnswer }))
    const callAt = (row: number, days: number) => {
      const minutes = days * 24 * 60
      return callRow(lists, listId, row, { preparedAt: after(minutes) }, {}, after(minutes - 10))
    }
    expect(await callAt(1, 1)).toMatchObject({ placed: 'now' })
    expect(await callAt(2, 1)).toMatchObject({ placed: 'repeat' })
    expect(await callAt(2, 3)).toMatchObject({ placed: 'now' })
  })

  it('is locked while the outcome of a call to its number is unknown', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1), aRow(2, { phoneNumber: '+12125550001' })])
    await value(
      lists.storage.run('applyFix', {
        listId,
        code: 'duplicate',
        name: '',
        fix: 'callAnyway',
        value: '',
        shown: everyRow,
        now,
      }),
    )
    await start(lists, listId)
    await callRow(lists, listId, 1)
    const [row] = await readRows(lists, listId)
    await settle(lists.storage, row?.callId ?? '', unknown)
    expect(await callRow(lists, listId, 2)).toMatchObject({ placed: 'locked' })
    expect(await countsOf(lists, listId)).toEqual({ unknown: 1, ready: 1 })
  })
})

it.each([
  [20, { placed: 'notNow', reason: 'inProgress' }],
  [26, { placed: 'now' }],
])('waits for a call that was resolved as placed %i minutes ago, at most 25 minutes', async (minutes, placed) => {
  const lists = await openLists()
  const listId = await checkedList(lists, [aRow(1), aRow(2, { phoneNumber: '+12125550001' })])
  await value(
    lists.storage.run('applyFix', {
      listId,
      code: 'duplicate',
      name: '',
      fix: 'callAnyway',
      value: '',
      shown: everyRow,
      now,
    }),
  )
  await start(lists, listId)
  await callRow(lists, listId, 1)
  const [row] = await readRows(lists, listId)
  await settle(lists.storage, row?.callId ?? '', {
    state: 'closedByOperator',
    decision: 'placed',
    who: 'Ana',
    at,
    note: '',
  })
  expect(await callRow(lists, listId, 2, { preparedAt: after(minutes) })).toMatchObject(placed)
})

describe('a row that is called again', () => {
  const begin = async (rows = [aRow(1)]) => {
    const lists = await openLists()
    const listId = await checkedList(lists, rows)
    await start(lists, listId)
    await callRow(lists, listId, 1)
    const [row] = await readRows(lists, listId)
    const callId = row?.callId ?? ''
    const again = (counts = true) =>
      value(lists.storage.run('callListRowAgain', { listId, row: 1, callId, dueAt: now, counts, at: now }))
    const resolved = { state: 'closedByOperator', decision: 'notPlaced', who: 'Ana', at, note: '' } as const
    return {
      lists,
      listId,
      callId,
      again,
      resolved,
      resolve: (runIds: readonly number[] = []) =>
        settle(lists.storage, callId, runIds.length === 0 ? resolved : { ...resolved, runIds: [...runIds] }),
      findRun: () =>
        value(
          lists.storage.run('moveCall', {
            callId,
            from: ['closedByOperator'],
            outcome: { ...resolved, runIds: [48_213] },
            at: after(1),
          }),
        ),
      callAnyway: (name = '') =>
        value(
          lists.storage.run('applyFix', {
            listId,
            code: 'calledRecently',
            name,
            fix: 'callAnyway',
            value: '',
            shown: everyRow,
            now,
          }),
        ),
    }
  }

  it('gets a new call ID, and still owns its earlier call', async () => {
    const { lists, listId, callId, again } = await begin()
    expect(await again()).toBe(false)
    await settle(lists.storage, callId, noAnswer)
    expect(await again()).toBe(true)
    expect(await again()).toBe(false)
    const placed = await callRow(lists, listId, 1)
    expect(placed).toMatchObject({ placed: 'now' })
    const [row] = await readRows(lists, listId)
    expect(row).toMatchObject({ attempts: 2, state: 'sending' })
    expect(row?.callId).not.toBe(callId)
    expect(
      Object.keys(await value(lists.storage.run('rowsOfCalls', { callIds: [callId, row?.callId ?? ''] }))),
    ).toHaveLength(2)
  })

  it.each([unknown, accepted, failedLate, { state: 'candidate', runIds: [1] } satisfies CallState])(
    'is never called again while its call is $state',
    async (outcome) => {
      const { lists, listId, callId, again } = await begin()
      await settle(lists.storage, callId, outcome)
      expect(await again()).toBe(false)
      const action = { kind: 'callAgain', callId } as const
      expect(await value(lists.storage.run('changeListRow', { listId, row: 1, action, at: now }))).toBeNull()
    },
  )

  it.each([
    [20, { placed: 'notNow', reason: 'inProgress', until: new Date(now + longestCall + 1).toISOString() }],
    [26, { placed: 'now' }],
  ])(
    'waits for a call with a run that was resolved as not placed %i minutes ago, at most 25 minutes',
    async (minutes, placed) => {
      const { lists, listId, again, resolve } = await begin()
      await resolve([48_213])
      expect(await again()).toBe(true)
      expect(await callRow(lists, listId, 1, { preparedAt: after(minutes) })).toMatchObject(placed)
    },
  )

  const isCalled = { placed: 'now' }
  const waits = { placed: 'notNow', reason: 'inProgress' }
  const heldForCall = { state: 'held', findings: [{ code: 'calledRecently', name: '' }] }
  const resolvedSingle = { state: 'closedByOperator', decision: 'notPlaced', who: 'Ana', note: '' } as const

  it.each([
    [1, {}, waits],
    [24, {}, waits],
    [26, {}, isCalled],
    [1, { noRunAt: at }, isCalled],
  ])(
    'waits %i minutes after its call was resolved as not placed, unless the service has answered (%j)',
    async (minutes, answer, placed) => {
      const { lists, listId, callId, again, resolved } = await begin()
      await settle(lists.storage, callId, { ...resolved, ...answer })
      expect(await again()).toBe(true)
      expect(await callRow(lists, listId, 1, { preparedAt: after(minutes) })).toMatchObject(placed)
    },
  )

  it('waits for the look-up of another call to its number that was resolved as not placed', async () => {
    const { lists, listId, resolve } = await begin([aRow(1), { ...aRow(2), phoneNumber: aRow(1).phoneNumber }])
    await resolve()
    const group = { listId, code: 'duplicate', name: '' } as const
    await value(lists.storage.run('applyFix', { ...group, fix: 'callAnyway', value: '', shown: everyRow, now }))
    expect(await callRow(lists, listId, 2, { preparedAt: after(1) })).toMatchObject(waits)
  })

  it.each([true, false])('waits in another list (a copy: %s), also after a restart', async (isCopy) => {
    const { lists, listId, resolve } = await begin()
    await resolve()
    // A profile runs one list at a time.
    await value(lists.storage.run('setListState', { listId, from: ['running'], to: 'stopped', at }))
    const number = { phoneNumber: aRow(1).phoneNumber }
    const other = isCopy ? '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b613' : importRows(lists, [aRow(1, number)])
    const copying = { listId, newListId: other, name: 'Left', at, states: ['resolvedNotPlaced' as const] }
    if (isCopy) await value(lists.storage.run('copyListRows', copying))
    await savePlan(lists, other)
    check(lists, other, [aRow(1, number)])
    await start(lists, other)
    expect(await callRow(lists, other, 1, { preparedAt: after(1) })).toMatchObject(waits)
    await lists.storage.close()
    const reopened = { ...lists, storage: open(lists.file) }
    await start(reopened, other)
    expect(await callRow(reopened, other, 1, { preparedAt: after(24) })).toMatchObject(waits)
    expect(await callRow(reopened, other, 1, { preparedAt: after(26) })).toMatchObject(isCalled)
  })

  describe('after the look-up of a single call to its number', () => {
    const beginSingle = async (isStarted = true) => {
      const lists = await openLists()
      const listId = await checkedList(lists, [aRow(1)])
      if (isStarted) await start(lists, listId)
      const single = aCall({ phoneNumber: aRow(1).phoneNumber ?? '', preparedAt: at })
      await place(lists.storage, single)
      const { callId } = single
      const decided = { ...resolvedSingle, at: after(30) }
      await settle(lists.storage, callId, decided, after(30))
      return {
        lists,
        listId,
        call: (time: number) => callRow(lists, listId, 1, { preparedAt: after(time) }, {}, after(time - repeatMinutes)),
        find: () => {
          const found = { callId, outcome: { ...decided, runIds: [7] }, at: after(32) }
          return value(lists.storage.run('moveCall', { ...found, from: ['closedByOperator'] }))
        },
        releaseAsShown: (shown: object) => {
          const action = { kind: 'release', findings: [], ...shown } as const
          return value(lists.storage.run('changeListRow', { listId, row: 1, action, at: now }))
        },
      }
    }

    it('is held as soon as the run is found, until it is released', async () => {
      const { lists, listId, call, find } = await beginSingle()
      expect(await call(31)).toMatchObject(waits)
      const found = await find()
      if (found === null) throw new Error('The run was not added.')
      expect(await readRows(lists, listId)).toMatchObject([heldForCall])
      expect(await value(lists.storage.run('otherListsToCall', found))).toEqual([listId])
      await act(lists, listId, 1, 'release')
      expect(await call(33)).toMatchObject(isCalled)
    })

    it.each([{}, { lookUpEndsAt: after(55) }])(
      'is not released if the run was found after the row was shown (%j)',
      async (shown) => {
        const { lists, listId, find, releaseAsShown } = await beginSingle()
        await act(lists, listId, 1, 'hold')
        await find()
        expect(await releaseAsShown(shown)).toBeNull()
        expect(await readRows(lists, listId)).toMatchObject([heldForCall])
      },
    )

    it('is not released if another call was resolved after the row was shown', async () => {
      const { lists, listId, releaseAsShown } = await beginSingle()
      await act(lists, listId, 1, 'hold')
      const [shown] = await readRows(lists, listId)
      const lookUpEndsAt = shown?.lookUpEndsAt ?? null
      const second = aCall({ phoneNumber: aRow(1).phoneNumber ?? '', preparedAt: after(31) })
      await place(lists.storage, second)
      await settle(lists.storage, second.callId, { ...resolvedSingle, at: after(32) }, after(32))
      expect(await releaseAsShown({ lookUpEndsAt })).toBeNull()
      expect(await statesOf(lists, listId)).toEqual(['held'])
      await act(lists, listId, 1, 'release')
      expect(await statesOf(lists, listId)).toEqual(['ready'])
    })

    it('is held if the run is found after the row was released', async () => {
      const { lists, listId, find } = await beginSingle()
      await act(lists, listId, 1, 'hold')
      await act(lists, listId, 1, 'release')
      await find()
      expect(await readRows(lists, listId)).toMatchObject([heldForCall])
    })

    it('is held when it is called if it belonged to a draft when the run was found', async () => {
      const { lists, listId, call, find } = await beginSingle(false)
      await find()
      expect(await statesOf(lists, listId)).toEqual(['ready'])
      await start(lists, listId)
      expect(await call(33)).toMatchObject({ placed: 'repeat' })
    })
  })

  it.each([
    ['released', 6, 7],
    ['released', 60, 61],
    ['called anyway', 6, 7],
    ['called anyway', 60, 61],
  ] as const)(
    'is not %s because of a call that was shown if the run of another one is found after %d minutes',
    async (how, foundAfter, decidedAfter) => {
      const lists = await openLists()
      const phoneNumber = aRow(1).phoneNumber ?? ''
      const shownCall = aCall({ phoneNumber, preparedAt: after(-8) })
      await place(lists.storage, shownCall)
      const reached = { kind: 'reached', disposition: null, durationSeconds: 4 } as const
      await settle(lists.storage, shownCall.callId, { ...accepted, end: reached }, after(-6))
      const listId = await checkedList(lists, [aRow(1)])
      await start(lists, listId)
      const single = aCall({ phoneNumber, preparedAt: at })
      const { callId } = single
      await place(lists.storage, single)
      const decided = { ...resolvedSingle, at: after(5) }
      await settle(lists.storage, callId, decided, after(5))
      const decideAsShown = async () => {
        const [row] = await readRows(lists, listId)
        const [group] = await value(lists.storage.run('listFindings', { listId }))
        if (row === undefined || group === undefined) throw new Error('The row is not held.')
        const { findings, lookUpEndsAt = null } = row
        const action = { kind: 'release', findings, lookUpEndsAt } as const
        const decision = { code: 'calledRecently', name: '', fix: 'callAnyway', value: '', shown: group } as const
        const time = now + decidedAfter * 60_000
        return async () => {
          if (how === 'released') await value(lists.storage.run('changeListRow', { listId, row: 1, action, at: time }))
          else await value(lists.storage.run('applyFix', { listId, ...decision, now: time }))
          return statesOf(lists, listId)
        }
      }
      const decide = await decideAsShown()
      const found = { callId, outcome: { ...decided, runIds: [7] }, at: after(foundAfter) }
      await value(lists.storage.run('moveCall', { ...found, from: ['closedByOperator'] }))
      expect(await decide()).toEqual(['held'])
      const decideAgain = await decideAsShown()
      expect(await decideAgain()).toEqual(['ready'])
    },
  )

  it('does not wait for the look-up if the user released it after the decision', async () => {
    const { lists, listId, again, resolve } = await begin()
    await act(lists, listId, 1, 'hold')
    await resolve()
    await again()
    expect(await callRow(lists, listId, 1, { preparedAt: after(1) })).toMatchObject(waits)
    const lookUpEndsAt = new Date(now + longestCall).toISOString()
    expect((await readRows(lists, listId))[0]).toMatchObject({ state: 'ready', lookUpEndsAt })
    await act(lists, listId, 1, 'hold')
    expect((await readRows(lists, listId))[0]).toMatchObject({ state: 'held', lookUpEndsAt })
    // The row was shown before the call was resolved.
    const shownBefore = { kind: 'release', findings: [] } as const
    const release = { listId, row: 1, action: shownBefore, at: now }
    expect(await value(lists.storage.run('changeListRow', release))).toBeNull()
    await act(lists, listId, 1, 'release')
    expect((await readRows(lists, listId))[0]).toMatchObject({ state: 'ready', lookUpEndsAt: null })
    expect(await callRow(lists, listId, 1, { preparedAt: after(3) })).toMatchObject(isCalled)
  })

  it('is held if a run is found after a person resolved its earlier call as not placed, until it is released', async () => {
    const { lists, listId, again, resolve, findRun } = await begin()
    await resolve()
    expect(await again()).toBe(true)
    await findRun()
    expect((await readRows(lists, listId))[0]).toMatchObject({
      state: 'held',
      findings: [{ code: 'calledRecently', name: '' }],
      foundRun: 'possible',
    })
    await act(lists, listId, 1, 'release')
    expect((await readRows(lists, listId))[0]).not.toHaveProperty('foundRun')
    expect(await callRow(lists, listId, 1, { preparedAt: after(60) })).toMatchObject({ placed: 'now' })
  })

  it('stays left out if a run of its earlier call is found, also if its group is called anyway', async () => {
    const { lists, listId, again, resolve, findRun, callAnyway } = await begin()
    await resolve()
    await again()
    await act(lists, listId, 1, 'leaveOut')
    await findRun()
    const leftOut = { state: 'skipped', findings: [{ code: 'calledRecently', name: '' }] }
    expect(await readRows(lists, listId)).toMatchObject([leftOut])
    await callAnyway()
    expect(await readRows(lists, listId)).toMatchObject([{ state: 'skipped' }])
  })

  it('stays left out in a recovered history, also if its group is called anyway', async () => {
    const { lists, listId, again, resolve, callAnyway } = await begin()
    await resolve()
    await again()
    await act(lists, listId, 1, 'leaveOut')
    const database = openListDatabase(lists.file)
    settleRecoveredLists(database, at)
    database.close()
    await callAnyway(sinceBackup)
    expect(await readRows(lists, listId)).toMatchObject([{ state: 'skipped' }])
    expect(await readList(lists, listId)).toMatchObject({ counts: { skipped: 1 }, unclear: { skipped: 1 } })
  })

  it('is not changed after its erasure if a run of its earlier call is found', async () => {
    const { lists, listId, again, resolve, findRun } = await begin()
    await resolve()
    await again()
    await value(lists.storage.run('erasePerson', { phoneNumber: aRow(1).phoneNumber ?? '', now: at }))
    await findRun()
    expect(await readRows(lists, listId)).toMatchObject([{ state: 'skipped', findings: [] }])
  })

  const copy = ({ storage }: Lists, listId: string, state: RowState) => {
    const about = { newListId: '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b613', name: 'Left', at }
    return value(storage.run('copyListRows', { ...about, listId, states: [state] }))
  }

  const copyable = ({ storage }: Lists, listId: string) => value(storage.run('countCopyableRows', { listId }))

  it('is not copied to another list if its call has a run although a person resolved it as not placed', async () => {
    const { lists, listId, resolve, findRun } = await begin()
    await resolve()
    expect((await readRows(lists, listId))[0]).not.toHaveProperty('foundRun')
    await findRun()
    expect(await readRows(lists, listId)).toMatchObject([{ state: 'resolvedNotPlaced', foundRun: 'possible' }])
    expect(await copy(lists, listId, 'resolvedNotPlaced')).toBeNull()
    expect(await copyable(lists, listId)).toEqual(noCounts())
  })

  it.each(['held', 'skipped'] as const)(
    'is not copied to another list while it is %s if a run of an earlier call is found',
    async (state) => {
      const { lists, listId, again, resolve, findRun } = await begin()
      await resolve()
      await again()
      // The last call was certainly not placed, so it says nothing about the first one.
      await callRow(lists, listId, 1)
      const [row] = await readRows(lists, listId)
      const callId = row?.callId ?? ''
      await settle(lists.storage, callId, { state: 'notSent', cause: 'refused' })
      await value(lists.storage.run('callListRowAgain', { listId, row: 1, callId, dueAt: now, counts: false, at: now }))
      await findRun()
      if (state === 'skipped') await act(lists, listId, 1, 'leaveOut')
      await value(lists.storage.run('setListState', { listId, from: ['running'], to: 'stopped', at }))
      await value(lists.storage.run('stopListRows', { listId, at: now }))
      expect(await copy(lists, listId, state)).toBeNull()
      expect(await readList(lists, listId)).toMatchObject({ counts: { [state]: 1 } })
      expect(await copyable(lists, listId)).toEqual(noCounts())
    },
  )

  it.each(['reached', 'failed', 'busy'] as const)(
    'is copied to another list while it is left out unless a late response shows a call that may have reached a person: %s',
    async (kind) => {
      const { lists, listId, callId, again } = await begin([aRow(1), aRow(2), aRow(3)])
      await settle(lists.storage, callId, { state: 'notFound', since: at })
      await again(false)
      await act(lists, listId, 1, 'leaveOut')
      const outcome: CallState = { ...accepted, end: { kind, disposition: null, durationSeconds: 9 } }
      await value(lists.storage.run('moveCall', { callId, from: ['notFound'], outcome, at: after(1) }))
      const copied = kind === 'busy' ? 1 : 0
      expect((await readRows(lists, listId))[0]?.mayBeCopied).toBe(copied === 1 ? true : undefined)
      expect((await copyable(lists, listId)).skipped).toBe(copied)
      expect((await copy(lists, listId, 'skipped')) === null).toBe(copied === 0)
    },
  )

  it('is neither counted nor copied with its last call if a late response shows that an earlier one reached a person', async () => {
    const { lists, listId, callId, again } = await begin()
    await settle(lists.storage, callId, { state: 'notFound', since: at })
    await again(false)
    await callRow(lists, listId, 1)
    const [row] = await readRows(lists, listId)
    await settle(lists.storage, row?.callId ?? '', noAnswer)
    expect((await copyable(lists, listId)).noAnswer).toBe(1)
    const reached: CallState = { ...accepted, end: { kind: 'reached', disposition: null, durationSeconds: 9 } }
    await value(lists.storage.run('moveCall', { callId, from: ['notFound'], outcome: reached, at: after(1) }))
    expect(await countsOf(lists, listId)).toEqual({ noAnswer: 1 })
    expect(await copyable(lists, listId)).toEqual(noCounts())
    expect(await copy(lists, listId, 'noAnswer')).toBeNull()
  })

  it('keeps the reason for which it is held in later checks if its earlier call, which was not found, has a run', async () => {
    const { lists, listId, callId, again, resolved } = await begin()
    await settle(lists.storage, callId, { state: 'notFound', since: at })
    await again(false)
    const move = (from: CallState['state'], outcome: CallState) =>
      value(lists.storage.run('moveCall', { callId, from: [from], outcome, at: after(1) }))
    await move('notFound', { state: 'candidate', runIds: [48_213] })
    await move('candidate', { ...resolved, runIds: [48_213] })
    const held = { state: 'held', findings: [{ code: 'calledRecently', name: '' }] }
    expect(await readRows(lists, listId)).toMatchObject([held])
    await value(lists.storage.run('setListState', { listId, from: ['running'], to: 'paused', at }))
    await savePlan(lists, listId)
    expect(check(lists, listId, [aRow(1)], now + 3_600_000)).toBe(true)
    expect(await readRows(lists, listId)).toMatchObject([held])
  })

  it('is held if its earlier call turns out to have been placed, until it is released after that', async () => {
    const { lists, listId, callId, again, callAnyway } = await begin()
    await settle(lists.storage, callId, { state: 'notFound', since: at })
    expect(await again(false)).toBe(true)
    expect((await readRows(lists, listId))[0]).toMatchObject({ state: 'ready', attempts: 0 })
    await value(lists.storage.run('moveCall', { callId, from: ['notFound'], outcome: noAnswer, at: after(1) }))
    expect(await statesOf(lists, listId)).toEqual(['ready'])
    const reached: CallState = { ...accepted, end: { kind: 'reached', disposition: null, durationSeconds: 9 } }
    await value(lists.storage.run('moveCall', { callId, from: ['accepted'], outcome: reached, at: after(1) }))
    expect(await callRow(lists, listId, 1)).toEqual({ placed: 'notNow', reason: 'row', until: null })
    expect((await readRows(lists, listId))[0]).toMatchObject({
      state: 'held',
      findings: [{ code: 'calledRecently', name: '' }],
    })
    await act(lists, listId, 1, 'release')
    const move = (outcome: CallState) =>
      value(lists.storage.run('moveCall', { callId, from: ['accepted'], outcome, at: after(1) }))
    // The outcome was not known when the row was released.
    await move({ ...accepted, end: { kind: 'voicemail', disposition: null, durationSeconds: 9 } })
    const later = { preparedAt: after(120), changedAt: after(120) }
    expect(await callRow(lists, listId, 1, later, {}, after(110))).toMatchObject({ placed: 'notNow', reason: 'row' })
    await callAnyway()
    expect(await callRow(lists, listId, 1, later, {}, after(-10))).toMatchObject({ placed: 'now' })
  })
})

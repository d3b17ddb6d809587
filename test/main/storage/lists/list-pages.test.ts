import { expect, it } from 'vitest'
import type { CallState } from '../../../../src/contract/call.ts'
import { defaultListOptions, type ListOptions } from '../../../../src/contract/list.ts'
import { accepted, aCall } from '../../../support/a-call.ts'
import { placeSettled, settle, value } from '../open-storage.ts'
import {
  act,
  after,
  aRow,
  at,
  callRow,
  checkedList,
  everyRow,
  type Lists,
  now,
  openLists,
  readRows,
  start,
} from './open-lists.ts'

const busy: CallState = { ...accepted, end: { kind: 'busy', disposition: null, durationSeconds: 0 } }
const lost: CallState = { state: 'unknown', cause: 'cut', status: null, detail: '' }

const openCalled = async (options: Partial<ListOptions> = {}) => {
  const lists = await openLists()
  const listId = await checkedList(
    lists,
    [1, 2, 3, 4].map((row) => aRow(row)),
    options,
  )
  await start(lists, listId)
  for (const [row, outcome, minutes] of [
    [1, busy, 1],
    [2, lost, 2],
    [3, busy, 6],
  ] as const) {
    await callRow(lists, listId, row)
    const called = (await readRows(lists, listId)).find((one) => one.row === row)
    await settle(lists.storage, called?.callId ?? '', outcome, after(minutes))
  }
  return { lists, listId }
}

it('reads the rows in some states, latest first, page by page', async () => {
  const { lists, listId } = await openCalled()
  const read = async (states: ('busy' | 'unknown' | 'ready')[], from = 0, limit = 10) => {
    const page = { listId, states, finding: null, search: '', order: 'latest', from, limit } as const
    const { rows, total } = await value(lists.storage.run('readListRows', page))
    return [rows.map(({ row }) => row), total]
  }
  expect(await read(['busy', 'unknown'])).toEqual([[3, 2, 1], 3])
  expect(await read(['busy'])).toEqual([[3, 1], 2])
  expect(await read(['busy', 'unknown'], 1, 1)).toEqual([[2], 3])
  expect(await read([])).toEqual([[3, 2, 1], 3])
  expect(await read(['ready'])).toEqual([[], 0])
})

it('counts outcomes by whole periods', async () => {
  const { lists, listId } = await openCalled()
  const periods = await value(lists.storage.run('listOutcomes', { listId, minutes: 5 }))
  expect(periods).toEqual([
    { from: now, state: 'busy', rows: 1 },
    { from: now, state: 'unknown', rows: 1 },
    { from: now + 300_000, state: 'busy', rows: 1 },
  ])
})

it('reports each call of a row, also one that does not count as an attempt because it was not found', async () => {
  const { lists, listId } = await openCalled()
  const { storage } = lists
  await callRow(lists, listId, 4)
  const callId = (await readRows(lists, listId))[3]?.callId ?? ''
  await settle(storage, callId, { state: 'notFound', since: at }, after(7))
  const again = { listId, row: 4, callId, dueAt: now, counts: false, at: Date.parse(after(8)) }
  expect(await value(storage.run('callListRowAgain', again))).toBe(true)
  const report = await value(storage.run('listReportRows', { listId, after: 2, limit: 2 }))
  expect(report.map(({ row, calls }) => [row.attempts, calls])).toEqual([
    [1, 1],
    [0, 1],
  ])
  await callRow(lists, listId, 4)
  const [row] = await value(storage.run('listReportRows', { listId, after: 3, limit: 1 }))
  expect([row?.row.attempts, row?.calls]).toEqual([1, 2])
})

it('still counts the outcome of a call whose row is called again', async () => {
  const { lists, listId } = await openCalled()
  const { storage } = lists
  const outcomes = async () => {
    const found = await value(storage.run('listOutcomes', { listId, minutes: 5 }))
    return found.filter(({ state }) => state === 'busy').map(({ from, rows }) => [from, rows])
  }
  const before = await outcomes()
  expect(before).toEqual([
    [now, 1],
    [now + 300_000, 1],
  ])
  const callId = (await readRows(lists, listId))[0]?.callId ?? ''
  const again = { listId, row: 1, callId, dueAt: now, counts: true, at: Date.parse(after(7)) }
  expect(await value(storage.run('callListRowAgain', again))).toBe(true)
  expect(await outcomes()).toEqual(before)
  await callRow(lists, listId, 1)
  expect(await outcomes()).toEqual(before)
  const second = (await readRows(lists, listId))[0]?.callId ?? ''
  await settle(storage, second, busy, after(8))
  expect(await outcomes()).toEqual([
    [now, 1],
    [now + 300_000, 2],
  ])
})

it('reads the calls that the list may place again: retries only as often as its plan says', async () => {
  const rowsWith = async (attempts: number) => {
    const { lists, listId } = await openCalled({ retry: { ...defaultListOptions.retry, attempts } })
    const found = await value(lists.storage.run('listRepeatableCalls', { listId }))
    return found.map(({ row, attempts: calls }) => [row, calls])
  }
  expect(await rowsWith(0)).toEqual([])
  expect(await rowsWith(1)).toEqual([
    [3, 1],
    [1, 1],
  ])
})

it('finds text in any cell, note or number, regardless of case and separators', async () => {
  const lists = await openLists()
  const listId = await checkedList(lists, [
    aRow(1, { cells: ['Jane Müller', 'Rome'] }),
    aRow(2, { cells: ['"Ito"', ''], note: 'call MÜLLER instead' }),
    aRow(3, { findings: [{ code: 'noConsent', name: '' }] }),
  ])
  const find = async (search: string, states: ('ready' | 'held')[] = [], from = 0) => {
    const page = { listId, states, finding: null, search, order: 'file', from, limit: 10 } as const
    const { rows, total } = await value(lists.storage.run('readListRows', page))
    return [rows.map(({ row }) => row), total]
  }
  expect(await find('müller')).toEqual([[1, 2], 2])
  expect(await find('müller', [], 1)).toEqual([[2], 2])
  expect(await find('(212) 555-000')).toEqual([[1, 2, 3], 3])
  expect(await find('555 0003', ['held'])).toEqual([[3], 1])
  expect(await find('555 0003', ['ready'])).toEqual([[], 0])
  expect(await find('nowhere')).toEqual([[], 0])
})

it('gives a row that was called before the state and time of its last call if the user stops the list, and reports that call', async () => {
  const { lists, listId } = await openCalled()
  const { storage } = lists
  const [first] = await readRows(lists, listId)
  const of = { listId, row: 1, callId: first?.callId ?? '' }
  expect(await value(storage.run('callListRowAgain', { ...of, dueAt: now, counts: true, at: now }))).toBe(true)
  const reportOf = async () => {
    const [row] = await value(storage.run('listReportRows', { listId, after: 0, limit: 1 }))
    return [row?.row.state, row?.call?.callId]
  }
  expect(await reportOf()).toEqual(['ready', first?.callId])
  const stoppedAt = after(7)
  await value(storage.run('setListState', { listId, from: ['running'], to: 'stopped', at: stoppedAt }))
  await value(storage.run('stopListRows', { listId, at: Date.parse(stoppedAt) }))
  const rows = await readRows(lists, listId)
  expect(rows.map(({ state }) => state)).toEqual(['busy', 'unknown', 'busy', 'stopped'])
  expect(rows[0]?.callId).toBe(first?.callId)
  expect([rows[0]?.changedAt, rows[3]?.changedAt]).toEqual([after(1), stoppedAt])
  expect(await reportOf()).toEqual(['busy', first?.callId])
})

it.each([true, false])(
  'shows the last call of a row that is held or left out after it, if it counts: %s',
  async (counts) => {
    const { lists, listId } = await openCalled()
    const [called, , , waiting] = await readRows(lists, listId)
    const of = { listId, row: 1, callId: called?.callId ?? '' }
    await value(lists.storage.run('callListRowAgain', { ...of, dueAt: now, counts, at: now }))
    const callsOf = async () => {
      const [first, , , last] = await readRows(lists, listId)
      return [first, last].map((row) => [row?.state, row?.callId, row?.workflowRunId])
    }
    const none = [null, null]
    expect(waiting).toMatchObject({ callId: null, workflowRunId: null })
    expect(await callsOf()).toEqual([
      ['ready', ...none],
      ['ready', ...none],
    ])
    const last = [called?.callId, accepted.workflowRunId]
    for (const row of [1, 4]) await act(lists, listId, row, 'hold')
    expect(await callsOf()).toEqual([
      ['held', ...last],
      ['held', ...none],
    ])
    for (const row of [1, 4]) await act(lists, listId, row, 'leaveOut')
    expect(await callsOf()).toEqual([
      ['skipped', ...last],
      ['skipped', ...none],
    ])
  },
)

/** How long the people of these calls talked, in seconds. */
const talkSeconds = 40

const ended = (disposition: string | null): CallState => ({
  ...accepted,
  end: { kind: 'reached', disposition, durationSeconds: talkSeconds },
})

/** Calls a row; its call ends with this disposition. */
const callWith = async (lists: Lists, listId: string, row: number, disposition: string | null): Promise<void> => {
  await callRow(lists, listId, row)
  const callId = (await readRows(lists, listId))[row - 1]?.callId ?? ''
  await settle(lists.storage, callId, accepted)
  await value(
    lists.storage.run('moveCall', { callId, from: ['accepted'], outcome: ended(disposition), at: after(row) }),
  )
}

it('proposes the numbers of calls with the disposition do_not_call, those that are not listed first', async () => {
  const lists = await openLists()
  const { storage } = lists
  const listId = await checkedList(
    lists,
    [1, 2, 3, 4, 5, 6].map((row) => aRow(row)),
  )
  await start(lists, listId)
  for (const [row, disposition] of [
    [1, 'do_not_call'],
    [2, 'user_hangup'],
    [3, 'Do not call'],
    [4, null],
    [5, 'do_not_call_back_today'],
  ] as const)
    await callWith(lists, listId, row, disposition)
  const proposals = () => value(storage.run('doNotCallProposals', { listId, at }))
  expect((await proposals()).map(({ row, entry }) => [row, entry])).toEqual([
    [1, null],
    [3, null],
  ])
  const [first] = await proposals()
  expect(first).toMatchObject({ phoneNumber: aRow(1).phoneNumber, at: after(1) })
  const entry = {
    entryId: '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b611',
    phoneNumber: aRow(1).phoneNumber ?? '',
    phoneNumberDisplay: '(212) 555-0001',
    practice: false,
    reason: '',
    addedAt: at,
    addedBy: 'ana',
  }
  await value(storage.run('addDoNotCall', { entry }))
  expect((await proposals()).map(({ row, entry: listed }) => [row, listed?.entryId])).toEqual([
    [3, undefined],
    [1, entry.entryId],
  ])
})

it('names the variables that the agent extracted in any call of the list, in the order of its rows', async () => {
  const lists = await openLists()
  const { storage } = lists
  const listId = await checkedList(lists, [aRow(1), aRow(2), aRow(3)])
  await start(lists, listId)
  for (const [row, names] of [
    [1, ['new_date']],
    [2, []],
    [3, ['reason', 'new_date']],
  ] as const) {
    await callWith(lists, listId, row, null)
    const callId = (await readRows(lists, listId))[row - 1]?.callId ?? ''
    const variables = names.map((name) => ({ name, value: `${name} ${row}` }))
    await value(storage.run('saveLearned', { callId, learned: { variables, tags: [], steps: [], credits: null } }))
  }
  expect(await value(storage.run('listLearnedNames', { listId, limit: 200 }))).toEqual(['new_date', 'reason'])
  expect(await value(storage.run('listLearnedNames', { listId, limit: 1 }))).toEqual(['new_date'])
  const report = await value(storage.run('listReportRows', { listId, after: 2, limit: 1 }))
  expect(report[0]?.learned?.variables).toEqual([
    { name: 'reason', value: 'reason 3' },
    { name: 'new_date', value: 'new_date 3' },
  ])
})

it('counts the ready rows by their zones, and measures the agent’s calls', async () => {
  const lists = await openLists()
  const west = { timeZones: ['America/Los_Angeles'] }
  const rows = [aRow(1), aRow(2), aRow(3), aRow(4, west), aRow(5), aRow(6, { phoneNumber: null })]
  const listId = await checkedList(lists, rows)
  const forecast = () => value(lists.storage.run('listForecast', { listId, now }))
  expect(await forecast()).toEqual({
    practice: false,
    groups: [
      { zones: ['America/New_York'], dueAt: 0, rows: 4 },
      { zones: ['America/Los_Angeles'], dueAt: 0, rows: 1 },
    ],
    inProgress: [],
    callMilliseconds: null,
  })
  await start(lists, listId)
  // The end of each call is known as many minutes after its start as the row's number. After three minutes, it is known
  // too late to measure the ringing, so that only the conversation counts.
  for (const row of [1, 2, 3]) await callWith(lists, listId, row, null)
  expect(await forecast()).toMatchObject({ groups: [{ rows: 1 }, { rows: 1 }], callMilliseconds: 60_000 })
  await callRow(lists, listId, 5)
  const inProgress = [Date.parse(at)]
  expect(await forecast()).toMatchObject({ groups: [{ rows: 1 }], inProgress })
  const callId = (await readRows(lists, listId))[4]?.callId ?? ''
  const move = (from: CallState['state'], outcome: CallState) =>
    value(lists.storage.run('moveCall', { callId, from: [from], outcome, at }))
  await settle(lists.storage, callId, { state: 'unknown', cause: 'cut', status: null, detail: '' })
  expect(await forecast()).toMatchObject({ inProgress })
  await move('unknown', { state: 'candidate', runIds: [1] })
  expect(await forecast()).toMatchObject({ inProgress })
  expect(await value(lists.storage.run('listCallsInProgress', { listId }))).toMatchObject([{ callId }])
  await move('candidate', { ...accepted, progress: 'orphaned' })
  expect(await forecast()).toMatchObject({ inProgress: [] })
  expect(await value(lists.storage.run('listCallsInProgress', { listId }))).toEqual([])
})

it('counts the rows that are due later by the minute', async () => {
  const { lists, listId } = await openCalled()
  const [first, , third] = await readRows(lists, listId)
  const [seconds, minutes] = [now + 90_000, now + 60 * 60_000]
  for (const [row, dueAt] of [
    [first, seconds],
    [third, minutes],
  ] as const) {
    const of = { listId, row: row?.row ?? 0, callId: row?.callId ?? '' }
    await value(lists.storage.run('callListRowAgain', { ...of, dueAt, counts: true, at: now }))
  }
  const groups = async (time: number) =>
    (await value(lists.storage.run('listForecast', { listId, now: time })))?.groups.map(({ dueAt, rows }) => [
      dueAt,
      rows,
    ])
  expect(await groups(now)).toEqual([
    [now + 120_000, 1],
    [minutes, 1],
    [0, 1],
  ])
  expect(await groups(seconds)).toEqual([
    [0, 2],
    [minutes, 1],
  ])
})

it('expects a call only once its number may be called again, also a row with the number of another', async () => {
  const lists = await openLists()
  const repeated = { phoneNumber: '+12125550002', findings: [{ code: 'duplicate', name: '' } as const] }
  const retry = { ...defaultListOptions.retry, perDay: 2, perWeek: 3 }
  const listId = await checkedList(lists, [aRow(1), aRow(2), aRow(3, repeated), aRow(4, repeated)], { retry })
  const group = { listId, code: 'duplicate', name: '', value: '', shown: everyRow, now } as const
  await value(lists.storage.run('applyFix', { ...group, fix: 'callAnyway' }))
  for (const minutes of [-180, -120]) {
    const call = aCall({ phoneNumber: '(212) 555-0001', preparedAt: after(minutes) })
    await placeSettled(lists.storage, call, busy)
  }
  const dueTimes = async (of: string) =>
    (await value(lists.storage.run('listForecast', { listId: of, now })))?.groups.map(({ dueAt, rows }) => [
      dueAt,
      rows,
    ])
  const inADay = now + 24 * 60 * 60_000
  expect(await dueTimes(listId)).toEqual([
    [inADay - 180 * 60_000, 1],
    [0, 2],
    [inADay, 1],
  ])
  const freely = await checkedList(lists, [aRow(1)], { retry: { ...retry, perDay: 3 } })
  expect(await dueTimes(freely)).toEqual([[0, 1]])
})

it('measures calls without a conversation from start to end, without ends learned late or before the start', async () => {
  const lists = await openLists()
  const listId = await checkedList(
    lists,
    [1, 2, 3, 4, 5].map((row) => aRow(row)),
  )
  const forecast = () => value(lists.storage.run('listForecast', { listId, now }))
  await start(lists, listId)
  const callBusy = async (row: number, minutes: number) => {
    await callRow(lists, listId, row)
    const callId = (await readRows(lists, listId))[row - 1]?.callId ?? ''
    await settle(lists.storage, callId, busy, after(minutes))
  }
  for (const [index, minutes] of [960, 10, 0, -3].entries()) await callBusy(index + 1, minutes)
  expect(await forecast()).toMatchObject({ callMilliseconds: null })
  await callBusy(5, 1)
  expect(await forecast()).toMatchObject({ callMilliseconds: 60_000 })
})

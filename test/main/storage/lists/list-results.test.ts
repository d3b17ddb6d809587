import { expect, it } from 'vitest'
import type { CallState } from '../../../../src/contract/call.ts'
import { accepted } from '../../../support/a-call.ts'
import { settle, value } from '../open-storage.ts'
import { after, aRow, at, callRow, checkedList, type Lists, openLists, readRows, start } from './open-lists.ts'

const ended = (disposition: string | null): CallState => ({
  ...accepted,
  end: { kind: 'reached', disposition, durationSeconds: 40 },
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
  expect(await value(storage.run('listLearnedNames', { listId }))).toEqual(['new_date', 'reason'])
  const report = await value(storage.run('listReportRows', { listId, after: 2, limit: 1 }))
  expect(report[0]?.learned?.variables).toEqual([
    { name: 'reason', value: 'reason 3' },
    { name: 'new_date', value: 'new_date 3' },
  ])
})

it('counts the ready rows by their zones, and measures the agent’s calls from their start to their end', async () => {
  const lists = await openLists()
  const west = { timeZones: ['America/Los_Angeles'] }
  const rows = [aRow(1), aRow(2), aRow(3), aRow(4, west), aRow(5), aRow(6, { phoneNumber: null })]
  const listId = await checkedList(lists, rows)
  const forecast = () => value(lists.storage.run('listForecast', { listId }))
  expect(await forecast()).toEqual({
    practice: false,
    groups: [
      { zones: ['America/New_York'], rows: 4 },
      { zones: ['America/Los_Angeles'], rows: 1 },
    ],
    callMilliseconds: null,
  })
  await start(lists, listId)
  // The call of each row ends as many minutes after its start as the row's number.
  for (const row of [1, 2, 3]) await callWith(lists, listId, row, null)
  expect(await forecast()).toMatchObject({ groups: [{ rows: 1 }, { rows: 1 }], callMilliseconds: 120_000 })
})

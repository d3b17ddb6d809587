import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import type { DoNotCallImport } from '../../../../src/contract/person.ts'
import { createDoNotCallFinder, findListedRows } from '../../../../src/main/storage/do-not-call.ts'
import { openListDatabase } from '../../../../src/main/storage/lists/list-database.ts'
import { settleListedRows } from '../../../../src/main/storage/lists/listed-rows.ts'
import { messages } from '../../../../src/messages/index.ts'
import { value } from '../open-storage.ts'
import {
  after,
  aRow,
  at,
  callRow,
  checkedList,
  countsOf,
  everyRow,
  type Lists,
  now,
  openLists,
  readRows,
  start,
  statesOf,
} from './open-lists.ts'

const importId = '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b612'

const importNumbers = ({ thread }: Lists, numbers: readonly string[], change: Partial<DoNotCallImport> = {}): void => {
  const about = { practice: false, source: 'register', fileName: null, addedAt: at, addedBy: 'ana', expiresAt: null }
  const one = { ...about, importId, ...change }
  thread.doNotCall.begin(one)
  thread.doNotCall.append(one.importId, numbers)
  thread.doNotCall.finish(one.importId)
}

const settle = (lists: Lists, time = at): string[] => {
  const database = openListDatabase(lists.file)
  const changed = settleListedRows(database, { listId: null, at: time }, () => {})
  database.close()
  return changed
}

it('refuses the rows of a running list, except those being called, and keeps them refused after the removal', async () => {
  const lists = await openLists()
  const listId = await checkedList(lists, [aRow(1), aRow(2), aRow(3, { phoneNumber: '+19005550103' }), aRow(4)])
  await start(lists, listId)
  await callRow(lists, listId, 1)
  importNumbers(lists, ['212-555-0001', '212-555-0002', '+1900*'])
  expect(settle(lists)).toEqual([listId])
  expect(await statesOf(lists, listId)).toEqual(['sending', 'refused', 'refused', 'ready'])
  expect((await readRows(lists, listId))[0]?.findings).toEqual([])
  expect(settle(lists)).toEqual([])
  await value(lists.storage.run('removeDoNotCallImport', { importId }))
  expect(settle(lists, after(1))).toEqual([])
  expect(await statesOf(lists, listId)).toEqual(['sending', 'refused', 'refused', 'ready'])
})

it('refuses a row of a paused list that is ready again after its call, even if a check found its number listed', async () => {
  const lists = await openLists()
  const listId = await checkedList(lists, [aRow(1), aRow(2)])
  await start(lists, listId)
  await callRow(lists, listId, 1)
  importNumbers(lists, ['212-555-0001'])
  const database = openListDatabase(lists.file)
  database.exec(
    `INSERT INTO list_findings (row_id, code, name, list) SELECT id, 'doNotCall', '', list FROM list_rows WHERE row = 1;
     UPDATE list_rows SET state = 'ready' WHERE row = 1;
     UPDATE lists SET state = 'paused';`,
  )
  database.close()
  expect(settle(lists)).toEqual([listId])
  expect(await statesOf(lists, listId)).toEqual(['refused', 'ready'])
})

it('gives a row that stays held after a removal no reason that the user decided for its group', async () => {
  const lists = await openLists()
  const { storage } = lists
  const missing = { code: 'missingValue', name: 'customer_name' } as const
  const listId = await checkedList(lists, [aRow(1, { findings: [missing] }), aRow(2)])
  await value(storage.run('applyFix', { listId, ...missing, fix: 'callAnyway', value: '', shown: everyRow, now }))
  await start(lists, listId)
  importNumbers(lists, ['212-555-0001', '212-555-0002'])
  settle(lists)
  const { table } = messages.lists
  const [refused, plain] = await readRows(lists, listId)
  if (!refused || !plain) throw new Error('There is no such row.')
  expect(table.reason(refused)).toBe(table.reason(plain))
  await value(storage.run('setListState', { listId, from: ['running'], to: 'paused', at }))
  await value(storage.run('removeDoNotCallImport', { importId }))
  settle(lists, after(1))
  expect(await statesOf(lists, listId)).toEqual(['held', 'held'])
  expect((await readRows(lists, listId)).map(({ changedAt }) => changedAt)).toEqual([after(1), after(1)])
  const withoutReason = table.reason({ ...plain, state: 'held', findings: [] })
  const report = await value(storage.run('listReportRows', { listId, after: 0, limit: 2 }))
  for (const row of [...(await readRows(lists, listId)), ...report.map((one) => one.row)])
    expect(table.reason(row)).toBe(withoutReason)
  // The finding counts again once the user undoes the decision.
  await value(storage.run('applyFix', { listId, ...missing, fix: null, value: '', shown: everyRow, now }))
  const [held] = await readRows(lists, listId)
  expect(held?.findings).toEqual([missing])
})

it('holds a row after a removal, also if its group was called anyway while it was refused', async () => {
  const lists = await openLists()
  const { storage } = lists
  const missing = { code: 'missingValue', name: 'customer_name' } as const
  const listId = await checkedList(lists, [aRow(1, { findings: [missing] }), aRow(2)])
  const callAnyway = () =>
    value(storage.run('applyFix', { listId, ...missing, fix: 'callAnyway', value: '', shown: everyRow, now }))
  await callAnyway()
  await start(lists, listId)
  importNumbers(lists, ['212-555-0001'])
  settle(lists)
  await value(storage.run('setListState', { listId, from: ['running'], to: 'paused', at }))
  await callAnyway()
  await value(storage.run('removeDoNotCallImport', { importId }))
  settle(lists, after(1))
  expect(await statesOf(lists, listId)).toEqual(['held', 'ready'])
})

/** Numbers of different lengths that differ in the digits after the country code; the longest has 17 digits. */
const numbers = Array.from({ length: 15 }, (_, index) => `+49${200 + index}555010123456`.slice(0, 9 + (index % 10)))

it('finds the rows of every prefix as single calls do, with one statement and one search per row', async () => {
  const lists = await openLists()
  const listId = await checkedList(
    lists,
    numbers.map((phoneNumber, index) => aRow(index + 1, { phoneNumber })),
  )
  const database = openListDatabase(lists.file)
  const list = Number(database.prepare('SELECT list_number FROM lists WHERE list_id = ?').get(listId)?.['list_number'])
  const of = { practice: false, at: after(1) }
  const { find } = createDoNotCallFinder(database)
  const statements: string[] = []
  const { prepare } = database
  const listed = (): number[] => {
    statements.length = 0
    database.prepare = (sql) => {
      statements.push(sql)
      return prepare.call(database, sql)
    }
    const rows = findListedRows(database, { list, ...of })
    database.prepare = prepare
    return rows.toSorted((one, other) => one - other)
  }
  const listedOneByOne = (): number[] =>
    numbers.flatMap((phoneNumber, index) => (find({ ...of, phoneNumber }) === null ? [] : [index + 1]))

  importNumbers(lists, ['+49200*'])
  expect(listed()).toEqual([1])
  const count = statements.length
  // From three digits to more than any number has; every second number has a prefix.
  const prefixes = numbers.map((one, index) => `${`${one}555010123456789`.slice(0, 6 + index)}*`)
  importNumbers(
    lists,
    prefixes.filter((_, index) => index % 2 === 1),
    { importId: randomUUID() },
  )
  importNumbers(lists, ['+492*'], { importId: randomUUID(), expiresAt: at })
  importNumbers(lists, ['+4920*'], { importId: randomUUID(), practice: true })
  const rows = listed()
  expect(rows).toEqual(listedOneByOne())
  expect(rows).toEqual(expect.arrayContaining([1, 2, 4, 6, 8]))
  expect(rows).not.toContain(3)
  expect(statements).toHaveLength(count)
  const plans = statements.map((sql) =>
    database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail)),
  )
  database.close()
  const ofNumbers = plans.flat().filter((plan) => plan.includes('do_not_call_numbers'))
  expect(ofNumbers.filter((plan) => !plan.startsWith('SEARCH do_not_call_numbers USING PRIMARY KEY'))).toEqual([])
  const joined = plans.filter((plan) => plan[0]?.startsWith('SEARCH list_rows') && plan.length > 1)
  expect(joined.map((plan) => plan[1])).toContainEqual(expect.stringContaining('number_tail=? AND number_key=?'))
  expect(plans.flat().filter((plan) => plan.startsWith('SCAN list_rows'))).toEqual([])
})

it('can be canceled before each chunk, keeps the chunks before it, and continues with the next comparison', async () => {
  const lists = await openLists()
  const rows = Array.from({ length: 450 }, (_, index) => aRow(index + 1))
  const listId = await checkedList(lists, rows)
  importNumbers(lists, ['+1212*'])
  const database = openListDatabase(lists.file)
  onTestFinished(() => database.close())
  const refusedBefore: unknown[] = []
  const refused = database.prepare("SELECT count(*) AS rows FROM list_rows WHERE state = 'refused'")
  const cancel = (): void => {
    const count = refused.get()?.['rows']
    refusedBefore.push([count, database.isTransaction])
    if (count === 400) throw new Error('canceled')
  }
  expect(() => settleListedRows(database, { listId: null, at }, cancel)).toThrow('canceled')
  // Before the list, and before each of its chunks.
  expect(refusedBefore).toEqual([0, 0, 200, 400].map((count) => [count, false]))
  expect(await countsOf(lists, listId)).toEqual({ refused: 400, ready: 50 })
  expect(settle(lists)).toEqual([listId])
  expect(await countsOf(lists, listId)).toEqual({ refused: 450 })
})

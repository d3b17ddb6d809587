import { type DatabaseSync, StatementSync } from 'node:sqlite'
import { expect, it, onTestFinished, vi } from 'vitest'
import { defaultListOptions, noCounts } from '../../../../src/contract/list.ts'
import { createListCalls } from '../../../../src/main/storage/lists/list-calls.ts'
import { createListPages, createListResults } from '../../../../src/main/storage/lists/list-pages.ts'
import { openListDatabase } from '../../../../src/main/storage/lists/list-database.ts'
import { createListLifecycle, settleRecoveredLists } from '../../../../src/main/storage/lists/list-lifecycle.ts'
import { createListsTable } from '../../../../src/main/storage/lists/lists-table.ts'
import { followCall } from '../../../../src/main/storage/lists/list-gate.ts'
import { numberTail } from '../../../../src/domain/phone-number.ts'
import { aCall } from '../../../support/a-call.ts'
import { placeSettled, value } from '../open-storage.ts'
import { after, aRow, at, checkedList, everyRow, now, openLists, start } from './open-lists.ts'

/** Returns SQLite's query plans for the statements of `work` that read or change list rows. */
const plansOf = async (database: DatabaseSync, work: () => unknown): Promise<string[]> => {
  const statements = new Set<string>()
  const { prepare } = database
  database.prepare = (sql) => {
    statements.add(sql)
    return prepare.call(database, sql)
  }
  await work()
  database.prepare = prepare
  return [...statements]
    .flatMap((sql) => prepare.call(database, `EXPLAIN QUERY PLAN ${sql}`).all())
    .map((row) => String(row['detail']))
}

it('reads pages and due rows with an index, without sorting, however long the list is', async () => {
  const lists = await openLists()
  const listId = await checkedList(lists, [aRow(1), aRow(2)])
  const database = openListDatabase(lists.file)
  const [pages, calls] = [createListPages(database), createListCalls(database)]
  const page = { listId, states: [], finding: null, search: '', order: 'file', from: 0, limit: 200 } as const
  const plans = await plansOf(database, async () => {
    await pages.readListRows(page)
    await pages.readListRows({ ...page, states: ['ready'] })
    await pages.readListRows({ ...page, states: ['ready', 'held', 'unknown'] })
    await pages.readListRows({ ...page, search: 'person' })
    calls.takeDueRows({ listId, now, limit: 20 })
    calls.rowsOfCalls({ callIds: ['a'] })
    pages.listReportRows({ listId, after: 0, limit: 200 })
    createListsTable(database).readList({ listId, now })
    followCall(database, aCall())
  })
  database.close()
  expect(plans.some((plan) => plan.includes('list_rows_due'))).toBe(true)
  expect(plans.filter((plan) => /^SCAN (list_rows|list_calls|list_findings|calls)\b/.test(plan))).toEqual([])
  expect(plans.filter((plan) => plan.includes('TEMP B-TREE'))).toEqual([])
})

it('reads only the waiting rows of a list, and counts the rows for a copy by those that were called', async () => {
  const lists = await openLists()
  const listId = await checkedList(lists, [aRow(1), aRow(2)])
  await start(lists, listId)
  const database = openListDatabase(lists.file)
  settleRecoveredLists(database, at)
  const table = createListsTable(database)
  expect(table.readList({ listId, now })?.unclear).toEqual({ ...noCounts(), held: 2 })
  const plans = await plansOf(database, () => table.readList({ listId, now }))
  const plansOfCount = await plansOf(database, () => createListLifecycle(database).countCopyableRows({ listId }))
  database.close()
  expect(plans.filter((plan) => plan.includes('list_unclear'))).toHaveLength(1)
  const ofRows = /\b(?:list_rows|list_calls|list_findings)\b/
  expect(plans.filter((plan) => ofRows.test(plan) && !plan.includes('list_rows_due'))).toEqual([])
  const byCall = /list_rows_erased|PRIMARY KEY \((?:rowid|row_id|call_id)=\?|list_calls_by_row \(row_id[=>]\?/
  expect(plansOfCount.filter((plan) => ofRows.test(plan) && !byCall.test(plan))).toEqual([])
})

it.each([
  [0, false],
  [1, true],
])(
  'reads the rows without an answer on a resumption only if the plan retries them: %i times',
  async (attempts, reads) => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1)], { retry: { ...defaultListOptions.retry, attempts } })
    const database = openListDatabase(lists.file)
    const read = vi.spyOn(StatementSync.prototype, 'all')
    onTestFinished(() => read.mockRestore())
    await createListCalls(database).listRepeatableCalls({ listId })
    database.close()
    const values = read.mock.calls.flat().map(String)
    expect(values.some((one) => one.includes('notSent'))).toBe(true)
    expect(values.some((one) => one.includes('noAnswer'))).toBe(reads)
  },
)

it('reads many rows without an answer on a resumption in steps, and the newest of those that may be called again', async () => {
  const lists = await openLists()
  const rows = Array.from({ length: 2_500 }, (_, index) => aRow(index + 1))
  const listId = await checkedList(lists, rows, { retry: { ...defaultListOptions.retry, attempts: 1 } })
  await placeSettled(lists.storage, aCall())
  const database = openListDatabase(lists.file)
  onTestFinished(() => database.close())
  // Rows after the first 1,200 were called as often as the plan allows.
  database.exec(`UPDATE list_rows SET state = 'noAnswer', changed_at = row, call_id = (SELECT call_id FROM calls),
    attempts = CASE WHEN row > 1200 THEN 2 ELSE 1 END`)
  const read = vi.spyOn(StatementSync.prototype, 'all')
  onTestFinished(() => read.mockRestore())
  const found = await createListCalls(database).listRepeatableCalls({ listId })
  expect(found.map(({ row }) => row)).toEqual(Array.from({ length: 1_000 }, (_, index) => 1_200 - index))
  const sizes = read.mock.results.map(({ value: all }) => (Array.isArray(all) ? all.length : 0))
  expect(Math.max(...sizes)).toBe(1_000)
  expect(sizes.filter((size) => size > 0)).toEqual([1_000, 1_000, 500, 200, 200, 200, 200, 200])
})

it('reads for a page the calls to each number once, and only the newest ones', async () => {
  const lists = await openLists()
  const { phoneNumber } = aRow(1)
  const listId = await checkedList(lists, [aRow(1), aRow(2, { phoneNumber }), aRow(3, { phoneNumber }), aRow(4)])
  const database = openListDatabase(lists.file)
  const read = vi.spyOn(StatementSync.prototype, 'all')
  onTestFinished(() => read.mockRestore())
  const page = { listId, states: [], finding: null, search: '', order: 'file', from: 0, limit: 200 } as const
  const { rows } = await createListPages(database).readListRows(page)
  database.close()
  expect(rows).toHaveLength(4)
  const tails = [phoneNumber, aRow(4).phoneNumber].map((number) => numberTail(number ?? ''))
  expect(read.mock.calls.flat().filter((one) => tails.some((tail) => tail === one))).toEqual(tails)
})

it('forecasts a list with little of the calls, and only of the numbers that were called', async () => {
  const lists = await openLists()
  const repeated = { phoneNumber: '+12125550002', findings: [{ code: 'duplicate', name: '' } as const] }
  const retry = { ...defaultListOptions.retry, perDay: 1 }
  const listId = await checkedList(lists, [aRow(1), aRow(2), aRow(3, repeated)], { retry })
  const group = { listId, code: 'duplicate', name: '', value: '', shown: everyRow, now } as const
  await value(lists.storage.run('applyFix', { ...group, fix: 'callAnyway' }))
  await placeSettled(lists.storage, aCall({ phoneNumber: '+12125550001', preparedAt: after(-60) }))
  const database = openListDatabase(lists.file)
  const results = createListResults(database)
  const statements = vi.spyOn(database, 'prepare')
  const read = vi.spyOn(StatementSync.prototype, 'all')
  onTestFinished(() => read.mockRestore())
  const forecast = await results.listForecast({ listId, now })
  database.close()
  expect(forecast?.groups.map(({ rows }) => rows)).toEqual([1, 1, 1])
  expect(statements.mock.calls.flat().filter((sql) => sql.includes('*') && !sql.includes('count(*)'))).toEqual([])
  const tails = read.mock.calls
    .flat()
    .filter((one) => one === numberTail('+12125550001') || one === numberTail('+12125550002'))
  expect(tails).toEqual([numberTail('+12125550001')])
})

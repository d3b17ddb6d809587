import { expect, it } from 'vitest'
import { openListDatabase } from '../../../../src/main/storage/lists/list-database.ts'
import { settleListedRows } from '../../../../src/main/storage/lists/listed-rows.ts'
import { value } from '../open-storage.ts'
import {
  after,
  aRow,
  at,
  callRow,
  checkedList,
  type Lists,
  openLists,
  readRows,
  start,
  statesOf,
} from './open-lists.ts'

const importId = '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b612'

const importNumbers = ({ thread }: Lists, numbers: readonly string[]): void => {
  const about = { practice: false, source: 'register', fileName: null, addedAt: at, addedBy: 'ana', expiresAt: null }
  thread.doNotCall.begin({ ...about, importId })
  thread.doNotCall.append(importId, numbers)
  thread.doNotCall.finish(importId)
}

const settle = (lists: Lists, time = at): string[] => {
  const database = openListDatabase(lists.file)
  const changed = settleListedRows(database, { listId: null, at: time })
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

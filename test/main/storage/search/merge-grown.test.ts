import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { everyCall } from '../../../../src/contract/call-list.ts'
import { isIndexIntact, searchFileOf } from '../../../../src/main/storage/search/search-file.ts'
import { aCall } from '../../../support/a-call.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { openList, type OpenList } from './open-list.ts'

const countSegments = (file: string): number => {
  const search = new DatabaseSync(searchFileOf(file), { readOnly: true })
  const row = search.prepare('SELECT count(DISTINCT segid) AS segments FROM texts_index_idx').get()
  search.close()
  return Number(row?.['segments'])
}

/** Merges until nothing is left; returns the number of steps. */
const mergeAll = ({ search }: OpenList): number => {
  let steps = 0
  while (search.mergeGrown()) steps += 1
  return steps
}

const addCalls = (history: OpenList, count: number): void => {
  for (let added = 0; added < count; added += 1)
    history.writer.insert(aCall({ phoneNumber: `+1415555${String(added).padStart(4, '0')}` }), {}, [
      { state: 'queued' },
    ])
  history.followAll()
}

it('merges an index into one segment in small steps, and again only after many new calls', async () => {
  const file = join(temporaryFolder(), 'data', 'rundesk.db')
  const history = openList(file, 2_500, 7)
  expect(mergeAll(history)).toBe(0)
  history.followAll()
  expect(countSegments(file)).toBeGreaterThan(1)
  const find = () => history.list.listCalls({ search: 'renewal', filter: everyCall, after: null, limit: 50 })
  const before = await find()
  expect(mergeAll(history)).toBeGreaterThan(3)
  expect(countSegments(file)).toBe(1)
  expect(await find()).toEqual(before)
  expect(mergeAll(history)).toBe(0)
  addCalls(history, 100)
  expect(mergeAll(history)).toBe(0)
  expect(countSegments(file)).toBeGreaterThan(1)
  history.search.checkpoint()
  expect(isIndexIntact(file)).toBe(true)
})

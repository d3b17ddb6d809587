import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { isIndexSound } from '../../../../src/main/storage/search/check-index.ts'
import { searchFileOf } from '../../../../src/main/storage/search/search-file.ts'
import { createStorage } from '../../../../src/main/storage/storage.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { type open, value, worker } from '../open-storage.ts'
import { openList } from './open-list.ts'

const newFile = (): string => join(temporaryFolder(), 'data', 'rundesk.db')

/** Makes the index say of one call what it does not say: the texts are right, and nobody would notice. */
const spoilIndex = (file: string): void => {
  const search = new DatabaseSync(searchFileOf(file))
  search.exec(
    `INSERT INTO texts_index (texts_index, rowid, text) SELECT 'delete', sequence, text FROM texts WHERE sequence = 7`,
  )
  search.close()
}

it('notices an index that does not say what the texts say, and nothing else', () => {
  const file = newFile()
  expect(isIndexSound(file)).toBe(true)
  const house = openList(file, 40, 5)
  house.followAll()
  house.search.settle()
  house.close()
  expect(isIndexSound(file)).toBe(true)
  const writing = new DatabaseSync(searchFileOf(file))
  writing.exec('BEGIN IMMEDIATE')
  expect(isIndexSound(file)).toBe(true)
  writing.exec('ROLLBACK')
  writing.close()
  spoilIndex(file)
  expect(isIndexSound(file)).toBe(false)
})

it('is done once a day, and makes a wrong index anew', async () => {
  const file = newFile()
  const house = openList(file, 40, 5)
  house.followAll()
  house.search.settle()
  house.close()
  spoilIndex(file)
  const search = house.kept[6]?.call.phoneNumber ?? ''
  const found = async (storage: ReturnType<typeof open>) =>
    (await value(storage.ask('listCalls', { search, after: null, limit: 5 }))).total
  const storage = createStorage({ file, worker })
  expect(await found(storage)).toBe(0)
  expect(
    await value(storage.ask('maintain', { now: '2026-01-21T09:15:00.000Z', keepPersonalDataDays: 3_650 })),
  ).toEqual({
    failures: [],
  })
  expect(await found(storage)).toBe(1)
  await wait(2_600)
  expect(await found(storage)).toBe(1)
  await storage.close()
  expect(isIndexSound(file)).toBe(true)
})

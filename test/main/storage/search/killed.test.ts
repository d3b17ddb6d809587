import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { searchFileOf } from '../../../../src/main/storage/search/search-file.ts'
import { createSeededRandom } from '../../../labs/seeded-random.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { openList } from './open-list.ts'

const calls = 3_000

const followAndDie = async (file: string, milliseconds: number): Promise<void> => {
  const child = fork(join(import.meta.dirname, 'follow-until-killed.ts'), [file])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  await wait(milliseconds)
  child.kill('SIGKILL')
  await once(child, 'exit')
}

it('goes on where it was killed, misses nothing and has nothing twice', async () => {
  const file = join(temporaryFolder(), 'data', 'rundesk.db')
  const { kept, close } = openList(file, calls, 9)
  close()
  const random = createSeededRandom(2)
  for (let life = 0; life < 4; life += 1) await followAndDie(file, random() * 60)
  const house = openList(file, 0, 0)
  await house.list.listCalls({ search: 'zzyzx', after: null, limit: 1 })
  // Each life took in something, and none of it was lost.
  expect(house.search.left()).toBeLessThan(calls)
  house.followAll()
  for (const one of [0, 1_499, 2_999]) {
    const { calls: found } = await house.list.listCalls({
      search: kept[one]?.call.phoneNumber ?? '',
      after: null,
      limit: 5,
    })
    expect(found.map(({ callId }) => callId)).toEqual([kept[one]?.call.callId])
  }
  house.search.settle()
  const search = new DatabaseSync(searchFileOf(file))
  search.exec(`INSERT INTO texts_index (texts_index, rank) VALUES ('integrity-check', 1)`)
  expect(search.prepare('SELECT count(*) AS texts, max(sequence) AS last FROM texts').get()).toEqual({
    texts: calls,
    last: calls,
  })
  search.close()
}, 60_000)

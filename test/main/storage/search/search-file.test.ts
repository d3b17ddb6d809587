import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isIndexIntact, searchFileOf } from '../../../../src/main/storage/search/search-file.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { openList } from './open-list.ts'
import { createStorage } from '../../../../src/main/storage/storage.ts'
import { type open, untilIndexed, value, worker } from '../open-storage.ts'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createSeededRandom } from '../../../labs/seeded-random.ts'

const newFile = (): string => join(temporaryFolder(), 'data', 'rundesk.db')

const find = async ({ list }: ReturnType<typeof openList>, search: string) =>
  (await list.listCalls({ search, after: null, limit: 5 })).total

/** Creates a closed history of fifty calls with its search file. */
const createClosedHistory = (file: string) => {
  const history = openList(file, 50, 5)
  history.followAll()
  history.search.checkpoint()
  history.close()
  return history
}

describe('the search file', () => {
  it('is restricted to this user', () => {
    const file = newFile()
    const history = openList(file, 5, 5)
    history.followAll()
    for (const part of ['', '-wal', '-shm']) expect(statSync(searchFileOf(file) + part).mode & 0o777).toBe(0o600)
  })

  it.each([
    ['is missing', (file: string) => rmSync(file)],
    ['is not a database', (file: string) => writeFileSync(file, 'no database at all'.repeat(500))],
    ['was truncated', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 9_000))],
    [
      'has a different format',
      (file: string) => {
        const other = new DatabaseSync(file)
        other.exec('PRAGMA user_version = 99')
        other.close()
      },
    ],
  ])('that %s is rebuilt from the history', async (_what, damage) => {
    const file = newFile()
    const { kept } = createClosedHistory(file)
    damage(searchFileOf(file))
    const history = openList(file, 0, 0)
    const number = kept[7]?.call.phoneNumber ?? ''
    expect(await find(history, number)).toBe(1)
    history.followAll()
    expect(history.search.unindexed()).toBe(0)
    expect(await find(history, number)).toBe(1)
  })

  it('is rebuilt if it belongs to another history, and reveals nothing from that one', async () => {
    const [file, elsewhere] = [newFile(), newFile()]
    const { kept } = createClosedHistory(file)
    const other = openList(elsewhere, 60, 6)
    other.followAll()
    other.search.checkpoint()
    other.close()
    copyFileSync(searchFileOf(elsewhere), searchFileOf(file))
    const history = openList(file, 0, 0)
    expect(await find(history, other.kept[3]?.call.phoneNumber ?? '')).toBe(0)
    expect(await find(history, kept[3]?.call.phoneNumber ?? '')).toBe(1)
  })

  it('is rebuilt if it is ahead of an older history', async () => {
    const file = newFile()
    const call = createClosedHistory(file).kept[9]?.call
    if (call === undefined) throw new Error('There is no such call.')
    copyFileSync(file, `${file}.older`)
    const newer = openList(file, 0, 0)
    const note = 'a note of the newer history'
    const outcome = { state: 'closedByOperator', decision: 'placed', who: 'ana', at: call.changedAt, note } as const
    newer.writer.moveCall({ callId: call.callId, from: [call.outcome.state], outcome, at: call.changedAt })
    newer.followAll()
    expect(await find(newer, 'newer history')).toBe(1)
    newer.search.checkpoint()
    newer.close()
    copyFileSync(`${file}.older`, file)
    const history = openList(file, 0, 0)
    expect(await find(history, 'newer history')).toBe(0)
    history.followAll()
    expect(await find(history, 'newer history')).toBe(0)
  })

  it('is rebuilt if it fails during a search, which then reads the calls directly', async () => {
    const file = newFile()
    const history = openList(file, 50, 5)
    history.followAll()
    const number = history.kept[7]?.call.phoneNumber ?? ''
    const other = new DatabaseSync(searchFileOf(file))
    other.exec('DROP TABLE texts')
    other.close()
    expect(await find(history, number)).toBe(1)
    history.followAll()
    expect(history.search.unindexed()).toBe(0)
    expect(await find(history, number)).toBe(1)
  })
})

/** Changes the index so that it no longer matches its text. */
const damageIndex = (file: string): void => {
  const search = new DatabaseSync(searchFileOf(file))
  search.exec(
    `INSERT INTO texts_index (texts_index, rowid, text) SELECT 'delete', sequence, text FROM texts WHERE sequence = 7`,
  )
  search.close()
}

it('detects an index that does not match its text', () => {
  const file = newFile()
  expect(isIndexIntact(file)).toBe(true)
  const history = openList(file, 40, 5)
  history.followAll()
  history.search.checkpoint()
  history.close()
  expect(isIndexIntact(file)).toBe(true)
  const writing = new DatabaseSync(searchFileOf(file))
  writing.exec('BEGIN IMMEDIATE')
  expect(isIndexIntact(file)).toBe(true)
  writing.exec('ROLLBACK')
  writing.close()
  damageIndex(file)
  expect(isIndexIntact(file)).toBe(false)
})

it('is checked once a day, and rebuilt if it is wrong', async () => {
  const file = newFile()
  const history = openList(file, 40, 5)
  history.followAll()
  history.search.checkpoint()
  history.close()
  damageIndex(file)
  const search = history.kept[6]?.call.phoneNumber ?? ''
  const found = async (storage: ReturnType<typeof open>) =>
    (await value(storage.run('listCalls', { search, after: null, limit: 5 }))).total
  const storage = createStorage({ file, worker })
  expect(await found(storage)).toBe(0)
  expect(
    await value(storage.run('maintain', { now: '2026-01-21T09:15:00.000Z', keepPersonalDataDays: 3_650 })),
  ).toEqual({
    failures: [],
  })
  expect(await found(storage)).toBe(1)
  await untilIndexed(file, 40)
  expect(await found(storage)).toBe(1)
  await storage.close()
  expect(isIndexIntact(file)).toBe(true)
})

const calls = 3_000

const indexAndDie = async (file: string, steps: number): Promise<void> => {
  const child = fork(join(import.meta.dirname, 'index-until-killed.ts'), [file])
  onTestFinished(() => void child.kill('SIGKILL'))
  for (let step = 0; step < steps; step += 1) await once(child, 'message')
  child.kill('SIGKILL')
  await once(child, 'exit')
}

it('continues where it was killed, without gaps or duplicates', async () => {
  const file = join(temporaryFolder(), 'data', 'rundesk.db')
  const { kept, close } = openList(file, calls, 9)
  close()
  const random = createSeededRandom(2)
  for (let life = 0; life < 4; life += 1) await indexAndDie(file, 1 + Math.floor(random() * 10))
  const history = openList(file, 0, 0)
  await history.list.listCalls({ search: 'zzyzx', after: null, limit: 1 })
  expect(history.search.unindexed()).toBeLessThan(calls)
  history.followAll()
  for (const one of [0, 1_499, 2_999]) {
    const { calls: found } = await history.list.listCalls({
      search: kept[one]?.call.phoneNumber ?? '',
      after: null,
      limit: 5,
    })
    expect(found.map(({ callId }) => callId)).toEqual([kept[one]?.call.callId])
  }
  history.search.checkpoint()
  const search = new DatabaseSync(searchFileOf(file))
  search.exec(`INSERT INTO texts_index (texts_index, rank) VALUES ('integrity-check', 1)`)
  expect(search.prepare('SELECT count(*) AS texts, max(sequence) AS last FROM texts').get()).toEqual({
    texts: calls,
    last: calls,
  })
  search.close()
}, 60_000)

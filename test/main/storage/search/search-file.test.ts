import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { searchFileOf } from '../../../../src/main/storage/search/search-file.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { openList } from './open-list.ts'

const newFile = (): string => join(temporaryFolder(), 'data', 'rundesk.db')

const find = async ({ list }: ReturnType<typeof openList>, search: string) =>
  (await list.listCalls({ search, after: null, limit: 5 })).total

/** A history of fifty calls with its search file, closed. */
const closedHouse = (file: string) => {
  const house = openList(file, 50, 5)
  house.followAll()
  house.search.settle()
  house.close()
  return house
}

describe('the search file', () => {
  it('is closed to other users of the machine', () => {
    const file = newFile()
    const house = openList(file, 5, 5)
    house.followAll()
    for (const part of ['', '-wal', '-shm']) expect(statSync(searchFileOf(file) + part).mode & 0o777).toBe(0o600)
  })

  it.each([
    ['is missing', (file: string) => rmSync(file)],
    ['is no database', (file: string) => writeFileSync(file, 'no database at all'.repeat(500))],
    ['was cut short', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 9_000))],
    [
      'is of another form',
      (file: string) => {
        const other = new DatabaseSync(file)
        other.exec('PRAGMA user_version = 99')
        other.close()
      },
    ],
  ])('that %s is made anew from the history', async (_what, spoil) => {
    const file = newFile()
    const { kept } = closedHouse(file)
    spoil(searchFileOf(file))
    const house = openList(file, 0, 0)
    const number = kept[7]?.call.phoneNumber ?? ''
    expect(await find(house, number)).toBe(1)
    house.followAll()
    expect(house.search.left()).toBe(0)
    expect(await find(house, number)).toBe(1)
  })

  it('of another history is made anew, and tells nothing of that one', async () => {
    const [file, elsewhere] = [newFile(), newFile()]
    const { kept } = closedHouse(file)
    const other = openList(elsewhere, 60, 6)
    other.followAll()
    other.search.settle()
    other.close()
    copyFileSync(searchFileOf(elsewhere), searchFileOf(file))
    const house = openList(file, 0, 0)
    expect(await find(house, other.kept[3]?.call.phoneNumber ?? '')).toBe(0)
    expect(await find(house, kept[3]?.call.phoneNumber ?? '')).toBe(1)
  })

  it('that was ahead of an older copy of the history is made anew', async () => {
    const file = newFile()
    const call = closedHouse(file).kept[9]?.call
    if (call === undefined) throw new Error('There is no such call.')
    copyFileSync(file, `${file}.older`)
    const newer = openList(file, 0, 0)
    const note = 'a note of the newer history'
    const outcome = { state: 'closedByOperator', verdict: 'placed', who: 'ana', at: call.changedAt, note } as const
    newer.writer.moveCall({ callId: call.callId, from: [call.outcome.state], outcome, at: call.changedAt })
    newer.followAll()
    expect(await find(newer, 'newer history')).toBe(1)
    newer.search.settle()
    newer.close()
    copyFileSync(`${file}.older`, file)
    const house = openList(file, 0, 0)
    expect(await find(house, 'newer history')).toBe(0)
    house.followAll()
    expect(await find(house, 'newer history')).toBe(0)
  })

  it('that fails while it is asked is made anew, and meanwhile the calls themselves are looked at', async () => {
    const file = newFile()
    const house = openList(file, 50, 5)
    house.followAll()
    const number = house.kept[7]?.call.phoneNumber ?? ''
    const other = new DatabaseSync(searchFileOf(file))
    other.exec('DROP TABLE texts')
    other.close()
    expect(await find(house, number)).toBe(1)
    house.followAll()
    expect(house.search.left()).toBe(0)
    expect(await find(house, number)).toBe(1)
  })
})

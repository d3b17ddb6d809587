import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createStarredAgents } from '../../../src/main/agents/starred-agents.ts'
import { createStorage } from '../../../src/main/storage/storage.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { valueOf } from '../../support/test-desk.ts'

const uuid = (n: number): string => `7f3c2a1e-5d4b-4c3a-9f8e-${String(n).padStart(12, '0')}`
const acme = '01K0000000000000000000ACME'
const other = '01K0000000000000000000ACM0'

const open = (folder = temporaryFolder()) => {
  const worker = new URL('../../../src/main/storage/storage-worker.ts', import.meta.url)
  const storage = createStorage({ file: join(folder, 'rundesk.db'), worker })
  onTestFinished(() => storage.close())
  return { folder, storage, starred: createStarredAgents(storage) }
}

describe('starred agents', () => {
  it('are kept a profile each, in the order of their stars, over a restart', async () => {
    const { folder, storage, starred } = open()
    expect(await valueOf(starred.list(acme))).toEqual([])
    await valueOf(starred.star(acme, uuid(1), true))
    expect(await valueOf(starred.star(acme, uuid(2), true))).toEqual([uuid(1), uuid(2)])
    await valueOf(starred.star(other, uuid(3), true))
    await storage.close()
    const again = open(folder).starred
    expect(await valueOf(again.list(acme))).toEqual([uuid(1), uuid(2)])
    expect(await valueOf(again.star(acme, uuid(1), false))).toEqual([uuid(2)])
    expect(await valueOf(again.list(other))).toEqual([uuid(3)])
  })

  it('lose none of two stars that are set at once', async () => {
    const { starred } = open()
    await Promise.all([starred.star(acme, uuid(1), true), starred.star(acme, uuid(2), true)])
    expect(await valueOf(starred.list(acme))).toEqual([uuid(1), uuid(2)])
  })

  it('let the oldest star go when there are too many', async () => {
    const { starred } = open()
    for (let n = 0; n < 101; n += 1) await valueOf(starred.star(acme, uuid(n), true))
    const kept = await valueOf(starred.list(acme))
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([100, uuid(1), uuid(100)])
  })

  it.each(['{', '{"a":1}', '["not an Agent UUID"]'])('are none where the row on the disk reads %s', async (value) => {
    const { storage, starred } = open()
    await valueOf(storage.ask('writeSetting', { name: `starred:${acme}`, value }))
    expect(await valueOf(starred.list(acme))).toEqual([])
  })
})

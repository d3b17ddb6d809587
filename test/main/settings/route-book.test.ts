import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ChosenRoute } from '../../../src/contract/route.ts'
import { createRouteBook } from '../../../src/main/settings/route-book.ts'
import { createStorage } from '../../../src/main/storage/storage.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { valueOf } from '../../support/test-desk.ts'

const profileId = '01K0000000000000000000ACME'
const other = '01K0000000000000000000ACM0'
const uuid = (n: number): string => `7f3c2a1e-5d4b-4c3a-9f8e-${String(n).padStart(12, '0')}`
const listed: ChosenRoute = { mode: 'listed', configurationId: 12, callerId: 'provider' }
const typed: ChosenRoute = { mode: 'ids', configurationId: 7, callerId: null }

const open = (folder = temporaryFolder()) => {
  const worker = new URL('../../../src/main/storage/storage-worker.ts', import.meta.url)
  const storage = createStorage({ file: join(folder, 'rundesk.db'), worker })
  onTestFinished(() => storage.close())
  return { folder, storage, book: createRouteBook(storage) }
}

describe('what calls were last sent through', () => {
  it('is remembered for an agent and a profile, over a restart', async () => {
    const { folder, storage, book } = open()
    const agent = { profileId, agentUuid: uuid(1) }
    expect(await valueOf(book.recallRoute(agent))).toEqual({ route: null })
    await valueOf(book.rememberRoute({ ...agent, route: listed }))
    await valueOf(book.rememberRoute({ ...agent, route: typed }))
    await valueOf(book.rememberRoute({ ...agent, agentUuid: uuid(2), route: listed }))
    await storage.close()
    const again = open(folder).book
    expect(await valueOf(again.recallRoute(agent))).toEqual({ route: typed })
    expect(await valueOf(again.recallRoute({ ...agent, agentUuid: uuid(2) }))).toEqual({ route: listed })
    expect(await valueOf(again.recallRoute({ ...agent, profileId: other }))).toEqual({ route: null })
  })

  it('loses none of two choices that are made at once', async () => {
    const { book } = open()
    const remember = (n: number) => book.rememberRoute({ profileId, agentUuid: uuid(n), route: listed })
    await Promise.all([remember(1), remember(2), remember(3)])
    for (const n of [1, 2, 3])
      expect(await valueOf(book.recallRoute({ profileId, agentUuid: uuid(n) }))).toEqual({ route: listed })
  })

  it('lets the oldest choice go when there are too many', async () => {
    const { book } = open()
    for (let n = 0; n <= 200; n += 1)
      await valueOf(book.rememberRoute({ profileId, agentUuid: uuid(n), route: listed }))
    expect(await valueOf(book.recallRoute({ profileId, agentUuid: uuid(0) }))).toEqual({ route: null })
    expect(await valueOf(book.recallRoute({ profileId, agentUuid: uuid(1) }))).toEqual({ route: listed })
  })

  it('is asked about anew where it cannot be read', async () => {
    const { storage, book } = open()
    for (const value of ['{', '[{"agentUuid":7}]']) {
      await valueOf(storage.ask('writeSetting', { name: `routes:${profileId}`, value }))
      expect(await valueOf(book.recallRoute({ profileId, agentUuid: uuid(1) }))).toEqual({ route: null })
    }
  })
})

describe('what people call typed ids', () => {
  it('is kept a profile each, changed and taken away', async () => {
    const { book } = open()
    await valueOf(book.labelRouteId({ profileId, kind: 'configuration', id: 7, label: 'Main trunk' }))
    await valueOf(book.labelRouteId({ profileId, kind: 'callerId', id: 7, label: 'Support' }))
    expect(await valueOf(book.labelRouteId({ profileId, kind: 'configuration', id: 7, label: 'North' }))).toEqual([
      { kind: 'configuration', id: 7, label: 'North' },
      { kind: 'callerId', id: 7, label: 'Support' },
    ])
    await valueOf(book.labelRouteId({ profileId, kind: 'configuration', id: 7, label: '' }))
    expect(await valueOf(book.listRouteLabels({ profileId }))).toEqual([{ kind: 'callerId', id: 7, label: 'Support' }])
    expect(await valueOf(book.listRouteLabels({ profileId: other }))).toEqual([])
  })
})

import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ChosenRoute } from '../../../../src/contract/telephony.ts'
import { createKeyPathStore, createRouteStore } from '../../../../src/main/features/settings/index.ts'
import { createStorage } from '../../../../src/main/storage/storage.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { openTestApp, startService, valueOf } from '../../../support/test-app.ts'
import { succeed } from '../../../../src/contract/failure.ts'
import { connectService } from '../../../support/connect-service.ts'
import { storageThread } from '../../../support/thread-entries.ts'

const profileId = '01K0000000000000000000ACME'
const other = '01K0000000000000000000ACM0'
const uuid = (n: number): string => `7f3c2a1e-5d4b-4c3a-9f8e-${String(n).padStart(12, '0')}`
const listed: ChosenRoute = { mode: 'listed', configurationId: 12, callerId: 'provider' }
const typed: ChosenRoute = { mode: 'ids', configurationId: 7, callerId: null }

const open = (folder = temporaryFolder()) => {
  const storage = createStorage({ file: join(folder, 'rundesk.db'), worker: storageThread })
  onTestFinished(() => storage.close())
  return { folder, storage, store: createRouteStore(storage) }
}

describe('last routes', () => {
  it('are stored per agent and profile', async () => {
    const { folder, storage, store } = open()
    const agent = { profileId, agentUuid: uuid(1) }
    expect(await valueOf(store.readLastRoute(agent))).toEqual({ route: null })
    await valueOf(store.saveLastRoute({ ...agent, route: listed }))
    await valueOf(store.saveLastRoute({ ...agent, route: typed }))
    await valueOf(store.saveLastRoute({ ...agent, agentUuid: uuid(2), route: listed }))
    await storage.close()
    const again = open(folder).store
    expect(await valueOf(again.readLastRoute(agent))).toEqual({ route: typed })
    expect(await valueOf(again.readLastRoute({ ...agent, agentUuid: uuid(2) }))).toEqual({ route: listed })
    expect(await valueOf(again.readLastRoute({ ...agent, profileId: other }))).toEqual({ route: null })
  })

  it('keep all of several concurrent choices', async () => {
    const { store } = open()
    const remember = (n: number) => store.saveLastRoute({ profileId, agentUuid: uuid(n), route: listed })
    await Promise.all([remember(1), remember(2), remember(3)])
    for (const n of [1, 2, 3])
      expect(await valueOf(store.readLastRoute({ profileId, agentUuid: uuid(n) }))).toEqual({ route: listed })
  })

  it('drop the oldest choice beyond the limit', async () => {
    const { store } = open()
    for (let n = 0; n <= 200; n += 1)
      await valueOf(store.saveLastRoute({ profileId, agentUuid: uuid(n), route: listed }))
    expect(await valueOf(store.readLastRoute({ profileId, agentUuid: uuid(0) }))).toEqual({ route: null })
    expect(await valueOf(store.readLastRoute({ profileId, agentUuid: uuid(1) }))).toEqual({ route: listed })
  })

  it('are treated as empty if they cannot be read', async () => {
    const { storage, store } = open()
    for (const value of ['{', '[{"agentUuid":7}]']) {
      await valueOf(storage.run('writeSetting', { name: `routes:${profileId}`, value }))
      expect(await valueOf(store.readLastRoute({ profileId, agentUuid: uuid(1) }))).toEqual({ route: null })
    }
  })
})

describe('labels of typed IDs', () => {
  it('are stored per profile, changed and removed', async () => {
    const { store } = open()
    await valueOf(store.labelRouteId({ profileId, kind: 'configuration', id: 7, label: 'Main trunk' }))
    await valueOf(store.labelRouteId({ profileId, kind: 'callerId', id: 7, label: 'Support' }))
    expect(await valueOf(store.labelRouteId({ profileId, kind: 'configuration', id: 7, label: 'North' }))).toEqual([
      { kind: 'configuration', id: 7, label: 'North' },
      { kind: 'callerId', id: 7, label: 'Support' },
    ])
    await valueOf(store.labelRouteId({ profileId, kind: 'configuration', id: 7, label: '' }))
    expect(await valueOf(store.listRouteLabels({ profileId }))).toEqual([{ kind: 'callerId', id: 7, label: 'Support' }])
    expect(await valueOf(store.listRouteLabels({ profileId: other }))).toEqual([])
  })
})

const origin = 'https://voice.acme.example'

/** Creates settings in memory and records the operations. */
const aStorage = (kept: Record<string, string> = {}) => {
  const requests: string[] = []
  const storage: Parameters<typeof createKeyPathStore>[0] = {
    run: async (name, input) => {
      requests.push(`${name} ${JSON.stringify(input)}`)
      const { name: setting = '', value } = Object.fromEntries(Object.entries(input ?? {})) as Record<string, string>
      if (value !== undefined) kept[setting] = value
      // Each storage operation has its own result type; these two return a string or null.
      return succeed((value === undefined ? (kept[setting] ?? null) : null) as never)
    },
  }
  return { storage, requests, kept }
}

describe('key paths', () => {
  it('are stored per origin and read once', async () => {
    const { storage, requests, kept } = aStorage()
    const keyPath = createKeyPathStore(storage).forOrigin(origin)
    expect(await keyPath.read()).toBeNull()
    await keyPath.save('bare')
    await keyPath.save('bare')
    expect(kept).toEqual({ [`key-path:${origin}`]: 'bare' })
    expect(await keyPath.read()).toBe('bare')
    expect(requests.length).toBe(2)
    expect(await createKeyPathStore(storage).forOrigin(origin).read()).toBe('bare')
    expect(await createKeyPathStore(storage).forOrigin('https://other.example').read()).toBeNull()
  })

  it('ignore an unknown value', async () => {
    const { storage } = aStorage({ [`key-path:${origin}`]: 'sideways' })
    expect(await createKeyPathStore(storage).forOrigin(origin).read()).toBeNull()
  })
})

describe('the app', () => {
  it('stores the key path of a service', async () => {
    const { origin: from, key } = await startService()
    const { operations, storage } = openTestApp()
    const { id } = await connectService(operations, { origin: from, key })
    await valueOf(operations.listKeys({ profileId: id, includeArchived: false }))
    expect(await valueOf(storage.run('readSetting', { name: `key-path:${from}` }))).toBe('prefixed')
  })
})

import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startPracticeListener } from '../../../../src/main/practice/host.ts'
import { createPracticeService } from '../../../../src/main/practice/practice-service.ts'
import { createSessionStore } from '../../../../src/main/vault/key-store.ts'
import { createMemoryVault } from '../../../../src/main/vault/vault.ts'
import { aDraft, anId } from '../../../support/a-call.ts'
import { connectService } from '../../../support/connect-service.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { openTestApp, startService, valueOf } from '../../../support/test-app.ts'

/** Starts a service that can delay its response to one request. */
const startHoldingService = async () => {
  const service = createPracticeService({ clock: { now: () => Date.now() }, random: Math.random, otherRuns: false })
  let held: { path: RegExp; arrived: () => void; released: Promise<void> } | null = null
  const listener = await startPracticeListener({
    ...service,
    async handle(request, fault) {
      const answer = await service.handle(request, fault)
      const hold = held?.path.test(new URL(request.url).pathname) === true ? held : null
      if (hold === null) return answer
      held = null
      hold.arrived()
      await hold.released
      return answer
    },
  })
  onTestFinished(() => listener.close())
  return {
    origin: listener.origin,
    service,
    /** Delays the response to the next request whose path matches, until `release`. */
    hold(path: RegExp) {
      const [arrival, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      held = { path, arrived: arrival.resolve, released: release.promise }
      return { arrived: arrival.promise, release: release.resolve }
    },
  }
}

const openApp = async (keychain = createSessionStore()) => {
  const { service, origin, hold } = await startHoldingService()
  let ahead = 0
  const { app, file, operations } = openTestApp({
    dialMilliseconds: 20_000,
    vault: createMemoryVault(keychain),
    parts: { clock: () => Date.now() + ahead },
  })
  await valueOf(app.start())
  const stage = async (text: string) => (await valueOf(operations.stageKey({ from: 'typed', text }))).entryId
  const key = service.issueKey('old')
  const form = { kind: 'service', name: 'Acme', color: 'blue', origin, keyStorage: 'keychain' } as const
  const { profile } = await valueOf(operations.addProfile({ ...form, entryId: await stage(key), unchecked: false }))
  const profileId = profile.id
  const agents = await valueOf(operations.listAgents({ profileId }))
  const agentUuid = agents.find((one) => one.status === 'active' && one.agentUuid !== null)?.agentUuid ?? ''
  return {
    app,
    file,
    operations,
    hold,
    profileId,
    /** Moves the app's clock ahead, in milliseconds. */
    wait: (milliseconds: number) => void (ahead += milliseconds),
    refusedAt: async () => Date.parse((await valueOf(operations.listRefusedKeys({})))[0]?.at ?? ''),
    refused: async () => (await valueOf(operations.listRefusedKeys({}))).map((one) => one.profileId),
    /** Makes the service reject the key with this name from now on. */
    archiveKey(name: 'old' | 'new'): void {
      for (const one of service.world.keys) if (one.name === name) one.archivedAt = Date.now()
    },
    replaceKey: async () => {
      const entryId = await stage(service.issueKey('new'))
      await valueOf(operations.replaceKey({ profileId, entryId, keyStorage: 'keychain' }))
    },
    call: async () => {
      const ids = { telephonyConfigurationId: null, fromPhoneNumberId: null }
      const draft = aDraft({ profileId, agentUuid, ...ids })
      await valueOf(operations.triggerCall(draft))
      await app.settled()
      return (await valueOf(operations.getCall(draft))).call.outcome
    },
    /** Makes the service accept the old key again. */
    reactivateKey(): void {
      for (const one of service.world.keys) if (one.name === 'old') one.archivedAt = null
    },
    list: () => operations.listTelephonyConfigurations({ profileId }),
    keys: () => operations.listKeys({ profileId, includeArchived: true }),
    runs: () => operations.recentRuns({ phoneNumber: '+14155550173', practice: false }),
    transcript: () => operations.readTranscript({ profileId, workflowRunId: 48_210, callId: anId() }),
    check: () => operations.checkProfile({ profileId }),
    agents: () => operations.listAgents({ profileId }),
  }
}

type TestApp = Awaited<ReturnType<typeof openApp>>

const requests: [name: string, path: RegExp, send: (app: TestApp) => Promise<unknown>][] = [
  ['a call', /\/public\/agent\//, (app) => app.call()],
  ['a list', /\/telephony-configs/, (app) => app.list()],
  ['a check', /\/auth\/me/, (app) => app.check()],
  ['the agents', /\/workflow\/fetch/, (app) => app.agents()],
  ['the keys', /\/api-keys/, (app) => app.keys()],
  ['the runs of a number', /\/usage\/runs/, (app) => app.runs()],
]

it.each(requests)('marks a key that the service rejects for %s, until it is replaced', async (_name, _path, send) => {
  const app = await openApp()
  app.archiveKey('old')
  await send(app)
  expect(await app.refused()).toEqual([app.profileId])
  await app.replaceKey()
  expect(await app.refused()).toEqual([])
})

it.each(requests)(
  'does not mark the new key if a rejection of the old one arrives late from %s',
  async (_name, path, send) => {
    const app = await openApp()
    app.archiveKey('old')
    const held = app.hold(path)
    const sent = send(app)
    await held.arrived
    await app.replaceKey()
    held.release()
    await sent
    expect(await app.refused()).toEqual([])
  },
)

it.each(requests)(
  'keeps the mark of the new key if a success of the old one arrives late from %s',
  async (_name, path, send) => {
    const app = await openApp()
    const held = app.hold(path)
    const sent = send(app)
    await held.arrived
    await app.replaceKey()
    app.archiveKey('new')
    await app.list()
    held.release()
    await sent
    expect(await app.refused()).toEqual([app.profileId])
  },
)

it.each(requests)('clears the mark of a reactivated key after %s', async (_name, _path, send) => {
  const app = await openApp()
  app.archiveKey('old')
  await app.list()
  expect(await app.refused()).toEqual([app.profileId])
  app.reactivateKey()
  await send(app)
  expect(await app.refused()).toEqual([])
})

it('keeps the mark after a restart, without another request', async () => {
  const { app, file, operations, archiveKey, list, profileId } = await openApp()
  archiveKey('old')
  await list()
  const marked = await valueOf(operations.listRefusedKeys({}))
  await app.close()
  expect(marked).toMatchObject([{ profileId }])
  expect(await valueOf(openTestApp({ file }).operations.listRefusedKeys({}))).toEqual(marked)
})

it('does not keep the mark of a practice profile, which has another key after a restart', async () => {
  const { app, file, operations } = openTestApp()
  const { profile } = await valueOf(operations.addProfile({ kind: 'practice', name: 'Practice', color: 'teal' }))
  const about = { profileId: profile.id, includeArchived: false }
  const own = (await valueOf(operations.listKeys(about))).find((key) => key.usedByThisApp)
  if (own === undefined) throw new Error('The key is not listed.')
  await operations.archiveKey({ ...about, apiKeyId: own.id, confirmation: own.name, compromised: null })
  await operations.listAgents(about)
  expect(await valueOf(operations.listRefusedKeys({}))).toMatchObject([{ profileId: profile.id }])
  await app.close()
  expect(await valueOf(openTestApp({ file }).operations.listRefusedKeys({}))).toEqual([])
})

it('reports since when the service has rejected the key', async () => {
  const app = await openApp()
  app.archiveKey('old')
  await app.list()
  const first = await app.refusedAt()
  app.wait(60_000)
  await app.list()
  expect(await app.refusedAt()).toBe(first)
  app.reactivateKey()
  await app.list()
  app.archiveKey('old')
  await app.list()
  expect(await app.refusedAt()).toBeGreaterThan(first)
})

it('marks a key that the service rejects for a transcript', async () => {
  const app = await openApp()
  app.archiveKey('old')
  await app.transcript()
  expect(await app.refused()).toEqual([app.profileId])
})

it('forgets the key of a removed profile', async () => {
  const app = await openApp()
  app.archiveKey('old')
  await app.list()
  await valueOf(app.operations.removeProfile({ profileId: app.profileId }))
  expect(await app.refused()).toEqual([])
})

/** Restarts an app with three profiles, so that it has read none of their keys. */
const openThreeProfiles = async () => {
  const stored = createSessionStore()
  const file = join(temporaryFolder(), 'data', 'rundesk.db')
  const { origin, key } = await startService()
  const first = openTestApp({ file, vault: createMemoryVault(stored) })
  const connect = async (name: string) => (await connectService(first.operations, { name, origin, key })).id
  const ids = [await connect('First'), await connect('Second'), await connect('Third')] as const
  await first.app.close()
  const accountOf = (profileId: string): string => `${profileId} ${origin}`
  const reads: string[] = []
  const unreadable = new Set<string>()
  let fault: Error | null = null
  const vault = createMemoryVault({
    ...stored,
    get(account) {
      reads.push(account)
      if (fault !== null) return Promise.reject(fault)
      return unreadable.has(account) ? Promise.reject(new Error('The keychain is locked.')) : stored.get(account)
    },
  })
  let changed = Promise.withResolvers<void>()
  const announce = (name: string): void => {
    if (name !== 'peopleChanged') return
    changed.resolve()
    changed = Promise.withResolvers()
  }
  let ahead = 0
  const monotonic = () => performance.now() + ahead
  const { app, operations } = openTestApp({ file, vault, parts: { announce, monotonic } })
  const listed = async () => (await valueOf(operations.listRefusedKeys({}))).map(({ profileId }) => profileId)
  return {
    ids,
    start: app.start,
    listed,
    /** Moves the app's monotonic clock ahead, in milliseconds. */
    wait: (milliseconds: number) => void (ahead += milliseconds),
    /** Makes every read fail with this error of the keychain; with null, none. */
    setFault: (error: Error | null) => void (fault = error),
    removeKey: (profileId: string) => stored.delete(accountOf(profileId)),
    setReadable(profileIds: readonly string[], isReadable: boolean): void {
      for (const account of profileIds.map(accountOf))
        if (isReadable) unreadable.delete(account)
        else unreadable.add(account)
    },
    read: (profileId: string) => operations.listAgents({ profileId }),
    readsOf: (profileId: string) => reads.filter((account) => account === accountOf(profileId)).length,
    async untilListed(profileIds: readonly string[]): Promise<void> {
      for (;;) {
        const { promise } = changed
        if ((await listed()).join() === profileIds.join()) return
        await promise
      }
    },
  }
}

it('lists every profile whose key is missing after the start, without a request', async () => {
  const { ids, start, listed, removeKey, untilListed } = await openThreeProfiles()
  const [, second, third] = ids
  for (const profileId of [second, third]) await removeKey(profileId)
  expect(await listed()).toEqual([])
  await valueOf(start())
  await untilListed([second, third])
})

it.each([
  ['is locked', 'The keychain is locked.'],
  ['shows a prompt, which the user cancels', 'User canceled the operation.'],
])('reads no more keys after the start if the keychain %s, and the others once it works', async (_why, text) => {
  const { ids, start, setFault, removeKey, read, readsOf, untilListed } = await openThreeProfiles()
  const [first, second, third] = ids
  await removeKey(third)
  setFault(new Error(text))
  await valueOf(start())
  await untilListed([first])
  // Takes as long as the read of another key.
  await read(first)
  expect([readsOf(second), readsOf(third)]).toEqual([0, 0])
  setFault(null)
  await valueOf(read(first))
  await untilListed([third])
  expect([readsOf(second), readsOf(third)]).toEqual([1, 1])
})

it('reads the keys of all listed profiles again as soon as the keychain works, except missing ones', async () => {
  const { ids, listed, removeKey, setReadable, read, readsOf, untilListed } = await openThreeProfiles()
  const [first, second, lost] = ids
  await removeKey(lost)
  setReadable([first, second], false)
  for (const profileId of [lost, first, second]) await read(profileId)
  expect(await listed()).toEqual([lost, first, second])
  setReadable([first, second], true)
  await valueOf(read(first))
  await untilListed([lost])
  expect([readsOf(second), readsOf(lost)]).toEqual([2, 1])
})

it('reads a key again only once if it still can’t be read', async () => {
  const { ids, listed, setReadable, read, readsOf, untilListed } = await openThreeProfiles()
  const [first, second, third] = ids
  setReadable(ids, false)
  for (const profileId of ids) await read(profileId)
  setReadable([first, third], true)
  await valueOf(read(first))
  await untilListed([second])
  await valueOf(read(third))
  expect([await listed(), readsOf(second)]).toEqual([[second], 2])
})

it('reads a key once more if the keychain was locked again after it had worked', async () => {
  const { ids, setReadable, read, readsOf, wait, untilListed } = await openThreeProfiles()
  const [first, second, third] = ids
  setReadable(ids, false)
  for (const profileId of ids) await read(profileId)
  setReadable([first, third], true)
  await valueOf(read(first))
  await untilListed([second])
  // Longer than a key is cached.
  wait(120_000)
  setReadable(ids, false)
  await read(first)
  await untilListed([second, first])
  setReadable(ids, true)
  await valueOf(read(first))
  await untilListed([])
  expect(readsOf(second)).toBe(3)
})

it('lists a profile whose key cannot be read, until the key is read again', async () => {
  const stored = createSessionStore()
  let isRunning = true
  const keychain = {
    ...stored,
    get: (account: string) => (isRunning ? stored.get(account) : Promise.reject(new Error('There is no keychain.'))),
  }
  const { app, file, profileId } = await openApp(keychain)
  await app.close()
  isRunning = false
  const { operations } = openTestApp({ file, vault: createMemoryVault(keychain) })
  const listed = () => valueOf(operations.listRefusedKeys({}))
  await operations.listAgents({ profileId })
  expect(await listed()).toMatchObject([{ profileId, unreadable: 'unavailable' }])
  isRunning = true
  await operations.listAgents({ profileId })
  expect(await listed()).toEqual([])
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { startPracticeListener } from '../../../../src/main/practice/host.ts'
import { createPracticeService } from '../../../../src/main/practice/practice-service.ts'
import { aDraft } from '../../../support/a-call.ts'
import { openTestApp, settledCall, type TestAppOptions, valueOf } from '../../../support/test-app.ts'
import { everyCall } from '../../../../src/contract/call-list.ts'
import type { Input } from '../../../../src/contract/operations.ts'
import { createSessionStore, type KeyStore } from '../../../../src/main/vault/key-store.ts'
import { createMemoryVault } from '../../../../src/main/vault/vault.ts'
import { connectService } from '../../../support/connect-service.ts'

const refusedBy = (code: string) => ({ ok: false, failure: { kind: 'invalid', issues: [{ code }] } })

/**
 * Opens an app, and a service with two organizations over real sockets. `setOld` makes the service respond as one
 * without accounts.
 */
const openTwoOrganizations = async (options: TestAppOptions = {}) => {
  const service = createPracticeService({ clock: { now: () => Date.now() }, random: Math.random, otherRuns: false })
  let isOld = false
  let onAccount = async (): Promise<void> => {}
  const listen = async () => {
    const listener = await startPracticeListener({
      ...service,
      async handle(request) {
        if (new URL(request.url).pathname !== '/api/v1/auth/me') return service.handle(request)
        await onAccount()
        return service.handle(isOld ? new Request(new URL('/api/v1/missing', request.url)) : request)
      },
    })
    onTestFinished(() => listener.close())
    return listener.origin
  }
  const origin = await listen()
  const app = openTestApp(options)
  const stage = async (text: string) => (await valueOf(app.operations.stageKey({ from: 'typed', text }))).entryId
  const [own, other] = service.organizations.map(({ keys }) => keys.active)
  if (own === undefined || other === undefined) throw new Error('The practice world has two organizations.')
  return {
    ...app,
    service,
    origin,
    listen,
    own,
    other,
    setOld: (old: boolean) => void (isOld = old),
    /** Runs an action at each account request, before the service responds. */
    whenAsked: (act: () => Promise<void>) => void (onAccount = act),
    connect: async (name: string, key: string, at = origin): Promise<string> =>
      (await connectService(app.operations, { name, origin: at, key })).id,
    async replace(profileId: string, text: string, more: Partial<Input<'replaceKey'>> = {}) {
      return app.operations.replaceKey({ profileId, entryId: await stage(text), keyStorage: 'keychain', ...more })
    },
    organizationOf: async (profileId: string) =>
      (await valueOf(app.operations.checkProfile({ profileId }))).account?.organizationId,
    /** Places a call from a profile and waits until its response is stored. Returns its ID. */
    async call(profileId: string, phoneNumber: string): Promise<string> {
      const agentUuid = service.organizations[0]?.agents[0]?.uuid ?? ''
      const draft = aDraft({
        profileId,
        agentUuid,
        phoneNumber,
        telephonyConfigurationId: null,
        fromPhoneNumberId: null,
      })
      await valueOf(app.operations.triggerCall(draft))
      return (await settledCall(app.app, draft.callId)).callId
    },
  }
}

describe('replacing the key of a profile', () => {
  it('refuses a key of another organization and changes nothing', async () => {
    const app = await openTwoOrganizations()
    const profileId = await app.connect('Acme', app.own)
    expect(await app.replace(profileId, app.other)).toMatchObject(refusedBy('otherOrganization'))
    expect(await app.organizationOf(profileId)).toBe(1)
  })

  it('accepts it if the user confirms the change, and the profile then belongs to that organization', async () => {
    const app = await openTwoOrganizations()
    const profileId = await app.connect('Acme', app.own)
    expect((await app.replace(profileId, app.other, { otherOrganization: true })).ok).toBe(true)
    const [newest] = (await valueOf(app.operations.listAudit({ before: null, limit: 1 }))).entries
    expect(newest).toMatchObject({ action: 'replaceKey', about: 'key of another organization' })
    expect(await app.organizationOf(profileId)).toBe(2)
    expect(await app.replace(profileId, app.own)).toMatchObject(refusedBy('otherOrganization'))
  })

  it('accepts another key of the same organization without a confirmation', async () => {
    const app = await openTwoOrganizations()
    const profileId = await app.connect('Acme', app.own)
    expect((await app.replace(profileId, app.service.issueKey('another'))).ok).toBe(true)
  })

  it('refuses the key that the profile already has', async () => {
    const app = await openTwoOrganizations()
    const profileId = await app.connect('Acme', app.own)
    expect(await app.replace(profileId, app.own)).toMatchObject(refusedBy('keySame'))
    const [newest] = (await valueOf(app.operations.listAudit({ before: null, limit: 1 }))).entries
    expect(newest).toMatchObject({ action: 'replaceKey', phase: 'failed' })
  })

  it('keeps the new key for the session without a keychain, and the profile until the old key can be deleted', async () => {
    const stored = createSessionStore()
    let isRunning = true
    const whileRunning = <T>(operation: () => Promise<T>): Promise<T> =>
      isRunning ? operation() : Promise.reject(new Error('There is no keychain.'))
    const keychain: KeyStore = {
      get: (account) => whileRunning(() => stored.get(account)),
      set: (account, text) => whileRunning(() => stored.set(account, text)),
      delete: (account) => whileRunning(() => stored.delete(account)),
    }
    const app = await openTwoOrganizations({ vault: createMemoryVault(keychain) })
    const profileId = await app.connect('Acme', app.own)
    isRunning = false
    const replaced = await app.replace(profileId, app.service.issueKey('another'), { keyStorage: 'session' })
    expect(replaced).toMatchObject({ ok: true, value: { keyStorage: 'session' } })
    expect(await app.operations.removeProfile({ profileId })).toMatchObject({ failure: { kind: 'keychain' } })
    expect(await app.organizationOf(profileId)).toBe(1)
    isRunning = true
    const account = `${profileId} ${app.origin}`
    expect(await stored.get(account)).toBe(app.own)
    expect((await app.operations.removeProfile({ profileId })).ok).toBe(true)
    expect(await stored.get(account)).toBeNull()
    expect(await valueOf(app.storage.run('readSetting', { name: `old-key:${profileId}` }))).toBe('deleted')
  })

  it('deletes a key that an earlier version left in the keychain without a note', async () => {
    const stored = createSessionStore()
    const app = await openTwoOrganizations({ vault: createMemoryVault(stored) })
    const form = { name: 'Acme', origin: app.origin, key: app.own, keyStorage: 'session' } as const
    const { id: profileId } = await connectService(app.operations, form)
    const account = `${profileId} ${app.origin}`
    await stored.set(account, app.own)
    expect((await app.operations.removeProfile({ profileId })).ok).toBe(true)
    expect(await stored.get(account)).toBeNull()
    const { entries } = await valueOf(app.operations.listAudit({ before: null, limit: 50 }))
    const removed = entries.find(({ action }) => action === 'removeProfile')
    expect(removed).toMatchObject({ profileName: 'Acme', about: `${new URL(app.origin).host}, organization 1` })
  })

  it('removes a profile whose key was never in the keychain even if the keychain can’t be used', async () => {
    const fail = (): Promise<never> => Promise.reject(new Error('There is no keychain.'))
    const app = await openTwoOrganizations({ vault: createMemoryVault({ get: fail, set: fail, delete: fail }) })
    const form = { name: 'Acme', origin: app.origin, key: app.own, keyStorage: 'session' } as const
    const { id: profileId } = await connectService(app.operations, form)
    expect((await app.operations.removeProfile({ profileId })).ok).toBe(true)
  })

  it('shows the organization even if the old key no longer works', async () => {
    const app = await openTwoOrganizations()
    const profileId = await app.connect('Acme', app.own)
    for (const key of app.service.world.keys) if (key.organizationId === 1) key.archivedAt = Date.now()
    expect(await app.replace(profileId, app.other)).toMatchObject(refusedBy('otherOrganization'))
  })

  it('reads the organization with the current key if it is not known yet', async () => {
    const app = await openTwoOrganizations()
    app.setOld(true)
    const profileId = await app.connect('Acme', app.own)
    app.setOld(false)
    expect(await app.replace(profileId, app.other)).toMatchObject(refusedBy('otherOrganization'))
  })

  it('never changes the organization of a profile with an unresolved call, which only that organization’s lists can resolve', async () => {
    const app = await openTwoOrganizations()
    const profileId = await app.connect('Acme', app.own)
    await app.call(profileId, '+14155550161')
    const { calls } = await valueOf(app.operations.listCalls({ search: '', filter: everyCall, after: null, limit: 5 }))
    expect(calls.map(({ outcome }) => outcome.state)).toEqual(['unknown'])
    expect(await app.replace(profileId, app.other, { otherOrganization: true })).toMatchObject(
      refusedBy('unresolvedCalls'),
    )
    expect((await app.replace(profileId, app.service.issueKey('another'))).ok).toBe(true)
  })
})

it.each(['keychain', 'session'] as const)(
  'keeps a change of the profile while its new key is stored: %s',
  async (keyStorage) => {
    const vault = createMemoryVault()
    const app = await openTwoOrganizations({ vault })
    const profileId = await app.connect('Acme', app.own)
    const change = { name: 'Acme North', color: 'red', referenceName: null } as const
    const { set } = vault
    vi.spyOn(vault, 'set').mockImplementation(async (...entry) => {
      await valueOf(app.operations.updateProfile({ profileId, ...change }))
      return set(...entry)
    })
    const replaced = await app.replace(profileId, app.other, { keyStorage, otherOrganization: true })
    expect(replaced).toMatchObject({ ok: true, value: { ...change, keyStorage, organization: { id: 2 } } })
    const { profiles } = await valueOf(app.operations.listProfiles({}))
    expect(profiles).toMatchObject([{ ...change, keyStorage, organization: { id: 2 } }])
  },
)

describe('a check that finds the organization of a profile', () => {
  const connectOld = async () => {
    const app = await openTwoOrganizations()
    app.setOld(true)
    const profileId = await app.connect('Acme', app.own)
    app.setOld(false)
    return { app, profileId }
  }

  it('does not restore a profile that was removed in the meantime', async () => {
    const { app, profileId } = await connectOld()
    app.whenAsked(async () => void (await valueOf(app.operations.removeProfile({ profileId }))))
    await app.operations.checkProfile({ profileId })
    expect((await valueOf(app.operations.listProfiles({}))).profiles).toEqual([])
  })

  it('keeps a name that was changed in the meantime', async () => {
    const { app, profileId } = await connectOld()
    const change = { profileId, name: 'Acme North', color: 'red', referenceName: null } as const
    app.whenAsked(async () => void (await valueOf(app.operations.updateProfile(change))))
    await app.operations.checkProfile({ profileId })
    const { profiles } = await valueOf(app.operations.listProfiles({}))
    expect(profiles).toMatchObject([{ name: 'Acme North', organization: { id: 1 } }])
  })
})

describe('an address of another server', () => {
  it.each([
    ['a website', 404, 'text/html', '<title>Not Found</title>'],
    ['an API without this route', 404, 'application/json', '{"detail":"Not Found"}'],
    ['a sign-in page', 401, 'text/html', '<title>Sign in</title>'],
    ['a server that returns a page for every address', 200, 'text/html', '<title>Welcome</title>'],
    ['another API', 200, 'application/json', '{"hello":"world"}'],
  ])('%s is identified as such, and no profile is saved for it', async (_what, status, type, body) => {
    const server = createServer((_request, response) => response.writeHead(status, { 'content-type': type }).end(body))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => {
      server.close()
      server.closeAllConnections()
    })
    const { port } = z.object({ port: z.int() }).parse(server.address())
    const app = openTestApp()
    for (const unchecked of [false, true]) {
      const { entryId } = await valueOf(app.operations.stageKey({ from: 'typed', text: 'dgr_anything-long-enough' }))
      const label = { kind: 'service', name: 'Elsewhere', color: 'blue', keyStorage: 'keychain' } as const
      const added = app.operations.addProfile({ ...label, origin: `http://127.0.0.1:${port}`, entryId, unchecked })
      expect(await added).toEqual({ ok: false, failure: { kind: 'unavailable', cause: 'otherServer' } })
    }
    expect((await valueOf(app.operations.listProfiles({}))).profiles).toEqual([])
  })
})

describe('two forms of the same address', () => {
  it.each([
    ['localhost', async ({ origin }: { origin: string }) => origin.replace('127.0.0.1', 'localhost')],
    [
      'a different address with the same organization',
      async ({ listen }: { listen: () => Promise<string> }) => listen(),
    ],
  ])('%s: a rotation reaches the profiles at both', async (_what, otherAddress) => {
    const app = await openTwoOrganizations()
    const first = await app.connect('Acme', app.own)
    const second = await app.connect('Acme, second', app.own, await otherAddress(app))
    const listed = await valueOf(app.operations.listKeys({ profileId: first, includeArchived: false }))
    expect(listed.find(({ usedByThisApp }) => usedByThisApp)?.usedBy).toEqual(['Acme', 'Acme, second'])
    expect((await valueOf(app.operations.rotateKey({ profileId: second }))).step).toBe('done')
    for (const profileId of [first, second]) expect(await app.organizationOf(profileId)).toBe(1)
  })

  it('show a call of the other profile as this computer’s, once', async () => {
    const app = await openTwoOrganizations()
    const first = await app.connect('Acme', app.own)
    await app.connect('Acme, second', app.own, app.origin.replace('127.0.0.1', 'localhost'))
    const phoneNumber = '+14155550200'
    const callId = await app.call(first, phoneNumber)
    const { profiles } = await valueOf(app.operations.recentRuns({ phoneNumber, practice: false }))
    expect(profiles.flatMap(({ runs }) => runs).map(({ from, callId: of }) => ({ from, of }))).toEqual([
      { from: 'thisComputer', of: callId },
    ])
  })
})

it('keeps a change of the profile that was saved while its new key was checked', async () => {
  const app = await openTwoOrganizations()
  const profileId = await app.connect('Acme', app.own)
  const change = { profileId, name: 'Acme Berlin', color: 'teal', referenceName: null } as const
  app.whenAsked(async () => void (await app.operations.updateProfile(change)))
  await valueOf(app.replace(profileId, app.service.issueKey('another')))
  const { profiles } = await valueOf(app.operations.listProfiles({}))
  const { profileId: id, ...changed } = change
  expect(profiles.find((profile) => profile.id === id)).toMatchObject(changed)
})

import { describe, expect, it } from 'vitest'
import { valueOf } from '../../../support/test-app.ts'
import type { Storage } from '../../../../src/main/storage/storage.ts'
import type { Runtime } from '../../../../src/main/app/runtime.ts'
import { readableMilliseconds } from '../../../../src/main/features/profiles/profile-store.ts'
import { openRotationApp, type RotationApp, stopAt, stopAtOldKeyTest } from './open-rotation-app.ts'

const refusedBy = (code: string) => ({ ok: false, failure: { kind: 'invalid', issues: [{ code }] } })

const refused = async ({ operations }: RotationApp): Promise<string[]> =>
  (await valueOf(operations.listRefusedKeys({}))).map(({ profileId }) => profileId).toSorted()

describe('two profiles with one key', () => {
  it('share one rotation: the second one sees it, cannot start another, and can resume it', async () => {
    const app = await openRotationApp()
    const second = await app.connect('Acme, second', app.key)
    const stopped = await stopAt(app, 'creating')
    expect(stopped.profiles.map(({ profileId }) => profileId)).toEqual([app.profileId])
    const read = await valueOf(app.operations.readRotation({ profileId: second }))
    expect(read.rotation).toMatchObject({ rotationId: stopped.rotationId, step: 'creating' })
    expect(await app.rotate(second)).toMatchObject(refusedBy('rotationOpen'))
    const done = await app.resume(second)
    expect(done.step).toBe('done')
    for (const profileId of [app.profileId, second])
      expect(await valueOf(app.operations.readRotation({ profileId }))).toEqual({ rotation: done })
    expect([await app.works(), await app.works(second)]).toEqual([true, true])
  })

  it('are named if they have no key, unless they are known to be of another organization', async () => {
    const app = await openRotationApp()
    const second = await app.connect('Acme, second', app.key)
    const neighbour = await app.connect('Neighbour', app.service.organizations[1]?.keys.active ?? '')
    for (const profileId of [second, neighbour]) app.keychain.texts.delete(app.accountOf(profileId))
    const { step, profiles, keyless } = await valueOf(app.rotate())
    expect(step).toBe('done')
    expect(profiles.map(({ profileId }) => profileId)).toEqual([app.profileId])
    expect(keyless).toEqual([{ profileId: second, name: 'Acme, second' }])
  })

  it.each([
    ['creating', stopAt],
    ['archiving', stopAt],
    ['provingOld', (app: RotationApp) => stopAtOldKeyTest(app)],
  ] as const)('are named if they have no key when the rotation is continued at: %s', async (step, stop) => {
    const app = await openRotationApp()
    const second = await app.connect('Acme, second', app.key)
    const third = await app.connect('Acme, third', (await app.otherKey()).text)
    await stop(app, step as 'archiving')
    for (const profileId of [second, third]) app.keychain.texts.delete(app.accountOf(profileId))
    const operations = await app.reopen()
    const done = await valueOf(operations.resumeRotation({ profileId: app.profileId }))
    expect(done.step).toBe('done')
    expect(done.keyless.map(({ name }) => name).toSorted()).toEqual(['Acme, second', 'Acme, third'])
  })

  it('both show the result of their last rotation, whichever profile started it', async () => {
    const app = await openRotationApp()
    const second = await app.connect('Acme, second', app.key)
    const lastOf = async (profileId: string) => (await valueOf(app.operations.readRotation({ profileId }))).rotation
    await stopAt(app, 'creating')
    const undone = await app.undo(second)
    expect(undone.profiles.map(({ profileId }) => profileId)).toEqual([app.profileId])
    expect([await lastOf(app.profileId), await lastOf(second)]).toEqual([undone, undone])
    const done = await valueOf(app.rotate(second))
    expect(done.step).toBe('done')
    expect([await lastOf(app.profileId), await lastOf(second)]).toEqual([done, done])
    const { text } = await app.otherKey()
    expect(await lastOf(await app.connect('Acme, third', text))).toBeNull()
  })

  it('show the result of their last rotation if the key of another profile can’t be read', async () => {
    const app = await openRotationApp()
    const second = await app.connect('Acme, second', app.key)
    const third = await app.connect('Acme, third', (await app.otherKey()).text)
    await stopAt(app, 'creating')
    const undone = await app.undo()
    app.keychain.refuse((act, account) => act === 'get' && account === app.accountOf(third))
    expect(undone.profiles.map(({ profileId }) => profileId)).toEqual([app.profileId])
    const operations = await app.reopen()
    for (const profileId of [app.profileId, second])
      expect(await valueOf(operations.readRotation({ profileId }))).toEqual({ rotation: undone })
    expect(await operations.readRotation({ profileId: third })).toMatchObject({ failure: { kind: 'keychain' } })
  })

  it('list their open rotation once, from one read per profile', async () => {
    const read: string[] = []
    const app = await openRotationApp({
      wrapStorage: (storage) => ({
        ...storage,
        run: ((name, input) => {
          if (name === 'readSetting') read.push(JSON.stringify(input))
          return storage.run(name, input)
        }) satisfies Storage['run'],
      }),
    })
    await app.connect('Acme, second', app.key)
    expect(await valueOf(app.operations.listOpenRotations({}))).toEqual([])
    const { rotationId } = await stopAt(app, 'creating')
    read.length = 0
    expect(await valueOf(app.operations.listOpenRotations({}))).toMatchObject([{ rotationId, isRunning: false }])
    expect(read.filter((input) => input.includes('key-rotation:'))).toHaveLength(2)
  })

  it('create one new key if they rotate at the same time', async () => {
    const app = await openRotationApp()
    const second = await app.connect('Acme, second', app.key)
    const both = await Promise.all([app.rotate(), app.rotate(second)])
    expect(both.filter(({ ok }) => ok).length).toBe(1)
    expect(both.find(({ ok }) => !ok)).toMatchObject(refusedBy('keysBusy'))
    expect(app.keyRequests.filter((line) => line.startsWith('POST ')).length).toBe(1)
    expect([await app.works(), await app.works(second)]).toEqual([true, true])
  })

  it('are both marked as rejected while the key is archived, without a request from either', async () => {
    const app = await openRotationApp()
    const second = await app.connect('Acme, second', app.key)
    const profileId = await app.connect('Acme, third', (await app.otherKey()).text)
    const key = (await app.list()).find(({ usedBy }) => usedBy.includes('Acme, second'))
    if (key === undefined) throw new Error('The key is not listed.')
    const about = { profileId, apiKeyId: key.id }
    await valueOf(app.operations.archiveKey({ ...about, confirmation: key.name, compromised: null }))
    expect(await refused(app)).toEqual([app.profileId, second].toSorted())
    await valueOf(app.operations.reactivateKey({ ...about, reason: '' }))
    expect(await refused(app)).toEqual([])
  })

  it('are no longer marked after the rotation that archived the key is undone, even if the keychain is slow', async () => {
    let isSlow = false
    const after: Runtime['after'] = (milliseconds, action) => {
      // No key is read within the time that a screen waits.
      if (isSlow && milliseconds === readableMilliseconds) action()
      const timer = setTimeout(action, milliseconds).unref()
      return () => clearTimeout(timer)
    }
    // The keys were read more than a minute ago.
    const monotonic = () => performance.now() + (isSlow ? 61_000 : 0)
    const app = await openRotationApp({ parts: { after, monotonic } })
    const { oldKey } = await stopAt(app, 'archiving')
    const late = await app.connect('Acme, late', app.key)
    const about = { profileId: app.profileId, apiKeyId: oldKey.id }
    await valueOf(app.operations.archiveKey({ ...about, confirmation: oldKey.name, compromised: null }))
    expect(await refused(app)).toEqual([late])
    isSlow = true
    expect((await app.undo()).step).toBe('undone')
    expect(await refused(app)).toEqual([])
  })

  it('do not block a profile with another key, which rotates separately', async () => {
    const app = await openRotationApp()
    const { text } = await app.otherKey()
    const third = await app.connect('Acme, third', text)
    await stopAt(app, 'creating')
    expect(await valueOf(app.operations.readRotation({ profileId: third }))).toEqual({ rotation: null })
    expect((await valueOf(app.rotate(third))).step).toBe('done')
    expect((await app.resume()).step).toBe('done')
  })
})

describe('while a rotation is running', () => {
  it('no profile of its origin can get another key or be removed', async () => {
    const app = await openRotationApp()
    const { text } = await app.otherKey()
    const held = Promise.withResolvers<'go'>()
    const reached = Promise.withResolvers<null>()
    app.setHandling((line) => {
      if (!line.startsWith('POST ')) return 'go'
      reached.resolve(null)
      return held.promise
    })
    const rotating = app.rotate()
    await reached.promise
    expect(await app.replace(text)).toMatchObject(refusedBy('keysBusy'))
    expect(await app.operations.removeProfile({ profileId: app.profileId })).toMatchObject(refusedBy('keysBusy'))
    expect(await app.operations.undoRotation({ profileId: app.profileId })).toMatchObject(refusedBy('keysBusy'))
    held.resolve('go')
    expect((await valueOf(rotating)).step).toBe('done')
    expect(await app.works()).toBe(true)
    expect((await app.replace(text)).ok).toBe(true)
  })
})

describe('while a rotation is paused', () => {
  it('the key can be replaced, but not by a session key', async () => {
    const app = await openRotationApp()
    const { text } = await app.otherKey()
    await stopAt(app, 'creating')
    expect(await app.replace(text, 'session')).toMatchObject(refusedBy('rotationOpen'))
    expect((await app.replace(text)).ok).toBe(true)
  })

  it('a profile that was added later with the same key cannot be removed', async () => {
    const app = await openRotationApp()
    await stopAt(app, 'creating')
    const late = await app.connect('Acme, late', app.key)
    expect(await app.operations.removeProfile({ profileId: late })).toMatchObject(refusedBy('rotationOpen'))
  })
})

describe('a failed read of the rotation record', () => {
  const withoutRotationReads = (isFailing: () => boolean) => (storage: Storage) => ({
    ...storage,
    run: ((name, input) =>
      isFailing() && name === 'readSetting' && JSON.stringify(input).includes('key-rotation:')
        ? Promise.resolve({ ok: false, failure: { kind: 'storage', reason: 'locked' } })
        : storage.run(name, input)) satisfies Storage['run'],
  })

  it('prevents the removal of a profile, and fails to list the open rotations', async () => {
    let isFailing = false
    const app = await openRotationApp({ wrapStorage: withoutRotationReads(() => isFailing) })
    isFailing = true
    expect(await app.operations.removeProfile({ profileId: app.profileId })).toMatchObject({
      failure: { kind: 'storage' },
    })
    expect((await valueOf(app.operations.listProfiles({}))).profiles.length).toBe(1)
    expect(await app.operations.listOpenRotations({})).toMatchObject({ failure: { kind: 'storage' } })
  })
})

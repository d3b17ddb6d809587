import { describe, expect, it } from 'vitest'
import type { Failure, Outcome } from '../../../../src/contract/failure.ts'
import type { Rotation } from '../../../../src/contract/key.ts'
import { createMemoryVault, type KeyVault } from '../../../../src/main/vault/vault.ts'
import { valueOf } from '../../../support/test-app.ts'
import { type KeyApp, openKeyApp } from '../keys/open-key-app.ts'

/** Returns the keys at the service, and the result of the profile's check in the app. */
const currentState = async ({ service, operations, list, profileId }: KeyApp) => {
  const [organization] = service.world.organizations
  const working = service.world.keys.filter((key) => key.organizationId === organization?.id && key.archivedAt === null)
  const check = await operations.checkProfile({ profileId })
  return { working: working.map(({ name }) => name), works: check.ok, list: check.ok ? await list() : [] }
}

const rotate = ({ operations, profileId }: KeyApp): Promise<Outcome<Rotation>> => operations.rotateKey({ profileId })

/** A vault that refuses operations by account and action. */
const aFailingVault = () => {
  const vault = createMemoryVault()
  const locked: Failure = { kind: 'keychain', reason: 'locked' }
  let refuses = (_act: string, _profileId: string): boolean => false
  const failingVault: KeyVault = {
    ...vault,
    get: async (entry) => (refuses('get', entry.profileId) ? { ok: false, failure: locked } : vault.get(entry)),
    set: async (entry, key) =>
      refuses('set', entry.profileId) ? { ok: false, failure: locked } : vault.set(entry, key),
    delete: async (entry) =>
      refuses('delete', entry.profileId) ? { ok: false, failure: locked } : vault.delete(entry),
  }
  return { vault: failingVault, refuse: (when: typeof refuses) => void (refuses = when) }
}

describe('a rotation', () => {
  it('replaces the old key in all profiles that use it, and checks both', async () => {
    const summaries: object[] = []
    const app = await openKeyApp({ parts: { onRotation: (summary) => void summaries.push(summary) } })
    const second = await app.connect('Acme, second', app.key)
    const own = (await app.list()).find(({ usedByThisApp }) => usedByThisApp)
    const rotation = await valueOf(rotate(app))
    expect(rotation).toMatchObject({ step: 'done', failure: null, isRunning: false, oldKey: { id: own?.id } })
    expect(rotation.times.map(({ step }) => step)).toEqual([
      'keeping',
      'creating',
      'storing',
      'proving',
      'switching',
      'archiving',
      'provingOld',
      'tidying',
      'done',
    ])
    expect(rotation.deadAfterMilliseconds).toBeLessThan(10_000)
    expect(rotation.profiles.map(({ name }) => name)).toEqual(['Acme', 'Acme, second'])
    const [ended] = (await valueOf(app.operations.listAudit({ before: null, limit: 1 }))).entries
    const [old, replacement] = [rotation.oldKey, rotation.newKey].map((key) => `${key?.name} (${key?.prefix}…)`)
    expect(ended?.about).toBe(`${old} replaced by ${replacement}`)
    const list = await app.list()
    expect(list.find(({ id }) => id === own?.id)).toMatchObject({ archived: true, usedBy: [] })
    expect(list.find(({ id }) => id === rotation.newKey?.id)).toMatchObject({
      archived: false,
      usedBy: ['Acme', 'Acme, second'],
    })
    expect((await app.operations.checkProfile({ profileId: second })).ok).toBe(true)
    for (const profileId of [app.profileId, second])
      expect(await valueOf(app.operations.readRotation({ profileId }))).toEqual({ rotation })
    expect(summaries).toMatchObject([{ rotationId: rotation.rotationId, end: 'done' }])
    expect(JSON.stringify(summaries)).not.toContain('dgr_')
  })

  it('does not change a profile with another key of the same organization', async () => {
    const app = await openKeyApp()
    const made = await valueOf(app.operations.createKey({ profileId: app.profileId, name: 'other' }))
    if (made.step !== 'made') throw new Error('not made')
    const saved = { name: 'Other', color: 'teal', keyStorage: 'keychain' } as const
    const { profile: other } = await valueOf(app.operations.saveNewKey({ newKeyId: made.newKeyId, ...saved }))
    const rotation = await valueOf(rotate(app))
    expect(rotation.profiles.map(({ name }) => name)).toEqual(['Acme'])
    expect((await app.list()).find(({ id }) => id === made.apiKeyId)?.usedBy).toEqual(['Other'])
    expect((await app.operations.checkProfile({ profileId: other.id })).ok).toBe(true)
  })

  it('also gives the new key to a profile that was added after it stopped', async () => {
    let isBad = true
    const app = await openKeyApp({ handling: (line) => (isBad && line.startsWith('DELETE ') ? 'drop' : 'go') })
    expect((await valueOf(rotate(app))).step).toBe('archiving')
    const late = await app.connect('Acme, late', app.key)
    isBad = false
    const rotation = await valueOf(app.operations.resumeRotation({ profileId: app.profileId }))
    expect(rotation.step).toBe('done')
    expect(rotation.profiles.map(({ name }) => name)).toEqual(['Acme', 'Acme, late'])
    expect((await app.operations.checkProfile({ profileId: late })).ok).toBe(true)
  })

  it('reports the profiles with a changed key to the page', async () => {
    const app = await openKeyApp()
    const shared = await app.connect('Acme, second office', app.key)
    const newKeys = () => app.announced.filter((line) => line.includes('rekeyed')).toSorted()
    const rekeyed = (profileId: string) => `profilesChanged {"rekeyed":"${profileId}"}`
    expect(newKeys()).toEqual([])
    await valueOf(rotate(app))
    expect(newKeys()).toEqual([rekeyed(app.profileId), rekeyed(shared)].toSorted())
    app.announced.length = 0
    const made = await valueOf(app.operations.createKey({ profileId: app.profileId, name: 'by hand' }))
    if (made.step !== 'made') throw new Error('No key was made.')
    await valueOf(app.operations.copyNewKey({ newKeyId: made.newKeyId }))
    const { entryId } = await valueOf(app.operations.stageKey({ from: 'clipboard' }))
    await valueOf(app.operations.replaceKey({ profileId: shared, entryId, keyStorage: 'keychain' }))
    expect(newKeys()).toEqual([rekeyed(shared)])
  })

  it('is refused for the practice organization, with the reason', async () => {
    const app = await openKeyApp()
    const { profile } = await valueOf(app.operations.addProfile({ kind: 'practice', name: 'Practice', color: 'amber' }))
    expect(await app.operations.rotateKey({ profileId: profile.id })).toMatchObject({
      failure: { issues: [{ code: 'practiceKey' }] },
    })
  })

  it('is refused for a profile with a session key, because the new key would be lost on quit', async () => {
    const app = await openKeyApp()
    const { entryId } = await valueOf(app.operations.stageKey({ from: 'typed', text: app.key }))
    await valueOf(app.operations.replaceKey({ profileId: app.profileId, entryId, keyStorage: 'session' }))
    expect(await app.operations.rotateKey({ profileId: app.profileId })).toMatchObject({
      failure: { issues: [{ code: 'sessionKey' }] },
    })
    expect(app.keyRequests.some((line) => line.startsWith('POST'))).toBe(false)
  })

  it('gives no profile a new key that has been archived since', async () => {
    let isBad = true
    const app = await openKeyApp({ handling: (line) => (isBad && line.startsWith('DELETE ') ? 'drop' : 'go') })
    const stopped = await valueOf(rotate(app))
    const late = await app.connect('Acme, late', app.key)
    isBad = false
    const added = stopped.newKey?.id ?? 0
    const change = { profileId: late, apiKeyId: added, confirmation: stopped.newKey?.name ?? '', compromised: null }
    await valueOf(app.operations.archiveKey(change))
    const rotation = await valueOf(app.operations.resumeRotation({ profileId: app.profileId }))
    expect(rotation.failure).not.toBeNull()
    expect((await app.operations.checkProfile({ profileId: late })).ok).toBe(true)
  })

  it('runs once, however often it is requested', async () => {
    const app = await openKeyApp()
    const both = await Promise.all([rotate(app), rotate(app)])
    expect(both.filter(({ ok }) => ok).length).toBe(1)
    expect(app.keyRequests.filter((line) => line.startsWith('POST ')).length).toBe(1)
  })
})

type Fault = { name: string; line: RegExp; handling: 'lose' | 'drop'; step: string }

const faults: Fault[] = [
  { name: 'the request for a new key', line: /^POST /, handling: 'drop', step: 'creating' },
  { name: 'the response with the new key', line: /^POST /, handling: 'lose', step: 'creating' },
  { name: 'the request to archive', line: /^DELETE /, handling: 'drop', step: 'archiving' },
]

describe.each(faults)('a rotation that loses $name', ({ line, handling, step }) => {
  const stopped = async () => {
    let isBad = true
    const app = await openKeyApp({ handling: (request) => (isBad && line.test(request) ? handling : 'go') })
    const rotation = await valueOf(rotate(app))
    expect(rotation).toMatchObject({ step, isRunning: false, failure: { kind: 'unavailable' } })
    expect((await currentState(app)).works).toBe(true)
    isBad = false
    return app
  }

  it('stops, keeps a working key, refuses a second rotation, and can be resumed', async () => {
    const app = await stopped()
    expect(await rotate(app)).toMatchObject({ failure: { issues: [{ code: 'rotationOpen' }] } })
    expect(await app.operations.removeProfile({ profileId: app.profileId })).toMatchObject({
      failure: { issues: [{ code: 'rotationOpen' }] },
    })
    const rotation = await valueOf(app.operations.resumeRotation({ profileId: app.profileId }))
    expect(rotation.step).toBe('done')
    const { working, works } = await currentState(app)
    expect(works).toBe(true)
    expect(working.filter((name) => name.startsWith('desk-07'))).toEqual([rotation.newKey?.name])
  })

  it('can be undone: the old key works, and no new key is left', async () => {
    const app = await stopped()
    const before = (await currentState(app)).working.filter((name) => !name.startsWith('desk-07'))
    const rotation = await valueOf(app.operations.undoRotation({ profileId: app.profileId }))
    expect(rotation.step).toBe('undone')
    const { working, works, list } = await currentState(app)
    expect(works).toBe(true)
    expect(working).toEqual(before)
    expect(list.find(({ usedByThisApp }) => usedByThisApp)?.id).toBe(rotation.oldKey.id)
    const [ended] = (await valueOf(app.operations.listAudit({ before: null, limit: 50 }))).entries
    expect(ended?.about).toBe(`${rotation.oldKey.name} (${rotation.oldKey.prefix}…) in use`)
  })
})

describe('a rotation whose archive response is lost', () => {
  it('reads the list and ends', async () => {
    const app = await openKeyApp({ handling: (line) => (line.startsWith('DELETE ') ? 'lose' : 'go') })
    expect((await valueOf(rotate(app))).step).toBe('done')
  })
})

describe('a keychain that refuses', () => {
  it.each([
    ['set', '/old', 'keeping'],
    ['set', '/new', 'storing'],
    ['set', '', 'switching'],
    ['delete', '/old', 'tidying'],
    ['delete', '/new', 'tidying'],
  ])('to %s “%s” stops at %s, and the rotation can be resumed later', async (act, end, step) => {
    const { vault, refuse } = aFailingVault()
    const app = await openKeyApp({ vault })
    refuse((action, profileId) => action === act && profileId === `${app.profileId}${end}`)
    const rotation = await valueOf(rotate(app))
    expect(rotation).toMatchObject({ step, failure: { kind: 'keychain', reason: 'locked' } })
    expect((await currentState(app)).works).toBe(true)
    refuse(() => false)
    expect((await valueOf(app.operations.resumeRotation({ profileId: app.profileId }))).step).toBe('done')
    expect((await currentState(app)).works).toBe(true)
    expect(app.keyRequests.filter((line) => line.startsWith('POST ')).length).toBe(1)
  })
})

describe('undoing', () => {
  it('a rotation reactivates an archived old key with the new one, and then archives the new one', async () => {
    let after = -1
    let isBad = true
    // The list that confirms the archiving is the last response.
    const app = await openKeyApp({
      handling: (line) => {
        if (line.startsWith('DELETE ')) after = 0
        else if (after >= 0) after += 1
        return isBad && after > 1 ? 'drop' : 'go'
      },
    })
    expect((await valueOf(rotate(app))).step).toBe('provingOld')
    isBad = false
    const undone = await valueOf(app.operations.undoRotation({ profileId: app.profileId }))
    expect(undone.step).toBe('undone')
    const { works, list } = await currentState(app)
    expect(works).toBe(true)
    expect(list.find(({ id }) => id === undone.oldKey.id)).toMatchObject({ archived: false, usedByThisApp: true })
    expect(list.find(({ id }) => id === undone.newKey?.id)?.archived).toBe(true)
    const { entries } = await valueOf(app.operations.listAudit({ before: null, limit: 50 }))
    const { name, prefix } = undone.oldKey
    const old = `${name} (${prefix}…)`
    const subjects = entries.flatMap(({ action, phase, about }) => (phase === 'started' ? [] : [[action, about]]))
    expect(subjects.slice(0, 2)).toEqual([
      ['undoRotation', `${old} reactivated`],
      ['rotateKey', old],
    ])
  })

  it('is refused without a rotation to undo', async () => {
    const app = await openKeyApp()
    expect(await app.operations.undoRotation({ profileId: app.profileId })).toMatchObject({
      failure: { issues: [{ code: 'rotationNone' }] },
    })
    await valueOf(rotate(app))
    expect(await app.operations.undoRotation({ profileId: app.profileId })).toMatchObject({
      failure: { issues: [{ code: 'rotationNone' }] },
    })
  })
})

import { describe, expect, it } from 'vitest'
import type { Failure, Outcome } from '../../../src/contract/failure.ts'
import type { Rotation } from '../../../src/contract/key-rotation.ts'
import type { KeyVault } from '../../../src/main/vault/key-vault.ts'
import { createMemoryVault } from '../../../src/main/vault/memory-vault.ts'
import { rotationFacts } from '../../../src/main/keys/rotation/rotation-facts.ts'
import { valueOf } from '../../support/test-desk.ts'
import { type KeyDesk, keyDesk } from './key-desk.ts'

/** What the service holds by now, and what the desk believes. */
const standing = async ({ service, ask, list, profileId }: KeyDesk) => {
  const [organization] = service.world.organizations
  const working = service.world.keys.filter((key) => key.organizationId === organization?.id && key.archivedAt === null)
  const check = await ask.checkProfile({ profileId })
  return { working: working.map(({ name }) => name), works: check.ok, list: check.ok ? await list() : [] }
}

const rotate = ({ ask, profileId }: KeyDesk): Promise<Outcome<Rotation>> => ask.rotateKey({ profileId })

/** A vault that refuses while it is told to, by account and act. */
const aMoodyVault = () => {
  const vault = createMemoryVault()
  const locked: Failure = { kind: 'keychain', reason: 'locked' }
  let refuses = (_act: string, _profileId: string): boolean => false
  const moody: KeyVault = {
    ...vault,
    get: async (entry) => (refuses('get', entry.profileId) ? { ok: false, failure: locked } : vault.get(entry)),
    set: async (entry, key) =>
      refuses('set', entry.profileId) ? { ok: false, failure: locked } : vault.set(entry, key),
    delete: async (entry) =>
      refuses('delete', entry.profileId) ? { ok: false, failure: locked } : vault.delete(entry),
  }
  return { vault: moody, refuse: (when: typeof refuses) => void (refuses = when) }
}

describe('a rotation', () => {
  it('puts a new key in the place of the old one, wherever it is used, and proves both', async () => {
    const desk = await keyDesk()
    const second = await desk.connect('Acme, second', desk.key)
    const own = (await desk.list()).find(({ usedByThisApp }) => usedByThisApp)
    const rotation = await valueOf(rotate(desk))
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
    const list = await desk.list()
    expect(list.find(({ id }) => id === own?.id)).toMatchObject({ archived: true, usedBy: [] })
    expect(list.find(({ id }) => id === rotation.newKey?.id)).toMatchObject({
      archived: false,
      usedBy: ['Acme', 'Acme, second'],
    })
    expect((await desk.ask.checkProfile({ profileId: second })).ok).toBe(true)
    expect(await valueOf(desk.ask.readRotation({ profileId: second }))).toEqual({ rotation: null })
    expect(await valueOf(desk.ask.readRotation({ profileId: desk.profileId }))).toEqual({ rotation })
    expect(JSON.stringify(rotationFacts(rotation))).not.toContain('dgr_')
  })

  it('leaves a profile alone that has another key of the same organization', async () => {
    const desk = await keyDesk()
    const made = await valueOf(desk.ask.createKey({ profileId: desk.profileId, name: 'other' }))
    if (made.step !== 'made') throw new Error('not made')
    const saved = { name: 'Other', color: 'teal', custody: 'keychain' } as const
    const other = await valueOf(desk.ask.saveMadeKey({ madeId: made.madeId, ...saved }))
    const rotation = await valueOf(rotate(desk))
    expect(rotation.profiles.map(({ name }) => name)).toEqual(['Acme'])
    expect((await desk.list()).find(({ id }) => id === made.apiKeyId)?.usedBy).toEqual(['Other'])
    expect((await desk.ask.checkProfile({ profileId: other.id })).ok).toBe(true)
  })

  it('that stopped before its end gives the new key also to a profile that was added since', async () => {
    let isBad = true
    const desk = await keyDesk({ fate: (line) => (isBad && line.startsWith('DELETE ') ? 'drop' : 'go') })
    expect((await valueOf(rotate(desk))).step).toBe('archiving')
    const late = await desk.connect('Acme, late', desk.key)
    isBad = false
    const rotation = await valueOf(desk.ask.resumeRotation({ profileId: desk.profileId }))
    expect(rotation.step).toBe('done')
    expect(rotation.profiles.map(({ name }) => name)).toEqual(['Acme', 'Acme, late'])
    expect((await desk.ask.checkProfile({ profileId: late })).ok).toBe(true)
  })

  it('tells the page which profiles have another key, however they came to it', async () => {
    const desk = await keyDesk()
    const shared = await desk.connect('Acme, second desk', desk.key)
    const newKeys = () => desk.announced.filter((line) => line.includes('rekeyed')).toSorted()
    const told = (profileId: string) => `profilesChanged {"rekeyed":"${profileId}"}`
    expect(newKeys()).toEqual([])
    await valueOf(rotate(desk))
    expect(newKeys()).toEqual([told(desk.profileId), told(shared)].toSorted())
    desk.announced.length = 0
    const made = await valueOf(desk.ask.createKey({ profileId: desk.profileId, name: 'by hand' }))
    if (made.step !== 'made') throw new Error('No key was made.')
    await valueOf(desk.ask.copyMadeKey({ madeId: made.madeId }))
    const { entryId } = await valueOf(desk.ask.enterKey({ from: 'clipboard' }))
    await valueOf(desk.ask.replaceKey({ profileId: shared, entryId, custody: 'keychain' }))
    expect(newKeys()).toEqual([told(shared)])
  })

  it('of the practice organization is refused with the reason', async () => {
    const desk = await keyDesk()
    const { profile } = await valueOf(desk.ask.addProfile({ kind: 'practice', name: 'Practice', color: 'amber' }))
    expect(await desk.ask.rotateKey({ profileId: profile.id })).toMatchObject({
      failure: { issues: [{ code: 'practiceKey' }] },
    })
  })

  it('of a profile that keeps its key until it quits is refused: the new key would be lost with the app', async () => {
    const desk = await keyDesk()
    const { entryId } = await valueOf(desk.ask.enterKey({ from: 'typed', text: desk.key }))
    await valueOf(desk.ask.replaceKey({ profileId: desk.profileId, entryId, custody: 'session' }))
    expect(await desk.ask.rotateKey({ profileId: desk.profileId })).toMatchObject({
      failure: { issues: [{ code: 'sessionKey' }] },
    })
    expect(desk.asked.some((line) => line.startsWith('POST'))).toBe(false)
  })

  it('goes on to no profile with a new key that was archived meanwhile', async () => {
    let isBad = true
    const desk = await keyDesk({ fate: (line) => (isBad && line.startsWith('DELETE ') ? 'drop' : 'go') })
    const stopped = await valueOf(rotate(desk))
    const late = await desk.connect('Acme, late', desk.key)
    isBad = false
    const added = stopped.newKey?.id ?? 0
    const change = { profileId: late, apiKeyId: added, confirmation: stopped.newKey?.name ?? '', compromised: null }
    await valueOf(desk.ask.archiveKey(change))
    const rotation = await valueOf(desk.ask.resumeRotation({ profileId: desk.profileId }))
    expect(rotation.failure).not.toBeNull()
    expect((await desk.ask.checkProfile({ profileId: late })).ok).toBe(true)
  })

  it('is one, however often it is asked for', async () => {
    const desk = await keyDesk()
    const both = await Promise.all([rotate(desk), rotate(desk)])
    expect(both.filter(({ ok }) => ok).length).toBe(1)
    expect(desk.asked.filter((line) => line.startsWith('POST ')).length).toBe(1)
  })
})

type Trouble = { name: string; line: RegExp; fate: 'lose' | 'drop'; step: string }

const troubles: Trouble[] = [
  { name: 'the request for a new key', line: /^POST /, fate: 'drop', step: 'creating' },
  { name: 'the answer with the new key', line: /^POST /, fate: 'lose', step: 'creating' },
  { name: 'the request to archive', line: /^DELETE /, fate: 'drop', step: 'archiving' },
]

describe.each(troubles)('a rotation that loses $name', ({ line, fate, step }) => {
  const stopped = async () => {
    let isBad = true
    const desk = await keyDesk({ fate: (asked) => (isBad && line.test(asked) ? fate : 'go') })
    const rotation = await valueOf(rotate(desk))
    expect(rotation).toMatchObject({ step, isRunning: false, failure: { kind: 'unavailable' } })
    expect((await standing(desk)).works).toBe(true)
    isBad = false
    return desk
  }

  it('stops, keeps a working key, refuses a second one, and goes on', async () => {
    const desk = await stopped()
    expect(await rotate(desk)).toMatchObject({ failure: { issues: [{ code: 'rotationOpen' }] } })
    expect(await desk.ask.removeProfile({ profileId: desk.profileId })).toMatchObject({
      failure: { issues: [{ code: 'rotationOpen' }] },
    })
    const rotation = await valueOf(desk.ask.resumeRotation({ profileId: desk.profileId }))
    expect(rotation.step).toBe('done')
    const { working, works } = await standing(desk)
    expect(works).toBe(true)
    expect(working.filter((name) => name.startsWith('desk-07'))).toEqual([rotation.newKey?.name])
  })

  it('is taken back: the old key works, and nothing new is left', async () => {
    const desk = await stopped()
    const before = (await standing(desk)).working.filter((name) => !name.startsWith('desk-07'))
    const rotation = await valueOf(desk.ask.undoRotation({ profileId: desk.profileId }))
    expect(rotation.step).toBe('undone')
    const { working, works, list } = await standing(desk)
    expect(works).toBe(true)
    expect(working).toEqual(before)
    expect(list.find(({ usedByThisApp }) => usedByThisApp)?.id).toBe(rotation.oldKey.id)
  })
})

describe('a rotation whose answer to archiving is lost', () => {
  it('reads the list and is over', async () => {
    const desk = await keyDesk({ fate: (line) => (line.startsWith('DELETE ') ? 'lose' : 'go') })
    expect((await valueOf(rotate(desk))).step).toBe('done')
  })
})

describe('a keychain that refuses', () => {
  it.each([
    ['set', '/old', 'keeping'],
    ['set', '/new', 'storing'],
    ['set', '', 'switching'],
    ['delete', '/old', 'tidying'],
    ['delete', '/new', 'tidying'],
  ])('to %s at “%s” stops at %s, and it goes on once it is open', async (act, end, step) => {
    const { vault, refuse } = aMoodyVault()
    const desk = await keyDesk({ vault })
    refuse((asked, profileId) => asked === act && profileId === `${desk.profileId}${end}`)
    const rotation = await valueOf(rotate(desk))
    expect(rotation).toMatchObject({ step, failure: { kind: 'keychain', reason: 'locked' } })
    expect((await standing(desk)).works).toBe(true)
    refuse(() => false)
    expect((await valueOf(desk.ask.resumeRotation({ profileId: desk.profileId }))).step).toBe('done')
    expect((await standing(desk)).works).toBe(true)
    expect(desk.asked.filter((line) => line.startsWith('POST ')).length).toBe(1)
  })
})

describe('taking back', () => {
  it('a rotation whose old key is archived brings it back with the new one, and then ends the new one', async () => {
    let after = -1
    let isBad = true
    // The list that confirms the archiving is the last thing that is heard.
    const desk = await keyDesk({
      fate: (line) => {
        if (line.startsWith('DELETE ')) after = 0
        else if (after >= 0) after += 1
        return isBad && after > 1 ? 'drop' : 'go'
      },
    })
    expect((await valueOf(rotate(desk))).step).toBe('provingOld')
    isBad = false
    const undone = await valueOf(desk.ask.undoRotation({ profileId: desk.profileId }))
    expect(undone.step).toBe('undone')
    const { works, list } = await standing(desk)
    expect(works).toBe(true)
    expect(list.find(({ id }) => id === undone.oldKey.id)).toMatchObject({ archived: false, usedByThisApp: true })
    expect(list.find(({ id }) => id === undone.newKey?.id)?.archived).toBe(true)
  })

  it('is refused where there is nothing to take back', async () => {
    const desk = await keyDesk()
    expect(await desk.ask.undoRotation({ profileId: desk.profileId })).toMatchObject({
      failure: { issues: [{ code: 'rotationNone' }] },
    })
    await valueOf(rotate(desk))
    expect(await desk.ask.undoRotation({ profileId: desk.profileId })).toMatchObject({
      failure: { issues: [{ code: 'rotationNone' }] },
    })
  })
})

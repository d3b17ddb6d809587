import { describe, expect, it } from 'vitest'
import { createNewKeyStore } from '../../../src/renderer/keys/new-key-store.ts'
import { createFakeDesk, type FakeDeskOptions } from '../../support/fake-desk.ts'
import { acme, fakeKeys } from '../../support/fake-desk/fake-world.ts'

const open = async (options: FakeDeskOptions = {}) => {
  const desk = createFakeDesk({ profiles: [acme], ...options })
  let listed = 0
  const parts = { desk, now: () => 0, randomBytes: (length: number) => new Uint8Array(length) }
  const newKey = createNewKeyStore(parts, acme.id)
  newKey.onListChanged(() => void (listed += 1))
  await newKey.open()
  return { newKey, state: () => newKey.store.getState(), listed: () => listed, desk }
}

describe('a new key', () => {
  it('is named as offered, created, copied, and let go', async () => {
    const { newKey, state, listed } = await open()
    expect(state()).toMatchObject({ step: 'naming', name: 'desk-07 ana 2026-11-21' })
    await newKey.create()
    expect(state()).toMatchObject({ step: 'made', handed: null })
    expect(listed()).toBe(1)
    await newKey.copy()
    expect(state()).toMatchObject({ handed: { what: 'copied', seconds: 45 } })
    newKey.close()
    expect(state().step).toBe('closed')
  })

  it('that nobody has yet is asked about once more before it is let go', async () => {
    const { newKey, state } = await open()
    await newKey.create()
    newKey.close()
    expect(state()).toMatchObject({ step: 'made', isLeaving: true })
    await newKey.reveal()
    expect(state()).toMatchObject({ isLeaving: false, handed: { what: 'revealed' } })
    newKey.close()
    expect(state().step).toBe('closed')
  })

  it('that nobody has yet stays however often it is closed, and goes when a person says so', async () => {
    const { newKey, state } = await open()
    await newKey.create()
    newKey.close()
    newKey.close()
    newKey.close()
    expect(state()).toMatchObject({ step: 'made', isLeaving: true })
    newKey.stay()
    expect(state()).toMatchObject({ step: 'made', isLeaving: false })
    newKey.letGo()
    expect(state().step).toBe('closed')
  })

  it('becomes a profile, and a refusal leaves it in hand', async () => {
    const { newKey, state, desk } = await open({
      failing: { saveMadeKey: { kind: 'keychain', reason: 'locked' } },
    })
    await newKey.create()
    await newKey.save({ name: 'Nightly', color: 'teal', session: false })
    expect(state()).toMatchObject({ step: 'made', handed: null, failure: { kind: 'keychain' } })
    const list = await desk.listProfiles({})
    expect(list.ok && list.value.profiles.length).toBe(1)
  })

  it('keeps the name that was refused', async () => {
    const { newKey, state } = await open()
    newKey.name('desk-07')
    await newKey.create()
    expect(state()).toMatchObject({ step: 'naming', name: 'desk-07', failure: { kind: 'invalid' } })
  })

  it('whose answer was lost is shown as the orphan it is', async () => {
    const orphan = fakeKeys[1]
    if (orphan === undefined) throw new Error('The fake world has no second key.')
    const { newKey, state } = await open({
      creation: () => ({ step: 'orphan', failure: { kind: 'unavailable', cause: 'cut' }, orphan }),
    })
    await newKey.create()
    expect(state()).toMatchObject({ step: 'orphan', orphan: { id: orphan.id } })
    newKey.close()
    expect(state().step).toBe('closed')
  })
})

import { describe, expect, it } from 'vitest'
import { succeed } from '../../../../src/contract/failure.ts'
import { createNewKeys, createNewKeyStore } from '../../../../src/renderer/features/keys/new-key-store.ts'
import { createFakeApi, type FakeApiOptions } from '../../../support/fake-api.ts'
import { acme, fakeKeys } from '../../../support/fake-api/data.ts'

const open = async (options: FakeApiOptions = {}) => {
  const api = createFakeApi({ profiles: [acme], ...options })
  let listChanges = 0
  const deps = { api, now: () => 0, randomBytes: (length: number) => new Uint8Array(length) }
  const newKey = createNewKeyStore(deps, acme.id)
  newKey.onListChanged(() => void (listChanges += 1))
  await newKey.open()
  return { newKey, state: () => newKey.store.getState(), listChanges: () => listChanges, api }
}

describe('a new key', () => {
  it('gets the suggested name, and is created, copied and closed', async () => {
    const { newKey, state, listChanges } = await open()
    expect(state()).toMatchObject({ step: 'naming', name: 'desk-07 ana 2026-11-21' })
    await newKey.create()
    expect(state()).toMatchObject({ step: 'made', delivery: null })
    expect(listChanges()).toBe(1)
    await newKey.copy()
    expect(state()).toMatchObject({ delivery: { what: 'copied', seconds: 45 } })
    await newKey.close()
    expect(state().step).toBe('closed')
  })

  it('asks for confirmation before closing a key that has not been received', async () => {
    const { newKey, state } = await open()
    await newKey.create()
    await newKey.close()
    expect(state()).toMatchObject({ step: 'made', isConfirmingDiscard: true })
    await newKey.reveal()
    expect(state()).toMatchObject({ isConfirmingDiscard: false, delivery: { what: 'revealed' } })
    await newKey.close()
    expect(state().step).toBe('closed')
  })

  it('counts as copied if the user copies it in the system dialog', async () => {
    const { newKey, state, api } = await open()
    await newKey.create()
    api.revealNewKey = async () => succeed({ name: 'nightly', seconds: 45 })
    await newKey.reveal()
    expect(state()).toMatchObject({ delivery: { what: 'copied', seconds: 45 } })
    api.announce('clipboardCleared', {})
    expect(state()).toMatchObject({ delivery: { what: 'cleared' } })
  })

  it('requires a confirmation to close after the copied key was removed from the clipboard', async () => {
    const { newKey, state, api } = await open()
    await newKey.create()
    await newKey.copy()
    api.announce('clipboardCleared', {})
    expect(state()).toMatchObject({ step: 'made', delivery: { what: 'cleared' } })
    await newKey.close()
    expect(state()).toMatchObject({ step: 'made', isConfirmingDiscard: true })
    await newKey.copy()
    expect(state()).toMatchObject({ isConfirmingDiscard: false, delivery: { what: 'copied' } })
    await newKey.close()
    expect(state().step).toBe('closed')
  })

  it('requires a confirmation to close a copied key that main no longer finds on the clipboard', async () => {
    const { newKey, state, api } = await open()
    await newKey.create()
    await newKey.copy()
    const discard = api.discardNewKey
    api.discardNewKey = async (input) => (input.isConfirmed ? discard(input) : succeed({ isDiscarded: false }))
    await newKey.close()
    const confirming = { step: 'made', delivery: { what: 'cleared' }, isConfirmingDiscard: true, isBusy: false }
    expect(state()).toMatchObject(confirming)
    newKey.discard()
    expect(state().step).toBe('closed')
  })

  it('stays copied if the user shows it afterwards without copying it again', async () => {
    const { newKey, state, api } = await open()
    await newKey.create()
    await newKey.copy()
    await newKey.reveal()
    expect(state()).toMatchObject({ delivery: { what: 'copied' } })
    api.announce('clipboardCleared', {})
    await newKey.reveal()
    await newKey.close()
    expect(state()).toMatchObject({ isConfirmingDiscard: true })
  })

  it('closes without asking after a saved key was copied and removed from the clipboard', async () => {
    const { newKey, state, api } = await open()
    await newKey.create()
    await newKey.save({ name: 'Nightly', color: 'teal', session: false })
    await newKey.copy()
    api.announce('clipboardCleared', {})
    await newKey.close()
    expect(state().step).toBe('closed')
  })

  it('requires a confirmation to close if it was saved for this session only and not received in another way', async () => {
    const { newKey, state, api } = await open()
    await newKey.create()
    await newKey.save({ name: 'Nightly', color: 'teal', session: true })
    const saved = { profile: 'Nightly', keyStorage: 'session' }
    await newKey.close()
    expect(state()).toMatchObject({ step: 'made', saved, isConfirmingDiscard: true })
    await newKey.copy()
    expect(state()).toMatchObject({ delivery: { what: 'copied' }, saved, isConfirmingDiscard: false })
    api.announce('clipboardCleared', {})
    await newKey.close()
    expect(state()).toMatchObject({ step: 'made', isConfirmingDiscard: true })
    await newKey.reveal()
    await newKey.copy()
    await newKey.close()
    expect(state().step).toBe('closed')
  })

  it('closes without asking if it was shown before it was saved for this session only', async () => {
    const { newKey, state } = await open()
    await newKey.create()
    await newKey.reveal()
    await newKey.save({ name: 'Nightly', color: 'teal', session: true })
    await newKey.close()
    expect(state().step).toBe('closed')
  })

  it('does not show a key as copied if the clipboard was cleared while another delivery was in progress', async () => {
    const { newKey, state, api } = await open({ failing: { saveNewKey: { kind: 'keychain', reason: 'locked' } } })
    await newKey.create()
    await newKey.copy()
    const saving = newKey.save({ name: 'Nightly', color: 'teal', session: false })
    api.announce('clipboardCleared', {})
    await saving
    expect(state()).toMatchObject({ delivery: { what: 'cleared' }, failure: { kind: 'keychain' } })
  })

  it('keeps a key that has not been received until the user confirms discarding it', async () => {
    const { newKey, state } = await open()
    await newKey.create()
    await newKey.close()
    await newKey.close()
    await newKey.close()
    expect(state()).toMatchObject({ step: 'made', isConfirmingDiscard: true })
    newKey.keep()
    expect(state()).toMatchObject({ step: 'made', isConfirmingDiscard: false })
    newKey.discard()
    expect(state().step).toBe('closed')
  })

  it('is saved to a profile, and is kept if saving is refused', async () => {
    const { newKey, state, api } = await open({
      failing: { saveNewKey: { kind: 'keychain', reason: 'locked' } },
    })
    await newKey.create()
    await newKey.save({ name: 'Nightly', color: 'teal', session: false })
    expect(state()).toMatchObject({ step: 'made', delivery: null, failure: { kind: 'keychain' } })
    const list = await api.listProfiles({})
    expect(list.ok && list.value.profiles.length).toBe(1)
  })

  it('is saved to one profile only, even if it is copied in between', async () => {
    const { newKey, state, api } = await open()
    await newKey.create()
    const form = { name: 'Nightly', color: 'teal', session: false } as const
    await newKey.save(form)
    expect(state()).toMatchObject({ delivery: null, saved: { profile: 'Nightly', keyStorage: 'keychain' } })
    await newKey.copy()
    await newKey.save(form)
    const list = await api.listProfiles({})
    expect(list.ok && list.value.profiles.map(({ name }) => name)).toEqual([acme.name, 'Nightly'])
  })

  it('keeps the name if it is refused', async () => {
    const { newKey, state } = await open()
    newKey.name('desk-07')
    await newKey.create()
    expect(state()).toMatchObject({ step: 'naming', name: 'desk-07', failure: { kind: 'invalid' } })
  })

  it('reloads the list after a failure, because a change elsewhere may be its reason', async () => {
    const { newKey, state, listChanges } = await open({
      failing: { saveNewKey: { kind: 'unauthorized', detail: '' } },
    })
    newKey.name('desk-07')
    await newKey.create()
    expect(state()).toMatchObject({ step: 'naming', failure: { kind: 'invalid' } })
    expect(listChanges()).toBe(1)
    newKey.name('desk 30')
    await newKey.create()
    await newKey.save({ name: 'Desk 30', color: 'teal', session: false })
    expect(state()).toMatchObject({ step: 'made', failure: { kind: 'unauthorized' } })
    expect(listChanges()).toBe(3)
  })

  it('shows the orphaned key after a lost response', async () => {
    const orphan = fakeKeys[1]
    if (orphan === undefined) throw new Error('The fake API has no second key.')
    const { newKey, state } = await open({
      creation: () => ({ step: 'orphan', failure: { kind: 'unavailable', cause: 'cut' }, orphan }),
    })
    await newKey.create()
    expect(state()).toMatchObject({ step: 'orphan', orphan: { id: orphan.id } })
    await newKey.close()
    expect(state().step).toBe('closed')
  })
})

it('is shown again with its state after the page was loaded again, and can be received', async () => {
  const api = createFakeApi({ profiles: [acme] })
  const made = await api.createKey({ profileId: acme.id, name: 'nightly' })
  if (!made.ok || made.value.step !== 'made') throw new Error('No key was created.')
  const kept = { made: made.value, delivery: null, saved: { profile: 'For now', keyStorage: 'session' } } as const
  api.listNewKeys = async () => succeed([{ profileId: acme.id, ...kept }])
  const newKeys = createNewKeys({ api, now: () => 0, randomBytes: (length) => new Uint8Array(length) })
  const newKey = newKeys.of(acme.id)
  await expect.poll(() => newKey.store.getState()).toMatchObject({ step: 'made', isBusy: false, ...kept })
  await newKey.copy()
  expect(newKey.store.getState()).toMatchObject({ delivery: { what: 'copied' } })
})

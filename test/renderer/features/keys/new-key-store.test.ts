import { describe, expect, it } from 'vitest'
import { type Failure, succeed } from '../../../../src/contract/failure.ts'
import type { KeyCreation, NewKey } from '../../../../src/contract/key.ts'
import { createNewKeys, createNewKeyStore } from '../../../../src/renderer/features/keys/new-key-store.ts'
import { createFakeApi, type FakeApiOptions } from '../../../support/fake-api.ts'
import { acme, fakeKeys } from '../../../support/fake-api/data.ts'

const lostId = '018f6e4c-0000-7000-8000-000000000001'

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

  it('is not created with a name that is too long', async () => {
    const { newKey, state } = await open()
    newKey.name('x'.repeat(101))
    await newKey.create()
    expect(state().step).toBe('naming')
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
      creation: () => ({ step: 'orphan', newKeyId: lostId, failure: { kind: 'unavailable', cause: 'cut' }, orphan }),
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
  const kept = { delivery: null, saved: { profile: 'For now', keyStorage: 'session' } } as const
  api.listNewKeys = async () => succeed([{ profileId: acme.id, creation: made.value, ...kept }])
  const newKeys = createNewKeys({ api, now: () => 0, randomBytes: (length) => new Uint8Array(length) })
  const newKey = newKeys.of(acme.id)
  await expect
    .poll(() => newKey.store.getState())
    .toMatchObject({ step: 'made', isBusy: false, made: made.value, ...kept })
  await newKey.copy()
  expect(newKey.store.getState()).toMatchObject({ delivery: { what: 'copied' } })
})

describe('after the page was loaded again', () => {
  const failure: Failure = { kind: 'unavailable', cause: 'cut' }
  const kept = (creation: KeyCreation): NewKey => ({ profileId: acme.id, creation, delivery: null, saved: null })

  /** Opens the page while main keeps these creations. */
  const reload = async () => {
    const api = createFakeApi({ profiles: [acme] })
    const names = ['one', 'two'] as const
    const made = await Promise.all(names.map((name) => api.createKey({ profileId: acme.id, name })))
    const lost: KeyCreation = { step: 'unclear', newKeyId: lostId, failure, name: 'three' }
    let all = [...made.flatMap((one) => (one.ok ? [one.value] : [])), lost]
    const listing = Promise.withResolvers<void>()
    api.listNewKeys = async () => {
      await listing.promise
      return succeed(all.map(kept))
    }
    api.discardNewKey = async ({ newKeyId }) => {
      all = all.filter((one) => one.newKeyId !== newKeyId)
      return succeed({ isDiscarded: true })
    }
    const newKeys = createNewKeys({ api, now: () => 0, randomBytes: (length) => new Uint8Array(length) })
    const newKey = newKeys.of(acme.id)
    return { newKey, state: () => newKey.store.getState(), list: listing.resolve, remaining: () => all }
  }

  it('shows one creation after the other, also one whose response was lost', async () => {
    const { newKey, state, list, remaining } = await reload()
    list()
    for (const name of ['one', 'two']) {
      await expect.poll(state).toMatchObject({ step: 'made', made: { name } })
      newKey.discard()
    }
    await expect.poll(state).toMatchObject({ step: 'unclear', name: 'three' })
    await newKey.close()
    await expect.poll(remaining).toEqual([])
    expect(state().step).toBe('closed')
  })

  it('does not show a closed creation again from a list that main sent before it was discarded', async () => {
    const { newKey, state, list, remaining } = await reload()
    list()
    await expect.poll(state).toMatchObject({ step: 'made', made: { name: 'one' } })
    const [first] = remaining()
    newKey.discard()
    if (first !== undefined) newKey.restore(kept(first))
    expect(state().step).toBe('closed')
    await expect.poll(state).toMatchObject({ step: 'made', made: { name: 'two' } })
  })

  it('keeps a name that is being typed, and shows the creation once that dialog is closed', async () => {
    const { newKey, state, list } = await reload()
    await newKey.open()
    newKey.name('desk')
    list()
    await new Promise(setImmediate)
    expect(state()).toMatchObject({ step: 'naming', name: 'desk' })
    await newKey.close()
    await expect.poll(state).toMatchObject({ step: 'made', made: { name: 'one' } })
  })
})

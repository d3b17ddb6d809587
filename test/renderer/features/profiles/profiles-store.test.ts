import { expect, it, vi } from 'vitest'
import { fail, succeed } from '../../../../src/contract/failure.ts'
import type { Profile, ProfileList } from '../../../../src/contract/profile.ts'
import { createProfileActions, createProfilesStore } from '../../../../src/renderer/features/profiles/profiles-store.ts'
import { createFakeApi } from '../../../support/fake-api.ts'
import { acme, fakeCall } from '../../../support/fake-api/data.ts'

const cobalt: Profile = { ...acme, id: '01K000000000000000000ACME9', name: 'Cobalt' }
const delta: Profile = { ...acme, id: '01K000000000000000000ACME8', name: 'Delta' }

const openProfiles = async () => {
  const api = createFakeApi({ profiles: [acme, cobalt, delta] })
  const profiles = createProfilesStore(api, () => 0)
  await profiles.list.load()
  return { api, profiles, inUse: () => profiles.list.store.getState().data?.value.selectedId }
}

it('selects a profile immediately, and keeps it selected after the response', async () => {
  const { profiles, inUse } = await openProfiles()
  const selecting = profiles.select(cobalt.id)
  expect(inUse()).toBe(cobalt.id)
  await selecting
  expect(inUse()).toBe(cobalt.id)
})

it('ignores the selection in the response to an earlier request', async () => {
  const { api, profiles } = await openProfiles()
  const listing = Promise.withResolvers<void>()
  const saving = Promise.withResolvers<void>()
  const before: ProfileList = { profiles: [acme, cobalt, delta], selectedId: acme.id }
  let isOutdated = true
  const slow = createProfilesStore(
    {
      ...api,
      listProfiles: async (input) => {
        if (!isOutdated) return api.listProfiles(input)
        await listing.promise
        return succeed(before)
      },
      selectProfile: async (input) => {
        await saving.promise
        return api.selectProfile(input)
      },
    },
    () => 0,
  )
  slow.list.setData(before)
  const seen = new Set<string | null | undefined>()
  slow.list.store.subscribe(({ data: known }) => void seen.add(known?.value.selectedId))
  const loading = slow.list.load()
  seen.clear()
  const selecting = slow.select(cobalt.id)
  isOutdated = false
  listing.resolve()
  // The outdated response arrives before main has saved the new selection.
  await loading
  saving.resolve()
  await selecting
  expect([...seen]).toEqual([cobalt.id])
  slow.close()
  profiles.close()
})

it('ends up with the last of several quick selections, without showing another one in between', async () => {
  const { api } = await openProfiles()
  const late = Promise.withResolvers<void>()
  const profiles = createProfilesStore(
    {
      ...api,
      // Main receives the second selection only after the list has been reloaded for the first one.
      selectProfile: async (input) => {
        if (input.profileId === delta.id) await late.promise
        return api.selectProfile(input)
      },
    },
    () => 0,
  )
  await profiles.list.load()
  const seen: unknown[] = []
  profiles.list.store.subscribe(({ data: known }) => {
    if (seen.at(-1) !== known?.value.selectedId) seen.push(known?.value.selectedId)
  })
  const one = profiles.select(cobalt.id)
  const other = profiles.select(delta.id)
  await one
  late.resolve()
  await other
  expect(seen).toEqual([cobalt.id, delta.id])
})

it('keeps a selection that main could not save', async () => {
  const { api } = await openProfiles()
  const profiles = createProfilesStore(
    {
      ...api,
      selectProfile: async (input) => (await api.selectProfile(input), fail({ kind: 'storage', reason: 'full' })),
    },
    () => 0,
  )
  await profiles.list.load()
  await profiles.select(cobalt.id)
  expect(profiles.list.store.getState().data?.value.selectedId).toBe(cobalt.id)
})

it('asks where to keep an entered key if the keychain cannot be used', async () => {
  const api = createFakeApi({ profiles: [acme], keychain: { usable: false, reason: 'unavailable' } })
  const actions = createProfileActions(api, acme.id, () => 0)
  await actions.keychain.load()
  const replaced = async (session: boolean) => {
    await actions.replaceKey(session)
    return actions.store.getState()
  }
  expect(await replaced(false)).toEqual({ step: 'keyNeeded' })
  await actions.key.type('dgr_new')
  expect(await replaced(false)).toEqual({ step: 'keyStorageNeeded' })
  expect(await replaced(true)).toEqual({ step: 'done', what: 'keyReplaced' })
})

it('offers to keep a new key for the session if the keychain was locked before the key was saved', async () => {
  const locked = { usable: false, reason: 'locked' } as const
  const api = createFakeApi({ profiles: [acme] })
  const actions = createProfileActions(api, acme.id, () => 0)
  await actions.keychain.load()
  await actions.key.type('dgr_new')
  vi.spyOn(api, 'replaceKey').mockResolvedValueOnce(fail({ kind: 'keychain', reason: 'locked' }))
  vi.spyOn(api, 'keychainStatus').mockResolvedValue(succeed(locked))
  await actions.replaceKey(false)
  await expect.poll(() => actions.keychain.store.getState().data?.value).toEqual(locked)
  await actions.replaceKey(true)
  expect(actions.store.getState()).toEqual({ step: 'done', what: 'keyReplaced' })
})

it('follows the number of a profile’s unresolved calls until it is stopped', async () => {
  const unknown = { state: 'unknown', cause: 'cut', status: null, detail: '' } as const
  const calls = [1, 2].map((n) => fakeCall(n, Date.parse('2026-11-21T09:00:00Z'), unknown))
  const [first, second] = calls.map(({ callId }) => callId)
  const api = createFakeApi({ profiles: [acme], calls })
  const actions = createProfileActions(api, acme.id, () => 0)
  const count = () => actions.unresolved.store.getState().data?.value
  const stop = actions.followUnresolved()
  await expect.poll(count).toBe(2)
  await api.resolveCall({ callId: first ?? '', decision: 'placed', note: 'They called back.' })
  await expect.poll(count).toBe(1)
  stop()
  await api.resolveCall({ callId: second ?? '', decision: 'placed', note: 'They called back.' })
  expect(count()).toBe(1)
})

import { expect, it } from 'vitest'
import { fail, succeed } from '../../../src/contract/failure.ts'
import type { Profile, ProfileList } from '../../../src/contract/profile.ts'
import { createProfilesStore } from '../../../src/renderer/profiles/profiles-store.ts'
import { createFakeDesk, type FakeDeskOptions } from '../../support/fake-desk.ts'
import { acme } from '../../support/fake-desk/fake-world.ts'

const cobalt: Profile = { ...acme, id: '01K000000000000000000ACME9', name: 'Cobalt' }
const delta: Profile = { ...acme, id: '01K000000000000000000ACME8', name: 'Delta' }

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

const open = async (options: FakeDeskOptions = {}) => {
  const desk = createFakeDesk({ profiles: [acme, cobalt, delta], ...options })
  const profiles = createProfilesStore(desk, () => 0)
  await profiles.list.ask()
  return { desk, profiles, inUse: () => profiles.list.store.getState().known?.value.selectedId }
}

it('has the profile that was chosen in use at once, and after main was told', async () => {
  const { profiles, inUse } = await open()
  const chosen = profiles.select(cobalt.id)
  expect(inUse()).toBe(cobalt.id)
  await chosen
  expect(inUse()).toBe(cobalt.id)
})

it('does not go back for an answer that was on its way when the profile was chosen', async () => {
  const { desk, profiles } = await open()
  const held = Promise.withResolvers<void>()
  const before: ProfileList = { profiles: [acme, cobalt, delta], selectedId: acme.id }
  let isHeld = true
  const slow = createProfilesStore(
    {
      ...desk,
      listProfiles: async (input) => {
        if (!isHeld) return desk.listProfiles(input)
        await held.promise
        return succeed(before)
      },
      selectProfile: async (input) => {
        await settled()
        return desk.selectProfile(input)
      },
    },
    () => 0,
  )
  slow.list.learn(before)
  const seen = new Set<string | null | undefined>()
  slow.list.store.subscribe(({ known }) => void seen.add(known?.value.selectedId))
  void slow.list.ask()
  seen.clear()
  const chosen = slow.select(cobalt.id)
  isHeld = false
  held.resolve()
  await chosen
  expect([...seen]).toEqual([cobalt.id])
  slow.close()
  profiles.close()
})

it('ends at the last of several that are chosen in haste, and shows no other on the way', async () => {
  const { desk } = await open()
  const late = Promise.withResolvers<void>()
  const profiles = createProfilesStore(
    {
      ...desk,
      // Main hears of the second choice only after it was asked what is chosen because of the first.
      selectProfile: async (input) => {
        if (input.profileId === delta.id) await late.promise
        return desk.selectProfile(input)
      },
    },
    () => 0,
  )
  await profiles.list.ask()
  const seen: unknown[] = []
  profiles.list.store.subscribe(({ known }) => {
    if (seen.at(-1) !== known?.value.selectedId) seen.push(known?.value.selectedId)
  })
  const one = profiles.select(cobalt.id)
  const other = profiles.select(delta.id)
  await one
  late.resolve()
  await other
  expect(seen).toEqual([cobalt.id, delta.id])
})

it('keeps the choice where main could not write it down', async () => {
  const { desk } = await open()
  const profiles = createProfilesStore(
    {
      ...desk,
      selectProfile: async (input) => (await desk.selectProfile(input), fail({ kind: 'storage', reason: 'full' })),
    },
    () => 0,
  )
  await profiles.list.ask()
  await profiles.select(cobalt.id)
  expect(profiles.list.store.getState().known?.value.selectedId).toBe(cobalt.id)
})

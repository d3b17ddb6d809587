import { expect, it } from 'vitest'
import { createProfileDrafts, draftIn, isUnsavedIn } from '../../../../src/renderer/features/profiles/profile-drafts.ts'
import { createProfileActions, createProfilesStore } from '../../../../src/renderer/features/profiles/profiles-store.ts'
import { createFakeApi } from '../../../support/fake-api.ts'
import { acme } from '../../../support/fake-api/data.ts'

const open = async () => {
  const fake = createFakeApi({ profiles: [acme] })
  const reported: boolean[] = []
  const api = {
    ...fake,
    reportUnsaved: ((input) => {
      reported.push(input.isUnsaved)
      return fake.reportUnsaved(input)
    }) satisfies typeof fake.reportUnsaved,
  }
  const profiles = createProfilesStore(api, () => 0)
  await profiles.list.load()
  const drafts = createProfileDrafts(api, profiles)
  const { save, remove } = createProfileActions(api, acme.id, () => 0)
  return { profiles, drafts, reported, save, remove }
}

it('reports to main whether a profile has unsaved changes, once per change of that', async () => {
  const { profiles, drafts, reported, save } = await open()
  drafts.change(acme, { name: 'Acme Collections' })
  drafts.change(acme, { color: 'green' })
  expect(draftIn(drafts.store.getState(), acme)).toMatchObject({ name: 'Acme Collections', color: 'green' })
  expect(reported).toEqual([true])
  drafts.revert(acme)
  expect(isUnsavedIn(drafts.store.getState(), acme)).toBe(false)
  expect(reported).toEqual([true, false])
  drafts.change(acme, { name: 'Acme Collections' })
  await save('Acme Collections', acme.color, acme.referenceName)
  await profiles.list.refresh()
  expect(reported).toEqual([true, false, true, false])
})

it('reports that nothing is unsaved once the profile was removed', async () => {
  const { profiles, drafts, reported, remove } = await open()
  drafts.change(acme, { name: 'Acme Collections' })
  await remove()
  await profiles.list.refresh()
  expect(reported).toEqual([true, false])
})

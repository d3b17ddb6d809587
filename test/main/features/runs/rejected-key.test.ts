import { expect, it } from 'vitest'
import { valueOf } from '../../../support/test-app.ts'
import { openCallingApp } from '../calls/open-calling-app.ts'
import { waitFor } from '../../../support/wait-for.ts'

it('follows a run again once its key works again, over real sockets', async () => {
  const app = await openCallingApp()
  const { draft } = await app.call({ phoneNumber: '+14155550173' })
  const live = async () => (await valueOf(app.ask.listLiveRuns({}))).find(({ callId }) => callId === draft.callId)
  await waitFor(async () => expect(await live()).toMatchObject({ failure: null, run: { isCompleted: false } }))
  const keys = app.service.world.keys.filter(
    ({ organizationId, archivedAt }) => organizationId === 1 && archivedAt === null,
  )
  for (const key of keys) key.archivedAt = Date.now()
  await waitFor(async () => expect(await live()).toMatchObject({ failure: { kind: 'unauthorized' } }))
  expect((await app.ask.checkProfile({ profileId: app.profileId })).ok).toBe(false)
  for (const key of keys) key.archivedAt = null
  await valueOf(app.ask.checkProfile({ profileId: app.profileId }))
  await waitFor(async () => expect(await live()).toMatchObject({ failure: null, run: { isCompleted: false } }))
})

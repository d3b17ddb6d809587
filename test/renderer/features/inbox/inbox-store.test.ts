import { expect, it } from 'vitest'
import type { Api } from '../../../../src/contract/api.ts'
import type { Call, CallState } from '../../../../src/contract/call.ts'
import type { CallPage } from '../../../../src/contract/call-list.ts'
import { succeed } from '../../../../src/contract/failure.ts'
import { messages } from '../../../../src/messages/index.ts'
import {
  attentionOf,
  callsToDecide,
  createInboxStore,
  inboxOf,
  profilesIn,
} from '../../../../src/renderer/features/inbox/inbox-store.ts'
import { createPeopleStore } from '../../../../src/renderer/lib/people.ts'
import { createReconciliationStore } from '../../../../src/renderer/lib/call-progress.ts'
import { createListsStore } from '../../../../src/renderer/lib/lists.ts'
import { valueOf } from '../../../../src/renderer/lib/query.ts'
import { aCall } from '../../../support/a-call.ts'
import { createFakeApi } from '../../../support/fake-api.ts'
import { acme } from '../../../support/fake-api/data.ts'
import { fakeRotation } from '../../../support/fake-api/keys.ts'

const openStore = (api: Api) => {
  const now = () => 0
  return createInboxStore({
    api,
    people: createPeopleStore(api, now),
    lists: createListsStore(api, now).all,
    jobs: createReconciliationStore(api, now).list,
    now,
  })
}

/** Returns what the navigation shows for a history with this many unresolved calls, of which one page is listed. */
const attentionFor = async ({ total, totalIs }: Pick<CallPage, 'total' | 'totalIs'>) => {
  const page: CallPage = {
    calls: [aCall({ outcome: { state: 'unknown', cause: 'cut', status: null, detail: '' } })],
    total,
    totalIs,
    position: 0,
    more: true,
    next: null,
    unindexed: 0,
    notes: {},
    learned: {},
  }
  const fake = createFakeApi()
  const api: Api = { ...fake, listCalls: () => Promise.resolve(succeed(page)) }
  const store = openStore(api)
  await store.calls.load()
  const unresolved = store.calls.store.getState().data?.value
  if (unresolved === undefined) throw new Error('The calls were not loaded.')
  store.close()
  return attentionOf(inboxOf(unresolved.calls, [], [], [], [], 0), unresolved)
}

it('counts the items of every profile, including removed ones', () => {
  const outcome: CallState = { state: 'unknown', cause: 'cut', status: null, detail: '' }
  const removed = { profileId: '01KAJ3S2Q0R8Y4T6M1X5B7N9PB', profileName: 'Old Sales', outcome }
  const calls = [aCall({ profileId: acme.id, outcome }), aCall(removed), aCall({ ...removed, profileName: 'Sales' })]
  expect(profilesIn(inboxOf(calls, [], [], [], [], 0), [acme, { ...acme, id: 'without items' }])).toMatchObject([
    { id: acme.id, name: acme.name, isRemoved: false, items: 1 },
    { id: removed.profileId, name: removed.profileName, isRemoved: true, items: 2 },
  ])
})

it('counts every unresolved call, although not all of them are listed', async () => {
  expect(await attentionFor({ total: 1, totalIs: 'exact' })).toEqual({ items: 1, isExact: true })
  expect(await attentionFor({ total: 250, totalIs: 'exact' })).toEqual({ items: 250, isExact: true })
})

it('says “at least” if the calls could not all be counted', async () => {
  const attention = await attentionFor({ total: 250, totalIs: 'atLeast' })
  expect(messages.inbox.badgeNumber(attention)).toBe('250+')
  expect(messages.inbox.count(attention, 0)).toMatch(/^at least 250 /)
})

it('contains a stopped rotation once, until it is finished', async () => {
  const rotation = fakeRotation(acme.id, '2026-11-21T08:58:00.000Z', { step: 'archiving', isRunning: false })
  const api = createFakeApi({ profiles: [acme, { ...acme, id: 'other' }], rotation })
  const store = openStore(api)
  const rotations = () => inboxOf([], [], valueOf(store.rotations.store.getState()) ?? [], [], [], 0).rotations
  await expect.poll(rotations).toMatchObject([{ profileId: acme.id, rotation }])
  await api.resumeRotation({ profileId: acme.id })
  await expect.poll(rotations).toEqual([])
  store.close()
})

it('does not contain a rotation that is running', async () => {
  const api = createFakeApi({ profiles: [acme], rotation: fakeRotation(acme.id, '2026-11-21T08:58:00.000Z') })
  const store = openStore(api)
  await expect.poll(() => store.rotations.store.getState().data?.value).toEqual([])
  store.close()
})

const dialed: CallState = {
  state: 'accepted',
  workflowRunId: 48_213,
  workflowRunName: 'WR-API-1',
  status: 'initiated',
  reconciled: true,
  progress: 'dialing',
}

it('contains a call that is being dialed only if the service is not asked again or dialing must be over', async () => {
  const unknown = aCall({ preparedAt: '2026-11-21T09:00:00.000Z' })
  const [ofRemoved, stopped, checked] = [
    aCall({ profileId: 'removed', outcome: dialed, preparedAt: '2026-11-21T09:02:00.000Z' }),
    aCall({ profileId: 'own', outcome: dialed, preparedAt: '2026-11-21T09:01:00.000Z' }),
    aCall({ profileId: 'own', outcome: dialed, preparedAt: '2026-11-21T09:03:00.000Z' }),
  ]
  const fake = createFakeApi({ calls: [stopped, ofRemoved, checked] })
  const listed = await fake.listReconciliationJobs({})
  if (!listed.ok) throw new Error('The jobs were not listed.')
  const jobs = listed.value.map((job) => ({
    ...job,
    step: job.callId === stopped.callId ? ('stopped' as const) : ('waiting' as const),
  }))
  expect(jobs).toHaveLength(3)
  const decideAt = (time: string, others: Call[] = []): Call[] =>
    callsToDecide([...others, unknown], [checked, ofRemoved, stopped], {
      profiles: [{ id: 'own' }],
      jobs,
      now: Date.parse(`2026-11-21T${time}.000Z`),
    })
  expect(decideAt('09:04:00')).toEqual([ofRemoved, stopped, unknown])
  // Dialing must be over.
  expect(decideAt('09:09:00')).toEqual([checked, ofRemoved, stopped, unknown])
  expect(decideAt('09:09:00', [checked])).toEqual([checked, ofRemoved, stopped, unknown])
})

it('lists a list that Rundesk paused, but not one that the user paused', async () => {
  const listed = async (brake?: 'noCredit') => {
    const api = createFakeApi({ list: { state: 'paused', ...(brake && { brake }) } })
    const lists = await api.listLists({})
    return inboxOf([], [], [], lists.ok ? lists.value : [], [], 0).lists.length
  }
  expect(await Promise.all([listed('noCredit'), listed()])).toEqual([1, 0])
})

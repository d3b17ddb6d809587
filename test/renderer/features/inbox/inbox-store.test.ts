import { expect, it } from 'vitest'
import type { Api } from '../../../../src/contract/api.ts'
import type { CallPage } from '../../../../src/contract/call-list.ts'
import { succeed } from '../../../../src/contract/failure.ts'
import { messages } from '../../../../src/messages/index.ts'
import { attentionOf, createInboxStore, inboxOf } from '../../../../src/renderer/features/inbox/inbox-store.ts'
import { createPeopleStore } from '../../../../src/renderer/lib/people.ts'
import { createListsStore } from '../../../../src/renderer/lib/lists.ts'
import { accepted, aCall } from '../../../support/a-call.ts'
import { createFakeApi } from '../../../support/fake-api.ts'

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
  const now = () => 0
  const store = createInboxStore(api, createPeopleStore(api, now), createListsStore(api, now).all, now)
  await store.calls.load()
  const unresolved = store.calls.store.getState().data?.value
  if (unresolved === undefined) throw new Error('The calls were not loaded.')
  store.close()
  return attentionOf(inboxOf(unresolved.calls, [], [], [], 0), unresolved)
}

it('counts every unresolved call, although not all of them are listed', async () => {
  expect(await attentionFor({ total: 1, totalIs: 'exact' })).toEqual({ items: 1, isExact: true })
  expect(await attentionFor({ total: 250, totalIs: 'exact' })).toEqual({ items: 250, isExact: true })
})

it('says “at least” if the calls could not all be counted', async () => {
  const attention = await attentionFor({ total: 250, totalIs: 'atLeast' })
  expect(messages.inbox.badgeNumber(attention)).toBe('250+')
  expect(messages.inbox.count(attention, 0)).toMatch(/^at least 250 /)
})

it('lists a call that is being dialed only once dialing must be over', () => {
  const dialing = aCall({
    preparedAt: '2026-11-21T10:00:00.000Z',
    outcome: { ...accepted, reconciled: true, progress: 'dialing' },
  })
  const listedAt = (minutes: number) =>
    inboxOf([dialing], [], [], [], Date.parse(dialing.preparedAt) + minutes * 60_000).calls.length
  expect([listedAt(5), listedAt(6)]).toEqual([0, 1])
})

import { expect, it } from 'vitest'
import type { Api } from '../../../src/contract/api.ts'
import type { Call } from '../../../src/contract/call.ts'
import { succeed } from '../../../src/contract/failure.ts'
import { longestCall } from '../../../src/domain/call-state.ts'
import { messages } from '../../../src/messages/index.ts'
import { appliesAt, createPeopleStore, withLookUp } from '../../../src/renderer/lib/people.ts'
import { valueOf } from '../../../src/renderer/lib/query.ts'
import { aCall } from '../../support/a-call.ts'
import { createFakeApi } from '../../support/fake-api.ts'

it('updates the call of a reminder when the call changes', async () => {
  const call = aCall()
  const ended: Call = { ...call, endedAt: '2026-11-21T09:00:00.000Z' }
  const fake = createFakeApi()
  let current = call
  const times = { dueAt: '2026-11-21T10:00:00.000Z', createdAt: '2026-11-21T09:00:00.000Z' }
  const api: Api = {
    ...fake,
    listReminders: () => Promise.resolve(succeed([{ reminderId: 'of-this-call', ...times, call: current }])),
  }
  const people = createPeopleStore(api, () => 0)
  const shownCall = () => valueOf(people.reminders.store.getState())?.[0]?.call
  await expect.poll(shownCall).toEqual(call)
  current = ended
  fake.announce('callsChanged', { callIds: [call.callId] })
  await expect.poll(shownCall).toEqual(ended)
  people.close()
})

it('applies an entry of a file until the file expires, and any other entry without an end', () => {
  const importExpiresAt = '2026-11-21T22:59:59.999Z'
  const end = Date.parse(importExpiresAt)
  expect([end - 1, end].map((now) => appliesAt({ importExpiresAt }, now))).toEqual([true, false])
  expect([appliesAt({ importExpiresAt: null }, end), appliesAt({}, end)]).toEqual([true, true])
})

it('says while the run of a call that was resolved as not placed is looked up that it is not known yet', () => {
  const at = '2026-11-27T13:59:00.000Z'
  const { describe, runNotKnownYet } = messages.callState
  const outcome = { state: 'closedByOperator', decision: 'notPlaced', who: 'Ana', at, note: '' } as const
  const call = aCall({ preparedAt: at, outcome })
  const text = describe(outcome)
  expect(withLookUp(text, call, Date.parse(at)).next).toBe(`${runNotKnownYet} ${text.next}`)
  expect(withLookUp(text, call, Date.parse(at) + longestCall + 1)).toEqual(text)
  for (const known of [{ noRunAt: at }, { runIds: [7] }])
    expect(withLookUp(text, aCall({ preparedAt: at, outcome: { ...outcome, ...known } }), Date.parse(at))).toEqual(text)
})

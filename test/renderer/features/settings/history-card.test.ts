import { expect, it } from 'vitest'
import type { DoNotCall } from '../../../../src/contract/person.ts'
import type { Input } from '../../../../src/contract/operations.ts'
import { invalid } from '../../../../src/contract/failure.ts'
import { messages } from '../../../../src/messages/index.ts'
import { createEraseStore } from '../../../../src/renderer/features/settings/history-card.tsx'
import { createFakeApi, type FakeApiOptions } from '../../../support/fake-api.ts'
import { acme, fakeCall } from '../../../support/fake-api/data.ts'

const open = (options: FakeApiOptions = {}) => {
  const calls = [1, 2].map((n) => fakeCall(n, Date.parse('2026-11-21T09:00:00Z'), { state: 'cancelled' }))
  const api = createFakeApi({ profiles: [acme], calls, ...options })
  const erasures: Input<'erasePerson'>[] = []
  const erase = createEraseStore({
    ...api,
    erasePerson: (input) => {
      erasures.push(input)
      return api.erasePerson(input)
    },
  })
  return { calls, erase, erasures, state: () => erase.store.getState() }
}

it('confirms the number, then erases every call to it and reports how many', async () => {
  const { erase, state, calls } = open()
  erase.open()
  erase.type('+1 (415) 555-0123')
  await erase.next()
  expect(state()).toEqual({
    step: 'confirming',
    target: { dial: '+14155550123', display: '+1 415 555 0123' },
    keeps: null,
    failure: null,
  })
  expect(calls[0]?.phoneNumber).toBe('+14155550123')
  await Promise.all([erase.erase(), erase.erase()])
  expect(state()).toMatchObject({ step: 'done', erased: { calls: 2, remaining: [] } })
  expect(calls.map(({ phoneNumber }) => phoneNumber)).toEqual(['', ''])
})

it('reports the list rows that were erased, even if there are no calls', () => {
  const { done, doneTitle } = messages.settings.erase
  expect(doneTitle(0, 1, false)).toBe(doneTitle(1, 0, false))
  expect(doneTitle(0, 1, false)).not.toBe(doneTitle(0, 0, false))
  expect([doneTitle(0, 1, false), doneTitle(0, 0, false)]).not.toContain(doneTitle(0, 1, true))
  const texts = [
    [0, 0],
    [1, 0],
    [2, 0],
    [0, 1],
    [1, 1],
    [1, 2],
  ].map(([calls = 0, rows = 0]) => done('+1 415 555 0123', calls, rows))
  expect(new Set(texts).size).toBe(texts.length)
})

it('accepts text that is not a phone number but was dialed as typed', async () => {
  const { erase, state } = open()
  erase.open()
  erase.type(' PJSIP/1001 ')
  await erase.next()
  expect(state()).toMatchObject({ step: 'confirming', target: { dial: 'PJSIP/1001' } })
})

it.each(['4155550123', '(415) 555-0123'])('asks for the country code of %s', async (typed) => {
  const { erase, state } = open()
  erase.open()
  erase.type(typed)
  await erase.next()
  expect(state()).toMatchObject({ step: 'entering', failure: invalid(['phoneNumber'], 'nationalNumber').failure })
})

it('accepts a number without a country code if it was dialed as typed', async () => {
  const at = Date.parse('2026-11-21T09:00:00Z')
  const { erase, state } = open({ calls: [{ ...fakeCall(1, at, { state: 'cancelled' }), phoneNumber: '94155550123' }] })
  erase.open()
  erase.type('94155550123')
  await erase.next()
  expect(state()).toMatchObject({ step: 'confirming', target: { dial: '94155550123' } })
})

it('reports why a number cannot be erased, and stays on the confirmation', async () => {
  const busy = invalid(['phoneNumber'], 'busyNumber').failure
  const { erase, state } = open({ failing: { erasePerson: busy } })
  erase.open()
  erase.type('+14155550123')
  await erase.next()
  await erase.erase()
  expect(state()).toMatchObject({ step: 'confirming', failure: busy })
})

it('does not continue if the field is empty, and can be closed before anything is erased', async () => {
  const { erase, state } = open()
  erase.open()
  await erase.next()
  expect(state()).toMatchObject({ step: 'entering' })
  erase.close()
  expect(state()).toEqual({ step: 'closed' })
})

const entry: DoNotCall = {
  entryId: '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b611',
  phoneNumber: '+14155550123',
  phoneNumberDisplay: '+1 415 555 0123',
  practice: false,
  reason: 'asked us to stop',
  addedAt: '2026-11-21T09:00:00.000Z',
  addedBy: 'ana',
}

const imported: DoNotCall = { ...entry, importId: '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b612' }

it.each([
  ['the do-not-call list', entry, true],
  ['the do-not-call list', entry, false],
  ['an imported file', imported, true],
  ['an imported file', imported, false],
])('offers to keep a number of %s on the do-not-call list', async (_place, listed, keeps) => {
  const { erase, state, erasures } = open({ doNotCall: [listed] })
  erase.open()
  erase.type('(+1) 415-555-0123')
  await erase.next()
  expect(state()).toMatchObject({ step: 'confirming', keeps: true })
  erase.keepDoNotCall(keeps)
  await erase.erase()
  expect(erasures).toEqual([{ phoneNumber: '+14155550123', keepDoNotCall: keeps }])
  expect(state()).toMatchObject({ step: 'done', keeps })
})

it('does not continue while the do-not-call list cannot be read', async () => {
  const { erase, state } = open({ failing: { readPerson: { kind: 'storage', reason: 'locked' } } })
  erase.open()
  erase.type('+14155550123')
  await erase.next()
  expect(state()).toMatchObject({ step: 'entering', failure: { kind: 'storage' } })
})

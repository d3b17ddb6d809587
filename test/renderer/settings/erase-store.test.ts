import { expect, it } from 'vitest'
import { invalid } from '../../../src/contract/failure.ts'
import { createEraseStore } from '../../../src/renderer/settings/erase-store.ts'
import { createFakeDesk, type FakeDeskOptions } from '../../support/fake-desk.ts'
import { acme, fakeCall } from '../../support/fake-desk/fake-world.ts'

const open = (options: FakeDeskOptions = {}) => {
  const calls = [1, 2].map((n) => fakeCall(n, Date.parse('2026-11-21T09:00:00Z'), { state: 'cancelled' }))
  const desk = createFakeDesk({ profiles: [acme], calls, ...options })
  const erase = createEraseStore(desk)
  return { calls, erase, state: () => erase.store.getState() }
}

it('asks under the number’s own name, then erases every call to it and says how many', async () => {
  const { erase, state, calls } = open()
  erase.open()
  erase.type('+1 (415) 555-0123')
  await erase.go()
  expect(state()).toEqual({
    step: 'sure',
    wanted: { dial: '+14155550123', display: '+1 415 555 0123' },
    failure: null,
  })
  expect(calls[0]?.phoneNumber).toBe('+14155550123')
  await Promise.all([erase.erase(), erase.erase()])
  expect(state()).toMatchObject({ step: 'done', erased: { calls: 2, remaining: [] } })
  expect(calls.map(({ phoneNumber }) => phoneNumber)).toEqual(['', ''])
})

it('takes what is no telephone number as it was dialled', async () => {
  const { erase, state } = open()
  erase.open()
  erase.type(' PJSIP/1001 ')
  await erase.go()
  expect(state()).toMatchObject({ step: 'sure', wanted: { dial: 'PJSIP/1001' } })
})

it('says why a number cannot be erased yet, and keeps the question', async () => {
  const busy = invalid(['phoneNumber'], 'busyNumber').failure
  const { erase, state } = open({ failing: { erasePerson: busy } })
  erase.open()
  erase.type('+14155550123')
  await erase.go()
  await erase.erase()
  expect(state()).toMatchObject({ step: 'sure', failure: busy })
})

it('asks about nothing while the field is empty, and can be left at any step but the work itself', async () => {
  const { erase, state } = open()
  erase.open()
  await erase.go()
  expect(state()).toMatchObject({ step: 'asking' })
  erase.close()
  expect(state()).toEqual({ step: 'closed' })
})

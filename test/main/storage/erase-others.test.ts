import { expect, it } from 'vitest'
import { aCall } from '../../support/a-call.ts'
import { newFile, open, placeSettled, value } from './open-storage.ts'

const now = '2026-12-24T09:00:00.000Z'

it.each([
  ['10', ['+14155550110', '+442079461000', '+4930901820']],
  ['+8613055550101', ['+13055550101', '+14155550101']],
  ['+14155550101', ['+4414155550101', '+12125550101', '+14155550102']],
])('erasing %s leaves everybody else, and the settings, as they are', async (phoneNumber, others) => {
  const storage = open(newFile())
  const calls = others.map((one) => aCall({ phoneNumber: one, phoneNumberDisplay: one }))
  for (const call of calls) await placeSettled(storage, call)
  await placeSettled(storage, aCall({ phoneNumber, phoneNumberDisplay: phoneNumber }))
  const settings = '{"repeatMinutes":10,"dialSeconds":330,"note":"ask at 10"}'
  await value(storage.ask('writeSetting', { name: 'settings', value: settings }))
  expect(await value(storage.ask('erasePerson', { phoneNumber, now }))).toMatchObject({ erased: true, calls: 1 })
  for (const call of calls) {
    const detail = await value(storage.ask('getCall', { callId: call.callId }))
    expect(detail?.call.phoneNumber).toBe(call.phoneNumber)
  }
  expect(await value(storage.ask('readSetting', { name: 'settings' }))).toBe(settings)
})

it('does not hold up a call while it looks through the history', async () => {
  const storage = open(newFile())
  for (let count = 0; count < 250; count += 1)
    await placeSettled(storage, aCall({ phoneNumber: '+442079460018', phoneNumberDisplay: '+44 20 7946 0018' }))
  const erasing = value(storage.ask('erasePerson', { phoneNumber: '+14155550101', now }))
  const start = performance.now()
  await placeSettled(storage, aCall({ phoneNumber: '+442079460019' }))
  expect(performance.now() - start).toBeLessThan(1_000)
  await erasing
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Api } from '../../../../../src/contract/api.ts'
import { createFakeApi } from '../../../../support/fake-api.ts'
import { afterParsing, openCallScreen } from '../open-call-screen.ts'

const open = async (load: Api['calleeHour'] = createFakeApi().calleeHour) => {
  const calleeHour = vi.fn<Api['calleeHour']>(load)
  const screen = await openCallScreen({}, { calleeHour })
  const hour = () => screen.state().calleeHour
  return { ...screen, calleeHour, hour, time: () => hour().hour?.localTimes[0]?.time }
}

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-21T14:13:50Z') }))
afterEach(() => void vi.useRealTimers())

describe('the local time at the callee', () => {
  it('is loaded for the number in the field, and again every minute', async () => {
    const { time, calleeHour, typeNumber } = await open()
    await typeNumber('+14155550123')
    expect(time()).toBe('09:13')
    await vi.advanceTimersByTimeAsync(9_000)
    expect(calleeHour).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(time()).toBe('09:14')
    await vi.advanceTimersByTimeAsync(120_000)
    expect(time()).toBe('09:16')
    expect(calleeHour).toHaveBeenCalledTimes(4)
  })

  it('is not loaded without a phone number', async () => {
    const { call, hour, calleeHour, typeNumber } = await open()
    await typeNumber('+14155550123')
    call.form.typeNumber('')
    await vi.advanceTimersByTimeAsync(600_000)
    expect(hour()).toEqual({ dial: null, zone: null, hour: null })
    call.form.typeNumber('sip:desk@example.com')
    call.form.dialAsTyped(true)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(calleeHour).toHaveBeenCalledTimes(1)
    call.close()
  })

  it('uses the chosen time zone for that number only, until it is reset', async () => {
    const { call, hour, time, typeNumber } = await open()
    await typeNumber('+14155550123')
    call.calleeHour.setZone('America/Chicago')
    await afterParsing()
    expect([time(), hour().hour?.source]).toEqual(['08:13', 'person'])
    await typeNumber('+14155550177')
    expect([time(), hour().zone]).toEqual(['09:13', null])
    await typeNumber('+14155550123')
    expect([time(), hour().zone]).toEqual(['08:13', 'America/Chicago'])
    call.calleeHour.setZone(null)
    await afterParsing()
    expect(time()).toBe('09:13')
  })

  it('ignores the response for a number that has been replaced', async () => {
    const answers: (() => void)[] = []
    const { calleeHour } = createFakeApi()
    const { hour, typeNumber } = await open(
      (input) => new Promise((resolve) => answers.push(() => void calleeHour(input).then(resolve))),
    )
    await typeNumber('+14155550123')
    await typeNumber('+14155550177')
    answers[0]?.()
    await afterParsing()
    expect(hour()).toMatchObject({ dial: '+14155550177', hour: null })
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCallDesk } from '../../../src/renderer/call/call-desk.ts'
import { readingPause } from '../../../src/renderer/call/number-reader.ts'
import { createFakeDesk } from '../../support/fake-desk.ts'
import { acme } from '../../support/fake-desk/fake-world.ts'

const open = (change: Partial<ReturnType<typeof createFakeDesk>> = {}) => {
  const desk = { ...createFakeDesk({ profiles: [acme] }), ...change }
  const calleeHour = vi.fn<typeof desk.calleeHour>(desk.calleeHour)
  const parts = { desk: { ...desk, calleeHour }, now: () => Date.now(), randomBytes: () => new Uint8Array(16) }
  const call = createCallDesk(parts, acme)
  return { call, calleeHour, state: () => call.hour.store.getState() }
}

const read = () => vi.advanceTimersByTimeAsync(readingPause + 20)
const timeOf = ({ hour }: ReturnType<ReturnType<typeof open>['state']>) => hour?.localTimes[0]?.time

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-21T14:13:50Z') }))
afterEach(() => void vi.useRealTimers())

describe('the hour there', () => {
  it('is told of the number in the field, and turns with the minute', async () => {
    const { call, state, calleeHour } = open()
    call.form.typeNumber('+14155550123')
    await read()
    expect(timeOf(state())).toBe('09:13')
    await vi.advanceTimersByTimeAsync(9_000)
    expect(calleeHour).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(timeOf(state())).toBe('09:14')
    await vi.advanceTimersByTimeAsync(120_000)
    expect(timeOf(state())).toBe('09:16')
    expect(calleeHour).toHaveBeenCalledTimes(4)
  })

  it('is asked for no more once the number is gone, or is no telephone number', async () => {
    const { call, state, calleeHour } = open()
    call.form.typeNumber('+14155550123')
    await read()
    call.form.typeNumber('')
    await vi.advanceTimersByTimeAsync(600_000)
    expect(state()).toEqual({ dial: null, zone: null, hour: null })
    call.form.typeNumber('sip:desk@example.com')
    call.form.dialAsTyped(true)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(calleeHour).toHaveBeenCalledTimes(1)
    call.close()
  })

  it('is the hour of the zone that a person names, for that number only, until it is taken back', async () => {
    const { call, state } = open()
    call.form.typeNumber('+14155550123')
    await read()
    call.hour.sayZone('America/Chicago')
    await read()
    expect([timeOf(state()), state().hour?.source]).toEqual(['08:13', 'person'])
    call.form.typeNumber('+14155550177')
    await read()
    expect([timeOf(state()), state().zone]).toEqual(['09:13', null])
    call.form.typeNumber('+14155550123')
    await read()
    expect([timeOf(state()), state().zone]).toEqual(['08:13', 'America/Chicago'])
    call.hour.sayZone(null)
    await read()
    expect(timeOf(state())).toBe('09:13')
  })

  it('is never the hour of another number', async () => {
    const answers: (() => void)[] = []
    const { calleeHour } = createFakeDesk()
    const slow: typeof calleeHour = (input) =>
      new Promise((resolve) => answers.push(() => void calleeHour(input).then(resolve)))
    const { call, state } = open({ calleeHour: slow })
    call.form.typeNumber('+14155550123')
    await read()
    call.form.typeNumber('+14155550177')
    await read()
    answers[0]?.()
    await read()
    expect(state()).toMatchObject({ dial: '+14155550177', hour: null })
  })
})

describe('what a doubtful text may mean', () => {
  it('is offered while it stands there, and not once it is dialled as typed', async () => {
    const { call } = open()
    const offered = () => call.offers.store.getState().readings.map(({ dial }) => dial)
    call.form.typeNumber('(030) 901820')
    await read()
    expect(offered()).toEqual(['+4930901820'])
    call.form.typeNumber('(030) 9018201')
    expect(offered()).toEqual([])
    call.form.typeNumber('hello')
    await read()
    expect(offered()).toEqual([])
    call.form.typeNumber('4711')
    await read()
    expect(call.offers.store.getState().readings[0]?.kind).toBe('short')
    call.form.dialAsTyped(true)
    await read()
    expect(offered()).toEqual([])
  })

  it('is guessed by the caller ID that the call would come from', async () => {
    const { offerPhoneNumbers } = createFakeDesk()
    const asked = vi.fn<typeof offerPhoneNumbers>(offerPhoneNumbers)
    const { call } = open({ offerPhoneNumbers: asked })
    await read()
    await call.callerIdsOf(11).ask()
    call.form.typeNumber('(030) 901820')
    await read()
    expect(asked).toHaveBeenCalledWith({ text: '(030) 901820', callerId: '+1 800 555 0100' })
  })

  it('dials a short number exactly as typed once it is taken', async () => {
    const { call } = open()
    call.form.typeNumber('4711')
    await read()
    const [short] = call.offers.store.getState().readings
    if (!short) throw new Error('Nothing was offered.')
    call.form.takeNumber(short)
    await read()
    expect(call.form.store.getState()).toMatchObject({
      asTyped: true,
      number: { step: 'read', reading: { dial: '4711' } },
    })
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallState } from '../../../src/contract/call.ts'
import { invalid, succeed } from '../../../src/contract/failure.ts'
import { createCallDesk } from '../../../src/renderer/call/call-desk.ts'
import { freshNumber } from '../../../src/renderer/call/call-state.ts'
import { readingPause } from '../../../src/renderer/call/number-reader.ts'
import { readinessOf, type Readiness } from '../../../src/renderer/call/readiness.ts'
import { createFakeDesk, type FakeDeskOptions } from '../../support/fake-desk.ts'
import { readFakeNumber } from '../../support/fake-desk/fake-service.ts'
import { acme, fakeAgents } from '../../support/fake-desk/fake-world.ts'

const open = (options: FakeDeskOptions = {}, change: Partial<ReturnType<typeof createFakeDesk>> = {}) => {
  let counter = 0
  const desk = { ...createFakeDesk({ profiles: [acme], ...options }), ...change }
  const trigger = vi.fn<typeof desk.triggerCall>(desk.triggerCall)
  const parts = {
    desk: { ...desk, triggerCall: trigger },
    now: () => Date.now(),
    randomBytes: (length: number) => new Uint8Array(length).fill((counter += 1)),
  }
  const call = createCallDesk(parts, acme)
  const readiness = (): Readiness => {
    const callerIds = call.callerIdsOf(11).store.getState()
    const past = call.past.store.getState().calls
    const configurations = call.configurations.store.getState()
    return readinessOf(
      call.form.store.getState(),
      { configurations, callerIds, past, labels: call.labels.list.store.getState().known?.value ?? [] },
      acme,
    )
  }
  const submit = async () => {
    const ready = readiness()
    if (!ready.ready) throw new Error(JSON.stringify(ready.missing))
    await call.form.submit(ready.draft)
  }
  return { call, trigger, readiness, submit, state: () => call.form.store.getState() }
}

const pause = () => vi.advanceTimersByTimeAsync(readingPause + 20)

const filled = async (options: FakeDeskOptions = {}) => {
  const opened = open(options)
  opened.call.form.typeAgent('Renewal reminder', fakeAgents)
  opened.call.form.typeNumber('+1 415 555 0123')
  void opened.call.callerIdsOf(11).ask()
  await pause()
  return opened
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the call form', () => {
  it('says exactly what is missing, in the order of the fields', async () => {
    const { call, readiness } = open()
    await pause()
    call.form.typeContext('{')
    expect(readiness()).toEqual({
      ready: false,
      missing: [{ what: 'agent' }, { what: 'number' }, { what: 'context' }, { what: 'callerIdLoading' }],
    })
  })

  it('is ready with the words of the button and both ids', async () => {
    const { readiness } = await filled()
    expect(readiness()).toMatchObject({
      ready: true,
      draft: { phoneNumber: '+14155550123', telephonyConfigurationId: 11, fromPhoneNumberId: 21, initialContext: {} },
      dial: {
        number: '+1 415 555 0123',
        agent: 'Renewal reminder',
        callerId: '+1 800 555 0100',
        configuration: 'Twilio main',
      },
    })
  })

  it('never lets a reading of an older text stand', async () => {
    const answers: (() => void)[] = []
    const slow: ReturnType<typeof createFakeDesk>['readPhoneNumber'] = ({ text }) =>
      new Promise((resolve) =>
        answers.push(() => {
          const reading = readFakeNumber(text, false)
          resolve(reading ? succeed(reading) : invalid(['phoneNumber'], 'phoneNumber'))
        }),
      )
    const { call, state } = open({}, { readPhoneNumber: slow })
    call.form.typeNumber('+14155550123')
    await pause()
    call.form.typeNumber('+14155550124')
    await pause()
    answers[1]?.()
    answers[0]?.()
    await pause()
    expect(freshNumber(state())).toMatchObject({ reading: { dial: '+14155550124' } })
    call.form.typeNumber('+14155550125')
    expect(freshNumber(state())).toBeNull()
  })

  it('reads again when the number is to be dialled as typed', async () => {
    const { call, readiness } = await filled()
    call.form.typeNumber('sip:desk@example.com')
    await pause()
    expect(readiness()).toMatchObject({ ready: false, missing: [{ what: 'numberRefused' }] })
    call.form.dialAsTyped(true)
    await pause()
    expect(readiness()).toMatchObject({ ready: true, draft: { phoneNumber: 'sip:desk@example.com' } })
  })

  it('makes one call of two submissions', async () => {
    const { submit, trigger, readiness, call } = await filled()
    const ready = readiness()
    if (!ready.ready) throw new Error('not ready')
    await Promise.all([submit(), submit(), call.form.submit(ready.draft)])
    await call.form.submit(ready.draft)
    expect(trigger).toHaveBeenCalledTimes(1)
  })

  it('keeps everything once a call has settled, and takes a new id for the next', async () => {
    const { submit, state, call } = await filled()
    const { callId } = state()
    await submit()
    await pause()
    expect(state()).toMatchObject({
      at: { step: 'settled' },
      last: { kind: 'call', call: { outcome: { state: 'accepted' } } },
    })
    expect(state()).toMatchObject({ numberText: '+1 415 555 0123', agentText: 'Renewal reminder' })
    call.form.next()
    expect(state()).toMatchObject({ at: { step: 'editing' } })
    expect(state().callId).not.toBe(callId)
  })

  it('takes any change after the outcome for the wish for another call', async () => {
    const { submit, state, call } = await filled()
    const { callId } = state()
    await submit()
    await pause()
    call.form.typeNumber('+14155550124')
    expect(state().at.step).toBe('editing')
    expect(state().callId).not.toBe(callId)
  })

  it('follows a call that is still out, also after the form went on to the next one', async () => {
    let settle: (state: CallState) => void = () => undefined
    const { submit, state, call, readiness } = await filled({
      outcomeOf: () => new Promise((resolve) => (settle = resolve)),
    })
    await submit()
    expect(state().at.step).toBe('following')
    call.form.next()
    await pause()
    expect(readiness()).toMatchObject({ ready: false, missing: [{ what: 'locked' }] })
    settle({ state: 'unknown', cause: 'cut', status: null, detail: '' })
    await pause()
    expect(state()).toMatchObject({ at: { step: 'editing' }, last: { call: { outcome: { state: 'unknown' } } } })
  })

  it('tells a call that could not be recorded, and keeps the form', async () => {
    const { submit, state } = await filled({ failing: { triggerCall: { kind: 'storage', reason: 'full' } } })
    await submit()
    expect(state()).toMatchObject({ at: { step: 'refused' }, last: { kind: 'failure' }, numberText: '+1 415 555 0123' })
  })

  it('takes typed ids, and sends none where none is typed', async () => {
    const { call, readiness } = await filled()
    call.form.callFrom({ mode: 'ids', configurationText: '7', callerIdText: '' })
    expect(readiness()).toMatchObject({ ready: true, draft: { telephonyConfigurationId: 7, fromPhoneNumberId: null } })
    call.form.callFrom({ configurationText: '0' })
    expect(readiness()).toMatchObject({ ready: false, missing: [{ what: 'configurationId' }] })
  })
})

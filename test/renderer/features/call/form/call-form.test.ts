import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Api } from '../../../../../src/contract/api.ts'
import type { Call, CallState } from '../../../../../src/contract/call.ts'
import { invalid, succeed } from '../../../../../src/contract/failure.ts'
import { currentReading } from '../../../../../src/renderer/features/call/form/call-form-state.ts'
import { readFakeNumber } from '../../../../support/fake-api/numbers.ts'
import type { FakeApiOptions } from '../../../../support/fake-api.ts'
import { fakeCall } from '../../../../support/fake-api/data.ts'
import { afterParsing, openCallScreen } from '../open-call-screen.ts'

const number = { phoneNumber: '+14155550123', phoneNumberDisplay: '+1 415 555 0123' }
const connectionCut: CallState = { state: 'unknown', cause: 'cut', status: null, detail: '' }
const notFound: CallState = { state: 'notFound', since: '2026-11-21T09:14:00.000Z' }
const accepted: CallState = {
  state: 'accepted',
  workflowRunId: 48_100,
  workflowRunName: 'WR-API-1',
  status: 'initiated',
  reconciled: false,
  progress: 'started',
}

/** Creates a call that was placed to the same number three minutes ago. */
const earlierCall = (outcome: CallState, change: Partial<Call> = {}) =>
  fakeCall(1, Date.now() - 180_000, outcome, { ...number, ...change })

/** Opens a form that is ready to call. */
const openReady = async (options: FakeApiOptions = {}) => {
  const screen = await openCallScreen(options)
  screen.chooseAgent()
  screen.call.form.typeContext('{ "customer_name": "Jane Doe" }')
  await screen.typeNumber(number.phoneNumberDisplay)
  return screen
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the call form', () => {
  it('lists what is missing in the order of the fields', async () => {
    const { call, readiness } = await openCallScreen(
      {},
      { listCallerIds: () => new Promise<Awaited<ReturnType<Api['listCallerIds']>>>(() => undefined) },
    )
    call.form.typeContext('{')
    expect(readiness()).toEqual({
      ready: false,
      missing: [{ what: 'agent' }, { what: 'number' }, { what: 'context' }, { what: 'callerIdLoading' }],
    })
  })

  it('removes the number of the last call when it is erased', async () => {
    const { api, state, triggerReadyCall } = await openReady()
    await triggerReadyCall()
    expect(state().numberText).toBe(number.phoneNumberDisplay)
    await api.erasePerson({ phoneNumber: number.phoneNumber })
    await afterParsing()
    expect(state()).toMatchObject({ numberText: '', last: { call: { phoneNumber: '' } } })
  })

  it('becomes ready, with the draft and the text of the button', async () => {
    const { readiness } = await openReady()
    expect(readiness()).toMatchObject({
      ready: true,
      draft: {
        phoneNumber: '+14155550123',
        telephonyConfigurationId: 11,
        fromPhoneNumberId: 21,
        initialContext: { customer_name: 'Jane Doe' },
      },
      dial: {
        number: '+1 415 555 0123',
        agent: 'Renewal reminder',
        callerId: '+1 800 555 0100',
        configuration: 'Twilio main',
      },
    })
  })

  it('ignores the number parsed from earlier text', async () => {
    const answers: (() => void)[] = []
    const readPhoneNumber: Api['readPhoneNumber'] = ({ text }) =>
      new Promise((resolve) =>
        answers.push(() => {
          const reading = readFakeNumber(text, false)
          resolve(reading ? succeed(reading) : invalid(['phoneNumber'], 'phoneNumber'))
        }),
      )
    const { call, state, typeNumber } = await openCallScreen({}, { readPhoneNumber })
    // Opening the screen parses the numbers of the caller IDs.
    answers.length = 0
    await typeNumber('+14155550123')
    await typeNumber('+14155550124')
    answers[1]?.()
    answers[0]?.()
    await afterParsing()
    expect(currentReading(state())).toMatchObject({ reading: { dial: '+14155550124' } })
    call.form.typeNumber('+14155550125')
    expect(currentReading(state())).toBeNull()
  })

  it('parses the text again when dialing as typed is turned on', async () => {
    const { call, readiness, typeNumber } = await openReady()
    await typeNumber('sip:desk@example.com')
    expect(readiness()).toMatchObject({ ready: false, missing: [{ what: 'numberRefused' }] })
    call.form.dialAsTyped(true)
    await afterParsing()
    expect(readiness()).toMatchObject({ ready: true, draft: { phoneNumber: 'sip:desk@example.com' } })
  })

  it('triggers one call when it is submitted several times', async () => {
    const { triggerReadyCall, triggerCall, readiness, call } = await openReady()
    const ready = readiness()
    if (!ready.ready) throw new Error('not ready')
    await Promise.all([triggerReadyCall(), triggerReadyCall(), call.form.triggerCall(ready.draft)])
    await call.form.triggerCall(ready.draft)
    expect(triggerCall).toHaveBeenCalledTimes(1)
  })

  it('keeps its fields after a call and uses a new ID for the next one', async () => {
    const { triggerReadyCall, state, call } = await openReady()
    const { callId } = state()
    await triggerReadyCall()
    await afterParsing()
    expect(state()).toMatchObject({
      status: { step: 'settled' },
      last: { kind: 'call', call: { outcome: { state: 'accepted' } } },
      numberText: '+1 415 555 0123',
      agentText: 'Renewal reminder',
    })
    call.form.next()
    expect(state()).toMatchObject({ status: { step: 'editing' } })
    expect(state().callId).not.toBe(callId)
  })

  it('starts another call when a field is changed after the outcome', async () => {
    const { triggerReadyCall, state, call } = await openReady()
    const { callId } = state()
    await triggerReadyCall()
    await afterParsing()
    call.form.typeNumber('+14155550124')
    expect(state().status.step).toBe('editing')
    expect(state().callId).not.toBe(callId)
  })

  it('keeps tracking a call that is awaiting its response after the form has moved on to the next one', async () => {
    let settle: (state: CallState) => void = () => undefined
    const { triggerReadyCall, state, call, readiness } = await openReady({
      outcomeOf: () => new Promise((resolve) => (settle = resolve)),
    })
    await triggerReadyCall()
    expect(state().status.step).toBe('following')
    call.form.next()
    await afterParsing()
    expect(readiness()).toMatchObject({ ready: false, missing: [{ what: 'locked' }] })
    settle(connectionCut)
    await afterParsing()
    expect(state()).toMatchObject({ status: { step: 'editing' }, last: { call: { outcome: { state: 'unknown' } } } })
  })

  it('reports a call that could not be recorded and keeps its fields', async () => {
    const { triggerReadyCall, state } = await openReady({
      failing: { triggerCall: { kind: 'storage', reason: 'full' } },
    })
    await triggerReadyCall()
    expect(state()).toMatchObject({
      status: { step: 'refused' },
      last: { kind: 'failure' },
      numberText: '+1 415 555 0123',
    })
  })

  it('sends typed IDs, and none for an empty field', async () => {
    const { call, readiness } = await openReady()
    call.form.chooseRoute({ mode: 'ids', configurationText: '7', callerIdText: '' })
    expect(readiness()).toMatchObject({ ready: true, draft: { telephonyConfigurationId: 7, fromPhoneNumberId: null } })
    call.form.chooseRoute({ configurationText: '0' })
    expect(readiness()).toMatchObject({ ready: false, missing: [{ what: 'configurationId' }] })
  })
})

describe('a second call to a number', () => {
  it('requires a confirmation, and leaves the form unchanged if it is canceled', async () => {
    const { call, state, triggerReadyCall } = await openReady({ calls: [earlierCall(accepted)] })
    const { callId } = state()
    await triggerReadyCall()
    expect(state().status).toMatchObject({ step: 'repeat', failure: { reason: 'calledRecently' } })
    call.form.cancelRepeat()
    expect(state()).toMatchObject({
      status: { step: 'editing' },
      last: { kind: 'none' },
      callId,
      numberText: '+1 415 555 0123',
      contextText: '{ "customer_name": "Jane Doe" }',
    })
  })

  it('is placed once, with the confirmation token, when it is confirmed', async () => {
    const calls = [earlierCall(accepted)]
    const { call, state, triggerReadyCall, triggerCall } = await openReady({ calls })
    await triggerReadyCall()
    await Promise.all([call.form.confirmRepeat(), call.form.confirmRepeat()])
    await afterParsing()
    const drafts = triggerCall.mock.calls.map(([draft]) => draft)
    expect(drafts).toHaveLength(2)
    expect(drafts[1]).toEqual({ ...drafts[0], confirmation: expect.any(String) as string })
    expect(state()).toMatchObject({ status: { step: 'settled' }, last: { kind: 'call' } })
    expect(calls).toHaveLength(2)
  })

  it('is blocked by the form while the first call is unresolved', async () => {
    const { readiness, triggerCall } = await openReady({
      calls: [earlierCall(connectionCut, { profileName: 'Cobalt' })],
    })
    expect(readiness()).toEqual({ ready: false, missing: [{ what: 'locked', number: '+1 415 555 0123' }] })
    expect(triggerCall).not.toHaveBeenCalled()
  })

  it('is refused by main if the form did not know about the first call', async () => {
    const calls: Call[] = []
    const { state, triggerReadyCall } = await openReady({ calls })
    calls.push(earlierCall(connectionCut))
    await triggerReadyCall()
    expect(state()).toMatchObject({
      status: { step: 'refused' },
      last: { kind: 'failure', failure: { kind: 'numberLocked', call: { state: 'unknown' } } },
    })
  })

  it('is not blocked by a practice call', async () => {
    const { readiness } = await openReady({ calls: [earlierCall(connectionCut, { practice: true })] })
    expect(readiness().ready).toBe(true)
  })

  it('is possible as soon as the first call is resolved', async () => {
    const earlier = earlierCall(connectionCut)
    const { api, readiness } = await openReady({ calls: [earlier] })
    await api.resolveCall({ callId: earlier.callId, decision: 'notPlaced', note: 'No such run.' })
    await afterParsing()
    expect(readiness().ready).toBe(true)
  })
})

describe('filling in the form from an earlier call', () => {
  it('copies the call’s fields, uses a new ID with a reference to the call, and sends nothing', async () => {
    const earlier = earlierCall(notFound)
    const { fillFrom, state, readiness, triggerCall } = await openCallScreen({ calls: [earlier] })
    const { callId } = state()
    await fillFrom(earlier, 'redial')
    expect(triggerCall).not.toHaveBeenCalled()
    expect(state().callId).not.toBe(callId)
    expect(state().callId).not.toBe(earlier.callId)
    expect(readiness()).toMatchObject({
      ready: true,
      draft: {
        redialOf: earlier.callId,
        confirmation: null,
        phoneNumber: earlier.phoneNumber,
        agentUuid: earlier.agentUuid,
        telephonyConfigurationId: 11,
        fromPhoneNumberId: 21,
        initialContext: { customer_name: 'Jane Doe', amount_due: 120.5 },
      },
    })
  })

  it('uses the call’s IDs if the service no longer lists its configuration', async () => {
    const earlier = earlierCall(notFound, { telephonyConfigurationId: 99 })
    const { fillFrom, readiness } = await openCallScreen({ calls: [earlier] })
    await fillFrom(earlier, 'redial')
    expect(readiness()).toMatchObject({ draft: { telephonyConfigurationId: 99, fromPhoneNumberId: 21 } })
  })

  it('keeps the call’s route even if its agent was last used with another one', async () => {
    const earlier = earlierCall(notFound, { telephonyConfigurationId: 12, fromPhoneNumberId: null })
    const route = { mode: 'listed', configurationId: 13, callerId: null } as const
    const { fillFrom, state } = await openCallScreen(
      { calls: [earlier] },
      { readLastRoute: () => Promise.resolve(succeed({ route })) },
    )
    await fillFrom(earlier, 'redial')
    expect(state()).toMatchObject({ isRecalling: false, route: { configurationId: 12, callerId: 'provider' } })
  })

  it('does not refer to the call once another number is typed', async () => {
    const earlier = earlierCall(notFound)
    const { fillFrom, readiness, typeNumber } = await openCallScreen({ calls: [earlier] })
    await fillFrom(earlier, 'redial')
    await typeNumber('+1 415 555 0199')
    expect(readiness()).toMatchObject({ ready: true, draft: { redialOf: null } })
  })

  it('selects the number to be replaced when a similar call is started', async () => {
    const earlier = earlierCall(notFound)
    const { call, fillFrom, readiness, state } = await openCallScreen({ calls: [earlier] })
    await fillFrom(earlier, 'repeat')
    expect(readiness()).toMatchObject({ draft: { redialOf: null, phoneNumber: earlier.phoneNumber } })
    expect(state().typeOver).toBe(state().callId)
    call.form.typeNumber('+1 415 555 0199')
    expect(state().typeOver).toBeNull()
  })
})

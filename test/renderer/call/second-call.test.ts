import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Call, CallDraft, CallState } from '../../../src/contract/call.ts'
import { createCallDesk } from '../../../src/renderer/call/call-desk.ts'
import { readingPause } from '../../../src/renderer/call/number-reader.ts'
import { readinessOf } from '../../../src/renderer/call/readiness.ts'
import { createFakeDesk, type FakeDeskOptions } from '../../support/fake-desk.ts'
import { acme, fakeAgents, fakeCall } from '../../support/fake-desk/fake-world.ts'

const number = { phoneNumber: '+14155550123', phoneNumberDisplay: '+1 415 555 0123' }
const cut: CallState = { state: 'unknown', cause: 'cut', status: null, detail: '' }
const accepted: CallState = {
  state: 'accepted',
  workflowRunId: 48_100,
  workflowRunName: 'WR-API-1',
  status: 'initiated',
  reconciled: false,
  progress: 'started',
}

const pause = () => vi.advanceTimersByTimeAsync(readingPause + 20)
const before = (outcome: CallState, change: Partial<Call> = {}) =>
  fakeCall(1, Date.now() - 180_000, outcome, { ...number, ...change })

const open = async (calls: Call[], options: FakeDeskOptions = {}) => {
  let counter = 0
  const desk = createFakeDesk({ profiles: [acme], calls, ...options })
  const sent: CallDraft[] = []
  const parts = {
    desk: { ...desk, triggerCall: (draft: CallDraft) => (sent.push(draft), desk.triggerCall(draft)) },
    now: () => Date.now(),
    randomBytes: (length: number) => new Uint8Array(length).fill((counter += 1)),
  }
  const call = createCallDesk(parts, acme)
  void call.callerIdsOf(11).ask()
  const state = () => call.form.store.getState()
  const readiness = () =>
    readinessOf(
      state(),
      {
        configurations: call.configurations.store.getState(),
        callerIds: call.callerIdsOf(11).store.getState(),
        past: call.past.store.getState().calls,
        labels: [],
      },
      acme,
    )
  const submit = async () => {
    const ready = readiness()
    if (!ready.ready) throw new Error(JSON.stringify(ready.missing))
    await call.form.submit(ready.draft)
  }
  const type = async () => {
    call.form.typeAgent('Renewal reminder', fakeAgents)
    call.form.typeContext('{ "customer_name": "Jane Doe" }')
    call.form.typeNumber(number.phoneNumberDisplay)
    await pause()
  }
  await pause()
  return { call, desk, sent, state, readiness, submit, type }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a second call to a number', () => {
  it('asks first, and keeps all that was typed when it is not wanted', async () => {
    const { call, state, submit, type } = await open([before(accepted)])
    await type()
    const { callId } = state()
    await submit()
    expect(state().at).toMatchObject({ step: 'repeat', failure: { reason: 'calledLately' } })
    call.form.cancelRepeat()
    expect(state()).toMatchObject({
      at: { step: 'editing' },
      last: { kind: 'none' },
      callId,
      numberText: '+1 415 555 0123',
      contextText: '{ "customer_name": "Jane Doe" }',
    })
  })

  it('places exactly one more when it is confirmed, with the leave that was given', async () => {
    const calls = [before(accepted)]
    const { call, state, submit, type, sent } = await open(calls)
    await type()
    await submit()
    await Promise.all([call.form.confirmRepeat(), call.form.confirmRepeat()])
    await pause()
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual({ ...sent[0], confirmation: expect.any(String) as string })
    expect(state()).toMatchObject({ at: { step: 'settled' }, last: { kind: 'call' } })
    expect(calls).toHaveLength(2)
  })

  it('is locked while the first is unknown, which the form tells before anything is asked', async () => {
    const { readiness, type, sent } = await open([before(cut, { profileName: 'Cobalt' })])
    await type()
    expect(readiness()).toEqual({ ready: false, missing: [{ what: 'locked', number: '+1 415 555 0123' }] })
    expect(sent).toEqual([])
  })

  it('is told as locked also where the form did not know it yet', async () => {
    const calls: Call[] = []
    const { state, submit, type } = await open(calls)
    await type()
    calls.push(before(cut))
    await submit()
    expect(state()).toMatchObject({
      at: { step: 'refused' },
      last: { kind: 'failure', failure: { kind: 'numberLocked', call: { state: 'unknown' } } },
    })
  })

  it('is not locked by practice, nor practice by it', async () => {
    const { readiness, type } = await open([before(cut, { practice: true })])
    await type()
    expect(readiness().ready).toBe(true)
  })

  it('frees the form as soon as the first call is settled', async () => {
    const earlier = before(cut)
    const { desk, readiness, type } = await open([earlier])
    await type()
    await desk.closeCall({ callId: earlier.callId, verdict: 'notPlaced', note: 'No such run.' })
    await pause()
    expect(readiness().ready).toBe(true)
  })
})

describe('calling again', () => {
  const notFound: CallState = { state: 'notFound', since: '2026-11-21T09:14:00.000Z' }

  it('fills the form as it was, under a new id that names the earlier call, and sends nothing', async () => {
    const earlier = before(notFound)
    const { call, desk, state, readiness, sent } = await open([earlier])
    const { callId } = state()
    const detail = await desk.getCall({ callId: earlier.callId })
    if (!detail.ok) throw new Error('no detail')
    call.form.fillFrom(detail.value, call.configurations.store.getState().known?.value ?? [], 'redial')
    await pause()
    expect(sent).toEqual([])
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

  it('goes out by the very ids where the service no longer lists them', async () => {
    const { call, desk, readiness } = await open([before(notFound, { telephonyConfigurationId: 99 })])
    const detail = await desk.getCall({ callId: before(notFound).callId })
    if (!detail.ok) throw new Error('no detail')
    call.form.fillFrom(detail.value, call.configurations.store.getState().known?.value ?? [], 'redial')
    await pause()
    expect(readiness()).toMatchObject({ draft: { telephonyConfigurationId: 99, fromPhoneNumberId: 21 } })
  })

  it('repeats nothing once another number stands in the field', async () => {
    const { call, desk, readiness } = await open([before(notFound)])
    const detail = await desk.getCall({ callId: before(notFound).callId })
    if (!detail.ok) throw new Error('no detail')
    call.form.fillFrom(detail.value, call.configurations.store.getState().known?.value ?? [], 'redial')
    call.form.typeNumber('+1 415 555 0199')
    await pause()
    expect(readiness()).toMatchObject({ ready: true, draft: { redialOf: null } })
  })

  it('repeats a call as a like one, with the number ready to be typed over until somebody types', async () => {
    const earlier = before(notFound)
    const { call, desk, readiness, state } = await open([earlier])
    const detail = await desk.getCall({ callId: earlier.callId })
    if (!detail.ok) throw new Error('no detail')
    call.form.fillFrom(detail.value, call.configurations.store.getState().known?.value ?? [], 'repeat')
    await pause()
    expect(readiness()).toMatchObject({ draft: { redialOf: null, phoneNumber: earlier.phoneNumber } })
    expect(state().typeOver).toBe(state().callId)
    call.form.typeNumber('+1 415 555 0199')
    expect(state().typeOver).toBeNull()
  })
})

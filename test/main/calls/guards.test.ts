import { describe, expect, it } from 'vitest'
import { defaultSettings } from '../../../src/contract/settings.ts'
import type { CallDraft } from '../../../src/contract/call.ts'
import { aCall } from '../../support/a-call.ts'
import { valueOf } from '../../support/test-desk.ts'
import { aCallingDesk, type CallingDesk } from './a-calling-desk.ts'

const number = '+14155550101'
const at = '2026-11-21T09:15:00.000Z'
const cancelled = { state: 'cancelled' } as const

/** A call of an earlier moment of which nobody knows what became of it. */
const unresolved = async ({ storage, profileId }: CallingDesk, phoneNumber = number): Promise<string> => {
  const call = aCall({ profileId, phoneNumber, outcome: { state: 'sending', since: '2026-11-21T09:14:00.000Z' } })
  const placement = { call, initialContext: {}, repeatSince: null, confirmedAfter: [] }
  await valueOf(storage.ask('placeCall', placement))
  return call.callId
}

const confirmationOf = (answer: Awaited<ReturnType<CallingDesk['ask']['triggerCall']>>): string => {
  if (answer.ok || answer.failure.kind !== 'repeat') throw new Error(`not asked: ${JSON.stringify(answer)}`)
  return answer.failure.confirmation
}

const trigger = ({ ask, draft }: CallingDesk, change: Partial<CallDraft> = {}) =>
  ask.triggerCall(draft({ phoneNumber: number, ...change }))

describe('a number whose last call is not resolved', () => {
  it.each(['+14155550101', '+1(415)555-0101', '0014155550101', '4155550101', 'tel:+14155550101', '+14155550101,,1'])(
    'is locked, also when it is written %s',
    async (phoneNumber) => {
      const desk = await aCallingDesk()
      const callId = await unresolved(desk)
      expect(await trigger(desk, { phoneNumber })).toMatchObject({
        ok: false,
        failure: { kind: 'numberLocked', call: { callId, state: 'sending' } },
      })
      expect(desk.service.world.runs).toEqual([])
    },
  )

  it('is locked for every profile, and no confirmation opens it', async () => {
    const desk = await aCallingDesk()
    await desk.call({ phoneNumber: number })
    const confirmation = confirmationOf(await trigger(desk))
    await unresolved(desk, '+1.415.555.0101')
    const profileId = await desk.addProfile('Beta')
    for (const change of [{ confirmation }, { profileId }])
      expect(await trigger(desk, change)).toMatchObject({ failure: { kind: 'numberLocked' } })
  })

  it('leaves other numbers free', async () => {
    const desk = await aCallingDesk()
    await unresolved(desk)
    expect((await trigger(desk, { phoneNumber: '+14155550102' })).ok).toBe(true)
    await desk.desk.settled()
  })

  it('in practice does not stand in the way of a real call, nor the other way round', async () => {
    const desk = await aCallingDesk()
    const { profile } = await valueOf(desk.ask.addProfile({ kind: 'practice', name: 'Practice', color: 'teal' }))
    await unresolved(desk)
    const agents = await valueOf(desk.ask.listAgents({ profileId: profile.id }))
    const agentUuid = agents.find((one) => one.status === 'active')?.agentUuid ?? ''
    const practice = { profileId: profile.id, agentUuid }
    expect((await trigger(desk, practice)).ok).toBe(true)
    await desk.desk.settled()
    expect(await trigger(desk, practice)).toMatchObject({ failure: { kind: 'repeat' } })
    expect(await trigger(desk)).toMatchObject({ failure: { kind: 'numberLocked' } })
  })
})

describe('a number that was called a moment ago', () => {
  it('asks first, whatever the profile and the spelling; the leave is good once', async () => {
    const desk = await aCallingDesk()
    const { draft } = await desk.call({ phoneNumber: number })
    const profileId = await desk.addProfile('Beta')
    const again = { profileId, phoneNumber: '+1(415)555-0101' }
    const answer = await trigger(desk, again)
    expect(answer).toMatchObject({
      failure: { kind: 'repeat', reason: 'calledLately', call: { callId: draft.callId } },
    })
    const confirmation = confirmationOf(answer)
    expect((await trigger(desk, { ...again, confirmation })).ok).toBe(true)
    await desk.desk.settled()
    expect(await trigger(desk, { ...again, confirmation })).toMatchObject({ failure: { kind: 'repeat' } })
    expect(desk.service.world.dials.length).toBe(2)
  })

  it('asks anew when the leave is two minutes old, made up, or another call came in between', async () => {
    const desk = await aCallingDesk()
    await desk.call({ phoneNumber: number })
    const [first, second] = [confirmationOf(await trigger(desk)), confirmationOf(await trigger(desk))]
    await desk.call({ phoneNumber: number, confirmation: first })
    expect(await trigger(desk, { confirmation: second })).toMatchObject({ failure: { kind: 'repeat' } })
    const third = confirmationOf(await trigger(desk))
    desk.putForward(120_000)
    expect(await trigger(desk, { confirmation: third })).toMatchObject({ failure: { kind: 'repeat' } })
    const madeUp = '00000000-0000-4000-8000-000000000000'
    expect(await trigger(desk, { confirmation: madeUp })).toMatchObject({ failure: { kind: 'repeat' } })
    expect(desk.service.world.dials.length).toBe(2)
  })

  it.each([11 * 60_000, -11 * 60_000])(
    'asks first, also when the clock was set by %i ms meanwhile',
    async (milliseconds) => {
      const desk = await aCallingDesk()
      const { draft } = await desk.call({ phoneNumber: number })
      desk.setClock(milliseconds)
      expect(await trigger(desk)).toMatchObject({ failure: { kind: 'repeat', call: { callId: draft.callId } } })
    },
  )

  it('asks first, also when the person was erased meanwhile', async () => {
    const desk = await aCallingDesk()
    const { draft } = await desk.call({ phoneNumber: number })
    await valueOf(desk.ask.erasePerson({ phoneNumber: number }))
    expect(await trigger(desk)).toMatchObject({ failure: { kind: 'repeat', call: { callId: draft.callId } } })
  })

  it('is free again after ten minutes', async () => {
    const desk = await aCallingDesk()
    await desk.call({ phoneNumber: number })
    desk.putForward(599_000)
    expect((await trigger(desk)).ok).toBe(false)
    desk.putForward(2_000)
    expect((await trigger(desk)).ok).toBe(true)
    await desk.desk.settled()
  })

  it('never asks where an admin has set it so', async () => {
    const desk = await aCallingDesk()
    await valueOf(desk.ask.changeSettings({ ...defaultSettings, repeatMinutes: 0 }))
    await desk.call({ phoneNumber: number })
    expect((await desk.call({ phoneNumber: number })).answer.ok).toBe(true)
  })

  it.each([
    ['was refused', '+14155550112'],
    ['failed at the carrier for certain', '+14155550133'],
  ])('is free when that call %s', async (_what, phoneNumber) => {
    const desk = await aCallingDesk()
    await desk.call({ phoneNumber })
    expect((await desk.call({ phoneNumber })).answer.ok).toBe(true)
  })
})

describe('a number that nobody could read on the button', () => {
  it.each(['', ' +14155550101', '+1 415 555 0101', '+1415555\u200b0101', '\uff0b14155550101'])(
    'is refused: %j',
    async (phoneNumber) => {
      const desk = await aCallingDesk()
      expect(await trigger(desk, { phoneNumber })).toMatchObject({ ok: false, failure: { kind: 'invalid' } })
      expect(desk.service.world.runs).toEqual([])
    },
  )
})

describe('an id that names a call already', () => {
  const refusedId = { ok: false, failure: { kind: 'invalid', issues: [{ path: ['callId'], code: 'invalid' }] } }

  it('gives that call back to the same wish, and nothing is sent again', async () => {
    const desk = await aCallingDesk()
    const { draft } = await desk.call({ initialContext: { customer: 'Jane', nested: { count: 1 } } })
    expect(await desk.ask.triggerCall({ ...draft, agentName: 'Renamed' })).toMatchObject({
      ok: true,
      value: { callId: draft.callId, outcome: { state: 'accepted' } },
    })
    expect(desk.service.world.dials.length).toBe(1)
  })

  it.each<[string, Partial<CallDraft>]>([
    ['number', { phoneNumber: '+14155550199' }],
    ['agent', { agentUuid: '00000000-0000-4000-8000-000000000000' }],
    ['context', { initialContext: { customer: 'John' } }],
    ['line', { telephonyConfigurationId: 7 }],
    ['caller ID', { fromPhoneNumberId: 7 }],
  ])('is refused for another %s', async (_what, change) => {
    const desk = await aCallingDesk()
    const { draft } = await desk.call({ initialContext: { customer: 'Jane' } })
    expect(await desk.ask.triggerCall({ ...draft, ...change })).toEqual(refusedId)
    expect(desk.service.world.dials.length).toBe(1)
  })

  it('is refused for another wish than that of an earlier life of the app', async () => {
    const desk = await aCallingDesk()
    const earlier = aCall({ profileId: desk.profileId, phoneNumber: '+14155550177', outcome: { state: 'queued' } })
    const placement = { call: earlier, initialContext: {}, repeatSince: null, confirmedAfter: [] }
    await valueOf(desk.storage.ask('placeCall', placement))
    await valueOf(desk.storage.ask('moveCall', { callId: earlier.callId, from: ['queued'], outcome: cancelled, at }))
    const other = desk.draft({ callId: earlier.callId, phoneNumber: '+14155550178' })
    expect(await desk.ask.triggerCall(other)).toEqual(refusedId)
    expect(desk.service.world.runs).toEqual([])
  })
})

describe('a call that is said to repeat another one', () => {
  const wrong = { failure: { kind: 'invalid', issues: [{ path: ['redialOf'], code: 'invalid' }] } }

  it('is placed where that one surely was not, and says which one it repeats', async () => {
    const desk = await aCallingDesk()
    const { draft } = await desk.call({ phoneNumber: '+14155550112' })
    const { draft: again } = await desk.call({ phoneNumber: '1-415-555-0112', redialOf: draft.callId })
    expect(await desk.recordOf(again)).toMatchObject({ redialOf: draft.callId })
  })

  it('is refused where that one was placed, was to another number, or is not known', async () => {
    const desk = await aCallingDesk()
    const { draft: placed } = await desk.call({ phoneNumber: number })
    const { draft: refused } = await desk.call({ phoneNumber: '+14155550112' })
    const confirmation = confirmationOf(await trigger(desk))
    expect(await trigger(desk, { confirmation, redialOf: placed.callId })).toMatchObject(wrong)
    const other = { phoneNumber: '+14155550199' }
    for (const redialOf of [placed.callId, refused.callId, '01JD0000000000000000000000'])
      expect(await trigger(desk, { ...other, redialOf })).toMatchObject(wrong)
    expect(desk.service.world.runs.length).toBe(1)
  })

  it('does not open a number that is locked', async () => {
    const desk = await aCallingDesk()
    const redialOf = await unresolved(desk)
    expect(await trigger(desk, { redialOf })).toMatchObject({ failure: { kind: 'numberLocked' } })
  })
})

describe('the reference', () => {
  it('goes along in the context under its name, and is not part of what is kept', async () => {
    const desk = await aCallingDesk()
    const { draft } = await desk.call({ initialContext: { customer: 'Jane' } })
    const sent = desk.service.world.runs.at(-1)?.initialContext
    expect([sent?.get('rundesk_call_id'), sent?.get('customer')]).toEqual([draft.callId, 'Jane'])
    const { initialContext } = await valueOf(desk.ask.getCall({ callId: draft.callId }))
    expect(initialContext).toEqual({ customer: 'Jane' })
  })

  it('whose name stands in the context already is refused at the field, and nothing is recorded or sent', async () => {
    const desk = await aCallingDesk()
    const { answer } = await desk.call({ initialContext: { rundesk_call_id: 'mine' } })
    expect(answer).toMatchObject({
      failure: {
        kind: 'invalid',
        issues: [{ path: ['initialContext', 'rundesk_call_id'], code: 'referenceName', words: 'rundesk_call_id' }],
      },
    })
    expect((await valueOf(desk.ask.listCalls({ search: '', after: null, limit: 5 }))).total).toBe(0)
    expect(desk.service.world.runs).toEqual([])
  })

  it('can be switched off: then the context goes as it is', async () => {
    const desk = await aCallingDesk()
    const label = { profileId: desk.profileId, name: 'Acme', color: 'blue' } as const
    await valueOf(desk.ask.updateProfile({ ...label, referenceName: null }))
    const { draft } = await desk.call({ initialContext: { rundesk_call_id: 'mine' } })
    expect(desk.service.world.runs.at(-1)?.initialContext.get('rundesk_call_id')).toBe('mine')
    expect(await desk.recordOf(draft)).toMatchObject({ referenceName: null, outcome: { state: 'accepted' } })
  })
})

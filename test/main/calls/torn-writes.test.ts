import { describe, expect, it, vi } from 'vitest'
import { aCall } from '../../support/a-call.ts'
import { createTornStorage } from '../../support/torn-storage.ts'
import { valueOf } from '../../support/test-desk.ts'
import { aCallingDesk, type CallingDesk } from './a-calling-desk.ts'

const accepts = '+14155550101'
const refuses = '+14155550112'
const cutBefore = '+14155550153'
const lostAnswer = '+14155550152'

const aTornDesk = async () => {
  const { tear, wrap } = createTornStorage()
  return { tear, desk: await aCallingDesk({ wrapStorage: wrap }) }
}

const statesOf = async ({ ask }: CallingDesk, callId: string): Promise<string[]> =>
  (await valueOf(ask.getCall({ callId }))).events.map(({ state }) => state)

const refused = { ok: false, failure: { kind: 'storage', reason: 'diskError' } }

describe('an answer whose record the disk keeps although it says that it failed', () => {
  it.each([
    ['accepted', accepts],
    ['rejected', refuses],
  ])('is told as %s, once, and nobody looks for it', async (state, phoneNumber) => {
    const { tear, desk } = await aTornDesk()
    const draft = desk.draft({ phoneNumber })
    tear('moveCall')
    await valueOf(desk.ask.triggerCall(draft))
    await desk.desk.settled()
    expect(await statesOf(desk, draft.callId)).toEqual(['queued', 'sending', state])
    expect(await valueOf(desk.ask.listLookUps({}))).toEqual([])
    // The record that was placed, and the answer.
    expect(desk.announced.filter((event) => event.includes(draft.callId)).length).toBeGreaterThan(1)
  })

  it.each([
    ['accepted', lostAnswer],
    ['notFound', cutBefore],
  ])('and was lost is looked for, and ends as %s', async (state, phoneNumber) => {
    const { tear, desk } = await aTornDesk()
    const draft = desk.draft({ phoneNumber })
    tear('moveCall')
    await valueOf(desk.ask.triggerCall(draft))
    await desk.desk.settled()
    expect(await valueOf(desk.ask.lookUpCall({ callId: draft.callId }))).not.toMatchObject({
      outcome: { state: 'sending' },
    })
    await vi.waitFor(async () => expect((await desk.recordOf(draft)).outcome.state).toBe(state), { timeout: 10_000 })
    expect(await valueOf(desk.ask.listLookUps({}))).toEqual([])
    expect(await statesOf(desk, draft.callId)).toEqual(['queued', 'sending', 'unknown', state])
  })
})

describe('a call whose record the disk keeps although it says that it failed', () => {
  const placeTorn = async () => {
    const { tear, desk } = await aTornDesk()
    const draft = desk.draft({ phoneNumber: accepts })
    tear('placeCall')
    expect(await desk.ask.triggerCall(draft)).toEqual(refused)
    return { tear, desk, draft }
  }

  it('was not sent, and says so: its number is free, and nobody looks for it', async () => {
    const { desk, draft } = await placeTorn()
    await vi.waitFor(async () =>
      expect((await desk.recordOf(draft)).outcome).toEqual({ state: 'notSent', cause: 'notRecorded' }),
    )
    expect(await valueOf(desk.ask.listLookUps({}))).toEqual([])
    expect(await valueOf(desk.ask.erasePerson({ phoneNumber: accepts }))).toMatchObject({ calls: 1 })
    expect((await desk.call({ phoneNumber: accepts })).answer.ok).toBe(true)
    expect(desk.service.world.dials.length).toBe(1)
  })

  it('says so to whoever sends it again, and is not sent then either', async () => {
    const { desk, draft } = await placeTorn()
    const again = await valueOf(desk.ask.triggerCall(draft))
    expect(again.outcome).toEqual({ state: 'notSent', cause: 'notRecorded' })
    await desk.desk.settled()
    expect(desk.service.world.dials).toEqual([])
    expect(await statesOf(desk, draft.callId)).toEqual(['queued', 'sending', 'notSent'])
  })

  it('is not taken for another one of its id, which an earlier life of the app may have sent', async () => {
    const { tear, desk } = await aTornDesk()
    const interrupted = { state: 'unknown', cause: 'interrupted', status: null, detail: '' } as const
    const earlier = aCall({ profileId: desk.profileId, phoneNumber: accepts, outcome: interrupted })
    const placement = { call: earlier, initialContext: {}, repeatSince: null, confirmedAfter: [] }
    await valueOf(desk.storage.ask('placeCall', placement))
    tear('placeCall')
    const same = desk.draft({ callId: earlier.callId, phoneNumber: accepts, initialContext: {} })
    expect(await desk.ask.triggerCall(same)).toEqual(refused)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect((await desk.recordOf(earlier)).outcome).toEqual(interrupted)
    expect(desk.service.world.runs).toEqual([])
  })

  it('is never taken for not sent when it was sent the second time', async () => {
    // Nothing was kept of the first attempt: the second one, of the same id, is the call.
    const desk = await aCallingDesk({
      wrapStorage: (storage) => {
        let failures = 1
        return {
          close: () => storage.close(),
          ask: async (name, input) =>
            name === 'placeCall' && (failures -= 1) === 0 ? refusedOutcome : storage.ask(name, input),
        }
      },
    })
    const draft = desk.draft({ phoneNumber: accepts })
    const answers = await Promise.all([1, 2, 3].map(() => desk.ask.triggerCall(draft)))
    expect(answers.map(({ ok }) => ok)).toEqual([false, true, true])
    await desk.desk.settled()
    expect(await statesOf(desk, draft.callId)).toEqual(['queued', 'sending', 'accepted'])
    expect(desk.service.world.dials.length).toBe(1)
  })
})

const refusedOutcome = { ok: false, failure: { kind: 'storage', reason: 'full' } } as const

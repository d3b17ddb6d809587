import { describe, expect, it } from 'vitest'
import { valueOf } from '../../support/test-desk.ts'
import { aCallingDesk, type CallingDesk } from './a-calling-desk.ts'

const lost = '+14155550152'
const placed = { verdict: 'placed', note: 'She says that it rang.' } as const

/** A clock that never gives the same time twice: what is one moment must be one reading of it. */
const createRestlessClock = () => {
  let readings = 0
  return () => Date.now() + (readings += 1)
}

/** A call whose answer was lost, at a service that shows no lists. */
const aLostCall = async (): Promise<{ desk: CallingDesk; callId: string }> => {
  const desk = await aCallingDesk({ parts: { after: () => () => {}, clock: createRestlessClock() } })
  const { draft } = await desk.call({ phoneNumber: lost })
  return { desk, callId: draft.callId }
}

describe('closing a call by hand', () => {
  it('keeps who said what, when, and how they know; nobody looks for it any more', async () => {
    const { desk, callId } = await aLostCall()
    expect(await valueOf(desk.ask.listLookUps({}))).toMatchObject([{ callId }])
    const closed = await valueOf(desk.ask.closeCall({ callId, ...placed }))
    expect(closed.outcome).toEqual({ state: 'closedByOperator', who: 'ana', at: closed.changedAt, ...placed })
    expect(await valueOf(desk.ask.listLookUps({}))).toEqual([])
    const { events } = await valueOf(desk.ask.getCall({ callId }))
    expect(events.map(({ state }) => state)).toEqual(['queued', 'sending', 'unknown', 'closedByOperator'])
    expect(events.at(-1)?.outcome).toEqual(closed.outcome)
  })

  it('as placed frees the number for a question, as not placed without one', async () => {
    for (const [verdict, free] of [
      ['placed', false],
      ['notPlaced', true],
    ] as const) {
      const { desk, callId } = await aLostCall()
      await valueOf(desk.ask.closeCall({ callId, verdict, note: 'x' }))
      const again = await desk.ask.triggerCall(desk.draft({ phoneNumber: lost }))
      expect(again.ok ? 'ok' : again.failure.kind).toBe(free ? 'ok' : 'repeat')
      await desk.desk.settled()
    }
  })

  it('is refused while the answer is out', async () => {
    const desk = await aCallingDesk({ dialMilliseconds: 1_500 })
    const draft = desk.draft({ phoneNumber: '+14155550160' })
    await valueOf(desk.ask.triggerCall(draft))
    expect(await desk.ask.closeCall({ callId: draft.callId, ...placed })).toMatchObject({
      failure: { kind: 'invalid' },
    })
    expect((await desk.recordOf(draft)).outcome.state).toBe('sending')
    await desk.desk.settled()
  })

  it.each([
    ['accepted', '+14155550101'],
    ['rejected', '+14155550112'],
    ['failedAtProvider', '+14155550133'],
  ])('is refused when the call is %s: the service has said it', async (state, phoneNumber) => {
    const desk = await aCallingDesk()
    const { draft } = await desk.call({ phoneNumber })
    expect(await desk.ask.closeCall({ callId: draft.callId, ...placed })).toMatchObject({
      failure: { kind: 'invalid', issues: [{ path: ['callId'], code: 'resolved' }] },
    })
    expect((await desk.recordOf(draft)).outcome.state).toBe(state)
  })

  it('is one person’s: the second of two is told that it is settled', async () => {
    const { desk, callId } = await aLostCall()
    const answers = await Promise.all([
      desk.ask.closeCall({ callId, ...placed }),
      desk.ask.closeCall({ callId, verdict: 'notPlaced', note: 'no' }),
    ])
    expect(answers.map(({ ok }) => ok).toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true])
  })

  it('of an unknown call is refused', async () => {
    const desk = await aCallingDesk()
    const callId = '01JD0000000000000000000000'
    expect(await desk.ask.closeCall({ callId, ...placed })).toMatchObject({ failure: { kind: 'notFound' } })
  })
})

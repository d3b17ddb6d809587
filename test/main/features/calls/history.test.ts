import { describe, expect, it } from 'vitest'
import { valueOf } from '../../../support/test-app.ts'
import { openCallingApp, type CallingApp } from './open-calling-app.ts'

const lost = '+14155550152'
const placed = { decision: 'placed', note: 'She says that it rang.' } as const

/** A clock that never returns the same time twice, so that code must read it only once per event. */
const createAdvancingClock = () => {
  let readings = 0
  return () => Date.now() + (readings += 1)
}

/** Places a call whose response is lost, with a service whose lists cannot be read. */
const aLostCall = async (): Promise<{ app: CallingApp; callId: string }> => {
  const app = await openCallingApp({ parts: { after: () => () => {}, clock: createAdvancingClock() } })
  const { draft } = await app.call({ phoneNumber: lost })
  return { app, callId: draft.callId }
}

describe('resolving a call manually', () => {
  it('stores the user, the decision, the time and the note, and ends reconciliation', async () => {
    const { app, callId } = await aLostCall()
    expect(await valueOf(app.operations.listReconciliationJobs({}))).toMatchObject([{ callId }])
    const closed = await valueOf(app.operations.resolveCall({ callId, ...placed }))
    expect(closed.outcome).toEqual({ state: 'closedByOperator', who: 'ana', at: closed.changedAt, ...placed })
    expect(await valueOf(app.operations.listReconciliationJobs({}))).toEqual([])
    const { events } = await valueOf(app.operations.getCall({ callId }))
    expect(events.map(({ state }) => state)).toEqual(['queued', 'sending', 'unknown', 'closedByOperator'])
    expect(events.at(-1)?.outcome).toEqual(closed.outcome)
  })

  it('requires a confirmation for the next call if it was resolved as placed, but not if it was resolved as not placed', async () => {
    for (const [decision, free] of [
      ['placed', false],
      ['notPlaced', true],
    ] as const) {
      const { app, callId } = await aLostCall()
      await valueOf(app.operations.resolveCall({ callId, decision, note: 'x' }))
      const again = await app.operations.triggerCall(app.draft({ phoneNumber: lost }))
      expect(again.ok ? 'ok' : again.failure.kind).toBe(free ? 'ok' : 'repeat')
      await app.app.settled()
    }
  })

  it('is refused while the response is pending', async () => {
    const app = await openCallingApp({ dialMilliseconds: 1_500 })
    const draft = app.draft({ phoneNumber: '+14155550160' })
    await valueOf(app.operations.triggerCall(draft))
    expect(await app.operations.resolveCall({ callId: draft.callId, ...placed })).toMatchObject({
      failure: { kind: 'invalid' },
    })
    expect((await app.recordOf(draft)).outcome.state).toBe('sending')
    await app.app.settled()
  })

  it.each([
    ['accepted', '+14155550101'],
    ['rejected', '+14155550112'],
    ['failedAtProvider', '+14155550133'],
  ])('is refused for a call that the service reported as %s', async (state, phoneNumber) => {
    const app = await openCallingApp()
    const { draft } = await app.call({ phoneNumber })
    expect(await app.operations.resolveCall({ callId: draft.callId, ...placed })).toMatchObject({
      failure: { kind: 'invalid', issues: [{ path: ['callId'], code: 'resolved' }] },
    })
    expect((await app.recordOf(draft)).outcome.state).toBe(state)
  })

  it('is possible only once: a second decision is refused', async () => {
    const { app, callId } = await aLostCall()
    const answers = await Promise.all([
      app.operations.resolveCall({ callId, ...placed }),
      app.operations.resolveCall({ callId, decision: 'notPlaced', note: 'no' }),
    ])
    expect(answers.map(({ ok }) => ok).toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true])
  })

  it('is refused for a call that does not exist', async () => {
    const app = await openCallingApp()
    const callId = '01JD0000000000000000000000'
    expect(await app.operations.resolveCall({ callId, ...placed })).toMatchObject({ failure: { kind: 'notFound' } })
  })
})

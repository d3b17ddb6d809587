import { describe, expect, it } from 'vitest'
import { aCall } from '../../../support/a-call.ts'
import { createTornStorage } from '../../../support/torn-storage.ts'
import { valueOf } from '../../../support/test-app.ts'
import { openCallingApp, type CallingApp } from './open-calling-app.ts'
import { waitFor } from '../../../support/wait-for.ts'
import { endOfTime } from '../../../../src/domain/call-state.ts'

const accepts = '+14155550101'
const refuses = '+14155550112'
const cutBefore = '+14155550153'
const lostAnswer = '+14155550152'

const openAppWithTornWrites = async () => {
  const { tear, wrap } = createTornStorage()
  return { tear, app: await openCallingApp({ wrapStorage: wrap }) }
}

const statesOf = async ({ operations }: CallingApp, callId: string): Promise<string[]> =>
  (await valueOf(operations.getCall({ callId }))).events.map(({ state }) => state)

const refused = { ok: false, failure: { kind: 'storage', reason: 'diskError' } }

describe('a response that is stored although the write reports a failure', () => {
  it.each([
    ['accepted', accepts],
    ['rejected', refuses],
  ])('is announced as %s once, and not reconciled', async (state, phoneNumber) => {
    const { tear, app } = await openAppWithTornWrites()
    const draft = app.draft({ phoneNumber })
    tear('moveCall')
    await valueOf(app.operations.triggerCall(draft))
    await app.app.settled()
    expect(await statesOf(app, draft.callId)).toEqual(['queued', 'sending', state])
    expect(await valueOf(app.operations.listReconciliationJobs({}))).toEqual([])
    // One announcement for the new record, and one for the response.
    expect(app.announced.filter((event) => event.includes(draft.callId)).length).toBeGreaterThan(1)
  })

  it.each([
    ['accepted', lostAnswer],
    ['notFound', cutBefore],
  ])('is reconciled after a lost response, and ends as %s', async (state, phoneNumber) => {
    const { tear, app } = await openAppWithTornWrites()
    const draft = app.draft({ phoneNumber })
    tear('moveCall')
    await valueOf(app.operations.triggerCall(draft))
    await app.app.settled()
    expect(await valueOf(app.operations.reconcileCall({ callId: draft.callId }))).not.toMatchObject({
      outcome: { state: 'sending' },
    })
    await waitFor(async () => expect((await app.recordOf(draft)).outcome.state).toBe(state))
    expect(await valueOf(app.operations.listReconciliationJobs({}))).toEqual([])
    expect(await statesOf(app, draft.callId)).toEqual(['queued', 'sending', 'unknown', state])
  })
})

describe('a call record that is stored although the write reports a failure', () => {
  const placeTorn = async () => {
    const { tear, app } = await openAppWithTornWrites()
    const draft = app.draft({ phoneNumber: accepts })
    tear('recordCall')
    expect(await app.operations.triggerCall(draft)).toEqual(refused)
    return { tear, app, draft }
  }

  it('is marked as not sent: its number is free, and it is not reconciled', async () => {
    const { app, draft } = await placeTorn()
    await waitFor(async () =>
      expect((await app.recordOf(draft)).outcome).toEqual({ state: 'notSent', cause: 'notRecorded' }),
    )
    expect(await valueOf(app.operations.listReconciliationJobs({}))).toEqual([])
    expect(await valueOf(app.operations.erasePerson({ phoneNumber: accepts }))).toMatchObject({ calls: 1 })
    expect((await app.call({ phoneNumber: accepts })).answer.ok).toBe(true)
    expect(app.service.world.dials.length).toBe(1)
  })

  it('returns that state when it is submitted again, and is still not sent', async () => {
    const { app, draft } = await placeTorn()
    const again = await valueOf(app.operations.triggerCall(draft))
    expect(again.outcome).toEqual({ state: 'notSent', cause: 'notRecorded' })
    await app.app.settled()
    expect(app.service.world.dials).toEqual([])
    expect(await statesOf(app, draft.callId)).toEqual(['queued', 'sending', 'notSent'])
  })

  it('is not confused with an earlier call with the same ID from another process', async () => {
    const { tear, wrap } = createTornStorage()
    let reads = 0
    const app = await openCallingApp({
      wrapStorage: (storage) => {
        const torn = wrap(storage)
        return {
          close: () => torn.close(),
          run: (name, input) => torn.run(name, input).finally(() => (reads += name === 'getCall' ? 1 : 0)),
        }
      },
    })
    const interrupted = { state: 'unknown', cause: 'interrupted', status: null, detail: '' } as const
    const earlier = aCall({ profileId: app.profileId, phoneNumber: accepts, outcome: interrupted })
    const placement = { call: earlier, initialContext: {}, repeatSince: endOfTime, confirmedAfter: [] }
    await valueOf(app.storage.run('recordCall', placement))
    tear('recordCall')
    const same = app.draft({ callId: earlier.callId, phoneNumber: accepts, initialContext: {} })
    expect(await app.operations.triggerCall(same)).toEqual(refused)
    // The app reads the record before it decides whether it may correct it.
    await waitFor(() => expect(reads).toBe(1))
    expect((await app.recordOf(earlier)).outcome).toEqual(interrupted)
    expect(app.service.world.runs).toEqual([])
  })

  it('is not marked as not sent if the second attempt sent it', async () => {
    // The first attempt stored nothing; the second one, with the same ID, is the call.
    const app = await openCallingApp({
      wrapStorage: (storage) => {
        let failures = 1
        return {
          close: () => storage.close(),
          run: async (name, input) =>
            name === 'recordCall' && (failures -= 1) === 0 ? refusedOutcome : storage.run(name, input),
        }
      },
    })
    const draft = app.draft({ phoneNumber: accepts })
    const answers = await Promise.all([1, 2, 3].map(() => app.operations.triggerCall(draft)))
    expect(answers.map(({ ok }) => ok)).toEqual([false, true, true])
    await app.app.settled()
    expect(await statesOf(app, draft.callId)).toEqual(['queued', 'sending', 'accepted'])
    expect(app.service.world.dials.length).toBe(1)
  })
})

const refusedOutcome = { ok: false, failure: { kind: 'storage', reason: 'full' } } as const

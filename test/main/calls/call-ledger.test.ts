import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Call, CallState } from '../../../src/contract/call.ts'
import { createCallLedger } from '../../../src/main/calls/call-ledger.ts'
import { createStorage } from '../../../src/main/storage/storage.ts'
import { aCall } from '../../support/a-call.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { valueOf } from '../../support/test-desk.ts'

const worker = new URL('../../../src/main/storage/storage-worker.ts', import.meta.url)
const at = '2026-11-21T09:15:00.000Z'
const unknown = { state: 'unknown', cause: 'cut', status: null, detail: '' } as const
const dialling: CallState = {
  state: 'accepted',
  workflowRunId: 48_213,
  workflowRunName: 'WR-API-7823',
  status: '',
  reconciled: true,
  progress: 'dialling',
}
const started: CallState = { ...dialling, progress: 'started' }
const closed: CallState = { state: 'closedByOperator', verdict: 'placed', who: 'ana', at, note: 'x' }

/** A ledger over a real database, with one call that is being sent. */
const aLedger = async () => {
  const storage = createStorage({ file: join(temporaryFolder(), 'data', 'rundesk.db'), worker })
  onTestFinished(() => storage.close())
  const announced: string[][] = []
  const ledger = createCallLedger({ storage, clock: () => Date.parse(at), announce: (ids) => announced.push(ids) })
  const call = aCall({ outcome: { state: 'sending', since: at } })
  await valueOf(storage.ask('placeCall', { call, initialContext: {}, repeatSince: null, confirmedAfter: [] }))
  const settled = async (outcome: CallState = unknown): Promise<Call> => {
    const moved = await valueOf(ledger.settle(call.callId, outcome, { endedAt: at, serverDate: null }))
    if (moved === null) throw new Error('not settled')
    return moved
  }
  return { storage, ledger, announced, call, settled }
}

describe('what was found out', () => {
  it('is written when the call still stands where it was found out about', async () => {
    const { ledger, announced, settled } = await aLedger()
    const before = await settled()
    const after = await valueOf(ledger.resolve(before, dialling))
    expect(after).toEqual({ ...before, outcome: dialling })
    expect(await valueOf(ledger.find(before.callId))).toEqual(after)
    expect(announced.length).toBe(2)
  })

  it('is written once, however many find it out at once', async () => {
    const { ledger, storage, settled } = await aLedger()
    const before = await settled()
    const verdicts: CallState[] = [dialling, started, closed, { state: 'candidate', runIds: [3] }, dialling]
    const written = await Promise.all(verdicts.map((verdict) => valueOf(ledger.resolve(before, verdict))))
    expect(written.filter((call) => call !== null).length).toBe(1)
    const detail = await valueOf(storage.ask('getCall', { callId: before.callId }))
    expect(detail?.events.map(({ state }) => state)).toEqual(['queued', 'sending', 'unknown', 'accepted'])
  })

  it('is not written over another outcome of the same state', async () => {
    const { ledger, settled } = await aLedger()
    const first = await settled()
    const second = await valueOf(ledger.resolve(first, dialling))
    if (second === null) throw new Error('not written')
    await valueOf(ledger.resolve(second, started))
    expect(await valueOf(ledger.resolve(second, { ...dialling, progress: 'orphaned' }))).toBeNull()
    expect((await valueOf(ledger.find(first.callId)))?.outcome).toEqual(started)
  })

  it('never touches a call whose answer is out, nor one that is settled', async () => {
    const { ledger, call, settled } = await aLedger()
    expect(await valueOf(ledger.resolve(call, closed))).toBeNull()
    const done = await settled({ state: 'rejected', status: 404, detail: '', issues: [] })
    expect(await valueOf(ledger.resolve(done, closed))).toBeNull()
    expect(await valueOf(ledger.resolve({ ...done, outcome: unknown }, closed))).toBeNull()
    expect((await valueOf(ledger.find(call.callId)))?.outcome.state).toBe('rejected')
  })

  it('is refused with the reason when the database does not take it', async () => {
    const { ledger, storage, settled } = await aLedger()
    const before = await settled()
    await storage.close()
    expect(await ledger.resolve(before, dialling)).toMatchObject({ failure: { kind: 'storage' } })
    expect(await ledger.find(before.callId)).toMatchObject({ failure: { kind: 'storage' } })
  })
})

describe('an answer', () => {
  it('is written once, with the end of its connection and the service’s clock', async () => {
    const { ledger, call } = await aLedger()
    const ending = { endedAt: '2026-11-21T09:14:30.000Z', serverDate: '2026-11-21T10:14:29.000Z' }
    expect(await valueOf(ledger.settle(call.callId, unknown, ending))).toMatchObject(ending)
    expect(await valueOf(ledger.settle(call.callId, unknown, ending))).toBeNull()
  })

  it('takes back no word of a person', async () => {
    const { ledger, settled } = await aLedger()
    const before = await settled()
    await valueOf(ledger.resolve(before, closed))
    expect(await valueOf(ledger.settle(before.callId, started, { endedAt: at, serverDate: null }))).toBeNull()
  })
})

describe('what this process knows of a call of its own', () => {
  const ending = { endedAt: at, serverDate: null }
  const interrupted: CallState = { state: 'unknown', cause: 'interrupted', status: null, detail: '' }
  const rejected: CallState = { state: 'rejected', status: 401, detail: '', issues: [] }
  const notFound: CallState = { state: 'notFound', since: at }
  const candidate: CallState = { state: 'candidate', runIds: [3] }

  it.each([
    ['an interruption', [interrupted]],
    ['"not found"', [interrupted, notFound]],
    ['a candidate', [interrupted, candidate]],
  ])('takes the place of %s', async (_what, guesses) => {
    const { ledger, storage, call } = await aLedger()
    const { callId } = call
    for (const outcome of guesses) {
      const from = ['sending', 'unknown'] as const
      await valueOf(storage.ask('moveCall', { callId, from, outcome, at, endedAt: at }))
    }
    expect(await valueOf(ledger.settleOwn(callId, rejected, ending))).toMatchObject({ outcome: rejected })
  })

  it.each<[string, CallState]>([
    ['a person’s word', closed],
    ['a run that was found to be placed', started],
    ['another answer', unknown],
  ])('leaves %s as it stands, and tells it', async (_what, standing) => {
    const { ledger, storage, call, announced } = await aLedger()
    const { callId } = call
    await valueOf(storage.ask('moveCall', { callId, from: ['sending'], outcome: standing, at }))
    expect(await valueOf(ledger.settleOwn(callId, rejected, ending))).toMatchObject({ outcome: standing })
    expect(announced).toEqual([[callId]])
  })

  it('is written once, also when it is written again because the disk seemed to fail', async () => {
    const { ledger, storage, call } = await aLedger()
    for (let count = 0; count < 3; count += 1)
      expect(await valueOf(ledger.settleOwn(call.callId, started, ending))).toMatchObject({ outcome: started })
    const detail = await valueOf(storage.ask('getCall', { callId: call.callId }))
    expect(detail?.events.map(({ state }) => state)).toEqual(['queued', 'sending', 'accepted'])
  })

  it('is null for a call that is not on record; put back, it is "sending" with everything that was sent', async () => {
    const { ledger, storage } = await aLedger()
    const lost = aCall({ outcome: { state: 'sending', since: at } })
    expect(await valueOf(ledger.settleOwn(lost.callId, rejected, ending))).toBeNull()
    const own = { call: lost, initialContext: { name: 'Jane' }, until: 0, answered: false }
    expect(await valueOf(ledger.putBack(own))).toEqual(lost)
    const detail = await valueOf(storage.ask('getCall', { callId: lost.callId }))
    expect([detail?.call, detail?.initialContext]).toEqual([lost, { name: 'Jane' }])
    expect((await valueOf(storage.ask('verifyHistory', { now: at }))).intact).toBe(true)
  })

  it('put back takes a guess and its end away, and nothing that anybody has said', async () => {
    const { ledger, storage, call } = await aLedger()
    const own = { call, initialContext: {}, until: 0, answered: false }
    const { callId } = call
    await valueOf(storage.ask('moveCall', { callId, from: ['sending'], outcome: interrupted, at, endedAt: at }))
    expect(await valueOf(ledger.putBack(own))).toEqual({ ...call, changedAt: at })
    await valueOf(storage.ask('moveCall', { callId, from: ['sending'], outcome: closed, at, endedAt: at }))
    expect(await valueOf(ledger.putBack(own))).toMatchObject({ outcome: closed, endedAt: at })
  })
})

it('leaves to this process what this process has under way', async () => {
  const { ledger, storage, call } = await aLedger()
  const other = aCall({ phoneNumber: '+14155550199', outcome: { state: 'sending', since: at } })
  const placement = { call: other, initialContext: {}, repeatSince: null, confirmedAfter: [] }
  await valueOf(storage.ask('placeCall', placement))
  await valueOf(ledger.settleInterrupted((callId) => callId === call.callId))
  expect((await valueOf(ledger.find(call.callId)))?.outcome.state).toBe('sending')
  expect((await valueOf(ledger.find(other.callId)))?.outcome).toMatchObject({ cause: 'interrupted' })
})

it('finds no call that is not there', async () => {
  const { ledger } = await aLedger()
  expect(await valueOf(ledger.find('01JD0000000000000000000000'))).toBeNull()
})

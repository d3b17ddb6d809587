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

it('finds no call that is not there', async () => {
  const { ledger } = await aLedger()
  expect(await valueOf(ledger.find('01JD0000000000000000000000'))).toBeNull()
})

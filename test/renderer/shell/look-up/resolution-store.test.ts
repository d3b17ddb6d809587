import { describe, expect, it } from 'vitest'
import type { CallState } from '../../../../src/contract/call.ts'
import { createResolution } from '../../../../src/renderer/shell/look-up/resolution-store.ts'
import { createFakeDesk, type FakeDeskOptions } from '../../../support/fake-desk.ts'
import { acme, fakeCall } from '../../../support/fake-desk/fake-world.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const cut: CallState = { state: 'unknown', cause: 'cut', status: null, detail: '' }
const found: CallState = {
  state: 'accepted',
  workflowRunId: 48_213,
  workflowRunName: 'WR-API-1',
  status: '',
  reconciled: true,
  progress: 'started',
}

const open = (options: FakeDeskOptions = {}) => {
  const call = fakeCall(1, now, cut)
  const desk = createFakeDesk({ profiles: [acme], calls: [call], now: () => now, ...options })
  const acts = createResolution(desk, call.callId)
  const outcome = async () => {
    const detail = await desk.getCall({ callId: call.callId })
    return detail.ok ? detail.value.call.outcome : null
  }
  return { desk, acts, outcome, state: () => acts.store.getState() }
}

describe('looking now', () => {
  it('asks once for two presses, and says that nothing new was found', async () => {
    const { acts, state, desk } = open()
    let asked = 0
    const { lookUpCall } = desk
    Object.assign(desk, { lookUpCall: (input: { callId: string }) => ((asked += 1), lookUpCall(input)) })
    await Promise.all([acts.lookNow(), acts.lookNow()])
    expect(asked).toBe(1)
    expect(state().looking).toEqual({ step: 'looked' })
  })

  it('leaves what was found to the call itself', async () => {
    const { acts, outcome } = open({ foundOf: () => found })
    await acts.lookNow()
    expect(await outcome()).toEqual(found)
  })

  it('keeps the reason when the service cannot be asked', async () => {
    const failure = { kind: 'unreachable', cause: 'noHost' } as const
    const { acts, state } = open({ failing: { lookUpCall: failure } })
    await acts.lookNow()
    expect(state().looking).toEqual({ step: 'failed', failure })
  })
})

describe('closing by hand', () => {
  it('needs a verdict and a note, and says so only once somebody tried', async () => {
    const { acts, state, outcome } = open()
    acts.openClosing()
    expect(state().closing.tried).toBe(false)
    await acts.close()
    expect(state().closing).toMatchObject({ step: 'open', tried: true })
    acts.decide('notPlaced')
    acts.typeNote('   ')
    await acts.close()
    expect(await outcome()).toEqual(cut)
  })

  it('writes the verdict with the note, trimmed', async () => {
    const { acts, state, outcome } = open()
    acts.openClosing()
    acts.decide('placed')
    acts.typeNote(' Jane says it rang. ')
    await acts.close()
    expect(state().closing.step).toBe('done')
    expect(await outcome()).toMatchObject({ state: 'closedByOperator', verdict: 'placed', note: 'Jane says it rang.' })
  })

  it('loses nothing that was said when it is refused or given up', async () => {
    const failing: FakeDeskOptions['failing'] = { closeCall: { kind: 'storage', reason: 'full' } }
    const { acts, state, outcome } = open({ failing })
    acts.openClosing()
    acts.decide('placed')
    acts.typeNote('Looked in the dashboard.')
    await acts.close()
    expect(state().closing).toMatchObject({ step: 'open', verdict: 'placed', note: 'Looked in the dashboard.' })
    expect(state().closing.failure).toEqual({ kind: 'storage', reason: 'full' })
    acts.giveUp()
    acts.openClosing()
    expect(state().closing).toMatchObject({ note: 'Looked in the dashboard.', failure: null })
    delete failing.closeCall
    await acts.close()
    expect(await outcome()).toMatchObject({ state: 'closedByOperator' })
  })
})

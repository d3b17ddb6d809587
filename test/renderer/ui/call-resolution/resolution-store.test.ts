import { describe, expect, it } from 'vitest'
import type { CallState } from '../../../../src/contract/call.ts'
import { createResolution } from '../../../../src/renderer/ui/call-resolution/resolution-store.ts'
import { createFakeApi, type FakeApiOptions } from '../../../support/fake-api.ts'
import { acme, fakeCall } from '../../../support/fake-api/data.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const connectionCut: CallState = { state: 'unknown', cause: 'cut', status: null, detail: '' }
const found: CallState = {
  state: 'accepted',
  workflowRunId: 48_213,
  workflowRunName: 'WR-API-1',
  status: '',
  reconciled: true,
  progress: 'started',
}

const open = (options: FakeApiOptions = {}) => {
  const call = fakeCall(1, now, connectionCut)
  const api = createFakeApi({ profiles: [acme], calls: [call], now: () => now, ...options })
  const resolution = createResolution(api, call.callId)
  const outcome = async () => {
    const detail = await api.getCall({ callId: call.callId })
    return detail.ok ? detail.value.call.outcome : null
  }
  return { api, resolution, outcome, state: () => resolution.store.getState() }
}

describe('checking now', () => {
  it('checks only once when asked twice, and reports that nothing has changed', async () => {
    const { resolution, state, api } = open()
    let requests = 0
    const { reconcileCall } = api
    Object.assign(api, { reconcileCall: (input: { callId: string }) => ((requests += 1), reconcileCall(input)) })
    await Promise.all([resolution.checkNow(), resolution.checkNow()])
    expect(requests).toBe(1)
    expect(state().check).toEqual({ step: 'unchanged' })
  })

  it('does not change the outcome itself', async () => {
    const { resolution, outcome } = open({ foundOf: () => found })
    await resolution.checkNow()
    expect(await outcome()).toEqual(found)
  })

  it('reports why the service cannot be reached', async () => {
    const failure = { kind: 'unreachable', cause: 'noHost' } as const
    const { resolution, state } = open({ failing: { reconcileCall: failure } })
    await resolution.checkNow()
    expect(state().check).toEqual({ step: 'failed', failure })
  })

  it('reports a refusal that only the job of the call contains', async () => {
    const failure = { kind: 'unauthorized', detail: '' } as const
    const { resolution, state } = open({ jobOf: () => ({ lastFailure: failure }) })
    await resolution.checkNow()
    expect(state().check).toEqual({ step: 'failed', failure })
  })
})

describe('resolving manually', () => {
  it('requires a decision and a note, but says so only after an attempt to submit', async () => {
    const { resolution, state, outcome } = open()
    resolution.openForm()
    expect(state().form.tried).toBe(false)
    await resolution.submit()
    expect(state().form).toMatchObject({ step: 'open', tried: true })
    resolution.setDecision('notPlaced')
    resolution.setNote('   ')
    await resolution.submit()
    expect(await outcome()).toEqual(connectionCut)
  })

  it('saves the decision with the trimmed note', async () => {
    const { resolution, state, outcome } = open()
    resolution.openForm()
    resolution.setDecision('placed')
    resolution.setNote(' Jane says it rang. ')
    await resolution.submit()
    expect(state().form.step).toBe('done')
    expect(await outcome()).toMatchObject({ state: 'closedByOperator', decision: 'placed', note: 'Jane says it rang.' })
  })

  it('keeps the input after it is refused or canceled', async () => {
    const failing: FakeApiOptions['failing'] = { resolveCall: { kind: 'storage', reason: 'full' } }
    const { resolution, state, outcome } = open({ failing })
    resolution.openForm()
    resolution.setDecision('placed')
    resolution.setNote('Looked in the dashboard.')
    await resolution.submit()
    expect(state().form).toMatchObject({ step: 'open', decision: 'placed', note: 'Looked in the dashboard.' })
    expect(state().form.failure).toEqual({ kind: 'storage', reason: 'full' })
    resolution.cancel()
    resolution.openForm()
    expect(state().form).toMatchObject({ note: 'Looked in the dashboard.', failure: null })
    delete failing.resolveCall
    await resolution.submit()
    expect(await outcome()).toMatchObject({ state: 'closedByOperator' })
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Call, CallState } from '../../../src/contract/call.ts'
import { createCallDesk } from '../../../src/renderer/call/call-desk.ts'
import { pastEntries, runsPause, type PastState } from '../../../src/renderer/call/number-past.ts'
import { readingPause } from '../../../src/renderer/call/number-reader.ts'
import { createFakeDesk } from '../../support/fake-desk.ts'
import { calledElsewhere, fakeRecentRun } from '../../support/fake-desk/fake-recent.ts'
import { acme, fakeCall } from '../../support/fake-desk/fake-world.ts'

const now = Date.parse('2026-11-21T09:00:00Z')
const accepted: CallState = {
  state: 'accepted',
  workflowRunId: 48_230,
  workflowRunName: 'WR-API-48230',
  status: '',
  reconciled: false,
  progress: 'started',
}
const cut: CallState = { state: 'unknown', cause: 'cut', status: null, detail: '' }
const to = (n: number, at: number, outcome: CallState = accepted, change: Partial<Call> = {}) =>
  fakeCall(n, at, outcome, { phoneNumber: calledElsewhere, ...change })

const open = (calls: Call[] = []) => {
  const desk = createFakeDesk({ profiles: [acme], calls })
  const recentRuns = vi.fn<typeof desk.recentRuns>(desk.recentRuns)
  const recentCalls = vi.fn<typeof desk.recentCalls>(desk.recentCalls)
  const parts = {
    desk: { ...desk, recentRuns, recentCalls },
    now: () => Date.now(),
    randomBytes: () => new Uint8Array(16),
  }
  const call = createCallDesk(parts, acme)
  return { call, recentRuns, recentCalls, past: () => call.past.store.getState() }
}

const read = () => vi.advanceTimersByTimeAsync(readingPause + 20)

beforeEach(() => void vi.useFakeTimers({ now }))
afterEach(() => void vi.useRealTimers())

describe('what is known of a number while it is typed', () => {
  it('comes from this computer at once, however the number was written then', async () => {
    const { call, past } = open([to(1, now - 60_000, accepted, { phoneNumber: '0014155550266' })])
    call.form.typeNumber('+1 415 555 0266')
    await read()
    expect(past().calls).toHaveLength(1)
  })

  it('is asked of the services only once the number stands', async () => {
    const { call, recentRuns, past } = open()
    call.form.typeNumber('+1 415 555 02')
    await read()
    call.form.typeNumber(calledElsewhere)
    await read()
    expect(recentRuns).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(runsPause)
    expect(recentRuns.mock.calls).toEqual([[{ phoneNumber: calledElsewhere, practice: false }]])
    expect(past().runs.map(({ run }) => run.workflowRunId)).toEqual([48_230, 48_101])
  })

  it('goes with the number: nothing of it is told of another one', async () => {
    const { call, past, recentRuns } = open([to(1, now - 60_000)])
    call.form.typeNumber(calledElsewhere)
    await read()
    call.form.typeNumber('+1 415 555 0299')
    await vi.advanceTimersByTimeAsync(runsPause + readingPause + 20)
    expect(past()).toEqual({ dial: '+14155550299', calls: [], runs: [] })
    expect(recentRuns).toHaveBeenCalledTimes(1)
  })

  it('asks about practice for practice alone', async () => {
    const desk = createFakeDesk()
    const recentCalls = vi.fn<typeof desk.recentCalls>(desk.recentCalls)
    const parts = { desk: { ...desk, recentCalls }, now: () => now, randomBytes: () => new Uint8Array(16) }
    const call = createCallDesk(parts, { id: acme.id, kind: 'practice' })
    call.form.typeNumber(calledElsewhere)
    await read()
    expect(recentCalls).toHaveBeenCalledWith({ phoneNumber: calledElsewhere, practice: true })
  })
})

describe('the lines below the number', () => {
  const told = (id: number, at: number, change = {}) => ({
    profileId: acme.id,
    profileName: acme.name,
    run: fakeRecentRun(id, at, change),
  })
  const state = (change: Partial<PastState>): PastState => ({ dial: calledElsewhere, calls: [], runs: [], ...change })
  const ids = (entries: ReturnType<typeof pastEntries>) =>
    entries.map((entry) => (entry.kind === 'call' ? entry.call.callId : entry.told.run.workflowRunId))

  it('are three at the most, newest first, each call told once', () => {
    const mine = to(1, now - 30_000)
    const runs = [
      told(5, now - 20_000),
      told(48_230, now - 29_000, { callId: mine.callId, from: 'thisDesk' }),
      told(6, now - 60_000),
      told(7, now - 90_000),
    ]
    expect(ids(pastEntries(state({ calls: [mine], runs }), false))).toEqual([5, mine.callId, 6])
  })

  it('begin with the call that locks the number', () => {
    const locking = to(1, now - 600_000, cut)
    const runs = [told(5, now - 20_000), told(6, now - 30_000), told(7, now - 40_000)]
    expect(ids(pastEntries(state({ calls: [locking], runs }), false))).toEqual([locking.callId, 5, 6])
  })

  it('keep practice and real calls apart', () => {
    expect(pastEntries(state({ calls: [to(1, now, accepted, { practice: true })] }), false)).toEqual([])
  })
})

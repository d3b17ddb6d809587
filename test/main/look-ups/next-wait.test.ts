import { describe, expect, it } from 'vitest'
import type { CallState } from '../../../src/contract/call.ts'
import type { LookUpCase } from '../../../src/main/look-ups/look-up-case.ts'
import { nextWait } from '../../../src/main/look-ups/next-wait.ts'
import { aCall } from '../../support/a-call.ts'
import { aWatchedCase, unknown } from './a-case.ts'

const sentAt = 1_000_000
const over = (outcome: CallState, change: Partial<LookUpCase> = {}): LookUpCase =>
  aWatchedCase({ call: aCall({ outcome }), endedAt: sentAt, ...change })

/** The moments, in seconds, at which a case is looked at by itself when nothing is found, up to a limit. */
const momentsOf = (known: LookUpCase, limit: number): number[] => {
  const moments: number[] = []
  for (let now = sentAt; ;) {
    const wait = nextWait(known, now)
    if (wait === null || now + wait > sentAt + limit * 1000) return moments
    now += wait
    moments.push((now - sentAt) / 1000)
  }
}

describe('the next look', () => {
  it('while the answer is out comes 10 s after sending, and then every few seconds', () => {
    expect(momentsOf(aWatchedCase(), 60)).toEqual([10, 12.5, 15, 20, 30, 40, 50, 60])
  })

  it('comes no more once the run is known: the answer is what is waited for', () => {
    expect(nextWait(aWatchedCase({ foundRunId: 5 }), sentAt)).toBeNull()
  })

  it('comes at once when the answer is lost, and then never more than 10 s apart until a verdict is due', () => {
    expect(nextWait(over(unknown, { hurry: true }), sentAt)).toBe(0)
    const moments = momentsOf(over(unknown), 150)
    expect(moments[0]).toBe(2)
    expect(Math.max(...moments.map((moment, index) => moment - (moments[index - 1] ?? 0)))).toBeLessThanOrEqual(10)
    expect(moments.filter((moment) => moment >= 120 && moment <= 145).length).toBeGreaterThan(3)
  })

  it('grows rare after ten minutes', () => {
    const moments = momentsOf(over(unknown), 3_600)
    expect(moments.filter((moment) => moment > 150 && moment < 600).length).toBe(14)
    expect(moments.filter((moment) => moment > 700).length).toBeLessThan(11)
  })

  it('comes soon again where lists could be read only lately', () => {
    const reading = { startedAt: 0, complete: true, runs: new Map(), gaps: new Set<string>() }
    const wait = (readings: number): number | null =>
      nextWait(over(unknown, { earlier: Array.from({ length: readings }, () => reading) }), sentAt + 3_600_000)
    expect([0, 1, 3, 4].map(wait)).toEqual([300_000, 31_000, 31_000, 300_000])
  })

  it.each<[string, CallState]>([
    ['a candidate', { state: 'candidate', runIds: [1] }],
    [
      'an orphan',
      { state: 'accepted', workflowRunId: 1, workflowRunName: '', status: '', reconciled: true, progress: 'orphaned' },
    ],
    [
      'a known run that failed in doubt',
      { state: 'failedAtProvider', status: null, detail: '', doubt: true, workflowRunId: 1 },
    ],
  ])('never comes by itself for %s: a person decides', (_what, outcome) => {
    expect(nextWait(over(outcome, { hurry: true }), sentAt)).toBeNull()
  })

  it('comes every ten seconds while a run is dialled', () => {
    const dialling = {
      state: 'accepted',
      workflowRunId: 1,
      workflowRunName: '',
      status: '',
      reconciled: true,
      progress: 'dialling',
    } as const
    expect(momentsOf(over(dialling), 30)).toEqual([10, 20, 30])
  })

  it('comes for a failure in doubt whose run is not known yet', () => {
    const doubtful = { state: 'failedAtProvider', status: 400, detail: '', doubt: true, workflowRunId: null } as const
    expect(nextWait(over(doubtful, { hurry: true }), sentAt)).toBe(0)
  })

  it('never comes while only a person can go on', () => {
    expect(nextWait(over(unknown, { halted: true, hurry: true }), sentAt)).toBeNull()
  })

  it('waits longer after each failure: up to 10 s while it matters most, up to a minute later', () => {
    const waits = (elapsed: number): (number | null)[] =>
      [1, 2, 3, 4, 5, 9].map((failures) => nextWait(over(unknown, { failures, hurry: true }), sentAt + elapsed))
    expect(waits(0)).toEqual([5_000, 10_000, 10_000, 10_000, 10_000, 10_000])
    expect(waits(300_000)).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000])
  })
})

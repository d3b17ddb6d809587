import { describe, expect, it } from 'vitest'
import type { Call, CallState } from '../../../src/contract/call.ts'
import { dateReading, type LatestReading } from '../../../src/main/look-ups/conclusive.ts'
import type { Reading } from '../../../src/main/look-ups/read-runs.ts'
import { type Addition, type Evidence, judge, mayConclude } from '../../../src/main/look-ups/verdict.ts'
import type { RunListItem } from '../../../src/main/service/wire-runs.ts'
import { aCall } from '../../support/a-call.ts'
import { aRun, isoAt, noon } from './a-run.ts'

const unknown = { state: 'unknown', cause: 'cut', status: null, detail: '' } as const
const doubtful = { state: 'failedAtProvider', status: 400, detail: 'x', doubt: true, workflowRunId: null } as const
const endedAt = 100_000

const reading = (seconds: number, runs: RunListItem[], change: Partial<Reading> = {}): LatestReading => {
  const startedAt = endedAt + seconds * 1000
  const server = { server: noon + seconds * 1000, wall: 0, monotonic: startedAt }
  return dateReading({ runs, gaps: [], complete: true, server, failure: null, ...change }, startedAt)
}

const aCallTo = (change: Partial<Call> = {}): Call => aCall({ outcome: unknown, ...change })
const ownRun = (call: Call, id: number, change: Partial<RunListItem> = {}): RunListItem =>
  aRun(id, { calledNumber: call.phoneNumber, initialContext: { rundesk_call_id: call.callId }, ...change })

/** What is known 121 s after the end, when the same was seen half a minute before. */
const evidenceOf = (call: Call, runs: RunListItem[], change: Partial<Evidence> = {}): Evidence => ({
  call,
  onItsWay: { from: noon - 5_000, to: noon },
  endedAt,
  foundAt: null,
  isPast: false,
  latest: reading(121, runs),
  earlier: [reading(90, runs).kept],
  now: { wall: 77, monotonic: endedAt + 121_000 },
  ...change,
})

const added: Addition = { workflowId: 7, mayHide: false }

describe('proof', () => {
  it('is taken at once, from one reading, complete or not', () => {
    const call = aCallTo()
    const latest = reading(1, [ownRun(call, 9)], { complete: false })
    expect(judge(evidenceOf(call, [], { latest, earlier: [] }), { workflowId: null, mayHide: true })).toMatchObject({
      state: 'accepted',
      workflowRunId: 9,
      progress: 'started',
    })
  })

  it('is for a person when two runs carry it', () => {
    const call = aCallTo()
    expect(judge(evidenceOf(call, [ownRun(call, 12), ownRun(call, 9)]), added)).toEqual({
      state: 'candidate',
      runIds: [9, 12],
    })
  })

  it('of a run that is followed already stays with that run', () => {
    const accepted = { state: 'accepted', workflowRunName: 'x', status: '', reconciled: true } as const
    const call = aCallTo({ outcome: { ...accepted, workflowRunId: 12, progress: 'dialling' } })
    const runs = [ownRun(call, 9), ownRun(call, 12)]
    expect(judge(evidenceOf(call, runs), added)).toMatchObject({ state: 'accepted', workflowRunId: 12 })
  })

  it('tells a run that is dialled from one that was left by how long it has been seen, and by no other clock', () => {
    const call = aCallTo()
    const run = ownRun(call, 9, { carrierCallId: null, createdAt: isoAt(noon - 99 * 3_600_000) })
    const seenFor = (milliseconds: number) => ({ foundAt: endedAt + 121_000 - milliseconds })
    expect(judge(evidenceOf(call, [run]), added)).toMatchObject({ progress: 'dialling' })
    expect(judge(evidenceOf(call, [run], seenFor(310_000)), added)).toMatchObject({ progress: 'dialling' })
    expect(judge(evidenceOf(call, [run], seenFor(310_001)), added)).toMatchObject({ progress: 'orphaned' })
    expect(judge(evidenceOf(call, [run], { isPast: true }), added)).toMatchObject({ progress: 'orphaned' })
    const young = { ...run, createdAt: isoAt(noon + 100_000) }
    expect(judge(evidenceOf(call, [young], { isPast: true }), added)).toMatchObject({ progress: 'dialling' })
    const latest = reading(121, [run], { server: null })
    expect(judge(evidenceOf(call, [run], { isPast: true, latest }), added)).toMatchObject({ progress: 'dialling' })
  })
})

describe('without proof', () => {
  const call = aCallTo()
  const like = aRun(9, { calledNumber: call.phoneNumber })

  it('"not found" by the service’s own clock', () => {
    expect(judge(evidenceOf(call, []), added)).toEqual({ state: 'notFound', since: isoAt(noon + 121_000) })
  })

  it('"not found" by ours where the service tells no time', () => {
    const latest = reading(121, [], { server: null })
    expect(judge(evidenceOf(call, [], { latest }), added)).toEqual({ state: 'notFound', since: isoAt(77) })
  })

  it('a candidate where a run fits', () => {
    expect(judge(evidenceOf(call, [like]), added)).toEqual({ state: 'candidate', runIds: [9] })
  })

  it('a candidate also where another run cannot be read', () => {
    expect(judge(evidenceOf(call, [like]), { ...added, mayHide: true })).toMatchObject({ state: 'candidate' })
  })

  it('a candidate where our id went to another number: it may be a copy, and it may be ours', () => {
    const copy = ownRun(call, 9, { calledNumber: '+442079460018' })
    expect(judge(evidenceOf(call, [copy], { earlier: [] }), added)).toBeNull()
    expect(judge(evidenceOf(call, [copy]), added)).toEqual({ state: 'candidate', runIds: [9] })
  })

  it.each([
    ['the readings do not suffice', { earlier: [] }, added, unknown],
    ['the key does not see the agent', {}, { ...added, workflowId: null }, unknown],
    ['a run that cannot be read may be ours', {}, { ...added, mayHide: true }, unknown],
    ['the service said that it had made a run', {}, added, doubtful],
  ])('nothing when %s', (_what, change, addition, outcome) => {
    expect(judge(evidenceOf(aCallTo({ outcome }), [], change), addition)).toBeNull()
  })

  it('a candidate for a call whose carrier failed in doubt', () => {
    expect(judge(evidenceOf(aCallTo({ outcome: doubtful }), [like]), added)).toEqual({
      state: 'candidate',
      runIds: [9],
    })
  })

  const settled: CallState[] = [
    { state: 'notFound', since: isoAt(noon) },
    { state: 'candidate', runIds: [4] },
    { state: 'accepted', workflowRunId: 4, workflowRunName: 'x', status: '', reconciled: true, progress: 'dialling' },
  ]
  it.each(settled)('nothing more about a call that is $state', (outcome) => {
    const evidence = evidenceOf(aCallTo({ outcome }), [like])
    expect(mayConclude(evidence)).toBe(false)
    expect(judge(evidence, added)).toBeNull()
  })
})

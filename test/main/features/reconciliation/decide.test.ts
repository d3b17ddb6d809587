import { describe, expect, it } from 'vitest'
import type { Call, CallState } from '../../../../src/contract/call.ts'
import {
  dateReading,
  decide,
  type Evidence,
  gapsIn,
  isConclusive,
  type LatestReading,
  needsServiceDetails,
  type PastReading,
  type ServiceDetails,
} from '../../../../src/main/features/reconciliation/decide.ts'
import type { Reading } from '../../../../src/main/features/reconciliation/read-runs.ts'
import type { Gap } from '../../../../src/main/features/reconciliation/run-positions.ts'
import type { RunListItem } from '../../../../src/main/service/wire/runs.ts'
import { aCall } from '../../../support/a-call.ts'
import { createRun, isoAt, noon } from './create-run.ts'

const unknown = { state: 'unknown', cause: 'cut', status: null, detail: '' } as const
const doubtful = { state: 'failedAtProvider', status: 400, detail: 'x', doubt: true, workflowRunId: null } as const
const endedAt = 100_000

const reading = (seconds: number, runs: RunListItem[], change: Partial<Reading> = {}): LatestReading => {
  const startedAt = endedAt + seconds * 1000
  const server = { server: noon + seconds * 1000, wall: 0, monotonic: startedAt }
  return dateReading({ runs, gaps: [], complete: true, server, failure: null, newestRunId: null, ...change }, startedAt)
}

const aCallTo = (change: Partial<Call> = {}): Call => aCall({ outcome: unknown, ...change })
const ownRun = (call: Call, id: number, change: Partial<RunListItem> = {}): RunListItem =>
  createRun(id, { calledNumber: call.phoneNumber, initialContext: { rundesk_call_id: call.callId }, ...change })

/** Returns the evidence 121 s after the end of the connection, with the same reading 30 s earlier. */
const evidenceOf = (call: Call, runs: RunListItem[], change: Partial<Evidence> = {}): Evidence => ({
  call,
  callTime: { from: noon - 5_000, to: noon },
  endedAt,
  foundAt: null,
  dialIsOver: false,
  latest: reading(121, runs),
  earlier: [reading(90, runs).kept],
  now: { wall: 77, monotonic: endedAt + 121_000 },
  ...change,
})

const added: ServiceDetails = { seesAgent: true, mayBeHidden: false }

describe('proof', () => {
  it('is accepted from one reading, even an incomplete one', () => {
    const call = aCallTo()
    const latest = reading(1, [ownRun(call, 9)], { complete: false })
    expect(
      decide(evidenceOf(call, [], { latest, earlier: [] }), { seesAgent: false, mayBeHidden: true }),
    ).toMatchObject({
      state: 'accepted',
      workflowRunId: 9,
      progress: 'started',
    })
  })

  it('leads to a candidate if two runs contain it', () => {
    const call = aCallTo()
    expect(decide(evidenceOf(call, [ownRun(call, 12), ownRun(call, 9)]), added)).toEqual({
      state: 'candidate',
      runIds: [9, 12],
    })
  })

  it('does not change the run that is already followed', () => {
    const accepted = { state: 'accepted', workflowRunName: 'x', status: '', reconciled: true } as const
    const call = aCallTo({ outcome: { ...accepted, workflowRunId: 12, progress: 'dialing' } })
    const runs = [ownRun(call, 9), ownRun(call, 12)]
    expect(decide(evidenceOf(call, runs), added)).toMatchObject({ state: 'accepted', workflowRunId: 12 })
  })

  it('reports a dialing run as orphaned once it was seen for 310 s, or if the longest dial time is over and the run is known to be old', () => {
    const call = aCallTo()
    const run = ownRun(call, 9, { carrierCallId: null, createdAt: isoAt(noon - 99 * 3_600_000) })
    const seenFor = (milliseconds: number) => ({ foundAt: endedAt + 121_000 - milliseconds })
    expect(decide(evidenceOf(call, [run]), added)).toMatchObject({ progress: 'dialing' })
    expect(decide(evidenceOf(call, [run], seenFor(310_000)), added)).toMatchObject({ progress: 'dialing' })
    expect(decide(evidenceOf(call, [run], seenFor(310_001)), added)).toMatchObject({ progress: 'orphaned' })
    expect(decide(evidenceOf(call, [run], { dialIsOver: true }), added)).toMatchObject({ progress: 'orphaned' })
    const young = { ...run, createdAt: isoAt(noon + 100_000) }
    expect(decide(evidenceOf(call, [young], { dialIsOver: true }), added)).toMatchObject({ progress: 'dialing' })
    const latest = reading(121, [run], { server: null })
    expect(decide(evidenceOf(call, [run], { dialIsOver: true, latest }), added)).toMatchObject({ progress: 'dialing' })
  })
})

describe('a refused call', () => {
  const refused = { state: 'failedAtProvider', status: 400, detail: 'x', doubt: false, workflowRunId: null } as const
  const credits: CallState = { state: 'rejected', status: 402, detail: 'x', issues: [] }

  it.each<[CallState, CallState]>([
    [refused, { ...refused, workflowRunId: 9, workflowRunName: 'WR-API-9' }],
    [credits, { ...credits, workflowRunId: 9, workflowRunName: 'WR-API-9' }],
  ])('keeps its outcome and gets its run ID and name: %j', (outcome, expected) => {
    const call = aCallTo({ outcome })
    const run = ownRun(call, 9, { carrierCallId: null, error: 'Failed to initiate call: 400: Invalid To' })
    expect(decide(evidenceOf(call, [run], { earlier: [] }), added)).toEqual(expected)
    expect(decide(evidenceOf(call, []), added)).toBeNull()
  })

  it.each([refused, credits, { ...credits, workflowRunId: 9 }])(
    'is accepted if its run shows that the carrier has the call: %j',
    (outcome) => {
      const call = aCallTo({ outcome })
      expect(decide(evidenceOf(call, [ownRun(call, 9)]), added)).toMatchObject({ state: 'accepted', workflowRunId: 9 })
    },
  )

  it.each<[CallState, number[]]>([
    [refused, [12, 9]],
    [credits, [12, 9]],
    [{ ...credits, workflowRunId: 9 }, [12]],
  ])('is a candidate if it has several runs: %j and %j', (outcome, ids) => {
    const call = aCallTo({ outcome })
    const runs = ids.map((id) => ownRun(call, id, { carrierCallId: null }))
    expect(decide(evidenceOf(call, runs), added)).toEqual({ state: 'candidate', runIds: [9, 12] })
  })
})

describe('without proof', () => {
  const call = aCallTo()
  const like = createRun(9, { calledNumber: call.phoneNumber })

  it('decides "not found" with the time of the service’s clock', () => {
    expect(decide(evidenceOf(call, []), added)).toEqual({ state: 'notFound', since: isoAt(noon + 121_000) })
  })

  it('decides "not found" with the local time if the service reports none', () => {
    const latest = reading(121, [], { server: null })
    expect(decide(evidenceOf(call, [], { latest }), added)).toEqual({ state: 'notFound', since: isoAt(77) })
  })

  it('decides "candidate" if a run matches', () => {
    expect(decide(evidenceOf(call, [like]), added)).toEqual({ state: 'candidate', runIds: [9] })
  })

  it.each([
    ['has no number', { calledNumber: null }],
    ['has no number and no context', { calledNumber: null, initialContext: {} }],
    ['has a masked number', { calledNumber: '+1415***0101' }],
    ['has only the last digits of a number', { calledNumber: '0101' }],
    ['has an encoded number', { calledNumber: '%2B14155550101' }],
    ['has a masked reference', { calledNumber: null, initialContext: { rundesk_call_id: '01JD****' } }],
    ['has no readable time', { calledNumber: call.phoneNumber, createdAt: 'hidden' }],
    ['is listed under another workflow', { calledNumber: call.phoneNumber, workflowId: 4_711 }],
  ])('decides "candidate", never "not found", if a run from that time %s', (_what, change) => {
    expect(decide(evidenceOf(call, [createRun(9, change)]), added)).toEqual({ state: 'candidate', runIds: [9] })
  })

  it('decides nothing if there are too many runs that cannot be ruled out for the user to review', () => {
    const runs = Array.from({ length: 21 }, (_, index) => createRun(index + 1, { calledNumber: null }))
    const [earlier, latest] = [reading(90, runs), reading(121, runs)]
    expect(decide(evidenceOf(call, [], { latest, earlier: [earlier.kept] }), added)).toBeNull()
  })

  it('decides "candidate" even if another run cannot be read', () => {
    expect(decide(evidenceOf(call, [like]), { ...added, mayBeHidden: true })).toMatchObject({ state: 'candidate' })
  })

  it('decides "candidate" if the ID is in a run with another number, which may be a copy', () => {
    const copy = ownRun(call, 9, { calledNumber: '+442079460018' })
    expect(decide(evidenceOf(call, [copy], { earlier: [] }), added)).toBeNull()
    expect(decide(evidenceOf(call, [copy]), added)).toEqual({ state: 'candidate', runIds: [9] })
  })

  it.each([
    ['the readings do not suffice', { earlier: [] }, added, unknown],
    ['the key cannot see the agent', {}, { ...added, seesAgent: false }, unknown],
    ['an unreadable run may be ours', {}, { ...added, mayBeHidden: true }, unknown],
    ['the service reported that it created a run', {}, added, doubtful],
  ])('decides nothing when %s', (_what, change, addition, outcome) => {
    expect(decide(evidenceOf(aCallTo({ outcome }), [], change), addition)).toBeNull()
  })

  it.each<CallState>([
    { ...unknown, workflowRunId: 48_213 },
    { ...doubtful, workflowRunId: 48_213 },
  ])('never decides "not found", and keeps the run ID, if the response named a run: $state', (outcome) => {
    const named = aCallTo({ outcome })
    expect(decide(evidenceOf(named, []), added)).toBeNull()
    expect(decide(evidenceOf(named, [like]), added)).toEqual({ state: 'candidate', runIds: [9, 48_213] })
  })

  it('decides "candidate" for a call with a doubtful carrier failure', () => {
    expect(decide(evidenceOf(aCallTo({ outcome: doubtful }), [like]), added)).toEqual({
      state: 'candidate',
      runIds: [9],
    })
  })

  const settled: CallState[] = [
    { state: 'notFound', since: isoAt(noon) },
    { state: 'candidate', runIds: [4] },
    { state: 'accepted', workflowRunId: 4, workflowRunName: 'x', status: '', reconciled: true, progress: 'dialing' },
  ]
  it.each(settled)('decides nothing about a call in the state $state', (outcome) => {
    const evidence = evidenceOf(aCallTo({ outcome }), [like])
    expect(needsServiceDetails(evidence)).toBe(false)
    expect(decide(evidence, added)).toBeNull()
  })
})

const callTime = { from: noon - 5_000, to: noon }

const aReading = (seconds: number, change: Partial<Reading> = {}): LatestReading => {
  const startedAt = endedAt + seconds * 1000
  const server = { server: noon + seconds * 1000, wall: 0, monotonic: startedAt }
  return dateReading(
    { runs: [], gaps: [], complete: true, server, failure: null, newestRunId: null, ...change },
    startedAt,
  )
}

const runAt = (id: number, seconds: number) => createRun(id, { createdAt: isoAt(noon + seconds * 1000) })
const gap = (olderAt = noon - 3_000, newerAt = noon + 3_000): Gap => ({ olderAt, newerAt })

const concludes = (latest: LatestReading, earlier: LatestReading[], time: typeof callTime | null = callTime): boolean =>
  isConclusive({ callTime: time, endedAt, latest, earlier: earlier.map(({ kept }) => kept) })

describe('a conclusion without proof', () => {
  it('requires two complete, equal readings, 30 s apart, the later one 120 s after the end', () => {
    expect(concludes(aReading(120), [aReading(90)])).toBe(true)
  })

  it.each([
    ['from one reading', aReading(125), []],
    ['before the quiet period is over', aReading(119.9), [aReading(60)]],
    ['from two readings at the same time', aReading(125), [aReading(95.1)]],
    ['from an incomplete reading', aReading(125, { complete: false }), [aReading(90)]],
    ['when a run from that time is missing', aReading(125), [aReading(90, { runs: [runAt(1, 5)] })]],
    [
      'when a run was skipped before',
      aReading(125, { runs: [runAt(2, 20), runAt(1, 5)] }),
      [aReading(90, { runs: [runAt(2, 20)] })],
    ],
  ])('is not possible %s', (_what, latest, earlier) => {
    expect(concludes(latest, earlier)).toBe(false)
  })

  it('ignores runs from other times and runs created between the readings', () => {
    const before = runAt(1, -120)
    const between = runAt(2, 100)
    expect(concludes(aReading(125, { runs: [between] }), [aReading(90, { runs: [before] })])).toBe(true)
  })

  it('compares any reading that is old enough, not only the latest', () => {
    const later = aReading(94, { runs: [runAt(1, 5)] })
    expect(concludes(aReading(125), [aReading(60), later])).toBe(true)
  })

  it('compares runs from all times if the service’s clock is unknown', () => {
    const withoutClock = { server: null }
    const [older, same] = [
      { ...withoutClock, runs: [runAt(1, -9_000)] },
      { ...withoutClock, runs: [] },
    ]
    expect(concludes(aReading(125, same), [aReading(90, older)], null)).toBe(false)
    expect(concludes(aReading(125, older), [aReading(90, older)], null)).toBe(true)
  })
})

it('gapsIn returns only unreadable runs that may be from the time range', () => {
  const [before, after] = [gap(noon - 190_000, noon - 160_000), gap(noon + 300_000, Infinity)]
  expect(gapsIn([before, gap(), after], { from: noon - 65_000, to: noon + 180_000 })).toEqual([gap()])
})

it('keeps the IDs of a reading’s runs, without their content', () => {
  const kept: PastReading = aReading(3, { runs: [runAt(4, 1)] }).kept
  expect(kept).toEqual({
    startedAt: endedAt + 3_000,
    runs: new Map([[4, noon + 1_000]]),
  })
})

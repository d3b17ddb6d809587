import { describe, expect, it } from 'vitest'
import {
  callTimeOf,
  createJob,
  describeJob,
  isFromEarlierProcess,
  isProofWanted,
  type Job,
  nextPollIn,
  savedCallTime,
  timeToList,
  updateJob,
  withFailure,
  withoutClient,
  withoutList,
  withReading,
} from '../../../../src/main/features/reconciliation/job.ts'
import { aCall } from '../../../support/a-call.ts'
import { createTestJob, sending, sentWall, unknown } from './create-test-job.ts'
import type { CallState } from '../../../../src/contract/call.ts'
import type { Failure } from '../../../../src/contract/failure.ts'
import { dateReading, type LatestReading } from '../../../../src/main/features/reconciliation/decide.ts'
import type { Reading } from '../../../../src/main/features/reconciliation/read-runs.ts'
import { createRun, noon } from './create-run.ts'

const hour = 3_600_000
const minute = 60_000
/** The service clock is two hours ahead; the call was sent at wall time `sentWall` and monotonic time 1,000 s. */
const serverAt = (seconds: number) => ({
  server: sentWall + 2 * hour + seconds * 1000,
  wall: sentWall + seconds * 1000,
  monotonic: 1_000_000 + seconds * 1000,
})
const ended = { outcome: unknown, endedAt: new Date(sentWall + 20_000).toISOString() }
const at20 = { wall: sentWall + 20_000, monotonic: 1_020_000 }

describe('the job of a call', () => {
  it('waits for the response while the call is in flight', () => {
    const known = createTestJob()
    expect(known).toMatchObject({ endedAt: null, ended: null, immediate: false })
    expect(isFromEarlierProcess(known)).toBe(false)
  })

  it('is past only if its call was sent long before this process started', () => {
    const opened = (minutes: number) => createJob(aCall(ended), { wall: sentWall + minutes * minute, monotonic: 5 })
    expect([25, 26].map((minutes) => opened(minutes).dialIsOver)).toEqual([false, true])
    expect(createTestJob().dialIsOver).toBe(false)
  })

  it('of an earlier process is polled immediately, and its quiet period starts now', () => {
    const known = createJob(aCall(ended), { wall: sentWall + 9 * hour, monotonic: 50_000 })
    expect(known).toMatchObject({
      endedAt: 50_000,
      immediate: true,
      ended: { wall: sentWall + 20_000, monotonic: null },
    })
    expect(isFromEarlierProcess(known)).toBe(true)
  })

  it('polls immediately when the response is lost, and resets earlier failures', () => {
    const known = updateJob(createTestJob({ failures: 6, halted: true }), aCall(ended), at20)
    expect(known).toMatchObject({ endedAt: 1_020_000, immediate: true, failures: 0, halted: false })
    expect(known.ended).toEqual(at20)
  })

  it('keeps its known end when the call changes again', () => {
    const once = updateJob(createTestJob(), aCall(ended), at20)
    const again = updateJob({ ...once, immediate: false }, aCall(ended), { wall: 0, monotonic: 9_000_000 })
    expect(again).toMatchObject({ endedAt: 1_020_000, immediate: false, ended: at20 })
  })
})

describe('the time of a call', () => {
  it('is the first one that the service reported, even if a clock is set later', () => {
    const known = createTestJob()
    const first = { ...known, callTime: savedCallTime(known, serverAt(10)) }
    expect(first.callTime).toEqual({ from: serverAt(0).server, to: Infinity })
    const endedJob = updateJob(first, aCall(ended), at20)
    const reported = { ...endedJob, callTime: savedCallTime(endedJob, serverAt(21)) }
    expect(reported.callTime).toEqual({ from: serverAt(0).server, to: serverAt(20).server })
    const setBack = { ...serverAt(60), wall: sentWall - 5 * hour }
    expect(callTimeOf(reported, setBack)).toEqual(reported.callTime)
    expect(callTimeOf(endedJob, setBack).from).toBe(serverAt(0).server)
    expect(Number.isFinite(timeToList(endedJob, setBack).to)).toBe(true)
  })

  it('of an earlier process comes from its own response if that contains the service’s clock', () => {
    const call = aCall({ ...ended, serverDate: new Date(serverAt(20).server).toISOString() })
    const known = createJob(call, { wall: sentWall + 99 * hour, monotonic: 5 })
    const now = { server: 0, wall: sentWall + 99 * hour, monotonic: 5 }
    expect(callTimeOf(known, now)).toEqual({ from: serverAt(0).server, to: serverAt(20).server })
  })

  it('has a margin of minutes, or of more than a day if only the wall clock is known', () => {
    const known = updateJob(createTestJob(), aCall(ended), at20)
    const time = { from: serverAt(0).server - 2 * minute, to: serverAt(20).server + 4 * minute }
    expect(timeToList(known, serverAt(20))).toEqual(time)
    const earlier = timeToList(createJob(aCall(ended), at20), serverAt(20))
    expect([time.from - earlier.from, earlier.to - time.to]).toEqual([26 * hour - minute, 26 * hour - minute])
  })
})

describe('the reported state', () => {
  it('of a call in flight contains its start by the local clock', () => {
    const shown = describeJob(createTestJob({ callTime: { from: 5, to: Infinity } }), at20)
    expect(shown).toMatchObject({
      step: 'waiting',
      quietUntil: null,
      window: { from: new Date(sentWall).toISOString(), to: new Date(sentWall + 20_000).toISOString() },
    })
  })

  it('of a call with a lost response contains its end by the service’s clock, and when "not found" is possible', () => {
    const endedJob = updateJob(createTestJob(), aCall(ended), at20)
    const known = { ...endedJob, callTime: savedCallTime(endedJob, serverAt(21)) }
    expect(describeJob(known, { wall: sentWall + 50_000, monotonic: 1_050_000 })).toMatchObject({
      quietUntil: new Date(sentWall + 140_000).toISOString(),
      window: { from: new Date(serverAt(0).server).toISOString(), to: new Date(serverAt(21).server).toISOString() },
    })
  })

  it('of a short call contains a run that was created in it, although the service’s clock has whole seconds', () => {
    // Sent at 9.434 s, and over at 9.490 s; the lists were read at 9.950 s, with a `Date` of 9 s.
    const job = createTestJob({ callTime: { from: sentWall + 8_484, to: sentWall + 8_540 } })
    const { from, to } = describeJob(job, at20).window
    expect([from, to]).toEqual([new Date(sentWall + 8_000).toISOString(), new Date(sentWall + 10_000).toISOString()])
  })
})

const sentAt = 1_000_000
const endedJob = (outcome: CallState, change: Partial<Job> = {}): Job =>
  createTestJob({ call: aCall({ outcome }), endedAt: sentAt, ...change })

/** Returns the times of automatic polls of a job that finds nothing, in seconds, up to a limit. */
const momentsOf = (known: Job, limit: number): number[] => {
  const moments: number[] = []
  for (let now = sentAt; ;) {
    const wait = nextPollIn(known, now)
    if (wait === null || now + wait > sentAt + limit * 1000) return moments
    now += wait
    moments.push((now - sentAt) / 1000)
  }
}

describe('the next poll', () => {
  it('of a call in flight is due 10 s after sending, and once more much later', () => {
    expect(momentsOf(createTestJob(), 400)).toEqual([10, 100])
  })

  it('is not scheduled once the run is known and only the response is missing', () => {
    const call = aCall({ outcome: { ...sending, foundRunId: 5 } })
    expect(nextPollIn(createTestJob({ call }), sentAt)).toBeNull()
  })

  it('is immediate after a lost response, and then at most 13.5 s apart until a decision is due', () => {
    expect(nextPollIn(endedJob(unknown, { immediate: true }), sentAt)).toBe(0)
    const moments = momentsOf(endedJob(unknown), 150)
    const gaps = moments.map((moment, index) => moment - (moments[index - 1] ?? 0))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(13.5)
    expect(moments.filter((moment) => moment <= 121).length).toBe(9)
    expect(moments.filter((moment) => moment >= 120 && moment <= 145).length).toBe(3)
  })

  it('reads all runs of the time range twice: from 81 s on, and from 120 s on', () => {
    const one = { startedAt: 0, runs: new Map<number, number>() }
    const wanted = (seconds: number, proofs: number): boolean =>
      isProofWanted(endedJob(unknown, { earlier: Array.from({ length: proofs }, () => one) }), sentAt + seconds * 1000)
    expect([80, 81, 94.5, 121].map((seconds) => wanted(seconds, 0))).toEqual([false, true, true, true])
    expect([81, 94.5, 119.9, 121].map((seconds) => wanted(seconds, 1))).toEqual([false, false, false, true])
    expect(isProofWanted(createTestJob(), sentAt + 200_000)).toBe(false)
  })

  it('is less frequent after ten minutes', () => {
    const moments = momentsOf(endedJob(unknown), 3_600)
    expect(moments.filter((moment) => moment > 150 && moment <= 600).length).toBe(5)
    expect(moments.filter((moment) => moment > 600).length).toBe(5)
  })

  it('is immediate after a person resolved the call, without earlier failures, and then at least once a minute', () => {
    const decided = { state: 'closedByOperator', decision: 'notPlaced', who: 'Ana', at: '', note: '' } as const
    const job = updateJob(endedJob(unknown, { failures: 6 }), aCall({ outcome: decided }), at20)
    expect(nextPollIn(job, sentAt + 660_000)).toBe(0)
    expect(nextPollIn({ ...job, immediate: false }, sentAt + 660_000)).toBe(60_000)
    expect(nextPollIn({ ...job, immediate: false }, sentAt)).toBe(13_500)
  })

  it('is due sooner if the lists became readable only recently', () => {
    const reading = { startedAt: 0, runs: new Map<number, number>() }
    const wait = (readings: number): number | null =>
      nextPollIn(endedJob(unknown, { earlier: Array.from({ length: readings }, () => reading) }), sentAt + 3_600_000)
    expect([0, 1, 2].map(wait)).toEqual([600_000, 30_000, 600_000])
  })

  it('is never automatic for a candidate, which the user resolves', () => {
    expect(nextPollIn(endedJob({ state: 'candidate', runIds: [1] }, { immediate: true }), sentAt)).toBeNull()
  })

  it.each<[string, CallState]>([
    [
      'is dialed',
      { state: 'accepted', workflowRunId: 1, workflowRunName: '', status: '', reconciled: true, progress: 'dialing' },
    ],
    [
      'has no report from its carrier',
      { state: 'accepted', workflowRunId: 1, workflowRunName: '', status: '', reconciled: true, progress: 'orphaned' },
    ],
    [
      'failed in an uncertain way',
      { state: 'failedAtProvider', status: null, detail: '', doubt: true, workflowRunId: 1 },
    ],
  ])('reads a run that %s less and less often, and once right after the longest dial time', (_what, outcome) => {
    const moments = momentsOf(endedJob(outcome, { foundAt: sentAt }), 3_600)
    expect(moments.slice(0, 3)).toEqual([2, 8, 26])
    expect(moments).toContain(310.001)
    expect(moments.length).toBeLessThan(9)
  })

  it('looks for the run of a refused call three times, and then stops', () => {
    const refused = { state: 'failedAtProvider', status: 400, detail: '', doubt: false, workflowRunId: null } as const
    expect(nextPollIn(endedJob(refused, { immediate: true }), sentAt)).toBe(0)
    expect(momentsOf(endedJob(refused), 3_600)).toEqual([5, 30])
  })

  it('is scheduled for a doubtful failure with an unknown run', () => {
    const doubtful = { state: 'failedAtProvider', status: 400, detail: '', doubt: true, workflowRunId: null } as const
    expect(nextPollIn(endedJob(doubtful, { immediate: true }), sentAt)).toBe(0)
  })

  it('is not scheduled while only the user can continue', () => {
    expect(nextPollIn(endedJob(unknown, { halted: true, immediate: true }), sentAt)).toBeNull()
  })

  it('backs off after each failure: up to 10 s at first, up to a minute later', () => {
    const waits = (elapsed: number): (number | null)[] =>
      [1, 2, 3, 4, 5, 9].map((failures) =>
        nextPollIn(endedJob(unknown, { failures, immediate: true }), sentAt + elapsed),
      )
    expect(waits(0)).toEqual([5_000, 10_000, 10_000, 10_000, 10_000, 10_000])
    expect(waits(300_000)).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000])
  })
})

const away: Failure = { kind: 'unavailable', cause: 'busy' }

const aReading = ({
  startedAt = 1_010_000,
  ...change
}: Partial<Reading & { startedAt: number }> = {}): LatestReading => {
  const server = { server: noon, wall: 0, monotonic: 1_010_000 }
  return dateReading(
    { runs: [], gaps: [], complete: true, server, failure: null, newestRunId: null, ...change },
    startedAt,
  )
}

describe('a failed poll', () => {
  it('is counted and reported', () => {
    expect(withFailure(createTestJob({ failures: 1, immediate: true }), away)).toMatchObject({
      failures: 2,
      lastFailure: away,
      immediate: false,
      halted: false,
    })
  })

  it.each<[Failure, boolean]>([
    [{ kind: 'keychain', reason: 'locked' }, true],
    [{ kind: 'keychain', reason: 'missing' }, true],
    [{ kind: 'keychain', reason: 'timedOut' }, false],
    [{ kind: 'keychain', reason: 'unavailable' }, false],
    [{ kind: 'invalid', issues: [] }, true],
    [{ kind: 'storage', reason: 'locked' }, false],
    [{ kind: 'unreachable', cause: 'policy' }, false],
  ])('with %o stops the job: %s, and keeps the list', (failure, halted) => {
    expect(withoutClient(createTestJob(), failure)).toMatchObject({ halted, lists: 'untried', lastFailure: failure })
  })

  it.each<Failure>([
    { kind: 'unauthorized', detail: '' },
    { kind: 'forbidden', detail: '' },
    { kind: 'notFound', detail: 'Not Found' },
    { kind: 'refused', status: 400, detail: '' },
    { kind: 'invalid', issues: [] },
  ])('of the organization’s list ($kind) switches to the agent’s list, and then stops for the user', (failure) => {
    const first = withoutList(createTestJob({ endedAt: 1, failures: 3 }), failure)
    expect(first).toMatchObject({ list: 'agent', lists: 'untried', immediate: true, failures: 0, halted: false })
    expect(withoutList(first, failure)).toMatchObject({ lists: 'refused', halted: true, lastFailure: failure })
  })

  it('of a failing service retries the same list', () => {
    expect(withoutList(createTestJob(), away)).toMatchObject({ list: 'organization', failures: 1, halted: false })
  })
})

const read = (known: Job, reading: LatestReading, now = 1_012_000): Job => withReading(known, reading, now)

describe('a reading', () => {
  it('is kept only if it is complete', () => {
    expect(read(endedJob(unknown), aReading()).earlier.length).toBe(1)
    expect(read(endedJob(unknown), aReading({ complete: false })).earlier.length).toBe(0)
    expect(read(createTestJob(), aReading()).earlier.length).toBe(0)
  })

  it('is limited in number', () => {
    let known = endedJob(unknown)
    for (let count = 0; count < 60; count += 1) known = read(known, aReading({ startedAt: count }))
    expect(known.earlier.length).toBe(8)
    expect(known.earlier.at(-1)?.startedAt).toBe(59)
  })

  it('shows the run of a call in flight', () => {
    const known = createTestJob()
    const own = createRun(9, {
      calledNumber: known.call.phoneNumber,
      initialContext: { rundesk_call_id: known.call.callId },
    })
    const found = read(known, aReading({ runs: [createRun(8), own] }))
    expect(found.foundRunId).toBe(9)
    expect(read(found, aReading()).foundRunId).toBe(9)
    expect(read(found, aReading({ runs: [own] }), 1_090_000).foundAt).toBe(1_012_000)
  })

  it('that ended early counts as a failure, but keeps what it found', () => {
    expect(read(createTestJob({ failures: 1 }), aReading({ failure: away, complete: false }))).toMatchObject({
      lists: 'readable',
      failures: 2,
      lastFailure: away,
    })
  })

  it('resets earlier failures', () => {
    expect(read(createTestJob({ failures: 4, lastFailure: away }), aReading())).toMatchObject({
      failures: 0,
      lastFailure: null,
    })
  })

  it('of the agent’s list is reported as such', () => {
    expect(read(createTestJob(), aReading()).lists).toBe('readable')
    expect(read(createTestJob({ list: 'agent' }), aReading()).lists).toBe('ofAgent')
  })
})

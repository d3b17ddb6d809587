import { expect, it } from 'vitest'
import type { Call, CallState } from '../../../../src/contract/call.ts'
import { fail, type Failure, invalid, type Outcome, succeed } from '../../../../src/contract/failure.ts'
import { progressOf, type Run } from '../../../../src/contract/run.ts'
import { longestCall } from '../../../../src/domain/call-state.ts'
import { createUlid } from '../../../../src/domain/ids.ts'
import { createCallOutcomes } from '../../../../src/main/features/calls/outcomes.ts'
import {
  createFollowedRuns,
  createLiveRuns,
  type FollowedRun,
  nextPoll,
} from '../../../../src/main/features/runs/followed-runs.ts'
import type { Storage } from '../../../../src/main/storage/storage.ts'
import { createVirtualTime } from '../../../labs/reconcile/virtual-time.ts'
import { aCall } from '../../../support/a-call.ts'
import { createRun, nothingLearned } from '../../../support/run-samples.ts'
import { valueOf } from '../../../support/test-app.ts'
import { waitFor } from '../../../support/wait-for.ts'
import { newFile, open, placeSettled, value } from '../../storage/open-storage.ts'
import { openCallingApp } from '../calls/open-calling-app.ts'

const accepted = (workflowRunId: number): CallState => ({
  state: 'accepted',
  workflowRunId,
  workflowRunName: 'WR-API-7823',
  status: 'initiated',
  reconciled: false,
  progress: 'started',
})

/** Follows runs in virtual time. `reportOf` returns what the service reports at a time in seconds. */
const createTestRuns = (reportOf: (seconds: number) => Run | Failure) => {
  const time = createVirtualTime(Date.parse('2026-11-21T09:14:02.000Z'))
  const requests: number[] = []
  const out = { now: 0, most: 0 }
  const readRun = async (): Promise<Outcome<Run>> => {
    requests.push(time.now())
    out.now += 1
    out.most = Math.max(out.most, out.now)
    await new Promise<void>((resolve) => void time.after(100, resolve))
    out.now -= 1
    const reported = reportOf(time.now() / 1000)
    return 'kind' in reported ? fail(reported) : succeed(reported)
  }
  let news = 0
  const reports: Run[] = []
  const withMoreToCome: boolean[] = []
  const finalIds: string[] = []
  const live = createLiveRuns({
    onReport(callId, run, mayGetResult) {
      reports.push(run)
      withMoreToCome.push(mayGetResult)
      if (!mayGetResult) finalIds.push(callId)
    },
    clientOf: () => Promise.resolve(succeed({ run: readRun })),
    clock: time.wall,
    monotonic: time.monotonic,
    after: time.after,
    announce: () => void (news += 1),
  })
  const pass = (seconds: number): Promise<void> => time.pass(time.now() + seconds * 1000)
  return { live, pass, requests, out, reports, withMoreToCome, finalIds, news: () => news }
}
const calls = (count: number): Call[] =>
  Array.from({ length: count }, (_, index) =>
    aCall({ callId: createUlid(1_700_000_000_000 + index, new Uint8Array(16)), outcome: accepted(48_000 + index) }),
  )
const noAnswer = { end: { kind: 'noAnswer', disposition: 'no-answer', durationSeconds: 0 } } as const
const oneCall = (): Call => aCall({ outcome: accepted(48213) })

it('follows an accepted call from ringing to its end, then stops polling', async () => {
  const { live, pass, requests, news, reports } = createTestRuns((seconds) =>
    seconds < 20
      ? createRun({ steps: [{ status: 'ringing', at: null }] })
      : createRun({ isCompleted: true, hasRecording: true, hasTranscript: true, disposition: 'qualified' }),
  )
  live.follow(oneCall())
  await pass(10)
  expect(live.list()[0]).toMatchObject({ step: 'waiting', run: { steps: [{ status: 'ringing' }] }, failure: null })
  await pass(20)
  expect(live.list()[0]).toMatchObject({ step: 'ended', run: { disposition: 'qualified' } })
  const before = requests.length
  expect(before).toBeGreaterThan(8)
  expect(before).toBeLessThan(13)
  expect(news()).toBeGreaterThan(before)
  expect(reports.filter((run) => run.isCompleted).map(({ disposition }) => disposition)).toEqual(['qualified'])
  await pass(3_600)
  expect(requests.length).toBe(before)
})

it('polls a run one second after its call was accepted, and immediately on request', async () => {
  const { live, pass, requests, news } = createTestRuns(() => createRun())
  const call = oneCall()
  live.follow(call)
  expect(live.list()[0]).toMatchObject({ step: 'waiting', run: null })
  expect(news()).toBe(1)
  await pass(0.9)
  expect(requests).toEqual([])
  await pass(0.2)
  expect(requests).toEqual([1_000])
  live.restart(call)
  await pass(0.1)
  expect(requests).toEqual([1_000, 1_100])
})

it('does not poll the runs of calls that 120 newer calls followed within a second', async () => {
  const { live, pass, requests } = createTestRuns(() => ({ kind: 'notFound', detail: '' }))
  for (const call of calls(200)) live.follow(call)
  await pass(60)
  expect(requests).toHaveLength(120)
})

it('follows a hundred runs with at most ten requests per second, and drops none before it ends', async () => {
  const { live, pass, requests } = createTestRuns((seconds) =>
    seconds < 60 ? createRun() : createRun({ isCompleted: true, hasRecording: true, hasTranscript: true }),
  )
  for (const call of calls(100)) live.follow(call)
  await pass(60)
  expect(live.list()).toHaveLength(100)
  expect(requests.length).toBeLessThanOrEqual(600)
  await pass(60)
  expect(live.list().filter(({ step }) => step === 'ended')).toHaveLength(100)
})

it('keeps the last report and its time when a later poll fails', async () => {
  const { live, pass } = createTestRuns((seconds) =>
    seconds < 2 ? createRun() : { kind: 'unavailable', cause: 'serverError' },
  )
  live.follow(oneCall())
  await pass(30)
  expect(live.list()[0]).toMatchObject({
    run: { workflowRunId: 48213 },
    reportedAt: '2026-11-21T09:14:03.100Z',
    failure: { kind: 'unavailable' },
  })
})

it('continues once a rejected key works again, and keeps the time of the refusal until then', async () => {
  const { live, pass } = createTestRuns((seconds) =>
    seconds < 300 ? { kind: 'unauthorized', detail: '' } : createRun({ steps: [{ status: 'ringing', at: null }] }),
  )
  live.follow(oneCall())
  await pass(30)
  const refused = live.list()[0]
  expect(refused).toMatchObject({ run: null, failure: { kind: 'unauthorized' } })
  expect(Date.parse(refused?.failedAt ?? '')).toBeGreaterThan(Date.parse('2026-11-21T09:14:02.000Z'))
  await pass(400)
  expect(live.list()[0]).toMatchObject({ failure: null, run: { steps: [{ status: 'ringing' }] } })
})

it('polls immediately when the key of its profile works again', async () => {
  let isRejected = true
  const { live, pass, requests } = createTestRuns(() =>
    isRejected ? { kind: 'unauthorized', detail: '' } : createRun(),
  )
  const call = oneCall()
  live.follow(call)
  await pass(200)
  isRejected = false
  const before = requests.length
  live.resume('another profile')
  await pass(1)
  expect(requests.length).toBe(before)
  live.resume(call.profileId)
  await pass(1)
  expect(requests.length).toBe(before + 1)
  expect(live.list()[0]).toMatchObject({ failure: null, step: 'waiting' })
})

it('does not mark a run as stale if it could not be read', async () => {
  const { live, pass } = createTestRuns(() => ({ kind: 'unauthorized', detail: '' }))
  live.follow(oneCall())
  await pass(27 * 60)
  expect(live.list()[0]).toMatchObject({ step: 'stopped', failure: { kind: 'unauthorized' } })
})

it('stops after a refusal, and polls again on request', async () => {
  const { live, pass, requests } = createTestRuns(() => ({ kind: 'notFound', detail: '' }))
  const call = oneCall()
  live.follow(call)
  await pass(600)
  expect(live.list()[0]).toMatchObject({ step: 'stopped', failure: { kind: 'notFound' } })
  expect(requests.length).toBe(1)
  live.follow(call)
  await pass(5)
  expect(requests.length).toBe(1)
  live.restart(call)
  await pass(5)
  expect(requests.length).toBe(2)
})

it('reads a run again on request after a person resolved its call, and keeps no older failure', async () => {
  const { live, pass } = createTestRuns((seconds) =>
    seconds < 60 || seconds > 100
      ? { kind: 'unavailable', cause: 'cut' }
      : createRun({ isCompleted: true, disposition: 'user_hangup', durationSeconds: 20 }),
  )
  const call = oneCall()
  live.follow(call)
  await pass(58)
  const { failedAt } = live.list()[0] ?? {}
  expect(failedAt).toBeDefined()
  const decision = { decision: 'notPlaced', who: 'ana', at: call.preparedAt, note: 'No call.' } as const
  const resolved = aCall({ ...call, outcome: { state: 'closedByOperator', ...decision, runIds: [48_213] } })
  live.restart(resolved)
  await pass(1)
  const failedAgainAt = live.list()[0]?.failedAt ?? ''
  expect(Date.parse(failedAgainAt)).toBeGreaterThan(Date.parse(failedAt ?? ''))
  await pass(2)
  live.restart(resolved)
  await pass(1)
  expect(live.list()).toMatchObject([{ failure: null, run: { isCompleted: true, disposition: 'user_hangup' } }])
})

it.each<[string, Failure | null]>([
  ['was refused', { kind: 'notFound', detail: '' }],
  ['went stale', null],
])('reads a run whose polling %s once when a person resolves its call', async (_why, failure) => {
  let isResolved = false
  const { live, pass, requests } = createTestRuns(() =>
    isResolved ? createRun({ isCompleted: true, hasRecording: true, hasTranscript: true }) : (failure ?? createRun()),
  )
  const call = oneCall()
  live.follow(call)
  await pass(longestCall / 1_000 + 60)
  const before = requests.length
  isResolved = true
  const decision = { decision: 'placed', who: 'ana', at: call.preparedAt, note: '' } as const
  const own = { runIds: [48_213], ownRunIds: [48_213] }
  const resolved = aCall({ ...call, outcome: { state: 'closedByOperator', ...decision, ...own } })
  live.follow(resolved)
  await pass(60)
  live.follow(resolved)
  await pass(60)
  expect(live.list()).toMatchObject([{ step: 'ended', failure: null, run: { isCompleted: true } }])
  expect(requests.length).toBe(before + 1)
})

it('reads a run that ended without a result once more on request, and does not wait for the result again', async () => {
  const { live, pass, requests } = createTestRuns(() => createRun({ isCompleted: true }))
  const call = oneCall()
  live.follow(call)
  await pass(300)
  expect(live.list()[0]?.step).toBe('ended')
  const before = requests.length
  live.restart(call)
  await pass(300)
  expect(requests.length).toBe(before + 1)
})

it('marks a run that never ends as stale and stops polling', async () => {
  const { live, pass, requests } = createTestRuns(() => createRun())
  live.follow(oneCall())
  await pass(25 * 60 + 10)
  expect(live.list()[0]?.step).toBe('stale')
  const before = requests.length
  await pass(3_600)
  expect(requests.length).toBe(before)
})

it('reads a stale run once more on request, and keeps its last report until then', async () => {
  const { live, pass, requests } = createTestRuns(() => createRun())
  const call = oneCall()
  live.follow(call)
  await pass(25 * 60 + 10)
  const before = requests.length
  live.restart(call)
  expect(live.list()[0]).toMatchObject({ step: 'polling', run: { isCompleted: false } })
  await pass(3_600)
  expect(requests.length).toBe(before + 1)
  expect(live.list()[0]?.step).toBe('stale')
})

it('polls each run once when the key works again, however often that is reported', async () => {
  let isRejected = true
  const { live, pass, requests } = createTestRuns(() =>
    isRejected
      ? { kind: 'unauthorized', detail: '' }
      : createRun({ isCompleted: true, hasRecording: true, hasTranscript: true }),
  )
  const { profileId } = oneCall()
  for (const call of calls(6)) live.follow({ ...call, profileId })
  await pass(600)
  isRejected = false
  const before = requests.length
  for (let times = 0; times < 3; times += 1) live.resume(profileId)
  await pass(60)
  expect(requests.length).toBe(before + 6)
})

it('polls a few of many runs at a time, and follows at most 120', async () => {
  const { live, pass, out } = createTestRuns(() => createRun())
  for (const call of calls(130)) live.follow(call)
  await pass(15)
  expect(out.most).toBe(3)
  expect(live.list()).toHaveLength(120)
  expect(live.list()[0]?.workflowRunId).toBe(48_010)
})

it('drops the oldest of more than 60 runs that are over', async () => {
  const finishedRun = createRun({ isCompleted: true, hasRecording: true, hasTranscript: true })
  const { live, pass } = createTestRuns(() => finishedRun)
  const all = calls(70)
  for (const call of all.slice(0, 60)) live.follow(call)
  await pass(60)
  for (const call of all.slice(60)) live.follow(call)
  expect(live.list()).toHaveLength(60)
  expect(live.list()[0]?.workflowRunId).toBe(48_010)
})

it('follows only accepted calls, and nothing after it was stopped', async () => {
  const { live, pass, requests } = createTestRuns(() => createRun())
  live.follow(aCall({ outcome: { state: 'notFound', since: '2026-11-21T09:14:00.000Z' } }))
  expect(live.list()).toEqual([])
  live.follow(oneCall())
  await pass(10)
  live.stop()
  const before = requests.length
  expect(before).toBeGreaterThan(0)
  await pass(60)
  expect(requests.length).toBe(before)
})

it('passes on each report about a run, even while it is in progress', async () => {
  let isCompleted = false
  const { live, pass, reports } = createTestRuns(() => createRun({ isCompleted, disposition: 'qualified' }))
  live.follow(oneCall())
  await pass(30)
  expect(reports.map((run) => run.isCompleted)).not.toContain(true)
  isCompleted = true
  await pass(60)
  expect(reports.at(-1)).toMatchObject({ isCompleted: true, disposition: 'qualified' })
})

it('expects a result of a run that is over until it stops following it', async () => {
  const { live, pass, withMoreToCome } = createTestRuns(() => createRun({ isCompleted: true, hasRecording: true }))
  live.follow(oneCall())
  await pass(59)
  expect(withMoreToCome.length).toBeGreaterThan(1)
  expect(withMoreToCome).not.toContain(false)
  await pass(60)
  expect(live.list()[0]?.step).toBe('ended')
  expect(withMoreToCome.indexOf(false)).toBe(withMoreToCome.length - 1)
})

const withoutResult = createRun({ isCompleted: true, steps: [{ status: 'in-progress', at: null }] })

it.each<Failure>([
  { kind: 'unavailable', cause: 'serverError' },
  { kind: 'notFound', detail: '' },
])('expects no more results of a run that is over if its last poll fails with $kind', async (failure) => {
  const { live, pass, reports, finalIds } = createTestRuns((seconds) => (seconds < 55 ? withoutResult : failure))
  const call = oneCall()
  live.follow(call)
  await pass(300)
  expect(finalIds).toEqual([call.callId])
  expect(reports.at(-1)).toEqual(withoutResult)
})

it('expects no more results of a run that is over if polling it again on request fails', async () => {
  const { live, pass, finalIds } = createTestRuns((seconds) =>
    seconds < 10 ? withoutResult : { kind: 'notFound', detail: '' },
  )
  const call = oneCall()
  live.follow(call)
  await pass(10)
  live.restart(call)
  await pass(300)
  expect(finalIds).toEqual([call.callId])
})

it.each<[string, (seconds: number) => Run | Failure]>([
  ['refused', (seconds) => (seconds < 3 ? createRun() : { kind: 'notFound', detail: '' })],
  ['stale', () => createRun()],
])('keeps no report of a call that was erased after its run was %s', async (_step, reportOf) => {
  const { live, pass } = createTestRuns(reportOf)
  const call = oneCall()
  live.follow(call)
  await pass(longestCall / 1_000 + 60)
  expect(live.list()).toMatchObject([{ run: { workflowRunId: 48213 } }])
  live.forgetCalls([call.callId])
  live.restart(call)
  expect(live.list()).toMatchObject([{ run: null, reportedAt: null }])
})

it('does not show the report of an erased call in progress again on request', async () => {
  const { live, pass } = createTestRuns(() => createRun())
  const call = oneCall()
  live.follow(call)
  await pass(10)
  live.forgetCalls([call.callId])
  live.restart(call)
  expect(live.list()).toMatchObject([{ run: null, reportedAt: null }])
})

it('reads the result of an erased call whose run was over without one, then drops its run', async () => {
  const withResult = createRun({ isCompleted: true, disposition: 'qualified', hasRecording: true, hasTranscript: true })
  const { live, pass, requests, reports, finalIds } = createTestRuns((seconds) =>
    seconds < 20 ? withoutResult : withResult,
  )
  const call = oneCall()
  live.follow(call)
  await pass(10)
  live.forgetCalls([call.callId])
  expect([live.list(), finalIds]).toEqual([[], []])
  await pass(20)
  expect(reports.at(-1)).toEqual(withResult)
  expect(finalIds).toEqual([call.callId])
  const before = requests.length
  await pass(60)
  expect([live.list(), requests.length]).toEqual([[], before])
})

it('does not repeat the last report of a run with a result, because a later one may be recorded', async () => {
  const withResult = createRun({ isCompleted: true, disposition: 'qualified' })
  const { live, pass, reports } = createTestRuns((seconds) =>
    seconds < 3 ? withResult : { kind: 'notFound', detail: '' },
  )
  live.follow(oneCall())
  await pass(300)
  expect(reports).toEqual([withResult])
})

it('keeps a result that another feature read after the last poll, and what the agent learned', async () => {
  const storage = open(newFile())
  const call = oneCall()
  await placeSettled(storage, call, call.outcome)
  const time = createVirtualTime(Date.parse(call.preparedAt))
  const outcomes = createCallOutcomes({ storage, clock: time.wall, announce: () => {} })
  const learned = { ...nothingLearned, tags: ['voicemail'] }
  const result = { ...withoutResult, disposition: 'voicemail_detected', durationSeconds: 12, learned }
  const lastReport = Promise.withResolvers<void>()
  const runs = createFollowedRuns({
    recordRuns: () => Promise.resolve(),
    storage,
    clientOf: () => Promise.resolve(succeed({ run: () => Promise.resolve(succeed(withoutResult)) })),
    withClient: (_profileId, request) => request({ run: () => Promise.resolve(succeed(result)) }),
    settleByRun: () => Promise.resolve(),
    async recordEnd(callId, run, mayGetResult) {
      await outcomes.recordEnd(callId, run, mayGetResult)
      if (!mayGetResult) lastReport.resolve()
    },
    clock: time.wall,
    monotonic: time.monotonic,
    after: time.after,
    announce: () => {},
  })
  const detail = () => value(storage.run('getCall', { callId: call.callId }))
  runs.follow(call)
  await time.pass(1_000)
  await waitFor(async () => expect(await detail()).toMatchObject({ learned: nothingLearned }))
  await value(runs.readRun(call.profileId, 48_213))
  const recorded = await detail()
  expect(recorded).toMatchObject({ call: { outcome: { end: { kind: 'voicemail' } } }, learned })
  runs.forgetProfile(call.profileId)
  await lastReport.promise
  // Storage runs operations in order: after two more reads, it has what the last report wrote.
  await detail()
  await detail()
  expect(await detail()).toEqual(recorded)
})

/** Follows runs as the service returns them, and records the ends of their calls. */
const followInStorage = (storage: Storage, startedAt: number, read: () => Outcome<Run>) => {
  const time = createVirtualTime(startedAt)
  const outcomes = createCallOutcomes({ storage, clock: time.wall, announce: () => {} })
  const client = { run: () => Promise.resolve(read()) }
  const runs = createFollowedRuns({
    recordRuns: () => Promise.resolve(),
    storage,
    clientOf: () => Promise.resolve(succeed(client)),
    withClient: (_profileId, request) => request(client),
    settleByRun: () => Promise.resolve(),
    recordEnd: outcomes.recordEnd,
    clock: time.wall,
    monotonic: time.monotonic,
    after: time.after,
    announce: () => {},
  })
  return { runs, time }
}

it('reads the run of a call that a person resolved, without a press, and records its end and what the agent learned', async () => {
  const storage = open(newFile())
  const decision = { decision: 'placed', who: 'Ana', at: '2026-11-21T09:14:02.000Z', note: '' } as const
  const outcome: CallState = { state: 'closedByOperator', ...decision, runIds: [48_213], ownRunIds: [48_213] }
  const call = { ...oneCall(), outcome }
  await placeSettled(storage, call, outcome)
  const learned = { ...nothingLearned, tags: ['interested'] }
  const report = createRun({ isCompleted: true, disposition: 'user_hangup', durationSeconds: 20, learned })
  const { runs, time } = followInStorage(storage, Date.parse(call.preparedAt), () => succeed(report))
  const detail = () => value(storage.run('getCall', { callId: call.callId }))
  runs.follow({ ...call, outcome: { ...outcome, ownRunIds: undefined } })
  expect(await value(runs.operations.listLiveRuns({}))).toEqual([])
  runs.follow(call)
  await time.pass(1_000)
  const end = { kind: 'reached', disposition: 'user_hangup', durationSeconds: 20 }
  await waitFor(async () => expect(await detail()).toMatchObject({ call: { outcome: { ...outcome, end } }, learned }))
  runs.stop()
})

it.each([
  ['a possible run', undefined],
  ['its own run', [48_213]],
])(
  'records what the agent learned in a call that was resolved as not placed only from its own run: %s',
  async (_what, ownRunIds) => {
    const storage = open(newFile())
    const decision = { decision: 'notPlaced', who: 'Ana', at: '2026-11-21T09:14:02.000Z', note: '' } as const
    const own = ownRunIds && { ownRunIds }
    const outcome: CallState = { state: 'closedByOperator', ...decision, runIds: [48_213], ...own }
    const call = { ...oneCall(), outcome }
    await placeSettled(storage, call, outcome)
    const learned = { ...nothingLearned, tags: ['interested'] }
    const report = createRun({ isCompleted: true, disposition: 'user_hangup', durationSeconds: 20, learned })
    const { runs } = followInStorage(storage, Date.parse(call.preparedAt), () => succeed(report))
    await value(runs.readRun(call.profileId, 48_213, call.callId))
    const recorded = await value(storage.run('getCall', { callId: call.callId }))
    expect(recorded?.learned).toEqual(ownRunIds ? learned : null)
    runs.stop()
  },
)

const anotherId = createUlid(1_800_000_000_000, new Uint8Array(16))

it.each([
  ['the reference of another call', { initialContext: { rundesk_call_id: anotherId } }, true],
  ['another number and no reference', { calledNumber: '+14155550162' }, true],
  ['a masked number', { calledNumber: '+1415***0162' }, false],
  ['no number', {}, false],
])('stores and returns a run with %s only if it may belong to the call', async (_name, identity, isOfAnother) => {
  const storage = open(newFile())
  const call = oneCall()
  await placeSettled(storage, call, { ...accepted(48_213), ...noAnswer })
  const before = await value(storage.run('getCall', { callId: call.callId }))
  const reused = createRun({ isCompleted: true, disposition: 'user_hangup', durationSeconds: 41, ...identity })
  const { runs, time } = followInStorage(storage, Date.parse(call.preparedAt), () => succeed(reused))
  const read = await runs.readRun(call.profileId, 48_213, call.callId)
  runs.follow({ ...call, outcome: accepted(48_213) })
  await time.pass(1_000)
  await waitFor(async () =>
    expect(await value(runs.operations.listLiveRuns({}))).toMatchObject([
      isOfAnother ? { step: 'stopped', run: null } : { run: reused },
    ]),
  )
  const after = await value(storage.run('getCall', { callId: call.callId }))
  runs.stop()
  expect(read).toEqual(isOfAnother ? invalid([], 'runOfAnotherCall', '48213') : succeed(reused))
  expect(after).toMatchObject(isOfAnother ? { ...before } : { call: { outcome: { end: { kind: 'reached' } } } })
})

it.each<[string, number, Failure, boolean]>([
  ['whose run the service no longer has', longestCall, { kind: 'notFound', detail: 'Workflow run not found' }, true],
  ['that may be in progress', longestCall - 1, { kind: 'notFound', detail: 'Workflow run not found' }, false],
  ['whose service can’t be reached', longestCall, { kind: 'unreachable', cause: 'refused' }, false],
])('ends a call %s without a result only if it must be over', async (_name, age, failure, isOver) => {
  const storage = open(newFile())
  const call = oneCall()
  await placeSettled(storage, call, accepted(48_213))
  let answer: Outcome<Run> = fail(failure)
  const { runs } = followInStorage(storage, Date.parse(call.preparedAt) + age, () => answer)
  const endOfRecord = async () => {
    const outcome = (await value(storage.run('getCall', { callId: call.callId })))?.call.outcome
    return outcome?.state === 'accepted' ? (outcome.end ?? null) : outcome
  }
  expect(await runs.readRun(call.profileId, 48_213, call.callId)).toEqual(answer)
  expect(await endOfRecord()).toEqual(isOver ? { kind: 'ended', disposition: null, durationSeconds: null } : null)
  answer = succeed(createRun({ isCompleted: true, disposition: 'user_hangup', durationSeconds: 41 }))
  await value(runs.readRun(call.profileId, 48_213, call.callId))
  expect(await endOfRecord()).toMatchObject({ kind: 'reached' })
})

it('expects a result of each of 200 runs for a minute after its end, and no longer', async () => {
  const { live, pass, requests, reports, finalIds } = createTestRuns(() => withoutResult)
  const all = calls(200)
  for (const call of all.slice(0, 100)) live.follow(call)
  await pass(15)
  for (const call of all.slice(100)) live.follow(call)
  await pass(45)
  expect(reports.length).toBeGreaterThan(200)
  expect(finalIds).toEqual([])
  await pass(300)
  expect(finalIds.toSorted()).toEqual(all.map(({ callId }) => callId).toSorted())
  const before = requests.length
  await pass(300)
  expect(requests).toHaveLength(before)
})

it('drops the oldest of more than 600 runs that are over without a result, and does not report that none follows', async () => {
  const { live, pass, finalIds } = createTestRuns(() => withoutResult)
  for (const call of calls(700)) {
    // This polls immediately; runs that are followed would be spread.
    live.restart(call)
    await pass(0.06)
  }
  live.follow(oneCall())
  const over = live.list().filter(({ run }) => run !== null)
  expect(over).toHaveLength(600)
  expect(over[0]?.workflowRunId).toBeGreaterThan(48_000)
  expect(finalIds).toEqual([])
})

const followed = (changes: Partial<FollowedRun> = {}): FollowedRun => ({
  run: null,
  followedAt: 0,
  endedAt: null,
  failuresInARow: 0,
  ...changes,
})
const steps = (...statuses: string[]) => statuses.map((status) => ({ status, at: null }))

it.each([
  ['nothing yet', createRun(), 'dialing'],
  ['initiated', createRun({ steps: steps('initiated') }), 'dialing'],
  ['ringing', createRun({ steps: steps('initiated', 'ringing') }), 'ringing'],
  ['answered', createRun({ steps: steps('ringing', 'in-progress') }), 'answered'],
  ['answered, in another notation', createRun({ steps: steps('IN_PROGRESS') }), 'answered'],
  ['ringing reported late', createRun({ steps: steps('answered', 'ringing') }), 'answered'],
  ['an unknown status', createRun({ steps: steps('ringing', 'sparkling') }), 'ringing'],
  ['over', createRun({ isCompleted: true, steps: steps('ringing') }), 'ended'],
] as const)('reads the progress of a run: %s', (_name, run, progress) => {
  expect(progressOf(run)).toBe(progress)
})

it('polls often while it rings, and less often during the conversation or after a minute', () => {
  expect(nextPoll(followed(), 10_000)).toBe(2_000)
  expect(nextPoll(followed({ run: createRun({ steps: steps('ringing') }) }), 10_000)).toBe(2_000)
  expect(nextPoll(followed({ run: createRun({ steps: steps('answered') }) }), 10_000)).toBe(5_000)
  expect(nextPoll(followed(), 61_000)).toBe(5_000)
})

it('continues after the end until recording and transcript are available, for a minute at most', () => {
  const finishedRun = createRun({ isCompleted: true, hasRecording: true })
  expect(nextPoll(followed({ run: finishedRun, endedAt: 100_000 }), 119_999)).toBe(2_000)
  expect(nextPoll(followed({ run: finishedRun, endedAt: 100_000 }), 120_000)).toBe(10_000)
  const withResult = createRun({ isCompleted: true, disposition: 'busy' })
  expect(nextPoll(followed({ run: withResult, endedAt: 100_000 }), 110_000)).toBe(10_000)
  expect(nextPoll(followed({ run: finishedRun, endedAt: 100_000 }), 160_000)).toBe('ended')
  const whole = createRun({ isCompleted: true, hasRecording: true, hasTranscript: true })
  expect(nextPoll(followed({ run: whole, endedAt: 100_000 }), 100_000)).toBe('ended')
})

it('marks a run as stale after the longest possible call', () => {
  expect(nextPoll(followed({ run: createRun() }), longestCall - 1)).toBe(5_000)
  expect(nextPoll(followed({ run: createRun() }), longestCall)).toBe('stale')
})

it('backs off after failures to at most one minute', () => {
  const waits = [1, 2, 3, 4, 5, 9].map((failuresInARow) => nextPoll(followed({ failuresInARow }), 1_000))
  expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000])
})

it('follows a run again once its key works again, over real sockets', async () => {
  const app = await openCallingApp()
  const { draft } = await app.call({ phoneNumber: '+14155550173' })
  const live = async () =>
    (await valueOf(app.operations.listLiveRuns({}))).find(({ callId }) => callId === draft.callId)
  await waitFor(async () => expect(await live()).toMatchObject({ failure: null, run: { isCompleted: false } }))
  const keys = app.service.world.keys.filter(
    ({ organizationId, archivedAt }) => organizationId === 1 && archivedAt === null,
  )
  for (const key of keys) key.archivedAt = Date.now()
  await waitFor(async () => expect(await live()).toMatchObject({ failure: { kind: 'unauthorized' } }))
  expect((await app.operations.checkProfile({ profileId: app.profileId })).ok).toBe(false)
  for (const key of keys) key.archivedAt = null
  await valueOf(app.operations.checkProfile({ profileId: app.profileId }))
  await waitFor(async () => expect(await live()).toMatchObject({ failure: null, run: { isCompleted: false } }))
})

it('records a result of a call whose profile was removed before there was one, and follows it no longer', async () => {
  const app = await openCallingApp()
  app.service.changeTimings({ answerMs: 0, talkMs: 0, saveMs: 60_000 })
  const { draft } = await app.call({ phoneNumber: '+14155550101' })
  await waitFor(async () => expect((await app.recordOf(draft)).outcome).toMatchObject({ end: { kind: 'ended' } }))
  await valueOf(app.operations.removeProfile({ profileId: app.profileId }))
  await waitFor(async () => expect((await app.recordOf(draft)).outcome).toMatchObject({ end: { kind: 'reached' } }))
  expect(await valueOf(app.operations.listLiveRuns({}))).toEqual([])
})

it('reports no progress of a call whose profile was removed', async () => {
  const app = await openCallingApp()
  await app.call({ phoneNumber: '+14155550173' })
  await waitFor(async () =>
    expect(await valueOf(app.operations.listLiveRuns({}))).toMatchObject([{ run: { isCompleted: false } }]),
  )
  await valueOf(app.operations.removeProfile({ profileId: app.profileId }))
  expect(await valueOf(app.operations.listLiveRuns({}))).toEqual([])
})

it.each([
  ['in progress', 600_000],
  ['over', 0],
])('hides the report of an erased call that is %s, and records how the call ended', async (_step, talkMs) => {
  const app = await openCallingApp()
  app.service.changeTimings({ answerMs: 0, talkMs, saveMs: 0 })
  const { draft } = await app.call({ phoneNumber: '+14155550101' })
  const live = () => valueOf(app.operations.listLiveRuns({}))
  await waitFor(async () => expect(await live()).toMatchObject([{ run: { isCompleted: talkMs === 0 } }]))
  await valueOf(app.operations.erasePerson({ phoneNumber: draft.phoneNumber }))
  expect(await live()).toEqual([])
  app.service.changeTimings({ talkMs: 0 })
  await waitFor(async () => expect((await app.recordOf(draft)).outcome).toMatchObject({ end: {} }))
  expect(await live()).toEqual([])
})

import { expect, it } from 'vitest'
import type { Call, CallState } from '../../../src/contract/call.ts'
import { fail, type Failure, type Outcome, succeed } from '../../../src/contract/failure.ts'
import type { Run } from '../../../src/contract/run.ts'
import { createUlid } from '../../../src/contract/ulid.ts'
import { createLiveRuns } from '../../../src/main/runs/live-runs.ts'
import { createVirtualTime } from '../../labs/reconcile/virtual-time.ts'
import { aCall } from '../../support/a-call.ts'
import { aRun } from './a-run.ts'

const accepted = (workflowRunId: number): CallState => ({
  state: 'accepted',
  workflowRunId,
  workflowRunName: 'WR-API-7823',
  status: 'initiated',
  reconciled: false,
  progress: 'started',
})

/** Followed runs in a time that passes when it is told to, at a service that tells what `tellOf` says. */
const aWatch = (tellOf: (seconds: number) => Run | Failure) => {
  const time = createVirtualTime(Date.parse('2026-11-21T09:14:02.000Z'))
  const asked: number[] = []
  const out = { now: 0, most: 0 }
  const ask = async (): Promise<Outcome<Run>> => {
    asked.push(time.now())
    out.now += 1
    out.most = Math.max(out.most, out.now)
    await new Promise<void>((resolve) => void time.after(100, resolve))
    out.now -= 1
    const told = tellOf(time.now() / 1000)
    return 'kind' in told ? fail(told) : succeed(told)
  }
  let news = 0
  const live = createLiveRuns({
    clientOf: () => Promise.resolve(succeed({ run: ask })),
    clock: time.wall,
    monotonic: time.monotonic,
    after: time.after,
    announce: () => void (news += 1),
  })
  const pass = (seconds: number): Promise<void> => time.pass(time.now() + seconds * 1000)
  return { live, pass, asked, out, news: () => news }
}
const calls = (count: number): Call[] =>
  Array.from({ length: count }, (_, index) =>
    aCall({ callId: createUlid(1_700_000_000_000 + index, new Uint8Array(16)), outcome: accepted(48_000 + index) }),
  )
const oneCall = (): Call => aCall({ outcome: accepted(48213) })

it('follows an accepted call from ringing to its end, and then is silent', async () => {
  const { live, pass, asked, news } = aWatch((seconds) =>
    seconds < 20
      ? aRun({ steps: [{ status: 'ringing', at: null }] })
      : aRun({ isCompleted: true, hasRecording: true, hasTranscript: true, disposition: 'qualified' }),
  )
  live.follow(oneCall())
  await pass(10)
  expect(live.list()[0]).toMatchObject({ step: 'waiting', run: { steps: [{ status: 'ringing' }] }, failure: null })
  await pass(20)
  expect(live.list()[0]).toMatchObject({ step: 'ended', run: { disposition: 'qualified' } })
  const before = asked.length
  expect(before).toBeGreaterThan(8)
  expect(before).toBeLessThan(13)
  expect(news()).toBeGreaterThan(before)
  await pass(3_600)
  expect(asked.length).toBe(before)
})

it('says how old its fact is: what was told stays when a later question gets no answer', async () => {
  const { live, pass } = aWatch((seconds) => (seconds < 1 ? aRun() : { kind: 'unavailable', cause: 'serverError' }))
  live.follow(oneCall())
  await pass(30)
  expect(live.list()[0]).toMatchObject({
    run: { workflowRunId: 48213 },
    toldAt: '2026-11-21T09:14:02.100Z',
    failure: { kind: 'unavailable' },
  })
})

it('stops where the service refuses to tell, and asks anew when a person wants it', async () => {
  const { live, pass, asked } = aWatch(() => ({ kind: 'notFound', detail: '' }))
  const call = oneCall()
  live.follow(call)
  await pass(600)
  expect(live.list()[0]).toMatchObject({ step: 'stopped', failure: { kind: 'notFound' } })
  expect(asked.length).toBe(1)
  live.follow(call)
  await pass(5)
  expect(asked.length).toBe(1)
  live.askNow(call)
  await pass(5)
  expect(asked.length).toBe(2)
})

it('calls a run stale that never ends, and asks no more', async () => {
  const { live, pass, asked } = aWatch(() => aRun())
  live.follow(oneCall())
  await pass(25 * 60 + 10)
  expect(live.list()[0]?.step).toBe('stale')
  const before = asked.length
  await pass(3_600)
  expect(asked.length).toBe(before)
})

it('asks about many runs a few at a time, and keeps no more in mind than anybody watches', async () => {
  const { live, pass, out } = aWatch(() => aRun())
  for (const call of calls(70)) live.follow(call)
  await pass(10)
  expect(out.most).toBe(3)
  expect(live.list()).toHaveLength(60)
  expect(live.list()[0]?.workflowRunId).toBe(48_010)
})

it('follows nothing that was not accepted, and nothing after it was stopped', async () => {
  const { live, pass, asked } = aWatch(() => aRun())
  live.follow(aCall({ outcome: { state: 'notFound', since: '2026-11-21T09:14:00.000Z' } }))
  expect(live.list()).toEqual([])
  live.follow(oneCall())
  await pass(10)
  live.stop()
  const before = asked.length
  expect(before).toBeGreaterThan(0)
  await pass(60)
  expect(asked.length).toBe(before)
})

it('tells how a run ended once it is over, and nothing of one that goes on or was never followed', async () => {
  let isCompleted = false
  const { live, pass } = aWatch(() => aRun({ isCompleted, disposition: 'qualified' }))
  const call = oneCall()
  live.follow(call)
  await pass(30)
  expect(live.endOf(call.callId)).toBeNull()
  isCompleted = true
  await pass(60)
  expect(live.endOf(call.callId)).toMatchObject({ disposition: 'qualified' })
  expect(live.endOf('01JD3Z00000000000000000009')).toBeNull()
})

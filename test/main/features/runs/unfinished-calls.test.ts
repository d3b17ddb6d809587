import { expect, it } from 'vitest'
import type { Call, CallEnd, CallState } from '../../../../src/contract/call.ts'
import { fail, type Failure, type Outcome, succeed } from '../../../../src/contract/failure.ts'
import type { Run } from '../../../../src/contract/run.ts'
import { durationOf } from '../../../../src/domain/call-state.ts'
import { createUnfinishedCalls } from '../../../../src/main/features/runs/unfinished-calls.ts'
import { createMemoryVault } from '../../../../src/main/vault/vault.ts'
import { createVirtualTime } from '../../../labs/reconcile/virtual-time.ts'
import { aCall, accepted } from '../../../support/a-call.ts'
import { createRun, nothingLearned } from '../../../support/run-samples.ts'
import { openTestApp, valueOf } from '../../../support/test-app.ts'
import { newFile, open, placeSettled, value } from '../../storage/open-storage.ts'
import { fasterTime, openCallingApp } from '../calls/open-calling-app.ts'
import { waitFor } from '../../../support/wait-for.ts'

const ended = { answerMs: 0, talkMs: 0, saveMs: 0, artifactsMs: 0 }

/**
 * Places a call that is in progress when the app quits, and ends before the app starts again with the same history and
 * keys.
 */
const quitDuringCall = async () => {
  const vault = createMemoryVault()
  const first = await openCallingApp({ vault })
  const { draft } = await first.call({ phoneNumber: '+14155550101' })
  expect((await first.recordOf(draft)).outcome).not.toHaveProperty('end')
  await first.app.close()
  first.service.changeTimings(ended)
  const restart = async () => {
    const next = openTestApp({ file: first.file, vault, parts: fasterTime })
    await valueOf(next.app.start())
    const outcome = async () => (await valueOf(next.operations.getCall({ callId: draft.callId }))).call.outcome
    return { ...next, outcome }
  }
  return { ...first, restart }
}

it('on the next startup, records how a call ended that was in progress when the app quit', async () => {
  const { restart } = await quitDuringCall()
  const { outcome } = await restart()
  await waitFor(async () => expect(await outcome()).toMatchObject({ end: { kind: 'reached' } }))
})

it('on the next startup, records the result of a call that had ended without one when the app quit', async () => {
  const vault = createMemoryVault()
  const first = await openCallingApp({ vault })
  const { draft } = await first.call({ phoneNumber: '+14155550101' })
  first.service.changeTimings({ ...ended, saveMs: 60_000 })
  await first.readRun(draft)
  const end = { disposition: null, durationSeconds: null }
  expect((await first.recordOf(draft)).outcome).toMatchObject({ end })
  await first.app.close()
  first.service.changeTimings(ended)
  const { app, operations } = openTestApp({ file: first.file, vault, parts: fasterTime })
  await valueOf(app.start())
  const read = () => valueOf(operations.getCall({ callId: draft.callId }))
  await waitFor(async () => {
    const { call, learned } = await read()
    expect(durationOf(call.outcome)).not.toBeNull()
    expect(learned?.tags).not.toEqual([])
  })
})

it('on the next startup, records that a call without a result reached someone, once it is not followed any longer', async () => {
  const vault = createMemoryVault()
  const first = await openCallingApp({ vault })
  const { draft } = await first.call({ phoneNumber: '+14155550101' })
  first.service.changeTimings({ ...ended, saveMs: 3_600_000 })
  await first.readRun(draft)
  expect((await first.recordOf(draft)).outcome).toMatchObject({ end: { kind: 'ended' } })
  await first.app.close()
  const { app, operations } = openTestApp({ file: first.file, vault, parts: fasterTime })
  await valueOf(app.start())
  const outcome = async () => (await valueOf(operations.getCall({ callId: draft.callId }))).call.outcome
  await waitFor(async () => expect(await outcome()).toMatchObject({ end: { kind: 'reached', disposition: null } }))
})

it('reads the call again once its rejected key works again', async () => {
  const { restart, service, profileId } = await quitDuringCall()
  const keys = service.world.keys.filter((key) => key.organizationId === 1 && key.archivedAt === null)
  for (const key of keys) key.archivedAt = Date.now()
  const { operations, outcome } = await restart()
  await waitFor(async () => expect(await valueOf(operations.listRefusedKeys({}))).toMatchObject([{ profileId }]))
  expect(await outcome()).not.toHaveProperty('end')
  for (const key of keys) key.archivedAt = null
  await valueOf(operations.checkProfile({ profileId }))
  await waitFor(async () => expect(await outcome()).toMatchObject({ end: { kind: 'reached' } }))
})

const start = Date.parse('2026-11-21T09:14:02.000Z')

type CallOptions = { profileId?: string; count: number; ageMinutes?: number }

const calls = ({ profileId = 'one', count, ageMinutes = 1 }: CallOptions): Call[] =>
  Array.from({ length: count }, (_, index) =>
    aCall({
      profileId,
      preparedAt: new Date(start - ageMinutes * 60_000).toISOString(),
      outcome: { ...accepted, workflowRunId: 48_000 + index },
    }),
  )

/** Reads the runs of calls in virtual time. `read` returns what the service reports about a profile's run. */
const openUnfinished = (
  unfinishedCalls: Call[],
  read: (profileId: string) => Run | Failure,
  failedLists: Outcome<Call[]>[] = [],
) => {
  const time = createVirtualTime(start)
  const requests: { at: number; profileId: string }[] = []
  const followed: string[] = []
  const limits: { since: string; limit: number }[] = []
  const unfinished = createUnfinishedCalls({
    async list(limit) {
      limits.push(limit)
      return failedLists.shift() ?? succeed(unfinishedCalls)
    },
    async readRun(profileId) {
      requests.push({ at: time.now(), profileId })
      await new Promise<void>((resolve) => void time.after(200, resolve))
      const answer = read(profileId)
      return 'kind' in answer ? fail(answer) : succeed(answer)
    },
    follow: ({ callId }) => void followed.push(callId),
    clock: time.wall,
    after: time.after,
  })
  unfinished.start()
  const pass = (seconds: number): Promise<void> => time.pass(time.now() + seconds * 1_000)
  return { unfinished, requests, followed, limits, pass }
}

const finishedRun = createRun({ isCompleted: true, disposition: 'user_hangup', durationSeconds: 8 })
const runInProgress = createRun({ steps: [{ status: 'answered', at: null }] })
const offline: Failure = { kind: 'unreachable', cause: 'connectTimeout' }

it('reads at most 50 calls of a day, with one request per second, and each run once', async () => {
  const { requests, followed, limits, pass } = openUnfinished(calls({ count: 50 }), () => finishedRun)
  await pass(600)
  expect(limits).toEqual([{ since: '2026-11-20T09:14:05.000Z', limit: 50 }])
  expect(requests).toHaveLength(50)
  const pauses = requests.slice(1).map(({ at: next }, index) => next - (requests[index]?.at ?? 0))
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1_000)
  expect(followed).toEqual([])
})

it('follows calls that are still in progress, but not one that is older than the longest possible call', async () => {
  const [young, old] = [calls({ count: 1 }), calls({ count: 1, ageMinutes: 60 })]
  const { requests, followed, pass } = openUnfinished([...young, ...old], () => runInProgress)
  await pass(60)
  expect(requests).toHaveLength(2)
  expect(followed).toEqual(young.map(({ callId }) => callId))
})

it('follows a call that is over but has no result yet', async () => {
  const { followed, pass } = openUnfinished(calls({ count: 1 }), () => createRun({ isCompleted: true }))
  await pass(60)
  expect(followed).toHaveLength(1)
})

it('retries an unreachable service once for all its calls, with longer and longer pauses, and reads other services', async () => {
  const listed = [...calls({ count: 3 }), ...calls({ profileId: 'two', count: 2 })]
  const { requests, pass } = openUnfinished(listed, (profileId) => (profileId === 'one' ? offline : finishedRun))
  await pass(24 * 3_600)
  expect(requests.map(({ profileId }) => profileId)).toEqual(['one', 'two', 'two', 'one', 'one', 'one'])
  const minutes = requests.filter(({ profileId }) => profileId === 'one').map((one) => Math.floor(one.at / 60_000))
  expect(minutes).toEqual([0, 1, 6, 36])
})

it('reads the history again if it could not be read', async () => {
  const failure = fail({ kind: 'storage', reason: 'unavailable' })
  const { requests, pass } = openUnfinished(calls({ count: 1 }), () => finishedRun, [failure, failure])
  await pass(600)
  expect(requests).toHaveLength(1)
})

it('reads the calls of a profile immediately when its key works again', async () => {
  let answer: Run | Failure = { kind: 'unauthorized', detail: '' }
  const { unfinished, requests, pass } = openUnfinished(calls({ count: 2 }), () => answer)
  await pass(24 * 3_600)
  answer = finishedRun
  const before = requests.length
  unfinished.resume('another profile')
  await pass(10)
  expect(requests).toHaveLength(before)
  unfinished.resume('one')
  await pass(10)
  expect(requests).toHaveLength(before + 2)
})

it('gives up on a run that does not exist, and reads nothing after the app has exited', async () => {
  const { unfinished, requests, pass } = openUnfinished(calls({ count: 3 }), () => ({ kind: 'notFound', detail: '' }))
  await pass(3.1)
  expect(requests).toHaveLength(1)
  unfinished.stop()
  await pass(24 * 3_600)
  expect(requests).toHaveLength(1)
})

it('lists placed calls, and resolved ones with their own run, without a complete result, newest first, without practice calls and older calls', async () => {
  const storage = open(newFile())
  const at = (hour: number): string => `2026-11-21T0${hour}:00:00.000Z`
  let placed = 0
  const place = async (change: Partial<Call>, outcome: CallState = accepted): Promise<string> => {
    const call = aCall({ ...change, phoneNumber: `+1415555010${(placed += 1)}` })
    await placeSettled(storage, call, outcome)
    return call.callId
  }
  await place({ preparedAt: at(1) })
  const first = await place({ preparedAt: at(3) })
  const second = await place({ preparedAt: at(4) })
  await place({ preparedAt: at(5), practice: true })
  const busy: CallState = { ...accepted, end: { kind: 'busy', disposition: 'busy', durationSeconds: 0 } }
  const complete = await place({ preparedAt: at(5) }, busy)
  await value(storage.run('saveLearned', { callId: complete, learned: nothingLearned }))
  const withoutLearned = await place({ preparedAt: at(5) }, busy)
  const end: CallEnd = { kind: 'reached', disposition: null, durationSeconds: null }
  const withoutResult = await place({ preparedAt: at(5) }, { ...accepted, end })
  await value(storage.run('saveLearned', { callId: withoutResult, learned: nothingLearned }))
  await place({ preparedAt: at(5) }, { ...accepted, progress: 'dialing' })
  await place({ preparedAt: at(5) }, { state: 'cancelled' })
  const list = async (limit: number) =>
    (await value(storage.run('unfinishedCalls', { since: at(2), limit }))).map(({ callId }) => callId)
  expect(await list(50)).toEqual([withoutResult, withoutLearned, second, first])
  const decision = { decision: 'placed', who: 'Ana', at: at(5), note: '' } as const
  const resolved: CallState = { state: 'closedByOperator', ...decision, runIds: [7] }
  await place({ preparedAt: at(5) }, resolved)
  const withOwnRun = await place({ preparedAt: at(5) }, { ...resolved, ownRunIds: [7] })
  expect(await list(2)).toEqual([withOwnRun, withoutResult])
})

import { describe, expect, it, onTestFinished } from 'vitest'
import type { Call, CallDraft } from '../../../../src/contract/call.ts'
import { fail, type Outcome, succeed } from '../../../../src/contract/failure.ts'
import { createInFlightCalls } from '../../../../src/main/features/calls/guards.ts'
import { createResume } from '../../../../src/main/features/calls/resume.ts'
import type { Storage } from '../../../../src/main/storage/storage.ts'
import { createVirtualTime } from '../../../labs/reconcile/virtual-time.ts'
import { aCall, aDraft } from '../../../support/a-call.ts'
import { rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { httpAnswer, startRawServer } from '../../../support/raw-server.ts'
import { openTestApp, type TestAppOptions, valueOf } from '../../../support/test-app.ts'
import { waitFor } from '../../../support/wait-for.ts'
import { connectService } from '../../../support/connect-service.ts'
import { endOfTime } from '../../../../src/domain/call-state.ts'

const sending = { state: 'sending', since: '2026-11-21T09:14:00.000Z' } as const
const unknown = { state: 'unknown', cause: 'cut', status: null, detail: '' } as const
const away = fail({ kind: 'storage', reason: 'inUse' })

/**
 * Sets up resuming with a history that may be unavailable, one call from this process and one unresolved earlier call.
 */
const setUpResume = () => {
  const time = createVirtualTime(0)
  const inFlight = createInFlightCalls()
  const ours = aCall({ outcome: sending })
  const left = aCall({ outcome: unknown })
  inFlight.add({ call: ours, initialContext: {}, until: 0, answered: false })
  const did: string[] = []
  const watched: string[] = []
  let there = true
  const whenThere = <T>(what: string, value: T): Promise<Outcome<T>> => {
    did.push(what)
    return Promise.resolve(there ? succeed(value) : away)
  }
  const runOperation = (name: string): Promise<Outcome<Call[]>> => whenThere(name, [ours, left])
  const resume = createResume({
    // Only the operation for unresolved calls is used.
    storage: { run: runOperation as Storage['run'] },
    outcomes: {
      restore: ({ call }) => whenThere('restore', call),
      now: () => new Date(0).toISOString(),
      settleInterrupted: (isOurs) => whenThere(`settle ${isOurs?.(ours.callId)} ${isOurs?.(left.callId)}`, null),
    },
    inFlight,
    watch: ({ callId }) => void watched.push(callId),
    after: time.after,
  })
  const round = ['restore', 'settle true false', 'callsToLookUp']
  return { resume, round, did, watched, ours, left, pass: time.pass, be: (now: boolean) => (there = now) }
}

describe('resuming', () => {
  it('restores its own calls, settles those of others, and watches unresolved ones, once', async () => {
    const { resume, round, did, watched, ours, left } = setUpResume()
    expect((await resume.start()).ok).toBe(true)
    expect((await resume.ensure()).ok).toBe(true)
    expect(did).toEqual(round)
    expect(watched).toEqual([ours.callId, left.callId])
  })

  it('runs again after the history has changed, automatically and before a call is placed', async () => {
    const { resume, round, did, pass } = setUpResume()
    await resume.start()
    resume.storageChanged()
    await pass(0)
    expect(did).toEqual([...round, ...round])
    resume.storageChanged()
    await resume.ensure()
    expect(did).toEqual([...round, ...round, ...round])
  })

  it('retries with pauses until the history is available', async () => {
    const { resume, round, did, pass, be } = setUpResume()
    be(false)
    expect(await resume.start()).toEqual(away)
    await pass(19_000)
    expect(did.length).toBe(10)
    be(true)
    await pass(21_000)
    expect(did.slice(10)).toEqual(round)
  })

  it('runs once more if the history changes in the meantime', async () => {
    const { resume, round, did } = setUpResume()
    const started = resume.start()
    resume.storageChanged()
    await started
    expect(did).toEqual([...round, ...round])
  })

  it('stops with the app', async () => {
    const { resume, did, pass, be } = setUpResume()
    be(false)
    await resume.start()
    resume.stop()
    resume.storageChanged()
    await pass(60_000)
    expect(did).toEqual(['restore'])
  })
})

const unauthorized = httpAnswer('401 Unauthorized', '{"detail":"Invalid API key"}')
const inUse = httpAnswer('503 Service Unavailable', '{}')

/** An app connected to a service that responds to calls when the test decides. */
const openWaitingApp = async (changes: TestAppOptions = {}) => {
  const waiting = new Map<string, Socket>()
  const numberIn = (request: string): string => /"phone_number":"([^"]+)"/.exec(request)?.[1] ?? ''
  const server = await startRawServer({
    onRequest: (socket, request) =>
      request.startsWith('POST ') ? void waiting.set(numberIn(request), socket) : void socket.end(inUse),
  })
  onTestFinished(() => server.close())
  const test = openTestApp({ dialMilliseconds: 60_000, ...changes })
  const { operations } = test
  await valueOf(test.app.start())
  const key = 'dgr_AKeyThatIsLongEnoughToBeOne0123456789abcdef'
  const profile = await connectService(operations, { origin: server.origin, key, unchecked: true })
  const draft = (phoneNumber: string, change: Partial<CallDraft> = {}): CallDraft =>
    aDraft({ profileId: profile.id, phoneNumber, ...change })
  return {
    ...test,
    draft,
    posts: (): number => server.connections.filter(({ received }) => received.startsWith('POST ')).length,
    /** Places a call and waits until the service has its request. */
    send: async (phoneNumber: string): Promise<CallDraft> => {
      const sent = draft(phoneNumber)
      await valueOf(operations.triggerCall(sent))
      await waitFor(() => expect(waiting.has(phoneNumber)).toBe(true))
      return sent
    },
    answer: (phoneNumber: string, bytes: string): void => void waiting.get(phoneNumber)?.end(bytes),
    cut: (phoneNumber: string): void => void waiting.get(phoneNumber)?.resetAndDestroy(),
    outcomeOf: async ({ callId }: CallDraft) => (await valueOf(operations.getCall({ callId }))).call.outcome,
    statesOf: async ({ callId }: CallDraft) =>
      (await valueOf(operations.getCall({ callId }))).events.map(({ state }) => state),
  }
}

type WaitingApp = Awaited<ReturnType<typeof openWaitingApp>>

const [first, second] = ['+14155550101', '+14155550102']

const everything = { search: '', after: null, limit: 5 } as const

/** Reads the list until the history has been restored. */
const readAgain = async ({ operations }: WaitingApp): Promise<void> =>
  waitFor(async () => expect((await operations.listCalls(everything)).ok).toBe(true))

/** Makes a row invalid and reads it, so that the latest backup replaces the history. */
const invalidateRow = async (app: WaitingApp): Promise<void> => {
  const old = aCall({ phoneNumber: '+14155550199' })
  await valueOf(
    app.storage.run('recordCall', { call: old, initialContext: {}, repeatSince: endOfTime, confirmedAfter: [] }),
  )
  await valueOf(app.storage.run('backUp', { now: new Date().toISOString() }))
  const database = new DatabaseSync(app.file, { timeout: 10_000 })
  database.prepare("UPDATE calls SET outcome = '{}' WHERE call_id = ?").run(old.callId)
  database.close()
  expect(await app.operations.getCall({ callId: old.callId })).toMatchObject({ failure: { reason: 'corrupt' } })
}

const removeHistoryFile = (app: WaitingApp): void => {
  for (const part of ['', '-wal', '-shm']) rmSync(app.file + part, { force: true })
}

const sendingAgain = async (app: WaitingApp, ...calls: CallDraft[]): Promise<void> => {
  for (const call of calls)
    await waitFor(async () => expect(await app.outcomeOf(call)).toMatchObject({ state: 'sending' }))
}

describe('a history that is restored while responses are pending', () => {
  it('stores the responses as they arrive after an unreadable row', async () => {
    const app = await openWaitingApp()
    const [one, other] = [await app.send(first), await app.send(second)]
    await invalidateRow(app)
    await readAgain(app)
    await sendingAgain(app, one, other)
    app.answer(first, unauthorized)
    app.cut(second)
    await app.app.settled()
    expect(await app.outcomeOf(one)).toMatchObject({ state: 'rejected', status: 401 })
    expect(await app.outcomeOf(other)).toMatchObject({ state: 'unknown', cause: 'cut' })
    expect(await app.statesOf(one)).toEqual(['queued', 'sending', 'unknown', 'sending', 'rejected'])
    const jobs = await valueOf(app.operations.listReconciliationJobs({}))
    const job = jobs.find(({ callId }) => callId === other.callId)
    expect(job).toBeDefined()
    // The connection has ended, so the quiet period has started.
    expect(job?.quietUntil).not.toBeNull()
  })

  it('contains the calls again after the file went missing, and sends no call ID and no number twice', async () => {
    const app = await openWaitingApp()
    const [one, other] = [await app.send(first), await app.send(second)]
    await valueOf(app.storage.run('backUp', { now: new Date().toISOString() }))
    removeHistoryFile(app)
    await readAgain(app)
    await sendingAgain(app, one, other)
    await valueOf(app.operations.acknowledgeRecovery({}))
    expect(await app.operations.triggerCall(app.draft('1-415-555-0101'))).toMatchObject({
      failure: { kind: 'numberLocked', call: { callId: one.callId } },
    })
    expect(await app.operations.triggerCall(one)).toMatchObject({ ok: true, value: { callId: one.callId } })
    expect(app.posts()).toBe(2)
    app.answer(first, unauthorized)
    app.cut(second)
    await app.app.settled()
    expect(await app.outcomeOf(one)).toMatchObject({ state: 'rejected', status: 401 })
    expect(await app.outcomeOf(other)).toMatchObject({ state: 'unknown', cause: 'cut' })
  })

  it('contains a response that is stored during the restore, and no earlier guess', async () => {
    const app = await openWaitingApp()
    const one = await app.send(first)
    await valueOf(app.storage.run('backUp', { now: new Date().toISOString() }))
    removeHistoryFile(app)
    app.answer(first, unauthorized)
    await app.app.settled()
    expect(await app.outcomeOf(one)).toMatchObject({ state: 'rejected', status: 401 })
  })

  it('keeps a number locked while a call to it is in flight, regardless of the record and a confirmation', async () => {
    const app = await openWaitingApp()
    const one = await app.send(first)
    await valueOf(
      app.storage.run('moveCall', { callId: one.callId, from: ['sending'], outcome: interrupted, at: anHourAgo }),
    )
    const closing = { decision: 'notPlaced', note: 'It did not ring.' } as const
    expect(await app.operations.resolveCall({ callId: one.callId, ...closing })).toMatchObject({
      failure: { issues: [{ code: 'resolved' }] },
    })
    const notFound = { state: 'notFound', since: anHourAgo } as const
    await valueOf(
      app.storage.run('moveCall', { callId: one.callId, from: ['unknown'], outcome: notFound, at: anHourAgo }),
    )
    expect(await app.operations.triggerCall(app.draft(first))).toMatchObject({ failure: { kind: 'numberLocked' } })
    app.answer(first, unauthorized)
    await app.app.settled()
    expect(await app.outcomeOf(one)).toMatchObject({ state: 'rejected', status: 401 })
  })
})

const anHourAgo = '2026-11-21T08:15:00.000Z'
const interrupted = { state: 'unknown', cause: 'interrupted', status: null, detail: '' } as const

describe('a data folder that another app used for a while', () => {
  it('shows this app’s calls as "sending" again, and the other app’s calls as "unknown"', async () => {
    let isTaken = false
    const wrapStorage = (storage: Storage): Storage => ({
      close: () => storage.close(),
      run: (name, input) =>
        isTaken ? Promise.resolve(fail({ kind: 'storage', reason: 'inUse' })) : storage.run(name, input),
    })
    const app = await openWaitingApp({ wrapStorage })
    const ours = await app.send(first)
    isTaken = true
    expect((await app.operations.listCalls(everything)).ok).toBe(false)
    const { callId } = ours
    await valueOf(app.storage.run('moveCall', { callId, from: ['sending'], outcome: interrupted, at: anHourAgo }))
    const theirs = aCall({ phoneNumber: second, outcome: { state: 'sending', since: anHourAgo } })
    const placement = { call: theirs, initialContext: {}, repeatSince: endOfTime, confirmedAfter: [] }
    await valueOf(app.storage.run('recordCall', placement))
    isTaken = false
    await readAgain(app)
    await sendingAgain(app, ours)
    await waitFor(async () =>
      expect((await valueOf(app.operations.getCall({ callId: theirs.callId }))).call.outcome).toEqual(interrupted),
    )
    await waitFor(async () =>
      expect((await valueOf(app.operations.listReconciliationJobs({}))).map((one) => one.callId).toSorted()).toEqual(
        [callId, theirs.callId].toSorted(),
      ),
    )
    app.answer(first, unauthorized)
    await app.app.settled()
    expect(await app.outcomeOf(ours)).toMatchObject({ state: 'rejected', status: 401 })
  })
})

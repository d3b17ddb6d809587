import { rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { CallDraft } from '../../../src/contract/call.ts'
import { fail } from '../../../src/contract/failure.ts'
import type { Storage } from '../../../src/main/storage/storage.ts'
import { aCall, aDraft } from '../../support/a-call.ts'
import { httpAnswer, startRawServer } from '../../support/raw-server.ts'
import { type DeskChanges, openTestDesk, valueOf } from '../../support/test-desk.ts'

const unauthorized = httpAnswer('401 Unauthorized', '{"detail":"Invalid API key"}')
const away = httpAnswer('503 Service Unavailable', '{}')

/** A desk at a service that takes calls and answers each only when it is told to. */
const aWaitingDesk = async (changes: DeskChanges = {}) => {
  const waiting = new Map<string, Socket>()
  const numberIn = (request: string): string => /"phone_number":"([^"]+)"/.exec(request)?.[1] ?? ''
  const server = await startRawServer({
    onRequest: (socket, request) =>
      request.startsWith('POST ') ? void waiting.set(numberIn(request), socket) : void socket.end(away),
  })
  onTestFinished(() => server.close())
  const test = openTestDesk({ dialMilliseconds: 60_000, ...changes })
  const { ask } = test
  await valueOf(test.desk.start())
  const { entryId } = await valueOf(
    ask.enterKey({ from: 'typed', text: 'dgr_AKeyThatIsLongEnoughToBeOne0123456789abcdef' }),
  )
  const form = { kind: 'service', name: 'Acme', color: 'blue', origin: server.origin, custody: 'keychain' } as const
  const { profile } = await valueOf(ask.addProfile({ ...form, entryId, unchecked: true }))
  const draft = (phoneNumber: string, change: Partial<CallDraft> = {}): CallDraft =>
    aDraft({ profileId: profile.id, phoneNumber, ...change })
  return {
    ...test,
    draft,
    posts: (): number => server.connections.filter(({ received }) => received.startsWith('POST ')).length,
    /** Places a call and waits until the service has its request. */
    send: async (phoneNumber: string): Promise<CallDraft> => {
      const sent = draft(phoneNumber)
      await valueOf(ask.triggerCall(sent))
      await vi.waitFor(() => expect(waiting.has(phoneNumber)).toBe(true))
      return sent
    },
    answer: (phoneNumber: string, bytes: string): void => void waiting.get(phoneNumber)?.end(bytes),
    cut: (phoneNumber: string): void => void waiting.get(phoneNumber)?.resetAndDestroy(),
    outcomeOf: async ({ callId }: CallDraft) => (await valueOf(ask.getCall({ callId }))).call.outcome,
    statesOf: async ({ callId }: CallDraft) =>
      (await valueOf(ask.getCall({ callId }))).events.map(({ state }) => state),
  }
}

type WaitingDesk = Awaited<ReturnType<typeof aWaitingDesk>>

const [first, second] = ['+14155550101', '+14155550102']

const everything = { search: '', after: null, limit: 5 } as const

/** Asks for the list until the history has been restored and is read again. */
const readAgain = async ({ ask }: WaitingDesk): Promise<void> =>
  vi.waitFor(async () => expect((await ask.listCalls(everything)).ok).toBe(true), { timeout: 5_000, interval: 50 })

/** A row that no version of this app has written, found by whoever reads it: the newest backup takes the file's place. */
const spoilARow = async (desk: WaitingDesk): Promise<void> => {
  const old = aCall({ phoneNumber: '+14155550199' })
  await valueOf(desk.storage.ask('placeCall', { call: old, initialContext: {}, repeatSince: null, confirmedAfter: [] }))
  await valueOf(desk.storage.ask('backUp', { now: new Date().toISOString() }))
  const database = new DatabaseSync(desk.file)
  database.prepare("UPDATE calls SET outcome = '{}' WHERE call_id = ?").run(old.callId)
  database.close()
  expect(await desk.ask.getCall({ callId: old.callId })).toMatchObject({ failure: { reason: 'corrupt' } })
}

const loseTheFile = (desk: WaitingDesk): void => {
  for (const part of ['', '-wal', '-shm']) rmSync(desk.file + part, { force: true })
}

const sendingAgain = async (desk: WaitingDesk, ...calls: CallDraft[]): Promise<void> => {
  for (const call of calls)
    await vi.waitFor(async () => expect(await desk.outcomeOf(call)).toMatchObject({ state: 'sending' }), {
      timeout: 5_000,
    })
}

describe('a history that is restored while answers are out', () => {
  it('after a row that cannot be read takes the answers as they come', async () => {
    const desk = await aWaitingDesk()
    const [one, other] = [await desk.send(first), await desk.send(second)]
    await spoilARow(desk)
    await readAgain(desk)
    await sendingAgain(desk, one, other)
    desk.answer(first, unauthorized)
    desk.cut(second)
    await desk.desk.settled()
    expect(await desk.outcomeOf(one)).toMatchObject({ state: 'rejected', status: 401 })
    expect(await desk.outcomeOf(other)).toMatchObject({ state: 'unknown', cause: 'cut' })
    expect(await desk.statesOf(one)).toEqual(['queued', 'sending', 'unknown', 'sending', 'rejected'])
    const lookUps = await valueOf(desk.ask.listLookUps({}))
    const lookUp = lookUps.find(({ callId }) => callId === other.callId)
    expect(lookUp).toBeDefined()
    // Its connection is over: what is looked for now is told from when.
    expect(lookUp?.quietUntil).not.toBeNull()
  })

  it('and vanished has the calls on record again, and neither their ids nor their numbers are sent twice', async () => {
    const desk = await aWaitingDesk()
    const [one, other] = [await desk.send(first), await desk.send(second)]
    await valueOf(desk.storage.ask('backUp', { now: new Date().toISOString() }))
    loseTheFile(desk)
    await readAgain(desk)
    await sendingAgain(desk, one, other)
    await valueOf(desk.ask.acknowledgeRecovery({}))
    expect(await desk.ask.triggerCall(desk.draft('1-415-555-0101'))).toMatchObject({
      failure: { kind: 'numberLocked', call: { callId: one.callId } },
    })
    expect(await desk.ask.triggerCall(one)).toMatchObject({ ok: true, value: { callId: one.callId } })
    expect(desk.posts()).toBe(2)
    desk.answer(first, unauthorized)
    desk.cut(second)
    await desk.desk.settled()
    expect(await desk.outcomeOf(one)).toMatchObject({ state: 'rejected', status: 401 })
    expect(await desk.outcomeOf(other)).toMatchObject({ state: 'unknown', cause: 'cut' })
  })

  it('by the answer itself has that answer, and no guess before it', async () => {
    const desk = await aWaitingDesk()
    const one = await desk.send(first)
    await valueOf(desk.storage.ask('backUp', { now: new Date().toISOString() }))
    loseTheFile(desk)
    desk.answer(first, unauthorized)
    await desk.desk.settled()
    expect(await desk.outcomeOf(one)).toMatchObject({ state: 'rejected', status: 401 })
  })

  it('does not let a number be rung again while its call is out, whatever the record says and whoever confirms', async () => {
    const desk = await aWaitingDesk()
    const one = await desk.send(first)
    await valueOf(
      desk.storage.ask('moveCall', { callId: one.callId, from: ['sending'], outcome: interrupted, at: anHourAgo }),
    )
    const closing = { verdict: 'notPlaced', note: 'It did not ring.' } as const
    expect(await desk.ask.closeCall({ callId: one.callId, ...closing })).toMatchObject({
      failure: { issues: [{ code: 'resolved' }] },
    })
    const gone = { state: 'notFound', since: anHourAgo } as const
    await valueOf(desk.storage.ask('moveCall', { callId: one.callId, from: ['unknown'], outcome: gone, at: anHourAgo }))
    expect(await desk.ask.triggerCall(desk.draft(first))).toMatchObject({ failure: { kind: 'numberLocked' } })
    desk.answer(first, unauthorized)
    await desk.desk.settled()
    expect(await desk.outcomeOf(one)).toMatchObject({ state: 'rejected', status: 401 })
  })
})

const anHourAgo = '2026-11-21T08:15:00.000Z'
const interrupted = { state: 'unknown', cause: 'interrupted', status: null, detail: '' } as const

describe('a data folder that was another desk’s for a while', () => {
  it('has our calls as sending again, and theirs as unknown', async () => {
    let isTaken = false
    const wrapStorage = (storage: Storage): Storage => ({
      close: () => storage.close(),
      ask: (name, input) =>
        isTaken ? Promise.resolve(fail({ kind: 'storage', reason: 'inUse' })) : storage.ask(name, input),
    })
    const desk = await aWaitingDesk({ wrapStorage })
    const ours = await desk.send(first)
    isTaken = true
    expect((await desk.ask.listCalls(everything)).ok).toBe(false)
    const { callId } = ours
    await valueOf(desk.storage.ask('moveCall', { callId, from: ['sending'], outcome: interrupted, at: anHourAgo }))
    const theirs = aCall({ phoneNumber: second, outcome: { state: 'sending', since: anHourAgo } })
    const placement = { call: theirs, initialContext: {}, repeatSince: null, confirmedAfter: [] }
    await valueOf(desk.storage.ask('placeCall', placement))
    isTaken = false
    await readAgain(desk)
    await sendingAgain(desk, ours)
    await vi.waitFor(async () =>
      expect((await valueOf(desk.ask.getCall({ callId: theirs.callId }))).call.outcome).toEqual(interrupted),
    )
    await vi.waitFor(async () =>
      expect((await valueOf(desk.ask.listLookUps({}))).map((one) => one.callId).toSorted()).toEqual(
        [callId, theirs.callId].toSorted(),
      ),
    )
    desk.answer(first, unauthorized)
    await desk.desk.settled()
    expect(await desk.outcomeOf(ours)).toMatchObject({ state: 'rejected', status: 401 })
  })
})

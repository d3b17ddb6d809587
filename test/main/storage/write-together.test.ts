import { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished, vi } from 'vitest'
import { groupCallWrites } from '../../../src/main/storage/write-together.ts'
import { createStorage, type Storage } from '../../../src/main/storage/storage.ts'
import { aCall, accepted } from '../../support/a-call.ts'
import { createCountingWorker, type StorageCounts } from '../../support/counting-storage.ts'
import { at, newFile, open, place, settle, value } from './open-storage.ts'
import { endOfTime } from '../../../src/domain/call-state.ts'

const sending = { state: 'sending', since: at } as const

const openCounting = async () => {
  const { worker, readCounts } = createCountingWorker()
  const storage = createStorage({ file: newFile(), worker })
  onTestFinished(() => storage.close())
  await value(storage.run('unresolvedCalls', {}))
  const before = await readCounts()
  const countsSinceStart = async (): Promise<StorageCounts> => {
    const { transactions, commits, statements } = await readCounts()
    return {
      transactions: transactions - before.transactions,
      commits: commits - before.commits,
      statements: statements - before.statements,
    }
  }
  return { storage, countsSinceStart }
}

const numberOf = (count: number): string => `+1212${2_000_000 + count}`
const callTo = (phoneNumber: string) => aCall({ phoneNumber, outcome: sending })

const named = (...names: string[]) => names.map((name) => ({ name }))
const group = (operations: { name: string }[]) => groupCallWrites(operations, ({ name }) => name === 'getCall')

it('groups call writes, also those with a read between them', () => {
  expect(group(named('getCall', 'recordCall', 'getCall', 'moveCall', 'getCall'))).toEqual([
    named('getCall'),
    named('recordCall', 'moveCall'),
    named('getCall'),
    named('getCall'),
  ])
})

it('moves no call write before another write', () => {
  expect(group(named('moveCall', 'setListState', 'getCall', 'recordCall', 'moveCall'))).toEqual([
    named('moveCall'),
    named('setListState'),
    named('getCall'),
    named('recordCall', 'moveCall'),
  ])
})

it('groups at most 100 call writes', () => {
  const writes = named(...Array.from({ length: 250 }, () => 'moveCall'))
  expect(group(writes).map(({ length }) => length)).toEqual([100, 100, 50])
})

it('commits once for 50 calls that arrive together', async () => {
  const { storage, countsSinceStart } = await openCounting()
  const calls = Array.from({ length: 50 }, (_, count) => callTo(numberOf(count)))
  const placed = await Promise.all(calls.map((call) => place(storage, call)))
  expect(placed).toEqual(calls.map((call) => ({ placed: 'now', call })))
  expect(await countsSinceStart()).toMatchObject({ transactions: 1, commits: 1 })
  expect(await value(storage.run('unresolvedCalls', {}))).toHaveLength(50)
})

it('commits once for a single call', async () => {
  const { storage, countsSinceStart } = await openCounting()
  await place(storage, callTo('+14155550160'))
  expect(await countsSinceStart()).toMatchObject({ transactions: 1, commits: 1 })
})

it('commits once for an outcome and the record of the next call, which follows from it', async () => {
  const { storage, countsSinceStart } = await openCounting()
  const call = callTo('+14155550160')
  await place(storage, call)
  const post = vi.spyOn(Worker.prototype, 'postMessage')
  onTestFinished(() => post.mockRestore())
  const settled = settle(storage, call.callId)
  // The path of a call has about ten awaits between the outcome of a call and the record of the next one.
  for (let waits = 0; waits < 50; waits += 1) await Promise.resolve()
  await Promise.all([settled, place(storage, callTo('+14155550161'))])
  expect(post).toHaveBeenCalledTimes(1)
  expect(await countsSinceStart()).toMatchObject({ transactions: 2, commits: 2 })
})

it('responds to a read before it writes the calls that arrived after it', async () => {
  const storage = open(newFile())
  await value(storage.run('unresolvedCalls', {}))
  const order: string[] = []
  await Promise.all([
    storage.run('unresolvedCalls', {}).then(() => order.push('read')),
    place(storage, callTo('+14155550160')).then(() => order.push('write')),
    place(storage, callTo('+14155550161')).then(() => order.push('write')),
  ])
  expect(order).toEqual(['read', 'write', 'write'])
})

const race = (storage: Storage) =>
  Promise.all([
    place(storage, callTo('+14155550160')),
    place(storage, callTo('sip:4155550160:secret@carrier.example')),
    place(storage, callTo('+14155550161')),
  ])

it('allows only one of two calls to a number that arrive together', async () => {
  const placed = await race(open(newFile()))
  expect(placed.map((result) => result.placed)).toEqual(['now', 'locked', 'now'])
})

it('writes the others separately if one write of a group fails', async () => {
  const storage = open(newFile())
  const good = callTo('+14155550160')
  // The table refuses an accepted call with an invalid run ID.
  const bad = aCall({ phoneNumber: '+14155550161', outcome: { ...accepted, workflowRunId: 0.5 } })
  const record = (call: typeof good) =>
    storage.run('recordCall', { call, initialContext: {}, repeatSince: endOfTime, confirmedAfter: [] })
  const [first, second, third] = await Promise.all([record(good), record(bad), record(callTo('+14155550162'))])
  expect([first?.ok, second?.ok, third?.ok]).toEqual([true, false, true])
  expect(await value(storage.run('unresolvedCalls', {}))).toHaveLength(2)
})

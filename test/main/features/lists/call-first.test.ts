import { expect, it, onTestFinished } from 'vitest'
import { invalid, succeed } from '../../../../src/contract/failure.ts'
import { createRunningList } from '../../../../src/main/features/lists/running-list.ts'
import { aCall, accepted } from '../../../support/a-call.ts'
import { act, aRow, at, checkedList, now, openLists, readList, start } from '../../storage/lists/open-lists.ts'

const rowCount = 30
const end = { kind: 'reached', disposition: null, durationSeconds: 20 } as const

/** Starts a list with one call at once. `next` ends the call in progress, if any, and resolves with the next row. */
const startLongList = async () => {
  const lists = await openLists()
  const { storage } = lists
  const rows = Array.from({ length: rowCount }, (_, index) => aRow(index + 1))
  const listId = await checkedList(lists, rows, { atOnce: 1, freeSlots: 0 })
  await start(lists, listId)
  const refused: number[] = []
  let inProgress: { row: number; callId: string } | null = null
  let request = Promise.withResolvers<number>()
  const running = createRunningList(
    {
      storage,
      clock: () => now,
      monotonic: () => 0,
      after: () => () => undefined,
      announce: () => undefined,
      onBrake: (reason) => request.reject(new Error(reason)),
      onIdle: () => request.reject(new Error('No row is left.')),
      async triggerCall({ initialContext, confirmation: _none, ...draft }, { row, onAnswer }) {
        const call = aCall({ ...draft, preparedAt: at, changedAt: at, outcome: { state: 'sending', since: at } })
        const listRow = { listId, row }
        const recorded = await storage.run('recordCall', {
          call,
          initialContext,
          repeatSince: at,
          confirmedAfter: [],
          listRow,
        })
        if (!recorded.ok) return recorded
        if (recorded.value.placed !== 'now') {
          refused.push(row)
          return invalid(['listRow'], 'invalid', 'row')
        }
        inProgress = { row, callId: call.callId }
        onAnswer({ outcome: accepted, serverDate: null })
        request.resolve(row)
        return succeed(call)
      },
    },
    listId,
  )
  onTestFinished(() => running.stop())
  const next = async (): Promise<number> => {
    if (inProgress === null) running.start(await readList(lists, listId), null, [])
    else {
      const { row, callId } = inProgress
      request = Promise.withResolvers()
      await running.callMoved(aCall({ callId, outcome: { ...accepted, end } }), { row, attempts: 1 })
    }
    return request.promise
  }
  const callFirst = async (row: number): Promise<void> => {
    await act(lists, listId, row, 'callFirst')
    running.wake()
  }
  return { next, callFirst, refused }
}

it('calls a row next that a person calls first, although other rows were read ahead, and each row once', async () => {
  const { next, callFirst, refused } = await startLongList()
  const called = [await next(), await next()]
  await callFirst(25)
  called.push(await next())
  await callFirst(28)
  await callFirst(20)
  while (called.length < rowCount) called.push(await next())
  const rest = Array.from({ length: rowCount }, (_, index) => index + 1).filter(
    (row) => ![1, 2, 20, 25, 28].includes(row),
  )
  expect(called).toEqual([1, 2, 25, 20, 28, ...rest])
  expect(refused).toEqual([])
})

it('calls a row next that a person calls first while rows are read', async () => {
  const { next, callFirst } = await startLongList()
  const first = await next()
  const second = next()
  const moved = callFirst(25)
  const called = [first, await second]
  await moved
  expect([...called, await next()]).toEqual([1, 2, 25])
})

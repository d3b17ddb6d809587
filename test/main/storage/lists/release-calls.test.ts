import { expect, it } from 'vitest'
import type { CallState } from '../../../../src/contract/call.ts'
import { createUlid } from '../../../../src/domain/ids.ts'
import { accepted, aCall } from '../../../support/a-call.ts'
import { place, settle, value } from '../open-storage.ts'
import {
  act,
  actionOn,
  aRow,
  at,
  callRow,
  checkedList,
  now,
  openLists,
  readRows,
  repeatMinutes,
  start,
  statesOf,
} from './open-lists.ts'

const reached: CallState = { ...accepted, end: { kind: 'reached', disposition: null, durationSeconds: 20 } }
const busy: CallState = { ...accepted, end: { kind: 'busy', disposition: null, durationSeconds: 0 } }
const unknown: CallState = { state: 'unknown', cause: 'cut', status: null, detail: '' }

/** Starts a list whose only row the user holds. `call` places a single call to its number. */
const begin = async () => {
  const lists = await openLists()
  const listId = await checkedList(lists, [aRow(1)])
  await start(lists, listId)
  await act(lists, listId, 1, 'hold')
  let calls = 0
  const call = async (outcome: CallState): Promise<void> => {
    calls += 1
    const callId = createUlid(now, new Uint8Array(16).fill(calls))
    const { phoneNumber } = aRow(1)
    await place(lists.storage, aCall({ callId, phoneNumber: phoneNumber ?? '', preparedAt: at, changedAt: at }))
    await settle(lists.storage, callId, outcome)
  }
  const row = async () => (await readRows(lists, listId))[0]
  const release = async (shown: Awaited<ReturnType<typeof row>>) => {
    const action = actionOn(shown, 'release')
    return value(lists.storage.run('changeListRow', { listId, row: 1, action, at: now, repeatMinutes }))
  }
  return { lists, listId, call, row, release }
}

it.each([
  ['was reached', reached, 'calledRecently', 'reached'],
  ['may be in progress', accepted, 'calledRecently', 'accepted'],
  ['is unresolved', unknown, 'unresolvedCall', 'unknown'],
] as const)(
  'shows a call to the number of a held row that %s before the row is released',
  async (_, outcome, code, state) => {
    const { lists, listId, call, row, release } = await begin()
    const shown = await row()
    await call(outcome)
    expect(await release(shown)).toBeNull()
    const asked = await row()
    expect(asked).toMatchObject({ state: 'held', findings: [{ code }], lastCall: { state, at } })
    expect(await release(asked)).toMatchObject({ state: 'ready' })
    expect(await statesOf(lists, listId)).toEqual(['ready'])
  },
)

it('calls a released row despite the calls that were shown, and shows a later one before the next release', async () => {
  const { lists, listId, call, row, release } = await begin()
  await call(reached)
  await release(await row())
  const asked = await row()
  await call(reached)
  expect(await release(asked)).toBeNull()
  expect(await release(await row())).toMatchObject({ state: 'ready' })
  expect(await callRow(lists, listId, 1)).toMatchObject({ placed: 'now' })
})

it('releases a row at once if its number was not called', async () => {
  const { row, release } = await begin()
  expect(await release(await row())).toMatchObject({ state: 'ready' })
})

it('says when the maximum of calls to its number allows a row to be called again', async () => {
  const { lists, listId, call, row, release } = await begin()
  await call(busy)
  await call(busy)
  await release(await row())
  await release(await row())
  await callRow(lists, listId, 1)
  await settle(lists.storage, (await row())?.callId ?? '', busy)
  const dueAt = new Date(now + 86_400_000).toISOString()
  expect(await act(lists, listId, 1, 'callAgain')).toMatchObject({ state: 'ready', dueAt, waitsForLimit: true })
})

it('holds a row that is called again after a call to its number that was not shown', async () => {
  const { lists, listId, call, row, release } = await begin()
  await release(await row())
  await callRow(lists, listId, 1)
  await settle(lists.storage, (await row())?.callId ?? '', busy)
  await call(reached)
  const again = { listId, row: 1, action: actionOn(await row(), 'callAgain'), at: now, repeatMinutes }
  const held = await value(lists.storage.run('changeListRow', again))
  expect(held).toMatchObject({ state: 'held', findings: [{ code: 'calledRecently' }] })
  expect(await release(held ?? undefined)).toMatchObject({ state: 'ready' })
  expect(await callRow(lists, listId, 1)).toMatchObject({ placed: 'now' })
})

it('does not change a row that was called before it is released', async () => {
  const { lists, listId, call, row, release } = await begin()
  const shown = await row()
  await release(shown)
  await callRow(lists, listId, 1)
  await settle(lists.storage, (await row())?.callId ?? '', busy)
  const called = await row()
  await call(reached)
  expect(await release(shown)).toBeNull()
  expect(await row()).toEqual({ ...called, findings: [] })
})

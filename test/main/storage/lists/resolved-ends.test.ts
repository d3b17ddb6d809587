import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { CallEnd, CallState } from '../../../../src/contract/call.ts'
import { longestCall } from '../../../../src/domain/call-state.ts'
import { settleRecoveredLists } from '../../../../src/main/storage/lists/list-lifecycle.ts'
import { openListDatabase } from '../../../../src/main/storage/lists/list-database.ts'
import { accepted, aCall } from '../../../support/a-call.ts'
import { place, settle, value } from '../open-storage.ts'
import {
  act,
  actionOn,
  after,
  aRow,
  at,
  callRow,
  check,
  checkedList,
  type Lists,
  now,
  openLists,
  readRows,
  start,
  statesOf,
} from './open-lists.ts'

type Resolved = Extract<CallState, { state: 'closedByOperator' }>

const withoutRun: Resolved = { state: 'closedByOperator', decision: 'notPlaced', who: 'Ana', at, note: '' }

const resolved = (decision: Resolved['decision']): Resolved => ({
  ...withoutRun,
  decision,
  runIds: [48_213],
  ownRunIds: [48_213],
})

const anEnd = (kind: CallEnd['kind'], disposition: string | null = null): CallEnd => ({
  kind,
  disposition,
  durationSeconds: 30,
})

const move = ({ storage }: Lists, callId: string, from: CallState['state'], outcome: CallState, minutes: number) =>
  value(storage.run('moveCall', { callId, from: [from], outcome, at: after(minutes) }))

const heldForCall = { state: 'held', findings: [{ code: 'calledRecently', name: '' }] }
const answers = [anEnd('reached'), anEnd('voicemail'), anEnd('failed', 'pipeline_error'), anEnd('ended', 'do_not_call')]

/** Calls the first of these rows in a running list. */
const begin = async (rows = [aRow(1)], fingerprint: string | null = null) => {
  const lists = await openLists()
  const listId = await checkedList(lists, rows, {}, fingerprint)
  await start(lists, listId)
  await callRow(lists, listId, 1, fingerprint === null ? {} : { preparedAt: after(-3 * 24 * 60) })
  const callId = (await readRows(lists, listId))[0]?.callId ?? ''
  const again = () =>
    value(lists.storage.run('callListRowAgain', { listId, row: 1, callId, dueAt: now, counts: true, at: now }))
  /** Records how the run of the resolved call ended. */
  const end = (decision: 'placed' | 'notPlaced', how: CallEnd, minutes: number) =>
    move(lists, callId, 'closedByOperator', { ...resolved(decision), end: how }, minutes)
  return { lists, listId, callId, again, end }
}

it.each(answers)(
  'holds a row that is called again as soon as its call is known to be answered ($kind)',
  async (how) => {
    const { lists, listId, callId, again, end } = await begin()
    await settle(lists.storage, callId, resolved('notPlaced'))
    expect(await again()).toBe(true)
    await end('notPlaced', how, 1)
    expect(await readRows(lists, listId)).toMatchObject([heldForCall])
    await act(lists, listId, 1, 'release')
    expect(await callRow(lists, listId, 1, { preparedAt: after(26) })).toMatchObject({ placed: 'now' })
  },
)

it.each(['held', 'leftOut', 'refused'] as const)('knows the run of a row that was called and is %s', async (change) => {
  const { lists, listId, callId, again } = await begin()
  await settle(lists.storage, callId, withoutRun)
  await again()
  await move(lists, callId, 'closedByOperator', resolved('notPlaced'), 1)
  if (change === 'leftOut') await act(lists, listId, 1, 'leaveOut')
  const number = { phoneNumber: aRow(1).phoneNumber ?? '', phoneNumberDisplay: '', practice: false, reason: '' }
  const entry = { entryId: randomUUID(), ...number, addedAt: at, addedBy: 'ana' }
  if (change === 'refused') await value(lists.storage.run('addDoNotCall', { entry }))
  const state = change === 'leftOut' ? 'skipped' : change
  expect(await readRows(lists, listId)).toMatchObject([{ state, foundRun: 'own', lookUpEndsAt: null }])
})

it('does not finish a list with a row held because of its own call, which no copy has, until it is decided', async () => {
  const { lists, listId, callId, again } = await begin()
  await settle(lists.storage, callId, withoutRun)
  await again()
  await move(lists, callId, 'closedByOperator', resolved('notPlaced'), 1)
  expect(await statesOf(lists, listId)).toEqual(['held'])
  const copyable = await value(lists.storage.run('countCopyableRows', { listId }))
  expect(copyable.held).toBe(0)
  const finish = { listId, from: ['running'], to: 'finished', at: after(2) } as const
  expect(await value(lists.storage.run('setListState', finish))).toEqual({ refused: 'held' })
  await act(lists, listId, 1, 'leaveOut')
  expect(await value(lists.storage.run('setListState', finish))).toMatchObject({ list: { state: 'finished' } })
})

it('does not finish a recovered list with a held row that may have been called, which no copy has', async () => {
  const lists = await openLists()
  const listId = await checkedList(lists, [aRow(1), aRow(2)])
  await start(lists, listId)
  const database = openListDatabase(lists.file)
  settleRecoveredLists(database, at)
  database.close()
  await act(lists, listId, 1, 'release')
  await start(lists, listId)
  await callRow(lists, listId, 1)
  const { callId } = (await readRows(lists, listId))[0] ?? {}
  const end = { kind: 'noAnswer', disposition: null, durationSeconds: null } as const
  await settle(lists.storage, callId ?? '', { ...accepted, end })
  expect(await statesOf(lists, listId)).toEqual(['noAnswer', 'held'])
  expect((await value(lists.storage.run('countCopyableRows', { listId }))).held).toBe(0)
  const finish = { listId, from: ['running'], to: 'finished', at: after(2) } as const
  expect(await value(lists.storage.run('setListState', finish))).toEqual({ refused: 'held' })
  await act(lists, listId, 2, 'leaveOut')
  expect(await value(lists.storage.run('setListState', finish))).toMatchObject({ list: { state: 'finished' } })
})

it('finishes a list with a row held because of a call of another row, which a copy has', async () => {
  const lists = await openLists()
  const listId = await checkedList(lists, [aRow(1)])
  await start(lists, listId)
  const single = aCall({ phoneNumber: aRow(1).phoneNumber ?? '', preparedAt: at })
  await place(lists.storage, single)
  await settle(lists.storage, single.callId, withoutRun)
  await move(lists, single.callId, 'closedByOperator', resolved('notPlaced'), 1)
  expect(await statesOf(lists, listId)).toEqual(['held'])
  const finish = { listId, from: ['running'], to: 'finished', at: after(2) } as const
  expect(await value(lists.storage.run('setListState', finish))).toMatchObject({ list: { state: 'finished' } })
  expect((await value(lists.storage.run('countCopyableRows', { listId }))).held).toBe(1)
})

it('keeps the time of an outcome when the look-up of the call records more about it', async () => {
  const { lists, listId, callId, end } = await begin()
  await move(lists, callId, 'sending', { ...withoutRun, at: after(1) }, 1)
  const later = [{ ...withoutRun, noRunAt: after(2) }, resolved('notPlaced')]
  for (const [index, outcome] of later.entries())
    await move(lists, callId, 'closedByOperator', { ...outcome, at: after(1) }, index + 2)
  await end('notPlaced', anEnd('reached'), 4)
  const [row] = await readRows(lists, listId)
  expect(row).toMatchObject({ state: 'resolvedNotPlaced', foundRun: 'answered', changedAt: after(1) })
})

it('gives a row that gets the state of its last call by Stop the time of the decision about it', async () => {
  const { lists, listId, callId, again } = await begin()
  await move(lists, callId, 'sending', { ...withoutRun, at: after(1) }, 1)
  await again()
  await move(lists, callId, 'closedByOperator', { ...withoutRun, at: after(1), noRunAt: after(3) }, 3)
  await value(lists.storage.run('setListState', { listId, from: ['running'], to: 'stopped', at: after(4) }))
  await value(lists.storage.run('stopListRows', { listId, at: Date.parse(after(4)) }))
  expect(await readRows(lists, listId)).toMatchObject([{ state: 'resolvedNotPlaced', changedAt: after(1) }])
})

it('lets a row be called again whose call was known to be answered before', async () => {
  const { lists, listId, callId, again, end } = await begin()
  await settle(lists.storage, callId, resolved('notPlaced'))
  await end('notPlaced', anEnd('reached'), 1)
  expect(await readRows(lists, listId)).toMatchObject([{ state: 'resolvedNotPlaced', foundRun: 'answered' }])
  expect(await again()).toBe(true)
  expect(await callRow(lists, listId, 1, { preparedAt: after(26) })).toMatchObject({ placed: 'now' })
})

it.each([
  [withoutRun, resolved('notPlaced')],
  [withoutRun, { ...resolved('notPlaced'), end: anEnd('reached') }],
  [resolved('notPlaced'), { ...resolved('notPlaced'), end: anEnd('reached') }],
])('calls a row again only if the run of its call, as it is now, was shown', async (asked, known) => {
  const { lists, listId, callId } = await begin()
  await settle(lists.storage, callId, asked)
  const action = actionOn((await readRows(lists, listId))[0], 'callAgain')
  await move(lists, callId, 'closedByOperator', known, 1)
  expect(await value(lists.storage.run('changeListRow', { listId, row: 1, action, at: now }))).toBeNull()
  expect(await statesOf(lists, listId)).toEqual(['resolvedNotPlaced'])
  expect(await act(lists, listId, 1, 'callAgain')).toMatchObject({ state: 'ready' })
})

it('calls a row again only if its last call was shown', async () => {
  const { lists, listId, callId } = await begin()
  await settle(lists.storage, callId, { ...accepted, end: anEnd('noAnswer') })
  const action = actionOn((await readRows(lists, listId))[0], 'callAgain')
  await act(lists, listId, 1, 'callAgain')
  await callRow(lists, listId, 1, { preparedAt: after(26) }, {}, after(20))
  const next = (await readRows(lists, listId))[0]?.callId ?? ''
  await settle(lists.storage, next, { ...accepted, end: anEnd('noAnswer') })
  expect(await value(lists.storage.run('changeListRow', { listId, row: 1, action, at: now }))).toBeNull()
  expect(await statesOf(lists, listId)).toEqual(['noAnswer'])
})

it.each([true, false])(
  'calls a row as soon as its call, resolved as not placed, is known to have ended without an answer (waiting: %s)',
  async (isWaiting) => {
    const { lists, listId, callId, again, end } = await begin()
    await settle(lists.storage, callId, resolved('notPlaced'))
    expect(await again()).toBe(true)
    const until = new Date(now + longestCall + 1).toISOString()
    expect(await callRow(lists, listId, 1, { preparedAt: after(2) })).toMatchObject({ reason: 'inProgress', until })
    if (!isWaiting) await act(lists, listId, 1, 'hold')
    await end('notPlaced', anEnd('busy'), 3)
    if (!isWaiting) await act(lists, listId, 1, 'release')
    expect(await readRows(lists, listId)).toMatchObject([{ state: 'ready', dueAt: null }])
    expect(await callRow(lists, listId, 1, { preparedAt: after(4) })).toMatchObject({ placed: 'now' })
  },
)

it('lets a row wait although a run of its call has ended, if the call may have another run', async () => {
  const { lists, listId, callId, again } = await begin()
  const both = { ...resolved('notPlaced'), runIds: [1, 48_213], end: anEnd('busy') }
  await settle(lists.storage, callId, both)
  expect(await again()).toBe(true)
  expect(await callRow(lists, listId, 1, { preparedAt: after(2) })).toMatchObject({ reason: 'inProgress' })
  await move(lists, callId, 'closedByOperator', { ...both, end: anEnd('noAnswer') }, 3)
  expect(await callRow(lists, listId, 1, { preparedAt: after(4) })).toMatchObject({ reason: 'notDue' })
})

it('makes a row due no earlier that waits for another reason when its call is known to have ended', async () => {
  const { lists, listId, callId, again, end } = await begin()
  await settle(lists.storage, callId, resolved('notPlaced'))
  await again()
  const row = (await value(lists.storage.run('takeDueRows', { listId, now, limit: 1 })))[0]
  const deferred = { listId, row: 1, callId: row?.callId ?? '', until: now + 40 * 60_000 }
  expect(await value(lists.storage.run('deferListRow', deferred))).toBe(true)
  await end('notPlaced', anEnd('busy'), 3)
  expect(await readRows(lists, listId)).toMatchObject([{ dueAt: after(40) }])
})

it.each([
  [anEnd('reached'), [{ ...heldForCall, foundRun: 'answered' }]],
  [anEnd('failed', 'pipeline_error'), [{ ...heldForCall, foundRun: 'answered' }]],
  [{ ...anEnd('failed'), durationSeconds: 0 }, [{ state: 'ready' }]],
  [anEnd('noAnswer'), [{ state: 'ready' }]],
])(
  'holds another row that was released when a run was found, only if the call was answered (%j)',
  async (how, rows) => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1)])
    await start(lists, listId)
    const { callId, ...single } = aCall({ phoneNumber: aRow(1).phoneNumber ?? '', preparedAt: at })
    await place(lists.storage, { callId, ...single })
    await settle(lists.storage, callId, withoutRun)
    await move(lists, callId, 'closedByOperator', resolved('notPlaced'), 1)
    expect(await readRows(lists, listId)).toMatchObject([{ ...heldForCall, foundRun: 'own' }])
    await act(lists, listId, 1, 'release')
    expect(await statesOf(lists, listId)).toEqual(['ready'])
    await move(lists, callId, 'closedByOperator', { ...resolved('notPlaced'), end: how }, 2)
    expect(await readRows(lists, listId)).toMatchObject(rows)
    await act(lists, listId, 1, 'hold')
    await act(lists, listId, 1, 'release')
    expect(await callRow(lists, listId, 1, { preparedAt: after(26) }, {}, after(0))).toMatchObject({ placed: 'now' })
  },
)

it('holds a row of a draft that was released before the call to its number was known to be answered', async () => {
  const lists = await openLists()
  const { callId, ...single } = aCall({ phoneNumber: aRow(1).phoneNumber ?? '', preparedAt: at })
  await place(lists.storage, { callId, ...single })
  await settle(lists.storage, callId, resolved('notPlaced'))
  const listId = await checkedList(lists, [aRow(1)])
  await act(lists, listId, 1, 'release')
  expect(await statesOf(lists, listId)).toEqual(['ready'])
  await move(lists, callId, 'closedByOperator', { ...resolved('notPlaced'), end: anEnd('reached') }, 2)
  await start(lists, listId)
  expect(await callRow(lists, listId, 1, { preparedAt: after(3) })).toMatchObject({ placed: 'repeat' })
  await value(lists.storage.run('setListState', { listId, from: ['running'], to: 'paused', at }))
  check(lists, listId, [aRow(1)])
  expect(await readRows(lists, listId)).toMatchObject([heldForCall])
  await act(lists, listId, 1, 'release')
  await start(lists, listId)
  expect(await callRow(lists, listId, 1, { preparedAt: after(26) })).toMatchObject({ placed: 'now' })
})

it.each(answers)('holds no released row because a call that was resolved as placed has ended ($kind)', async (how) => {
  const { lists, listId, callId, again, end } = await begin()
  const refused = { state: 'failedAtProvider', status: 400, detail: 'x', doubt: false, workflowRunId: 48_213 } as const
  await settle(lists.storage, callId, refused)
  expect(await again()).toBe(true)
  await move(lists, callId, 'failedAtProvider', { ...accepted, workflowRunId: 48_213, progress: 'dialing' }, 1)
  await move(lists, callId, 'accepted', resolved('placed'), 2)
  expect(await readRows(lists, listId)).toMatchObject([heldForCall])
  await act(lists, listId, 1, 'release')
  await end('placed', how, 3)
  expect(await statesOf(lists, listId)).toEqual(['ready'])
  expect(await callRow(lists, listId, 1, { preparedAt: after(40) })).toMatchObject({ placed: 'now' })
})

it('holds no copied row because the call for which it was copied, resolved as placed, has ended', async () => {
  const { lists, listId, callId, end } = await begin([aRow(1), aRow(2)], 'a'.repeat(64))
  await settle(lists.storage, callId, resolved('placed'))
  await value(lists.storage.run('setListState', { listId, from: ['running'], to: 'stopped', at }))
  await value(lists.storage.run('stopListRows', { listId, at: now }))
  const of = { listId, newListId: randomUUID(), name: 'x', at, states: ['resolvedPlaced'] } as const
  const copied = (await value(lists.storage.run('copyListRows', of)))?.listId ?? ''
  await end('placed', anEnd('reached'), 1)
  check(lists, copied, [aRow(1)])
  expect(await statesOf(lists, copied)).toEqual(['ready'])
  await start(lists, copied)
  expect(await callRow(lists, copied, 1)).toMatchObject({ placed: 'now' })
})

import { expect, it } from 'vitest'
import type { CallState } from '../../../../src/contract/call.ts'
import { accepted, aCall } from '../../../support/a-call.ts'
import { place, placeSettled, settle, value } from '../open-storage.ts'
import {
  act,
  after,
  aRow,
  at,
  callRow,
  check,
  checkedList,
  countsOf,
  everyRow,
  now,
  openLists,
  readRows,
  start,
  statesOf,
} from './open-lists.ts'

it('counts the rows of a group that become ready if the group is called anyway', async () => {
  const lists = await openLists()
  const [noConsent, noTimeZone, shortNumber] = (['noConsent', 'noTimeZone', 'shortNumber'] as const).map((code) => ({
    code,
    name: '',
  }))
  if (!noConsent || !noTimeZone || !shortNumber) throw new Error('There are three findings.')
  const listId = await checkedList(lists, [
    aRow(1, { findings: [noConsent] }),
    aRow(2, { findings: [noConsent, noTimeZone] }),
    aRow(3, { findings: [noConsent, shortNumber] }),
    aRow(4, { findings: [noConsent] }),
    aRow(5, { findings: [noConsent], phoneNumber: '+12125550001' }),
    aRow(6, { findings: [noConsent] }),
  ])
  await act(lists, listId, 4, 'release')
  await act(lists, listId, 4, 'hold')
  await act(lists, listId, 6, 'leaveOut')
  const releasable = async () =>
    (await value(lists.storage.run('listFindings', { listId }))).find(({ code }) => code === 'noConsent')?.releasable
  const callAnyway = (code: 'noConsent' | 'duplicate') =>
    value(lists.storage.run('applyFix', { listId, code, name: '', fix: 'callAnyway', value: '', shown: everyRow, now }))
  expect(await releasable()).toBe(1)
  // Row 5 repeats the number of row 1.
  await callAnyway('duplicate')
  expect(await releasable()).toBe(2)
  await callAnyway('noConsent')
  expect(await countsOf(lists, listId)).toEqual({ ready: 2, held: 2, refused: 1, skipped: 1 })
  expect(await releasable()).toBe(0)
})

it('counts only the rows of a group that were not called, before and after its decision is undone', async () => {
  const lists = await openLists()
  const finding = { code: 'noConsent', name: '' } as const
  const listId = await checkedList(lists, [
    aRow(1, { findings: [finding] }),
    aRow(2, { findings: [finding] }),
    aRow(3, { findings: [finding] }),
  ])
  const decide = (fix: 'callAnyway' | null) =>
    value(lists.storage.run('applyFix', { listId, ...finding, fix, value: '', shown: everyRow, now }))
  const group = async () => {
    const [found] = await value(lists.storage.run('listFindings', { listId }))
    return found && { rows: found.rows, held: found.held, fixed: found.fixed }
  }
  await decide('callAnyway')
  await start(lists, listId)
  await callRow(lists, listId, 1)
  expect(await group()).toEqual({ rows: 2, held: 0, fixed: 'callAnyway' })
  await decide(null)
  expect(await group()).toEqual({ rows: 2, held: 2, fixed: null })
  await decide('callAnyway')
  await callRow(lists, listId, 2)
  await callRow(lists, listId, 3)
  expect(await group()).toBeUndefined()
})

it('changes how the rows of a group are read only in a draft or paused list, and decides on them also in a running one', async () => {
  const lists = await openLists()
  const finding = { code: 'noTimeZone', name: '' } as const
  const rows = [aRow(1), aRow(2, { findings: [finding] })]
  const listId = await checkedList(lists, rows)
  const fix = (chosen: 'chooseZone' | 'leaveOut' | null) =>
    value(
      lists.storage.run('applyFix', {
        listId,
        ...finding,
        fix: chosen,
        value: 'America/New_York',
        shown: everyRow,
        now,
      }),
    )
  const plan = () => value(lists.storage.run('readListPlan', { listId }))
  const pause = () => value(lists.storage.run('setListState', { listId, from: ['running'], to: 'paused', at }))
  await start(lists, listId)
  const saved = await plan()
  expect([await fix('chooseZone'), await plan()]).toEqual([null, saved])
  expect(await fix('leaveOut')).toMatchObject({ state: 'running', counts: { skipped: 1 } })
  await pause()
  expect(await fix('chooseZone')).toMatchObject({ checked: false })
  check(lists, listId, rows)
  await start(lists, listId)
  // The undo of such a fix, too.
  expect(await fix(null)).toBeNull()
})

it('decides again on all undecided rows of a group after one of them was held again', async () => {
  const lists = await openLists()
  const finding = { code: 'noConsent', name: '' } as const
  const rows = [1, 2, 3, 4, 5].map((row) => aRow(row, row === 5 ? {} : { findings: [finding] }))
  const listId = await checkedList(lists, rows)
  const decide = (fix: 'callAnyway' | 'leaveOut') =>
    value(lists.storage.run('applyFix', { listId, ...finding, fix, value: '', shown: everyRow, now }))
  const group = async () => {
    const [found] = await value(lists.storage.run('listFindings', { listId }))
    return found && { rows: found.rows, held: found.held, fixed: found.fixed }
  }
  await act(lists, listId, 4, 'release')
  await decide('callAnyway')
  await start(lists, listId)
  const due = await value(lists.storage.run('takeDueRows', { listId, now, limit: 9 }))
  const hold = (row: number) => {
    const { callId = '' } = due.find((one) => one.row === row) ?? {}
    return value(lists.storage.run('holdListRow', { listId, row, callId, at: now, ...finding }))
  }
  await hold(1)
  expect(await group()).toEqual({ rows: 4, held: 1, fixed: null })
  expect(await statesOf(lists, listId)).toEqual(['held', 'ready', 'ready', 'ready', 'ready'])
  const [held] = await readRows(lists, listId)
  expect(held?.findings).toEqual([finding])
  // This row is new in the group.
  await hold(5)
  expect(await group()).toEqual({ rows: 5, held: 2, fixed: null })
  await value(lists.storage.run('setListState', { listId, from: ['running'], to: 'paused', at }))
  await decide('callAnyway')
  expect(await group()).toEqual({ rows: 5, held: 0, fixed: 'callAnyway' })
  await decide('leaveOut')
  expect(await group()).toEqual({ rows: 5, held: 0, fixed: 'leaveOut' })
  // A person decided on row 4 alone.
  expect(await statesOf(lists, listId)).toEqual(['skipped', 'skipped', 'skipped', 'ready', 'skipped'])
})

it('refuses to call a group anyway that has more rows, or makes more of them ready, than were shown', async () => {
  const lists = await openLists()
  const [noConsent, noTimeZone] = (['noConsent', 'noTimeZone'] as const).map((code) => ({ code, name: '' }))
  if (!noConsent || !noTimeZone) throw new Error('There are two findings.')
  const both = { findings: [noConsent, noTimeZone] }
  const held = { findings: [noConsent] }
  const listId = await checkedList(lists, [aRow(1, held), aRow(2), aRow(3), aRow(4)])
  const group = async () => {
    const [found] = await value(lists.storage.run('listFindings', { listId }))
    if (found === undefined) throw new Error('There is no group.')
    return { rows: found.rows, releasable: found.releasable }
  }
  const decide = (shown: { rows: number; releasable: number }) =>
    value(lists.storage.run('applyFix', { listId, ...noConsent, fix: 'callAnyway', value: '', shown, now }))
  const first = await group()
  check(lists, listId, [aRow(1, held), aRow(2, both), aRow(3, both), aRow(4, both)])
  const second = await group()
  check(lists, listId, [aRow(1, held), aRow(2, held), aRow(3, held), aRow(4, held)])
  const last = await group()
  expect([first, second, last]).toEqual([
    { rows: 1, releasable: 1 },
    { rows: 4, releasable: 1 },
    { rows: 4, releasable: 4 },
  ])
  for (const shown of [first, second]) expect(await decide(shown)).toBe('moreRows')
  expect(await countsOf(lists, listId)).toEqual({ held: 4 })
  expect(await decide(last)).not.toBeNull()
  expect(await countsOf(lists, listId)).toEqual({ ready: 4 })
})

it('refuses to call a group anyway after a call since the last check, and covers that call the next time', async () => {
  const lists = await openLists()
  const reached = { ...accepted, end: { kind: 'reached', disposition: null, durationSeconds: 9 } } as const
  const single = async (row: number, minutes: number) => {
    const call = aCall({ phoneNumber: aRow(row).phoneNumber ?? '', preparedAt: after(minutes) })
    await placeSettled(lists.storage, call, reached)
  }
  await single(1, -9)
  await single(2, -9)
  const listId = await checkedList(lists, [aRow(1), aRow(2)])
  const group = async () => {
    const [found] = await value(lists.storage.run('listFindings', { listId }))
    if (found === undefined) throw new Error('There is no group.')
    return found
  }
  const decide = (shown: Awaited<ReturnType<typeof group>>) =>
    value(
      lists.storage.run('applyFix', {
        listId,
        code: 'calledRecently',
        name: '',
        fix: 'callAnyway',
        value: '',
        now,
        shown,
      }),
    )
  const first = await group()
  await single(1, -1)
  expect(await decide(first)).toBe('moreRows')
  expect(await decide(first)).toBe('moreRows')
  expect(await statesOf(lists, listId)).toEqual(['held', 'held'])
  const second = await group()
  expect(second).toMatchObject({ rows: 2, releasable: 2 })
  expect(await decide(second)).not.toBe('moreRows')
  await start(lists, listId)
  for (const row of [1, 2]) expect(await callRow(lists, listId, row)).toMatchObject({ placed: 'now' })
})

it('counts the rows of a group that a person answered although their calls were resolved as not placed', async () => {
  const lists = await openLists()
  const resolved = { state: 'closedByOperator', decision: 'notPlaced', who: 'Ana', at, note: '' } as const
  const found = { ...resolved, runIds: [7], ownRunIds: [7] }
  const reached = { kind: 'reached', disposition: null, durationSeconds: 30 } as const
  const outcomes: CallState[] = [{ ...found, end: reached }, { ...found, end: { ...reached, kind: 'busy' } }, found]
  for (const [index, outcome] of outcomes.entries()) {
    const call = aCall({ phoneNumber: aRow(index + 1).phoneNumber ?? '', preparedAt: after(-5) })
    await place(lists.storage, call)
    await settle(lists.storage, call.callId, outcome)
  }
  const listId = await checkedList(lists, [aRow(1), aRow(2), aRow(3), aRow(4)])
  const group = async () => (await value(lists.storage.run('listFindings', { listId })))[0]
  expect(await group()).toMatchObject({ code: 'calledRecently', rows: 3, releasable: 3, answered: 1 })
  await act(lists, listId, 1, 'leaveOut')
  expect(await group()).toMatchObject({ releasable: 2 })
  expect(await group()).not.toHaveProperty('answered')
})

it('reads what is true now of the unresolved call because of which a row is held', async () => {
  const lists = await openLists()
  const unclear: CallState = { state: 'unknown', cause: 'cut', status: null, detail: '' }
  const earlier = aCall({ phoneNumber: aRow(1).phoneNumber ?? '', preparedAt: after(-60) })
  await place(lists.storage, earlier)
  await settle(lists.storage, earlier.callId, unclear)
  const listId = await checkedList(lists, [aRow(1), aRow(2)])
  const read = async () => (await readRows(lists, listId)).map(({ unresolvedCall }) => unresolvedCall)
  const move = (from: CallState['state'], outcome: CallState) =>
    value(lists.storage.run('moveCall', { callId: earlier.callId, from: [from], outcome, at }))
  expect(await read()).toEqual([{ state: 'unknown', isResolved: false, who: '' }, undefined])
  await move('unknown', { state: 'candidate', runIds: [7] })
  expect(await read()).toEqual([{ state: 'toCheck', isResolved: false, who: '' }, undefined])
  await move('candidate', { state: 'closedByOperator', decision: 'notPlaced', who: 'Ana', at, note: '' })
  expect(await read()).toEqual([{ state: 'resolvedNotPlaced', isResolved: true, who: 'Ana' }, undefined])
})

it('shows the call that was unresolved, also if the end of an earlier call to its number is recorded later', async () => {
  const lists = await openLists()
  const phoneNumber = aRow(1).phoneNumber ?? ''
  const earlier = aCall({ phoneNumber, preparedAt: after(-60) })
  const unresolved = aCall({ phoneNumber, preparedAt: after(-5) })
  await place(lists.storage, earlier)
  await settle(lists.storage, earlier.callId, accepted)
  const call = { ...unresolved, outcome: { state: 'sending', since: at } } as const
  const confirmedAfter = [earlier.callId]
  await value(lists.storage.run('recordCall', { call, initialContext: {}, repeatSince: after(-10), confirmedAfter }))
  await settle(lists.storage, unresolved.callId, { state: 'unknown', cause: 'cut', status: null, detail: '' })
  const listId = await checkedList(lists, [aRow(1)])
  const notPlaced = { state: 'closedByOperator', decision: 'notPlaced', who: 'Ana', at, note: '' } as const
  const end = { kind: 'reached', disposition: null, durationSeconds: 90 } as const
  const of = { callId: unresolved.callId, from: ['unknown'], at: after(1) } as const
  await value(lists.storage.run('moveCall', { ...of, outcome: notPlaced }))
  const ended = { callId: earlier.callId, from: ['accepted'], outcome: { ...accepted, end }, at: after(2) } as const
  await value(lists.storage.run('moveCall', ended))
  const [row] = await readRows(lists, listId)
  expect(row?.unresolvedCall).toEqual({ state: 'resolvedNotPlaced', isResolved: true, who: 'Ana' })
})

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Call, CallState } from '../../../../src/contract/call.ts'
import type { RowState } from '../../../../src/contract/list.ts'
import { accepted } from '../../../support/a-call.ts'
import { settle, value } from '../open-storage.ts'
import {
  act,
  after,
  aRow,
  at,
  callRow,
  check,
  checkedList,
  importRows,
  type Lists,
  openLists,
  profileId,
  readList,
  readRows,
  savePlan,
  start,
  statesOf,
} from './open-lists.ts'

const fingerprint = 'a'.repeat(64)
const rows = [aRow(1), aRow(2), aRow(3), aRow(4)]
const ended = (kind: 'reached' | 'noAnswer' | 'voicemail'): CallState => ({
  ...accepted,
  end: { kind, disposition: null, durationSeconds: 4 },
})

/** Opens the file and checks its rows. */
const openFile = (lists: Lists): Promise<string> => checkedList(lists, rows, {}, fingerprint)

const call = async (
  lists: Lists,
  listId: string,
  row: number,
  outcome = ended('reached'),
  change: Partial<Call> = {},
): Promise<void> => {
  const placed = await callRow(lists, listId, row, { preparedAt: after(-3 * 24 * 60), ...change })
  if (placed.placed !== 'now') throw new Error('The call was not placed.')
  await settle(lists.storage, placed.call.callId, outcome)
}

const setState = (lists: Lists, listId: string, to: 'running' | 'paused' | 'finished' | 'stopped') =>
  value(lists.storage.run('setListState', { listId, from: ['draft', 'running', 'paused'], to, at }))

const stop = async (lists: Lists, listId: string): Promise<void> => {
  await setState(lists, listId, 'stopped')
  await value(lists.storage.run('stopListRows', { listId, at: Date.parse(at) }))
}

describe('a check of a list whose file was opened again', () => {
  it('holds the rows of a draft that a later list has called, and reports that list', async () => {
    const lists = await openLists()
    const draft = await openFile(lists)
    const later = await openFile(lists)
    expect((await readList(lists, draft)).sameFileAs).toBeNull()
    await start(lists, later)
    for (const { row } of rows) await call(lists, later, row)
    await setState(lists, later, 'stopped')
    expect((await readList(lists, draft)).sameFileAs).toMatchObject({ listId: later, called: 4, isOver: true })
    check(lists, draft, rows)
    expect(await statesOf(lists, draft)).toEqual(['held', 'held', 'held', 'held'])
  })

  it.each(['pause', 'restart'] as const)(
    'is required before a paused list resumes: %s of the other list',
    async (end) => {
      const lists = await openLists()
      const paused = await openFile(lists)
      await start(lists, paused)
      await call(lists, paused, 1)
      await setState(lists, paused, 'paused')
      const later = await openFile(lists)
      expect((await readList(lists, paused)).checked).toBe(true)
      await start(lists, later)
      for (const row of [2, 3]) await call(lists, later, row)
      // The page of the paused list checks its rows while the other list runs.
      check(lists, paused, rows)
      await call(lists, later, 4)
      if (end === 'pause') await setState(lists, later, 'paused')
      else await value(lists.storage.run('pauseRunningLists', { at }))
      expect(await setState(lists, paused, 'running')).toEqual({ refused: 'unchecked' })
      check(lists, paused, rows)
      expect(await statesOf(lists, paused)).toEqual(['reached', 'held', 'held', 'held'])
      await setState(lists, paused, 'running')
      expect(await readList(lists, later)).toMatchObject({ checked: true, state: 'paused' })
    },
  )

  it('is not required after a list from another file', async () => {
    const lists = await openLists()
    const paused = await openFile(lists)
    await start(lists, paused)
    await setState(lists, paused, 'paused')
    const other = await checkedList(lists, [aRow(5)], {}, 'b'.repeat(64))
    await start(lists, other)
    await setState(lists, other, 'paused')
    expect((await readList(lists, paused)).checked).toBe(true)
  })
})

describe('a row that is called after another list from the same file has called its number', () => {
  const repeated = { placed: 'repeat', earlier: { phoneNumber: rows[0]?.phoneNumber } }

  it('is refused, also if it was called before and the list was checked since', async () => {
    const lists = await openLists()
    const first = await openFile(lists)
    await start(lists, first)
    await call(lists, first, 1, { ...accepted, end: { kind: 'busy', disposition: null, durationSeconds: 0 } })
    await setState(lists, first, 'paused')
    const other = await openFile(lists)
    await act(lists, other, 1, 'release')
    await start(lists, other)
    await call(lists, other, 1)
    await setState(lists, other, 'paused')
    check(lists, first, rows)
    await act(lists, first, 1, 'callAgain')
    await start(lists, first)
    expect(await callRow(lists, first, 1)).toMatchObject(repeated)
  })

  it('is refused if the call is known to have reached the person only since the check', async () => {
    const lists = await openLists()
    const other = await openFile(lists)
    await start(lists, other)
    await call(lists, other, 1, { state: 'notSent', cause: 'refused' })
    await setState(lists, other, 'paused')
    const listId = await openFile(lists)
    const [row] = await readRows(lists, other)
    const late = { callId: row?.callId ?? '', from: ['notSent'], outcome: ended('reached'), at } as const
    await value(lists.storage.run('moveCall', { ...late, endedAt: at, serverDate: null }))
    await start(lists, listId)
    expect(await callRow(lists, listId, 1)).toMatchObject(repeated)
  })

  it('is refused if the list was checked before that call, and called after a release', async () => {
    const lists = await openLists()
    const listId = await openFile(lists)
    const other = await openFile(lists)
    await start(lists, other)
    await call(lists, other, 1)
    await setState(lists, other, 'stopped')
    await start(lists, listId)
    expect(await callRow(lists, listId, 1)).toMatchObject(repeated)
    await setState(lists, listId, 'paused')
    check(lists, listId, rows)
    await act(lists, listId, 1, 'release')
    await start(lists, listId)
    expect(await callRow(lists, listId, 1)).toMatchObject({ placed: 'now' })
  })
})

it('holds no row of a practice list because its file was called before, so that it can be practiced again', async () => {
  const lists = await openLists()
  const open = async (): Promise<string> => {
    const listId = randomUUID()
    const source = { fileName: null, format: 'paste', encoding: null, separator: null, sheet: null } as const
    const about = { listId, profileId, practice: true, name: 'x', source, createdAt: at, headers: ['a'], fingerprint }
    lists.thread.lists.begin(about)
    lists.thread.lists.append(listId, rows)
    lists.thread.lists.finish(listId, {}, Date.parse(at))
    await savePlan(lists, listId)
    check(lists, listId, rows)
    return listId
  }
  const [first, paused] = [await open(), await open()]
  await start(lists, paused)
  await setState(lists, paused, 'paused')
  await start(lists, first)
  await call(lists, first, 1, ended('reached'), { practice: true })
  await setState(lists, first, 'stopped')
  const again = await open()
  expect(await statesOf(lists, again)).toEqual(['ready', 'ready', 'ready', 'ready'])
  expect((await readList(lists, again)).sameFileAs).toMatchObject({ listId: paused, called: 0, calledElsewhere: 1 })
  expect((await readList(lists, paused)).checked).toBe(true)
})

describe('the earlier list from the same file', () => {
  it('is one that is not over or else the newest that has called rows, with the rows that it and others have called', async () => {
    const lists = await openLists()
    const first = await openFile(lists)
    await start(lists, first)
    await call(lists, first, 1)
    await call(lists, first, 2)
    await setState(lists, first, 'paused')
    const uncalled = await openFile(lists)
    const third = await openFile(lists)
    expect((await readList(lists, third)).sameFileAs).toMatchObject({ listId: first, called: 2, isOver: false })
    await act(lists, third, 2, 'release')
    await start(lists, third)
    for (const row of [2, 3]) await call(lists, third, row)
    await setState(lists, third, 'stopped')
    const draft = await openFile(lists)
    expect((await readList(lists, draft)).sameFileAs).toMatchObject({
      listId: first,
      called: 2,
      calledElsewhere: 2,
      isOver: false,
    })
    await setState(lists, first, 'stopped')
    for (const listId of [draft, uncalled])
      expect((await readList(lists, listId)).sameFileAs).toMatchObject({
        listId: third,
        called: 2,
        calledElsewhere: 2,
        isOver: true,
      })
    // Only drafts show it.
    expect((await readList(lists, first)).sameFileAs).toBeNull()
  })
})

describe('a check of a list that was copied from the rows of another', () => {
  const copy = async (lists: Lists, listId: string, states: readonly RowState[]): Promise<string> => {
    const made = await value(
      lists.storage.run('copyListRows', { listId, newListId: randomUUID(), name: 'x', at, states }),
    )
    return made?.listId ?? ''
  }

  /** Checks a copy that has these rows of the file. */
  const checkCopy = (lists: Lists, listId: string, copied: readonly number[]): boolean =>
    check(
      lists,
      listId,
      copied.map((of, index) => aRow(of, { row: index + 1 })),
    )

  const callAll = async (lists: Lists, listId: string, outcomes: readonly CallState[]): Promise<void> => {
    await start(lists, listId)
    for (const [index, outcome] of outcomes.entries()) await call(lists, listId, index + 1, outcome)
  }

  it('counts as one of the same file, also if it has only some of its rows', async () => {
    const lists = await openLists()
    const first = await openFile(lists)
    await callAll(lists, first, [ended('reached')])
    await stop(lists, first)
    const paused = await openFile(lists)
    await act(lists, paused, 1, 'release')
    await start(lists, paused)
    await setState(lists, paused, 'paused')
    const rest = await copy(lists, first, ['stopped'])
    checkCopy(lists, rest, [2, 3, 4])
    expect(await statesOf(lists, rest)).toEqual(['ready', 'ready', 'ready'])
    await callAll(lists, rest, [ended('reached'), ended('noAnswer'), ended('voicemail')])
    const running = { listId: rest, called: 3, calledElsewhere: 1, isOver: false }
    expect((await readList(lists, importRows(lists, rows, fingerprint))).sameFileAs).toMatchObject(running)
    await setState(lists, rest, 'finished')
    expect((await readList(lists, paused)).checked).toBe(false)
    const again = await openFile(lists)
    expect(await statesOf(lists, again)).toEqual(['held', 'held', 'held', 'held'])
    await stop(lists, paused)
    // The list with the same rows, although the copy called more of them later.
    const original = { listId: first, called: 1, calledElsewhere: 3, isOver: true }
    expect((await readList(lists, again)).sameFileAs).toMatchObject(original)
  })

  it('holds the rows that were copied because they were held', async () => {
    const lists = await openLists()
    const first = await openFile(lists)
    await callAll(lists, first, [ended('reached'), ended('noAnswer')])
    await stop(lists, first)
    const again = await openFile(lists)
    await stop(lists, again)
    const held = await copy(lists, again, ['held', 'stopped'])
    checkCopy(lists, held, [1, 2, 3, 4])
    expect(await statesOf(lists, held)).toEqual(['held', 'held', 'ready', 'ready'])
    await stop(lists, held)
    const heldAgain = await copy(lists, held, ['held'])
    checkCopy(lists, heldAgain, [1, 2])
    expect(await statesOf(lists, heldAgain)).toEqual(['held', 'held'])
  })

  it.each([
    ['all', 'noAnswer'],
    ['some', 'reached'],
  ] as const)('holds no row because of the call for which it was copied: %s rows', async (_, kind) => {
    const lists = await openLists()
    const first = await openFile(lists)
    await callAll(lists, first, [ended('noAnswer'), ended('voicemail'), ended('noAnswer'), ended(kind)])
    await setState(lists, first, 'finished')
    const unreached = kind === 'reached' ? [1, 2, 3] : [1, 2, 3, 4]
    const second = await copy(lists, first, ['noAnswer', 'voicemail'])
    checkCopy(lists, second, unreached)
    expect(await statesOf(lists, second)).toEqual(unreached.map(() => 'ready'))
    await callAll(lists, second, [ended('reached'), ended('noAnswer')])
    await stop(lists, second)
    // The first list's calls of these rows are known, too.
    const third = await copy(lists, second, ['noAnswer'])
    checkCopy(lists, third, [2])
    expect(await statesOf(lists, third)).toEqual(['ready'])
    // The second list has called its first row since the first list's row was copied.
    const other = await copy(lists, first, ['noAnswer'])
    checkCopy(lists, other, kind === 'reached' ? [1, 3] : [1, 3, 4])
    expect(await statesOf(lists, other)).toEqual(kind === 'reached' ? ['held', 'ready'] : ['held', 'ready', 'ready'])
  })

  it('holds no row of a stopped copy that the copy has not called, because of the call for which it was copied', async () => {
    const lists = await openLists()
    const first = await openFile(lists)
    await callAll(lists, first, [ended('noAnswer'), ended('noAnswer'), ended('noAnswer'), ended('reached')])
    await setState(lists, first, 'finished')
    const second = await copy(lists, first, ['noAnswer'])
    checkCopy(lists, second, [1, 2, 3])
    await act(lists, second, 3, 'hold')
    await callAll(lists, second, [ended('reached')])
    await stop(lists, second)
    const rest = await copy(lists, second, ['stopped', 'held'])
    checkCopy(lists, rest, [2, 3])
    expect(await statesOf(lists, rest)).toEqual(['ready', 'ready'])
  })

  it('holds a row because of another row’s call, or if its call is known to have reached the person since', async () => {
    const lists = await openLists()
    const first = importRows(lists, rows, fingerprint)
    const sameNumber = aRow(2, { phoneNumber: aRow(1).phoneNumber, findings: [{ code: 'noConsent', name: '' }] })
    await savePlan(lists, first)
    check(lists, first, [aRow(1), sameNumber, aRow(3), aRow(4)])
    await start(lists, first)
    await call(lists, first, 1, ended('noAnswer'))
    await call(lists, first, 3, ended('noAnswer'))
    await stop(lists, first)
    const held = await copy(lists, first, ['held'])
    check(lists, held, [{ ...sameNumber, row: 1, findings: [] }])
    expect(await statesOf(lists, held)).toEqual(['held'])
    const unreached = await copy(lists, first, ['noAnswer'])
    const { callId } = (await readRows(lists, first))[2] ?? {}
    const late = { callId: callId ?? '', from: ['accepted'], outcome: ended('reached'), at } as const
    await value(lists.storage.run('moveCall', { ...late, endedAt: at, serverDate: null }))
    checkCopy(lists, unreached, [1, 3])
    expect(await statesOf(lists, unreached)).toEqual(['ready', 'held'])
  })

  it('looks up first whether an earlier call to the number of a released row is over, however old that call is', async () => {
    const lists = await openLists()
    const first = importRows(lists, rows, fingerprint)
    const sameNumber = aRow(2, { phoneNumber: aRow(1).phoneNumber })
    await savePlan(lists, first)
    check(lists, first, [aRow(1), sameNumber, aRow(3), aRow(4)])
    await act(lists, first, 2, 'release')
    await start(lists, first)
    await call(lists, first, 1, { ...accepted, progress: 'started' })
    await stop(lists, first)
    const rest = await copy(lists, first, ['stopped', 'held', 'ready'])
    check(lists, rest, [{ ...sameNumber, row: 1 }, aRow(3, { row: 2 }), aRow(4, { row: 3 })])
    await act(lists, rest, 1, 'release')
    await start(lists, rest)
    expect(await callRow(lists, rest, 1)).toMatchObject({ placed: 'inProgress' })
  })
})

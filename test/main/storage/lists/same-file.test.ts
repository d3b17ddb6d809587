import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Call, CallState } from '../../../../src/contract/call.ts'
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
  type Lists,
  openLists,
  profileId,
  readList,
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

const setState = (lists: Lists, listId: string, to: 'running' | 'paused' | 'stopped') =>
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
  expect((await readList(lists, again)).sameFileAs).toMatchObject({ listId: first, called: 1 })
  expect((await readList(lists, paused)).checked).toBe(true)
})

describe('the earlier list from the same file', () => {
  it('is the newest that has called rows, with the rows that all of them have called', async () => {
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
    expect((await readList(lists, draft)).sameFileAs).toMatchObject({ listId: third, called: 3, isOver: true })
    expect((await readList(lists, uncalled)).sameFileAs).toMatchObject({ listId: third, called: 3 })
    // Only drafts show it.
    expect((await readList(lists, first)).sameFileAs).toBeNull()
  })
})

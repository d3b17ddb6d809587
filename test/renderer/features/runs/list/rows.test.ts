import { describe, expect, it } from 'vitest'
import type { Call } from '../../../../../src/contract/call.ts'
import type { CallPage } from '../../../../../src/contract/call-list.ts'
import { fail, succeed } from '../../../../../src/contract/failure.ts'
import {
  createHistoryRows,
  createSearchRows,
  maxLoadedRows,
} from '../../../../../src/renderer/features/runs/list/rows.ts'
import type { FetchPage } from '../../../../../src/renderer/features/runs/list/fetch-page.ts'
import { fakeCall } from '../../../../support/fake-api/data.ts'

const callAt = (position: number): Call => fakeCall(position, 0, { state: 'cancelled' })
const positionOf = (callId: string): number => Number(callId.slice(14))

/** Returns a list of calls that counts its requests. `parts` limits the number of calls per response. */
const createList = (size: number, counts: { total?: number; exact?: boolean; parts?: number } = {}) => {
  const list = { size, requests: 0, failing: false }
  const fetchPage: FetchPage = ({ after, from, limit }) => {
    list.requests += 1
    if (list.failing) return Promise.resolve(fail({ kind: 'storage', reason: 'diskError' }))
    const start = after === null ? Math.min(list.size, from ?? list.size) : positionOf(after) - 1
    const count = Math.min(start, limit, counts.parts ?? limit)
    const calls = Array.from({ length: count }, (_, index) => callAt(start - index))
    const isLast = start - count <= 0
    const page: CallPage = {
      calls,
      total: counts.total ?? list.size,
      totalIs: counts.exact === false ? 'atLeast' : 'exact',
      position: start,
      more: !isLast,
      next: isLast ? null : (calls.at(-1)?.callId ?? null),
      notes: {},
      learned: {},
      unindexed: 0,
    }
    return Promise.resolve(succeed(page))
  }
  const first = async (): Promise<CallPage> => {
    const page = await fetchPage({ after: null, limit: 100 })
    if (!page.ok) throw new Error('The list has no first page.')
    return page.value
  }
  return { list, fetchPage, first }
}

describe('rows of the whole history', () => {
  it('loads rows from the middle, each only once', async () => {
    const { list, fetchPage, first } = createList(10_000)
    const rows = createHistoryRows(fetchPage, await first())
    expect(rows.count()).toBe(10_000)
    expect(rows.at(0)?.callId).toBe(callAt(10_000).callId)
    expect(rows.isMissing(5_000, 5_030)).toBe(true)
    const before = list.requests
    expect(await Promise.all([rows.load(5_000, 5_030), rows.load(5_000, 5_030)])).toEqual([null, null])
    expect(list.requests - before).toBeLessThanOrEqual(2)
    expect(rows.at(5_000)?.callId).toBe(callAt(5_000).callId)
    expect(rows.at(9_999)).toBeUndefined()
    await rows.load(9_990, 10_200)
    expect(rows.at(9_999)?.callId).toBe(callAt(1).callId)
  })

  it('keeps the order of the calls while newer ones are added', async () => {
    const { list, fetchPage, first } = createList(500)
    const rows = createHistoryRows(fetchPage, await first())
    await rows.load(200, 220)
    const [known] = [rows.at(210)]
    list.size += 3
    expect(rows.applyNewest(await first())).toBe(3)
    expect(rows.at(213)).toBe(known)
    expect(rows.at(0)?.callId).toBe(callAt(503).callId)
    await rows.load(90, 120)
    expect(Array.from({ length: 100 }, (_, row) => positionOf(rows.at(row)?.callId ?? ''))).toEqual(
      Array.from({ length: 100 }, (_, row) => 503 - row),
    )
  })

  it('evicts rows far from the viewport, and reports a failed load', async () => {
    const { list, fetchPage, first } = createList(100_000)
    const rows = createHistoryRows(fetchPage, await first())
    for (let row = 0; row < 8_000; row += 200) await rows.load(row, row + 300)
    expect([...rows.loaded()].length).toBeLessThan(maxLoadedRows + 400)
    expect(rows.isMissing(0, 40)).toBe(true)
    list.failing = true
    expect(await rows.load(50_000, 50_030)).toEqual({ kind: 'storage', reason: 'diskError' })
    list.failing = false
    expect(await rows.load(50_000, 50_030)).toBeNull()
    expect(rows.at(50_010)).toBeDefined()
  })
})

describe('rows of a search', () => {
  it('loads page by page to the end of the list, even if pages are short', async () => {
    const { fetchPage, first } = createList(730, { parts: 37 })
    const rows = createSearchRows(fetchPage, await first())
    await rows.load(0, 300)
    expect(Array.from({ length: 300 }, (_, row) => positionOf(rows.at(row)?.callId ?? ''))).toEqual(
      Array.from({ length: 300 }, (_, row) => 730 - row),
    )
    await rows.load(700, 5_000)
    expect(rows.count()).toBe(730)
    expect(rows.isMissing(700, 5_000)).toBe(false)
  })

  it('reports more rows than counted while there may be more', async () => {
    const { fetchPage, first } = createList(9_000, { total: 5_000, exact: false })
    const rows = createSearchRows(fetchPage, await first())
    expect(rows.count()).toBe(200)
    await rows.load(150, 190)
    expect(rows.count()).toBe(300)
    const counted = createList(400)
    expect(createSearchRows(counted.fetchPage, await counted.first()).count()).toBe(400)
  })

  it('loads down to the oldest row with limited memory, and reloads evicted rows', async () => {
    const { fetchPage, first } = createList(9_000, { total: 5_000, exact: false })
    const rows = createSearchRows(fetchPage, await first())
    expect(await rows.loadToEnd(() => true)).toBeNull()
    expect(rows.count()).toBe(9_000)
    expect(rows.at(8_999)?.callId).toBe(callAt(1).callId)
    expect([...rows.loaded()].length).toBeLessThan(maxLoadedRows)
    expect(rows.at(20)).toBeUndefined()
    await rows.load(0, 40)
    expect(rows.at(20)?.callId).toBe(callAt(8_980).callId)
  })

  it('stops when the rows are no longer wanted', async () => {
    const { fetchPage, first } = createList(9_000)
    const rows = createSearchRows(fetchPage, await first())
    let turns = 0
    await rows.loadToEnd(() => (turns += 1) < 4)
    expect(rows.at(350)).toBeDefined()
    expect(rows.at(500)).toBeUndefined()
  })

  it('replaces a call', async () => {
    const { fetchPage, first } = createList(50)
    const rows = createSearchRows(fetchPage, await first())
    rows.replace({ ...callAt(45), outcome: { state: 'queued' } })
    expect(rows.at(5)?.outcome.state).toBe('queued')
  })
})

import { describe, expect, it } from 'vitest'
import type { Call } from '../../../../src/contract/call.ts'
import type { CallPage } from '../../../../src/contract/call-filter.ts'
import { fail, succeed } from '../../../../src/contract/failure.ts'
import { createFoundRows } from '../../../../src/renderer/runs/rows/found-rows.ts'
import { type AskPage, mostKept } from '../../../../src/renderer/runs/rows/row-source.ts'
import { createWholeRows } from '../../../../src/renderer/runs/rows/whole-rows.ts'
import { fakeCall } from '../../../support/fake-desk/fake-world.ts'

const callAt = (place: number): Call => fakeCall(place, 0, { state: 'cancelled' })
const placeOf = (callId: string): number => Number(callId.slice(14))

/** A list of so many calls, with how often it was asked; `parts` lets a page come in smaller pieces. */
const aList = (size: number, told: { total?: number; exact?: boolean; parts?: number } = {}) => {
  const list = { size, asked: 0, failing: false }
  const ask: AskPage = ({ after, from, limit }) => {
    list.asked += 1
    if (list.failing) return Promise.resolve(fail({ kind: 'storage', reason: 'diskError' }))
    const begin = after === null ? Math.min(list.size, from ?? list.size) : placeOf(after) - 1
    const count = Math.min(begin, limit, told.parts ?? limit)
    const calls = Array.from({ length: count }, (_, index) => callAt(begin - index))
    const isLast = begin - count <= 0
    const page: CallPage = {
      calls,
      total: told.total ?? list.size,
      totalIs: told.exact === false ? 'atLeast' : 'exact',
      place: begin,
      more: !isLast,
      next: isLast ? null : (calls.at(-1)?.callId ?? null),
      notes: {},
      unindexed: 0,
    }
    return Promise.resolve(succeed(page))
  }
  const first = async (): Promise<CallPage> => {
    const page = await ask({ after: null, limit: 100 })
    if (!page.ok) throw new Error('The list has no first page.')
    return page.value
  }
  return { list, ask, first }
}

describe('the whole history as rows', () => {
  it('fetches any rows out of the middle, and each of them once', async () => {
    const { list, ask, first } = aList(10_000)
    const rows = createWholeRows(ask, await first())
    expect(rows.count()).toBe(10_000)
    expect(rows.at(0)?.callId).toBe(callAt(10_000).callId)
    expect(rows.isMissing(5_000, 5_030)).toBe(true)
    const before = list.asked
    expect(await Promise.all([rows.want(5_000, 5_030), rows.want(5_000, 5_030)])).toEqual([null, null])
    expect(list.asked - before).toBeLessThanOrEqual(2)
    expect(rows.at(5_000)?.callId).toBe(callAt(5_000).callId)
    expect(rows.at(9_999)).toBeUndefined()
    await rows.want(9_990, 10_200)
    expect(rows.at(9_999)?.callId).toBe(callAt(1).callId)
  })

  it('keeps every call in its place while newer ones come', async () => {
    const { list, ask, first } = aList(500)
    const rows = createWholeRows(ask, await first())
    await rows.want(200, 220)
    const [known] = [rows.at(210)]
    list.size += 3
    expect(rows.renew(await first())).toBe(3)
    expect(rows.at(213)).toBe(known)
    expect(rows.at(0)?.callId).toBe(callAt(503).callId)
    await rows.want(90, 120)
    expect(Array.from({ length: 100 }, (_, row) => placeOf(rows.at(row)?.callId ?? ''))).toEqual(
      Array.from({ length: 100 }, (_, row) => 503 - row),
    )
  })

  it('lets go what is far from sight, and says what stood in the way', async () => {
    const { list, ask, first } = aList(100_000)
    const rows = createWholeRows(ask, await first())
    for (let row = 0; row < 8_000; row += 200) await rows.want(row, row + 300)
    expect([...rows.here()].length).toBeLessThan(mostKept + 400)
    expect(rows.isMissing(0, 40)).toBe(true)
    list.failing = true
    expect(await rows.want(50_000, 50_030)).toEqual({ kind: 'storage', reason: 'diskError' })
    list.failing = false
    expect(await rows.want(50_000, 50_030)).toBeNull()
    expect(rows.at(50_010)).toBeDefined()
  })
})

describe('what was found, as rows', () => {
  it('goes down page by page, also where pages are short, and ends where the list does', async () => {
    const { ask, first } = aList(730, { parts: 37 })
    const rows = createFoundRows(ask, await first())
    await rows.want(0, 300)
    expect(Array.from({ length: 300 }, (_, row) => placeOf(rows.at(row)?.callId ?? ''))).toEqual(
      Array.from({ length: 300 }, (_, row) => 730 - row),
    )
    await rows.want(700, 5_000)
    expect(rows.count()).toBe(730)
    expect(rows.isMissing(700, 5_000)).toBe(false)
  })

  it('promises more rows than are counted as long as there may be some', async () => {
    const { ask, first } = aList(9_000, { total: 5_000, exact: false })
    const rows = createFoundRows(ask, await first())
    expect(rows.count()).toBe(200)
    await rows.want(150, 190)
    expect(rows.count()).toBe(300)
    const counted = aList(400)
    expect(createFoundRows(counted.ask, await counted.first()).count()).toBe(400)
  })

  it('goes to the oldest without keeping everything, and fetches again what is looked at again', async () => {
    const { ask, first } = aList(9_000, { total: 5_000, exact: false })
    const rows = createFoundRows(ask, await first())
    expect(await rows.wantEnd(() => true)).toBeNull()
    expect(rows.count()).toBe(9_000)
    expect(rows.at(8_999)?.callId).toBe(callAt(1).callId)
    expect([...rows.here()].length).toBeLessThan(mostKept)
    expect(rows.at(20)).toBeUndefined()
    await rows.want(0, 40)
    expect(rows.at(20)?.callId).toBe(callAt(8_980).callId)
  })

  it('stops on the way when something else is wanted', async () => {
    const { ask, first } = aList(9_000)
    const rows = createFoundRows(ask, await first())
    let turns = 0
    await rows.wantEnd(() => (turns += 1) < 4)
    expect(rows.at(350)).toBeDefined()
    expect(rows.at(500)).toBeUndefined()
  })

  it('puts what is known of a call in the place of what was', async () => {
    const { ask, first } = aList(50)
    const rows = createFoundRows(ask, await first())
    rows.replace({ ...callAt(45), outcome: { state: 'queued' } })
    expect(rows.at(5)?.outcome.state).toBe('queued')
  })
})

import { describe, expect, it } from 'vitest'
import { fail, type Outcome } from '../../../../src/contract/failure.ts'
import { createConcurrencyLimit } from '../../../../src/main/lib/concurrency-limit.ts'
import { type Reading, type ReadPage, readRuns } from '../../../../src/main/features/reconciliation/read-runs.ts'
import type { RunListItem, RunPage } from '../../../../src/main/service/wire/runs.ts'
import { createRun, isoAt, noon, pageOf, runsUpTo, serverError } from './create-run.ts'

const read = async (
  readPage: ReadPage,
  change: Partial<{ most: number; isEnough: (runs: readonly RunListItem[]) => boolean }> = {},
): Promise<Reading> => {
  const { most = 5_000, isEnough = () => false } = change
  const reading = await readRuns({ readPage, now: () => ({ wall: 5, monotonic: 6 }), most, isEnough })
  if (!reading.ok) throw new Error(JSON.stringify(reading.failure))
  return reading.value
}

const idsOf = ({ runs }: Reading): number[] => runs.map((run) => run.workflowRunId).toSorted((a, b) => a - b)
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

/** Creates a list of `count` runs, some of which break their pages; records the requested pages. */
const createList = (count: number, broken: number[] = []) => {
  const requested: [number, number][] = []
  const readPage: ReadPage = (page, limit) => {
    requested.push([page, limit])
    return Promise.resolve(pageOf(runsUpTo(count), page, limit, new Set(broken)))
  }
  return { readPage, requested }
}

describe('reading a list', () => {
  it.each([0, 1, 99, 100, 101, 250])('of %i runs reads all of them', async (count) => {
    const { readPage, requested } = createList(count)
    const reading = await read(readPage)
    expect(idsOf(reading)).toEqual(upTo(count))
    expect(reading).toMatchObject({ complete: true, gaps: [], failure: null })
    // If a list fills its last page, one more page is read.
    expect(requested.length).toBe(Math.max(1, Math.floor(count / 100) + 1))
  })

  it('records the time of the service’s clock and of the local clock', async () => {
    const { server } = await read(createList(3).readPage)
    expect(server).toEqual({ server: noon + 3_600_000, wall: 5, monotonic: 6 })
  })

  it('ignores a service clock that the runs contradict', async () => {
    const readPage: ReadPage = (page, limit) =>
      Promise.resolve(pageOf([createRun(1, { createdAt: isoAt(noon + 9 * 3_600_000) })], page, limit))
    expect((await read(readPage)).server).toBeNull()
  })

  it('ends as soon as enough runs are found, even among unreadable ones, and is then incomplete', async () => {
    const isEnough = (runs: readonly RunListItem[]): boolean => runs.some((run) => run.workflowRunId === 480)
    const { readPage, requested } = createList(500)
    expect((await read(readPage, { isEnough })).complete).toBe(false)
    expect(requested.length).toBe(1)
    const broken = createList(500, [495, 430, 410])
    await read(broken.readPage, { isEnough })
    expect(broken.requested.length).toBeLessThan(30)
  })

  it('is incomplete for a list longer than its limit', async () => {
    const reading = await read(createList(301).readPage, { most: 300 })
    expect(reading.complete).toBe(false)
    expect(reading.runs.length).toBe(300)
  })

  it('of ten million runs reads only the newest ones, and is incomplete', async () => {
    const totalCount = 10_000_000
    const readPage: ReadPage = (page, limit) =>
      Promise.resolve({
        ok: true,
        value: {
          runs: Array.from({ length: limit }, (_, index) => createRun(totalCount - (page - 1) * limit - index)),
          totalCount,
          page,
          totalPages: totalCount / limit,
          serverDate: null,
        },
      })
    const reading = await read(readPage, { most: 100 })
    expect(reading).toMatchObject({ complete: false, failure: null, newestRunId: totalCount })
    expect(idsOf(reading)).toEqual(Array.from({ length: 100 }, (_, index) => totalCount - 99 + index))
  })

  it('is complete for a list of exactly its limit', async () => {
    expect((await read(createList(300).readPage, { most: 300 })).complete).toBe(true)
  })
})

describe('with unreadable runs', () => {
  it.each([
    ['the newest', 250, [250]],
    ['the oldest', 250, [1]],
    ['the last of the first page', 250, [151]],
    ['the first of the second page', 250, [150]],
    ['one in the middle', 250, [77]],
    ['several side by side', 250, [120, 121, 122]],
    ['several far apart', 250, [250, 180, 66, 1]],
    ['the only one', 1, [1]],
    ['all runs of a short list', 4, [1, 2, 3, 4]],
    ['the newest twelve', 60, [49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60]],
  ])('reads all others: %s', async (_what, count, broken) => {
    const reading = await read(createList(count, broken).readPage)
    expect(idsOf(reading)).toEqual(upTo(count).filter((id) => !broken.includes(id)))
    expect(reading).toMatchObject({ complete: true, failure: null })
    expect(reading.gaps.length).toBe(broken.length)
  })

  it('reports the position and the time range of each', async () => {
    const { gaps } = await read(createList(250, [122, 121, 250, 1]).readPage)
    const at = (id: number): number => noon + id * 1000
    expect(gaps.toSorted((a, b) => a.olderAt - b.olderAt || a.newerAt - b.newerAt)).toEqual([
      { olderAt: -Infinity, newerAt: at(2) },
      { olderAt: at(120), newerAt: at(123) },
      { olderAt: at(120), newerAt: at(123) },
      { olderAt: at(249), newerAt: Infinity },
    ])
  })

  it('requests few pages, and at most ten at a time', async () => {
    let [open, most, requested] = [0, 0, 0]
    const readPage: ReadPage = async (page, limit) => {
      requested += 1
      most = Math.max(most, (open += 1))
      await new Promise((resolve) => setImmediate(resolve))
      open -= 1
      return pageOf(runsUpTo(250), page, limit, new Set([240, 210, 30]))
    }
    await read(readPage)
    expect(most).toBe(10)
    expect(requested).toBeLessThan(60)
  })

  it('gives up after too many of them, and is then incomplete', async () => {
    const { readPage, requested } = createList(2_000, upTo(1_900))
    const reading = await read(readPage)
    expect(reading.complete).toBe(false)
    expect(requested.length).toBeLessThanOrEqual(150)
  })

  it.each(['tooLarge', 'wrongShape', 'notJson'] as const)(
    'reads all but one run that makes a page %s',
    async (cause) => {
      const readPage: ReadPage = (page, limit) => {
        const answer = pageOf(runsUpTo(30), page, limit, new Set([17]))
        return Promise.resolve(answer.ok ? answer : fail({ kind: 'unavailable', cause }))
      }
      expect(idsOf(await read(readPage)).length).toBe(29)
    },
  )
})

describe('a list that contradicts itself is incomplete', () => {
  const answered = (count: number, change: (page: RunPage, start: number) => Partial<RunPage>): ReadPage => {
    const { readPage } = createList(count)
    return async (page, limit) => {
      const answer = await readPage(page, limit)
      return answer.ok ? { ok: true, value: { ...answer.value, ...change(answer.value, (page - 1) * limit) } } : answer
    }
  }

  it.each<[string, number, (page: RunPage, start: number) => Partial<RunPage>]>([
    ['a negative length', 3, () => ({ totalCount: -1 })],
    ['a length of zero with runs', 3, () => ({ totalCount: 0 })],
    ['a length that is too short', 250, ({ totalCount }) => ({ totalCount: totalCount - 1 })],
    ['a length that is too long', 250, ({ totalCount }) => ({ totalCount: totalCount + 1 })],
    ['the length of the page', 250, ({ runs }) => ({ totalCount: runs.length })],
    ['the length of the page, on a page boundary', 200, ({ runs }) => ({ totalCount: runs.length })],
    ['a length longer than any list', 3, () => ({ totalCount: Number.MAX_SAFE_INTEGER })],
    ['a number of pages that does not match', 250, () => ({ totalPages: 9 })],
    ['a page that lacks a run', 250, ({ runs }, start) => ({ runs: start === 100 ? runs.slice(1) : runs })],
    [
      'the same run twice',
      250,
      ({ runs }, start) => ({ runs: start === 0 ? [...runs.slice(0, -1), ...runs.slice(0, 1)] : runs }),
    ],
    ['a list that becomes shorter', 250, ({ totalCount }, start) => ({ totalCount: totalCount - (start > 0 ? 1 : 0) })],
  ])('with %s', async (_what, count, change) => {
    expect((await read(answered(count, change))).complete).toBe(false)
    expect((await read(answered(count, () => ({})))).complete).toBe(true)
  })

  it('with a different order in each response', async () => {
    let turn = 0
    const readPage: ReadPage = (page, limit) => {
      const runs = runsUpTo(250)
      turn += 77
      return Promise.resolve(pageOf([...runs.slice(turn), ...runs.slice(0, turn)], page, limit))
    }
    expect((await read(readPage)).complete).toBe(false)
  })

  it('unless only its order differs and it was read to its end', async () => {
    const readPage: ReadPage = (page, limit) => Promise.resolve(pageOf(runsUpTo(250).toReversed(), page, limit))
    const reading = await read(readPage)
    expect([reading.complete, idsOf(reading).length]).toEqual([true, 250])
  })

  it('and an unreadable run in it may be from any time', async () => {
    const readPage: ReadPage = (page, limit) =>
      Promise.resolve(pageOf(runsUpTo(250).toReversed(), page, limit, new Set([77])))
    expect((await read(readPage)).gaps).toEqual([{ olderAt: -Infinity, newerAt: Infinity }])
  })
})

describe('a list that grows during the reading', () => {
  /** Adds one run before each request with one of these numbers. */
  const growing = (count: number, broken: number[], growsBefore: number[]): ReadPage => {
    let [requested, length] = [0, count]
    return (page, limit) => {
      if (growsBefore.includes((requested += 1))) length += 1
      return Promise.resolve(pageOf(runsUpTo(length), page, limit, new Set(broken)))
    }
  }

  it('contains all runs that existed at the start', async () => {
    let requested = 0
    const list = growing(350, [], [2, 3, 4])
    const reading = await read((page, limit) => {
      requested += 1
      return list(page, limit)
    })
    expect([reading.complete, requested]).toEqual([true, 4])
    expect(idsOf(reading)).toEqual(expect.arrayContaining(upTo(350)))
  })

  it('is never complete with an unseen run, whenever it is added', async () => {
    const wanted = upTo(130).filter((id) => ![130, 41, 7].includes(id))
    const moments = Array.from({ length: 40 }, (_, index) => index + 2)
    const readings = await Promise.all(moments.map((moment) => read(growing(130, [130, 41, 7], [moment]))))
    const complete = readings.filter((reading) => reading.complete)
    expect(complete.length).toBeGreaterThan(20)
    expect(complete.filter((reading) => wanted.some((id) => !idsOf(reading).includes(id)))).toEqual([])
  })
})

describe('a failing service', () => {
  const answers = (...failing: number[]): ReadPage => {
    let requested = 0
    return (page, limit) =>
      Promise.resolve(failing.includes((requested += 1)) ? serverError : pageOf(runsUpTo(3), page, limit))
  }

  it('gets only two requests if it reports no list length', async () => {
    let requested = 0
    const reading = await readRuns({
      readPage: () => {
        requested += 1
        return Promise.resolve(serverError)
      },
      now: () => ({ wall: 0, monotonic: 0 }),
      most: 100,
      isEnough: () => false,
    })
    expect(reading).toEqual(serverError)
    expect(requested).toBe(2)
  })

  it('makes the reading incomplete if it breaks a page with readable runs', async () => {
    expect(await read(answers(1))).toMatchObject({ complete: false, gaps: [] })
  })

  it('makes the reading incomplete if it hides a run temporarily', async () => {
    const once = new Set(['1 100', '1 25', '1 5', '1 1'])
    const readPage: ReadPage = (page, limit): Promise<Outcome<RunPage>> =>
      Promise.resolve(once.delete(`${page} ${limit}`) ? serverError : pageOf(runsUpTo(3), page, limit))
    const reading = await read(readPage)
    expect(idsOf(reading)).toEqual([1, 2, 3])
    expect(reading.complete).toBe(false)
  })

  it('makes the reading incomplete if it temporarily hides a run next to an unreadable one', async () => {
    const once = new Set(['4 1'])
    const readPage: ReadPage = (page, limit): Promise<Outcome<RunPage>> =>
      Promise.resolve(once.delete(`${page} ${limit}`) ? serverError : pageOf(runsUpTo(5), page, limit, new Set([4])))
    const reading = await read(readPage)
    expect(idsOf(reading)).toEqual([1, 2, 3, 5])
    expect(reading.complete).toBe(false)
  })

  it('keeps the runs read before another failure', async () => {
    const readPage: ReadPage = (page, limit) =>
      Promise.resolve(
        page === 1 ? pageOf(runsUpTo(150), page, limit) : fail({ kind: 'unavailable', cause: 'timedOut' }),
      )
    const reading = await read(readPage)
    expect(reading).toMatchObject({ complete: false, failure: { kind: 'unavailable', cause: 'timedOut' } })
    expect(reading.runs.length).toBe(100)
  })
})

it('limits concurrency, queues the others, and continues after a failure', async () => {
  const atOnce = createConcurrencyLimit(2)
  const ends: (() => void)[] = []
  const order: number[] = []
  const work = (number: number) => (): Promise<void> => {
    order.push(number)
    return new Promise((resolve, reject) => ends.push(number === 1 ? () => reject(new Error('one')) : resolve))
  }
  const all = Promise.allSettled([1, 2, 3, 4].map((number) => atOnce(work(number))))
  await Promise.resolve()
  expect(order).toEqual([1, 2])
  for (const expected of [3, 4]) {
    ends[expected - 3]?.()
    await new Promise((resolve) => setImmediate(resolve))
    expect(order.at(-1)).toBe(expected)
  }
  for (const end of ends) end()
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
})

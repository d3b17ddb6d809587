import { describe, expect, it } from 'vitest'
import { fail, type Outcome } from '../../../src/contract/failure.ts'
import { type AskPage, type Reading, readRuns } from '../../../src/main/look-ups/read-runs.ts'
import type { RunListItem, RunPage } from '../../../src/main/service/wire-runs.ts'
import { aRun, isoAt, noon, pageOf, runsUpTo, serverError } from './a-run.ts'

const read = async (
  ask: AskPage,
  change: Partial<{ until: number; most: number; isEnough: (runs: readonly RunListItem[]) => boolean }> = {},
): Promise<Reading> => {
  const { until = -Infinity, most = 5_000, isEnough = () => false } = change
  const reading = await readRuns({ ask, now: () => ({ wall: 5, monotonic: 6 }), until: () => until, most, isEnough })
  if (!reading.ok) throw new Error(JSON.stringify(reading.failure))
  return reading.value
}

const idsOf = ({ runs }: Reading): number[] => runs.map((run) => run.workflowRunId).toSorted((a, b) => a - b)
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

/** A list of `count` runs of which some break their pages, and how often it was asked. */
const aList = (count: number, poisoned: number[] = []) => {
  const asked: [number, number][] = []
  const ask: AskPage = (page, limit) => {
    asked.push([page, limit])
    return Promise.resolve(pageOf(runsUpTo(count), page, limit, new Set(poisoned)))
  }
  return { ask, asked }
}

describe('reading a list', () => {
  it.each([0, 1, 99, 100, 101, 250])('of %i runs reads all of them', async (count) => {
    const { ask, asked } = aList(count)
    const reading = await read(ask)
    expect(idsOf(reading)).toEqual(upTo(count))
    expect(reading).toMatchObject({ complete: true, gaps: [], failure: null })
    expect(asked.length).toBe(Math.max(1, Math.ceil(count / 100)))
  })

  it('knows the service’s clock beside ours', async () => {
    const { server } = await read(aList(3).ask)
    expect(server).toEqual({ server: noon + 3_600_000, wall: 5, monotonic: 6 })
  })

  it('distrusts a clock that the runs themselves contradict', async () => {
    const ask: AskPage = (page, limit) =>
      Promise.resolve(pageOf([aRun(1, { createdAt: isoAt(noon + 9 * 3_600_000) })], page, limit))
    expect((await read(ask)).server).toBeNull()
  })

  it('is not complete where a wrong clock made it stop', async () => {
    const runs = [aRun(300, { createdAt: isoAt(noon + 9 * 3_600_000) }), ...runsUpTo(250)]
    const ask: AskPage = (page, limit) => Promise.resolve(pageOf(runs, page, limit))
    expect(await read(ask, { until: noon + 200_000 })).toMatchObject({ complete: false, server: null })
  })

  it('stops where runs are older than matters, but never before the newest hundred', async () => {
    const { ask, asked } = aList(900)
    const reading = await read(ask, { until: noon + 750_000 })
    expect(reading.complete).toBe(true)
    expect(idsOf(reading)[0]).toBe(701)
    expect(asked.length).toBe(2)
    expect(idsOf(await read(ask, { until: noon + 899_000 })).length).toBe(100)
  })

  it('ends as soon as enough is seen, also among poisoned runs; complete it is not', async () => {
    const isEnough = (runs: readonly RunListItem[]): boolean => runs.some((run) => run.workflowRunId === 480)
    const { ask, asked } = aList(500)
    expect((await read(ask, { isEnough })).complete).toBe(false)
    expect(asked.length).toBe(1)
    const poisoned = aList(500, [495, 430, 410])
    await read(poisoned.ask, { isEnough })
    expect(poisoned.asked.length).toBeLessThan(30)
  })

  it('longer than it will read is not complete', async () => {
    const reading = await read(aList(301).ask, { most: 300 })
    expect(reading.complete).toBe(false)
    expect(reading.runs.length).toBe(300)
  })

  it('with as many runs as it will read is complete', async () => {
    expect((await read(aList(300).ask, { most: 300 })).complete).toBe(true)
  })
})

describe('around poisoned runs', () => {
  it.each([
    ['the newest', 250, [250]],
    ['the oldest', 250, [1]],
    ['the last of the first page', 250, [151]],
    ['the first of the second page', 250, [150]],
    ['one in the middle', 250, [77]],
    ['several side by side', 250, [120, 121, 122]],
    ['several far apart', 250, [250, 180, 66, 1]],
    ['the only one', 1, [1]],
    ['all of a short list', 4, [1, 2, 3, 4]],
    ['the newest twelve', 60, [49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60]],
  ])('%s: everything else is read', async (_what, count, poisoned) => {
    const reading = await read(aList(count, poisoned).ask)
    expect(idsOf(reading)).toEqual(upTo(count).filter((id) => !poisoned.includes(id)))
    expect(reading).toMatchObject({ complete: true, failure: null })
    expect(reading.gaps.length).toBe(poisoned.length)
  })

  it('tells where each stands: above which run, and between which moments', async () => {
    const { gaps } = await read(aList(250, [122, 121, 250, 1]).ask)
    const at = (id: number): number => noon + id * 1000
    expect(gaps.toSorted((a, b) => a.olderAt - b.olderAt || a.key.localeCompare(b.key))).toEqual([
      { key: '0+1', olderAt: -Infinity, newerAt: at(2) },
      { key: '120+1', olderAt: at(120), newerAt: at(123) },
      { key: '120+2', olderAt: at(120), newerAt: at(123) },
      { key: '249+1', olderAt: at(249), newerAt: Infinity },
    ])
  })

  it('asks few pages, and at most five at a time', async () => {
    let [open, most, asked] = [0, 0, 0]
    const ask: AskPage = async (page, limit) => {
      asked += 1
      most = Math.max(most, (open += 1))
      await new Promise((resolve) => setImmediate(resolve))
      open -= 1
      return pageOf(runsUpTo(250), page, limit, new Set([240, 210, 30]))
    }
    await read(ask)
    expect(most).toBe(5)
    expect(asked).toBeLessThan(60)
  })

  it('reads the newest hundred also where all of them look older than matters', async () => {
    const reading = await read(aList(250, [250, 222]).ask, { until: Infinity })
    expect(idsOf(reading)).toEqual(upTo(250).filter((id) => id > 150 && ![250, 222].includes(id)))
  })

  it('gives up reading around when there is no end to them, and then it is not complete', async () => {
    const { ask, asked } = aList(2_000, upTo(1_900))
    const reading = await read(ask)
    expect(reading.complete).toBe(false)
    expect(asked.length).toBeLessThanOrEqual(150)
  })

  it.each(['tooLarge', 'wrongShape', 'notJson'] as const)(
    'reads around one run that makes a page %s',
    async (cause) => {
      const ask: AskPage = (page, limit) => {
        const answer = pageOf(runsUpTo(30), page, limit, new Set([17]))
        return Promise.resolve(answer.ok ? answer : fail({ kind: 'unavailable', cause }))
      }
      expect(idsOf(await read(ask)).length).toBe(29)
    },
  )
})

describe('a list that grows while it is read', () => {
  /** One run comes in before each question whose number is named. */
  const growing = (count: number, poisoned: number[], growsBefore: number[]): AskPage => {
    let [asked, length] = [0, count]
    return (page, limit) => {
      if (growsBefore.includes((asked += 1))) length += 1
      return Promise.resolve(pageOf(runsUpTo(length), page, limit, new Set(poisoned)))
    }
  }

  it('misses none of the runs that were there at the beginning', async () => {
    let asked = 0
    const list = growing(350, [], [2, 3, 4])
    const reading = await read((page, limit) => {
      asked += 1
      return list(page, limit)
    })
    expect([reading.complete, asked]).toEqual([true, 4])
    expect(idsOf(reading)).toEqual(expect.arrayContaining(upTo(350)))
  })

  it('never calls complete what it has not seen, whenever the run comes in', async () => {
    const wanted = upTo(130).filter((id) => ![130, 41, 7].includes(id))
    const moments = Array.from({ length: 40 }, (_, index) => index + 2)
    const readings = await Promise.all(moments.map((moment) => read(growing(130, [130, 41, 7], [moment]))))
    const complete = readings.filter((reading) => reading.complete)
    expect(complete.length).toBeGreaterThan(20)
    expect(complete.filter((reading) => wanted.some((id) => !idsOf(reading).includes(id)))).toEqual([])
  })
})

describe('a service in trouble', () => {
  const answers = (...failing: number[]): AskPage => {
    let asked = 0
    return (page, limit) =>
      Promise.resolve(failing.includes((asked += 1)) ? serverError : pageOf(runsUpTo(3), page, limit))
  }

  it('that cannot say how long its list is has no poisoned run: two questions, and no more', async () => {
    let asked = 0
    const reading = await readRuns({
      ask: () => {
        asked += 1
        return Promise.resolve(serverError)
      },
      now: () => ({ wall: 0, monotonic: 0 }),
      until: () => 0,
      most: 100,
      isEnough: () => false,
    })
    expect(reading).toEqual(serverError)
    expect(asked).toBe(2)
  })

  it('that breaks a page whose runs can all be read leaves the reading incomplete', async () => {
    expect(await read(answers(1))).toMatchObject({ complete: false, gaps: [] })
  })

  it('that hides a single run for a moment leaves the reading incomplete', async () => {
    const once = new Set(['1 100', '1 25', '1 5', '1 1'])
    const ask: AskPage = (page, limit): Promise<Outcome<RunPage>> =>
      Promise.resolve(once.delete(`${page} ${limit}`) ? serverError : pageOf(runsUpTo(3), page, limit))
    const reading = await read(ask)
    expect(idsOf(reading)).toEqual([1, 2, 3])
    expect(reading.complete).toBe(false)
  })

  it('that hides one run for a moment beside a poisoned one leaves the reading incomplete', async () => {
    const once = new Set(['4 1'])
    const ask: AskPage = (page, limit): Promise<Outcome<RunPage>> =>
      Promise.resolve(once.delete(`${page} ${limit}`) ? serverError : pageOf(runsUpTo(5), page, limit, new Set([4])))
    const reading = await read(ask)
    expect(idsOf(reading)).toEqual([1, 2, 3, 5])
    expect(reading.complete).toBe(false)
  })

  it('keeps what it showed before it fails for another reason', async () => {
    const ask: AskPage = (page, limit) =>
      Promise.resolve(
        page === 1 ? pageOf(runsUpTo(150), page, limit) : fail({ kind: 'unavailable', cause: 'timedOut' }),
      )
    const reading = await read(ask)
    expect(reading).toMatchObject({ complete: false, failure: { kind: 'unavailable', cause: 'timedOut' } })
    expect(reading.runs.length).toBe(100)
  })
})

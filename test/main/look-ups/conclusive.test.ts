import { describe, expect, it } from 'vitest'
import {
  dateReading,
  gapsIn,
  isConclusive,
  type LatestReading,
  type PastReading,
} from '../../../src/main/look-ups/conclusive.ts'
import type { Reading } from '../../../src/main/look-ups/read-runs.ts'
import type { Gap } from '../../../src/main/look-ups/run-places.ts'
import { aRun, isoAt, noon } from './a-run.ts'

/** The connection was over at 100 s by our forward clock, which is noon by the service's. */
const endedAt = 100_000
const onItsWay = { from: noon - 5_000, to: noon }

const aReading = (seconds: number, change: Partial<Reading> = {}): LatestReading => {
  const startedAt = endedAt + seconds * 1000
  const server = { server: noon + seconds * 1000, wall: 0, monotonic: startedAt }
  return dateReading({ runs: [], gaps: [], complete: true, server, failure: null, ...change }, startedAt)
}

const runAt = (id: number, seconds: number) => aRun(id, { createdAt: isoAt(noon + seconds * 1000) })
const gap = (key: string, olderAt = noon - 3_000, newerAt = noon + 3_000): Gap => ({ key, olderAt, newerAt })

const concludes = (latest: LatestReading, earlier: LatestReading[], time: typeof onItsWay | null = onItsWay): boolean =>
  isConclusive({ onItsWay: time, endedAt, latest, earlier: earlier.map(({ kept }) => kept) })

describe('nothing is said without proof', () => {
  it('but from two complete, equal readings, 30 s apart, the later one 120 s after the end', () => {
    expect(concludes(aReading(120), [aReading(90)])).toBe(true)
  })

  it.each([
    ['from one reading', aReading(125), []],
    ['before the quiet time is over', aReading(119.9), [aReading(60)]],
    ['from two readings at one time', aReading(125), [aReading(95.1)]],
    ['from an incomplete reading', aReading(125, { complete: false }), [aReading(90)]],
    ['against an incomplete one', aReading(125), [aReading(90, { complete: false })]],
    ['when a run of those minutes is gone', aReading(125), [aReading(90, { runs: [runAt(1, 5)] })]],
    [
      'when one was passed over before',
      aReading(125, { runs: [runAt(2, 20), runAt(1, 5)] }),
      [aReading(90, { runs: [runAt(2, 20)] })],
    ],
  ])('%s', (_what, latest, earlier) => {
    expect(concludes(latest, earlier)).toBe(false)
  })

  it('minds neither runs of other times nor those that came in between', () => {
    const before = runAt(1, -120)
    const between = runAt(2, 100)
    expect(concludes(aReading(125, { runs: [between] }), [aReading(90, { runs: [before] })])).toBe(true)
  })

  it('takes any reading that is old enough, not the newest alone', () => {
    const odd = aReading(94, { runs: [runAt(1, 5)] })
    expect(concludes(aReading(125), [aReading(60), odd])).toBe(true)
  })

  it('minds runs of all times where the service’s clock is not known', () => {
    const withoutClock = { server: null }
    const [older, same] = [
      { ...withoutClock, runs: [runAt(1, -9_000)] },
      { ...withoutClock, runs: [] },
    ]
    expect(concludes(aReading(125, same), [aReading(90, older)], null)).toBe(false)
    expect(concludes(aReading(125, older), [aReading(90, older)], null)).toBe(true)
  })
})

describe('what cannot be read', () => {
  it('must have been unreadable before, in the same place', () => {
    const latest = aReading(125, { gaps: [gap('7+1')] })
    expect(concludes(latest, [aReading(90, { gaps: [gap('7+1')] })])).toBe(true)
    expect(concludes(latest, [aReading(90, { gaps: [gap('6+1')] })])).toBe(false)
    expect(concludes(latest, [aReading(90)])).toBe(false)
  })

  it('may have come lately, once it was seen twice', () => {
    const latest = aReading(125, { gaps: [gap('7+1')] })
    expect(concludes(latest, [aReading(90), aReading(122.9, { gaps: [gap('7+1')] })])).toBe(true)
    expect(concludes(latest, [aReading(90), aReading(123.1, { gaps: [gap('7+1')] })])).toBe(false)
  })

  it('matters only where a run of those minutes may stand', () => {
    const [before, after] = [gap('1+1', noon - 90_000, noon - 60_000), gap('9+1', noon + 200_000, Infinity)]
    expect(gapsIn([before, gap('7+1'), after], { from: noon - 35_000, to: noon + 150_000 })).toEqual([gap('7+1')])
    expect(concludes(aReading(125, { gaps: [before, after] }), [aReading(90)])).toBe(true)
  })
})

it('keeps of a reading which runs it saw, and nothing of what they hold', () => {
  const kept: PastReading = aReading(3, { runs: [runAt(4, 1)], gaps: [gap('7+1')] }).kept
  expect(kept).toEqual({
    startedAt: endedAt + 3_000,
    complete: true,
    runs: new Map([[4, noon + 1_000]]),
    gaps: new Set(['7+1']),
  })
})

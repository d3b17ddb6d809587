import { describe, expect, it } from 'vitest'
import { afterAnswered, afterRefused, createPace, type Pace, slotsOf } from '../../../src/domain/lists/pace.ts'

const chosen = { atOnce: 10, freeSlots: 2 }
const placed = (pace: Pace, times: number): Pace =>
  Array.from({ length: times }).reduce<Pace>((next) => afterAnswered(next), pace)
const refused = (pace: Pace, inProgress: number, now: number, retryAfterSeconds: number | null = null): Pace =>
  afterRefused(pace, { inProgress, now, retryAfterSeconds })

describe('the pace of a list', () => {
  it('starts with one call, then three, then the chosen number', () => {
    const pace = createPace(chosen, null)
    expect([0, 1, 3, 4, 50].map((times) => slotsOf(placed(pace, times), 0))).toEqual([1, 3, 3, 10, 10])
  })

  it('never exceeds the chosen number, and leaves slots of the organization free', () => {
    const few = placed(createPace({ atOnce: 2, freeSlots: 0 }, 10), 9)
    expect(slotsOf(few, 0)).toBe(2)
    expect(slotsOf(placed(createPace(chosen, 8), 9), 0)).toBe(6)
    // At least one call at a time: a list without any slot would never end.
    expect(slotsOf(placed(createPace({ atOnce: 10, freeSlots: 9 }, 3), 9), 0)).toBe(1)
  })

  it('does not count calls from an earlier start toward the slow start', () => {
    expect(slotsOf(createPace(chosen, null), 0, 4)).toBe(5)
    expect(slotsOf(createPace(chosen, 8), 0, 9)).toBe(6)
  })

  it('waits after a refusal, longer after each one, and as long as the service requests, up to an hour', () => {
    const pace = placed(createPace(chosen, null), 20)
    const once = refused(pace, 6, 1_000)
    expect([slotsOf(once, 5_999), slotsOf(once, 6_000)]).toEqual([0, 4])
    const twice = refused(once, 5, 6_000)
    expect([slotsOf(twice, 15_999), slotsOf(twice, 16_000)]).toEqual([0, 3])
    expect(refused(pace, 6, 0, 120).resumeAt).toBe(120_000)
    expect(refused(pace, 6, 0, 1e9).resumeAt).toBe(3_600_000)
    expect(afterAnswered(twice).refusals).toBe(0)
  })

  it('learns the limit from a refusal, and tries one more concurrent call after twenty calls', () => {
    const pace = refused(placed(createPace(chosen, null), 20), 6, 0)
    const slots = (times: number): number => slotsOf(placed(pace, times), 1e6)
    expect([0, 19, 20, 40, 1_000].map(slots)).toEqual([4, 4, 5, 6, 10])
  })

  it('keeps a limit that the service reports', () => {
    expect(slotsOf(placed(createPace(chosen, 8), 1_000), 0)).toBe(6)
  })
})

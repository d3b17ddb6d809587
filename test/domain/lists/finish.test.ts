import { expect, it } from 'vitest'
import { longestCall } from '../../../src/domain/call-state.ts'
import { countBlockingCalls, expectedFinish, expectedStart, longestRinging } from '../../../src/domain/lists/finish.ts'

const minute = 60_000
const hours = { from: '09:00', to: '20:00', days: [1, 2, 3, 4, 5] }
const at = (text: string): number => Date.parse(text)
const [newYork, losAngeles] = [['America/New_York'], ['America/Los_Angeles']]
/** Three calls of 2 minutes at once: 90 rows an hour. */
const pace = { atOnce: 3, callMilliseconds: 2 * minute, inProgress: [], resumesAt: null, hours }

/** The age at which a call of the usual length is late. */
const lateAge = longestRinging + 3 * pace.callMilliseconds

/** Rows that may be called at once. */
const due = { dueAt: 0 }

it('finishes rows at the chosen pace while their zones are open', () => {
  // 12:00 in New York, on a Wednesday.
  const now = at('2026-12-02T17:00:00Z')
  expect(expectedFinish([{ ...due, zones: newYork, rows: 90 }], pace, now)).toBe(at('2026-12-02T18:00:00Z'))
  const both = [
    { ...due, zones: newYork, rows: 45 },
    { ...due, zones: losAngeles, rows: 45 },
  ]
  expect(expectedFinish(both, pace, now)).toBe(at('2026-12-02T18:00:00Z'))
})

it('counts the calls in progress that the waiting rows have to wait for', () => {
  const now = at('2026-12-02T17:00:00Z')
  const finish = (inProgress: number, rows: number, atOnce = 1) =>
    expectedFinish(
      [{ ...due, zones: newYork, rows }],
      { ...pace, atOnce, inProgress: Array.from({ length: inProgress }, () => now) },
      now,
    )
  expect(finish(1, 4)).toBe(now + 10 * minute)
  // A slot is free.
  expect(finish(1, 1, 3)).toBe(now + 2 * minute)
})

it('expects a call without a result to use its slot until it is certainly over', () => {
  const start = at('2026-12-02T17:00:00Z')
  const rows = [{ ...due, zones: newYork, rows: 3 }]
  const finish = (inProgress: readonly number[], now: number) => expectedFinish(rows, { ...pace, inProgress }, now)
  const stuck = [start, start, start]
  for (const age of [lateAge, 10 * minute, 24 * minute])
    expect(finish(stuck, start + age)).toBe(start + longestCall + 2 * minute)
  // Calls may take longer than the median.
  const now = start + 5 * minute
  expect(finish(stuck, now)).toBe(finish([now, now, now], now))
  // One slot is free.
  expect(finish([start, start], start + lateAge)).toBe(start + lateAge + 6 * minute)
  expect(finish(stuck, start + longestCall)).toBe(finish([], start + longestCall))
})

it('counts the calls without a result if they use all slots', () => {
  const now = at('2026-12-02T17:00:00Z')
  const [late, over] = [now - lateAge, now - longestCall]
  const count = (inProgress: readonly number[]) => countBlockingCalls({ ...pace, inProgress }, now)
  expect(count([late, late, late])).toBe(3)
  for (const other of [now, over]) expect(count([late, late, other])).toBe(0)
})

it('counts no call that may still be dialed or ring as one without a result', () => {
  const now = at('2026-12-02T17:00:00Z')
  const short = { atOnce: 3, callMilliseconds: 2_000 }
  const count = (age: number) => countBlockingCalls({ ...short, inProgress: [now - age, now - age, now - age] }, now)
  for (const age of [6_000, 45_000, longestRinging]) expect(count(age)).toBe(0)
  expect(count(longestRinging + 6_000)).toBe(3)
})

it('calls rows only once they are due', () => {
  const now = at('2026-12-02T17:00:00Z')
  const later = now + 64 * minute
  const rows = [
    { ...due, zones: newYork, rows: 3 },
    { zones: newYork, dueAt: later, rows: 6 },
  ]
  for (const list of [rows, rows.slice(1)])
    expect(expectedFinish(list, pace, now)).toBe(later + 2 * pace.callMilliseconds)
  expect(expectedFinish(rows, { ...pace, hours: null }, now)).toBe(later + 2 * pace.callMilliseconds)
  // 19:57:30 in New York, half a minute before calling stops.
  const evening = [{ zones: newYork, dueAt: at('2026-12-03T00:59:00Z'), rows: 1 }]
  expect(expectedFinish(evening, pace, now)).toBe(at('2026-12-03T14:02:00Z'))
})

it('calls no row before calls may start again', () => {
  const now = at('2026-12-02T17:00:00Z')
  const resumesAt = now + 10 * minute
  expect(expectedFinish([{ ...due, zones: newYork, rows: 6 }], { ...pace, resumesAt }, now)).toBe(
    resumesAt + 2 * pace.callMilliseconds,
  )
})

it('waits for the opening of each zone, over nights and weekends', () => {
  // 19:00 in New York and 16:00 in Los Angeles, on a Friday.
  const now = at('2026-12-05T00:00:00Z')
  // Calling in New York stops at 19:58, and goes on at 9:00 on Monday.
  expect(expectedFinish([{ ...due, zones: newYork, rows: 180 }], pace, now)).toBe(at('2026-12-07T15:00:00Z'))
  // In Los Angeles, it goes on for three more hours.
  expect(expectedFinish([{ ...due, zones: losAngeles, rows: 180 }], pace, now)).toBe(at('2026-12-05T02:00:00Z'))
})

it('expects at least the length of one call after the last start', () => {
  const now = at('2026-12-02T17:00:00Z')
  expect(expectedFinish([{ ...due, zones: newYork, rows: 1 }], pace, now)).toBe(now + 2 * minute)
  // 7:00 in New York.
  const early = at('2026-12-02T12:00:00Z')
  expect(expectedFinish([{ ...due, zones: newYork, rows: 1 }], pace, early)).toBe(at('2026-12-02T14:02:00Z'))
})

it('ignores the hours of practice calls, and returns null for rows that are never or not soon called', () => {
  const night = at('2026-12-02T05:00:00Z')
  const rows = [{ ...due, zones: newYork, rows: 90 }]
  expect(expectedFinish(rows, { ...pace, hours: null }, night)).toBe(night + 60 * minute)
  expect(expectedFinish([{ ...due, zones: newYork, rows: 100_000 }], pace, night)).toBeNull()
  expect(expectedFinish([{ ...due, zones: [], rows: 1 }], pace, night)).toBeNull()
})

it('returns how many rows can’t be called now, and when the first one can if none can be now', () => {
  // 8:00 in New York and 5:00 in Los Angeles, on a Wednesday.
  const now = at('2026-12-02T13:00:00Z')
  const closed = [
    { ...due, zones: losAngeles, rows: 4 },
    { ...due, zones: newYork, rows: 3 },
  ]
  expect(expectedStart(closed, hours, now)).toEqual({ startsAt: at('2026-12-02T14:00:00Z'), later: 7 })
  const dueLater = [{ zones: newYork, dueAt: at('2026-12-02T15:00:00Z'), rows: 2 }]
  expect(expectedStart(dueLater, hours, now)).toEqual({ startsAt: dueLater[0]?.dueAt, later: 2 })
  expect(expectedStart(dueLater, null, now)).toEqual({ startsAt: dueLater[0]?.dueAt, later: 2 })
  // 9:00 in New York.
  const open = at('2026-12-02T14:00:00Z')
  expect(expectedStart([...closed, ...dueLater], hours, open)).toEqual({ startsAt: null, later: 6 })
  expect(expectedStart(closed, null, now)).toEqual({ startsAt: null, later: 0 })
  expect(expectedStart([{ ...due, zones: [], rows: 1 }], hours, now)).toEqual({ startsAt: null, later: 1 })
})

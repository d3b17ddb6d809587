import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  clockMoved,
  closesEarly,
  isOpen,
  isZone,
  type ListHours,
  localTime,
  nextOpening,
} from '../../../src/domain/lists/calling-hours.ts'

const usual: ListHours = { from: '09:00', to: '20:00', days: [1, 2, 3, 4, 5, 6, 7] }
const at = (text: string): number => Date.parse(text)
const minute = 60_000

describe('calling hours', () => {
  it('open on time and close two minutes early', () => {
    // New York is at UTC-5 in winter.
    expect(isOpen(at('2026-12-01T13:59:59.999Z'), ['America/New_York'], usual)).toBe(false)
    expect(isOpen(at('2026-12-01T14:00:00Z'), ['America/New_York'], usual)).toBe(true)
    expect(isOpen(at('2026-12-02T00:57:59.999Z'), ['America/New_York'], usual)).toBe(true)
    expect(isOpen(at('2026-12-02T00:58:00Z'), ['America/New_York'], usual)).toBe(false)
    expect(isOpen(at('2026-12-02T01:00:00Z'), ['America/New_York'], usual)).toBe(false)
  })

  it('follow daylight saving time from the day it starts or ends', () => {
    // New York: March 8 and November 1, 2026. Sydney: October 4, 2026.
    expect(isOpen(at('2026-03-07T13:30:00Z'), ['America/New_York'], usual)).toBe(false)
    expect(isOpen(at('2026-03-08T13:30:00Z'), ['America/New_York'], usual)).toBe(true)
    expect(isOpen(at('2026-10-31T13:30:00Z'), ['America/New_York'], usual)).toBe(true)
    expect(isOpen(at('2026-11-01T13:30:00Z'), ['America/New_York'], usual)).toBe(false)
    expect(isOpen(at('2026-10-03T22:30:00Z'), ['Australia/Sydney'], usual)).toBe(true)
    expect(isOpen(at('2026-10-02T22:30:00Z'), ['Australia/Sydney'], usual)).toBe(false)
  })

  it('are open only if they are open in every zone', () => {
    const both = ['America/New_York', 'America/Los_Angeles']
    expect(isOpen(at('2026-12-01T15:00:00Z'), both, usual)).toBe(false)
    expect(isOpen(at('2026-12-01T17:00:00Z'), both, usual)).toBe(true)
    expect(isOpen(at('2026-12-02T01:30:00Z'), both, usual)).toBe(false)
  })

  it('are closed without a zone, in an unknown zone, with malformed times, and when the clock is implausible', () => {
    const noon = at('2026-12-01T17:00:00Z')
    expect(isOpen(noon, [], usual)).toBe(false)
    expect(isOpen(noon, ['America/New_York', 'Mars/Olympus'], usual)).toBe(false)
    expect(isOpen(noon, ['America/New_York'], { ...usual, from: '9:00' })).toBe(false)
    expect(isOpen(noon, ['America/New_York'], { ...usual, to: '25:00' })).toBe(false)
    expect(isOpen(noon, ['America/New_York'], { ...usual, from: '20:00', to: '20:00' })).toBe(false)
    for (const wrong of [0, at('2010-01-05T17:00:00Z'), at('2200-01-05T17:00:00Z'), Number.NaN, Infinity, -1]) {
      expect(isOpen(wrong, ['America/New_York'], usual)).toBe(false)
      expect(nextOpening(wrong, ['America/New_York'], usual)).toBeNull()
    }
  })

  it('stay within 8:00 and 21:00 unless a policy allows more', () => {
    const night: ListHours = { ...usual, from: '06:00', to: '23:30' }
    const zone = ['Etc/UTC']
    expect(isOpen(at('2026-12-01T07:59:00Z'), zone, night)).toBe(false)
    expect(isOpen(at('2026-12-01T08:00:00Z'), zone, night)).toBe(true)
    expect(isOpen(at('2026-12-01T20:57:00Z'), zone, night)).toBe(true)
    expect(isOpen(at('2026-12-01T20:58:00Z'), zone, night)).toBe(false)
    const allowed: ListHours = { ...night, within: { from: '05:00', to: '23:00' } }
    expect(isOpen(at('2026-12-01T06:00:00Z'), zone, allowed)).toBe(true)
    expect(isOpen(at('2026-12-01T22:57:00Z'), zone, allowed)).toBe(true)
    expect(isOpen(at('2026-12-01T22:58:00Z'), zone, allowed)).toBe(false)
  })

  it('that span midnight belong to the day on which they begin', () => {
    const within = { from: '00:00', to: '23:59' }
    const late: ListHours = { from: '22:00', to: '02:00', days: [5], within }
    // December 4, 2026, is a Friday.
    expect(isOpen(at('2026-12-04T23:00:00Z'), ['Etc/UTC'], late)).toBe(true)
    expect(isOpen(at('2026-12-05T01:00:00Z'), ['Etc/UTC'], late)).toBe(true)
    expect(isOpen(at('2026-12-05T01:58:00Z'), ['Etc/UTC'], late)).toBe(false)
    expect(isOpen(at('2026-12-05T23:00:00Z'), ['Etc/UTC'], late)).toBe(false)
    expect(isOpen(at('2026-12-04T01:00:00Z'), ['Etc/UTC'], late)).toBe(false)
  })

  it('use the local day of the week', () => {
    const monday: ListHours = { ...usual, days: [1] }
    // In Auckland it is Monday while it is still Sunday in London.
    expect(isOpen(at('2026-12-06T22:00:00Z'), ['Pacific/Auckland'], monday)).toBe(true)
    expect(isOpen(at('2026-12-06T22:00:00Z'), ['Europe/London'], monday)).toBe(false)
  })
})

describe('holidays', () => {
  const noonInNewYork = (date: string): number => at(`${date}T17:00:00Z`)
  const isOpenOn = (date: string, hours = usual, zone = 'America/New_York'): boolean =>
    isOpen(noonInNewYork(date), [zone], hours)

  it('of the US close the hours there, also on the working day when one on a weekend is observed', () => {
    const year = Array.from({ length: 365 }, (_, number) =>
      new Date(Date.UTC(2027, 0, 1) + number * 86_400_000).toISOString().slice(0, 10),
    )
    // The holidays on Saturday, June 19 and December 25, on Sunday, July 4, and on Saturday, January 1, 2028.
    expect(year.filter((date) => !isOpenOn(date))).toEqual(
      `2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-06-18 2027-06-19 2027-07-04 2027-07-05 2027-09-06 2027-10-11
      2027-11-11 2027-11-25 2027-12-24 2027-12-25 2027-12-31`.split(/\s+/),
    )
    for (const zone of ['US/Eastern', 'america/detroit', 'America/Indiana/Knox', 'America/Puerto_Rico'])
      expect(isOpenOn('2026-11-26', usual, zone)).toBe(false)
    for (const zone of ['America/Toronto', 'Europe/London', 'America/Argentina/Salta'])
      expect(isOpenOn('2026-11-26', usual, zone)).toBe(true)
  })

  it('are skipped by the next opening, even two of them on the only day of the week on which a list calls', () => {
    const thanksgiving = noonInNewYork('2026-11-26')
    expect(nextOpening(thanksgiving, ['America/New_York'], usual)).toBe(at('2026-11-27T14:00:00Z'))
    // Christmas and New Year's Day are Fridays.
    const fridays = { ...usual, days: [5] }
    expect(nextOpening(at('2026-12-19T17:00:00Z'), ['America/New_York'], fridays)).toBe(at('2027-01-08T14:00:00Z'))
  })

  it('are replaced by the dates of a policy, which close the hours everywhere', () => {
    const ofPolicy = { ...usual, holidays: ['2026-11-27'] }
    expect(isOpenOn('2026-11-26', ofPolicy)).toBe(true)
    expect(isOpenOn('2026-11-27', ofPolicy)).toBe(false)
    expect(isOpenOn('2026-11-27', ofPolicy, 'Europe/London')).toBe(false)
    expect(isOpenOn('2026-11-26', { ...usual, holidays: [] })).toBe(true)
  })
})

const zones = [
  'America/New_York',
  'America/Phoenix',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Europe/London',
  'Europe/Berlin',
  'Africa/Casablanca',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
]

const time = fc
  .record({ hours: fc.integer({ min: 0, max: 23 }), minutes: fc.integer({ min: 0, max: 59 }) })
  .map(({ hours, minutes }) => `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`)
const anyHours = fc.record({
  from: time,
  to: time,
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
})
const moment = fc
  .integer({ min: at('2025-01-01T00:00:00Z') / 1000, max: at('2029-01-01T00:00:00Z') / 1000 })
  .map((seconds) => seconds * 1000)

/**
 * Returns the weekday and the minutes since midnight in local time, calculated with a different formatter of the
 * runtime.
 */
const written = (moment_: number, zone: string): { weekday: number; minutes: number } => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(moment_)
  const part = (name: string): string => parts.find(({ type }) => type === name)?.value ?? ''
  return {
    weekday: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(part('weekday')) + 1,
    minutes: Number(part('hour')) * 60 + Number(part('minute')),
  }
}

const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

describe('a time when calling hours are open', () => {
  it('is within the hours on an allowed day in every zone, and so are the next two minutes', () => {
    fc.assert(
      fc.property(moment, fc.subarray(zones, { minLength: 1, maxLength: 3 }), anyHours, (now, some, hours) => {
        if (!isOpen(now, some, hours)) return
        for (const zone of some)
          for (const later of [0, closesEarly]) {
            const { weekday, minutes } = written(now + later, zone)
            const [from, to] = [minutesOf(hours.from), minutesOf(hours.to)]
            const isLate = from > to && minutes < to
            expect(from < to ? minutes >= from && minutes < to : minutes >= from || minutes < to).toBe(true)
            expect(minutes >= 8 * 60 && minutes < 21 * 60).toBe(true)
            expect(hours.days).toContain(isLate ? ((weekday + 5) % 7) + 1 : weekday)
          }
      }),
      { numRuns: 3000 },
    )
  })
})

describe('the next opening', () => {
  it('is now during calling hours, and otherwise the first open minute', () => {
    fc.assert(
      fc.property(moment, fc.subarray(zones, { minLength: 1, maxLength: 2 }), anyHours, (now, some, hours) => {
        const opening = nextOpening(now, some, hours)
        if (opening === null) return
        expect(isOpen(opening, some, hours)).toBe(true)
        expect(opening).toBeGreaterThanOrEqual(now)
        if (opening === now) return
        expect(isOpen(opening - 1, some, hours)).toBe(false)
        for (let before = now; before < Math.min(opening, now + 2 * 86_400_000); before += 7 * minute)
          expect(isOpen(before, some, hours)).toBe(false)
      }),
      { numRuns: 300 },
    )
  })

  it('is null if the hours in two zones never overlap', () => {
    const morning: ListHours = { ...usual, from: '09:00', to: '12:00' }
    expect(nextOpening(at('2026-12-01T00:00:00Z'), ['America/New_York', 'Asia/Tokyo'], morning)).toBeNull()
    expect(nextOpening(at('2026-12-01T00:00:00Z'), [], usual)).toBeNull()
  })

  it('is found after any number of closed days of a policy', () => {
    const first = at('2026-12-01T12:00:00Z')
    const holidays = Array.from({ length: 60 }, (_, days) =>
      new Date(first + days * 86_400_000).toISOString().slice(0, 10),
    )
    const opening = (hours: ListHours) => nextOpening(first, ['America/New_York'], hours)
    expect(opening({ ...usual, holidays })).toBe(at('2027-01-30T14:00:00Z'))
    const fridays = holidays.filter((date) => new Date(date).getUTCDay() === 5)
    expect(opening({ ...usual, days: [5], holidays: fridays })).toBe(at('2027-02-05T14:00:00Z'))
  })

  it('is the end of the daylight saving gap if the opening time falls into it', () => {
    const within = { from: '00:00', to: '23:59' }
    // In New York, clocks jump from 2:00 to 3:00 on March 8, 2026, at 7:00 UTC.
    const night: ListHours = { ...usual, from: '02:30', to: '05:00', within }
    expect(nextOpening(at('2026-03-08T05:00:00Z'), ['America/New_York'], night)).toBe(at('2026-03-08T07:00:00Z'))
  })
})

describe('zones', () => {
  it('are valid if the runtime supports them', () => {
    for (const zone of zones) expect(isZone(zone)).toBe(true)
    for (const text of ['', 'nowhere', 'America/Nowhere', '<b>']) expect(isZone(text)).toBe(false)
    expect(localTime(at('2026-07-01T12:00:00Z'), 'Asia/Kathmandu')).toBe(at('2026-07-01T17:45:00Z'))
    expect(localTime(at('2026-07-01T12:00:00Z'), 'nowhere')).toBeNull()
  })
})

describe('the clock', () => {
  const now = at('2026-12-01T15:00:00Z')
  const before = { wall: now, steady: 1000 }

  it('was changed if it differs from the monotonic clock by more than two minutes', () => {
    expect(clockMoved(before, { wall: now + 60_000, steady: 61_000 })).toBe(false)
    expect(clockMoved(before, { wall: now + 180_000, steady: 61_000 })).toBe(false)
    expect(clockMoved(before, { wall: now + 180_001, steady: 61_000 })).toBe(true)
    expect(clockMoved(before, { wall: now - 60_001, steady: 61_000 })).toBe(true)
    expect(clockMoved(before, { wall: Number.NaN, steady: 61_000 })).toBe(true)
  })
})

import type { ListPolicy } from '../../contract/policy.ts'
import { neverOpen, noOverlap } from './checked-row.ts'

/** A range of hours of a day, each time as `HH:MM`. */
export type Hours = { from: string; to: string }

/** When a list may call, in the recipient's local time. */
export type ListHours = {
  /** `HH:MM`, 24 hours. The hours span midnight if `from` is later than `to`; equal times mean an empty range. */
  from: string
  to: string
  /** Days of the week, 1 (Monday) to 7. Hours that span midnight belong to the day on which they begin. */
  days: readonly number[]
  /** The hours outside which no list may call; by default `widestHours`. Only a policy sets others. */
  within?: Hours
  /**
   * Dates (`2026-12-25`) on which no list calls, in the recipient's local time; by default the federal holidays of the
   * US, in its zones. Only a policy sets others.
   */
  holidays?: readonly string[]
}

/** Returns what a policy changes about calling hours. */
export const hoursOfPolicy = ({
  hours,
  holidays,
}: Pick<ListPolicy, 'hours' | 'holidays'>): Pick<ListHours, 'within' | 'holidays'> => ({
  ...(hours === undefined ? {} : { within: hours }),
  ...(holidays === undefined ? {} : { holidays }),
})

/**
 * The hours outside which no list may call unless a policy allows it, from the US telemarketing rules (47 CFR 64.1200).
 */
export const widestHours = { from: '08:00', to: '21:00' } as const

/**
 * Returns the part of the hours that is within `within`. Hours that do not overlap it, or that span midnight, are
 * unchanged.
 */
export const narrowHours = (hours: Hours, within: Hours = widestHours): Hours => {
  const from = hours.from > within.from ? hours.from : within.from
  const to = hours.to < within.to ? hours.to : within.to
  return hours.from < hours.to && from < to ? { from, to } : hours
}

const minute = 60_000
const day = 86_400_000
const quarter = 15 * minute

/**
 * A call is placed only if it is still within the hours after this time, in milliseconds, because dialing takes a
 * while.
 */
export const closesEarly = 2 * minute

/**
 * A clock that is outside these years is wrong, for example because its battery ran out, so the local time is unknown.
 * In these years, the offsets of time zones change only on a UTC quarter hour, and at most once per UTC day.
 */
const [firstMoment, lastMoment] = [Date.UTC(2020, 0, 1), Date.UTC(2100, 0, 1)]

/**
 * How many days ahead `nextOpening` searches: several weeks, because a list may call on one day of the week, and
 * holidays such as Christmas and New Year's Day are a week apart. Each date of a policy can close one more week.
 */
const searchedDays = 40

const offsetPattern = /GMT(?:([+-])(\d\d):(\d\d))?$/

/** Returns a zone's offset from UTC in milliseconds; NaN, which is not within any hours, if it cannot be determined. */
const readOffset = (format: Intl.DateTimeFormat, at: number): number => {
  const found = offsetPattern.exec(format.format(at))
  if (found === null) return Number.NaN
  const [, sign = '+', hours = '0', minutes = '0'] = found
  const distance = (Number(hours) * 60 + Number(minutes)) * minute
  return sign === '-' ? -distance : distance
}

/** A time zone's offset on each UTC day; null for a day on which the offset changes. */
type ZoneClock = { format: Intl.DateTimeFormat; days: Map<number, number | null> }

/** Maximum number of cached names, including those that are not zones. */
const maxZones = 2_000

const clocks = new Map<string, ZoneClock | null>()

/** Maximum number of days whose offsets are cached for a zone. */
const maxDays = 1_500

const openClock = (zone: string): ZoneClock | null => {
  try {
    return { format: new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }), days: new Map() }
  } catch {
    // Intl throws a RangeError for a zone that this runtime does not know.
    return null
  }
}

const clockOf = (zone: string): ZoneClock | null => {
  const known = clocks.get(zone)
  if (known !== undefined) return known
  const opened = openClock(zone)
  // There are about 600 zones, but a file can contain any number of other strings.
  if (opened !== null || clocks.size < maxZones) clocks.set(zone, opened)
  return opened
}

/** Returns a zone's offset on the UTC day of `at`; null if it changes on that day. */
const offsetOfDay = ({ format, days }: ZoneClock, at: number): number | null => {
  const number = Math.floor(at / day)
  const known = days.get(number)
  if (known !== undefined) return known
  const [first, last] = [readOffset(format, number * day), readOffset(format, number * day + day - 1)]
  const offset = first === last ? first : null
  if (days.size >= maxDays) days.clear()
  days.set(number, offset)
  return offset
}

/** Returns a zone's local time as if it were UTC, in milliseconds since 1970; null for an unknown zone. */
export const localTime = (at: number, zone: string): number | null => {
  const clock = clockOf(zone)
  return clock === null ? null : at + (offsetOfDay(clock, at) ?? readOffset(clock.format, at))
}

/** Returns whether this runtime knows a time zone. */
export const isZone = (zone: string): boolean => clockOf(zone) !== null

const timePattern = /^([01]\d|2[0-3]):([0-5]\d)$/

/** Returns the milliseconds from midnight to `HH:MM`; NaN for any other string, so that every comparison is false. */
const timeOfDay = (text: string): number => {
  const [, hours, minutes] = timePattern.exec(text) ?? []
  return hours === undefined ? Number.NaN : (Number(hours) * 60 + Number(minutes)) * minute
}

/**
 * Returns the local midnight that starts the day to which the current hours belong; null if the time is outside the
 * hours.
 */
const dayWithin = (local: number, { from, to }: Hours): number | null => {
  const [start, end] = [timeOfDay(from), timeOfDay(to)]
  const midnight = Math.floor(local / day) * day
  const time = local - midnight
  if (start < end) return time >= start && time < end ? midnight : null
  if (start > end) return time >= start ? midnight : time < end ? midnight - day : null
  return null
}

const isWithin = (at: number, zone: string, hours: ListHours): boolean => {
  const local = localTime(at, zone)
  if (local === null || dayWithin(local, hours.within ?? widestHours) === null) return false
  if (isHoliday(local, zone, hours.holidays)) return false
  const began = dayWithin(local, hours)
  return began !== null && hours.days.includes(weekday(began))
}

const isOpenIn = (at: number, zone: string, hours: ListHours): boolean =>
  isWithin(at, zone, hours) && isWithin(at + closesEarly, zone, hours)

const isPlausible = (at: number): boolean => at >= firstMoment && at < lastMoment

/**
 * Returns whether a list may call at `at` (milliseconds since 1970): the time is within the hours and not on a holiday
 * in every zone, and will be for two more minutes. No zone, an unknown zone, a malformed time and an implausible clock
 * mean that it is closed.
 */
export const isOpen = (at: number, zones: readonly string[], hours: ListHours): boolean =>
  zones.length > 0 && isPlausible(at) && zones.every((zone) => isOpenIn(at, zone, hours))

/**
 * Returns the times of day at which a zone may open: midnight, the list's start time, and the start of the widest
 * hours.
 */
const openingTimes = ({ from, within = widestHours }: ListHours): number[] => [
  ...new Set([0, timeOfDay(from), timeOfDay(within.from)].filter((time) => !Number.isNaN(time))),
]

/** Returns the next time at which a zone's offset may change: on most days, not before the next UTC day. */
const nextClockChange = (at: number, zone: string): number => {
  const clock = clockOf(zone)
  const step = clock !== null && offsetOfDay(clock, at) !== null ? day : quarter
  return Math.floor(at / step) * step + step
}

/**
 * Returns the earliest time after `at` at which calling in a closed zone may be allowed: an opening time, or a change
 * of its offset.
 */
const nextChange = (at: number, zone: string, times: readonly number[]): number => {
  const time = (((localTime(at, zone) ?? at) % day) + day) % day
  const openings = times.map((opening) => at + (opening > time ? opening : opening + day) - time)
  return Math.min(nextClockChange(at, zone), ...openings)
}

/**
 * Returns the first time at or after `at` when `isOpen` is true; null if there is none in the next weeks, for example
 * because the hours in two zones never overlap.
 */
export const nextOpening = (at: number, zones: readonly string[], hours: ListHours): number | null => {
  if (zones.length === 0 || !isPlausible(at) || !zones.every(isZone)) return null
  const times = openingTimes(hours)
  const last = at + (searchedDays + 7 * (hours.holidays?.length ?? 0)) * day
  for (let moment = at; moment < last;) {
    // All zones must be open, so no time before the first closed zone may open needs to be checked.
    const closed = zones.find((zone) => !isOpenIn(moment, zone, hours))
    if (closed === undefined) return isPlausible(moment) ? moment : null
    moment = nextChange(moment, closed, times)
  }
  return null
}

/**
 * Returns the name of the `noTimeZone` finding of a row without a next opening; empty if its zones are unknown or the
 * clock is wrong, so that its local time is unknown.
 */
export const nameOfClosed = (at: number, zones: readonly string[], hours: ListHours): string => {
  if (zones.length === 0 || !isPlausible(at) || !zones.every(isZone)) return ''
  return zones.length > 1 && zones.every((zone) => nextOpening(at, [zone], hours) !== null) ? noOverlap : neverOpen
}

/** Readings of the wall clock and of a monotonic clock, both in milliseconds. */
export type ClockReading = { wall: number; steady: number }

/**
 * Returns whether, between two readings, the wall clock was set or the computer slept: the clocks drifted apart by more
 * than two minutes, by which lists stop calling early. Calling hours then cannot be relied on until the user confirms
 * the time.
 */
export const clockMoved = (before: ClockReading, now: ClockReading): boolean =>
  // Negated, so that NaN is treated as moved.
  !(Math.abs(now.wall - before.wall - (now.steady - before.steady)) <= closesEarly)

/** Days of the week, from 1 (Monday). */
const [monday, thursday, friday] = [1, 4, 5]

/** January 1, 1970 was a Thursday. `midnight` is a local midnight as if it were UTC. */
const weekday = (midnight: number): number => ((((midnight / day + 3) % 7) + 7) % 7) + 1

/** Federal holidays of the US (5 USC 6103) with a fixed date, `MM-DD`. */
const fixed: ReadonlySet<string> = new Set(['01-01', '06-19', '07-04', '11-11', '12-25'])

/** The others: the month, the day of the week, and which one of the month. May has 31 days. */
const movable: readonly (readonly [month: number, weekday: number, nth: number | 'last'])[] = [
  [1, monday, 3],
  [2, monday, 3],
  [5, monday, 'last'],
  [9, monday, 1],
  [10, monday, 2],
  [11, thursday, 4],
]

const dateOf = (midnight: number): string => new Date(midnight).toISOString().slice(0, 10)

const isFixed = (midnight: number): boolean => fixed.has(dateOf(midnight).slice(5))

/**
 * Returns whether a day is a federal holiday of the US, or the working day on which one that falls on a weekend is
 * observed.
 */
const isFederalHoliday = (midnight: number): boolean => {
  const ofWeek = weekday(midnight)
  if (isFixed(midnight)) return true
  if ((ofWeek === friday && isFixed(midnight + day)) || (ofWeek === monday && isFixed(midnight - day))) return true
  const [, month, date] = dateOf(midnight).split('-').map(Number)
  if (month === undefined || date === undefined) return false
  return movable.some(
    ([inMonth, onDay, nth]) =>
      month === inMonth && ofWeek === onDay && (nth === 'last' ? date > 31 - 7 : Math.ceil(date / 7) === nth),
  )
}

/** The zones of the US and its territories, in lowercase, except those in folders of their own. */
const zonesOfUs: ReadonlySet<string> = new Set(
  `america/new_york america/detroit america/indianapolis america/fort_wayne america/knox_in america/louisville
  america/chicago america/menominee america/denver america/boise america/shiprock america/phoenix america/los_angeles
  america/anchorage america/juneau america/sitka america/metlakatla america/yakutat america/nome america/adak
  america/atka pacific/honolulu pacific/johnston america/puerto_rico america/st_thomas america/virgin pacific/guam
  pacific/saipan pacific/pago_pago pacific/samoa pacific/midway pacific/wake`.split(/\s+/),
)

const isUs = (zone: string): boolean => {
  const name = zone.toLowerCase()
  return zonesOfUs.has(name) || /^(?:us|america\/indiana|america\/kentucky|america\/north_dakota)\//.test(name)
}

/**
 * Returns whether no list may call at a local time (as if it were UTC, in milliseconds) in a zone, because it is a
 * holiday. `dates` are those of a policy; without them, the federal holidays of the US apply to its zones.
 */
const isHoliday = (local: number, zone: string, dates?: readonly string[]): boolean => {
  const midnight = Math.floor(local / day) * day
  if (dates !== undefined) return dates.length > 0 && dates.includes(dateOf(midnight))
  return isUs(zone) && isFederalHoliday(midnight)
}

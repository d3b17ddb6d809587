import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max'
import { invalid, type Outcome, succeed } from '../../../contract/failure.ts'
import type { CalleeHour, HourDoubt, LocalTime, QuietState } from '../../../contract/phone-number.ts'
import type { QuietHours } from '../../../contract/settings.ts'
import {
  findZonesByPrefix,
  hasArea,
  parseZoneTable,
  type ZonesOfPrefix,
  type ZoneTable,
} from '../../lib/number-zones.ts'
import { lineTypeOf } from '../../lib/read-phone-number.ts'

type CalleeLocation = Pick<CalleeHour, 'zones' | 'source'> & { number: PhoneNumber | null }

const unknownLocation: CalleeLocation = { zones: [], source: 'nothing', number: null }

const locate = async (phoneNumber: string, findZones: ZoneFinder): Promise<CalleeLocation> => {
  const number = parsePhoneNumberFromString(phoneNumber, { extract: false })
  if (number === undefined) return unknownLocation
  const found = await findZones(hasArea(number) ? number.number : `+${number.countryCallingCode}`)
  if (found === null) return unknownLocation
  const isWhole = found.prefix === number.countryCallingCode
  return { zones: found.zones, source: isWhole ? 'country' : 'prefix', number }
}

/** Only a landline is certain to be in the area of its prefix. */
const doubtOf = ({ number, source }: CalleeLocation, times: number): HourDoubt => {
  if (times === 0) return 'unknown'
  if (source === 'person') return 'none'
  if (times > 1) return 'several'
  return number !== null && lineTypeOf(number) === 'fixedLine' ? 'none' : 'mobile'
}

type CalleeHourDeps = { findZones: ZoneFinder; clock: () => number; quietHours: () => QuietHours }

/**
 * Returns the likely local time at a number and whether it is within quiet hours. A `zone` that the user has chosen
 * replaces the prefix's zone. The time at a number without a country is unknown.
 */
export const createCalleeHour =
  ({ findZones, clock, quietHours }: CalleeHourDeps) =>
  async ({ phoneNumber, zone }: { phoneNumber: string; zone: string | null }): Promise<Outcome<CalleeHour>> => {
    if (zone !== null && !isKnownZone(zone)) return invalid(['zone'], 'invalid')
    const location: CalleeLocation =
      zone === null ? await locate(phoneNumber, findZones) : { zones: [zone], source: 'person', number: null }
    const at = clock()
    const times = localTimes(at, location.zones)
    return succeed({
      zones: location.zones,
      localTimes: times,
      doubt: doubtOf(location, times.length),
      source: location.source,
      quiet: quietStateAt(at, times, quietHours()),
    })
  }

const minutesPerDay = 1440

/** Returns the minutes since midnight for `HH:MM`. */
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

const isWithin = (time: string, { from, to }: QuietHours): boolean => {
  const [now, start, end] = [time, from, to].map(minutesOf)
  if (now === undefined || start === undefined || end === undefined) return false
  return start < end ? now >= start && now < end : now >= start || now < end
}

/** Returns when the quiet hours end next in a zone, even across a change of daylight saving time. */
const endIn = (at: number, { zone, time }: LocalTime, { to }: QuietHours): number => {
  const start = Math.floor(at / 60_000) * 60_000
  const guess = start + ((minutesOf(to) - minutesOf(time) + minutesPerDay) % minutesPerDay) * 60_000
  const missed =
    (minutesOf(to) - minutesOf(localTime(guess, zone).time) + minutesPerDay + minutesPerDay / 2) % minutesPerDay
  return guess + (missed - minutesPerDay / 2) * 60_000
}

const quietState = (times: readonly LocalTime[], quiet: readonly LocalTime[]): QuietState['state'] => {
  if (times.length === 0) return 'unknown'
  if (quiet.length === 0) return 'no'
  return quiet.length === times.length ? 'yes' : 'maybe'
}

/**
 * Returns whether `at` (milliseconds since 1970) is within the callee's quiet hours, given all possible local times.
 * This is only a hint and must not prevent a call.
 */
const quietStateAt = (at: number, times: readonly LocalTime[], quietHours: QuietHours): QuietState => {
  const { on, from, to } = quietHours
  if (!on) return { state: 'off', from: null, to: null, endsAt: null }
  const quiet = times.filter(({ time }) => isWithin(time, quietHours))
  const ends = quiet.map((time) => endIn(at, time, quietHours))
  const endsAt = ends.length === 0 ? null : new Date(Math.max(...ends)).toISOString()
  return { state: quietState(times, quiet), from, to, endsAt }
}

const minute = 60_000

const clockParts = (at: number, zone: string): Map<string, string> => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  return new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
}

/** Returns the local time in a zone at `at` (milliseconds since 1970). Throws a RangeError for an unknown zone. */
const localTime = (at: number, zone: string): LocalTime => {
  const parts = clockParts(at, zone)
  const part = (name: string): string => parts.get(name) ?? ''
  const date = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
  const time = `${part('hour')}:${part('minute')}`
  const shown = Date.parse(`${date}T${time}:00Z`)
  return { zone, time, date, offsetMinutes: Math.round((shown - Math.floor(at / minute) * minute) / minute) }
}

/** Returns the distinct local times of several zones, earliest first. */
export const localTimes = (at: number, zones: readonly string[]): LocalTime[] => {
  const byOffset = new Map(zones.map((zone) => localTime(at, zone)).map((time) => [time.offsetMinutes, time]))
  return [...byOffset.values()].toSorted((a, b) => a.offsetMinutes - b.offsetMinutes)
}

type ZoneFinder = (dial: string) => Promise<ZonesOfPrefix | null>

/** SECURITY: zone names come from a table or from the page, so they are checked before use. */
export const isKnownZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) instanceof Intl.DateTimeFormat
  } catch {
    // Intl throws a RangeError for a zone that this runtime does not know.
    return false
  }
}

/**
 * Finds the zones of an E.164 number by its longest known prefix; null for an unknown prefix. The table is loaded by
 * the first invocation.
 */
export const createZoneFinder = (loadTable: () => Promise<string>): ZoneFinder => {
  let table: Promise<ZoneTable> | null = null
  return async (dial) => {
    if (!/^\+\d+$/.test(dial)) return null
    table ??= loadTable().then(parseZoneTable)
    return findZonesByPrefix(await table, dial.slice(1), isKnownZone)
  }
}

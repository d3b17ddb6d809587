import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { isZone, localTime } from '../../domain/lists/calling-hours.ts'
import { countryCode } from '../../domain/phone-number.ts'
import { findZonesByPrefix, hasArea, parseZoneTable } from '../lib/number-zones.ts'
import { zoneTable } from '../lib/zone-table.ts'
import { canadianZones, namedZones, postalLengths, postalZones, stateZones } from './place-tables.ts'

/**
 * What a row indicates about the location of its phone. `phoneNumber` is E.164 or null; an empty string means unknown.
 */
export type Place = { phoneNumber: string | null; timeZone: string; postalCode: string; state: string }

type Zones = readonly string[]

const noZones: Zones = []
const hour = 3_600_000
const week = 7 * 86_400_000

/** Times at which the offsets of zones are compared: weekly for two years. */
const sampled = Array.from({ length: 104 }, (_, number) => Date.UTC(2026, 0, 1, 12) + number * week)

/** Maximum number of strings in one cache. */
const maxRemembered = 50_000

/** Caches the result for each string, because locations repeat, and a file may have 1,000,000 rows. */
const remember = <T>(compute: (text: string) => T): ((text: string) => T) => {
  const results = new Map<string, T>()
  return (text) => {
    const found = results.get(text)
    if (found !== undefined) return found
    const computed = compute(text)
    if (results.size >= maxRemembered) results.clear()
    results.set(text, computed)
    return computed
  }
}

const offsetsOf = (zone: string): number[] => sampled.map((at) => (localTime(at, zone) ?? at) - at)

const clockNumbers = new Map<string, number>()

/** Returns a number that is the same for zones whose local times agree at all sampled times. */
const clocksOf = remember((zone) => {
  const offsets = offsetsOf(zone).join()
  const number = clockNumbers.get(offsets) ?? clockNumbers.size
  clockNumbers.set(offsets, number)
  return number
})

/** Well-known zone names, preferred over others with the same local times. */
const knownNames = new Set(
  `Europe/London Europe/Berlin America/New_York America/Chicago America/Denver America/Los_Angeles America/Phoenix
  America/Puerto_Rico America/Halifax Australia/Sydney Asia/Shanghai`.split(/\s+/),
)

/** Keeps one zone for each set of zones with the same local times, in order; prefers well-known names. */
const distinct = (zones: Zones): Zones => {
  const byClocks = new Map<number, string>()
  for (const zone of zones.filter(isZone)) {
    const clocks = clocksOf(zone)
    if (!byClocks.has(clocks) || knownNames.has(zone)) byClocks.set(clocks, zone)
  }
  return [...byClocks.values()]
}

/** Maximum range of offsets that is still considered one location, in milliseconds: that of the US states. */
const maxRange = 6 * hour

const isOnePlace = (zones: Zones): boolean => {
  const offsets = zones.map((zone) => offsetsOf(zone)[0] ?? 0)
  return Math.max(...offsets) - Math.min(...offsets) <= maxRange
}

const prefixes = parseZoneTable(zoneTable)

/** Returns all zones of a calling code: its own and those of its longer prefixes. */
const countryZones = remember((code) =>
  distinct(
    [...prefixes].flatMap(([prefix, zones]) => (prefix.startsWith(code) && countryCode(prefix) === code ? zones : [])),
  ),
)

/** Returns the zones of a prefix in the table, if they are close enough to be considered one location. */
const zonesOfPrefix = remember((prefix) => {
  const zones = distinct(prefixes.get(prefix) ?? noZones)
  return isOnePlace(zones) ? zones : noZones
})

/** The number of leading national digits that determine the line type. */
const typeDigits = 5

const areaOfKind = new Map<string, boolean>()

/**
 * Returns whether a number's prefix identifies its area. Numbers with the same first digits and length have the same
 * type.
 */
const hasAreaPrefix = (phoneNumber: string, code: string): boolean => {
  const kind = `${phoneNumber.slice(1, 1 + code.length + typeDigits)} ${phoneNumber.length}`
  const known = areaOfKind.get(kind)
  if (known !== undefined) return known
  const number = parsePhoneNumberFromString(phoneNumber, { extract: false })
  const found = number !== undefined && hasArea(number)
  if (areaOfKind.size >= maxRemembered) areaOfKind.clear()
  areaOfKind.set(kind, found)
  return found
}

/** Returns a country's zones, or none if the country is too wide to be considered one location. */
const countryPlace = remember((code) => {
  const zones = countryZones(code)
  return isOnePlace(zones) ? zones : noZones
})

/**
 * Returns all zones of a North American area code, because people keep their numbers when they move within the area,
 * and most numbers are mobile. Toll-free and new area codes, whose phones may be anywhere, are not in the table.
 */
const areaPlace = remember((area) => {
  const zones = [...prefixes].flatMap(([prefix, found]) => (prefix.startsWith(area) ? found : []))
  return distinct(zones)
})

/** Returns the zones of a number by its country and area. */
const numberPlace = (phoneNumber: string | null): Zones => {
  if (phoneNumber === null || !/^\+[1-9]\d{6,14}$/.test(phoneNumber)) return noZones
  const digits = phoneNumber.slice(1)
  const code = countryCode(digits)
  if (code === '1') return areaPlace(digits.slice(0, 4))
  if (countryZones(code).length <= 1) return countryZones(code)
  const prefix = findZonesByPrefix(prefixes, digits, isZone)?.prefix ?? code
  return prefix !== code && hasAreaPrefix(phoneNumber, code) ? zonesOfPrefix(prefix) : countryPlace(code)
}

const normalize = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s\u00a0'-]+/g, ' ')
    .trim()

/** Finds a name in its country's table, in the table for every country, or in the only table that contains it. */
const findName = (
  tables: ReadonlyMap<string, ReadonlyMap<string, Zones>>,
  code: string | null,
  name: string,
): Zones => {
  const own = tables.get(code ?? '')?.get(name) ?? tables.get('*')?.get(name)
  if (own !== undefined) return own
  const found = [...tables.values()].map((table) => table.get(name)).filter((zones) => zones !== undefined)
  return found.length === 1 ? (found[0] ?? noZones) : noZones
}

const cities = remember((city) =>
  Intl.supportedValuesOf('timeZone').filter(
    (zone) => normalize(zone.split('/').at(-1)?.replaceAll('_', ' ') ?? '') === city,
  ),
)

const offsetText = /^(?:utc|gmt)?\s*([+\u2212-])\s*(\d{1,2})(?::?([0-5]\d))?$/i

/**
 * Returns the zones of the number's country that have this offset at any time of the year. An offset alone does not
 * show whether daylight saving time applies.
 */
const zonesOfOffset = (text: string, code: string | null): Zones | null => {
  const [, sign, hours, minutes = '0'] = offsetText.exec(text) ?? []
  if (hours === undefined || code === null) return null
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '+' ? 1 : -1)
  return countryZones(code).filter((zone) => offsetsOf(zone).includes(offset))
}

const zonesOfTimeZone = (text: string, code: string | null): Zones => {
  const written = text.trim()
  if (written === '') return noZones
  const name = written.replaceAll(' ', '_')
  if (name.includes('/') && isZone(name)) return [name]
  const offset = zonesOfOffset(written, code)
  if (offset !== null) return offset
  const short = written
    .replace(/^\(.*?\)/, '')
    .replaceAll(/\(.*?\)/g, '')
    .replaceAll(/\b(?:standard|daylight|summer|time|zeit)\b/gi, '')
  const found = findName(namedZones, code, normalize(short))
  return found.length > 0 ? found : cities(normalize(written))
}

/** A Canadian postal code; no other country's postal codes have this format. */
const canadian = /^[a-z]\d[a-z] ?(?:\d[a-z]\d)?$/i

const zonesOfPostalCode = (text: string, code: string | null): Zones => {
  const written = text.trim()
  if (written === '') return noZones
  if (canadian.test(written) && (code === '1' || code === null))
    return canadianZones.get(written.slice(0, 1).toLowerCase()) ?? noZones
  if (code === null) return noZones
  const length = postalLengths.get(code)
  if (length === undefined) {
    const zones = countryZones(code)
    return zones.length === 1 ? zones : noZones
  }
  const [, main = ''] =
    /^(\d+)(?:[ -]?\d{4})?(?:\.0)?$/.exec(code === '1' ? written : written.replaceAll(/[ .-]/g, '')) ?? []
  if (main.length < length - 2 || main.length > length) return noZones
  return postalZones.get(code)?.get(main.padStart(length, '0').slice(0, 3)) ?? noZones
}

const zonesOfState = (text: string, code: string | null): Zones => {
  const name = normalize(text.replaceAll('.', '').replace(/^(?:us|ca|au|br|mx)-/i, ''))
  return name === '' ? noZones : findName(stateZones, code, name)
}

const hasCommonClocks = (some: Zones, others: Zones): boolean =>
  some.some((zone) => others.some((other) => clocksOf(zone) === clocksOf(other)))

/** Caches the distinct zones of a string for each country. */
const rememberOfCountry = (zonesOf: (text: string, code: string | null) => Zones) => {
  const find = remember((key) => {
    const end = key.indexOf(' ')
    return distinct(zonesOf(key.slice(end + 1), end === 0 ? null : key.slice(0, end)))
  })
  return (text: string, code: string | null): Zones => (text === '' ? noZones : find(`${code ?? ''} ${text}`))
}

/**
 * Shortens a five-digit code to its first three digits, which determine the location, so that the cache stays small.
 */
const postalArea = (text: string): string => (/^\d{5}(?:-\d{4})?$/.test(text) ? `${text.slice(0, 3)}00` : text)

const sources = {
  timeZone: rememberOfCountry(zonesOfTimeZone),
  postalCode: rememberOfCountry(zonesOfPostalCode),
  state: rememberOfCountry(zonesOfState),
}

/**
 * Returns every zone where the phone of a row may ring, in order of the strength of the evidence: its time zone, postal
 * code, state and number. Evidence that contradicts stronger evidence adds its zones, because the callee may be in
 * either location; evidence that agrees or is vaguer adds nothing. No zone means that the location is unknown.
 */
export const zonesOfPlace = ({ phoneNumber, timeZone, postalCode, state }: Place): Zones => {
  const code = phoneNumber?.startsWith('+') ? countryCode(phoneNumber.slice(1)) : null
  const found = [
    sources.timeZone(timeZone, code),
    sources.postalCode(postalArea(postalCode), code),
    sources.state(state, code),
    numberPlace(phoneNumber),
  ]
  return found.reduce((zones, next) =>
    zones.length === 0 ? next : next.length === 0 || hasCommonClocks(zones, next) ? zones : [...zones, ...next],
  )
}
